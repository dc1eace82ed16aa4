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
from pasar.games.bali.box import (
    CARD_COUNTS,
    CARDS,
    EXTRA,
    FARMER,
    FARMER_PRICE,
    GOOD_VALUES,
    GOODS,
    HAND,
    MAJORITY,
    MASON,
    MASON_STONE,
    MOST_FARMERS,
    PRIEST,
    PRIEST_POINTS,
    SHRINE,
    SHRINE_POINTS,
    SHRINE_PRICE,
    SHRINE_REWARD,
    STONE_FOR_A_POINT,
)
from pasar.games.bali.counting import altar_counts, cards_held, cards_left, most_of_others, value_of
from pasar.games.bali.features import FEATURES, features
from pasar.games.bali.pieces import bottom_card
from pasar.games.bali.playing import price
from pasar.games.bali.state import BUY, FACE_DOWN, PLAY
from pasar.kernel.jit import inner, kernel

__all__ = ["FEATURES", "features", "quiet", "reopen", "weigh"]

STONE_EARLY = 0.55  # points that a stone is worth while there is time to build with it ...
STONE_LATE = 1 / STONE_FOR_A_POINT  # ... and what it brings at the end
TIME_TO_BUILD = 12  # cards in the pile with which stone is worth half of the way between
UNSETTLED = 8  # cards on the altar at which its count decides half of what a good will be worth
MEAN_VALUE = sum(GOOD_VALUES) / GOODS
IN_HAND = 0.6  # of what a card brings in front is counted while it is only in hand
SCORING_SHARE = 0.9  # of the cards left in the pile bring a scoring


# --- What things are worth --------------------------------------------------------------------------------------------


@inner
def stone_worth(s):
    """A stone in points: much while there is time to build, a fifth at the end."""
    left = cards_left(s)
    return STONE_LATE + (STONE_EARLY - STONE_LATE) * left / (left + TIME_TO_BUILD)


@inner
def good_worth(s, counts, good):
    """What a good will probably be worth: the altar as it lies, the less the lower it is."""
    height = int(s.height)
    settled = height / (height + UNSETTLED)
    return settled * value_of(counts, good) + (1 - settled) * MEAN_VALUE


@inner
def unit_worth(s, kind):
    """What a scoring of the kind pays for one card, in points."""
    if kind == MASON:
        return MASON_STONE * stone_worth(s)
    if kind < FARMER:
        return 1.0 * (PRIEST_POINTS if kind == PRIEST else SHRINE_REWARD)
    return good_worth(s, altar_counts(s), kind - FARMER)


@inner
def reward(kind, count, rival):
    """What a scoring pays for so many cards if the best of the others has `rival`; farmers pay once (B10, B12)."""
    extra = EXTRA if count >= MAJORITY and count > rival else 0
    return (min(1, count) if kind >= FARMER else count) + extra


@inner
def card_worth(s, seat, kind, count):
    """What so many more cards of a kind in front bring until the end, in points."""
    mine = int(s.front[seat, kind])
    rival = most_of_others(s, seat, kind)
    scorings = SCORING_SHARE * cards_left(s) * CARD_COUNTS[kind] / CARDS
    gain = scorings * (reward(kind, mine + count, rival) - reward(kind, mine, rival)) * unit_worth(s, kind)
    if kind == SHRINE:
        return gain + SHRINE_POINTS * count
    if kind >= FARMER:  # goods of the type become cheaper
        gain += scorings * count * stone_worth(s)
    return gain


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
    return unit_worth(s, FARMER + good) - cost * stone_worth(s) - (cost * stone_worth(s) if waiting else 0.0)


@kernel
def _weigh_play(s, seat, action):
    if action == BOX_SHRINE:
        return 0.0
    if action < PLAY_FARMERS:
        kind = action - PLAY_MASON
        cost = SHRINE_PRICE if kind == SHRINE else 0
        return card_worth(s, seat, kind, 1) - cost * STONE_LATE
    good, extra = divmod(action - PLAY_FARMERS, MOST_FARMERS)
    return card_worth(s, seat, FARMER + good, 1 + extra) - extra * FARMER_PRICE * stone_worth(s)


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
    worth = IN_HAND * _take_worth(s, seat, kind)
    if cards_held(s, seat) == HAND - 1 and s.row_size[row] > 1:
        worth += scoring_lead(s, seat, int(s.offer[row, s.row_size[row] - 2]))
    return worth


@kernel
def _take_worth(s, seat, kind):
    """What the card brings in front; of a shrine, less the stone that it costs and that is still to be found."""
    worth = card_worth(s, seat, kind, 1)
    if kind == SHRINE:
        short = max(0, SHRINE_PRICE * (1 + int(s.hand[seat, SHRINE])) - int(s.stone[seat]))
        return worth - SHRINE_PRICE * STONE_LATE - short * stone_worth(s)
    return worth


@inner
def scoring_lead(s, seat, kind):
    """What a scoring of the kind pays the seat, less what it pays the others on average, in points."""
    mine = 0.0
    others = 0.0
    for other in range(int(s.players)):
        paid = reward(kind, int(s.front[other, kind]), most_of_others(s, other, kind)) * unit_worth(s, kind)
        if other == seat:
            mine = paid
        else:
            others += paid
    return mine - others / (int(s.players) - 1)


# --- For thinkers -----------------------------------------------------------------------------------------------------


@kernel
def quiet(s):
    """Whether the position can be judged as it stands: a turn begins, nothing is half done."""
    return s.phase == BUY or s.phase == PLAY


@kernel
def reopen(s, seat):
    """Nothing is decided in secret at the same time in Bali."""
