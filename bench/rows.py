"""A million random games of Bali with four players into a Parquet file on two workers, and what memory that takes."""

import tempfile
from pathlib import Path

from parts.program import Run, pasar

from pasar.cli.bench import show
from pasar.lab.measure import MANY, MEGABYTE, SEED, Figure

FEW, HALF = MANY // 10, MANY // 2  # to see whether memory grows with the number of games
TARGET_SECONDS = 15
TARGET_GROWTH = 32  # MB, from a tenth of the games to all of them: what Python and the operating system keep or not


def rows(games: int, path: Path) -> Run:
    return pasar("sim", "bali", "--overwrite", players=4, games=games, seed=SEED, workers=2, out=path)


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "games.parquet"
        rows(1, path)  # compiles, the first time
        few, half, many = (rows(games, path) for games in (FEW, HALF, MANY))
        note = f"a file of {path.stat().st_size / MEGABYTE:.0f} MB"
    seconds, growth = many.said["seconds"], many.megabytes - few.megabytes
    show(
        [
            Figure("bali, 4 players: a million rows", seconds, "s", TARGET_SECONDS, at_least=False, note=note),
            *(Figure(f"memory, {run.said['games']:,} games", run.megabytes, "MB") for run in (few, half, many)),
            Figure("memory grown from the first to the last", growth, "MB", TARGET_GROWTH, at_least=False),
        ]
    )


if __name__ == "__main__":
    main()
