"""An opponent that decides by chance. Stamped for each game."""

from typing import Any

from pasar.kernel.jit import kernel
from pasar.kernel.rng import any_of

rules: Any  # the game's rules.py
secrets: Any  # the game's secrets.py


@kernel
def choose(s, seat, source):
    """Any of the open actions."""
    return any_of(source, rules.open_actions(s, seat))
