"""What somebody has to load before the first card is on the table."""

from pathlib import Path

import pytest

from .house import client_folder, packed_sizes
from .people import Person

# Not every face has each part of a face: one that has come is whole without it.
MISSING = """() => {
  const come = [...document.querySelectorAll('symbol')].map(({ id }) => `#${id}`);
  const shown = [...document.querySelectorAll('#app use')].map((use) => use.getAttribute('href'));
  const isThere = (address) => come.some((each) => address === each || address.startsWith(`${each}-`));
  return shown.filter((address) => address !== '#' && !isThere(address));
}"""
MOST = 110_000  # bytes of JavaScript and CSS as they travel, for one game in one language


@pytest.mark.parametrize("table", [("bali", 2), ("basari", 3)], ids=str)
def test_a_table_is_light(person: Person, table: tuple[str, int]) -> None:
    person.enter(person.open_table(*table))
    person.page.locator("[data-move]").first.wait_for()
    sizes = packed_sizes(answer.url for answer in person.answers)
    assert sum(sizes.values()) <= MOST, sorted(sizes.items(), key=lambda each: -each[1])


@pytest.mark.parametrize("table", [("bali", 4), ("basari", 3)], ids=str)
def test_drawings_come_with_the_table_that_shows_them(person: Person, table: tuple[str, int]) -> None:
    person.enter(person.open_table(*table))
    person.page.locator("[data-move]").first.wait_for()
    person.wait(lambda: person.page.locator("#app use").count() and person.page.evaluate(MISSING) == [], "all drawings")


def test_rules_have_their_drawings(person: Person) -> None:
    person.go("/rules/bali")
    person.page.locator("article use").first.wait_for(state="attached")
    assert person.page.locator("#art-bali-plan_take").count() == 1
    assert person.page.evaluate(MISSING) == []


def test_each_part_of_a_font_is_loaded_only_for_the_signs_it_has(person: Person) -> None:
    person.go("/")
    ranges = person.page.evaluate("[...document.fonts].map((each) => each.unicodeRange)")
    assert ranges and "U+0-10FFFF" not in ranges


def test_everything_is_packed() -> None:
    folder = client_folder()
    bare = [path for path in folder.rglob("*") if path.suffix in (".js", ".css", ".html") and not _packed(path)]
    assert bare == []


def _packed(path: Path) -> bool:
    return all(path.with_name(path.name + ending).is_file() for ending in (".br", ".gz"))
