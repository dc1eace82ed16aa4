"""Phase 2b of a turn of Bali: what a new shrine asks of everybody. Compiled."""

from pasar.games.bali import events
from pasar.games.bali.actions import GIVE_GOOD
from pasar.games.bali.box import GOODS
from pasar.games.bali.pieces import put_on_altar, write
from pasar.games.bali.state import ADD, ADDED, FACE_DOWN, GAVE, GIFTED, GIVE, TAKE
from pasar.kernel.bits import NONE, bit
from pasar.kernel.jit import inner
from pasar.kernel.seats import seat_after
from pasar.kernel.story import tell


@inner
def begin_sacrifice(s):
    """B7: first the player to the left of the builder."""
    s.phase = GIVE
    s.step = 0
    next_giver(s)


@inner
def next_giver(s):
    """B7: the others from the left of the builder, then the builder, who then adds one of the supply."""
    s.step += 1
    if s.step > s.players:
        s.phase = ADD
    else:
        s.actor = seat_after(int(s.active), int(s.step), int(s.players))


@inner
def open_gifts(s, seat):
    """B7: an own good; who has none lays none."""
    actions = NONE
    for good in range(GOODS):
        if s.goods[seat, good] > 0:
            actions |= bit(GIVE_GOOD + good)
    return actions


@inner
def give(s, seat, good, story):
    """B7: the others lay an own good open, the builder one face down."""
    s.goods[seat, good] -= 1
    if seat == s.active:
        put_on_altar(s, good + FACE_DOWN)
        s.gifted[seat, good] += 1
        write(s, GIFTED, seat, good)
        tell(story, events.GIFTED, seat, good)
    else:
        put_on_altar(s, good)
        s.openly[seat, good] -= 1
        write(s, GAVE, seat, good)
        tell(story, events.GAVE, seat, good)
    next_giver(s)


@inner
def add(s, seat, good, story):
    """B7: the builder lays a good of the supply, open."""
    s.supply[good] -= 1
    put_on_altar(s, good)
    write(s, ADDED, seat, good)
    tell(story, events.ADDED, seat, good)
    s.phase = TAKE
