"""Lines of moves, each played on to the end in the same worlds. Stamped for each game (`pasar.kernel.stamp`).

The judge's policy: who decides alone does what the game's rules of thumb like best, or nearly; who decides at the same
time as others draws lots, the likelier the better a choice looks: whoever can be foreseen is no yardstick.
"""

import math
from typing import Any

import numpy as np

from pasar.games.contract import CoachModule, GreedyModule, LedgerModule, RulesModule, SecretsModule
from pasar.kernel.bits import NONE, ONE, first, lowest_seat
from pasar.kernel.jit import kernel
from pasar.kernel.rng import game_seed

rules: RulesModule  # the game's rules.py
secrets: SecretsModule  # the game's secrets.py
greedy: GreedyModule  # the game's greedy.py
ledger: LedgerModule  # the game's ledger.py
chance: CoachModule  # the game's coach.py
policy: Any  # pasar.bots.policy, stamped for the game

# What a world is: all that is left to chance anew; all that one seat cannot know anew; what nobody can know anew,
# before the line is played, or after it.
DEALT, KNOWN, BEFORE, AFTER = range(4)


@kernel
def play_on(states, mode, seat, lines, seed, first_world, heats, unit, shares, parts):
    """Every seat's share of the victory, in units, for each line (rows of seat and action, -1: no more) and world.

    All lines meet the same worlds and the same random numbers. `parts` takes where everybody's points come from; an
    empty array if nobody wants to know.
    """
    worlds = states.copy()
    here = states.copy()
    source = np.empty(1, np.uint64)
    for world in range(shares.shape[1]):
        source[0] = game_seed(seed, first_world + world)
        worlds[0] = states[0]
        _imagine(worlds[0], mode, seat, source)
        drawn = source[0]
        for line in range(len(lines)):
            source[0] = drawn
            here[0] = worlds[0]
            s = here[0]
            waiting = _together(s)
            for step in range(lines.shape[1]):
                if lines[line, step, 0] >= 0:
                    waiting &= ~(1 << int(lines[line, step, 0]))
                    rules.apply(s, int(lines[line, step, 0]), int(lines[line, step, 1]), None)
            if mode == AFTER:
                chance.reshuffle(s, source)
            _finish(s, waiting, heats, source)
            _share_out(s, unit, shares[line, world])
            if len(parts) > 0:
                ledger.sources(s, parts[line, world])


@kernel
def _imagine(s, mode, seat, source):
    if mode == KNOWN:
        secrets.resample(s, seat, source)
        greedy.reopen(s, seat)
    elif mode == BEFORE:
        chance.reshuffle(s, source)
    elif mode == DEALT:
        rules.deal(s, source)
        rules.start(s, None)


@kernel
def _together(s):
    """The seats that decide at once, if there are several."""
    seats = rules.to_act(s)
    return seats if seats & (seats - 1) != 0 else 0


@kernel
def _finish(s, waiting, heats, source):
    """To the end by the judge's policy, with the `heats` of decisions made alone and at once.

    `waiting` are the seats whose decision belongs to one that others have made already.
    """
    while not rules.over(s):
        if waiting == 0:
            waiting = _together(s)
        if waiting != 0:
            seat = lowest_seat(waiting)
            waiting &= waiting - 1
            action = by_lot(s, seat, rules.open_actions(s, seat), heats[1], source)
        else:
            seat = lowest_seat(rules.to_act(s))
            if heats[0] > 0.0:
                action = by_lot(s, seat, rules.open_actions(s, seat), heats[0], source)
            else:
                action = policy.heaviest(s, seat, rules.open_actions(s, seat), source)
        rules.apply(s, seat, action, None)


@kernel
def by_lot(s, seat, actions, heat, source):
    """An open action by lot: one that looks `heat` points worse than another is e times less likely."""
    weights = np.empty(64, np.float64)
    highest = -math.inf
    rest = actions
    while rest != NONE:
        action = first(rest)
        rest &= rest - ONE
        weights[action] = greedy.weigh(s, seat, action) / heat
        highest = max(highest, weights[action])
    total = 0.0
    rest = actions
    while rest != NONE:
        action = first(rest)
        rest &= rest - ONE
        weights[action] = math.exp(weights[action] - highest)
        total += weights[action]
    drawn = policy.coin(source) * total
    chosen = first(actions)
    while actions != NONE and drawn >= 0.0:
        chosen = first(actions)
        actions &= actions - ONE
        drawn -= weights[chosen]
    return chosen


@kernel
def _share_out(s, unit, shares):
    """A victory that several share is shared evenly; `unit` can be divided by any number of them."""
    winners = rules.winners(s)
    count = 0
    for seat in range(len(shares)):
        count += winners >> seat & 1
    for seat in range(len(shares)):
        shares[seat] = unit // count if winners >> seat & 1 else 0


# --- One decision of the judge's policy, for Python -------------------------------------------------------------------


@kernel
def draw(states, seat, heat, source):
    s = states[0]
    return by_lot(s, seat, rules.open_actions(s, seat), heat, source)


@kernel
def reshuffle(states, source):
    chance.reshuffle(states[0], source)
