"""Who bids first and what beats what ("Negotiating"). Compiled functions that work in place."""

import numpy as np

from pasar.games.basari import events
from pasar.games.basari.box import BLUE, COLOURS, GREEN, RED, YELLOW
from pasar.games.basari.state import ANSWER, OPEN
from pasar.kernel.bits import NONE, span
from pasar.kernel.jit import inner, kernel
from pasar.kernel.story import tell

# S8: of two bids the one with more gems is higher; of as many, the one with more red; then yellow; then green; then
# blue. That is the order of their weights: every gem counts in the highest digit, and once more in that of its colour.
_DIGIT = 8  # bits
_BASE = 1 << _DIGIT  # more than all gems of a box
_WEIGHTS = np.array([_BASE**COLOURS + _BASE ** (COLOURS - 1 - colour) for colour in range(COLOURS)])


@inner
def goes_first(s, one, other):
    """S7: most red gems, then yellow, green, blue, then points, then workers, then the lower seat."""
    for colour in range(COLOURS):
        if s.gems[one, colour] != s.gems[other, colour]:
            return s.gems[one, colour] > s.gems[other, colour]
    if s.points[one] != s.points[other]:
        return s.points[one] > s.points[other]
    if s.workers[one] != s.workers[other]:
        return s.workers[one] > s.workers[other]
    return one < other


@inner
def held(s, seat):
    """All gems of a player: bids are made of these (S8)."""
    return size_of(s.gems[seat])


@inner
def is_bidding(s):
    """Whether the actor has a bid to make or to answer (S8)."""
    return s.phase == OPEN or s.phase == ANSWER


@inner
def rival(s, seat):
    """The other one of the two that haggle (S5)."""
    return int(s.queue[1]) if s.queue[0] == seat else int(s.queue[0])


@inner
def open_counts(s, seat, block):
    """The counts of the colour now asked that some legal bid has (S8), as actions from `block` on."""
    least = least_count(s, seat)
    most = int(s.gems[seat, s.colour])
    return span(block + least, most - least + 1) if least <= most else NONE


@inner
def size_of(bid):
    """S8: how many gems a bid has."""
    size = 0
    for colour in range(COLOURS):
        size += int(bid[colour])
    return size


@inner
def worth(bid):
    """S8: the higher of two bids has more of it."""
    weight = 0
    for colour in range(COLOURS):
        weight += int(bid[colour]) * _WEIGHTS[colour]
    return weight


@inner
def least_count(s, seat):
    """S8: the fewest of the colour now asked with which the bid can still beat the standing one.

    The best that can follow is all of the later colours.
    """
    lacking = worth(s.standing) - worth(s.bid)  # of which nothing is there from this colour on
    for colour in range(COLOURS):
        most = int(s.gems[seat, colour]) * _WEIGHTS[colour]
        lacking -= most if colour > s.colour else 0
    if lacking < 0:
        return 0
    count = lacking >> _DIGIT * COLOURS  # a weight is hardly more than its highest digit, and dividing takes long
    return count if count * _WEIGHTS[s.colour] > lacking else count + 1


@inner
def lowest_bid(s, seat, out):
    """Fill `out` with the lowest bid that is open (S8); returns whether there is one."""
    for size in range(size_of(s.standing), held(s, seat) + 1):
        if _lowest_of_size(s, seat, size, out):
            return True
    return False


@kernel
def _lowest_of_size(s, seat, size, out):
    """Colour by colour as few as can still become an open bid (S8) of so many gems."""
    for colour in range(COLOURS):
        settled = colour < s.colour
        count = int(s.bid[colour]) if settled else 0
        most = count if settled else int(s.gems[seat, colour])
        while count <= most and not _can_become_open(s, seat, out, colour, count, size):
            count += 1
        if count > most:
            return False
        out[colour] = count
    return True


@kernel
def _can_become_open(s, seat, begun, colour, count, size):
    """S8: whether the colours `begun` before `colour`, so many of that, and the best after it are an open bid."""
    highest = np.zeros(COLOURS, np.int64)
    rest = size
    for each in range(COLOURS):
        if each < colour:
            highest[each] = begun[each]
        elif each == colour:
            highest[each] = count
        elif each < s.colour:
            highest[each] = s.bid[each]
        else:
            highest[each] = max(0, min(int(s.gems[seat, each]), rest))
        rest -= highest[each]
    return rest == 0 and worth(highest) > worth(s.standing)


@inner
def put_in(s, seat, count, story):
    """So many gems of the colour now asked; with the last colour the bid is made (S8)."""
    s.bid[s.colour] = count
    s.colour += 1
    if s.colour == COLOURS:
        _bid(s, seat, story)


@kernel
def _bid(s, seat, story):
    """S8: the bid now stands, and the other has to answer it."""
    s.moves += 1
    tell(story, events.BID, seat, int(s.bid[RED]), int(s.bid[YELLOW]), int(s.bid[GREEN]), int(s.bid[BLUE]))
    for colour in range(COLOURS):
        s.standing[colour] = s.bid[colour]
    take_back_bid(s)
    s.phase = ANSWER
    s.actor = rival(s, seat)


@inner
def take_back_bid(s):
    """Nothing has been put into a bid yet (S8)."""
    s.colour = 0
    for colour in range(COLOURS):
        s.bid[colour] = 0


@inner
def hand_over(s, bidder, seat, story):
    """S8: who accepts receives the gems of the standing bid. Earlier bids cost nothing."""
    given = s.standing
    tell(story, events.ACCEPTED, seat, int(given[RED]), int(given[YELLOW]), int(given[GREEN]), int(given[BLUE]))
    for colour in range(COLOURS):
        s.gems[bidder, colour] -= given[colour]
        s.gems[seat, colour] += given[colour]
        given[colour] = 0
