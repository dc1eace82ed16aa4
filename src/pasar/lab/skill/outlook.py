"""What each open action leads to, in one compiled loop. Stamped for each game (`pasar.kernel.stamp`)."""

from typing import Any

import numpy as np

from pasar.games.contract import RulesModule, SecretsModule
from pasar.kernel.bits import lowest_seat
from pasar.kernel.jit import kernel
from pasar.kernel.rng import game_seed

rules: RulesModule  # the game's rules.py
secrets: SecretsModule  # the game's secrets.py
policy: Any  # pasar.bots.policy, stamped for the game


@kernel
def play_on(states, seat, actions, seed, chance, shares):
    """The seat's part of the victory after each action, a column for each world that it could be in.

    In one world all actions meet the same hidden things and the same luck; then everybody decides by rules of thumb.
    """
    here = states.copy()
    source = np.empty(1, np.uint64)
    for world in range(shares.shape[1]):
        for place in range(len(actions)):
            source[0] = game_seed(seed, world)
            here[0] = states[0]
            s = here[0]
            secrets.resample(s, seat, source)
            rules.apply(s, seat, actions[place], None)
            while not rules.over(s):
                who = lowest_seat(rules.to_act(s))
                rules.apply(s, who, policy.pick(s, who, rules.open_actions(s, who), chance, source), None)
            shares[place, world] = _share(int(rules.winners(s)), seat)


@kernel
def _share(winners, seat):
    count = 0
    rest = winners
    while rest:
        count += rest & 1
        rest >>= 1
    return (winners >> seat & 1) / count
