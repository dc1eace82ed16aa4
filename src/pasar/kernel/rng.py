"""Random numbers, and everything drawn from them.

A source of random numbers is an array of `uint64`. With one element it is a generator (SplitMix64) and the element its
state. With more it is a tape: the first element counts the numbers read, the others are the numbers. A deal read
from a tape is how a provably fair deal is made: the same rules, other numbers.
"""

import numpy as np

from pasar.kernel.bits import nth, size
from pasar.kernel.jit import inner, kernel

MASK = 0xFFFFFFFFFFFFFFFF
STEP = 0x9E3779B97F4A7C15
MIX_1 = 0xBF58476D1CE4E5B9
MIX_2 = 0x94D049BB133111EB

USED_BITS = 56  # of a number's 64 bits these are used, so that a product with a small number fits into 64
COIN_BITS = 53  # of a number's make a number from 0 to 1


def generator(seed: int) -> np.ndarray:
    """A generator that starts at `seed` (any integer)."""
    return np.array([seed & MASK], dtype=np.uint64)


def game_source(seed: int, index: int) -> np.ndarray:
    """The generator of game `index` of a run; any integer is a seed."""
    return generator(int(game_seed(np.uint64(seed % 2**64), index)))


def tape(numbers: list[int]) -> np.ndarray:
    """A source that gives exactly these numbers."""
    return np.array([1, *numbers], dtype=np.uint64)


@kernel
def unsigned(number):
    """As an unsigned number when compiled, as a plain int when not: either way nothing below wraps into a sign."""
    return int(np.uint64(number))


@kernel
def mixed(number):
    """SplitMix64's finish: every bit of the number changes about half of the result's."""
    z = unsigned(number & MASK)
    z = ((z ^ (z >> 30)) * MIX_1) & MASK
    z = ((z ^ (z >> 27)) * MIX_2) & MASK
    return z ^ (z >> 31)


@kernel
def next_number(source):
    if len(source) > 1:
        position = int(source[0])
        source[0] = position + 1
        return int(source[position])
    state = unsigned((int(source[0]) + STEP) & MASK)
    source[0] = state
    return mixed(state)


@kernel
def below(source, limit):
    """A whole number from 0 to `limit` - 1 (`limit` up to 127), even to within one part in 10^14."""
    return ((next_number(source) >> (64 - USED_BITS)) * limit) >> USED_BITS


@kernel
def coin(source):
    """A number from 0 to 1."""
    return (next_number(source) >> (64 - COIN_BITS)) / (1 << COIN_BITS)


@kernel
def any_of(source, actions):
    """Any of a set's actions, all equally likely."""
    return nth(actions, below(source, size(actions)))


@inner
def shuffle(source, cards, start, stop):
    """Fisher-Yates on `cards[start:stop]`, from the last place down."""
    for last in range(stop - 1, start, -1):
        other = start + below(source, last - start + 1)
        cards[last], cards[other] = cards[other], cards[last]


@kernel
def game_seed(seed, index):
    """The state from which game `index` of a run draws: far apart for neighbours, the same on every worker."""
    return mixed(unsigned((mixed(unsigned(seed)) + unsigned(index + 1) * STEP) & MASK))
