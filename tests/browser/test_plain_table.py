"""A game that another package brings has no face in the client: it gets a plain table, on which it can be played."""

from collections.abc import Iterator
from random import Random

import pytest
from playwright.sync_api import Browser, expect
from support.added_game import added_game
from support.tables import Process, process

from .house import client_folder
from .people import Person
from .playing import by_mouse, offered


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    world = added_game(tmp_path_factory.mktemp("added")).environment
    # Uncompiled: a server would compile the other games as well, which nobody plays here.
    with process(tmp_path_factory.mktemp("house"), PASAR_WEB=str(client_folder()), PASAR_JIT="0", **world) as running:
        yield running


@pytest.fixture
def guest(chromium: Browser, house: Process) -> Iterator[Person]:
    person = Person(chromium, house.url, painted=False)
    yield person
    faults = person.unexpected()
    person.context.close()
    assert faults == []


def test_the_game_stands_on_the_shelf(guest: Person) -> None:
    guest.go("/")
    expect(guest.page.get_by_role("radio", name="Kuhn poker")).to_be_attached()


def test_a_whole_game_is_played(guest: Person) -> None:
    guest.enter(guest.open_table("kuhn", 2))
    expect(guest.page.get_by_role("heading", name="Check, or bet your chip.")).to_be_visible()
    chance = Random(1)
    while guest.heard.stage == "playing":
        guest.wait(lambda: guest.heard.stage == "over" or (guest.heard.my_turn and offered(guest)), "one's turn")
        if guest.heard.my_turn and offered(guest):
            at = guest.heard.at
            by_mouse(guest, chance)
            guest.wait(lambda before=at: guest.heard.at != before or not guest.heard.my_turn, "the move")
    assert guest.heard.play is not None and guest.heard.play["result"]["winners"]
    expect(guest.page.get_by_role("columnheader", name="points")).to_be_visible()
