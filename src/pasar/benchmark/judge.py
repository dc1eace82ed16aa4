"""The score of an entry: its share of the victories, over the same deals on all seats, against opponents that stay."""

import contextlib
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass
from math import sqrt
from typing import Any

import numpy as np

from pasar.benchmark import VERSION
from pasar.benchmark.budget import LearningBudget, Spent, find_budget
from pasar.benchmark.players import INSIDE, OPPONENTS, SEARCHES, BatchPlayer, entry_of, opponent_of
from pasar.benchmark.tasks import Task
from pasar.errors import PasarError, did_you_mean
from pasar.lab.statistics import Z95, wilson
from pasar.rl.vector import Array, VectorEnv

DEALS = 250  # of each task against each opponent, every deal from every seat
FEWER = 5  # so many times fewer where the opponent searches
ALIKE = 1e-9  # deals that differ by less have all ended alike, and then the share alone says how sure it is
SEED = 20261117  # of the deals that are judged: no learner's own


@dataclass(frozen=True)
class Cell:
    """One task against one opponent."""

    task: str
    opponent: str
    games: int
    share: float  # of the victories
    interval: tuple[float, float]  # 95 %: all games of one deal count as one piece of luck
    score: float  # 0: as good as the opponent, 1: wins every game
    error: float  # of the score, one standard deviation


@dataclass(frozen=True)
class Learned:
    """What an entry spent on one task."""

    task: str
    steps: int
    seconds: float


@dataclass(frozen=True)
class EntryResult:
    entry: str
    budget: str
    cells: tuple[Cell, ...]
    learned: tuple[Learned, ...]

    @property
    def score(self) -> float:
        """The mean over all tasks and opponents."""
        return sum(cell.score for cell in self.cells) / len(self.cells)

    @property
    def interval(self) -> tuple[float, float]:
        half = Z95 * sqrt(sum(cell.error**2 for cell in self.cells)) / len(self.cells)
        return self.score - half, self.score + half

    def as_json(self) -> dict[str, Any]:
        return {"benchmark": VERSION, "score": self.score, "interval": self.interval, **asdict(self)}


def check_opponents(names: Iterable[str]) -> list[str]:
    asked = list(names)
    for name in asked:
        if name not in OPPONENTS:
            near = did_you_mean(name, OPPONENTS)
            raise PasarError(f"there is no opponent {name!r:.40}{near} (there are: {', '.join(OPPONENTS)})")
    return asked or list(OPPONENTS)


def judged(
    name: str, tasks: list[Task], opponents: list[str], budget: str, deals: int, tell: Callable[[str], None]
) -> EntryResult:
    """Let an entry learn each task with its budget, and play it against each opponent."""
    cells, learned = [], []
    for task in tasks:
        given = find_budget(budget, task)
        mover, learner = entry_of(name, task)
        if given.most_steps and hasattr(learner, "learn"):
            learned.append(_taught(learner, given))
            tell(f"{task.name}: learned from {given.steps:,} decisions in {learned[-1].seconds:.0f} s")
        for opponent in opponents:
            cells.append(_cell(task, mover, opponent, deals))
            tell(f"{task.name} against {opponent}: {cells[-1].share:.1%} of {cells[-1].games} games")
    return EntryResult(name, budget, tuple(cells), tuple(learned))


def _taught(learner: Any, budget: LearningBudget) -> Learned:
    with contextlib.suppress(Spent):
        learner.learn(budget)
    return Learned(budget.task.name, budget.steps, round(budget.seconds, 1))


def _cell(task: Task, entry: BatchPlayer, opponent: str, deals: int) -> Cell:
    won = shares(task, entry, opponent, max(2, deals // FEWER) if opponent == SEARCHES else deals, SEED)
    by_deal, even = won.mean(axis=1), 1 / task.players
    share, error = float(by_deal.mean()), float(by_deal.std(ddof=1) / sqrt(len(by_deal)))
    worth = share * (1 - share) / error**2 if error > ALIKE else len(by_deal)
    low, high = wilson(share, max(1, round(worth)))
    return Cell(task.name, opponent, won.size, share, (low, high), (share - even) / (1 - even), error / (1 - even))


def shares(task: Task, entry: BatchPlayer, opponent: str, deals: int, seed: int) -> Array:
    """What the entry won of each deal (row) from each seat (column)."""
    return np.stack([_won_from(task, seat, entry, opponent, deals, seed) for seat in range(task.players)], axis=1)


def _won_from(task: Task, seat: int, entry: BatchPlayer, opponent: str, deals: int, seed: int) -> Array:
    inside = opponent == INSIDE
    how: dict[str, Any] = {"learners": (seat,), "opponent": opponent} if inside else {}
    env = VectorEnv(task.game, deals, task.players, **how)
    env.reset(seed=seed)
    others = None if inside else opponent_of(opponent, task)
    for mover in (entry, others):
        if mover is not None:
            mover.begin(seed)
    won, going = np.zeros(deals), np.ones(deals, dtype=bool)
    while going.any():
        actions = env.sample()  # of rows whose first game is over nothing counts any more
        mine = going & (env.infos["seat"] == seat)
        _decide(entry, env, mine, actions)
        if others is not None:
            _decide(others, env, going & ~mine, actions)
        _, _, ended, _, infos = env.step(actions)
        first = ended & going
        won[first] = infos["rewards"][first, seat]
        going &= ~ended
    return won


def _decide(mover: BatchPlayer, env: VectorEnv, who: Array, actions: Array) -> None:
    rows = np.flatnonzero(who)
    if not len(rows):
        return
    chosen = mover.actions(env, rows)
    if chosen.shape != rows.shape or chosen.dtype.kind not in "iu":
        raise PasarError(f"act gives a whole number for each of {len(rows)} rows, not {chosen.dtype} {chosen.shape}")
    actions[rows] = chosen
