"""What a game need not say: the defaults of `pasar.games.contract`. Stamped for each game (`pasar.kernel.stamp`)."""

from typing import Any

import numpy as np

from pasar.games.contract import Reason
from pasar.kernel.bits import NONE
from pasar.kernel.jit import kernel

rules: Any  # the game's rules.py

# --- sight and moves --------------------------------------------------------------------------------------------------

MEMORY = None
COMPOSED = None
BUILD = None
TOKENS: dict[str, tuple[str, ...]] = {}
OPEN, CLOSED = range(2)
REASONS = (Reason("open"), Reason("closed"))


@kernel
def remember(s, seat, out):
    pass


@kernel
def why(s, seat, parts, out):
    out[0] = OPEN if rules.is_open(s, seat, parts[0]) else CLOSED
    return out[0]


@kernel
def part(s):
    return 0


@kernel
def listed(s, seat):
    return NONE


@kernel
def build(s, seat, out):
    return False


# --- greedy -----------------------------------------------------------------------------------------------------------

FEATURES = 0


@kernel
def weigh(s, seat, action):
    return 0.0


@kernel
def quiet(s):
    return True


@kernel
def reopen(s, seat):
    pass


@kernel
def features(s, seat, out):
    pass


# --- orders and ledger ------------------------------------------------------------------------------------------------

ORDERS = ()


def answer(state: Any, seat: int, orders: Any) -> None:
    return None


SOURCES = ("points",)
THINGS = ()
COLUMNS = ()
TURN, STAGE, STAGES, CONTEXT_EVENT, CONTEXT_KEY = 0, -1, 1, -1, ""


@kernel
def sources(s, out):
    """All points in one column."""
    points = np.zeros(len(out), np.int64)
    rules.points(s, points)
    for seat in range(len(out)):
        out[seat, 0] = points[seat]


@kernel
def grant(s, seat, thing, amount):
    pass
