"""A whole game on a phone, with fingers; and turned on its side."""

from collections.abc import Callable
from random import Random

import pytest
from playwright.sync_api import expect

from .looks import SETTLED, STICKING_OUT, set_size
from .people import PHONE, Person
from .playing import by_finger, make_a_move, play_ends

SIZES = [PHONE, (844, 390), (360, 640)]
LONG_NAME = "Maria Antonia Wolfeschlegelsteinhausen"
SMALL_TARGETS = """() => [...document.querySelectorAll('[data-move]:not([aria-disabled="true"])')]
  .filter((node) => node.checkVisibility())
  .map((node) => [node.dataset.move, node.getBoundingClientRect()])
  .filter(([, box]) => box.width > 0 && Math.min(box.width, box.height) < 43.5)
  .map(([move, box]) => `${move}: ${box.width} x ${box.height}`)"""


@pytest.mark.parametrize("table", [("bali", 3), ("basari", 4)], ids=str)
def test_a_whole_game_with_fingers(people: Callable[..., Person], table: tuple[str, int]) -> None:
    person = people(size=PHONE, touch=True)
    person.enter(person.open_table(*table))
    play_ends(person, how=by_finger)


@pytest.mark.parametrize("table", [("bali", 4), ("basari", 5)], ids=str)
def test_every_move_is_large_enough_for_a_finger(people: Callable[..., Person], table: tuple[str, int]) -> None:
    person = people(size=PHONE, touch=True)
    person.enter(person.open_table(*table))
    for seed in range(6):
        person.wait(lambda: person.heard.my_turn or person.heard.stage == "over", "a turn")
        for size in SIZES[seed % 3 :] + SIZES[: seed % 3]:  # by turns a move is made in each
            set_size(person, size)
            person.page.evaluate(SETTLED)
            assert person.page.evaluate(SMALL_TARGETS) == [], size
            assert person.page.evaluate(STICKING_OUT) == [], size
        make_a_move(person, Random(seed), by_finger)


@pytest.mark.parametrize("table", [("bali", 2), ("basari", 3)], ids=str)
def test_a_name_that_is_cut_can_be_read_whole(people: Callable[..., Person], table: tuple[str, int]) -> None:
    person, other = people(size=PHONE, touch=True), people()
    opened = person.open_table(*table, bots=None)
    key = person.ask(f"/api/tables/{opened}")["you"]["key"]
    other.arrive(LONG_NAME).command(opened, "sit", key=key, seat=1)
    for seat in range(2, table[1]):
        person.command(opened, "bot", seat=seat, level="greedy")
    person.command(opened, "start")
    person.enter(opened)
    person.page.locator("[data-seat='2']").get_by_text(LONG_NAME).tap()
    expect(person.page.get_by_role("status").get_by_text(LONG_NAME)).to_be_visible()
