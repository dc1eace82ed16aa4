"""Several people at one device: it is handed over, and in between nothing secret is to be seen."""

import re
from random import Random

import pytest
from playwright.sync_api import WebSocketRoute, expect

from .people import Person
from .playing import by_mouse, offered
from .words import said


def at_one_device(person: Person, name: str, names: list[str]) -> None:
    table = person.open_table(name, len(names) + 1, bots=None)
    for seat, other in enumerate(names, start=1):
        person.command(table, "sit", seat=seat, name=other)
    person.command(table, "start")
    person.enter(table)


@pytest.mark.parametrize(("what", "names"), [("bali", ["Ann"]), ("basari", ["Ann", "Bob"])])
def test_the_device_goes_round_and_shows_nothing_in_between(person: Person, what: str, names: list[str]) -> None:
    at_one_device(person, what, names)
    chance, handed = Random(1), 0
    hand_over = person.page.get_by_role("button", name=said("table.hand_over_done"))
    for _ in range(40):
        person.wait(lambda: hand_over.count() or (person.heard.my_turn and offered(person)), "a hand-over or a move")
        if hand_over.count():
            handed += 1
            assert person.heard.play is not None
            assert person.page.locator("[data-at]").count() == 0, "something of the table is behind it"
            hand_over.click()
            expect(hand_over).to_have_count(0)
        else:
            at = person.heard.at
            by_mouse(person, chance)
            person.wait(
                lambda before=at: person.heard.at != before or not person.heard.my_turn or hand_over.count(), "the move"
            )
        if handed >= 4:
            return
    pytest.fail(f"the device was handed over {handed} times in 40 moves")


def test_who_takes_the_device_before_the_server_has_answered_sees_their_hand(person: Person) -> None:
    """The page asks to look through nobody's eyes; whoever takes the device is quicker than the answer."""
    pages: list[WebSocketRoute] = []
    held: list[str] | None = None

    def route(page: WebSocketRoute) -> None:
        server = page.connect_to_server()

        def sent(text: str | bytes) -> None:
            nonlocal held
            if '"type":"eyes","seat":null' in str(text) and held is None:
                held = []
            server.send(text)

        page.on_message(sent)
        server.on_message(lambda text: page.send(text) if held is None else held.append(str(text)))
        pages.append(page)

    person.page.route_web_socket(re.compile("/socket$"), route)
    at_one_device(person, "basari", ["Ann", "Bob"])
    hand_over = person.page.get_by_role("button", name=said("table.hand_over_done"))
    person.wait(lambda: held, "the answer that is held up")
    hand_over.click()
    expect(hand_over).to_have_count(0)

    late, held = held or [], None
    for text in late:
        pages[-1].send(text)

    expect(person.page.locator("[data-move]").first).to_be_visible()
