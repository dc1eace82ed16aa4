"""Many games summed up: chunks of a plan over a worker pool, exact sums, a summary; rows or records if asked for.

All sums are whole numbers: the result does not depend on how many workers there were or which one was faster. Nothing
is kept of a game once it is counted.
"""

import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass
from math import lcm
from time import perf_counter
from typing import Any

import numpy as np

from pasar.kernel import jit
from pasar.lab.rows import Columns, Plan, calls, counted_match, play, rows
from pasar.lab.spread import Threads, WorkerPool
from pasar.lab.statistics import Sums, wilson

CHUNK = 4096 if jit.ENABLED else 16  # games without a ledger that a worker plays before it reports
RECORDED_CHUNK = 64  # the same when each game is also written down
ONE_THREAD = Threads(1)

Progress = Callable[[int], None]  # is told how many games are finished


def available_cores() -> int:
    """The cores that this process may use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # not on macOS
        return os.cpu_count() or 1


# --- Playing ----------------------------------------------------------------------------------------------------------


@dataclass
class Outcomes:
    """How each of some games ended, a row a game."""

    points: np.ndarray
    winners: np.ndarray
    decisions: np.ndarray

    @classmethod
    def blank(cls, games: int, players: int) -> "Outcomes":
        points = np.zeros((games, players), dtype=np.int64)
        return cls(points, np.zeros(games, dtype=np.int64), np.zeros(games, dtype=np.int64))

    @classmethod
    def of(cls, plan: Plan, columns: Columns) -> "Outcomes":
        points = np.stack([columns[f"points_{seat}"] for seat in range(plan.players)], axis=1)
        return cls(points.astype(np.int64), columns["winners"].astype(np.int64), columns["decisions"])


def played(plan: Plan, first: int, count: int) -> Outcomes:
    """Games `first` to `first + count - 1` of a plan: chance alone needs no ledger, which takes twice the time."""
    if not plan.by_chance:
        return Outcomes.of(plan, play(plan, first, count))
    out, game = Outcomes.blank(count, plan.players), plan.found
    loop = game.stamp("pasar.lab.playout")
    loop.random_games(game.blank(plan.checked), plan.word, first, out.points, out.winners, out.decisions)
    return out


Recorded = tuple[Outcomes, list[dict[str, Any]]]


def recorded(plan: Plan, first: int, count: int) -> Recorded:
    """The same games, each with its record."""
    out, records = Outcomes.blank(count, plan.players), []
    for row in range(count):
        match, out.decisions[row] = counted_match(plan, first + row)
        out.points[row] = match.points
        out.winners[row] = sum(1 << seat for seat in match.winners)
        records.append(match.record())
    return out, records


# --- Counting ---------------------------------------------------------------------------------------------------------


@dataclass
class Totals:
    """What is counted of all games. A victory shared by k counts as 1/k for each: `whole` of these parts make one."""

    players: int
    games: int = 0
    decisions: int = 0

    def __post_init__(self) -> None:
        self.whole = lcm(*range(1, self.players + 1))
        self.points = [Sums() for _ in range(self.players)]
        self.wins = [0] * self.players  # in parts of `whole`

    def add(self, out: Outcomes) -> None:
        self.games += len(out.winners)
        self.decisions += int(out.decisions.sum())
        won = out.winners[:, np.newaxis] >> np.arange(self.players) & 1
        parts = (won * (self.whole // won.sum(axis=1))[:, np.newaxis]).sum(axis=0)
        for seat, sums in enumerate(self.points):
            points = out.points[:, seat]
            sums.add(Sums(len(points), int(points.sum()), int((points * points).sum())))
            self.wins[seat] += int(parts[seat])


@dataclass(frozen=True)
class Summary:
    plan: Plan
    pool: WorkerPool
    totals: Totals
    seconds: float

    def as_json(self) -> dict[str, Any]:
        plan, totals = self.plan, self.totals
        return {
            "game": plan.game,
            "rules": plan.found.written(plan.checked),
            "bots": list(plan.bots),
            "seed": plan.seed,
            "workers": self.pool.workers,
            "games": totals.games,
            "decisions": totals.decisions,
            "seconds": self.seconds,
            "games_per_s": totals.games / self.seconds,
            "decisions_per_s": totals.decisions / self.seconds,
            "seats": [self.seat(seat) for seat in range(plan.players)],
        }

    def seat(self, seat: int) -> dict[str, Any]:
        points, share = self.totals.points[seat], self.totals.wins[seat] / (self.totals.whole * self.totals.games)
        return {
            "seat": seat,
            "points_mean": points.mean,
            "points_sd": points.sd,
            "points_interval": points.interval,
            "win_share": share,
            "win_interval": wilson(share, self.totals.games),
        }


def simulate(plan: Plan, pool: WorkerPool = ONE_THREAD, report: Progress = lambda done: None) -> Summary:
    """Play a plan and sum it up."""
    chunk = CHUNK if plan.by_chance else plan.chunk
    with closing(pool.map(played, calls(plan, chunk))) as found:
        return _summed(plan, pool, found, report)


def write_rows(path: str, plan: Plan, pool: WorkerPool, report: Progress = lambda done: None) -> Summary:
    """The same, with a row of every game in a Parquet file."""
    from pasar.lab import parquet

    with closing(rows(plan, pool)) as played, closing(parquet.write(path, plan, played)) as written:
        return _summed(plan, pool, (Outcomes.of(plan, columns) for columns in written), report)


def _summed(plan: Plan, pool: WorkerPool, found: Iterable[Outcomes], report: Progress) -> Summary:
    totals, began = Totals(plan.players), perf_counter()
    for out in found:
        totals.add(out)
        report(totals.games)
    return Summary(plan, pool, totals, perf_counter() - began)


class Recording:
    """The records of a plan one by one; once the last has been taken, `summary` is there."""

    def __init__(self, plan: Plan, pool: WorkerPool = ONE_THREAD, report: Progress = lambda done: None) -> None:
        self._plan, self._pool, self._report = plan, pool, report
        self.summary: Summary | None = None

    def __iter__(self) -> Iterator[dict[str, Any]]:
        totals, began = Totals(self._plan.players), perf_counter()
        chunk = RECORDED_CHUNK if self._plan.compiled else self._plan.chunk
        with closing(self._pool.map(recorded, calls(self._plan, chunk))) as found:
            for out, records in found:
                totals.add(out)
                self._report(totals.games)
                yield from records
        self.summary = Summary(self._plan, self._pool, totals, perf_counter() - began)
