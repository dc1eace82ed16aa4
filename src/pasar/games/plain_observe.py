"""An observation for learners from a game's sight, number by number. Stamped for a game that has no other."""

import numpy as np

from pasar.games.contract import SightModule
from pasar.kernel.jit import kernel
from pasar.kernel.json import TYPES, load

sight: SightModule  # the game's sight.py

SIGHT = sight.SIGHT.dtype
OBSERVATION = tuple(
    (name, int(np.prod(SIGHT[name].shape, dtype=int)), f"{name} of the sight, by its indices")
    for name in SIGHT.names or ()
)


def _numbers() -> np.ndarray:
    """Where each number of a sight stands, and its type."""
    rows = []
    assert SIGHT.fields is not None  # a layout has some
    for name, count, _ in OBSERVATION:
        kind, start = SIGHT[name].base, SIGHT.fields[name][1]
        rows += [(start + place * kind.itemsize, TYPES.index(kind.str[1:])) for place in range(count)]
    return np.array(rows, dtype=np.int64)


_NUMBERS = _numbers()


@kernel
def observe(s, seat, out):
    """What `seat` sees, in the layout of OBSERVATION."""
    record = np.zeros(1, SIGHT)
    sight.see(s, seat, record[0])
    seen = record.view(np.uint8)
    for number in range(len(_NUMBERS)):
        out[number] = load(seen, _NUMBERS[number, 0], _NUMBERS[number, 1])
