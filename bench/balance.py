"""A balance report of 200,000 games by the greedy bot, with all its experiments, and how much memory it takes.

python bench/balance.py [--games 200000]
"""

import argparse
import tempfile
from pathlib import Path

from parts.program import Run, pasar

from pasar.cli.bench import show
from pasar.lab.measure import SEED, Figure

PLAYERS = {"bali": 4, "basari": 3}
TARGET = 60  # seconds


def report(game: str, games: int) -> Run:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "report.html"
        return pasar("balance", game, players=PLAYERS[game], games=games, seed=SEED, out=path)


def measured(game: str, games: int) -> Figure:
    report(game, 100)  # compiles, if it must
    run = report(game, games)
    name = f"{game}, {PLAYERS[game]} players: a report of {games:,} games"
    return Figure(name, run.seconds, "s", TARGET, at_least=False, note=f"{run.megabytes:.0f} MB of memory")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=200_000)
    games = parser.parse_args().games
    show([measured(game, games) for game in PLAYERS])


if __name__ == "__main__":
    main()
