"""The game of examples/kuhn, a package of its own, and a world in which it is installed."""

import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

FOLDER = Path(__file__).parents[2] / "examples" / "kuhn"
PATIENCE = 1200  # seconds: much of it is compiled, while other tests run


@dataclass(frozen=True)
class Added:
    """The game's own folder, and the environment of a process that has it."""

    folder: Path
    environment: dict[str, str]

    def done(self, *command: str, **more: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, *command], cwd=self.folder, env={**os.environ, **self.environment, **more},
            capture_output=True, text=True, timeout=PATIENCE, check=False,
        )  # fmt: skip

    def run(self, *command: str, **more: str) -> str:
        done = self.done(*command, **more)
        assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
        return done.stdout


def added_game(home: Path) -> Added:
    folder, site = home / "kuhn", home / "site"
    shutil.copytree(FOLDER, folder, ignore=shutil.ignore_patterns("__pycache__"))
    # Compiled code is kept apart: what only these tests need does not stay on the machine.
    own = Added(folder, {"PYTHONPATH": str(site), "PASAR_CACHE": str(home / "cache")})
    own.run("-m", "pip", "install", "--no-deps", "--no-index", "--no-build-isolation", "--target", str(site), ".")
    return own
