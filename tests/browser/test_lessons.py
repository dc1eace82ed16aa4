"""Each lesson, from its first step to its end, and on to a game of one's own."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from .lessons import next_step
from .people import PHONE, WIDE, Person
from .words import said


@pytest.mark.parametrize(
    ("what", "size"),
    [
        ("bali", WIDE),
        ("bali", PHONE),
        ("basari", WIDE),
        ("basari", PHONE),
        ("bali/oracle", PHONE),
        ("bali/demon", WIDE),
    ],
    ids=str,
)
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
    game, _, variant = what.partition("/")
    assert person.heard.table["options"]["game"] == game
    assert [name for name, on in person.heard.table["options"]["switches"].items() if on] == [variant] * bool(variant)


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
    other.first.click()
    expect(guide.get_by_text(said("learn.later")).or_(guide.get_by_text(said("learn.as_good")))).to_be_visible()
    assert guide.get_attribute("data-step") == step
    next_step(person)
    assert guide.get_attribute("data-step") != step
