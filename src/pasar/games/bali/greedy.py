"""Rules of thumb for Bali: about how many points a decision is worth to the seat that makes it.

They look one decision ahead and no further, and use only what the seat is given (see `pasar.games.contract`).
"""

from pasar.games.bali.actions import (
    ADD_GOOD,
    BOX_SHRINE,
    BUY_GOOD,
    GIVE_GOOD,
    KEEP_PLACE,
    LOOK,
    PASS,
    PICK_GOOD,
    PLAY_FARMERS,
    PLAY_MASON,
    POINTS,
    TAKE_ROW,
)
from pasar.games.bali.box import FARMER, GOODS, HAND, MOST_FARMERS, SHRINE, SHRINE_PRICE
from pasar.games.bali.counting import altar_counts, cards_held, cards_left, value_of
from pasar.games.bali.features import FEATURES, features
from pasar.games.bali.pieces import bottom_card
from pasar.games.bali.playing import play_price, price
from pasar.games.bali.state import BUY, FACE_DOWN, PLAY
from pasar.games.bali.worth import STONE_LATE, card_worth, good_worth, scoring_lead, stone_worth, take_worth, unit_worth
from pasar.kernel.jit import inner, kernel

__all__ = ["FEATURES", "features", "quiet", "reopen", "weigh"]

IN_HAND = 0.6  # of what a card brings in front is counted while it is only in hand


@inner
def goods_lead(s, seat, counts):
    """What the goods in front are worth by these counts of the altar, less what the others have on average."""
    lead = 0.0
    for good in range(GOODS):
        others = 0
        for other in range(int(s.players)):
            if other != seat:
                others += int(s.goods[other, good])
        lead += value_of(counts, good) * (int(s.goods[seat, good]) - others / (int(s.players) - 1))
    return lead


# --- Decisions --------------------------------------------------------------------------------------------------------


@kernel
def weigh(s, seat, action):
    """About how many points an open decision is worth to the seat; only differences between open ones count."""
    if action < PLAY_MASON:
        return _weigh_buy(s, seat, action)
    if action < GIVE_GOOD:
        return _weigh_play(s, seat, action)
    if action < TAKE_ROW:
        return _weigh_altar(s, seat, action)
    if action < LOOK:
        return _weigh_take(s, seat, action - TAKE_ROW)
    if action < KEEP_PLACE:
        return 1.0 if action == LOOK else 0.0
    if action < POINTS:
        return _weigh_keep(s, seat, action - KEEP_PLACE)
    if action < PICK_GOOD:
        return 1.0 if action == POINTS else stone_worth(s)
    return unit_worth(s, FARMER + action - PICK_GOOD)


@kernel
def _weigh_buy(s, seat, action):
    """A good for its stone; stone that a shrine in hand waits for is worth more."""
    if action == PASS:
        return 0.0
    good = action - BUY_GOOD
    cost = price(s, seat, good)
    rest = int(s.stone[seat]) - cost
    waiting = s.hand[seat, SHRINE] > 0 and rest < SHRINE_PRICE and cards_left(s) > 0
    worth = unit_worth(s, FARMER + good) - cost * stone_worth(s)
    return worth - (cost * stone_worth(s) if waiting else 0.0)


@kernel
def _weigh_play(s, seat, action):
    if action == BOX_SHRINE:
        return 0.0
    if action < PLAY_FARMERS:
        kind = action - PLAY_MASON
        return card_worth(s, unit_worth(s, kind), seat, kind, 1) - play_price(kind, 1) * STONE_LATE
    good, extra = divmod(action - PLAY_FARMERS, MOST_FARMERS)
    worth = card_worth(s, unit_worth(s, FARMER + good), seat, FARMER + good, 1 + extra)
    return worth - play_price(FARMER + good, 1 + extra) * stone_worth(s)


@kernel
def _weigh_altar(s, seat, action):
    """A good on the altar lifts its type's value: own goods should gain more than the others'."""
    counts = altar_counts(s)
    given = action < ADD_GOOD
    good = action - (GIVE_GOOD if given else ADD_GOOD)
    counts[good] += 1
    return goods_lead(s, seat, counts) - (good_worth(s, counts, good) if given else 0.0)


@kernel
def _weigh_keep(s, seat, place):
    """The same the other way round: one good comes off the altar and in front."""
    counts = altar_counts(s)
    good = int(s.altar[s.height - 1 - place]) % FACE_DOWN
    counts[good] -= 1
    return goods_lead(s, seat, counts) + good_worth(s, counts, good)


@kernel
def _weigh_take(s, seat, row):
    """The card itself, and for the last one of the turn what the card that it uncovers pays (B9)."""
    kind = bottom_card(s, row)
    worth = IN_HAND * take_worth(s, unit_worth(s, kind), seat, kind)
    if cards_held(s, seat) == HAND - 1 and s.row_size[row] > 1:
        below = int(s.offer[row, s.row_size[row] - 2])
        worth += scoring_lead(s, unit_worth(s, below), seat, below)
    return worth


# --- For thinkers -----------------------------------------------------------------------------------------------------


@kernel
def quiet(s):
    """Whether the position can be judged as it stands: a turn begins, nothing is half done."""
    return s.phase == BUY or s.phase == PLAY


@kernel
def reopen(s, seat):
    """Nothing is decided in secret at the same time in Bali."""
