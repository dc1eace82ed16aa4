"""Basari in every phase: usable by everybody, by day and by lamp, on a phone and on a desk."""

from collections.abc import Callable

import pytest
from table_helpers import Process

from .looks import SETTLED, check_phase
from .people import PHONE, TABLET, WIDE, Person
from .phases import BASARI
from .prepared import stops

LIFT = 1  # pixel by which a button comes up to meet the pointer


def test_every_phase_of_basari(person: Person, server: Process) -> None:
    for number, phase in enumerate(stops(server, person, "basari", 5, sorted(BASARI))):
        check_phase(person, f"Basari, {phase}", number)


@pytest.mark.parametrize("size", [PHONE, TABLET, WIDE], ids=str)
def test_what_is_pointed_at_stays_under_the_pointer(
    people: Callable[..., Person], server: Process, size: tuple[int, int]
) -> None:
    """What accepting leads to is told below the button, which once went up to make room, down again, and up."""
    person = people(size=size)
    next(stops(server, person, "basari", 3, ["answer"]))
    accept = person.page.locator('[data-move="accept"]').locator("visible=true")
    accept.evaluate("(button) => button.scrollIntoView({ block: 'center' })")
    person.page.evaluate(SETTLED)
    before = accept.bounding_box()
    assert before is not None
    person.page.mouse.move(before["x"] + before["width"] / 2, before["y"] + before["height"] - 3)
    foretold = person.page.locator(".maker .hint:not(.keys)")
    person.wait(lambda: foretold.count() and foretold.inner_text().strip(), "what it would lead to")
    after = accept.bounding_box()
    assert after is not None
    assert abs(after["y"] - before["y"]) <= LIFT
