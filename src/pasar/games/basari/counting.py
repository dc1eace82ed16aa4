"""What the end of a stage pays and takes back ("Recording the score"). Compiled functions that work in place."""

from pasar.games.basari import events
from pasar.games.basari.box import COLOURS, GEM_PRIZES, LEADER_RETURNS, SHARER_RETURNS, WORKERS_NEEDED, WORKERS_PRIZE
from pasar.games.basari.state import FOR_WORKERS
from pasar.kernel.jit import inner, kernel
from pasar.kernel.story import NOBODY, tell


@inner
def count_stage(s, story):
    """S11: red, yellow, green, blue in turn, then the workers."""
    tell(story, events.STAGE_ENDED, NOBODY, int(s.stage) + 1)
    for colour in range(COLOURS):
        _count_colour(s, colour, story)
    for seat in range(int(s.players)):
        if s.workers[seat] >= WORKERS_NEEDED:
            _pay(s, seat, FOR_WORKERS, WORKERS_PRIZE)
            tell(story, events.WORKERS_PAID, seat, int(s.workers[seat]), WORKERS_PRIZE)


@inner
def most_of(s, colour):
    """S11: the most gems of a colour that anybody has, and how many have so many."""
    most = 0
    leaders = 0
    for seat in range(int(s.players)):
        count = int(s.gems[seat, colour])
        if count > most:
            most = count
            leaders = 1
        elif count == most:
            leaders += 1
    return most, leaders


@kernel
def _count_colour(s, colour, story):
    """S11: alone in the lead, or shared; a colour that nobody has pays nothing."""
    most, leaders = most_of(s, colour)
    if most == 0:
        tell(story, events.NOBODY_LED, NOBODY, colour)
        return
    for seat in range(int(s.players)):
        if s.gems[seat, colour] == most:
            if leaders == 1:
                _pay_leader(s, seat, colour, story)
            else:
                _pay_sharer(s, seat, colour, leaders, story)


@kernel
def _pay_leader(s, seat, colour, story):
    """S11: the whole prize, and half of the gems, rounded up, go back."""
    returned = (int(s.gems[seat, colour]) + LEADER_RETURNS - 1) // LEADER_RETURNS
    _pay(s, seat, colour, GEM_PRIZES[colour])
    put_back(s, seat, colour, returned)
    tell(story, events.LED, seat, colour, GEM_PRIZES[colour], returned)


@kernel
def _pay_sharer(s, seat, colour, leaders, story):
    """S11: an equal part of the prize, rounded down; two of the gems go back, or all."""
    prize = GEM_PRIZES[colour] // leaders
    returned = min(SHARER_RETURNS, int(s.gems[seat, colour]))
    _pay(s, seat, colour, prize)
    put_back(s, seat, colour, returned)
    tell(story, events.SHARED, seat, colour, prize, returned, leaders)


@kernel
def _pay(s, seat, source, prize):
    """Points of S11, also noted by what they were paid for."""
    s.points[seat] += prize
    s.prizes[seat, source] += prize


@inner
def put_back(s, seat, colour, count):
    """Gems go back to the stock: only by scoring and by D (S10)."""
    s.gems[seat, colour] -= count
    s.stock[colour] += count
