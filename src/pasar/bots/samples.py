"""Positions to learn from: self-play in one compiled loop. Stamped for each game (`pasar.bots.stamped`).

The players look one decision ahead with the net they have, or play by rules of thumb while there is none; some of their
decisions are by chance, so that positions are met which good players avoid.
"""

from typing import Any

import numpy as np

from pasar.kernel.bits import NONE, ONE, first, lowest_seat
from pasar.kernel.jit import kernel
from pasar.kernel.rng import any_of, below, coin, game_seed
from pasar.kernel.seats import MOST_SEATS

rules: Any  # the game's rules.py
secrets: Any  # the game's secrets.py
greedy: Any  # the game's greedy.py
policy: Any  # pasar.bots.policy, stamped for the game
judge: Any  # pasar.bots.judge, stamped for the game


@kernel
def sample_games(blank, seed, first_game, chances, every, net, features, rewards, games):
    """Fill rows of positions with every seat's features, its share of the victory in the end, and which game it is.

    Returns how many rows were filled, and of how many games.
    """
    states = blank.copy()
    worlds = np.empty(2, blank.dtype)
    source = np.empty(1, np.uint64)
    work = np.zeros(judge.WORK, np.float32)
    ends = np.zeros(MOST_SEATS, np.float64)
    players = int(blank[0].players)
    filled = 0
    game = first_game
    while True:
        source[0] = game_seed(seed, game)
        game += 1
        states[0] = blank[0]
        s = states[0]
        rules.deal(s, source)
        rules.start(s, None)
        begin = filled
        chance = chances[below(source, len(chances))]
        while not rules.over(s):
            if greedy.quiet(s) and below(source, every) == 0:
                if filled == len(features):
                    return begin, game - first_game - 1
                for seat in range(players):
                    greedy.features(s, seat, features[filled, seat])
                games[filled] = game
                filled += 1
            seat = lowest_seat(rules.to_act(s))
            rules.apply(s, seat, _decide(states, worlds, seat, chance, net, work, ends, source), None)
        judge.result(s, 0.0, 1.0, ends)
        for row in range(begin, filled):
            for seat in range(players):
                rewards[row, seat] = ends[seat]


@kernel
def _decide(states, worlds, seat, chance, net, work, rewards, source):
    s = states[0]
    actions = rules.open_actions(s, seat)
    if len(net) == 1:
        return policy.pick(s, seat, actions, chance, source)
    if coin(source) < chance:
        return any_of(source, actions)
    worlds[0] = s  # one guess at what is hidden, the same for all actions
    secrets.resample(worlds[0], seat, source)
    best = -1
    highest = 0.0
    while actions != NONE:
        action = first(actions)
        actions &= actions - ONE
        worlds[1] = worlds[0]
        share = _look_ahead(worlds[1], seat, action, net, work, rewards, source)
        if best < 0 or share > highest:
            best = action
            highest = share
    return best


@kernel
def _look_ahead(s, seat, action, net, work, rewards, source):
    """What the seat may expect after an action, when all go on by rules of thumb until things are quiet again."""
    rules.apply(s, seat, action, None)
    while not rules.over(s) and not greedy.quiet(s):
        other = lowest_seat(rules.to_act(s))
        rules.apply(s, other, policy.heaviest(s, other, rules.open_actions(s, other), source), None)
    if rules.over(s):
        judge.result(s, 0.0, 1.0, rewards)
    else:
        judge.judge(s, net, work, rewards)
    return rewards[seat]
