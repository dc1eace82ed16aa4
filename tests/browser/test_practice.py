"""A mistake of one's own comes back as a position: the page says what is right, what is not, and why."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from pasar.match.match import Match

from .people import PHONE, WIDE, Person
from .words import said


def mistake() -> tuple[dict[str, object], str, str]:
    """A card as the page keeps it, its best move, and a worse one."""
    match = Match.new("bali", seed=3)
    record, seat = match.record(), match.to_act[0]
    best, worse = match.open()[:2]
    why = {"lost": 12.3, "points": 4.5, "parts": []}
    beginning = {key: record[key] for key in ("game", "rules", "setup", "moves")}
    exercise = {**beginning, "seat": seat, "best": best, "others": {worse: why}}
    return {"id": "one", "box": 0, "due": 0, "changed": 1, "exercise": exercise}, best, worse


@pytest.mark.parametrize("size", [WIDE, PHONE], ids=str)
def test_a_mistake_comes_back_until_it_is_solved(people: Callable[..., Person], size: tuple[int, int]) -> None:
    person = people(size=size)
    card, best, worse = mistake()
    person.arrive()
    person.ask("/api/me/practice", {"cards": [card]}, "PUT", status=204)
    person.go("/learn")
    person.page.get_by_text(said("learn.own_due")).click()
    person.page.get_by_text(said("learn.find")).wait_for()
    choose(person, worse)
    expect(person.page.get_by_text(said("learn.wrong_short"))).to_be_visible()
    expect(person.page.get_by_text(said("learn.loses"))).to_contain_text("12")
    expect(person.page.get_by_text(said("coach.why_alone"))).to_contain_text("4.5")
    person.page.get_by_text(said("learn.try_again")).click()
    choose(person, best)
    expect(person.page.get_by_text(said("learn.right_short"))).to_be_visible()
    person.wait(lambda: person.ask("/api/me/practice")["cards"][0]["box"] == 1, "the first answer to count")
    person.page.get_by_text(said("learn.next_position")).click()
    expect(person.page.get_by_text(said("learn.own_none"))).to_be_visible()


def choose(person: Person, move: str) -> None:
    person.page.locator(f'[data-move="{move}"]').locator("visible=true").first.click()
