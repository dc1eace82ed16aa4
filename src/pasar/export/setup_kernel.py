"""A deal as a record that JSON is written from, and the way back. Stamped for each game (`pasar.export.setups`)."""

from typing import Any

import numpy as np

from pasar.games.contract import RulesModule
from pasar.games.layout import Layout
from pasar.kernel.jit import kernel

layout: Layout  # what a deal consists of
lay_out: Any  # the game's function that fills a record of that; None if all of it is read from the state itself
take_in: Any  # and the other way; None with it
lists: Any  # without them: where each list begins in the state, the bytes of a number in it, and how many it has
rules: RulesModule  # the game's rules.py
json: Any  # `pasar.kernel.json` with the steps that write it

DTYPE = layout.dtype


@kernel
def _laid_out(states):
    record = np.zeros(1, DTYPE)
    lay_out(states[0], record[0])
    return record.view(np.uint8)


@kernel
def _itself(states):
    return states.view(np.uint8)


record_of = _itself if lay_out is None else _laid_out


@kernel
def _taken(given, states):
    return take_in(given[0], states[0])


@kernel
def _lists_taken(given, states):
    """Chance shuffles: each list must hold what it holds in any deal, in whatever order."""
    known = states.copy()
    rules.deal(known[0], np.zeros(1, np.uint64))
    dealt, wanted, taken = known.view(np.uint8), given.view(np.uint8), states.view(np.uint8)
    for which in range(len(lists)):
        begin, size, count = lists[which]
        end = begin + size * count
        for card in range(begin, end, size):
            if _counted(dealt, card, wanted, begin, end, size) != _counted(dealt, card, dealt, begin, end, size):
                return False
        taken[begin:end] = wanted[begin:end]
    return True


@kernel
def _counted(cards: Any, card: int, among: Any, begin: int, end: int, size: int) -> int:
    """How often a card, as its bytes are, is there."""
    found = 0
    for place in range(begin, end, size):
        alike = 0
        for byte in range(size):
            alike += among[place + byte] == cards[card + byte]
        found += alike == size
    return found


taken = _lists_taken if take_in is None else _taken
