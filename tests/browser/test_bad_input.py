"""Dead links, full tables, broken files, names made of anything: each has a page or a message that helps."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import expect

from .looks import check_widths
from .people import Finished, Person
from .words import said

NARROW = (360, 820)  # where a name is in the way; pages of every width are in test_phases.py
REFUSED = "status of 4|WebSocket|404"
NOBODY = "0123456789abcdef"
MARKUP = "<script>document.title=1</script>"


@pytest.mark.parametrize("place", ["table", "replay", "fair"])
def test_a_dead_link_says_so_and_leads_home(person: Person, place: str) -> None:
    person.expects(REFUSED)
    person.go(f"/{place}/{NOBODY}")
    expect(person.page.get_by_text(said("ui.fault_no_table"))).to_be_visible()
    person.page.get_by_role("link", name=said("ui.to_home")).first.click()
    expect(person.page.locator("main").get_by_role("button", name=said("home.play"))).to_be_visible()


def test_an_address_that_is_none_says_so(person: Person) -> None:
    person.expects(REFUSED)
    person.go("/table/what%20is%20this")
    expect(person.page.get_by_role("heading", level=1)).to_have_text(said("site.not_found"))


def test_a_private_table_wants_its_whole_link(people: Callable[..., Person]) -> None:
    host, stranger = people(), people()
    stranger.expects(REFUSED)
    table = host.open_table("bali", 2, bots=None, public=False)
    stranger.arrive().go(f"/table/{table}")
    expect(stranger.page.get_by_text(said("ui.fault_by_link_only"))).to_be_visible()


def test_at_a_full_table_one_may_stay_and_watch(people: Callable[..., Person]) -> None:
    host, late = people(), people()
    table = host.open_table("bali", 2, bots=None, public=True, watch="anyone")
    host.command(table, "bot", seat=1, level="easy")
    late.arrive().enter(table)
    expect(late.page.get_by_text(said("lobby.full")).first).to_be_visible()
    assert late.page.get_by_role("button", name=said("lobby.sit")).count() == 0


def test_what_is_no_link_is_refused_where_it_was_pasted(person: Person) -> None:
    person.go("/")
    field, fault = person.page.get_by_label(said("home.join_label")), person.page.get_by_text(said("home.join_fault"))
    for pasted in ("hello", "https://example.org/", MARKUP, "/table/", "x" * 5000):
        field.fill(pasted)
        expect(fault, "what was said of the last one").to_be_hidden()
        person.page.get_by_role("button", name=said("home.join_go")).click()
        expect(fault, pasted[:40]).to_be_visible()


def broken_records(person: Person, table: str) -> dict[str, str]:
    record = person.ask(f"/api/tables/{table}/record")
    moved = {**record, "moves": record["moves"][::-1]}
    return {"no json": "hello", "a list": "[]", "empty": "", "no record": "{}", "other moves": json.dumps(moved)}


def test_a_record_that_does_not_hold_says_why(person: Person, finished: Finished, tmp_path: Path) -> None:
    person.expects(REFUSED)
    broken = broken_records(person, finished("bali", 2))
    person.go("/watch")
    for name, text in broken.items():
        file = tmp_path / "record.json"
        file.write_text(text)
        person.page.locator("input[type=file]").set_input_files(file)
        fault = person.page.locator("section:has(input[type=file]) [role=alert]")
        expect(fault, name).not_to_be_empty()
        assert "/watch" in person.page.url


def test_a_name_that_cannot_be_is_refused_beside_its_field(person: Person) -> None:
    person.expects(REFUSED)
    person.go("/me")
    field = person.page.get_by_role("textbox", name=said("home.me_name"))
    for name in ("", "   ", "x" * 10_000, "\u202eevil"):
        field.fill(name)
        expect(field, "what was said of the last one").not_to_have_attribute("aria-invalid", "true")
        field.press("Enter")
        expect(field, ascii(name[:40])).to_have_attribute("aria-invalid", "true")


@pytest.mark.parametrize(
    "name",
    [MARKUP, "W" * 40, "🎴" * 20, "שלום עולם", "a" * 39 + "́"],
    ids=["markup", "wide", "emoji", "hebrew", "accent"],
)
def test_a_strange_name_is_shown_as_it_is_and_breaks_nothing(person: Person, name: str) -> None:
    table = person.arrive(name).open_table("basari", 3, bots=None)
    person.enter(table)
    kept = person.ask("/api/me")["name"]  # the same to the eye, though perhaps of other characters
    expect(person.page.get_by_text(kept).first).to_be_visible()
    check_widths(person, "the lobby", NARROW)
    for seat in (1, 2):
        person.command(table, "bot", seat=seat, level="greedy")
    person.command(table, "start")
    person.page.locator("[data-move]").first.wait_for()
    check_widths(person, "the table", NARROW)
    assert person.page.title() != "1"
