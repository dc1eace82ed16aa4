"""A quiet position of Bali as a seat's prospects see it: numbers about one in size, for a net to judge."""

import numpy as np

from pasar.games.bali.box import FARMER, GOODS, KINDS, ROWS, SHRINE, SHRINE_PRICE, STONE_FOR_A_POINT
from pasar.games.bali.counting import altar_counts, cards_left, most_of_others, points_by, value_of
from pasar.games.bali.pieces import bottom_card
from pasar.games.bali.state import NO_DEMON, PLAY
from pasar.games.bali.worth import card_worth, scoring_lead, settled_worth, take_worth, unit_worth
from pasar.kernel.jit import kernel
from pasar.kernel.seats import places_to

FEATURES = 67
LARGEST_LEAD = 3  # cards by which one can be ahead before more makes no difference


@kernel
def features(s, seat, out):
    """Fill `out`. Types of goods are in the order of their count on the altar, since their names mean nothing."""
    counts = altar_counts(s)
    order = np.arange(GOODS)
    _sort(counts, order)
    values = np.empty(GOODS, np.int64)
    units = np.empty(KINDS, np.float64)
    _fill_worths(s, counts, values, units)
    at = _table(s, seat, out)
    at = _seat(s, seat, values, out, at)
    at = _cards(s, seat, out, at)
    for rank in range(GOODS):
        at = _good(s, seat, counts, values, order[rank], out, at)
    _hand(s, seat, units, out, at)
    _offer(s, seat, units, out, at + 2)


@kernel
def _fill_worths(s, counts, values, units):
    """What goods are worth now, and what a scoring of each kind pays for a card: found out once, asked for often."""
    for kind in range(FARMER):
        units[kind] = unit_worth(s, kind)
    for good in range(GOODS):
        values[good] = value_of(counts, good)
        units[FARMER + good] = settled_worth(s, values[good])


@kernel
def _sort(counts, order):
    """Goods with more cards on the altar first."""
    for last in range(1, GOODS):
        place = last
        while place > 0 and counts[order[place]] > counts[order[place - 1]]:
            order[place], order[place - 1] = order[place - 1], order[place]
            place -= 1


@kernel
def _left(s):
    """How much of the game is left, from 1 to 0."""
    return cards_left(s) / int(s.pile_size)


@kernel
def _table(s, seat, out):
    away = places_to(seat, int(s.active), int(s.players))
    left = _left(s)
    out[0] = left
    out[1] = max(0.0, 1.0 - 4.0 * left)
    out[2] = s.oracle
    out[3] = 0 if s.demon == NO_DEMON else 1
    out[4] = away == 0
    out[5] = away == 1
    out[6] = away / int(s.players)
    out[7] = away == 0 and s.phase == PLAY
    return 8


@kernel
def _seat(s, seat, values, out, at):
    totals = np.empty(int(s.players), np.int64)
    points_by(s, values, totals)
    best = -1000
    for other in range(int(s.players)):
        if other != seat:
            best = max(best, totals[other])
    stone = int(s.stone[seat])
    left = _left(s)
    out[at] = totals[seat] / 40
    out[at + 1] = (totals[seat] - best) / 15
    out[at + 2] = (totals[seat] - best) / 15 * (1 - left)
    out[at + 3] = stone / 10
    out[at + 4] = min(stone, SHRINE_PRICE) / SHRINE_PRICE
    out[at + 5] = stone % STONE_FOR_A_POINT / STONE_FOR_A_POINT
    out[at + 6] = stone * left / 10
    out[at + 7] = s.hand[seat, SHRINE] > 0 and stone >= SHRINE_PRICE
    return at + 8


@kernel
def _lead(s, seat, kind):
    """Cards of a kind that the seat is ahead of the best of the others, within bounds."""
    lead = int(s.front[seat, kind]) - most_of_others(s, seat, kind)
    return max(-LARGEST_LEAD, min(LARGEST_LEAD, lead))


@kernel
def _cards(s, seat, out, at):
    """Masons, priests and shrines: in front, ahead, in hand, and what is still to come of them."""
    left = _left(s)
    for kind in range(FARMER):
        out[at] = s.front[seat, kind] / 4
        out[at + 1] = _lead(s, seat, kind) / LARGEST_LEAD
        out[at + 2] = s.front[seat, kind] * left / 4
        out[at + 3] = s.hand[seat, kind]
        at += 4
    return at


@kernel
def _good(s, seat, counts, values, good, out, at):
    left = _left(s)
    farmers = int(s.front[seat, FARMER + good])
    goods = int(s.goods[seat, good])
    out[at] = goods / 4
    out[at + 1] = goods * values[good] / 10
    out[at + 2] = farmers / 3
    out[at + 3] = (farmers > 0) * left
    out[at + 4] = _lead(s, seat, FARMER + good) / LARGEST_LEAD
    out[at + 5] = s.hand[seat, FARMER + good]
    out[at + 6] = counts[good] / 8
    out[at + 7] = (farmers >= 2 and _lead(s, seat, FARMER + good) > 0) * left
    return at + 8


@kernel
def _hand(s, seat, units, out, at):
    """What the cards in hand bring in front: all of them, and the best."""
    best = 0.0
    every = 0.0
    for kind in range(KINDS):
        held = int(s.hand[seat, kind])
        if held > 0:
            worth = card_worth(s, units[kind], seat, kind, 1)
            every += held * worth
            best = max(best, worth)
    out[at] = every / 10
    out[at + 1] = best / 5


@kernel
def _offer(s, seat, units, out, at):
    """What the best cards on offer bring, and what the cards below pay; apart for who is about to take."""
    best = 0.0
    second = 0.0
    highest = 0.0
    paid = 0.0
    for row in range(ROWS):
        size = int(s.row_size[row])
        if size > 0:
            kind = bottom_card(s, row)
            worth = take_worth(s, units[kind], seat, kind)
            second = max(second, min(best, worth))
            best = max(best, worth)
        if size > 1:
            below = int(s.offer[row, size - 2])
            lead = scoring_lead(s, units[below], seat, below)
            highest = max(highest, lead)
            paid += lead
    takes = 1.0 if s.active == seat else 0.0
    out[at] = takes * best / 5
    out[at + 1] = takes * second / 5
    out[at + 2] = takes * highest / 2
    out[at + 3] = (1.0 - takes) * best / 5
    out[at + 4] = paid / ROWS / 2
