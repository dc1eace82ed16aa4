"""Moving pieces in Bali: what several phases do. Compiled."""

from pasar.games.bali import events
from pasar.games.bali.box import GOODS
from pasar.games.bali.state import BUY, GAINED, note
from pasar.kernel.bits import NONE, bit
from pasar.kernel.jit import inner
from pasar.kernel.seats import seat_after
from pasar.kernel.story import tell


@inner
def begin_turn(s, seat, story):
    """Phase 1: the player may buy (B5)."""
    s.active = seat
    s.actor = seat
    s.phase = BUY
    tell(story, events.TURN, seat)


@inner
def end_turn(s, story):
    """B1: the next player clockwise."""
    begin_turn(s, seat_after(int(s.active), 1, int(s.players)), story)


@inner
def open_supply(s, block):
    """The types that the supply still has, to add one (B7) or to pick one (B12)."""
    actions = NONE
    for good in range(GOODS):
        if s.supply[good] > 0:
            actions |= bit(block + good)
    return actions


@inner
def bottom_card(s, row):
    """The card that can be taken (B8) or is scored (B9)."""
    return int(s.offer[row, s.row_size[row] - 1])


@inner
def gain_good(s, seat, good):
    """A good from the supply, seen by all, so that it may be remembered (B18)."""
    s.supply[good] -= 1
    s.goods[seat, good] += 1
    s.openly[seat, good] += 1
    write(s, GAINED, seat, good)


@inner
def put_on_altar(s, card):
    """On top of the others: an oracle looks at the uppermost (B16)."""
    s.altar[s.height] = card
    s.height += 1


@inner
def remove_from_altar(s, place):
    """Take out the card that has `place` cards above it, and close the gap (B16)."""
    index = int(s.height) - 1 - place
    card = int(s.altar[index])
    for above in range(index, int(s.height) - 1):
        s.altar[above] = s.altar[above + 1]
    s.height -= 1
    s.altar[s.height] = 0
    return card


@inner
def write(s, what, seat, number):
    """Note in the diary that a good changed place: who was there could remember it (B18)."""
    s.diary[s.entries] = note(what, seat, number)
    s.entries += 1
