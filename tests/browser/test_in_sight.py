"""What one decides with is in sight when one decides, on phones, in every phase of both games."""

from collections.abc import Callable, Iterator
from itertools import cycle, product

import pytest
from support.tables import Process

from pasar.games import find
from pasar.match.match import Match
from pasar.server.http.positions import beginnings

from .looks import ARRANGED, SETTLED, set_size
from .people import PHONE, Person
from .phases import BALI, BASARI
from .playing import OPEN, offered
from .prepared import before, come_to, put_down

SIZES = (PHONE, (360, 640))
# What can be chosen, what is asked, and what one has; in a haggle also what is offered.
NEEDED = {
    "bali": (OPEN, ".prompt .sentence", ".dock .hand-place", ".dock .tally-place", ".dock .goods-place"),
    "first game": (
        OPEN,
        ".near li .number",
        ".outlook .ahead",
        ".prompt .line",
        ".prompt .confirm",
        ".dock .goods-place",
    ),
    "basari": (OPEN, ".basari .prompt", ".own .stall.big", ".haggle .offer", ".haggle .tray"),
}
OUT_OF_SIGHT = """(selector) => [...document.querySelectorAll(selector)]
  .filter((node) => node.checkVisibility() && node.getBoundingClientRect().width > 1)
  .flatMap((node) => {
    const { left, top, width, height, bottom } = node.getBoundingClientRect();
    const seen = (down) => {
      const there = document.elementFromPoint(left + width / 2, top + height * down);
      return there && (node.contains(there) || there.contains(node));
    };
    const lost = [0.1, 0.5, 0.9].filter((down) => !seen(down));
    return lost.length ? [`${selector} ${node.dataset.move ?? ''}: ${Math.round(top)}-${Math.round(bottom)}`] : [];
  })"""


def positions(game: str) -> Iterator[tuple[str, Match]]:
    if game == "basari":
        yield "the first choice of a stage", come_to("basari", 4, "choose", likes=("accept",), stage=2)
    for phase in sorted(BALI if game == "bali" else BASARI):
        switches = ("oracle", "demon") if game == "bali" else ()
        yield phase, come_to(game, 4 if game == "bali" else 5, phase, switches, likes=("accept",))


def out_of_sight(person: Person, name: str) -> list[str]:
    """What cannot be seen once the page has come to rest: on a busy machine it may still be arranging itself."""
    person.page.wait_for_timeout(150)
    return at_rest(person, lambda: [each for part in NEEDED[name] for each in person.page.evaluate(OUT_OF_SIGHT, part)])


def at_rest(person: Person, check: Callable[[], list[str]]) -> list[str]:
    """What a check finds when nothing fades or slides any more."""
    return person.comes_to_rest(lambda: person.page.evaluate(SETTLED) or check(), ARRANGED)


@pytest.mark.parametrize("name", ["bali", "basari"])
def test_what_one_decides_with_is_in_sight(people: Callable[..., Person], server: Process, name: str) -> None:
    everybody = [people(touch=True, language=language).arrive().go("/") for language in ("de", "fr", "en")]
    prepared = [
        (phase, person, put_down(server, person, match))
        for person, (phase, match) in zip(cycle(everybody), positions(name), strict=False)
    ]
    lost = []
    for size, (phase, person, table) in product(SIZES, prepared):
        set_size(person, size)
        person.walk(table)
        person.wait(lambda person=person: offered(person), "something to do")
        lost += [f"{phase}, {size[0]}x{size[1]}: {each}" for each in out_of_sight(person, name)]
    assert not lost, "\n".join(lost)


def test_all_stalls_are_in_sight_when_a_stage_begins(people: Callable[..., Person], server: Process) -> None:
    person = people(size=PHONE).arrive().go("/")
    person.walk(put_down(server, person, come_to("basari", 4, "choose", likes=("accept",), stage=2)))
    person.page.locator(OPEN).first.wait_for()
    assert at_rest(person, lambda: person.page.evaluate(OUT_OF_SIGHT, ".stall")) == []


@pytest.mark.parametrize(("phase", "language"), [("buy", "en"), ("play", "de"), ("take", "fr")])
def test_a_first_game_shows_what_one_has_beside_the_guide_and_what_a_move_brings(
    people: Callable[..., Person], server: Process, phase: str, language: str
) -> None:
    person = people(touch=True, size=PHONE, guided=[], language=language).arrive().go("/")
    person.walk(put_down(server, person, come_to("bali", 4, phase)))
    person.page.locator("main section .enough").wait_for()  # the guide has come, above the table
    person.wait(lambda: offered(person), "something to do")
    person.page.locator(OPEN).locator("visible=true").first.tap()
    person.page.locator(".outlook .ahead").wait_for()
    assert out_of_sight(person, "first game") == []


SCROLLS = """(() => {
  const { scrollHeight, clientHeight } = document.querySelector('.table-place');
  return scrollHeight > clientHeight;
})()"""

# Of each stall, what reaches beyond its sides.
BEYOND_ITS_STALL = """() => [...document.querySelectorAll('.others .stall')].flatMap((stall) => {
  const { left, right } = stall.getBoundingClientRect();
  return [...stall.querySelectorAll('.card, .hoard li, .name')]
    .filter((node) => node.getBoundingClientRect().right > right + 1 || node.getBoundingClientRect().left < left - 1)
    .map((node) => `${stall.ariaLabel}: ${node.className}`);
})"""


@pytest.mark.parametrize("players", [4, 5])
def test_the_others_stalls_hold_what_is_on_them_on_a_phone_on_its_side(
    people: Callable[..., Person], server: Process, players: int
) -> None:
    person = people(touch=True, size=(844, 390)).arrive().go("/")
    person.enter(put_down(server, person, come_to("basari", players, "choose", likes=("accept",), stage=2)))
    person.page.locator(OPEN).first.wait_for()
    assert at_rest(person, lambda: person.page.evaluate(BEYOND_ITS_STALL)) == []


CUT = """(name) => [...document.querySelectorAll(name)]
  .filter((node) => node.scrollWidth > node.clientWidth).map((node) => node.textContent)"""


@pytest.mark.parametrize("size", [(844, 390), PHONE, (820, 1180), (1024, 768), (1440, 900)], ids=str)
def test_the_names_of_bots_are_whole(people: Callable[..., Person], server: Process, size: tuple[int, int]) -> None:
    person = people(size=size, sidePanel=False).arrive().go("/")
    match, _ = before("bali", 4, lambda view: bool(view["over"]))  # by then they have numbers of two digits
    person.walk(put_down(server, person, match))
    person.wait(lambda: offered(person), "something to do")
    assert at_rest(person, lambda: person.page.evaluate(CUT, ".rival .name")) == []


@pytest.mark.parametrize(("name", "players"), [("bali", 4), ("basari", 5)])
def test_the_task_of_a_position_leaves_the_table_its_room_on_a_phone(
    people: Callable[..., Person], name: str, players: int
) -> None:
    number = next(k for k, each in enumerate(beginnings(find(name)), 1) if each.rules["players"] == players)
    person = people(touch=True, size=PHONE, language="fr").go(f"/positions/{name}?n={number}")
    person.page.locator(OPEN).locator("visible=true").first.wait_for()
    assert out_of_sight(person, name) == []
    if name == "bali":  # in a haggle the others lie below it, as at every table
        assert not person.page.evaluate(SCROLLS)
