"""What a game adds to what the lab says of every game. All of it is optional: a game without gets its report as well.

A game's `lab.py` has any of

`CHAPTERS`   chapters of its balance reports that only this game has, as `Chapter`s
`COLOURS`    word -> colour: what has a colour looks like it in every figure ("red gems")
`EVENING`    the one of the ledger's THINGS that seats are evened out with; points if it says nothing
`BENCH`      the table that `pasar bench` measures the game at, and what it should reach
"""

import importlib
import importlib.util
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from pasar.games.contract import Game

POINTS = "points"  # what every game has


@dataclass(frozen=True)
class Finding:
    """A number for each of some tokens: all of the columns `of` for each of the columns `over`.

    `{}` in the name of a column stands for the token; a column that every seat has is added up over them. Without
    tokens it is one number of one seat, and `over` says how often in a game it could be; the figure shows every seat's.
    """

    key: str  # of its numbers in JSON
    said: str  # the sentence, `{}` is what there is to tell
    axis: str  # what the figure shows
    of: str
    over: tuple[str, ...] | int
    tokens: tuple[str, ...] = ()
    each: str = "{value}"  # how the sentence tells one of them: {name}, {value}
    never: str = ""  # the sentence if there was none of it; nothing is said without one
    is_share: bool = True  # otherwise a number
    even: float | None = 0.0  # where the figure has a mark


@dataclass(frozen=True)
class Chapter:
    key: str
    title: str
    findings: tuple[Finding, ...]


@dataclass(frozen=True)
class Bench:
    """Where a game is measured; targets are None where there is none."""

    options: Mapping[str, Any] = field(default_factory=dict)
    games_per_s: float | None = None  # random play on one core
    million_s: float | None = None  # seconds for a million games on two workers; not measured without a target
    searches: Mapping[int, float | None] = field(default_factory=dict)  # players -> plain simulations a second


@dataclass(frozen=True)
class Lab:
    chapters: tuple[Chapter, ...] = ()
    colours: Mapping[str, str] = field(default_factory=dict)
    evening: str = POINTS
    bench: Bench = field(default_factory=Bench)


@cache
def lab_of(game: Game) -> Lab:
    """What the game's `lab.py` says, and the usual for what it does not say."""
    name = f"{game.package}.lab"
    if importlib.util.find_spec(name) is None:
        return Lab()
    module, usual = importlib.import_module(name), Lab()
    return Lab(*(getattr(module, part.upper(), getattr(usual, part)) for part in Lab.__dataclass_fields__))
