"""What a position is worth to every seat, from 0 to 1. Stamped for each game (`pasar.bots.stamped`)."""

import math
from typing import Any

import numpy as np

from pasar.kernel.jit import inner, kernel

rules: Any  # the game's rules.py
greedy: Any  # the game's greedy.py

WORK = 512  # numbers of room that judging needs


@inner
def result(s, part, scale, rewards):
    """How a game ended: a share of the victory, and a part of the reward for the margin to the best of the others."""
    players = int(s.players)
    winners = rules.winners(s)
    count = 0
    for seat in range(players):
        count += winners >> seat & 1
    for seat in range(players):
        rewards[seat] = (winners >> seat & 1) / count
    if part > 0.0:
        _blend_margin(s, players, part, scale, rewards)


@kernel
def _blend_margin(s, players, part, scale, rewards):
    points = np.empty(players, np.int64)
    rules.points(s, points)
    for seat in range(players):
        best = -1000
        for other in range(players):
            if other != seat:
                best = max(best, points[other])
        margin = 0.5 + 0.5 * math.tanh((points[seat] - best) / scale)
        rewards[seat] = (1.0 - part) * rewards[seat] + part * margin


@inner
def judge(s, net, work, rewards):
    """Everyone's prospects by the net: each seat's score from its own features, then shares that add up to one."""
    for seat in range(int(s.players)):
        greedy.features(s, seat, work)
        rewards[seat] = _score(net, work)
    _share_out(int(s.players), rewards)


@kernel
def _share_out(players, rewards):
    """Shares of the victory from scores, in place."""
    highest = -math.inf
    for seat in range(players):
        highest = max(highest, rewards[seat])
    total = 0.0
    for seat in range(players):
        rewards[seat] = math.exp(rewards[seat] - highest)
        total += rewards[seat]
    for seat in range(players):
        rewards[seat] /= total


# --- As people misjudge -----------------------------------------------------------------------------------------------


@inner
def scores(s, net, sight, scale, work, found):
    """Everyone's scores, of which the part `sight` is for points on the table: who is short of sight sees no more."""
    players = int(s.players)
    points = np.empty(players, np.int64)
    rules.points(s, points)
    for seat in range(players):
        found[seat] = sight * points[seat] / scale
        if sight < 1.0:
            greedy.features(s, seat, work)
            found[seat] += (1.0 - sight) * _score(net, work)


@inner
def misjudge(s, net, sight, scale, greed, stood, work, rewards):
    """Shares from such scores; to the part `greed` against the others as they `stood`, whatever they gain by now."""
    players = int(s.players)
    own = np.empty(players, np.float64)
    scores(s, net, sight, scale, work, own)
    for seat in range(players):
        for other in range(players):
            rewards[other] = own[other] if other == seat else (1.0 - greed) * own[other] + greed * stood[other]
        _share_out(players, rewards)
        stood[players + seat] = rewards[seat]
    for seat in range(players):
        rewards[seat] = stood[players + seat]


@kernel
def _score(net, work):
    """One hidden layer. Rows of `net`: the weights of each feature, then the biases, then the weights out."""
    cells = net.shape[1]
    hidden = work[greedy.FEATURES : greedy.FEATURES + cells]
    for cell in range(
        cells
    ):  # assigned at once, an array that does not fit would have to be named: seconds of compiling
        hidden[cell] = net[greedy.FEATURES, cell]
    for feature in range(greedy.FEATURES):
        value = work[feature]
        if value != 0.0:
            weights = net[feature]
            for cell in range(cells):
                hidden[cell] += value * weights[cell]
    score = np.float32(0.0)
    for cell in range(cells):
        score += max(hidden[cell], np.float32(0.0)) * net[greedy.FEATURES + 1, cell]
    return score
