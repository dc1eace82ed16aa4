"""The game of docs/add-a-game.md, from that page's own files, and a world in which it is installed."""

import os
import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

PAGE = Path(__file__).parents[1] / "docs" / "add-a-game.md"
FILE = re.compile(r"^\*\*`([^`]+)`\*\*\n\n```\w+\n(.*?)^```$", re.MULTILINE | re.DOTALL)
PATIENCE = 1200  # seconds: all of it is compiled, while other tests run


@dataclass(frozen=True)
class Added:
    """The game's own folder, and the environment of a process that has it."""

    folder: Path
    environment: dict[str, str]

    def run(self, *command: str) -> str:
        done = subprocess.run(
            [sys.executable, *command], cwd=self.folder, env={**os.environ, **self.environment},
            capture_output=True, text=True, timeout=PATIENCE, check=False,
        )  # fmt: skip
        assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
        return done.stdout


def added_game(home: Path) -> Added:
    folder, site = home / "pasar-goofspiel", home / "site"
    for name, text in FILE.findall(PAGE.read_text(encoding="utf-8")):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    # Compiled code is kept apart: what only these tests need does not stay on the machine.
    own = Added(folder, {"PYTHONPATH": str(site), "PASAR_CACHE": str(home / "cache")})
    own.run("-m", "pip", "install", "--no-deps", "--no-index", "--no-build-isolation", "--target", str(site), ".")
    return own
