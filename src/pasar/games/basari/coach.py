"""What the coach has to know of Basari (see `pasar.games.contract`)."""

from pasar.games.basari.box import CARDS, STAGES
from pasar.kernel.jit import kernel
from pasar.kernel.rng import shuffle

# The ruling behind each source of points.
RULINGS = {"action_b": "S6"} | dict.fromkeys(("red", "yellow", "green", "blue", "workers"), "S11")


@kernel
def reshuffle(s, source):
    """What nobody can know is the order of the piles. Sorted first, nothing remains of the order they lay in."""
    for stage in range(STAGES):
        _reshuffle(s.piles[stage], int(s.dealt[stage]), source)


@kernel
def _reshuffle(pile, drawn, source):
    seen = 0
    for place in range(drawn):
        seen |= 1 << int(pile[place])
    place = drawn
    for card in range(CARDS):
        if not seen >> card & 1:
            pile[place] = card
            place += 1
    shuffle(source, pile, drawn, CARDS)
