"""The coach: parts that add up, verdicts that depend on what could be known, and words for them."""

import json
from dataclasses import replace
from fractions import Fraction

import pytest

from pasar.coach import analyse, scale
from pasar.coach.chances import CARDS, DEAL, GUESS, PLAY, luck_of
from pasar.coach.decisions import ACCUSED, RIGHT, UNKNOWABLE, Candidate, candidates, hindsight, judge
from pasar.coach.judge import JUDGES, Court, PlayoutBudget, find_budget
from pasar.coach.playouts import AFTER, BEFORE, KNOWN
from pasar.coach.telling import Coach, adding_up
from pasar.coach.walk import Turn, line_of, strides
from pasar.coach.why import why
from pasar.errors import PasarError
from pasar.games import find, games
from pasar.games.words import LANGUAGES
from pasar.lab.bot_match import play_match
from pasar.match.match import Match
from pasar.match.record import read, replay

SMALL = PlayoutBudget("small", curve=16, sift=6, choose=10, confirm=12, doubt=12, second=50)
TABLES = [("bali", {"players": 3, "oracle": True, "demon": True}), ("basari", {"players": 4})]


def played(name, seed=1, bot="easy", **rules):
    match = Match.new(name, seed=seed, **rules)
    play_match(match, [bot] * match.players, range(match.players))
    return match


@pytest.fixture(scope="module", params=TABLES, ids=[name for name, _ in TABLES])
def analysed(request):
    name, rules = request.param
    return analyse(played(name, **rules).record(), budget=SMALL, seed=5)


def test_the_parts_add_up_to_the_result_to_the_last_digit(analysed):
    chances, winners = analysed.chances, analysed.match.winners
    for seat in range(analysed.match.players):
        parts = chances.even, chances.luck(seat), chances.own_play(seat), chances.others_play(seat)
        assert all(type(part) is int for part in parts)
        result = Fraction(seat in winners, len(winners))
        assert Fraction(sum(parts), chances.whole) == result
        assert sum(Coach(analysed, "en", "ABCDE").parts(seat)) == round(1000 * result)
    assert sum(chances.luck(seat) for seat in range(analysed.match.players)) == 0


def test_every_change_is_between_its_two_positions(analysed):
    chances = analysed.chances
    for number in range(len(analysed.steps)):
        changes = [change.amounts for change in chances.changes if change.stride == number]
        moved = [sum(amounts) for amounts in zip(*changes, strict=True)] or [0] * chances.players
        assert moved == (chances.curve[number + 1] - chances.curve[number]).tolist()


def test_luck_comes_only_where_cards_or_choices_were_shown(analysed):
    """A step after which the undrawn cards are the same brought no card."""
    court = Court(analysed.match.game, analysed.match.players, analysed.judge, 5)
    kinds = {(change.stride, change.kind) for change in analysed.chances.changes}
    quiet = [number for number in range(len(analysed.steps)) if (number, CARDS) not in kinds][:10]
    for number in quiet:
        step = analysed.steps[number]
        before = court.shares(step.before, BEFORE, [step.line], 16).sum(axis=1)
        assert before.tolist() == court.shares(step.after, AFTER, [()], 16).sum(axis=1).tolist()
    assert {kind for _, kind in kinds} >= {CARDS, PLAY}
    assert analysed.match.game.simultaneous == any(kind == GUESS for _, kind in kinds)


def test_the_luck_of_deal_and_cards_can_be_had_alone(analysed):
    court, match = Court(analysed.match.game, analysed.match.players, analysed.judge, 5), analysed.match
    alone = luck_of(court, match.dealt, analysed.steps, SMALL.curve)
    chances = analysed.chances
    assert alone.tolist() == [chances.part(seat, DEAL) + chances.part(seat, CARDS) for seat in range(match.players)]
    assert analysed.adjusted(0) == (chances.result(0) - alone[0]) / chances.whole


def test_the_same_seed_gives_the_same_bytes_and_names_the_judge(analysed):
    again = analyse(analysed.match.record(), budget=SMALL, seed=5).as_json()
    assert json.dumps(again) == json.dumps(analysed.as_json())
    assert again["judge"]["name"] == "thumb" and again["judge"]["version"] == 6
    assert len(again["decisions"]) == len(analysed.match.moves)


@pytest.mark.parametrize(("name", "rules"), TABLES, ids=[name for name, _ in TABLES])
def test_an_error_depends_on_nothing_that_its_seat_could_not_know(page, name, rules):
    hidden = page("games", name, "hidden.py")
    court, compared = Court(find(name), rules["players"], JUDGES["thumb"], 3), 0
    for number, step in enumerate(strides(played(name, **rules))):
        turn = step.turns[0]
        for exchange in hidden.EXCHANGES.values():
            other = step.before.copy()
            if number % 4 == 0 and exchange(other[0], turn.seat, number) and other.tobytes() != step.before.tobytes():
                verdicts = [judge(court, SMALL, state, turn, number) for state in (step.before, other)]
                assert repr(verdicts[0]) == repr(verdicts[1])
                compared += 1
    assert compared >= 10


def test_a_move_that_throws_the_game_away_is_called_a_blunder_and_the_best_one_is_nothing():
    """Late decisions whose best and worst answers are half a victory apart, as other worlds than the judge's show."""
    found = 0
    for seed in range(3):
        match = played("bali", seed=seed, players=2)
        for step in strides(match)[-12:]:
            seat, here = step.turns[0].seat, Match.resumed(match, step.before)
            shares = {text: _share(here, seat, text) for text in here.open(seat)}
            worst, best = min(shares, key=shares.get), max(shares, key=shares.get)
            if shares[best] - shares[worst] >= 0.5:
                court, budget = Court(match.game, 2, JUDGES["thumb"], seed), replace(SMALL, choose=64, confirm=128)
                assert [_judged(court, budget, here, seat, text).name for text in (worst, best)] == ["blunder", ""]
                found += 1
    assert found >= 2


