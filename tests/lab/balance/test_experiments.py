"""What is found by playing the same deals with something changed."""

import pytest

from pasar.games import find
from pasar.lab.balance.experiments import Experiments
from pasar.lab.balance.study import STAND_IN, Study
from pasar.lab.balance.trials import trials
from pasar.lab.rows import Plan
from pasar.lab.spread import Threads


def study(game: str, players: int, games: int, bot: str = "greedy") -> Study:
    plan = Plan.of(find(game), find(game).check(players=players), games, 5, (bot,) * players)
    return Study(plan, Threads(1))


def test_a_point_is_worth_about_a_point() -> None:
    found = [worth for worth in Experiments(study("bali", 2, 60)).worths() if worth.thing == "points"]
    assert [worth.points.value for worth in found] == [pytest.approx(1, abs=0.5)]


def test_one_more_of_everything_that_can_be_owned_has_its_worth() -> None:
    found = {worth.thing: worth.points for worth in Experiments(study("bali", 2, 400)).worths()}
    assert {"stone", "rice", "mason", "priest", "shrine", "pepper_farmer"} <= set(found)
    assert found["shrine"].value - found["shrine"].half > 4  # it is worth four by itself, and is scored on the way
    gems = {worth.thing for worth in Experiments(study("basari", 3, 30)).worths()}
    assert gems == {"r", "y", "g", "b", "points", "worker"}


def test_the_search_makes_seats_more_even() -> None:
    found = Experiments(study("bali", 3, 400)).evening()
    spread = [
        max(each.value for each in shares.values()) - min(each.value for each in shares.values())
        for shares in (found.shares(found.before), found.shares(found.after))
    ]
    assert found.thing == "stone" and min(found.amounts) == 0 and max(found.amounts) > 0
    assert spread[1] < spread[0]


def test_a_variant_says_whether_the_deals_are_the_same() -> None:
    found = {variant.name: variant for variant in Experiments(study("bali", 2, 40)).variants()}
    assert found["demon"].same_deals and not found["oracle"].same_deals
    assert found["oracle"].pairs.games == 40


def test_experiments_for_bots_that_think_are_played_by_others(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pasar.lab.balance.study.FEWEST", 20)
    thinking = study("basari", 3, 20, "search:2sims")
    assert thinking.experimental.bots == (STAND_IN,) * 3
    assert all("greedy in place of search:2sims" in str(chapter) for chapter in trials(thinking, 1.0)[0])


def test_seats_that_show_no_difference_are_left_alone() -> None:
    assert "nothing to even out" in trials(study("basari", 3, 20), 0.5)[0][0].findings[0]
