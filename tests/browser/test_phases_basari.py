"""Basari in every phase: usable by everybody, by day and by lamp, on a phone and on a desk, with keys alone."""

from random import Random

from support.tables import Process

from .looks import check_phase
from .people import Person
from .phases import BASARI
from .playing import by_keyboard, make_a_move
from .prepared import stops


def test_every_phase_of_basari(reader: Person, server: Process) -> None:
    for number, phase in enumerate(stops(server, reader, "basari", 5, sorted(BASARI))):
        check_phase(reader, f"Basari, {phase}", number)
        if phase != "over":
            make_a_move(reader, Random(number), by_keyboard)
