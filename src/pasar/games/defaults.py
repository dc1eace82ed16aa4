"""What a game need not say: the defaults of `pasar.games.contract`. Stamped for each game (`pasar.kernel.stamp`)."""

from typing import Any

import numpy as np

from pasar.errors import BadSetup
from pasar.games.contract import Reason, Rules, State
from pasar.kernel.bits import NONE, has
from pasar.kernel.jit import kernel
from pasar.kernel.rng import generator
from pasar.kernel.seats import MOST_SEATS

rules: Any  # the game's rules.py, as it stands
state: Any  # and its state.py
secrets: Any  # and its secrets.py

# --- state and deals --------------------------------------------------------------------------------------------------


def blank(table: Rules) -> State:
    """All zeros, but for what the table has chosen."""
    made = np.zeros(1, dtype=state.STATE)
    for name in set(table) & set(state.STATE.names):
        made[name] = table[name]
    return made


def setup(dealt: State) -> dict[str, Any]:
    """The lists that are filled by a deal."""
    return {name: dealt[name][0].tolist() for name in _dealt_lists()}


def load(table: Rules, setup: Any) -> State:
    """Chance shuffles: each list must hold what it holds in any deal, in whatever order."""
    loaded, lists = _own_blank(table), _dealt_lists()
    if not isinstance(setup, dict) or set(setup) != set(lists):
        raise BadSetup(f"the setup must be an object with {', '.join(lists)}")
    for name, cards in lists.items():
        given = setup[name]
        if not isinstance(given, list) or not all(type(card) is int for card in given) or sorted(given) != cards:
            raise BadSetup(f"{name} must be a list of {', '.join(map(str, cards))} in any order")
        loaded[name] = given
    return loaded


def _own_blank(table: Rules) -> State:
    made: State = getattr(state, "blank", blank)(table)
    return made


def _dealt_lists() -> dict[str, list[int]]:
    """What a deal puts into each list, sorted."""
    before = np.zeros(1, dtype=state.STATE)
    after = before.copy()
    rules.deal(after[0], generator(0))
    dealt = [name for name in after.dtype.names if (after[name] != before[name]).any()]
    if not all(after[name].ndim == 2 for name in dealt):
        raise TypeError(f"a deal fills {', '.join(dealt)}: not lists alone, so the game needs `setup` and `load`")
    return {name: sorted(after[name][0].tolist()) for name in dealt}


# --- rules ------------------------------------------------------------------------------------------------------------


@kernel
def over(s):
    return rules.to_act(s) == 0


@kernel
def is_open(s, seat, action):
    return 0 <= action < rules.ACTIONS and has(rules.open_actions(s, seat), action)


@kernel
def winners(s):
    """Those with the most points."""
    points = np.zeros(MOST_SEATS, np.int64)
    rules.points(s, points)
    most = points[: int(s.players)].max()
    seats = 0
    for seat in range(int(s.players)):
        if points[seat] == most:
            seats |= 1 << seat
    return seats


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
    out[0] = OPEN if is_open(s, seat, int(parts[0])) else CLOSED
    return int(out[0])


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


# --- beliefs ----------------------------------------------------------------------------------------------------------


@kernel
def suppose(s, seat, source):
    secrets.resample(s, seat, source)
    return 0.0


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
