"""A million random games of Bali with four players into a Parquet file on two workers, and what memory that takes."""

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from pasar.cli.bench import show
from pasar.lab.measure import MANY, MEGABYTE, SEED, Figure

FEW, HALF = MANY // 10, MANY // 2  # to see whether memory grows with the number of games
TARGET_SECONDS = 15
TARGET_GROWTH = 32  # MB, from a tenth of the games to all of them: what Python and the operating system keep or not


def rows(games: int, folder: str) -> dict[str, Any]:
    """What `pasar sim` says, and the most memory that its process ever had."""
    path = Path(folder) / f"{games}.parquet"
    command = [sys.executable, "-m", "pasar", "sim", "bali", "--players", "4", "--games", str(games)]
    command += ["--seed", str(SEED), "--workers", "2", "--out", str(path), "--json"]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        found: dict[str, Any] = json.loads(process.stdout.read())
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    unit = 1 if sys.platform == "darwin" else 1024
    return {**found, "memory": used.ru_maxrss * unit / MEGABYTE, "size": path.stat().st_size / MEGABYTE}


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        rows(1, folder)  # compiles, the first time
        few, half, many = (rows(games, folder) for games in (FEW, HALF, MANY))
    growth = many["memory"] - few["memory"]
    note = f"a file of {many['size']:.0f} MB"
    show(
        [
            Figure("bali, 4 players: a million rows", many["seconds"], "s", TARGET_SECONDS, at_least=False, note=note),
            *(Figure(f"memory, {one['games']:,} games", one["memory"], "MB") for one in (few, half, many)),
            Figure("memory grown from the first to the last", growth, "MB", TARGET_GROWTH, at_least=False),
        ]
    )


if __name__ == "__main__":
    main()
