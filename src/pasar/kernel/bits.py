"""Sets of actions as one 64-bit word, and of seats as a plain int.

All arithmetic on the words lives here, so that no rule mixes signs.
"""

import numpy as np

from pasar.kernel.jit import kernel

ONE = np.uint64(1)
NONE = np.uint64(0)


@kernel
def bit(action):
    """The set that holds this one action."""
    return ONE << np.uint64(action)


@kernel
def span(first, count):
    """The set of `count` actions from `first` on (fewer than 64)."""
    return ((ONE << np.uint64(count)) - ONE) << np.uint64(first)


@kernel
def has(actions, action):
    return (actions >> np.uint64(action)) & ONE != NONE


@kernel
def size(actions):
    count = 0
    while actions != NONE:
        actions &= actions - ONE
        count += 1
    return count


@kernel
def single(actions):
    """Whether the set holds exactly one action."""
    return actions != NONE and actions & (actions - ONE) == NONE


@kernel
def first(actions):
    """The lowest action of a set that is not empty, found by halving."""
    action = 0
    for shift in (32, 16, 8, 4, 2, 1):
        low = (ONE << np.uint64(shift)) - ONE
        if actions & low == NONE:
            actions >>= np.uint64(shift)
            action += shift
    return action


@kernel
def nth(actions, index):
    """The action that has `index` lower ones in the set."""
    for _ in range(index):
        actions &= actions - ONE
    return first(actions)


@kernel
def lowest_seat(seats):
    """The lowest seat of a set that is not empty. Each bit of its number is asked for: a loop would have to guess."""
    lowest = seats & -seats
    return (
        (lowest & 0xAAAA != 0) | (lowest & 0xCCCC != 0) << 1 | (lowest & 0xF0F0 != 0) << 2 | (lowest & 0xFF00 != 0) << 3
    )
