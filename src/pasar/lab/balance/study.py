"""One study of a game: what is played for a report, how much of it, and by whom."""

from collections.abc import Callable, Generator
from contextlib import closing
from dataclasses import dataclass, field, replace

from pasar.lab.balance.grid import Grid
from pasar.lab.cluster import Cluster
from pasar.lab.rows import Columns, Gift, Plan, play
from pasar.lab.spread import Threads, WorkerPool

STAND_IN = "greedy"
CHUNK = 2048  # games at most, so that an experiment is work for several
FEWEST = 1000  # games of an experiment, if the report has as many

Progress = Callable[[int], None]  # is told of so many more games


@dataclass(frozen=True)
class Study:
    plan: Plan
    pool: WorkerPool
    workers: int = 1
    grid: Grid = field(default_factory=Grid)
    report: Progress = lambda games: None

    @property
    def experimental(self) -> Plan:
        """What experiments are played with: gifts need bots that decide in the compiled loop, and they are many."""
        if self.plan.compiled:
            return self.plan
        return replace(self.plan, bots=(STAND_IN,) * self.plan.players)

    @property
    def stand_in(self) -> str | None:
        """Who plays the experiments, if it is somebody else."""
        return None if self.plan.compiled else STAND_IN

    @property
    def played_by(self) -> str:
        """For the notes of experiments."""
        return f", played by {self.stand_in} in place of {self.plan.bots[0]}" if self.stand_in else ""

    def size(self, part: int) -> int:
        """So many games that `part` such experiments are as many as the report's own, but not too few to see much."""
        least = FEWEST if self.stand_in else min(self.plan.games, FEWEST)
        return max(least, self.plan.games // part)

    @property
    def search_games(self) -> int:
        return self.size(25)

    @property
    def proof_games(self) -> int:
        return self.size(20)

    @property
    def gift_games(self) -> int:
        return self.size(66)

    @property
    def variant_games(self) -> int:
        return self.size(20)

    def rows(self) -> Generator[Columns, None, None]:
        """The games of the report."""
        yield from self._played(self.pool, self.plan, 0, self.plan.games)

    def trial(self, plan: Plan, first: int, games: int) -> Generator[Columns, None, None]:
        """Games of an experiment: many short runs of compiled play, for which threads are the best of local pools."""
        pool = self.pool if isinstance(self.pool, Cluster) else Threads(self.workers)
        yield from self._played(pool, plan, first, games)

    def _played(self, pool: WorkerPool, plan: Plan, first: int, games: int) -> Generator[Columns, None, None]:
        end, chunk = first + games, min(plan.chunk, CHUNK)
        calls = ((plan, at, min(chunk, end - at)) for at in range(first, end, chunk))
        with closing(pool.map(play, calls)) as chunks:
            for columns in chunks:
                self.report(len(columns["number"]))
                yield columns

    def given(self, *gifts: Gift) -> Plan:
        return replace(self.experimental, gifts=gifts)
