"""Whether a game rewards skill: levels against each other, and what single decisions are worth."""

from dataclasses import replace

import numpy as np
import pandas
import pytest

from pasar.bots import stamped
from pasar.errors import PasarError
from pasar.games import find
from pasar.games.contract import State, actions_in
from pasar.kernel.rng import game_seed, generator
from pasar.lab.arena import GameResult
from pasar.lab.rows import Plan, play
from pasar.lab.skill import deciding
from pasar.lab.skill.deciding import Decisions, look_at, worth_of_choosing
from pasar.lab.skill.levels import Ladder, LadderPlan, check_levels, ladder, spread_of_points
from pasar.lab.skill.luck import luck_share
from pasar.lab.skill.report import NO_LUCK, SkillReport


def plan_of(game: str, players: int, games: int = 40) -> Plan:
    return Plan.of(find(game), find(game).check(players=players), games, 3, ("greedy",) * players)


@pytest.fixture(scope="module")
def climbed() -> Ladder:
    return ladder(LadderPlan(plan_of("basari", 3), ("random", "greedy"), 4, 1, luck_of=3))


@pytest.fixture(scope="module")
def looked() -> Decisions:
    return look_at(plan_of("bali", 2), 0, 3)


def test_a_better_level_wins_more_and_is_rated_higher(climbed: Ladder) -> None:
    (climb,) = climbed.climbs
    assert climb.share > climb.interval[0] > 1 / 3 and climb.games == 42  # every deal from every seat
    assert climbed.strengths["greedy"].value > climbed.strengths["random"].value


def test_the_spread_of_points_is_that_of_the_rows(climbed: Ladder) -> None:
    rows = pandas.DataFrame(play(climbed.alone["greedy"].plan, 0, 40))
    points = rows[["points_0", "points_1", "points_2"]].astype(float).to_numpy().ravel()
    assert spread_of_points(climbed.alone["greedy"]) == pytest.approx(pandas.Series(points).std(ddof=0))


def test_levels_that_think_play_fewer_games() -> None:
    asked = LadderPlan(plan_of("bali", 2), ("greedy", "search:2sims"), 4, 1)
    assert asked.games("greedy") == 40 and asked.games("search:2sims", "greedy") == 4


@pytest.mark.parametrize("levels", [["greedy"], ["greedy", "greedy"], ["greedy", "nobody"]])
def test_levels_that_cannot_be_are_refused(levels: list[str]) -> None:
    with pytest.raises(PasarError):
        check_levels(levels)


def test_every_decision_has_two_answers_at_least(looked: Decisions) -> None:
    assert looked.answers.min() >= 2 and len(looked.looks) == 3 * deciding.LOOKED_AT
    assert all(0 < look.hidden < 1 and 0 <= look.secrets <= look.hidden for look in looked.looks)


def test_answers_are_worth_what_playing_on_by_hand_says(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deciding, "WORLDS", 2)
    plan = plan_of("bali", 2)
    state, seat = deciding._walked(plan, 0)[0][-9]
    actions = list(actions_in(plan.found.compiled.open_actions(state, seat)))
    shares = np.array([[played_on(plan, state, seat, action, world) for world in range(4)] for action in actions])
    chosen, seen = shares[:, :2].mean(axis=1), shares[:, 2:].mean(axis=1)
    best = seen[chosen.argmax()]
    more, apart = worth_of_choosing(plan, state, seat, np.array(actions), 5)
    assert (more, apart.value) == pytest.approx((best - seen.mean(), best - seen[chosen.argmin()]))


def played_on(plan: Plan, state: State, seat: int, action: int, world: int) -> float:
    game, source = plan.found, generator(int(game_seed(np.uint64(5), world)))
    here = game.resampled(state, seat, source)
    game.compiled.apply(here, seat, action, None)
    while acting := game.to_act(here):
        game.compiled.apply(here, acting[0], int(stamped.policy(game).decide(here, acting[0], 0.0, source)), None)
    return (seat in game.winners(here)) / len(game.winners(here))


def test_what_everybody_sees_is_not_hidden() -> None:
    plan = plan_of("basari", 3)
    state = plan.found.deal(plan.checked, generator(1))
    plan.found.compiled.start(state, None)
    unknown = deciding._unknown(plan, state, 0)
    assert unknown.any() and not unknown[: 1 + 5].any()  # moves and everybody's points are open to all


def test_the_share_of_luck_is_what_a_regression_on_the_results_says() -> None:
    chance = np.random.default_rng(1)
    won, luck = chance.integers(0, 2, 50), chance.normal(0, 0.3, 50)
    results, lucky = np.stack([won, 1 - won], axis=1), np.stack([luck + 0.2 * won, -luck - 0.2 * won], axis=1)
    games = [GameResult(n, ("a", "a"), [0, 0], [int(won[n] == 0)], 1, 0.0, luck=list(lucky[n])) for n in range(50)]
    apart = pandas.DataFrame(results).sub(results.mean(axis=0)).to_numpy().ravel()
    slope = pandas.Series(lucky.ravel()).mul(apart).sum() / pandas.Series(apart).pow(2).sum()
    found = luck_share(games)
    assert found.value == pytest.approx(slope) and found.interval[0] < 0.2 < found.interval[1]


def test_luck_that_is_all_of_a_result_is_all_of_it() -> None:
    games = [GameResult(n, ("a", "a"), [0, 0], [n % 2], 1, 0.0, luck=[0.5 - n % 2, n % 2 - 0.5]) for n in range(10)]
    assert (luck_share(games).value, luck_share(games).half) == pytest.approx((1.0, 0.0))


def test_a_report_says_how_much_is_luck_or_why_not(climbed: Ladder, looked: Decisions) -> None:
    report = SkillReport(plan_of("basari", 3), climbed, looked, "pasar skill basari", "1 worker", 1.0)
    page, told = report.html(), report.as_json()
    assert told["verdict"][0].startswith("Skill pays at every level: each beats the one below it")
    assert (
        "luck with the deal and the cards is" in told["verdict"][2]
        and page.count("<svg") == page.count('class="csv"') > 5
    )
    assert {"climbing", "thinking", "seats", "lengths", "luck", "branching", "hidden", "mattering"} == set(
        told["chapters"]
    )
    without = replace(climbed, luck={}, luck_games={})
    assert (
        NO_LUCK in replace(report, ladder=without).verdict
        and "luck" not in replace(report, ladder=without).as_json()["chapters"]
    )
