"""Looking at something moves nothing: neither what is looked at, from under the pointer, nor what lies around it."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator
from support.tables import Process

from .looks import SETTLED, set_size
from .people import PHONE, TABLET, WIDE, Person
from .playing import controls
from .prepared import come_to, put_down

SMALL_PHONE, LAPTOP = (360, 640), (1366, 768)
LIFT = 8  # pixels by which something may come up to meet the pointer
EDGE = 2  # pixels from the lower edge, which is the first to be lost
WHILE_LOOKING = 300  # milliseconds in which the server has said what would happen
REMEMBER = """() => {
  window.before = [...document.querySelectorAll('.table-place :is([data-at], [data-move], button)')]
    .map((node) => [node, node.getBoundingClientRect()]);
}"""
MOVED = """(most) => window.before.flatMap(([node, was]) => {
  const is = node.getBoundingClientRect();
  const by = ['x', 'y', 'width', 'height'].map((side) => Math.round(is[side] - was[side]));
  const name = node.dataset.at ?? node.dataset.move ?? node.className;
  return Math.max(...by.map(Math.abs)) > most ? [`${name}: ${by}`] : [];
})"""
POINTED_AT = "(node, [x, y]) => node.contains(document.elementFromPoint(x, y))"


@pytest.mark.parametrize(
    ("table", "phases", "sizes"),
    [
        (("bali", 4), ("take", "give"), (SMALL_PHONE, WIDE)),
        (("basari", 3), ("choose", "answer"), (PHONE, TABLET, WIDE)),
        (("basari", 5), ("choose", "gain"), (PHONE, LAPTOP)),
    ],
    ids=("bali", "basari-3", "basari-5"),
)
def test_looking_moves_nothing(
    people: Callable[..., Person], server: Process, table: tuple[str, int], phases: tuple[str, ...],
    sizes: tuple[tuple[int, int], ...],
) -> None:  # fmt: skip
    person = people(language="de")  # the longest words
    for phase in phases:
        person.enter(put_down(server, person, come_to(*table, phase)))
        person.wait(lambda: controls(person).count(), "something to do")
        for size in sizes:
            set_size(person, size)
            for control in controls(person).all():
                look_at(person, control, f"{phase}, {size}, {control.get_attribute('data-move')}")


def test_the_table_stays_where_it_is_when_the_prompt_has_buttons(person: Person, server: Process) -> None:
    table = put_down(server, person, come_to("bali", 3, "reward"))
    person.enter(table)
    person.wait(lambda: controls(person).count(), "a reward to choose")
    person.page.evaluate(SETTLED)
    person.page.evaluate(REMEMBER)
    at = person.heard.at
    person.move_without_page(table, None)
    person.wait(lambda: person.heard.at != at, "the game to go on")
    person.page.evaluate(SETTLED)
    moved = [each for each in person.page.evaluate(MOVED, 2) if each.startswith(("altar", "supply", "pile"))]
    assert moved == []


def look_at(person: Person, control: Locator, where: str) -> None:
    person.page.mouse.move(1, 1)
    control.evaluate("(node) => node.scrollIntoView({ block: 'center' })")
    person.page.evaluate(SETTLED)
    box = control.bounding_box()
    assert box is not None
    point = (box["x"] + box["width"] / 2, box["y"] + box["height"] - EDGE)
    if not control.evaluate(POINTED_AT, point):  # something else lies over its edge
        return
    person.page.evaluate(REMEMBER)
    person.page.mouse.move(*point)
    person.page.wait_for_timeout(WHILE_LOOKING)
    person.page.evaluate(SETTLED)
    assert control.evaluate(POINTED_AT, point), f"{where}: lost"
    assert person.page.evaluate(MOVED, LIFT) == [], where
