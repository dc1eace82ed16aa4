"""Basari in every phase: usable by everybody, by day and by lamp, on a phone and on a desk."""

from .looks import check_phase
from .people import Person
from .phases import BASARI, walk


def test_every_phase_of_basari(person: Person) -> None:
    for number, phase in enumerate(walk(person, "basari", 5, BASARI)):
        check_phase(person, f"Basari, {phase}", number)
