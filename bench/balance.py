"""A balance report of 200,000 games by the greedy bot, with all its experiments, and how much memory it takes."""

import json
import resource
import subprocess
import sys
import tempfile
from pathlib import Path
from time import perf_counter

GAMES, WANTED = 200_000, 60


def report(folder: str, *arguments: str) -> dict[str, object]:
    command = [sys.executable, "-m", "pasar", "balance", *arguments, "--seed", "1", "--json"]
    done = subprocess.run([*command, "--out", str(Path(folder) / "report.html")], capture_output=True, check=True)
    found: dict[str, object] = json.loads(done.stdout)
    return found


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        for game, players in (("bali", "4"), ("basari", "3")):
            report(folder, game, "--players", players, "--games", "100")  # compiles, if it must
            began = perf_counter()
            report(folder, game, "--players", players, "--games", str(GAMES))
            seconds = perf_counter() - began
            peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
            print(
                f"{game}, {players} players: {GAMES:,} games in {seconds:.1f} s (wanted: under {WANTED}), {peak:.0f} MB"
            )


if __name__ == "__main__":
    main()
