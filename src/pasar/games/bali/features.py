"""A quiet position of Bali as a seat's prospects see it: numbers about one in size, for a net to judge."""

import numpy as np

from pasar.games.bali.box import FARMER, GOODS, SHRINE, SHRINE_PRICE, STONE_FOR_A_POINT
from pasar.games.bali.counting import altar_counts, cards_left, most_of_others, points, value_of
from pasar.games.bali.state import NO_DEMON, PLAY
from pasar.kernel.jit import kernel
from pasar.kernel.seats import places_to

FEATURES = 60
LARGEST_LEAD = 3  # cards by which one can be ahead before more makes no difference


@kernel
def features(s, seat, out):
    """Fill `out`. Types of goods are in the order of their count on the altar, since their names mean nothing."""
    counts = altar_counts(s)
    order = np.arange(GOODS)
    _sort(counts, order)
    at = _table(s, seat, out)
    at = _seat(s, seat, out, at)
    at = _cards(s, seat, out, at)
    for rank in range(GOODS):
        at = _good(s, seat, counts, order[rank], out, at)


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
def _seat(s, seat, out, at):
    totals = np.empty(int(s.players), np.int64)
    points(s, totals)
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
def _good(s, seat, counts, good, out, at):
    left = _left(s)
    farmers = int(s.front[seat, FARMER + good])
    goods = int(s.goods[seat, good])
    out[at] = goods / 4
    out[at + 1] = goods * value_of(counts, good) / 10
    out[at + 2] = farmers / 3
    out[at + 3] = (farmers > 0) * left
    out[at + 4] = _lead(s, seat, FARMER + good) / LARGEST_LEAD
    out[at + 5] = s.hand[seat, FARMER + good]
    out[at + 6] = counts[good] / 8
    out[at + 7] = (farmers >= 2 and _lead(s, seat, FARMER + good) > 0) * left
    return at + 8
