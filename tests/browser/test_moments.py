"""The great moments of the games have scenes of their own: nothing is told before its time, and everybody can go on."""

import re
from collections.abc import Callable

import pytest
from support.tables import Process

from pasar.match.match import Match

from .looks import axe_violations
from .people import PHONE, WIDE, Json, Person
from .playing import offered
from .prepared import before, come_to, ended, put_down

SCENE = "dialog.climax"
TOTAL = f"{SCENE} .total"
# Whatever moves from now on, in any frame: what fades or changes its colour is at rest.
WATCH_MOTION = """() => {
  const AT_REST = /^(offset|computedOffset|easing|composite|opacity|visibility|display|\\w*[cC]olor)$/;
  window.moved = new Set();
  const look = () => {
    for (const each of document.getAnimations()) {
      if (each.effect.getComputedTiming().duration <= 1) continue; // nobody sees a millisecond
      const frames = each.effect.getKeyframes();
      const changes = (name) => !AT_REST.test(name) && frames.some((frame) => frame[name] !== frames[0][name]);
      const changing = Object.keys(frames[0] ?? {}).filter(changes);
      if (changing.length) window.moved.add(`${each.effect.target?.className}: ${changing}`);
    }
    requestAnimationFrame(look);
  };
  look();
}"""
MOVED = "() => [...window.moved]"
SEEN = """() => ({
  scene: document.querySelector('dialog.climax') !== null,
  said: document.title + document.body.textContent,
  marked: document.querySelectorAll('.winner, .won, .hero').length,
  pleased: document.querySelectorAll('dialog.climax .pleased').length,
})"""
BARRED = "() => getComputedStyle(document.querySelector('.offer .barred .bali-choice')).filter"
LOWEST = "() => document.querySelector('dialog.climax button')?.getBoundingClientRect().bottom ?? 0"
TICK = 250  # milliseconds
MOOD = 5_000  # milliseconds that a face shows what it feels at most
LONGEST = 12_000  # milliseconds that a scene may take
Ends = Callable[[Json], bool]
WON = re.compile(r"\bwins?\b|winner|victory", re.IGNORECASE)


def over(view: Json) -> bool:
    return bool(view["over"])


def second_stage(view: Json) -> bool:
    return bool(view["stage"] == 2)


def at_the_moment(
    server: Process, person: Person, game: str, players: int, motion: str = "no-preference", ends: Ends = over
) -> None:
    """The move is made that leads to the scene, on a page whose time the test holds in its hands."""
    make(server, person, *before(game, players, ends), motion)


def make(server: Process, person: Person, match: Match, move: str, motion: str = "no-preference") -> None:
    person.page.emulate_media(reduced_motion=motion)  # type: ignore[arg-type]
    person.page.clock.install()
    person.enter(put_down(server, person, match))
    person.page.evaluate(WATCH_MOTION)
    control = person.page.locator(f'[data-move="{move}"]:not([aria-disabled="true"])').first
    person.wait(lambda: ticked(person) and control.count(), f"a control for {move}")
    control.click()
    person.wait(lambda: ticked(person) and person.page.locator(TOTAL).count(), "the scene, with what it shows in it")


def ticked(person: Person) -> bool:
    person.page.clock.run_for(TICK)
    return True


@pytest.mark.parametrize(
    ("what", "players", "size"), [("bali", 2, WIDE), ("bali", 2, PHONE), ("basari", 3, WIDE)], ids=str
)
def test_nobody_learns_who_wins_before_the_count_ends(
    server: Process, people: Callable[..., Person], what: str, players: int, size: tuple[int, int]
) -> None:
    person = people(size=size, speed="normal")
    at_the_moment(server, person, what, players)
    person.stop_the_clock()
    lasted = 0
    while lasted < LONGEST and (seen := person.page.evaluate(SEEN))["scene"]:
        assert not WON.search(seen["said"])
        assert seen["marked"] == 0
        assert seen["pleased"] == 0 or lasted < MOOD  # somebody may be glad of the last move, for a while
        if lasted % (4 * TICK) == 0:
            assert not WON.search(read_aloud(person))
        person.page.clock.run_for(TICK)
        lasted += TICK
    assert lasted > LONGEST / 3
    person.page.keyboard.press("Enter")  # a stage of Basari waits until it has been read
    person.wait(lambda: ticked(person) and WON.search(person.page.evaluate(SEEN)["said"]), "the winner's name")
    assert person.page.locator(SCENE).count() == 0


