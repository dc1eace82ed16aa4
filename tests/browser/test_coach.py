"""What the coach says at the end of a game and in its replay: in words, as a curve, and where it turned."""

import json
from functools import cache

import pytest
from playwright.sync_api import Route, expect

from pasar.coach import analyse
from pasar.coach.judge import PlayoutBudget

from .looks import EVERY_LOOK, check_with_axe
from .people import Finished, Person
from .words import said

BRIEF = PlayoutBudget("brief", curve=8, sift=8, choose=8, confirm=24, doubt=24, second=40)


@cache
def analysed(record: str) -> dict[str, object]:
    return analyse(json.loads(record), budget=BRIEF).told()


@pytest.fixture
def coached(person: Person, finished: Finished) -> str:
    """A game whose analysis is there. The server of these tests makes none, so it is made here, of the same record."""
    table = finished("bali", 2)
    analysis = analysed(json.dumps(person.ask(f"/api/tables/{table}/record"), sort_keys=True))

    def answer(route: Route) -> None:
        route.fulfill(json={"state": "done", "done": 1.0, "analysis": analysis})

    person.page.route("**/analysis", answer)
    return table


def test_the_end_of_a_game_says_whether_it_was_luck(person: Person, coached: str) -> None:
    person.enter(coached)
    coach = person.page.get_by_role("region", name=said("coach.title"))
    expect(coach.get_by_text(said("coach.unit"))).to_be_visible()
    check_with_axe(person, "the end with the coach", EVERY_LOOK[1:3])
    coach.get_by_role("link", name=said("coach.see")).click()
    person.page.get_by_role("heading", name=said("coach.title")).wait_for()


def test_a_replay_with_its_analysis_is_there_for_eyes_and_ears(person: Person, coached: str) -> None:
    person.go(f"/replay/{coached}?coach=1")
    page = person.page
    expect(page.get_by_role("img", name=said("coach.curve_label"))).to_be_visible()
    page.get_by_text(said("coach.curve_table")).click()
    expect(page.get_by_role("table", name=said("coach.curve"))).to_be_visible()
    check_with_axe(person, "a replay with its analysis", EVERY_LOOK[0::3])
    page.get_by_role("listitem").get_by_role("button").first.click()
    expect(page.locator("li.here")).not_to_have_count(0)
