"""A search tree as one array. Knows decisions and what came of them, but no game.

A node stands for a decision that was made; its children are those that were made after it, a linked list. As every
simulation supposes other hidden cards, a child is not open in all of them: `available` counts in how many it was.
"""

import math

import numpy as np

from pasar.kernel.bits import NONE, bit, has
from pasar.kernel.jit import inner, kernel
from pasar.kernel.record import Record
from pasar.kernel.rng import coin

FIELDS = [
    ("key", "i4"),  # seat and action of the decision
    ("visits", "i4"),  # simulations that made it
    ("available", "i4"),  # simulations that could have made it
    ("child", "i4"),  # its first child, or NOTHING
    ("sibling", "i4"),  # the next child of its parent, or NOTHING
    ("prior", "f4"),  # how likely it looks by rules of thumb
    ("total", "f8"),  # rewards that its seat got
]
NODE = np.dtype((Record, FIELDS))
NOTHING = -1
ACTION_BITS = 6

# The cells of a search's control array.
NODES = 0  # nodes in use
TOP = 1  # the node that the position at hand belongs to
CELLS = 2


def plant(capacity: int) -> tuple[np.ndarray, np.ndarray]:
    """An empty tree with room for so many nodes, and its control array."""
    tree = np.empty(capacity, dtype=NODE)
    control = np.zeros(CELLS, dtype=np.int64)
    clear(tree, control)
    return tree, control


@kernel
def clear(tree, control):
    control[NODES] = 0
    control[TOP] = add(tree, control, NOTHING, 0, 0.0)


@kernel
def prune(tree, control):
    """Forget all that is not below the node at hand, which becomes the first; children come after their parents."""
    top, nodes = int(control[TOP]), int(control[NODES])
    places = np.full(nodes, NOTHING, np.int32)  # where each node goes that stays
    places[top] = 0
    tree[top].sibling = NOTHING
    kept = 0
    for index in range(top, nodes):
        if places[index] == NOTHING:
            continue
        child = int(tree[index].child)
        while child != NOTHING:
            places[child] = 0
            child = int(tree[child].sibling)
        places[index] = kept
        tree[kept] = tree[index]
        kept += 1
    for index in range(kept):
        node = tree[index]
        if node.child != NOTHING:
            node.child = places[node.child]
        if node.sibling != NOTHING:
            node.sibling = places[node.sibling]
    control[NODES] = kept
    control[TOP] = 0


@inner
def key_of(seat, action):
    return seat << ACTION_BITS | action


@inner
def action_of(key):
    return int(key) & ((1 << ACTION_BITS) - 1)


@inner
def seat_of(key):
    return int(key) >> ACTION_BITS


@inner
def is_full(tree, control):
    return control[NODES] == len(tree)


@inner
def add(tree, control, parent, key, prior):
    """A new first child of `parent`; there must be room."""
    index = int(control[NODES])
    control[NODES] = index + 1
    node = tree[index]
    node.key = key
    node.visits = 0
    node.available = 0
    node.child = NOTHING
    node.sibling = NOTHING
    node.prior = prior
    node.total = 0.0
    if parent != NOTHING:
        node.sibling = tree[parent].child
        tree[parent].child = index
    return index


@inner
def find(tree, parent, key):
    child = int(tree[parent].child)
    while child != NOTHING and tree[child].key != key:
        child = int(tree[child].sibling)
    return child


@kernel
def list_children(tree, parent, seat, rows):
    """Fill rows with (node, action, visits, mean reward) of the seat's decisions that were made; returns how many."""
    count = 0
    child = int(tree[parent].child)
    while child != NOTHING and count < len(rows):
        node = tree[child]
        if seat_of(int(node.key)) == seat and node.visits > 0:
            rows[count, 0] = child
            rows[count, 1] = action_of(int(node.key))
            rows[count, 2] = node.visits
            rows[count, 3] = node.total / node.visits
            count += 1
        child = int(node.sibling)
    return count


