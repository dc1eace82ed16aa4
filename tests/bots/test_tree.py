"""Choosing in secret at the same time."""

from collections import Counter

import pytest

from pasar.bots.tree import NODES, NOTHING, TOP, add, by_chance, by_regret, find, key_of, plant, prune
from pasar.kernel.bits import bit
from pasar.kernel.rng import generator

BY_CHANCE = 0.1
ROUNDS = 6000
BOTH = bit(0) | bit(1)
# What seat 0 gets of 1, by its own choice and seat 1's: in equilibrium both make the first choice every third time.
SHARES = ((1.0, 0.0), (0.0, 0.5))


def test_regret_matching_finds_the_mixture_of_an_equilibrium():
    tree, control = plant(8)
    top, source = int(control[TOP]), generator(1)
    for seat in (0, 1):
        for action in (0, 1):
            add(tree, control, top, key_of(seat, action), 0.5)
    for _ in range(ROUNDS):
        chosen = [int(by_regret(tree, top, seat, BOTH, BY_CHANCE, source)) for seat in (0, 1)]
        actions = [int(tree[node].key) & 1 for node in chosen]
        share = SHARES[actions[0]][actions[1]]
        for node, reward in zip(chosen, (share, 1 - share), strict=True):
            tree[node].visits += 1
            tree[node].total += reward
    for seat in (0, 1):
        first = int(tree[find(tree, top, key_of(seat, 0))].visits) - BY_CHANCE * ROUNDS / 2
        assert first / (ROUNDS * (1 - BY_CHANCE)) == pytest.approx(1 / 3, abs=0.08)


def test_a_choice_that_is_not_open_is_not_made():
    tree, control = plant(8)
    for action in (0, 1):
        add(tree, control, int(control[TOP]), key_of(0, action), 0.5)
    for seed in range(20):
        assert int(tree[int(by_regret(tree, int(control[TOP]), 0, bit(1), 0.2, generator(seed)))].key) == 1
        assert int(tree[int(by_chance(tree, int(control[TOP]), 0, bit(1), generator(seed)))].key) == 1
    assert by_regret(tree, int(control[TOP]), 1, BOTH, 0.2, generator(0)) == NOTHING
    assert by_chance(tree, int(control[TOP]), 1, BOTH, generator(0)) == NOTHING


def test_by_chance_every_choice_is_as_likely():
    tree, control = plant(8)
    top, source = int(control[TOP]), generator(1)
    for action in range(3):
        add(tree, control, top, key_of(0, action), 0.1 * action)
    drawn = Counter(int(by_chance(tree, top, 0, BOTH | bit(2), source)) for _ in range(ROUNDS))
    assert len(drawn) == 3 and min(drawn.values()) > 0.3 * ROUNDS


def test_a_pruned_tree_is_what_was_below_the_node_at_hand():
    """Other branches are gone, whatever lay between them; what stays is as it was."""
    tree, control = plant(32)
    children = [add(tree, control, int(control[TOP]), key_of(0, action), 0.1 * action) for action in range(3)]
    for round_ in range(2):
        for child in children:
            below = add(tree, control, child, key_of(1, round_), 0.5)
            tree[below].visits = 10 * int(tree[child].key) + round_ + 1
            add(tree, control, below, key_of(0, 9), 0.5)
    tree[children[1]].visits = 77
    control[TOP] = children[1]

    prune(tree, control)

    assert (int(control[TOP]), int(control[NODES])) == (0, 5)
    assert int(tree[0].visits) == 77 and int(tree[0].sibling) == NOTHING
    for round_ in range(2):
        below = int(find(tree, 0, key_of(1, round_)))
        assert int(tree[below].visits) == 10 * key_of(0, 1) + round_ + 1
        assert find(tree, below, key_of(0, 9)) != NOTHING and find(tree, below, key_of(0, 8)) == NOTHING
    assert find(tree, 0, key_of(1, 2)) == NOTHING
    assert add(tree, control, 0, key_of(1, 2), 0.5) == 5
