"""What is said while the compiler works. It has nothing to do here: it would take minutes, and others prove it."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from pasar.cli import warm
from pasar.games import games
from pasar.kernel import jit

pytestmark = pytest.mark.skipif(not jit.ENABLED, reason="nothing is compiled")


@pytest.fixture(autouse=True)
def never_compiled(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(warm, "_marker", lambda game, name: tmp_path / f"{game.name}-{name}")


def parts() -> list[warm.CompiledPart]:
    return [warm.CompiledPart(game, name, lambda: None) for game in games().values() for name in ("match", "bots")]


def test_whoever_waits_hears_how_far_it_is(capsys: pytest.CaptureFixture[str]) -> None:
    warm.warm_all(parts())
    said = capsys.readouterr().err.splitlines()
    assert len(said) == len(parts())
    assert said[0] == "Compiling the table of bali for this machine (step 1 of 4, once, 5 to 30 seconds) ..."
    assert "step 4 of 4" in said[-1]
    warm.warm_all(parts())
    assert capsys.readouterr().err == ""


def test_one_part_alone_counts_no_steps(capsys: pytest.CaptureFixture[str]) -> None:
    warm.warm_all(parts()[:1])
    assert capsys.readouterr().err == "Compiling the table of bali for this machine (once, 5 to 30 seconds) ...\n"


def test_what_broke_off_is_done_again(capsys: pytest.CaptureFixture[str]) -> None:
    def stopped() -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        warm.warm(games()["bali"], "match", stopped)
    warm.warm_all(parts())
    assert "step 1 of 4" in capsys.readouterr().err


def test_a_cache_that_cannot_be_kept_is_told() -> None:
    """In a process of its own: the folder is chosen once in each."""
    code = (
        "from pasar.cli import warm; from pasar.games import games; warm.warm(games()['bali'], 'match', lambda: None)"
    )
    environment = {**os.environ, "PASAR_CACHE": "/proc/nowhere"}
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=environment, check=True)
    assert found.stderr.splitlines()[0] == warm.CANNOT_KEEP


@pytest.mark.parametrize("stays", [True, False])
def test_who_compiles_for_a_server_ends_when_done_and_not_later_than_the_server(tmp_path: Path, stays: bool) -> None:
    environment = dict(os.environ) if stays else {**os.environ, "PASAR_CACHE": str(tmp_path)}
    command = [sys.executable, "-m", "pasar.cli.warm", "bali"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment) as child:
        assert child.stdin is not None and child.stdout is not None
        if not stays:
            assert child.stdout.readline() == b"\n"  # a function has been compiled
            child.stdin.close()
        assert child.wait(120) == (0 if stays else 1)
