"""Moves of Bali as texts (those of a record), and why one is closed. The order of the texts is that of `actions.py`."""

from pasar.games.bali import actions, box
from pasar.games.bali.box import FARMER, GOOD_NAMES, KIND_NAMES
from pasar.games.bali.playing import cards_of, play_price, price
from pasar.games.bali.rules import is_open, phase_actions
from pasar.games.bali.state import BUY, GIVE, KEEP, PICK, PLAY, TAKE
from pasar.games.contract import Reason
from pasar.kernel.bits import NONE, bit, has
from pasar.kernel.jit import inner, kernel

TEXTS = (
    "pass",
    *(f"buy {good}" for good in GOOD_NAMES),
    *(f"play {kind}" for kind in KIND_NAMES[:FARMER]),
    *(
        f"play {good}" + (f"*{count}" if count > 1 else "")
        for good in GOOD_NAMES
        for count in range(1, box.MOST_FARMERS + 1)
    ),
    "box shrine",
    *(f"give {good}" for good in GOOD_NAMES),
    *(f"add {good}" for good in GOOD_NAMES),
    *(f"take {row}" for row in range(1, box.ROWS + 1)),
    "look",
    "skip",
    *(f"keep {place}" for place in range(1, box.ORACLE_DEPTH + 1)),
    "points",
    "stone",
    *(f"pick {good}" for good in GOOD_NAMES),
)

OPEN, OTHER_PHASE, SUPPLY_EMPTY, PRICE, NO_NEED_TO_BOX, NOT_IN_HAND, NO_GOOD, DEMON, ALTAR_LOW = range(9)

REASONS = (
    Reason("open"),
    Reason("other_phase", ("phase",)),
    Reason("supply_empty", ("good",)),
    Reason("price", ("price", "have")),
    Reason("no_need_to_box", ("price",)),
    Reason("not_in_hand", ("kind", "count", "have")),
    Reason("no_good", ("good",)),
    Reason("demon", ("row",)),
    Reason("altar_low", ("count",)),
)


@inner
def why(s, seat, parts, out):
    """The first thing that is in the way of a move."""
    action = int(parts[0])
    if is_open(s, seat, action):
        out[0] = OPEN
    elif seat != s.actor or not has(phase_actions(s), action):
        out[0], out[1] = OTHER_PHASE, s.phase
    elif s.phase == BUY:
        _why_not_buy(s, seat, action - actions.BUY_GOOD, out)
    elif s.phase == PLAY:
        _why_not_play(s, seat, action, out)
    elif s.phase == GIVE:
        out[0], out[1] = NO_GOOD, action - actions.GIVE_GOOD
    elif s.phase == TAKE:
        out[0], out[1] = DEMON, int(s.demon) + 1
    elif s.phase == KEEP:
        out[0], out[1] = ALTAR_LOW, s.height
    else:
        out[0], out[1] = SUPPLY_EMPTY, action - (actions.PICK_GOOD if s.phase == PICK else actions.ADD_GOOD)
    return int(out[0])


@kernel
def _why_not_buy(s, seat, good, out):
    if s.supply[good] == 0:
        out[0], out[1] = SUPPLY_EMPTY, good
    else:
        out[0], out[1], out[2] = PRICE, price(s, seat, good), s.stone[seat]


@kernel
def _why_not_play(s, seat, action, out):
    if action == actions.BOX_SHRINE:
        out[0], out[1] = NO_NEED_TO_BOX, box.SHRINE_PRICE
        return
    kind, count = cards_of(action)
    have = int(s.hand[seat, kind])
    if have < count:
        out[0], out[1], out[2], out[3] = NOT_IN_HAND, kind, count, have
    else:
        out[0], out[1], out[2] = PRICE, play_price(kind, count), s.stone[seat]


@inner
def listed(s, seat):
    """All moves of the phase, except that playing a kind of which one has no card is not worth mentioning."""
    mentioned = phase_actions(s)
    if s.phase == PLAY:
        for action in range(actions.PLAY_MASON, actions.BOX_SHRINE):
            kind, _ = cards_of(action)
            if s.hand[seat, kind] == 0:
                mentioned &= ~bit(action)
    return mentioned if seat == s.actor else NONE
