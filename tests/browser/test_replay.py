"""Finished games: seen again from any eyes, shared, kept as a file, and proved to have been dealt fairly."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Locator, expect

from .people import Finished, Person
from .words import said

GAMES = [("bali", 2), ("basari", 3)]


def scrubber(person: Person) -> Locator:
    return person.page.get_by_role("slider", name=said("replay.scrubber"))


def at(person: Person) -> int:
    return int(scrubber(person).input_value())


@pytest.mark.parametrize(("what", "players"), GAMES)
def test_a_game_is_walked_through(person: Person, finished: Finished, what: str, players: int) -> None:
    table = finished(what, players)
    person.go(f"/replay/{table}?move=0")
    scrubber(person).wait_for()
    assert at(person) == 0
    person.page.keyboard.press("ArrowRight")
    person.wait(lambda: at(person) == 1, "one move on")
    person.page.keyboard.press("Shift+ArrowRight")
    person.wait(lambda: at(person) > 1, "one turn on")
    person.page.keyboard.press("End")
    last = int(scrubber(person).get_attribute("max") or 0)
    person.wait(lambda: at(person) == last, "the end")
    person.page.keyboard.press("Home")
    person.wait(lambda: at(person) == 0, "the start")
    scrubber(person).fill(str(last // 2))
    person.wait(lambda: f"move={last // 2}" in person.page.url, "the address to follow")
    assert person.page.locator("[data-move]").count() == 0


@pytest.mark.parametrize(("what", "players"), GAMES)
def test_a_game_is_seen_through_any_eyes(person: Person, finished: Finished, what: str, players: int) -> None:
    table = finished(what, players)
    person.go(f"/replay/{table}?move=3")
    eyes = person.page.get_by_role("combobox", name=said("replay.eyes"))
    for value in ("all", "none", *map(str, range(players))):
        eyes.select_option(value)
        person.wait(lambda wanted=value: f"eyes={wanted}" in person.page.url, f"the eyes of {value}")
    assert at(person) == 3


def test_a_moment_can_be_shared(people: Callable[..., Person], finished: Finished) -> None:
    person, friend = people(), people()
    table = finished("bali", 2)
    person.go(f"/replay/{table}?move=7&eyes=all")
    person.page.get_by_role("button", name=said("replay.share")).click()
    copied = "navigator.clipboard.readText()"
    person.wait(lambda: table in person.page.evaluate(copied), "the link to be copied")
    friend.arrive().page.goto(person.page.evaluate(copied))
    scrubber(friend).wait_for()
    assert at(friend) == 7


def test_a_record_is_kept_and_opened_again(people: Callable[..., Person], finished: Finished, tmp_path: Path) -> None:
    person, friend = people(), people()
    table = finished("basari", 3)
    person.go(f"/replay/{table}")
    with person.page.expect_download() as download:
        person.page.get_by_role("button", name=said("replay.download")).click()
    file = tmp_path / "game.json"
    download.value.save_as(file)
    friend.arrive().go("/watch")
    friend.page.locator("input[type=file]").set_input_files(file)
    friend.page.wait_for_url("**/replay/*", wait_until="commit")
    scrubber(friend).wait_for()
    assert int(scrubber(friend).get_attribute("max") or 0) == len(json.loads(file.read_text())["moves"])


def test_a_game_that_goes_on_cannot_be_replayed_yet(person: Person) -> None:
    person.expects("409|not_over|status of 4")
    table = person.open_table("bali", 2)
    person.go(f"/replay/{table}")
    expect(person.page.get_by_text(said("ui.fault_not_over"))).to_be_visible()


@pytest.mark.parametrize(("what", "players"), GAMES)
def test_the_browser_proves_the_deal(person: Person, finished: Finished, what: str, players: int) -> None:
    table = finished(what, players)
    person.go(f"/fair/{table}")
    expect(person.page.get_by_text(said("fair.is_fair"))).to_be_visible()


def test_who_enters_a_finished_table_sees_what_every_stage_brought(person: Person, finished: Finished) -> None:
    person.enter(finished("basari", 3))
    sheet = person.page.get_by_role("table", name=said("basari.sheet_by_stage"))
    expect(sheet.get_by_role("rowheader")).to_have_count(3 * 3)
