"""Who clicks, taps or presses twice has decided once: a choice opens when what it depends on has been shown.

The page's clock stands still meanwhile, so that nothing has been shown by then, however busy the machine is.
"""

from collections.abc import Callable

import pytest

from .people import PHONE, WIDE, Person
from .playing import controls, offered

Spot = tuple[float, float]
SHOWN = 20_000  # milliseconds of the page's clock, after which everything has been shown


def click(person: Person, spot: Spot) -> None:
    person.page.mouse.click(*spot)


def tap(person: Person, spot: Spot) -> None:
    person.page.touchscreen.tap(*spot)
    person.page.wait_for_timeout(60)
    person.page.touchscreen.tap(*spot)


def press(person: Person, spot: Spot) -> None:
    person.page.keyboard.press("Enter")


@pytest.mark.parametrize(("way", "size"), [(click, WIDE), (tap, PHONE), (press, WIDE)], ids=("mouse", "finger", "keys"))
def test_twice_on_the_same_spot_is_one_round_of_basari(
    people: Callable[..., Person], way: Callable[[Person, Spot], None], size: tuple[int, int]
) -> None:
    person = people(size=size, touch=way is tap, speed="slow")
    person.page.clock.install()
    open_round(person, people(), people())
    spot = middle_of_a_choice(person)
    person.stop_the_clock()
    way(person, spot)
    person.wait(lambda: person.heard.play and person.heard.play["view"]["round"] == 2, "the next round")
    person.page.wait_for_timeout(100)
    way(person, spot)
    person.page.wait_for_timeout(200)
    assert person.moves_sent() == 1
    person.page.clock.run_for(SHOWN)
    person.wait(lambda: offered(person), "the choice to open")
    way(person, spot)
    person.wait(lambda: person.moves_sent() == 2, "the choice of the next round")


def middle_of_a_choice(person: Person) -> Spot:
    controls(person).first.focus()
    box = controls(person).first.bounding_box()
    assert box is not None
    return (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def test_keys_that_are_led_on_in_bali_wait_for_what_moves(people: Callable[..., Person]) -> None:
    person = people(speed="slow")
    person.page.clock.install()
    person.enter(person.open_table("bali", 2))
    person.wait(lambda: offered(person), "a turn")
    controls(person).first.focus()
    at = person.heard.at
    person.stop_the_clock()
    person.page.keyboard.press("Enter")
    person.wait(lambda: person.heard.at != at, "the game to go on")
    person.page.wait_for_timeout(60)
    person.page.keyboard.press("Enter")
    person.page.wait_for_timeout(200)
    assert person.moves_sent() == 1


def test_a_double_click_and_a_held_key_decide_once_where_nothing_moves(people: Callable[..., Person]) -> None:
    person = people()
    open_round(person, people(), people())
    controls(person).first.dblclick(delay=200)
    person.wait(lambda: next_round(person), "the next round")
    assert person.moves_sent() == 1
    controls(person).last.focus()
    for _ in range(3):  # held down: the second and third are repeated
        person.page.keyboard.down("Enter")
    person.wait(lambda: person.moves_sent() > 1, "the choice of the next round")
    person.page.wait_for_timeout(100)
    assert person.moves_sent() == 2


def next_round(person: Person) -> bool:
    """Whether it has begun, and the page has drawn it."""
    play = person.heard.play
    return bool(play and play["view"]["round"] == 2 and offered(person))


def open_round(person: Person, *others: Person) -> None:
    """Basari, with the others' choices already face down: each another one, so that nobody haggles."""
    table = person.open_table("basari", 3, bots=None)
    key = person.ask(f"/api/tables/{table}")["you"]["key"]
    for seat, other in enumerate(others, 1):
        other.arrive(f"Other {seat}").command(table, "sit", key=key, seat=seat)
    person.command(table, "start")
    person.enter(table)
    person.wait(lambda: offered(person), "a choice")
    for other, move in zip(others, "BC", strict=True):
        other.ask(f"/api/tables/{table}/moves", {"move": move, "at": person.heard.at}, key=key)
    person.wait(lambda: person.heard.play and len(person.heard.play["chosen"]) == 2, "both to have chosen")
    person.wait(lambda: offered(person), "the choice")
