"""Compiles what the tests use, each game in a process of its own: several that share the tests would all do it at once.

What has been compiled before on this machine is not compiled again.
"""

import contextlib
import io
import subprocess
import sys
import tempfile
from pathlib import Path

from pasar.cli import run
from pasar.cli.warm import warm_tables
from pasar.export.compiling import COACH
from pasar.export.exporting import compiled
from pasar.games import find, games
from pasar.kernel import jit


def main(names: list[str]) -> int:
    if not jit.ENABLED:
        return 0
    if names:
        warm(*names)
        return 0
    running = [subprocess.Popen([sys.executable, __file__, name]) for name in games()]
    return max(process.wait() for process in running)


def warm(name: str) -> None:
    """All kinds of simulation, and what tables need."""
    with tempfile.TemporaryDirectory() as folder, contextlib.redirect_stdout(io.StringIO()):
        warm_tables([find(name)])
        compiled(find(name))  # for browsers
        compiled(find(name), COACH)
        for more in ([], ["--bots", "greedy"], ["--records", str(Path(folder) / "games.jsonl")]):
            run(["sim", name, "--games", "1", *more])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
