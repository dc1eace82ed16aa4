"""The half of a comparison in which numbers of the rulebook are others: a process of its own (see `games.experiment`).

`python -m pasar.lab.balance.changed` reads what to play from its input and writes the compared columns to a file.
"""

import json
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np

from pasar.errors import PasarError
from pasar.games import experiment
from pasar.lab.balance.experiments import joined
from pasar.lab.balance.study import Study
from pasar.lab.rows import Columns, Plan
from pasar.lab.spread import Threads

MOST_GAMES = 50_000


def games_compared(study: Study) -> int:
    return min(study.plan.games, MOST_GAMES)


def changed_rows(study: Study) -> Columns:
    """The first games of a study with its changes in force."""
    plan = study.experimental.with_games(games_compared(study))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "changed.npz"
        order = {"plan": plan.as_json(), "workers": study.workers, "path": str(path)}
        done = subprocess.run(  # noqa: S603 - ourselves
            [sys.executable, "-m", __name__],
            input=json.dumps(order), text=True, capture_output=True, check=False,
            env=experiment.environment(plan.game, study.changes),
        )  # fmt: skip
        if done.returncode:
            raise PasarError(f"the changed game could not be played: {(done.stderr.splitlines() or ['no reason'])[-1]}")
        with np.load(path) as kept:
            return {name: kept[name] for name in kept.files}


def _main() -> None:
    order = json.load(sys.stdin)
    plan = Plan.from_json(order["plan"])
    study = Study(plan, Threads(order["workers"]), order["workers"])
    np.savez(order["path"], allow_pickle=False, **joined(study.rows(), plan.players))


if __name__ == "__main__":
    _main()
