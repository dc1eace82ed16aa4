"""Bali in every phase, lobbies and what comes after a game: usable by day and by lamp, with keys alone."""

from random import Random

import pytest
from support.tables import Process

from .looks import check_looks, check_phase
from .people import Finished, Person
from .phases import BALI
from .playing import by_keyboard, make_a_move
from .prepared import stops


def test_every_phase_of_bali(reader: Person, server: Process) -> None:
    for number, phase in enumerate(stops(server, reader, "bali", 3, sorted(BALI), ("oracle", "demon"))):
        check_phase(reader, f"Bali, {phase}", number)
        if phase != "over":
            make_a_move(reader, Random(number), by_keyboard)


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
