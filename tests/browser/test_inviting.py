"""How others find the table: by a link that leads there from elsewhere, or by a code to point a camera at."""

import json
from collections.abc import Callable

import pytest
from playwright.sync_api import Route, expect
from support.tables import Process

from .people import Person
from .words import said

ELSEWHERE = "http://192.0.2.7:8000"


def told_of(person: Person, addresses: list[str] | None) -> None:
    """The server as it would be with these addresses; with None, as one that says nothing of them."""

    def answer(route: Route) -> None:
        told = route.fetch().json()
        told.pop("addresses", None)
        route.fulfill(json=told if addresses is None else {**told, "addresses": addresses})

    person.page.route("**/api/games", answer)


@pytest.mark.parametrize("addresses", [None, []], ids=("unknown", "none"))
def test_at_localhost_one_is_warned_that_the_link_leads_nobody_here(
    person: Person, addresses: list[str] | None
) -> None:
    told_of(person, addresses)
    person.enter(person.open_table("bali", 2, bots=None))
    expect(person.page.get_by_text(said("lobby.only_here"))).to_be_visible()


def test_at_localhost_the_link_has_an_address_that_others_can_use(person: Person) -> None:
    told_of(person, [person.url, ELSEWHERE])
    table = person.open_table("bali", 2, bots=None)
    person.enter(table)
    link = person.page.get_by_label(said("lobby.link"))
    expect(link).to_have_value(f"{ELSEWHERE}/table/{table}#{person.heard.you['key']}")
    expect(person.page.get_by_text(said("lobby.elsewhere"))).to_be_visible()
    person.page.get_by_text(said("lobby.qr"), exact=True).click()
    expect(person.page.get_by_role("img", name=said("lobby.qr_label"))).to_be_visible()


def test_the_lesson_is_offered_until_a_move_was_made(people: Callable[..., Person], server: Process) -> None:
    person = people()
    lesson = person.page.locator("form a[href='/learn/bali']")
    person.go("/")
    person.page.locator("main").get_by_role("button", name=said("home.play")).click()
    person.wait(lambda: person.heard.my_turn and person.page.locator("[data-move]").count(), "a turn")
    person.go("/")
    expect(lesson).to_be_visible()
    assert json.loads(person.page.evaluate("localStorage.getItem('pasar')"))["last"]["game"] == "bali"
