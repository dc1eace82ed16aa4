"""What a learner may spend before it is judged: decisions of its environments, and seconds of the processor."""

import time
from dataclasses import dataclass, field
from typing import Any

from pasar.benchmark.tasks import Task
from pasar.errors import PasarError, did_you_mean
from pasar.rl.vector import Array, Infos, VectorEnv


class Spent(PasarError):
    """The budget is used up: what was learned until now is judged."""


@dataclass
class LearningBudget:
    """Whichever is used up first ends it. Seconds are those of all threads together, compiling included."""

    task: Task
    most_steps: int
    most_seconds: float
    steps: int = 0
    _began: float = field(default_factory=time.process_time)

    @property
    def seconds(self) -> float:
        return time.process_time() - self._began

    @property
    def left(self) -> bool:
        return self.steps < self.most_steps and self.seconds < self.most_seconds

    def env(self, num_envs: int, **options: Any) -> VectorEnv:
        """A `VectorEnv` of the task whose decisions are counted; its `step` raises Spent when nothing is left."""
        return _Counted(self, num_envs, **options)


class _Counted(VectorEnv):
    def __init__(self, budget: LearningBudget, num_envs: int, **options: Any) -> None:
        super().__init__(budget.task.game, num_envs, budget.task.players, **options)
        self._budget = budget

    def step(self, actions: Array) -> tuple[Array, Array, Array, Array, Infos]:
        if not self._budget.left:
            raise Spent(f"the budget is used up after {self._budget.steps:,} decisions")
        self._budget.steps += self.num_envs
        return super().step(actions)


# Decisions and seconds, for each task.
BUDGETS = {"none": (0, 0.0), "small": (500_000, 60.0), "medium": (5_000_000, 600.0), "large": (50_000_000, 3600.0)}


def find_budget(name: str, task: Task) -> LearningBudget:
    if name not in BUDGETS:
        raise PasarError(
            f"there is no budget {name!r:.40}{did_you_mean(name, BUDGETS)} (there are: {', '.join(BUDGETS)})"
        )
    return LearningBudget(task, *BUDGETS[name])
