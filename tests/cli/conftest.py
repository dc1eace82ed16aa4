"""Runs the command line: in this process where that is enough, as a program of its own where it is not."""

import io
import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest
from support import starting

from pasar.cli import run


@dataclass
class Said:
    """What a command line answered."""

    code: int
    out: str
    err: str


Command = Callable[..., Said]

SMALL_DISK = Path(__file__).parents[1] / "support" / "small_disk.py"


@pytest.fixture(scope="session", autouse=True)
def compiled(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Compile once, so that no test hears of it."""
    from pasar.cli.warm import warm_bots, warm_match
    from pasar.games import games

    file = tmp_path_factory.mktemp("compiled") / "games.jsonl"
    for game in games().values():
        warm_match(game)
        warm_bots(game)
        run(["sim", game.name, "--games", "1"])
        run(["sim", game.name, "--games", "1", "--bots", "greedy"])
        run(["sim", game.name, "--games", "1", "--records", str(file), "--overwrite"])


@pytest.fixture
def pasar(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Command:
    """`pasar("sim", "bali", typed="...")`, in this process."""

    def command(*arguments: str, typed: str = "") -> Said:
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        capsys.readouterr()
        code = run(arguments)
        said = capsys.readouterr()
        return Said(code, said.out, said.err)

    return command


@pytest.fixture
def program() -> Command:
    """The same as a program of its own."""

    def command(*arguments: str, typed: str = "", **environment: str) -> Said:
        own = {**os.environ, **environment}
        found = starting.run(["pasar", *arguments], input=typed, text=True, env=own, timeout=120)
        return Said(found.returncode, found.stdout, found.stderr)

    return command


@pytest.fixture
def small_disk() -> Command:
    """`small_disk(1000, "sim", ...)`: the same where no file can become larger than so many bytes."""

    def command(size: int, *arguments: str) -> Said:
        line = [sys.executable, str(SMALL_DISK), str(size), *arguments]
        found = subprocess.run(line, capture_output=True, text=True, timeout=120, check=False)
        return Said(found.returncode, found.stdout, found.stderr)

    return command


@pytest.fixture
def recorded(pasar: Command, tmp_path: Path) -> Callable[..., Path]:
    """`recorded("bali", "--oracle", games=3)`: a file of simulated games."""

    def file(game: str, *arguments: str, games: int = 3) -> Path:
        path = tmp_path / f"{game}.jsonl"
        said = pasar("sim", game, *arguments, "--games", str(games), "--seed", "7", "--records", str(path))
        assert said.code == 0
        return path

    return file
