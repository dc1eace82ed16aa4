"""What the lab writes down of every game: a game says which events of its story are counted, and the columns follow.

A game's `ledger.py` has

`COLUMNS`      what is counted
`TURN`         the event with which a turn begins: the course of a game is looked at there
`STAGE`        the event with which a part of the game begins (NEVER: there is one), and `STAGES`, how many there are
`CONTEXT_EVENT`, `CONTEXT_KEY`   an event, and its first argument, that later events belong to; NEVER if there is none
`SOURCES`      where points come from, and the kernel `sources(s, out)` that tells them by seat at the end
`THINGS`       what a seat can be given for an experiment, and the kernel `grant(s, seat, thing, amount)` that gives it
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from pasar.games.contract import Event, Game

# Whose column it is.
SEAT, BEFORE, NOBODY = "seat", "before", "nobody"  # the event's seat; that of the event before; the table's

# What tells columns apart, and what is added up, besides an event's own arguments.
CONTEXT, COLOUR = "context", "colour"  # the argument of the last context event; the tokens of a bundle
CONTEXT_SIDE = "side"  # the same argument, and whether the event's seat is the one of the context event
SIDES = ("opener", "answerer")  # who has the better of it then: the event is that the other one gives way
ALL = "all"  # everything in a bundle

ENTRIES = 8  # columns that one event can be counted in; a bundle that is split takes as many as it has tokens
NEVER = -1  # the code of no event
NO_ENTRY = -1

# An event as the compiled loop looks at it: numbers that entries point at, so that counting needs no decisions.
NOTHING, ONE_EACH, WHO, WHO_BEFORE, BY_CONTEXT, CONTEXT_WHO, BY_SIDE, WHOLE_BUNDLE, FIRST_ARGUMENT = range(9)
LOOKED_AT = FIRST_ARGUMENT + 4


@dataclass(frozen=True)
class Column:
    """Counts an event: each token of `key` on its own; what `amount` adds up to instead of how often."""

    name: str
    event: int
    help: str
    key: str = ""
    amount: str = ""
    of: str = SEAT


@dataclass(frozen=True)
class Place:
    """One column of numbers."""

    name: str
    help: str


@dataclass(frozen=True)
class Books:
    """The columns of a table and, for the compiled loop, where each event is counted.

    `entries` has for each event rows of (offset, stride of a seat, and where in a looked-at event the seat, the key and
    the amount stand).
    """

    places: tuple[Place, ...]
    entries: np.ndarray


def books(game: Game, players: int) -> Books:
    entries = np.full((len(game.events.EVENTS), ENTRIES, 5), NO_ENTRY, dtype=np.int64)
    used = dict.fromkeys(game.events.EVENTS, 0)
    places: list[Place] = []
    for column in game.ledger.COLUMNS:
        seats = players if column.of != NOBODY else 1
        for tokens, key, amount in _parts(game, column):
            stride = len(tokens) if column.of != NOBODY else 0
            who = WHO_BEFORE if column.of == BEFORE else WHO
            entries[column.event, used[column.event]] = (len(places), stride, who, key, amount)
            used[column.event] += 1
            places += _places(column, tokens, range(seats))
    return Books(tuple(places), entries)


def _parts(game: Game, column: Column) -> Iterator[tuple[Sequence[str], int, int]]:
    """The tokens that are told apart, and where in a looked-at event the key and the amount stand."""
    event: Event = game.events.EVENTS[column.event]
    if column.key == COLOUR:
        yield from (((token,), NOTHING, FIRST_ARGUMENT + place) for place, token in enumerate(event.bundle))
        return
    amount = {"": ONE_EACH, ALL: WHOLE_BUNDLE}.get(column.amount)
    if amount is None:
        amount = FIRST_ARGUMENT + event.arguments.index(column.amount)
    if column.key == CONTEXT:
        yield game.events.TOKENS[game.ledger.CONTEXT_KEY], BY_CONTEXT, amount
    elif column.key == CONTEXT_SIDE:
        tokens = game.events.TOKENS[game.ledger.CONTEXT_KEY]
        yield [f"{token}_{side}" for token in tokens for side in SIDES], BY_SIDE, amount
    elif column.key:
        yield game.events.TOKENS[column.key], FIRST_ARGUMENT + event.arguments.index(column.key), amount
    else:
        yield ("",), NOTHING, amount


def _places(column: Column, tokens: Sequence[str], seats: range) -> Iterator[Place]:
    for seat in seats:
        for token in tokens:
            parts = (column.name, token, "" if column.of == NOBODY else str(seat))
            yield Place("_".join(part for part in parts if part), column.help + (f" ({token})" if token else ""))
