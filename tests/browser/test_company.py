"""Faces, reactions and a first game's guide: what others show of themselves, and what can be told to be quiet."""

from collections.abc import Callable

from playwright.sync_api import expect

from .looks import STICKING_OUT, axe_violations, set_size
from .people import Person
from .playing import make_a_move, offered
from .words import said

FRAME = 20  # milliseconds
BUBBLE = 'p[data-seat="1"]:has(svg use[href$="reactions-laugh"])'


def laugh(person: Person) -> None:
    """By keys alone."""
    person.page.keyboard.press("r")
    person.page.get_by_role("toolbar").locator("button:focus").wait_for()
    assert axe_violations(person) == []
    person.page.keyboard.press("ArrowRight")
    person.page.keyboard.press("Enter")


def test_a_reaction_is_seen_and_heard_by_the_others_and_can_be_switched_off(people: Callable[..., Person]) -> None:
    ann, eve = people().arrive("Ann"), people()
    ann.ask("/api/me", {"face": "tea"}, method="PATCH")
    ann.enter(ann.open_table("bali", 2, watch="anyone", public=True))
    eve.enter(ann.heard.table["id"])
    eve.page.locator('.game .mark [data-face="tea"]').first.wait_for()
    laugh(ann)
    eve.page.locator(BUBBLE).wait_for()
    expect(eve.page.get_by_text("Ann laughs.")).to_have_count(1)
    ann.page.locator(BUBBLE).wait_for(state="detached")
    eve.page.evaluate(
        "localStorage.setItem('pasar', JSON.stringify({ ...JSON.parse(localStorage.pasar), reactions: false }))"
    )
    eve.enter(ann.heard.table["id"])
    heard = len(eve.heard.frames)
    laugh(ann)
    eve.wait(lambda: any('"reaction"' in frame for frame in eve.heard.frames[heard:]), "the reaction")
    assert eve.page.locator(BUBBLE).count() == 0


def test_a_reaction_moves_with_its_mark_when_the_window_becomes_narrower(people: Callable[..., Person]) -> None:
    ann = people(size=(3840, 1000))
    ann.page.clock.install()  # a busy machine would have shown the reaction for long enough by then
    ann.enter(ann.open_table("bali", 2))
    laugh(ann)
    ann.page.locator(BUBBLE).wait_for()
    ann.stop_the_clock()
    set_size(ann, (360, 640))
    ann.wait(lambda: frame_shown(ann) and ann.page.evaluate(STICKING_OUT) == [], "all to be in the window")
    assert ann.page.locator(BUBBLE).count() == 1


def frame_shown(person: Person) -> bool:
    person.page.clock.run_for(FRAME)
    return True


def test_the_story_is_a_slim_strip_until_it_is_unfolded(people: Callable[..., Person]) -> None:
    ann = people(sidePanel=None)  # as it is for who comes for the first time
    ann.page.add_init_script(
        "const { sidePanel, ...kept } = JSON.parse(localStorage.pasar ?? '{}');"
        "sidePanel === null && localStorage.setItem('pasar', JSON.stringify(kept))"
    )
    ann.enter(ann.open_table("bali", 2))
    side = ann.page.get_by_role("complementary")
    ann.wait(lambda: offered(ann), "something to do")
    assert (side.bounding_box() or {"width": 0})["width"] < 60
    assert axe_violations(ann) == []
    side.get_by_role("button").first.click()
    ann.page.locator("aside:not(.slim)").wait_for()
    assert (side.bounding_box() or {"width": 0})["width"] > 300


def test_what_cannot_be_loaded_is_said_and_can_be_tried_again(people: Callable[..., Person]) -> None:
    ann = people()
    ann.expects("Dialogs", "Reactions", "dynamically imported module")
    ann.page.route("**/assets/{Dialogs,Reactions}*", lambda route: route.abort("internetdisconnected"))
    ann.enter(ann.open_table("bali", 2))
    ann.wait(lambda: offered(ann), "something to do")
    note = ann.page.get_by_text(said("ui.fault_offline"))
    for key in ("?", "r"):
        ann.page.keyboard.press(key)
        note.first.wait_for()
        note.locator("xpath=..").get_by_role("button").first.click()
        note.wait_for(state="detached")


def test_the_guide_explains_each_thing_once_and_falls_silent(people: Callable[..., Person]) -> None:
    ann = people(guided=[])
    ann.enter(ann.open_table("bali", 2))
    guide = ann.page.get_by_role("region", name="The guide")
    guide.wait_for()
    first = guide.locator("p").text_content()
    assert axe_violations(ann) == []
    make_a_move(ann, ann.chance)
    ann.wait(lambda: offered(ann), "the next decision")
    guide.filter(has_not_text=first or "").wait_for()
    guide.get_by_role("button", name="I know the rest").click()
    make_a_move(ann, ann.chance)
    ann.wait(lambda: offered(ann), "the next decision")
    assert guide.count() == 0
