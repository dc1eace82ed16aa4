"""An opponent that decides by chance. Stamped for each game."""

from typing import Any

from pasar.kernel.bits import nth, size
from pasar.kernel.jit import kernel
from pasar.kernel.rng import below

rules: Any  # the game's rules.py
secrets: Any  # the game's secrets.py


@kernel
def choose(s, seat, source):
    """Any of the open actions."""
    actions = rules.open_actions(s, seat)
    return nth(actions, below(source, size(actions)))
