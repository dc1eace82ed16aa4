"""What others probably gave and kept in secret in Bali, judged by everything that they were seen to do with goods.

For thinking only: what anybody is shown comes from `secrets.resample`, which guesses evenly. People give to the altar,
and add to it, what they have more of than the others: how much so was learned from self-play (`pasar.lab.believe`).
"""

import math

import numpy as np

from pasar.games.bali.box import ALTAR, FARMER, GOODS, ORACLE_DEPTH, ORACLES, SEATS, STARTING_GOODS
from pasar.games.bali.counting import most_of_others
from pasar.games.bali.likelihoods import LIKELIHOODS
from pasar.games.bali.secrets import (
    UNKNOWN,
    dealt,
    guess_altar,
    guess_dealt,
    redraw_hands,
    redraw_pile,
    spare_goods,
    take_out,
    types_of,
    watch,
    write_down,
)
from pasar.games.bali.state import (
    ADDED,
    FACE_DOWN,
    GAINED,
    GIVE,
    KEPT,
    OVER,
    noted,
    noted_number,
    noted_seat,
)
from pasar.kernel.jit import kernel
from pasar.kernel.rng import coin

# What can be chosen (entries of the diary), among how many options, by which features of an option: how far somebody is
# ahead in that type of good, how far the type is ahead on the altar, and how far somebody is ahead in its farmers by
# now, each in so many cells at most.
KINDS, OPTIONS, FEATURES, CELLS = 5, GOODS, 3, 16
AHEAD_CELLS, LEAD_CELLS, FARMER_CELLS = CELLS, 9, 7
HALVES = 2  # cells of a good's lead over the others' mean
MEAN_AHEAD = AHEAD_CELLS // 3  # the cell of as many as the others have
EVEN_LEAD = LEAD_CELLS // 2  # the cell of as many on the altar as the most of another type
EVEN_FARMERS = FARMER_CELLS // 2  # the cell of as many farmers as the most of another player
WEIGHTS = np.exp(np.array(LIKELIHOODS))  # what, feature, cell


@kernel
def suppose(s, seat, source):
    """Replace all that the seat cannot know, gifts as likely as they are; the logarithm of a weight for the rest."""
    if s.phase == OVER:
        return 0.0
    redraw_pile(s, source)
    redraw_hands(s, seat, source)
    tops = np.empty(ORACLES, np.int8)
    seen = np.empty((ORACLES, ORACLE_DEPTH), np.int8)
    cards = np.empty(ALTAR, np.int8)
    stack = np.empty(ALTAR, np.int8)
    kept = np.empty((ORACLES, 2), np.int8)
    goods = np.empty((SEATS, GOODS), np.int8)
    watch(s, seat, tops, seen)
    likelihood = 0.0
    while likelihood == 0.0:
        if guess_altar(s, seat, source, tops, seen, cards, stack, kept):
            guess_dealt(s, source, cards)
            likelihood = _tell(s, seat, source, cards, kept, goods)
    write_down(s, cards, stack, kept, goods)
    return math.log(likelihood)


@kernel
def _tell(s, seat, source, cards, kept, goods):
    """Choose what others gave face down, and count everybody's goods, like `secrets`, but as likely as they would have.

    Returns how likely all that others did then is, as a multiple of how likely it was to be chosen here; 0 if somebody
    gave what they had not.
    """
    weights = np.empty(GOODS, np.float64)
    farmers = np.empty((SEATS, GOODS), np.int64)
    _count_farmers(s, farmers)
    altar = np.empty(ALTAR, np.int8)  # the cards that lie there, from the bottom to the top
    counts = np.zeros(GOODS, np.int64)
    goods[:] = STARTING_GOODS
    height = dealt(s)
    for card in range(height):
        altar[card] = card
        counts[cards[card]] += 1
    laid = height
    uses = 0
    likelihood = 1.0
    for place in range(int(s.entries)):
        what = noted(s.diary[place])
        who = noted_seat(s.diary[place])
        if what == GAINED:
            goods[who, noted_number(s.diary[place])] += 1
            continue
        if who != seat:
            _weigh(goods, counts, farmers, int(s.players), who, what, weights)
        if what == KEPT:
            good = int(cards[kept[uses, 0]])
            if who != seat:
                likelihood *= weights[good] / _weight_shown(weights, cards, altar, height)
            height = take_out(altar, height, int(kept[uses, 1]))
            counts[good] -= 1
            goods[who, good] += 1
            uses += 1
        else:
            likelihood *= _lay(s, seat, source, place, cards, laid, goods[who], weights)
            if likelihood == 0.0:
                return 0.0
            goods[who, cards[laid]] -= what != ADDED
            counts[cards[laid]] += 1
            altar[height] = laid
            laid += 1
            height += 1
    return likelihood if s.phase != GIVE or s.actor == seat or types_of(goods[s.actor]) > 1 else 0.0