def read_aloud(person: Person) -> str:
    """Everything that the page tells those who cannot see it."""
    session = person.context.new_cdp_session(person.page)
    nodes = session.send("Accessibility.getFullAXTree")["nodes"]
    session.detach()
    told = [node.get(part, {}).get("value", "") for node in nodes for part in ("name", "description", "value")]
    assert len(told) > 100
    return " ".join(map(str, told))


def test_a_key_ends_the_scene(server: Process, people: Callable[..., Person]) -> None:
    person = people(speed="normal")
    at_the_moment(server, person, "bali", 2)
    person.page.keyboard.press("Escape")
    person.page.locator(".hero").wait_for()
    assert person.page.locator(SCENE).count() == 0


def test_who_wants_no_motion_reads_the_count_in_peace(server: Process, people: Callable[..., Person]) -> None:
    person = people(speed="normal")
    at_the_moment(server, person, "bali", 2, "reduce")
    shown = person.page.locator(TOTAL).all_text_contents()
    points = (person.heard.play or {})["result"]["points"]
    assert sorted(shown) == sorted(map(str, points))
    assert axe_violations(person) == []
    person.page.clock.run_for(8 * TICK)
    assert person.page.locator(SCENE).count() == 1
    person.page.keyboard.press("Enter")
    person.page.locator(".hero").wait_for()
    person.page.clock.run_for(8 * TICK)
    assert person.page.evaluate(MOVED) == []


def test_the_way_on_from_a_count_is_in_the_window(server: Process, people: Callable[..., Person]) -> None:
    person = people(size=(1024, 768), speed="normal")
    at_the_moment(server, person, "bali", 4, "reduce")
    assert 0 < person.page.evaluate(LOWEST) <= 768


def test_the_way_on_stays_in_the_window_of_a_phone_while_lines_are_added(
    server: Process, people: Callable[..., Person]
) -> None:
    person = people(size=PHONE, speed="normal")
    make(server, person, *ended("bali", 4, 1))
    lowest = [person.page.evaluate(LOWEST) for _ in range(LONGEST // TICK) if ticked(person)]
    assert 0 < max(lowest) <= PHONE[1]


def test_a_stage_of_basari_is_counted_colour_by_colour_and_waits(
    server: Process, people: Callable[..., Person]
) -> None:
    person = people(speed="normal")
    at_the_moment(server, person, "basari", 3, ends=second_stage)
    totals = person.page.locator(TOTAL)
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


def test_a_row_is_barred_when_the_demon_has_landed_on_it(server: Process, people: Callable[..., Person]) -> None:
    person = people(speed="normal")
    person.page.emulate_media(reduced_motion="no-preference")
    person.page.clock.install()
    match = come_to("bali", 3, "play", ("oracle", "demon"), likes=("take 3",), has="play priest")
    person.enter(put_down(server, person, match))
    priest = person.page.locator('[data-move="play priest"]:not([aria-disabled="true"])').first
    person.wait(lambda: ticked(person) and priest.count(), "a priest to play")
    person.stop_the_clock()
    priest.click()
    leaping = person.page.locator('[data-at="demon"][data-arriving]')
    person.wait(lambda: ticked(person) and leaping.count(), "the demon in the air")
    assert person.page.evaluate(BARRED) == "none"
    person.wait(lambda: ticked(person) and not leaping.count(), "the demon on its row")
    assert person.page.evaluate(BARRED) != "none"


def test_who_wants_no_motion_sees_neither_leap_nor_lotus_nor_bouncing_faces(
    server: Process, people: Callable[..., Person]
) -> None:
    person = people(speed="normal")
    for phase, move in (("oracle", "look"), ("play", "play priest")):
        match = come_to("bali", 3, phase, ("oracle", "demon"), likes=("take 3",), has=move)
        person.enter(put_down(server, person, match))
        person.page.evaluate(WATCH_MOTION)
        person.wait(lambda: offered(person), "something to do")
        person.page.keyboard.press("r")
        person.page.get_by_role("toolbar").locator("button").first.click()
        control = person.page.locator(f'[data-move="{move}"]:not([aria-disabled="true"])').first
        control.click()
        person.wait(lambda match=match: (person.heard.play or {})["moves"] > len(match.moves), "the move")
        person.wait(lambda: offered(person), "the next decision")
        assert person.page.evaluate(MOVED) == []


def test_who_wants_no_motion_sees_a_stage_counted_at_rest(server: Process, people: Callable[..., Person]) -> None:
    person = people(speed="normal")
    at_the_moment(server, person, "basari", 3, "reduce", second_stage)
    assert axe_violations(person) == []
    person.page.keyboard.press("Enter")
    person.wait(lambda: ticked(person) and offered(person), "the next stage")
    assert person.page.evaluate(MOVED) == []
