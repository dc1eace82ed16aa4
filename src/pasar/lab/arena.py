"""Bots against each other: the same deals with every seat taken by everybody, and how each game ended.

A game is known by its number alone: its deal, who sits where and every bot's seed follow from the plan. So the result
does not depend on how many workers there were, and a run that was stopped can go on.
"""

import math
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import asdict, dataclass, field
from itertools import permutations
from time import perf_counter
from typing import Any

import numpy as np

from pasar.bots.roster import COMPILED, NamedBot, find_bot
from pasar.coach import luck
from pasar.errors import PasarError
from pasar.games import find
from pasar.games.contract import Game, Rules
from pasar.kernel.rng import game_seed, game_source
from pasar.lab.bot_match import play_match
from pasar.lab.spread import Alone, WorkerPool, worker_pool
from pasar.match.match import Match

SEEDS = 2**62
QUICK_CHUNK = 16  # games of bots that do not think, in one call to another process


@dataclass(frozen=True)
class Tournament:
    """Who plays what, how often. Everything but `workers` decides the result."""

    game: str
    rules: Rules
    bots: tuple[str, ...]  # one name a seat; a name may stand more than once
    games: int
    seed: int
    workers: int = 1
    adjusted: bool = False  # whether luck is measured, and taken off the results

    @property
    def players(self) -> int:
        return len(self.bots)

    @property
    def names(self) -> list[str]:
        """The bots that differ, in the order they were named."""
        return list(dict.fromkeys(self.bots))

    @property
    def deals(self) -> int:
        """Every deal is played once with each rotation of the bots."""
        return math.ceil(self.games / self.players)

    def seating(self, number: int) -> tuple[str, ...]:
        """Who sits where in a game: with each deal another order, rotated until everybody has sat everywhere."""
        deal, turn = divmod(number, self.players)
        orders = _orders(self.bots)
        order = orders[deal % len(orders)]
        return order[turn:] + order[:turn]

    def as_json(self) -> dict[str, Any]:
        return {name: value for name, value in asdict(self).items() if name != "workers"}


def _orders(bots: tuple[str, ...]) -> list[tuple[str, ...]]:
    """The different ways round the table, the first bot always first."""
    return list(dict.fromkeys((bots[0], *rest) for rest in permutations(bots[1:])))


@dataclass(frozen=True)
class GameResult:
    """How one game ended."""

    number: int
    seating: tuple[str, ...]
    points: list[int]
    winners: list[int]  # seats
    decisions: int
    seconds: float
    fault: dict[str, Any] | None = None  # a bot that lost by breaking down: who, how, and the position as a record
    record: dict[str, Any] | None = field(default=None, compare=False)
    luck: list[float] | None = None  # of each seat, as a share of the victory, if it was asked for

    @property
    def shares(self) -> list[float]:
        """Of the victory, by seat."""
        return [(seat in self.winners) / len(self.winners) for seat in range(len(self.seating))]

    @property
    def adjusted(self) -> list[float]:
        """The same without luck; a game that was lost by a fault counts as it ended."""
        return [share - lucky for share, lucky in zip(self.shares, self.luck or [0.0] * len(self.seating), strict=True)]

    def groups(self) -> list[list[int]]:
        """Seats from the first place to the last; the winners are the first group."""
        losers = sorted(set(range(len(self.seating))) - set(self.winners), key=lambda seat: -self._worth(seat))
        groups: list[list[int]] = [list(self.winners)]
        for seat in losers:
            if len(groups) > 1 and self._worth(groups[-1][0]) == self._worth(seat):
                groups[-1].append(seat)
            else:
                groups.append([seat])
        return groups

    def _worth(self, seat: int) -> float:
        return -math.inf if self.fault is not None and self.fault["seat"] == seat else self.points[seat]


# --- One game ---------------------------------------------------------------------------------------------------------


def play_game(plan: Tournament, number: int, keep_record: bool = False) -> GameResult:
    """Play game `number` of a plan to its end, or until a bot breaks down and loses it."""
    match, seating, began = _dealt(plan, number), plan.seating(number), perf_counter()
    played = play_match(match, seating, [_bot_seed(plan, number, seat) for seat in range(plan.players)])
    seconds, fault = perf_counter() - began, played.fault
    winners = list(match.winners) if fault is None else [s for s in range(plan.players) if s != fault["seat"]]
    record = match.record() | {"names": list(seating)} if keep_record else None
    found = luck(match, _bot_seed(plan, number, plan.players)) if plan.adjusted and fault is None else None
    return GameResult(number, seating, match.points, winners, played.decisions, seconds, fault, record, found)


def _dealt(plan: Tournament, number: int) -> Match:
    """Games of one deal are dealt alike: as game `deal` of `pasar sim` with the same seed."""
    game: Game = find(plan.game)
    rules = game.check(**plan.rules)
    return Match(game, rules, game.deal(rules, game_source(plan.seed, number // plan.players)))


def _bot_seed(plan: Tournament, number: int, seat: int) -> int:
    own = int(game_seed(np.uint64(plan.seed % 2**64), SEEDS + number))
    return int(game_seed(np.uint64(own), seat))


# --- All games --------------------------------------------------------------------------------------------------------


def outcomes(
    plan: Tournament, done: Iterable[int] = (), keep_records: bool = False, pool: WorkerPool | None = None
) -> Iterator[GameResult]:
    """The games of a plan that are not among `done`, in order, by its workers or another pool."""
    finished = set(done)
    missing = [number for number in range(plan.deals * plan.players) if number not in finished]
    pool = pool or worker_pool(None, min(plan.workers, max(1, len(missing))), compiled=False)
    chunk = QUICK_CHUNK if pool != Alone() and set(plan.bots) <= set(COMPILED) else 1
    calls = ((plan, missing[first : first + chunk], keep_records) for first in range(0, len(missing), chunk))
    with closing(pool.map(_play_games, calls)) as found:
        for some in found:
            yield from some


def _play_games(plan: Tournament, numbers: Sequence[int], keep_records: bool) -> list[GameResult]:
    return [play_game(plan, number, keep_records) for number in numbers]


def seat_bots(names: Sequence[str], game: Game, players: int | None) -> tuple[str, ...]:
    """One bot a seat: as named, the last one again for seats that are left; raises PasarError if it cannot be."""
    if not names:
        raise PasarError("no bots are named: for example --bots expert,greedy")
    entries: list[NamedBot] = [find_bot(name) for name in names]
    seats = players if players is not None else max(len(entries), game.seats.start)
    if len(entries) > seats:
        raise PasarError(f"{len(entries)} bots are more than {seats} seats: name fewer or raise --players")
    named = [entry.name for entry in entries]
    return tuple(named + [named[-1]] * (seats - len(named)))
