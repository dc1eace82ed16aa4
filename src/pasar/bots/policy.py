"""Deciding by rules of thumb or by chance. Stamped for each game (`pasar.bots.stamped`)."""

from typing import Any

from pasar.kernel.bits import NONE, ONE, first
from pasar.kernel.jit import inner, kernel
from pasar.kernel.rng import any_of, below, coin

rules: Any  # the game's rules.py
greedy: Any  # the game's greedy.py


@inner
def heaviest(s, seat, actions, source):
    """The open action that the game's rules of thumb like best; among equals any (a reservoir of one)."""
    best = -1
    most = 0.0
    equals = 0
    while actions != NONE:
        action = first(actions)
        actions &= actions - ONE
        weight = greedy.weigh(s, seat, action)
        if best < 0 or weight > most:
            best, most, equals = action, weight, 1
        elif weight == most:
            equals += 1
            if below(source, equals) == 0:
                best = action
    return best


@inner
def pick(s, seat, actions, chance, source):
    """By rules of thumb, but with this chance by none."""
    if chance >= 1.0 or (chance > 0.0 and coin(source) < chance):
        return any_of(source, actions)
    return heaviest(s, seat, actions, source)


@kernel
def decide(states, seat, chance, source):
    """The action of a player who decides so."""
    s = states[0]
    return pick(s, seat, rules.open_actions(s, seat), chance, source)
