"""From the first page to the end of a game against bots, by mouse."""

from typing import NamedTuple

import pytest
from playwright.sync_api import Locator, expect

from .people import Person
from .playing import by_mouse, choose, play_ends
from .words import said


class Wish(NamedTuple):
    """What a newcomer chooses on the first page."""

    name: str
    players: int
    switches: tuple[str, ...] = ()

    def __str__(self) -> str:
        return "-".join([self.name, str(self.players), *self.switches])


WISHES = [Wish("bali", 2, ("oracle",)), Wish("bali", 4, ("demon",)), Wish("basari", 3)]
PLAYED = [Wish("bali", 3, ("oracle", "demon")), Wish("basari", 5)]


def choices(person: Person, wish: Wish) -> list[Locator]:
    """The controls of the first page that say what is wished for."""
    page = person.page
    words = person.ask(f"/api/games/{wish.name}/words/en")
    chosen = [page.get_by_role("radio", name=words["names"]["game"])]
    chosen.append(page.get_by_role("group", name=said("lobby.players")).get_by_role("radio", name=str(wish.players)))
    chosen.append(page.get_by_role("radio", name=said("ui.level_learner")))
    return chosen


def begin(person: Person, wish: Wish) -> None:
    person.go("/")
    for control in choices(person, wish):
        choose(control)
    for switch in wish.switches:
        person.page.locator("form").get_by_role("switch", name=switch).click()
    person.page.locator("main").get_by_role("button", name=said("home.play")).click()
    person.page.wait_for_url("**/table/*", wait_until="commit")
    person.wait(lambda: person.heard.stage == "playing", "the game's begin")
    options = person.heard.table["options"]
    assert (options["game"], options["players"]) == (wish.name, wish.players)
    assert {name for name, on in options["switches"].items() if on} == set(wish.switches)


def see_the_end(person: Person) -> None:
    """The sheet is there, with everybody's points."""
    assert person.heard.play is not None
    sheet = person.page.get_by_role("dialog")
    expect(sheet).to_be_visible()
    for points in person.heard.play["result"]["points"]:
        expect(sheet.get_by_text(str(points), exact=True).first).to_be_visible()
    expect(sheet.get_by_role("button", name=said("table.rematch"))).to_be_visible()


@pytest.mark.parametrize("wish", WISHES, ids=str)
def test_a_newcomer_gets_the_game_that_they_wish_for(person: Person, wish: Wish) -> None:
    begin(person, wish)


@pytest.mark.parametrize("wish", PLAYED, ids=str)
def test_a_newcomer_plays_a_game_by_mouse(person: Person, wish: Wish) -> None:
    """Its beginning and its end: every decision is made by mouse in test_engines.py."""
    begin(person, wish)
    play_ends(person, how=by_mouse)
    see_the_end(person)


def test_what_was_played_last_is_one_click_away(person: Person) -> None:
    begin(person, Wish("basari", 5))
    person.go("/")
    person.page.locator("main").get_by_role("button", name=said("home.play")).click()
    person.page.wait_for_url("**/table/*", wait_until="commit")
    person.wait(lambda: person.heard.stage == "playing", "the game's begin")
    options = person.heard.table["options"]
    assert (options["game"], options["players"]) == ("basari", 5)