def test_a_blunder_that_only_a_search_sees_is_named_by_it():
    """Playouts by rules of thumb see five points lost and are not sure of them; a long search sees more than 20."""
    match = Match.new("bali", players=2, seed=1936)
    play_match(match, ["easy", "greedy"], [36000, 36001])
    here = Match.resumed(match, strides(match)[11].before)
    court, budget = Court(match.game, 2, JUDGES["thumb"], 36), find_budget("normal")
    verdict = _judged(court, budget, here, here.to_act[0], "take 1")
    assert verdict.by_search and verdict.name in ("mistake", "blunder") and verdict.loss.low > ACCUSED
    assert [text for text, _ in verdict.expected] == [verdict.best.text, "take 1"]
    assert not _judged(court, budget, here, here.to_act[0], verdict.best.text).name


def _share(match, seat, text):
    court = Court(match.game, match.players, JUDGES["thumb"], 99)
    return court.shares(match.state, KNOWN, [line_of(match, seat, text)], 200, seat=seat)[0, :, seat].mean() / 2


def _judged(court, budget, match, seat, text):
    turn = Turn(1, seat, text, line_of(match, seat, text))
    return judge(court, budget, match.state, turn, 0)[0]


def test_why_says_by_rule_where_the_points_of_the_better_move_come_from():
    match = played("bali", seed=1, players=2)
    step, court = strides(match)[-8], Court(match.game, 2, JUDGES["thumb"], 0)
    seat, here = step.turns[0].seat, Match.resumed(match, step.before)
    verdicts = [_judged(court, SMALL, here, seat, text) for text in here.open(seat)]
    verdict = max(verdicts, key=lambda each: each.lost)
    worst = verdict.turn.text
    reason = why(court, SMALL, step.before, verdict, Candidate(worst, verdict.turn.line))
    assert reason.points.value == pytest.approx(sum(part.points.value for part in reason.parts) + reason.rest)
    assert all(part.ruling == match.game.coach.RULINGS[part.source] for part in reason.parts)
    assert not verdict.is_best and reason.others.error >= 0


def test_a_choice_that_was_right_for_what_was_known_and_wrong_for_what_was_true_is_told_as_such():
    """Late in a recorded game: the card under the one that was taken decided it, and nobody could see that."""
    *_, (_, record) = read("tests/records/bali.jsonl")
    match, budget = (
        replay(record),
        PlayoutBudget("test", curve=1, sift=24, choose=60, confirm=120, doubt=120, second=50),
    )
    step, court = strides(match)[72], Court(match.game, match.players, JUDGES["strict"], 0)
    verdict, few = judge(court, budget, step.before, step.turns[0], 72)
    unknown = hindsight(court, budget, step, verdict, few)
    assert verdict.lost <= RIGHT and not verdict.name
    assert unknown.loss.low > UNKNOWABLE and unknown.better != verdict.turn.text


def test_of_many_bids_a_few_are_judged_and_the_one_that_was_made_is_among_them():
    for step in strides(played("basari", players=3)):
        turn = step.turns[0]
        court = Court(find("basari"), 3, JUDGES["thumb"], 0)
        texts = [each.text for each in candidates(court, step.before, turn)]
        assert turn.text in texts and 2 <= len(texts) <= 40 and len(set(texts)) == len(texts)


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_is_said_in_every_language(analysed, language):
    said = Coach(analysed, language, [f"N{seat}" for seat in range(analysed.match.players)])
    lines = [said.headline(0), *said.turning_points(), *said.unknown(), *said.reading()]
    lines += [line for error in said.errors() for line in error]
    assert all("{" not in line and line for line in lines)
    for headings, rows in (said.table(), said.luck_table()):
        assert all(len(row) == len(headings) for row in rows)


def test_why_names_sources_and_rulings_of_the_game():
    for name in ("bali", "basari"):
        game = find(name)
        assert set(game.coach.RULINGS) == set(game.ledger.SOURCES)


def test_a_game_that_is_not_over_or_cannot_be_judged_is_refused(monkeypatch):
    with pytest.raises(PasarError, match="after 0 moves the game is not over"):
        analyse(Match.new("bali", seed=1).record())
    with pytest.raises(PasarError, match=r"there is no judge 'tumb'.*thumb"):
        analyse(Match.new("bali", seed=1).record(), judge="tumb")
    monkeypatch.setitem(games()["bali"].__dict__, "coach", None)
    with pytest.raises(PasarError, match="bali cannot be analysed"):
        analyse(Match.new("bali", seed=1).record())


def test_rounded_parts_add_up():
    assert adding_up([1, 1, 1], 3) == [334, 333, 333]
    assert adding_up([-1, 4, 0], 3) == [-333, 1333, 0]
    assert sum(adding_up([1, 1, 1], 3, total=1001)) == 1001 and sum(adding_up([1, 1, 1], 3, total=998)) == 998


def test_accuracy_is_that_of_lichess():
    assert scale.accuracy(0.0) == pytest.approx(100, abs=0.001) and scale.accuracy(1.0) == 0
    assert scale.accuracy(0.10) == pytest.approx(63.58, abs=0.05)
    assert scale.game_accuracy([100, 100], [1, 5]) == pytest.approx(100)
    assert scale.game_accuracy([], []) is None
    assert len(scale.weights([0.5, 0.6, 0.4])) == 2
