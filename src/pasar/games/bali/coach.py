"""What the coach has to know of Bali (see `pasar.games.contract`)."""

from pasar.games.bali.box import GOOD_NAMES, ORACLE
from pasar.kernel.jit import kernel
from pasar.kernel.rng import shuffle

# The ruling behind each source of points: tokens come from scorings, everything else from the final score.
RULINGS = {"points": "B10", "shrines": "B14", "stone": "B14"} | dict.fromkeys(GOOD_NAMES, "B13")


@kernel
def reshuffle(s, source):
    """What nobody can know is the order of the pile. Sorted first, nothing remains of the order it lay in."""
    start, end = int(s.drawn), int(s.pile_size)
    place = start
    for kind in range(ORACLE + 1):
        for card in range(place, end):
            if s.pile[card] == kind:
                s.pile[card] = s.pile[place]
                s.pile[place] = kind
                place += 1
    shuffle(source, s.pile, start, end)
