"""Basari in every phase: usable by everybody, by day and by lamp, on a phone and on a desk."""

from support.tables import Process

from .looks import check_phase
from .people import Person
from .phases import BASARI
from .prepared import stops


def test_every_phase_of_basari(person: Person, server: Process) -> None:
    for number, phase in enumerate(stops(server, person, "basari", 5, sorted(BASARI))):
        check_phase(person, f"Basari, {phase}", number)
