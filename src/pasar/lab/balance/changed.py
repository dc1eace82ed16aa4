"""The half of a comparison in which numbers of the rulebook are others: a process of its own (see `games.experiment`).

`python -m pasar.lab.balance.changed` reads what to play from its input and writes the rows to a file.
"""

import json
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np

from pasar.errors import PasarError
from pasar.games import experiment
from pasar.games.experiment import Changes
from pasar.lab.balance.study import Study
from pasar.lab.rows import Columns, Plan
from pasar.lab.spread import Threads

MOST_GAMES = 50_000


def games_compared(study: Study) -> int:
    return min(study.plan.games, MOST_GAMES)


def changed_rows(study: Study) -> Iterator[tuple[Changes, Columns]]:
    """The first games of a study with each of its changes in force. Several compile at once: a compiler is one core."""
    points = study.grid.points
    plan, at_once = study.experimental.with_games(games_compared(study)), min(study.workers, len(points))
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(at_once) as pool:
        paths = [Path(folder) / f"{place}.npz" for place in range(len(points))]
        waiting = [
            pool.submit(_elsewhere, plan, changes, max(1, study.workers // at_once), path)
            for changes, path in zip(points, paths, strict=True)
        ]
        for changes, path, done in zip(points, paths, waiting, strict=True):
            done.result()
            study.report(plan.games)
            with np.load(path) as kept:
                yield changes, {name: kept[name] for name in kept.files}


def _elsewhere(plan: Plan, changes: Changes, workers: int, path: Path) -> None:
    order = {"plan": plan.as_json(), "workers": workers, "path": str(path)}
    done = subprocess.run(  # noqa: S603 - ourselves
        [sys.executable, "-m", __name__],
        input=json.dumps(order), text=True, capture_output=True, check=False,
        env=experiment.environment(plan.game, changes),
    )  # fmt: skip
    if done.returncode:
        raise PasarError(f"the changed game could not be played: {(done.stderr.splitlines() or ['no reason'])[-1]}")


def whole(chunks: Iterable[Columns]) -> Columns:
    """All columns of a run, as small as a file keeps them."""
    parts = list(chunks)
    return {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}


def _main() -> None:
    order = json.load(sys.stdin)
    plan = Plan.from_json(order["plan"])
    study = Study(plan, Threads(order["workers"]), order["workers"])
    np.savez(order["path"], allow_pickle=False, **whole(study.rows()))


if __name__ == "__main__":
    _main()
