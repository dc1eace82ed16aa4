"""Both tables in every phase: usable by everybody, by day and by lamp, on a phone and on a desk."""

import pytest

from .looks import check_looks
from .people import Person
from .phases import BALI, BASARI, walk


def test_every_phase_of_bali(person: Person) -> None:
    for phase in walk(person, "bali", 3, BALI, ("oracle", "demon")):
        check_looks(person, f"Bali, {phase}")


def test_every_phase_of_basari(person: Person) -> None:
    for phase in walk(person, "basari", 5, BASARI):
        check_looks(person, f"Basari, {phase}")


@pytest.mark.parametrize("table", [("bali", 4), ("basari", 5)], ids=str)
def test_a_lobby(person: Person, table: tuple[str, int]) -> None:
    person.enter(person.open_table(*table, bots=None))
    check_looks(person, "the lobby")


@pytest.mark.parametrize("place", ["replay", "fair"])
@pytest.mark.parametrize("table", [("bali", 2), ("basari", 3)], ids=str)
def test_what_is_looked_at_afterwards(person: Person, table: tuple[str, int], place: str) -> None:
    finished = person.finished_table(*table)
    person.go(f"/{place}/{finished}")
    person.page.locator("h1").first.wait_for()
    check_looks(person, place)
