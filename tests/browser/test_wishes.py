"""What people choose for themselves: a name at the moment when it matters, and the light of the page and its frame."""

from collections.abc import Callable
from typing import Literal

import pytest
from playwright.sync_api import expect

from .people import Person
from .playing import choose, offered
from .test_newcomers import Wish, begin
from .words import said

People = Callable[..., Person]
FRAME = """() => [...document.querySelectorAll('meta[name="theme-color"]')]
  .filter((meta) => matchMedia(meta.media).matches).map((meta) => meta.content)"""
GROUND = "() => getComputedStyle(document.documentElement).getPropertyValue('--surface').trim()"


@pytest.mark.parametrize("theme", ["light", "dark", "system"])
@pytest.mark.parametrize("device", ["light", "dark"])
def test_the_browsers_frame_follows_the_chosen_theme(people: People, theme: str, device: str) -> None:
    person = people(theme=device)
    person.go("/me")
    choose(person.page.get_by_role("radio", name=said(f"home.theme_{theme}")))
    person.wait(lambda: person.page.evaluate(FRAME) == [person.page.evaluate(GROUND)], "a frame of the same light")
    dark = "dark" in (theme if theme != "system" else device)
    assert person.page.evaluate(FRAME) == ["#271e18" if dark else "#f7ecd4"]


def test_who_follows_the_device_is_offered_the_other_light_when_it_changes(person: Person) -> None:
    person.go("/")
    expect(person.page.get_by_role("button", name=said("site.to_dark"))).to_be_visible()
    person.page.emulate_media(color_scheme="dark")
    expect(person.page.get_by_role("button", name=said("site.to_light"))).to_be_visible()


def begin_with_friends(person: Person) -> None:
    person.go("/")
    choose(person.page.get_by_role("radio", name=said("home.against_friends")))


def name_made_up(person: Person) -> str:
    """Who asked before the page has its cookie would be another guest, with another name."""
    expect(person.page.get_by_role("textbox", name=said("lobby.sit_name"))).not_to_have_value("")
    return str(person.ask("/api/me")["name"])


def test_who_opens_a_table_for_friends_is_asked_for_a_name_once(person: Person) -> None:
    begin_with_friends(person)
    field = person.page.get_by_role("textbox", name=said("lobby.sit_name"))
    expect(field).to_have_value(name_made_up(person))
    field.fill("Ann")
    person.page.get_by_role("button", name=said("home.open")).click()
    person.wait(lambda: person.heard.table, "the table")
    assert [seat["name"] for seat in person.heard.table["seats"] if seat["taken"]] == ["Ann"]
    begin_with_friends(person)
    expect(person.page.get_by_role("button", name=said("home.open"))).to_be_visible()
    expect(field).to_have_count(0)


def test_the_name_that_was_made_up_can_be_kept(person: Person) -> None:
    begin_with_friends(person)
    name = name_made_up(person)
    expect(person.page.get_by_role("textbox", name=said("lobby.sit_name"))).to_have_value(name)
    person.page.get_by_role("button", name=said("home.open")).click()
    person.wait(lambda: person.heard.table, "the table")
    assert person.heard.table["seats"][0]["name"] == name


def test_who_follows_a_link_is_asked_when_sitting_down_and_then_no_more(people: People) -> None:
    host, guest = people(), people()
    for named in (False, True):
        table = host.open_table("bali", 2, bots=None)
        guest.enter(table, host.ask(f"/api/tables/{table}")["you"]["key"])
        guest.page.get_by_role("button", name=said("lobby.sit")).click()
        if not named:
            guest.page.get_by_role("textbox", name=said("lobby.sit_name")).fill("Bob")
            guest.page.get_by_role("button", name=said("lobby.sit_do")).click()
        guest.wait(lambda: guest.heard.table["seats"][1]["name"] == "Bob", "the seat")


def test_against_bots_nobody_is_asked(person: Person) -> None:
    begin(person, Wish("bali", 2))
    assert person.page.get_by_role("textbox").count() == 0


ENDLESS = """() => document.getAnimations()
  .filter((each) => each.playState === 'running' && each.effect?.getComputedTiming().endTime === Infinity).length"""


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_who_wants_no_motion_sees_nothing_move_for_ever(
    person: Person, motion: Literal["no-preference", "reduce"]
) -> None:
    person.page.emulate_media(reduced_motion=motion)
    person.enter(person.open_table("bali", 3))
    person.wait(lambda: offered(person), "something to do")
    assert (person.page.evaluate(ENDLESS) > 0) == (motion == "no-preference")