@inner
def tried(tree, parent, seat):
    """The actions of the seat that have a node below `parent`."""
    actions = NONE
    child = int(tree[parent].child)
    while child != NOTHING:
        key = int(tree[child].key)
        if seat_of(key) == seat:
            actions |= bit(action_of(key))
        child = int(tree[child].sibling)
    return actions


@kernel
def _is_choice(node, seat, actions):
    """Whether the node is a decision of the seat, and one of these actions."""
    key = int(node.key)
    return seat_of(key) == seat and has(actions, action_of(key))


@inner
def most_promising(tree, parent, seat, actions, exploration):
    """The child to try next by its mean reward and how seldom it was tried (UCB1), or NOTHING; counts availability."""
    best = NOTHING
    highest = -1.0
    child = int(tree[parent].child)
    while child != NOTHING:
        node = tree[child]
        if _is_choice(node, seat, actions):
            node.available += 1
            visits = int(node.visits)
            score = math.inf
            if visits > 0:
                score = node.total / visits + exploration * math.sqrt(math.log(float(node.available)) / visits)
            if best == NOTHING or score > highest:
                best = child
                highest = score
        child = int(node.sibling)
    return best


@inner
def most_plausible(tree, parent, seat, actions, exploration):
    """The same with a prior (PUCT): what looks good is tried first, the rest counts as a little below the average."""
    visits = 0
    total = 0.0
    child = int(tree[parent].child)
    while child != NOTHING:
        node = tree[child]
        if _is_choice(node, seat, actions):
            node.available += 1
            visits += int(node.visits)
            total += node.total
        child = int(node.sibling)
    unknown = total / visits if visits > 0 else 0.5
    best = NOTHING
    highest = -math.inf
    child = int(tree[parent].child)
    while child != NOTHING:
        node = tree[child]
        if _is_choice(node, seat, actions):
            mine = int(node.visits)
            mean = node.total / mine if mine > 0 else unknown
            score = mean + exploration * node.prior * math.sqrt(float(node.available)) / (1 + mine)
            if score > highest:
                best = child
                highest = score
        child = int(node.sibling)
    return best


@inner
def by_chance(tree, parent, seat, actions, source):
    """A child by lot, or NOTHING; counts availability."""
    drawn = NOTHING
    count = 0
    child = int(tree[parent].child)
    while child != NOTHING:
        node = tree[child]
        if _is_choice(node, seat, actions):
            node.available += 1
            count += 1
            if coin(source) * count < 1.0:
                drawn = child
        child = int(node.sibling)
    return drawn


@inner
def by_regret(tree, parent, seat, actions, chance, source):
    """A child by regret matching, where others decide in secret at the same time; counts availability.

    The odds are what each one's mean is above that of all, so that in the long run the visits are as nobody could
    profit from knowing them. With this chance it is any of them, for means are only known of what is tried.
    """
    visits = 0
    total = 0.0
    count = 0
    child = int(tree[parent].child)
    while child != NOTHING:
        node = tree[child]
        if _is_choice(node, seat, actions):
            node.available += 1
            visits += int(node.visits)
            total += node.total
            count += 1
        child = int(node.sibling)
    mean = total / visits if visits > 0 else 0.0
    regrets = 0.0
    child = int(tree[parent].child)
    while child != NOTHING:
        regrets += _regret(tree[child], seat, actions, mean)
        child = int(tree[child].sibling)
    even = chance if regrets > 0.0 else 1.0
    rest = coin(source)
    best = NOTHING
    child = int(tree[parent].child)
    while child != NOTHING and rest >= 0.0:
        node = tree[child]
        if _is_choice(node, seat, actions):
            best = child
            rest -= even / count
            if regrets > 0.0:
                rest -= (1.0 - even) * _regret(node, seat, actions, mean) / regrets
        child = int(node.sibling)
    return best


@kernel
def _regret(node, seat, actions, mean):
    """By how much a choice was better than all were on average; one that was never made counts as twice as good."""
    if not _is_choice(node, seat, actions):
        return 0.0
    if node.visits == 0:
        return max(mean, 0.1)
    return max(0.0, node.total / node.visits - mean)
