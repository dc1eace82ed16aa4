"""What action D gives ("Game for 5 players"). Compiled functions that work in place."""

from pasar.games.basari import events
from pasar.games.basari.actions import GAIN_GEM, RETURN_GEM
from pasar.games.basari.bidding import held
from pasar.games.basari.box import COLOURS, GAINS_FOR_RETURN, SEATS
from pasar.games.basari.counting import put_back
from pasar.games.basari.state import GAIN, NONE_YET, RETURN
from pasar.kernel.bits import NONE, bit
from pasar.kernel.jit import inner, kernel
from pasar.kernel.story import tell


@inner
def begin_exchange(s, choosers, story):
    """S13: alone, a gem goes back first; without a gem to give back, or with others, each in the queue gains one."""
    seat = int(s.queue[0])
    if choosers > 1 or held(s, seat) == 0:
        return _must_gain(s, story)
    s.phase = RETURN
    s.actor = seat
    return True


@inner
def open_returns(s, seat):
    """S13: a gem of one's own goes back."""
    return _open_gems(s.gems[seat], RETURN_GEM)


@inner
def open_gains(s):
    """S13: any gem that the stock has."""
    return _open_gems(s.stock, GAIN_GEM)


@kernel
def _open_gems(gems, block):
    """The colours of which there is a gem (S13)."""
    actions = NONE
    for colour in range(COLOURS):
        if gems[colour] > 0:
            actions |= bit(block + colour)
    return actions


@inner
def return_gem(s, seat, colour, story):
    """S13: the gem that was given back can be gained again, so there is one to gain."""
    s.moves += 1
    put_back(s, seat, colour, 1)
    tell(story, events.RETURNED, seat, colour)
    for place in range(GAINS_FOR_RETURN):
        s.queue[place] = seat
    _must_gain(s, story)


@inner
def gain_gem(s, seat, colour, story):
    """S13: one gem of choice. Returns whether somebody has another one to gain."""
    s.moves += 1
    s.stock[colour] -= 1
    s.gems[seat, colour] += 1
    tell(story, events.GAINED, seat, colour)
    _leave_queue(s)
    return _must_gain(s, story)


@kernel
def _must_gain(s, story):
    """Whether the first of the queue has a gem to gain. S13: an empty stock gives nothing."""
    while s.queue[0] != NONE_YET:
        if open_gains(s) != NONE:
            s.phase = GAIN
            s.actor = s.queue[0]
            return True
        tell(story, events.STOCK_EMPTY, int(s.queue[0]))
        _leave_queue(s)
    return False


@kernel
def _leave_queue(s):
    """S13: the next one in the order of S7 comes to the front."""
    for place in range(1, SEATS):
        s.queue[place - 1] = s.queue[place]
    s.queue[SEATS - 1] = NONE_YET
