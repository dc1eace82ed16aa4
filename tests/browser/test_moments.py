"""The great moments of the games have scenes of their own: nothing is told before its time, and everybody can go on."""

import re
from collections.abc import Callable

import pytest
from support.tables import Process

from .people import PHONE, WIDE, Json, Person
from .playing import offered
from .prepared import before, put_down

SCENE = "dialog.climax"
MOVES = """() => document.getAnimations()
  .filter((each) => each.effect.getKeyframes().some((frame) => 'transform' in frame)).length"""
SEEN = """() => ({
  scene: document.querySelector('dialog.climax') !== null,
  said: document.title + document.body.textContent,
  marked: document.querySelectorAll('.winner, .won, .hero, dialog.climax .pleased').length,
})"""
TICK = 250  # milliseconds
LONGEST = 12_000  # milliseconds that a scene may take
ENDS: dict[str, Callable[[Json], bool]] = {
    "bali": lambda view: bool(view["over"]),
    "basari": lambda view: view["stage"] == 2,
}
WON = re.compile(r"\bwins?\b|winner|victory", re.IGNORECASE)


def at_the_moment(server: Process, person: Person, game: str, players: int, motion: str = "no-preference") -> None:
    """The move is made that leads to the scene, on a page whose time the test holds in its hands."""
    match, move = before(game, players, ENDS[game])
    person.page.emulate_media(reduced_motion=motion)  # type: ignore[arg-type]
    person.page.clock.install()
    person.enter(put_down(server, person, match))
    control = person.page.locator(f'[data-move="{move}"]:not([aria-disabled="true"])').first
    person.wait(lambda: ticked(person) and control.count(), f"a control for {move}")
    control.click()
    person.wait(lambda: ticked(person) and person.page.locator(SCENE).count(), "the scene")


def ticked(person: Person) -> bool:
    person.page.clock.run_for(TICK)
    return True


@pytest.mark.parametrize("size", [WIDE, PHONE], ids=str)
def test_nobody_learns_who_wins_before_the_altar_is_counted(
    server: Process, people: Callable[..., Person], size: tuple[int, int]
) -> None:
    person = people(size=size, speed="normal")
    at_the_moment(server, person, "bali", 2)
    person.page.clock.pause_at(person.page.evaluate("Date.now()") / 1000 + 0.5)
    lasted = 0
    while (seen := person.page.evaluate(SEEN))["scene"]:
        assert not WON.search(seen["said"])
        assert seen["marked"] == 0
        assert lasted <= LONGEST
        person.page.clock.run_for(TICK)
        lasted += TICK
    assert lasted > LONGEST / 3
    person.wait(lambda: ticked(person) and WON.search(person.page.evaluate(SEEN)["said"]), "the winner's name")


def test_a_key_ends_the_scene(server: Process, people: Callable[..., Person]) -> None:
    person = people(speed="normal")
    at_the_moment(server, person, "bali", 2)
    person.page.keyboard.press("Escape")
    person.page.locator(".hero").wait_for()
    assert person.page.locator(SCENE).count() == 0


def test_who_wants_no_motion_reads_the_count_in_peace(server: Process, people: Callable[..., Person]) -> None:
    person = people(speed="normal")
    at_the_moment(server, person, "bali", 2, "reduce")
    shown = person.page.locator(f"{SCENE} .total").all_text_contents()
    points = (person.heard.play or {})["result"]["points"]
    assert sorted(shown) == sorted(map(str, points))
    assert person.page.evaluate(MOVES) == 0
    person.page.clock.run_for(8 * TICK)
    assert person.page.locator(SCENE).count() == 1
    person.page.keyboard.press("Enter")
    person.page.locator(".hero").wait_for()


def test_a_stage_of_basari_is_counted_colour_by_colour_and_waits(
    server: Process, people: Callable[..., Person]
) -> None:
    person = people(speed="normal")
    at_the_moment(server, person, "basari", 3)
    totals = person.page.locator(f"{SCENE} .total")
    points = [seat["points"] for seat in (person.heard.play or {})["view"]["seats"]]
    before_counting = totals.all_text_contents()
    assert before_counting != [str(points[seat]) for seat in in_order(person, 3)]
    person.page.clock.run_for(LONGEST)
    assert totals.all_text_contents() == [str(points[seat]) for seat in in_order(person, 3)]
    person.page.clock.run_for(8 * TICK)
    assert totals.count() == 3  # whoever reads has time
    person.page.keyboard.press("Enter")
    person.wait(lambda: ticked(person) and offered(person), "the next stage")
    assert person.page.locator(SCENE).count() == 0


def in_order(person: Person, players: int) -> list[int]:
    own = person.heard.you["seats"][0]
    return [(own + step) % players for step in range(players)]
