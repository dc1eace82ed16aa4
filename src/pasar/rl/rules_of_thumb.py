"""An opponent that decides by the game's own rules of thumb. Stamped for each game and each chance."""

from typing import Any

from pasar.games.contract import RulesModule
from pasar.kernel.jit import kernel

rules: RulesModule  # the game's rules.py
policy: Any  # pasar.bots.policy, stamped for the game
chance: float  # of a decision by none of them


@kernel
def choose(s, seat, source):
    """The open action that they like best."""
    return policy.pick(s, seat, rules.open_actions(s, seat), chance, source)
