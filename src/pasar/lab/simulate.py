"""Many games of random play: a plan, chunks of it on several threads, exact sums, a summary.

Game `i` of a run is dealt and played from `game_seed(seed, i)`, and all sums are whole numbers: the result does not
depend on how many threads there were or which one was faster. Nothing is kept of a game once it is counted.
"""

import os
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from itertools import islice
from math import lcm
from time import perf_counter
from types import ModuleType
from typing import Any

import numpy as np

from pasar.games.contract import Game, Rules
from pasar.kernel import jit
from pasar.lab.statistics import Sums, wilson
from pasar.match.match import Match

CHUNK = 4096 if jit.ENABLED else 16  # games that a thread plays before it reports
RECORDED_CHUNK = 64  # the same when each game is also written down
AHEAD = 2  # chunks in work or waiting, for each worker

Report = Callable[[int], None]  # is told how many games are finished


@dataclass(frozen=True)
class Plan:
    """What to simulate. Everything but `workers` decides the result."""

    game: Game
    rules: Rules
    games: int
    seed: int
    workers: int = 1

    @property
    def players(self) -> int:
        players: int = self.rules["players"]
        return players

    @property
    def loop(self) -> ModuleType:
        """The compiled loop over this game's rules."""
        return self.game.stamp("pasar.lab.playout")

    @property
    def word(self) -> np.uint64:
        """The seed as the kernels take it."""
        return np.uint64(self.seed % 2**64)


@dataclass
class Outcomes:
    """How each of some games ended, a row a game."""

    points: np.ndarray
    winners: np.ndarray
    decisions: np.ndarray
    records: list[dict[str, Any]] = field(default_factory=list)

    @classmethod
    def blank(cls, games: int, players: int) -> "Outcomes":
        points = np.zeros((games, players), dtype=np.int64)
        return cls(points, np.zeros(games, dtype=np.int64), np.zeros(games, dtype=np.int64))


def available_cores() -> int:
    """The cores that this process may use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # not on macOS
        return os.cpu_count() or 1


# --- Playing ----------------------------------------------------------------------------------------------------------


def played(plan: Plan, first: int, count: int) -> Outcomes:
    """Games `first` to `first + count - 1` of a plan, in one compiled loop."""
    out = Outcomes.blank(count, plan.players)
    plan.loop.random_games(plan.game.blank(plan.rules), plan.word, first, out.points, out.winners, out.decisions)
    return out


def recorded(plan: Plan, first: int, count: int) -> Outcomes:
    """The same games, each with its record."""
    out = Outcomes.blank(count, plan.players)
    for row in range(count):
        _record_game(plan, first + row, out, row)
    return out


def _record_game(plan: Plan, index: int, out: Outcomes, row: int) -> None:
    """Play one game in the compiled loop with a log, and then once more from the log as a match that can be written."""
    game = plan.game
    blank = game.blank(plan.rules)
    dealt = blank.copy()
    source = plan.loop.deal_game(blank, dealt, plan.word, index)
    log = np.zeros((game.rules.LONGEST, 2), dtype=np.int64)
    out.decisions[row] = plan.loop.play_out(dealt.copy(), source, log, out.points[row], out.winners[row : row + 1])
    match = Match(game, plan.rules, dealt)
    for seat, action in log[: out.decisions[row]].tolist():
        match.act(seat, action)
    out.records.append(match.record())


def outcomes(plan: Plan, play: Callable[[Plan, int, int], Outcomes], chunk: int) -> Iterator[Outcomes]:
    """All games of a plan in order, in chunks that are played ahead on its workers."""
    starts = iter(range(0, plan.games, chunk))
    with ThreadPoolExecutor(plan.workers) as pool:

        def begin() -> Iterator[Future[Outcomes]]:
            return (pool.submit(play, plan, first, min(chunk, plan.games - first)) for first in starts)

        waiting = deque(islice(begin(), AHEAD * plan.workers))
        try:
            while waiting:
                done = waiting.popleft().result()
                waiting.extend(islice(begin(), 1))
                yield done
        finally:
            pool.shutdown(cancel_futures=True)


# --- Counting ---------------------------------------------------------------------------------------------------------


@dataclass
class Tally:
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
    tally: Tally
    seconds: float

    def as_json(self) -> dict[str, Any]:
        plan, tally = self.plan, self.tally
        return {
            "game": plan.game.name,
            "rules": plan.game.written(plan.rules),
            "seed": plan.seed,
            "workers": plan.workers,
            "games": tally.games,
            "decisions": tally.decisions,
            "seconds": self.seconds,
            "games_per_s": tally.games / self.seconds,
            "decisions_per_s": tally.decisions / self.seconds,
            "seats": [self.seat(seat) for seat in range(plan.players)],
        }

    def seat(self, seat: int) -> dict[str, Any]:
        points, share = self.tally.points[seat], self.tally.wins[seat] / (self.tally.whole * self.tally.games)
        return {
            "seat": seat,
            "points_mean": points.mean,
            "points_sd": points.sd,
            "points_interval": points.interval,
            "win_share": share,
            "win_interval": wilson(share, self.tally.games),
        }


def simulate(plan: Plan, report: Report = lambda done: None) -> Summary:
    """Play a plan and sum it up."""
    tally, began = Tally(plan.players), perf_counter()
    for out in outcomes(plan, played, CHUNK):
        tally.add(out)
        report(tally.games)
    return Summary(plan, tally, perf_counter() - began)


class Recording:
    """The records of a plan one by one; once the last has been taken, `summary` is there."""

    def __init__(self, plan: Plan, report: Report = lambda done: None) -> None:
        self._plan = plan
        self._report = report
        self.summary: Summary | None = None

    def __iter__(self) -> Iterator[dict[str, Any]]:
        tally, began = Tally(self._plan.players), perf_counter()
        for out in outcomes(self._plan, recorded, RECORDED_CHUNK):
            tally.add(out)
            self._report(tally.games)
            yield from out.records
        self.summary = Summary(self._plan, tally, perf_counter() - began)
