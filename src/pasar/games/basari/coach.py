"""What the coach has to know of Basari (see `pasar.games.contract`)."""

from pasar.games.basari.box import STAGES
from pasar.games.basari.secrets import reshuffle_pile
from pasar.kernel.jit import kernel

# The ruling behind each source of points.
RULINGS = {"action_b": "S6"} | dict.fromkeys(("red", "yellow", "green", "blue", "workers"), "S11")


@kernel
def reshuffle(s, source):
    """What nobody can know is the order of the piles. Sorted first, nothing remains of the order they lay in."""
    for stage in range(STAGES):
        reshuffle_pile(s.piles[stage], int(s.dealt[stage]), source)
