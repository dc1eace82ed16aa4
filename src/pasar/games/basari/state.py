"""One game of Basari in progress as one record of numbers.

Everything is a count unless it says otherwise. Lists of seats, colours and stages are indexed in the order of `box.py`.
The record holds its own deck, so that a game with a loaded one needs no file any more.
"""

from typing import Any

import numpy as np

from pasar.games.basari import box, deck
from pasar.kernel.record import Record

NONE_YET = -1  # no choice made, no card dealt, nobody in a place

# What the game is waiting for (`phase`).
DEALT, CHOOSE, OPEN, ANSWER, RETURN, GAIN, OVER = range(7)
PHASES = ("dealt", "choose", "open", "answer", "return", "gain", "over")

# Where prizes come from (`prizes`): the four colours, then the workers.
FOR_WORKERS = box.COLOURS
PRIZES = box.COLOURS + 1

FIELDS = np.dtype(
    [
        ("moves", "u4"),  # whole moves made so far, forced ones included
        ("points", "i2", box.SEATS),
        # the rules of this table
        ("players", "i1"),
        ("cards", "u1", (box.CARDS, box.CARD_NUMBERS)),  # by id: workers, points, gems of each colour
        # where the game stands
        ("phase", "i1"),
        ("stage", "i1"),  # 0, 1, 2
        ("rounds", "i1"),  # begun in this stage
        ("actor", "i1"),  # the seat that decides now; NONE_YET while everybody chooses and at the end
        # the middle of the table
        ("piles", "i1", (box.STAGES, box.CARDS)),  # card ids of each stage in the order drawn
        ("dealt", "i1", box.STAGES),  # of which so many have been drawn
        ("stock", "i1", box.COLOURS),
        # in front of the players
        ("gems", "i1", (box.SEATS, box.COLOURS)),
        ("workers", "u1", box.SEATS),  # on the cards of this stage
        ("owner", "i1", box.CARDS),  # by id: the seat that has the card in this stage, or NONE_YET
        ("current", "i1", box.SEATS),  # id of the card dealt in this round
        ("prizes", "u1", (box.SEATS, PRIZES)),  # points won at the end of stages; the others come from action B
        # a round
        ("choices", "i1", box.SEATS),  # the action chosen; secret while the phase is CHOOSE
        ("action", "i1"),  # the action being carried out
        ("queue", "i1", box.SEATS),  # who has chosen it, in the order of S7; for D, who still gains a gem
        # a haggle, between the first two of the queue
        ("standing", "i1", box.COLOURS),  # the bid to answer
        ("bid", "i1", box.COLOURS),  # the bid that the actor is making, colour by colour; secret
        ("colour", "i1"),  # the colour of it that is asked next; secret
    ]
)


STATE = np.dtype((Record, FIELDS))


def blank(rules: dict[str, Any]) -> np.ndarray:
    """A table that knows its rules and its deck, and has nothing on it."""
    state = np.zeros(1, dtype=STATE)
    state["players"] = rules["players"]
    state["cards"][0] = deck.read(rules["deck"]) if "deck" in rules else deck.project_deck()
    for name in ("actor", "owner", "current", "choices", "action", "queue"):
        state[name] = NONE_YET
    return state
