"""Bali in every phase, lobbies and what comes after a game: usable by day and by lamp, with keys alone."""

from collections.abc import Callable
from random import Random

import pytest
from support.tables import Process

from .looks import EVERY_LOOK, check_looks, check_phase, check_with_axe
from .people import Finished, Person
from .phases import BALI
from .playing import by_keyboard, make_a_move
from .prepared import stops
from .scenes import dialogs


def test_every_phase_of_bali(reader: Person, server: Process) -> None:
    for number, phase in enumerate(stops(server, reader, "bali", 3, sorted(BALI), ("oracle", "demon"))):
        check_phase(reader, f"Bali, {phase}", number)
        if phase != "over":
            make_a_move(reader, Random(number), by_keyboard)


def test_every_dialog_and_panel_of_a_table(people: Callable[..., Person]) -> None:
    for number, (name, person) in enumerate(dialogs("bali", people)):
        check_with_axe(person, name, EVERY_LOOK[number % 4 :][:1])


@pytest.mark.parametrize("table", [("bali", 4), ("basari", 5)], ids=str)
def test_a_lobby(reader: Person, table: tuple[str, int]) -> None:
    reader.enter(reader.open_table(*table, bots=None))
    check_looks(reader, "the lobby")


@pytest.mark.parametrize("place", ["replay", "fair"])
@pytest.mark.parametrize("table", [("bali", 2), ("basari", 3)], ids=str)
def test_what_is_looked_at_afterwards(reader: Person, finished: Finished, table: tuple[str, int], place: str) -> None:
    reader.go(f"/{place}/{finished(*table)}")
    reader.page.locator("h1").first.wait_for()
    check_looks(reader, place)
