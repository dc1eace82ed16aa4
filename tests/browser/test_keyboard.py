"""From the first page to the end of a game against bots by keyboard alone; and without the shortcuts of single keys."""

import pytest
from playwright.sync_api import expect

from .people import Person
from .playing import by_keyboard, play_ends
from .test_newcomers import Wish, see_the_end
from .words import said


@pytest.mark.parametrize("wish", [Wish("bali", 2, ("oracle", "demon")), Wish("basari", 3)], ids=str)
def test_a_newcomer_plays_a_whole_game_by_keyboard_alone(person: Person, wish: Wish) -> None:
    """Its beginning and its end: every phase is decided by keyboard in test_phases.py."""
    person.enter(person.open_table(wish.name, wish.players, switches=wish.switches))
    play_ends(person, how=by_keyboard)
    see_the_end(person)


def test_the_first_page_begins_a_game_with_nothing_but_keys(person: Person) -> None:
    person.go("/")
    start = person.page.locator("main").get_by_role("button", name=said("home.play"))
    expect(start).to_be_enabled()
    for _ in range(40):
        person.page.keyboard.press("Tab")
        if start.evaluate("node => node === document.activeElement"):
            break
    person.page.keyboard.press("Enter")
    person.page.wait_for_url("**/table/*", wait_until="commit")
    person.wait(lambda: person.heard.stage == "playing", "the game's begin")


def test_single_keys_can_be_switched_off_where_they_are_listed(person: Person) -> None:
    person.enter(person.open_table("bali", 2))
    person.page.locator("[data-move]").first.wait_for()
    person.page.keyboard.press("?")
    person.page.get_by_role("switch", name=said("ui.keys")).click()
    expect(person.page.get_by_text(said("table.key_u"))).to_have_count(0)
    person.page.keyboard.press("Escape")
    for key in ("m", "?", "h"):
        person.page.keyboard.press(key)
    expect(person.page.get_by_role("dialog")).to_have_count(0)
    assert person.heard.sent and not any('"hint"' in sent for sent in person.heard.sent)
    assert person.page.locator("[aria-keyshortcuts]").count() == 0


def test_single_keys_can_be_switched_off_in_the_settings(person: Person) -> None:
    person.go("/me")
    switch = person.page.get_by_role("switch", name=said("ui.keys"))
    expect(switch).to_be_checked()
    switch.click()
    person.go("/rules/bali")
    person.page.locator("h1").click()
    person.page.keyboard.press("/")
    expect(person.page.get_by_role("searchbox")).not_to_be_focused()
    person.enter(person.open_table("bali", 2))
    person.page.locator("[data-move]").first.wait_for()
    person.page.keyboard.press("m")
    expect(person.page.get_by_role("dialog")).to_have_count(0)
