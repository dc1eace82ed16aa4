"""One game of Bali in progress as one record of numbers.

Everything is a count unless it says otherwise. Seats, rows, kinds and goods are indexed in the order of `box.py`.
"""

from typing import Any

import numpy as np

from pasar.games.bali import box
from pasar.kernel.jit import kernel
from pasar.kernel.record import Record

NO_DEMON = -1  # the variant is not played

# What a turn is waiting for (`phase`).
DEALT, BUY, PLAY, GIVE, ADD, TAKE, ASK, KEEP, REWARD, PICK, OVER = range(11)
PHASES = ("dealt", "buy", "play", "give", "add", "take", "oracle", "keep", "reward", "pick", "over")

# A card on the altar is a good, with this added if it lies face down.
FACE_DOWN = 4

# What an entry of the diary notes, with a seat and a number: a good, or for KEPT the place from the top.
GAINED, GAVE, GIFTED, ADDED, KEPT = range(5)

FIELDS = np.dtype(
    [
        # the rules of this table
        ("players", "i1"),
        ("oracle", "i1"),  # 1 with the oracle variant
        ("demon", "i1"),  # the row the demon sits on, or NO_DEMON
        # where the game stands
        ("phase", "i1"),
        ("active", "i1"),  # the seat whose turn it is
        ("actor", "i1"),  # the seat that decides now
        ("step", "i1"),  # how far a sacrifice or a reward has gone round the table
        ("last_row", "i1"),  # the row that the turn's last card came from
        ("scored", "i1"),  # the kind being scored
        ("moves", "u2"),  # whole moves made so far, forced ones included
        # the middle of the table
        ("pile", "i1", box.PILE),  # kinds in the order drawn
        ("pile_size", "i1"),  # cards the pile had at the start
        ("drawn", "i1"),  # of which so many are gone
        ("offer", "i1", (box.ROWS, box.ROW)),  # kinds, each row from the top to the bottom
        ("row_size", "i1", box.ROWS),
        ("supply", "i1", box.GOODS),
        ("altar", "i1", box.ALTAR),  # goods from the bottom to the top, + FACE_DOWN
        ("height", "i1"),  # cards on the altar
        ("altar_dealt", "i1", box.GOODS),  # with the oracle: the altar's first four cards, as dealt
        # in front of the players
        ("stone", "i2", box.SEATS),
        ("points", "i2", box.SEATS),  # point tokens, without the final scoring
        ("front", "i1", (box.SEATS, box.KINDS)),  # cards laid out
        ("goods", "i1", (box.SEATS, box.GOODS)),  # secret; their number is public
        ("hand", "i1", (box.SEATS, box.KINDS)),  # secret
        # what anybody could have remembered (B18)
        ("taken", "i1", (box.SEATS, box.KINDS)),  # cards in hand that came from the offer; the others are starters
        ("proven", "i1", box.SEATS),  # starting farmers seen on the table, as a set of goods
        ("openly", "i1", (box.SEATS, box.GOODS)),  # goods that everybody saw being got, less those seen being given
        ("kept", "i1", box.SEATS),  # cards from the oracle
        ("gifted", "i1", (box.SEATS, box.GOODS)),  # goods laid face down; secret, but for their number
        ("diary", "u1", box.DIARY),  # every good that changed place since the start, in order
        ("entries", "u1"),  # length of the diary
    ]
)


STATE = np.dtype((Record, FIELDS))


def blank(rules: dict[str, Any]) -> np.ndarray:
    """A table that knows its rules and has nothing on it."""
    state = np.zeros(1, dtype=STATE)
    state["players"] = rules["players"]
    state["oracle"] = rules["oracle"]
    state["demon"] = 0 if rules["demon"] else NO_DEMON
    return state


@kernel
def note(what, seat, number):
    """An entry of the diary, and below what it says."""
    return what << 4 | seat << 2 | number


@kernel
def noted(entry):
    return int(entry) >> 4


@kernel
def noted_seat(entry):
    return int(entry) >> 2 & 3


@kernel
def noted_number(entry):
    return int(entry) & 3
