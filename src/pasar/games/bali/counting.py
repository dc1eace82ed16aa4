"""Counting in Bali: cards, who leads, what the altar makes goods worth, the final score. Nothing changes a state."""

import numpy as np

from pasar.games.bali.box import (
    GOOD_VALUES,
    GOODS,
    GOODS_OF_A_TYPE,
    KINDS,
    MAJORITY,
    SHRINE,
    SHRINE_POINTS,
    STARTING_GOODS,
    STONE_FOR_A_POINT,
)
from pasar.games.bali.state import FACE_DOWN
from pasar.kernel.jit import inner, kernel
from pasar.kernel.story import NOBODY


@inner
def cards_left(s):
    """The cards of the pile that are still to come; without any, the game is over (B8)."""
    return int(s.pile_size) - int(s.drawn)


@inner
def cards_held(s, seat):
    """The cards in hand, of which there are three at the end of a turn (B8)."""
    held = 0
    for kind in range(KINDS):
        held += int(s.hand[seat, kind])
    return held


@inner
def most_of_others(s, seat, kind):
    """The most of a kind that anybody but the seat has in front, to be beaten for a majority (B10)."""
    most = 0
    for other in range(int(s.players)):
        if other != seat:
            most = max(most, int(s.front[other, kind]))
    return most


@inner
def majority(s, kind):
    """B10: the seat that alone has the most of a kind in front, and enough of them; NOBODY otherwise."""
    leader = NOBODY
    most = MAJORITY - 1
    for seat in range(int(s.players)):
        count = int(s.front[seat, kind])
        if count > most:
            leader = seat
            most = count
        elif count == most:
            leader = NOBODY
    return leader


@inner
def laid_openly(s, good):
    """B18: goods of a type that everybody saw leaving the supply for good: they went to the altar."""
    laid = GOODS_OF_A_TYPE - int(s.supply[good])
    for seat in range(int(s.players)):
        laid -= STARTING_GOODS + int(s.openly[seat, good])
    return laid


@inner
def altar_counts(s):
    """B13: the cards on the altar by type, open and face down alike."""
    counts = np.zeros(GOODS, np.int64)
    for card in range(int(s.height)):
        counts[s.altar[card] % FACE_DOWN] += 1
    return counts


@inner
def value_of(counts, good):
    """B13: the highest count is worth the most, each lower count one rank less, no card nothing."""
    mine = counts[good]
    if mine == 0:
        return 0
    rank = 0
    for other in range(GOODS):
        if counts[other] > mine and not _counted_before(counts, other):
            rank += 1
    return GOOD_VALUES[rank]


@kernel
def _counted_before(counts, good):
    """B13: equal counts are one rank."""
    for earlier in range(good):
        if counts[earlier] == counts[good]:
            return True
    return False


@inner
def points(s, out):
    """B14: points, shrines, stone and goods. Cards in hand count nothing."""
    values = np.empty(GOODS, np.int64)
    fill_values(s, values)
    points_by(s, values, out)


@kernel
def points_by(s, values, out):
    """B14, where it is known what the goods are worth."""
    for seat in range(int(s.players)):
        total = int(s.points[seat]) + SHRINE_POINTS * int(s.front[seat, SHRINE])
        out[seat] = total + int(s.stone[seat]) // STONE_FOR_A_POINT
    for good in range(GOODS):
        worth = values[good]
        for seat in range(int(s.players)):
            out[seat] += worth * int(s.goods[seat, good])


@inner
def winners(s):
    """B14: most points; then most shrines in front; then most stone; then shared."""
    totals = np.empty(int(s.players), np.int64)
    points(s, totals)
    best = 0
    for seat in range(1, int(s.players)):
        if _compare(s, totals, seat, best) > 0:
            best = seat
    seats = 0
    for seat in range(int(s.players)):
        if _compare(s, totals, seat, best) == 0:
            seats |= 1 << seat
    return seats


@kernel
def _compare(s, totals, one, other):
    """B14: above 0 if seat `one` stands better than `other`, 0 if exactly as well."""
    if totals[one] != totals[other]:
        return totals[one] - totals[other]
    if s.front[one, SHRINE] != s.front[other, SHRINE]:
        return int(s.front[one, SHRINE]) - int(s.front[other, SHRINE])
    return int(s.stone[one]) - int(s.stone[other])


@inner
def fill_values(s, out):
    """B13: what a good of each type would be worth if the game ended now."""
    counts = altar_counts(s)
    for good in range(GOODS):
        out[good] = value_of(counts, good)
