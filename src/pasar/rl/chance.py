"""An opponent that decides by chance. Stamped for each game."""

from pasar.games.contract import RulesModule, SecretsModule
from pasar.kernel.jit import kernel
from pasar.kernel.rng import any_of

rules: RulesModule  # the game's rules.py
secrets: SecretsModule  # the game's secrets.py


@kernel
def choose(s, seat, source):
    """Any of the open actions."""
    return any_of(source, rules.open_actions(s, seat))
