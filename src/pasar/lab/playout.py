"""Whole games of random play in one compiled loop. Stamped for each game (`pasar.kernel.stamp`)."""

import numpy as np

from pasar.games.contract import RulesModule, SecretsModule
from pasar.kernel.bits import lowest_seat
from pasar.kernel.jit import kernel
from pasar.kernel.rng import any_of, game_seed

rules: RulesModule  # the game's rules.py
secrets: SecretsModule  # the game's secrets.py


@kernel
def random_game(s, source, log):
    """Play a dealt game to its end, every open action as likely as any other; returns the number of decisions.

    `log` is None or an array that takes a row (seat, action) for each.
    """
    rules.start(s, None)
    decisions = 0
    while not rules.over(s):
        seat = lowest_seat(rules.to_act(s))
        action = any_of(source, rules.open_actions(s, seat))
        if log is not None:
            log[decisions, 0] = seat
            log[decisions, 1] = action
        rules.apply(s, seat, action, None)
        decisions += 1
    return decisions


@kernel
def deal_game(blank, states, seed, index):
    """Deal game `index` of the run `seed` into `states[0]`; returns the source that its play goes on with."""
    source = np.empty(1, np.uint64)
    source[0] = game_seed(seed, index)
    states[0] = blank[0]
    rules.deal(states[0], source)
    return source


@kernel
def play_out(states, source, log, points, winners):
    """Play the dealt `states[0]` to its end and note how it ended; returns the number of decisions."""
    decisions = random_game(states[0], source, log)
    rules.points(states[0], points)
    winners[0] = rules.winners(states[0])
    return decisions


@kernel
def random_games(blank, seed, first, points, winners, decisions):
    """Play games `first`, `first` + 1, ... of a run, one for each row of `points`, and note how each ended."""
    states = blank.copy()
    for row in range(len(points)):
        source = deal_game(blank, states, seed, first + row)
        decisions[row] = play_out(states, source, None, points[row], winners[row : row + 1])