@kernel
def _lay(s, seat, source, place, cards, laid, goods, weights):
    """Choose the card that was laid on the altar, if it is not known; its part of the likelihood, 0 if it cannot be."""
    who = noted_seat(s.diary[place])
    if cards[laid] == UNKNOWN:
        spare = spare_goods(s, goods, who, place)
        possible = _weight_of(weights, spare)
        if possible == 0.0:
            return 0.0
        cards[laid] = _draw(weights, spare, possible * coin(source))
        return possible / _weight_of(weights, goods)
    good = int(cards[laid])
    added = noted(s.diary[place]) == ADDED
    if not added and goods[good] == 0:
        return 0.0
    if who == seat:
        return 1.0
    return weights[good] / (weights.sum() if added else _weight_of(weights, goods))


@kernel
def _weigh(goods, counts, farmers, players, who, what, weights):
    """How much more likely somebody is to give, add or keep each type of good than another one."""
    for good in range(GOODS):
        weight = WEIGHTS[what, 0, _ahead(goods, who, players, good)] * WEIGHTS[what, 1, _lead(counts, good)]
        weights[good] = weight * WEIGHTS[what, 2, farmers[who, good]]


@kernel
def _ahead(goods, who, players, good):
    """The cell of what somebody has more of a good than the others on average."""
    others = 0
    for seat in range(players):
        if seat != who:
            others += int(goods[seat, good])
    ahead = int(goods[who, good]) - others / (players - 1)
    return max(0, min(AHEAD_CELLS - 1, math.floor(HALVES * ahead) + MEAN_AHEAD))


@kernel
def _lead(counts, good):
    """The cell of what a type of good has more on the altar than any other."""
    most = 0
    for other in range(GOODS):
        if other != good:
            most = max(most, counts[other])
    return max(0, min(LEAD_CELLS - 1, counts[good] - most + EVEN_LEAD))


@kernel
def _count_farmers(s, cells):
    """They lie open and do not change while one world is made."""
    for who in range(int(s.players)):
        for good in range(GOODS):
            cells[who, good] = _farmers(s, who, good)


@kernel
def _farmers(s, who, good):
    """The cell of what somebody has more farmers of a type in front than any other."""
    lead = int(s.front[who, FARMER + good]) - most_of_others(s, who, FARMER + good)
    return max(0, min(FARMER_CELLS - 1, lead + EVEN_FARMERS))


@kernel
def _weight_of(weights, goods):
    """Of all types that there are some of."""
    total = 0.0
    for good in range(GOODS):
        if goods[good] > 0:
            total += weights[good]
    return total


@kernel
def _weight_shown(weights, cards, altar, height):
    """Of the cards that the oracle showed."""
    total = 0.0
    for depth in range(min(ORACLE_DEPTH, height)):
        total += weights[cards[altar[height - 1 - depth]]]
    return total


@kernel
def _draw(weights, goods, rest):
    """The type at which the weights add up to `rest`."""
    drawn = UNKNOWN
    for good in range(GOODS):
        if goods[good] > 0 and (drawn == UNKNOWN or rest >= 0.0):
            drawn = good
            rest -= weights[good]
    return drawn


# --- To learn from ----------------------------------------------------------------------------------------------------


@kernel
def evidence(s, rows):
    """What everybody did with goods, from the diary of a game that is known: what it was, and the option chosen.

    A row is these two, and then for each option the cells of its features, left as they are if it was not open.
    Returns how many there are.
    """
    goods = np.empty((SEATS, GOODS), np.int8)
    goods[:] = STARTING_GOODS
    altar = np.empty(ALTAR, np.int8)
    counts = np.zeros(GOODS, np.int64)
    height = dealt(s)
    for card in range(height):
        altar[card] = s.altar_dealt[card] % FACE_DOWN
        counts[altar[card]] += 1
    found = 0
    for place in range(int(s.entries)):
        what = noted(s.diary[place])
        who = noted_seat(s.diary[place])
        number = noted_number(s.diary[place])
        if what == GAINED:
            goods[who, number] += 1
            continue
        rows[found, 0] = what
        rows[found, 1] = number
        for option in range(OPTIONS):
            cells = rows[found, 2 + FEATURES * option : 2 + FEATURES * (option + 1)]
            good = option
            shown = what == ADDED
            if what == KEPT:
                shown = option < min(ORACLE_DEPTH, height)
                good = int(altar[height - 1 - option]) if shown else 0
            if shown or (what != KEPT and goods[who, good] > 0):
                cells[0] = _ahead(goods, who, int(s.players), good)
                cells[1] = _lead(counts, good)
                cells[2] = _farmers(s, who, good)
        found += 1
        if what == KEPT:
            number = int(altar[height - 1 - number])
            height = take_out(altar, height, noted_number(s.diary[place]))
            counts[number] -= 1
            goods[who, number] += 1
        else:
            goods[who, number] -= what != ADDED
            altar[height] = number
            counts[number] += 1
            height += 1
    return found
