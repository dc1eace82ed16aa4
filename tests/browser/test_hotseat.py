"""Several people at one device: it is handed over, and in between nothing secret is to be seen."""

from random import Random

import pytest
from playwright.sync_api import expect

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
