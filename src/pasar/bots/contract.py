"""What a bot is given and what it gives back. Every bot, built in or your own, goes through this page.

An own bot is a class whose objects have

    choose(view, open_moves, budget) -> str

`view` is what the seat may see and could have remembered (`Match.view(seat, memory=True)`), `open_moves` are the texts
of which one is to be returned, `budget` says how long it may think. A new object is made for each game and seat,
without arguments.
"""

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any, Protocol

from pasar.games.contract import Game, Rules, State
from pasar.kernel.rng import generator
from pasar.match.match import Match
from pasar.match.path import PathMove


@dataclass(frozen=True)
class Budget:
    """How much a bot may think about one move: seconds, simulations, or both, whichever is used up first."""

    seconds: float | None = None
    simulations: int | None = None
    cancel: threading.Event = field(default_factory=threading.Event, compare=False)

    @property
    def cancelled(self) -> bool:
        return self.cancel.is_set()


@dataclass(frozen=True)
class Expectation:
    """What a bot found out about one open move."""

    move: str
    visits: int  # simulations that made it
    share: float  # of the victory that they led to, from 0 to 1


@dataclass(frozen=True)
class Decision:
    """A move, and why. `actions` are the decisions that it consists of, from bots that decide by number."""

    move: str
    actions: tuple[int, ...] = ()
    expected: tuple[Expectation, ...] = ()  # the most visited first; empty if the bot does not search
    simulations: int = 0
    seconds: float = 0.0


@dataclass(frozen=True)
class Position:
    """A game as one seat knows it. What is hidden from the seat has been replaced by a guess before a bot gets it."""

    game: Game
    rules: Rules
    seat: int
    state: State  # looks to the seat like the true one, and depends on nothing else
    view: dict[str, Any] | None = None
    open: tuple[str, ...] = ()
    path: tuple[PathMove, ...] | None = None  # the moves so far, as far as the seat knows them; only if somebody asks

    @classmethod
    def at(cls, game: Game, rules: Rules, state: State, seat: int) -> "Position":
        return cls(game, rules, seat, game.resampled(state, seat, generator(0)))

    @classmethod
    def of(cls, match: Match, seat: int, with_view: bool = False, with_path: bool = False) -> "Position":
        """A seat of a match. Views, texts and paths take a while, so they are made only for bots that want them."""
        position = cls.at(match.game, match.rules, match.state, seat)
        if with_path:
            position = replace(position, path=match.path(seat))
        if not with_view:
            return position
        return replace(position, view=match.view(seat, memory=True), open=tuple(match.open(seat)))


class Bot(Protocol):
    """What plays at one seat for one game."""

    wants_view: bool

    def decide(self, position: Position, budget: Budget) -> Decision: ...


Clock = Callable[[], float]
WALL: Clock = time.perf_counter
