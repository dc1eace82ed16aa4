"""The first screen of the front page stands in the page itself: nothing moves when its scripts are here."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from .looks import set_size
from .people import PHONE, TABLET, WIDE, Person
from .test_without_server import held_back

SCRIPTS = "**/assets/index-*.js"
SEEN = (
    ".site-home b",
    ".front-greeting h1",
    ".front-greeting p",
    ".boxes .picture",
    ".boxes b",
    ".boxes small",
    ".setup",
)
# Where everything is that both have, and what it says.
PLACES = """([root, seen]) => seen.flatMap((each) => [...document.querySelectorAll(`${root} ${each}`)].map((node) => {
  const { x, y, width, height } = node.getBoundingClientRect();
  const size = each === '.setup' ? [width] : [width, height]; // what can be chosen comes a moment later
  return [each, node.matches('.setup') ? '' : node.textContent.trim(), ...[x, y, ...size].map(Math.round)];
}))"""
AROUND = """() => {
  const [panel, inside] = ['.setup', '.setup fieldset'].map((each) => document.querySelector(`#app ${each}`));
  return panel.offsetWidth - inside.offsetWidth;
}"""
LANDSCAPE, LAPTOP, HUGE = (844, 390), (1024, 768), (2560, 1440)


def places(person: Person, root: str) -> Any:
    person.page.evaluate("document.fonts.ready.then(() => null)")
    return person.page.evaluate(PLACES, [root, SEEN])


@pytest.mark.parametrize("language", ["en-GB", "de-DE", "fr-FR"])
def test_the_first_screen_stands_where_the_front_page_will(people: Callable[..., Person], language: str) -> None:
    person = people(locale=language, size=PHONE)
    held = held_back(person, SCRIPTS)
    person.page.goto("/", wait_until="commit")
    person.page.locator(".opening h1").wait_for()
    sizes = (PHONE, TABLET, WIDE, LANDSCAPE, LAPTOP, HUGE)
    before = []
    for size in sizes:
        set_size(person, size)
        before.append(places(person, ".opening"))
    person.wait(lambda: held, "the page asks for its scripts")
    held[0].continue_()
    person.page.locator("main.whole").wait_for()
    assert person.page.locator(".opening").count() == 0
    assert person.page.evaluate(AROUND) <= 2, "what is chosen from fills its panel"
    for size, at_first in zip(sizes, before, strict=True):
        set_size(person, size)
        assert places(person, "#app") == at_first, size


def test_the_box_that_was_taken_last_stands_in_front_from_the_beginning(people: Callable[..., Person]) -> None:
    person = people(last={"game": "basari"})
    held = held_back(person, SCRIPTS)
    person.page.goto("/", wait_until="commit")
    expect(person.page.locator(".opening [data-taken]")).to_have_attribute("data-game", "basari")
    person.wait(lambda: held, "the page asks for its scripts")
    held[0].continue_()
    expect(person.page.locator("main input[value=basari]")).to_be_checked()


def test_other_pages_begin_without_it(people: Callable[..., Person]) -> None:
    person = people()
    held = held_back(person, SCRIPTS)
    person.page.goto("/rules", wait_until="commit")
    expect(person.page.locator(".opening-name")).to_be_visible()
    expect(person.page.locator(".opening h1")).to_be_hidden()
    person.wait(lambda: held, "the page asks for its scripts")
    held[0].continue_()
    person.page.locator("main#content").wait_for()
    assert person.page.locator("h1").count() == 1
