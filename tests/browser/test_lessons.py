"""Each lesson, from its first step to its end, and on to a game of one's own."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from .people import PHONE, WIDE, Person
from .playing import put_forward

SIZES = [WIDE, PHONE]


TO_DO = '[data-lesson="guide"][data-expected], [data-lesson="next"], [data-lesson="done"]'


def next_step(person: Person) -> None:
    """Wait until the others have played, then do what the guide asks for, or read on."""
    page = person.page
    skip, guide = page.locator('[data-lesson="skip"]'), page.locator('[data-lesson="guide"]')
    person.wait(lambda: not skip.count() and page.locator(TO_DO).count(), "something to do")
    if not guide.count():
        return
    step, expected = guide.get_attribute("data-step"), guide.get_attribute("data-expected")
    if expected:
        control = page.locator(f'[data-move="{expected}"]').locator("visible=true").first
        if expected.startswith("bid ") and not control.count():
            put_forward(person, expected)
        control.click()
    else:
        page.locator('[data-lesson="next"]').click()
    person.wait(lambda: _goes_on(person, step), f"what follows step {step}")


def _goes_on(person: Person, step: str | None) -> bool:
    """Whether the lesson has gone on from a step, or the others are playing."""
    page = person.page
    guide = page.locator('[data-lesson="guide"]')
    if page.locator('[data-lesson="done"], [data-lesson="skip"]').count() or not guide.count():
        return True
    return guide.get_attribute("data-step") != step


@pytest.mark.parametrize("what", ["bali", "basari"])
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_a_lesson_leads_to_its_end_and_into_a_game(
    people: Callable[..., Person], what: str, size: tuple[int, int]
) -> None:
    person = people(size=size)
    person.go(f"/learn/{what}")
    person.page.locator('[data-lesson="guide"]').wait_for()
    for _ in range(120):
        if person.page.locator('[data-lesson="done"]').count():
            break
        next_step(person)
    expect(person.page.locator('[data-lesson="done"]')).to_be_visible()
    person.page.locator('[data-lesson="play"]').click()
    person.page.wait_for_url("**/table/*", wait_until="commit")
    person.wait(lambda: person.heard.stage == "playing", "a first game")


def test_another_move_than_the_one_asked_for_does_no_harm(person: Person) -> None:
    person.go("/learn/bali")
    guide = person.page.locator('[data-lesson="guide"]')
    guide.wait_for()
    for _ in range(20):
        if guide.get_attribute("data-expected"):
            break
        next_step(person)
    step, expected = guide.get_attribute("data-step"), guide.get_attribute("data-expected")
    other = person.page.locator(f'[data-move]:not([aria-disabled="true"]):not([data-move="{expected}"])').locator(
        "visible=true"
    )
    if other.count():
        other.first.click()
        assert guide.get_attribute("data-step") == step
    next_step(person)
