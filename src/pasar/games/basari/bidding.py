"""Who bids first and what beats what ("Negotiating"). Compiled functions that work in place."""

from pasar.games.basari import events
from pasar.games.basari.box import BLUE, COLOURS, GREEN, RED, YELLOW
from pasar.games.basari.state import ANSWER, OPEN
from pasar.kernel.bits import NONE, span
from pasar.kernel.jit import kernel
from pasar.kernel.story import tell


@kernel
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


@kernel
def held(s, seat):
    """All gems of a player."""
    count = 0
    for colour in range(COLOURS):
        count += int(s.gems[seat, colour])
    return count


@kernel
def is_bidding(s):
    """Whether the actor has a bid to make or to answer."""
    return s.phase == OPEN or s.phase == ANSWER


@kernel
def rival(s, seat):
    """The other one of the two that haggle."""
    return int(s.queue[1]) if s.queue[0] == seat else int(s.queue[0])


@kernel
def open_counts(s, seat, block):
    """The counts of the colour now asked that some legal bid has, as actions from `block` on."""
    least = least_count(s, seat)
    most = int(s.gems[seat, s.colour])
    return span(block + least, most - least + 1) if least <= most else NONE


@kernel
def least_count(s, seat):
    """S8: the fewest of the colour now asked with which the bid can still beat the standing one.

    The best that can follow is all of the later colours, and more of any colour is always a higher bid.
    """
    lacking = 0  # to be as large as the standing bid, if all of the later colours go in
    for colour in range(COLOURS):
        lacking += int(s.standing[colour])
        if colour < s.colour:
            lacking -= int(s.bid[colour])
        elif colour > s.colour:
            lacking -= int(s.gems[seat, colour])
    if lacking < 0:
        return 0
    return lacking if _is_worth_more(s, seat, lacking) else lacking + 1


@kernel
def _is_worth_more(s, seat, count):
    """S8: of two bids of as many gems, the one with more red; equal red, more yellow; then green; then blue."""
    for colour in range(COLOURS):
        offered = count
        if colour < s.colour:
            offered = int(s.bid[colour])
        elif colour > s.colour:
            offered = int(s.gems[seat, colour])
        if offered != s.standing[colour]:
            return offered > s.standing[colour]
    return False


@kernel
def put_in(s, seat, count, story):
    """So many gems of the colour now asked; with the last colour the bid is made."""
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


@kernel
def take_back_bid(s):
    """Nothing has been put into a bid yet."""
    s.colour = 0
    for colour in range(COLOURS):
        s.bid[colour] = 0


@kernel
def hand_over(s, bidder, seat, story):
    """S8: who accepts receives the gems of the standing bid. Earlier bids cost nothing."""
    given = s.standing
    tell(story, events.ACCEPTED, seat, int(given[RED]), int(given[YELLOW]), int(given[GREEN]), int(given[BLUE]))
    for colour in range(COLOURS):
        s.gems[bidder, colour] -= given[colour]
        s.gems[seat, colour] += given[colour]
        given[colour] = 0
