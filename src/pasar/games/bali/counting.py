"""Counting in Bali: who leads, what the altar makes goods worth, the final score. Nothing here changes a state."""

import numpy as np

from pasar.games.bali.box import GOODS, HIGHEST_VALUE, MAJORITY, SHRINE, SHRINE_POINTS, STONE_FOR_A_POINT
from pasar.games.bali.state import FACE_DOWN
from pasar.kernel.jit import kernel
from pasar.kernel.story import NOBODY


@kernel
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


@kernel
def altar_count(s, good):
    count = 0
    for card in range(int(s.height)):
        if s.altar[card] % FACE_DOWN == good:
            count += 1
    return count


@kernel
def value(s, good):
    """B13: three for the highest count, one less for every different count above, nothing for a type not there."""
    counts = np.empty(GOODS, np.int64)
    for other in range(GOODS):
        counts[other] = altar_count(s, other)
    return value_of(counts, good)


@kernel
def value_of(counts, good):
    mine = counts[good]
    if mine == 0:
        return 0
    worth = HIGHEST_VALUE
    for other in range(GOODS):
        if counts[other] > mine and not _counted_before(counts, other):
            worth -= 1
    return worth


@kernel
def _counted_before(counts, good):
    for earlier in range(good):
        if counts[earlier] == counts[good]:
            return True
    return False


@kernel
def points(s, out):
    """B14: points, shrines, stone and goods. Cards in hand count nothing."""
    for seat in range(int(s.players)):
        total = int(s.points[seat]) + SHRINE_POINTS * int(s.front[seat, SHRINE])
        out[seat] = total + int(s.stone[seat]) // STONE_FOR_A_POINT
    for good in range(GOODS):
        worth = value(s, good)
        for seat in range(int(s.players)):
            out[seat] += worth * int(s.goods[seat, good])


@kernel
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
    """Above 0 if seat `one` stands better than `other`, 0 if exactly as well."""
    if totals[one] != totals[other]:
        return totals[one] - totals[other]
    if s.front[one, SHRINE] != s.front[other, SHRINE]:
        return int(s.front[one, SHRINE]) - int(s.front[other, SHRINE])
    return int(s.stone[one]) - int(s.stone[other])
