"""What things are worth in Bali, in points and by rules of thumb: for decisions and for judging positions.

What a scoring pays for one card is handed on as `unit`, because whoever asks about one card mostly asks about more.
"""

from pasar.games.bali.box import (
    CARD_COUNTS,
    CARDS,
    EXTRA,
    FARMER,
    GOOD_VALUES,
    GOODS,
    MAJORITY,
    MASON,
    MASON_STONE,
    PRIEST,
    PRIEST_POINTS,
    SHRINE,
    SHRINE_POINTS,
    SHRINE_PRICE,
    SHRINE_REWARD,
    STONE_FOR_A_POINT,
)
from pasar.games.bali.counting import altar_counts, cards_left, most_of_others, value_of
from pasar.kernel.jit import inner

STONE_EARLY = 0.55  # points that a stone is worth while there is time to build with it ...
STONE_LATE = 1 / STONE_FOR_A_POINT  # ... and what it brings at the end
TIME_TO_BUILD = 12  # cards in the pile with which stone is worth half of the way between
UNSETTLED = 8  # cards on the altar at which its count decides half of what a good will be worth
MEAN_VALUE = sum(GOOD_VALUES) / GOODS
SCORING_SHARE = 0.9  # of the cards left in the pile bring a scoring


@inner
def stone_worth(s):
    """A stone in points: much while there is time to build, a fifth at the end."""
    left = cards_left(s)
    return STONE_LATE + (STONE_EARLY - STONE_LATE) * left / (left + TIME_TO_BUILD)


@inner
def good_worth(s, counts, good):
    """What a good will probably be worth, by these counts of the altar."""
    return settled_worth(s, value_of(counts, good))


@inner
def settled_worth(s, value):
    """The same for a good that has this value now: the less settled, the lower the altar is."""
    height = int(s.height)
    settled = height / (height + UNSETTLED)
    return settled * value + (1 - settled) * MEAN_VALUE


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
def card_worth(s, unit, seat, kind, count):
    """What so many more cards of a kind in front bring until the end, in points."""
    mine = int(s.front[seat, kind])
    rival = most_of_others(s, seat, kind)
    scorings = SCORING_SHARE * cards_left(s) * CARD_COUNTS[kind] / CARDS
    gain = scorings * (reward(kind, mine + count, rival) - reward(kind, mine, rival)) * unit
    if kind == SHRINE:
        return gain + SHRINE_POINTS * count
    if kind >= FARMER:  # goods of the type become cheaper
        gain += scorings * count * stone_worth(s)
    return gain


@inner
def take_worth(s, unit, seat, kind):
    """What the card brings in front; of a shrine, less the stone that it costs and that is still to be found."""
    worth = card_worth(s, unit, seat, kind, 1)
    if kind == SHRINE:
        short = max(0, SHRINE_PRICE * (1 + int(s.hand[seat, SHRINE])) - int(s.stone[seat]))
        return worth - SHRINE_PRICE * STONE_LATE - short * stone_worth(s)
    return worth


@inner
def scoring_lead(s, unit, seat, kind):
    """What a scoring of the kind pays the seat, less what it pays the others on average, in points."""
    mine = 0.0
    others = 0.0
    for other in range(int(s.players)):
        paid = reward(kind, int(s.front[other, kind]), most_of_others(s, other, kind)) * unit
        if other == seat:
            mine = paid
        else:
            others += paid
    return mine - others / (int(s.players) - 1)
