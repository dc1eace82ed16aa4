"""A program of the tests that is forked (tests/support/starting.py) is one like any other."""

import json
import os
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from support import starting

LINUX = sys.platform == "linux"
TELLS = """
import json, os, sys, time
if sys.argv[1:] == ["number"]:
    sys.exit(print(os.getpid()))
if sys.argv[1:] == ["wait"]:
    print("waiting", flush=True)
    time.sleep(60)
print(json.dumps([sys.argv[1:], dict(os.environ), os.getcwd(), __name__, sys.stdin.read(), os.getppid()]))
print("said aside", file=sys.stderr)
sys.exit(7)
"""


@pytest.fixture
def told(tmp_path: Path) -> dict[str, Any]:
    """What is handed to a start of a module `tells`, which tells what it was given."""
    (tmp_path / "tells.py").write_text(TELLS)
    return {"cwd": tmp_path, "env": {**os.environ, "PASAR_SPOKEN": "yes"}, "text": True}


@pytest.mark.parametrize("jit", ["1", "0"])
def test_it_is_given_what_any_process_is_given(told: dict[str, Any], jit: str) -> None:
    told["env"]["PASAR_JIT"] = jit
    forked = starting.run(["tells", "a b", "--c"], input="typed", **told)
    line = [sys.executable, "-m", "tells", "a b", "--c"]
    plain = subprocess.run(line, input="typed", capture_output=True, check=False, **told)
    assert (forked.returncode, forked.stderr, forked.args) == (plain.returncode, plain.stderr, line)
    assert json.loads(forked.stdout) == json.loads(plain.stdout)
    assert json.loads(forked.stdout)[2:] == [str(told["cwd"]), "__main__", "typed", os.getpid()]


def test_it_is_a_child_that_can_be_hit(told: dict[str, Any]) -> None:
    with starting.start(["tells", "wait"], stdout=subprocess.PIPE, **told) as running:
        assert isinstance(running, starting.Forked) is LINUX
        assert running.stdout is not None and running.stdout.readline() == "waiting\n" and running.poll() is None
        running.send_signal(signal.SIGKILL)
        assert running.wait(60) == -signal.SIGKILL


def test_each_of_several_threads_is_given_its_own(told: dict[str, Any]) -> None:
    def number_told(_: int) -> tuple[int, int]:
        with starting.start(["tells", "number"], stdout=subprocess.PIPE, **told) as running:
            return running.pid, int(running.communicate()[0])

    with ThreadPoolExecutor(8) as threads:
        assert all(known == own for known, own in threads.map(number_told, range(24)))


def test_what_is_decided_by_an_import_is_decided_anew(told: dict[str, Any], tmp_path: Path) -> None:
    told["env"]["PASAR_CACHE"] = str(tmp_path)
    with starting.start(["tells", "wait"], stdout=subprocess.PIPE, **told) as running:
        assert not isinstance(running, starting.Forked)
        running.kill()
