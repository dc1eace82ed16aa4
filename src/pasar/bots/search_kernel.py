"""Information-set Monte Carlo tree search, compiled as a whole. Stamped for each game (`pasar.bots.stamped`).

A simulation supposes one of the worlds that the seat cannot tell apart (`resample`), walks down the tree through
decisions that look promising to whoever makes them, adds a node, plays or judges how that world ends, and notes every
seat's reward along its way. Where several seats decide at once in secret, each chooses from a list of its own that
hangs below the common node, without knowing what the others choose.
"""

import math
from typing import Any

import numpy as np

from pasar.bots.tree import (
    NODES,
    NOTHING,
    TOP,
    action_of,
    add,
    by_chance,
    by_regret,
    find,
    is_full,
    key_of,
    most_plausible,
    most_promising,
    tried,
)
from pasar.kernel.bits import NONE, ONE, first, lowest_seat, size
from pasar.kernel.jit import kernel
from pasar.kernel.rng import any_of, coin
from pasar.kernel.seats import MOST_SEATS

rules: Any  # the game's rules.py
secrets: Any  # the game's secrets.py
beliefs: Any  # the game's beliefs.py
greedy: Any  # the game's greedy.py
policy: Any  # pasar.bots.policy, stamped for the game
judge: Any  # pasar.bots.judge, stamped for the game

LONGEST_PATH = 256

# What a search is told to do: the cells of its settings array.
EXPLORATION = 0  # how much seldom tried decisions are favoured
PRIOR = 1  # 0: none; otherwise the temperature, in points, at which rules of thumb become likelihoods
CHANCE = 2  # in rollouts: the chance of a decision by chance instead of by rules of thumb
CUT = 3  # quiet positions that a rollout passes before the net judges; below 0 it plays to the end
MARGIN = 4  # part of a reward that is for the margin in points instead of for winning
MARGIN_SCALE = 5  # points of margin that are a lot
BELIEF = 6  # 0: every world as `resample` gives it; otherwise as likely as it is (`beliefs.suppose`)
MIXING = 7  # where several decide at once: the part of their decisions that is by chance
SIGHT = 8  # part of a judgement that is for points on the table instead of by the net: 1 is short of sight
GREED = 9  # 0: others are judged as they will stand; 1: as they stand now, whatever they gain
REGRET = 10  # where several decide at once: 0: as alone; otherwise by regret matching
HORIZON = 11  # 1: where several decide at once and anew, a world is judged, however deep the tree could go
CELLS = 12


@kernel
def search(states, seat, tree, control, settings, net, source, simulations):
    """Run so many more simulations from `states[0]` as `seat` knows it."""
    expect(states, seat, tree, control, settings, net, source, simulations, np.zeros(MOST_SEATS, np.float64))


@kernel
def expect(states, seat, tree, control, settings, net, source, simulations, everybody):
    """The same, and everybody's rewards are added up: what all of them may expect, not only those who decide."""
    worlds = np.empty(2, states.dtype)  # that of the simulation, and the one that was supposed last
    weight = -math.inf
    path = np.empty((LONGEST_PATH, 2), np.int64)
    rewards = np.zeros(MOST_SEATS, np.float64)
    work = np.zeros(judge.WORK, np.float32)  # a net may be wider than the features that its game fills in
    stood = np.zeros(2 * MOST_SEATS, np.float64)  # scores now, and room to work
    if settings[GREED] > 0.0 and settings[CUT] >= 0.0:
        judge.scores(states[0], net, settings[SIGHT], settings[MARGIN_SCALE], work, stood)
    for _ in range(simulations):
        worlds[0] = states[0]
        weight = _suppose(worlds, seat, weight, settings, source)
        s = worlds[0]
        greedy.reopen(s, seat)
        length = _descend(s, tree, control, settings, source, path)
        _finish(s, settings, net, stood, work, source, rewards)
        tree[control[TOP]].visits += 1
        for step in range(length):
            node = tree[path[step, 0]]
            node.visits += 1
            node.total += rewards[path[step, 1]]
        for other in range(len(everybody)):
            everybody[other] += rewards[other]


@kernel
def _suppose(worlds, seat, weight, settings, source):
    """Another world, or the last one once more if that is so much likelier (Metropolis); the weight of what it is."""
    if settings[BELIEF] == 0.0:
        secrets.resample(worlds[0], seat, source)
        return 0.0
    found = beliefs.suppose(worlds[0], seat, source)
    if found >= weight or coin(source) < math.exp(found - weight):
        worlds[1] = worlds[0]
        return found
    worlds[0] = worlds[1]
    return weight


