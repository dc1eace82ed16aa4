"""How people in tests play: any open move that the page offers, by mouse, by finger or by keyboard alone."""

import re
import time
from collections.abc import Callable
from random import Random

from playwright.sync_api import Locator, expect

from .people import Json, Person

OPEN = '[data-move]:not([aria-disabled="true"]):not(:disabled)'
OPENING = 8  # moves
FEW_CARDS = 3
LAST = (3, 3)  # stage and round, from which on few are left
MANY_TABS = 400  # after so many, whatever one looks for cannot be reached
FOCUSED = """() => {
  const here = document.activeElement;
  const styles = [undefined, '::before', '::after'].map((part) => getComputedStyle(here, part));
  const open = here.matches(`OPEN`);
  return {
    move: open ? here.dataset.move : null,
    name: (here.getAttribute('aria-label') ?? here.textContent).trim(),
    seen: here === document.body || styles.some((style) => style.outlineStyle !== 'none' || style.boxShadow !== 'none'),
    last: here === [...document.querySelectorAll(`OPEN`)].filter((each) => each.checkVisibility()).at(-1),
    what: here.outerHTML.slice(0, 160),
  };
}""".replace("OPEN", OPEN)

Player = Callable[[Person, Random], None]


def controls(person: Person) -> Locator:
    """What makes an open move and can be seen."""
    return person.page.locator(OPEN).locator("visible=true")


def offered(person: Person) -> list[str]:
    return [str(each) for each in controls(person).evaluate_all("all => all.map(each => each.dataset.move)")]


def picked(person: Person, chance: Random) -> str | None:
    """Any open move; who could end a haggle does so half of the time. None while the answer to the last is awaited."""
    moves = offered(person)
    if "accept" in moves and chance.random() < 0.5:
        return "accept"
    return chance.choice(moves) if moves else None


def choose(radio: Locator) -> None:
    """By its label, as people do: the button itself is only drawn."""
    radio.locator("xpath=ancestor::label").click()
    expect(radio).to_be_checked()


def put_forward(person: Person, bid: str) -> None:
    """Push gems onto the table until they are this bid: `bid r2b1`."""
    for gem, count in re.findall(r"([rygb])(\d+)", bid):
        for _ in range(int(count)):
            person.page.locator(f'[data-push="{gem}"]').click()


def by_mouse(person: Person, chance: Random) -> None:
    move = picked(person, chance)
    if move is not None:
        controls(person).and_(person.page.locator(f'[data-move="{move}"]')).first.click()


def by_finger(person: Person, chance: Random) -> None:
    """The first tap looks, the second does."""
    move = picked(person, chance)
    if move is None:
        return
    control = controls(person).and_(person.page.locator(f'[data-move="{move}"]')).first
    control.tap()
    at = person.heard.at
    person.page.wait_for_timeout(60)
    if person.heard.at == at and control.count():
        control.tap()


def by_keyboard(person: Person, chance: Random) -> None:
    """From wherever the focus is, on to one of the next few open moves (not once around the page), and Enter."""
    moves = offered(person)
    if not moves:  # the answer to the last is awaited
        return
    passing = chance.randrange(min(4, len(moves)))
    for _ in range(MANY_TABS):
        focused = person.page.evaluate(FOCUSED)
        assert focused["seen"], f"the focus cannot be seen on {focused['what']}"
        if focused["move"] is not None:
            assert focused["name"], f"nameless: {focused['what']}"
            if passing == 0 or focused["last"] or focused["move"] == "accept":
                break
            passing -= 1
        person.page.keyboard.press("Tab")
    else:
        raise AssertionError(f"no open move can be reached by Tab; open are {offered(person)}")
    person.page.keyboard.press("Enter")


def make_a_move(person: Person, chance: Random, how: Player = by_mouse) -> None:
    """One decision of this person, until the page was told that it was made; none if a late key has just made it."""
    menu = (person.heard.play or {}).get("menu")
    person.wait(lambda: offered(person) or not person.heard.my_turn, f"a control for one of {menu}")
    if not person.heard.my_turn:
        return
    at, sent = person.heard.at, person.moves_sent()

    def made() -> bool:  # a sealed choice leaves the position as it is
        return person.heard.at != at or not person.heard.my_turn

    for _ in range(20):  # a control may first open a choice of how many
        how(person, chance)
        for _ in range(40):
            if made() or person.moves_sent() > sent:  # whoever would now act again could make the next move as well
                person.wait(made, "the answer to a move")
                return
            person.page.wait_for_timeout(10)
    raise AssertionError(f"no move was made: {offered(person)} {person.unexpected()}")


def play(people: list[Person], until: Callable[[], bool], seed: int = 1, how: Player = by_mouse) -> None:
    """Everybody plays whenever it is their turn, until something is so."""
    chance = Random(seed)
    while not until():
        acting = [person for person in people if person.heard.my_turn and person.heard.stage == "playing"]
        if acting:
            make_a_move(chance.choice(acting), chance, how)
        else:
            people[0].wait(lambda: until() or any(each.heard.my_turn for each in people), "anybody's turn")


def play_to_the_end(*people: Person, seed: int = 1, how: Player = by_mouse) -> None:
    play(list(people), lambda: all(each.heard.stage == "over" for each in people), seed, how)


def play_ends(*people: Person, how: Player = by_mouse) -> None:
    """A whole game: its beginning and its end on the pages. Between them everybody plays on without a page."""
    play(list(people), lambda: all((each.heard.play or {"moves": 0})["moves"] >= OPENING for each in people), how=how)
    table, key = people[0].heard.table["id"], people[0].heard.you["key"]
    for each in people:
        each.page.goto("about:blank")
    while not _nearly_over(people[0].ask(f"/api/tables/{table}", key=key)):
        if not any(each.move_without_page(table, key) for each in people):
            time.sleep(0.01)
    for each in people:
        each.enter(table, key)
    play_to_the_end(*people, how=how)


def _nearly_over(told: Json) -> bool:
    """Few cards are in the pile, or the last rounds have begun."""
    view = told["play"]["view"]
    return bool(
        told["table"]["stage"] == "over"
        or view.get("pile", FEW_CARDS + 1) <= FEW_CARDS
        or (view.get("stage", 0), view.get("round", 0)) >= LAST
    )