@kernel
def _descend(s, tree, control, settings, source, path):
    """Walk down to a decision that was not in the tree; the nodes and seats passed go into `path`."""
    node = int(control[TOP])
    length = 0
    grown = False
    while not grown and not rules.over(s) and length < LONGEST_PATH - 2 * MOST_SEATS:
        before = int(control[NODES])
        holder = node
        seats = rules.to_act(s)
        together = seats & (seats - 1) != 0
        # A node below would count all that may have been dealt as one, and everybody decides by what they are dealt.
        if together and length > 0 and settings[HORIZON] > 0.0 and greedy.quiet(s):
            return length
        while seats != 0:
            seat = lowest_seat(seats)
            seats &= seats - 1
            chosen = _choose(s, holder, seat, together, tree, control, settings, source)
            if chosen == NOTHING:
                return length
            path[length, 0] = chosen
            path[length, 1] = seat
            length += 1
            key = int(tree[chosen].key)
            grown = tree[chosen].visits == 0
            if holder != node:
                chosen = _follow(tree, control, node, key)
                if chosen == NOTHING:
                    return length
            node = chosen
            rules.apply(s, seat, action_of(key), None)
        grown = grown or (together and control[NODES] > before)
    return length


@kernel
def _follow(tree, control, node, key):
    """The node for a decision made at the same time as others: a place to go on from, its rewards are noted above."""
    child = find(tree, node, key)
    if child == NOTHING and not is_full(tree, control):
        child = add(tree, control, node, key, 0.0)
    return child


@kernel
def _choose(s, holder, seat, together, tree, control, settings, source):
    """The node of the seat's next decision: one never made before, or a promising one; NOTHING if the tree is full."""
    actions = rules.open_actions(s, seat)
    untried = actions & ~tried(tree, holder, seat)
    if settings[PRIOR] > 0.0:
        if untried != NONE:
            _add_all(s, holder, seat, actions, untried, tree, control, settings)
        if together and settings[REGRET] > 0.0:
            return by_regret(tree, holder, seat, actions, settings[MIXING], source)
        # Seats that stand alike would always choose alike, and find every choice as good as any other.
        if together and settings[MIXING] > 0.0 and coin(source) < settings[MIXING]:
            return by_chance(tree, holder, seat, actions, source)
        return most_plausible(tree, holder, seat, actions, settings[EXPLORATION])
    if untried != NONE and not is_full(tree, control):
        child = add(tree, control, holder, key_of(seat, any_of(source, untried)), 0.0)
        most_promising(tree, holder, seat, actions, 0.0)  # all of them were available
        return child
    return most_promising(tree, holder, seat, actions, settings[EXPLORATION])


@kernel
def _add_all(s, holder, seat, actions, untried, tree, control, settings):
    """Nodes for all that is open and has none, each with its likelihood by rules of thumb."""
    if int(control[NODES]) + size(untried) > len(tree):
        return
    heaviest = -math.inf
    rest = actions
    weights = np.empty(64, np.float64)
    while rest != NONE:
        action = first(rest)
        rest &= rest - ONE
        weights[action] = greedy.weigh(s, seat, action) / settings[PRIOR]
        heaviest = max(heaviest, weights[action])
    total = 0.0
    rest = actions
    while rest != NONE:
        action = first(rest)
        rest &= rest - ONE
        weights[action] = math.exp(weights[action] - heaviest)
        total += weights[action]
    while untried != NONE:
        action = first(untried)
        untried &= untried - ONE
        add(tree, control, holder, key_of(seat, action), weights[action] / total)


@kernel
def _finish(s, settings, net, stood, work, source, rewards):
    """Play on by the rollout's policy to the end, or to a quiet position that the net judges; everyone's reward."""
    cut = int(settings[CUT])
    chance = settings[CHANCE]
    passed = 0
    while not rules.over(s):
        if cut >= 0 and greedy.quiet(s):
            if passed >= cut:
                _judge(s, settings, net, stood, work, rewards)
                return
            passed += 1
        seat = lowest_seat(rules.to_act(s))
        rules.apply(s, seat, policy.pick(s, seat, rules.open_actions(s, seat), chance, source), None)
    judge.result(s, settings[MARGIN], settings[MARGIN_SCALE], rewards)


@kernel
def _judge(s, settings, net, stood, work, rewards):
    sight, greed = settings[SIGHT], settings[GREED]
    if sight == 0.0 and greed == 0.0:
        judge.judge(s, net, work, rewards)
    else:
        judge.misjudge(s, net, sight, settings[MARGIN_SCALE], greed, stood, work, rewards)
