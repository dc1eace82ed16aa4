"""`pasar serve` as somebody starts it: with a browser, without one, on a port that is taken."""

import json
import os
import shlex
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import psutil
import pytest
from support import starting

from pasar.kernel import jit
from pasar.server.base import addresses

Start = Callable[..., "Started"]
WITHOUT_SCREEN = {"DISPLAY": "", "WAYLAND_DISPLAY": "", "BROWSER": ""}
ENOUGH = "Ctrl-C to stop"
BROWSER = """
import pathlib, sys, urllib.request
urllib.request.urlopen(sys.argv[1] + "/health")
pathlib.Path(sys.argv[2]).write_text(sys.argv[1])
print("shown")
"""


class Started:
    """A server that runs until the test is over, and what it has said."""

    def __init__(self, folder: Path, *arguments: str, **environment: str) -> None:
        command = ["pasar", "serve", "--data", str(folder / "data"), *arguments]
        own = {name: value for name, value in os.environ.items() if not name.startswith("PASAR_P")}
        self.popen = starting.start(
            command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env={**own, **environment}
        )
        self.said: list[str] = []

    def hear(self, words: str) -> str:
        """Everything up to the line with these words."""
        assert self.popen.stdout is not None
        for line in self.popen.stdout:
            self.said.append(line)
            if words in line:
                return "".join(self.said)
        raise AssertionError(f"{''.join(self.said)}{self.popen.communicate()[1]}")

    @property
    def address(self) -> str:
        line = next(line for line in self.said if "Pasar is at" in line)
        return line.split()[3]

    def end(self) -> str:
        """What it wrote for its keeper."""
        self.popen.send_signal(signal.SIGTERM)
        return self.popen.communicate(timeout=60)[1]


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    started: list[Started] = []

    def begin(*arguments: str, **environment: str) -> Started:
        # Nobody plays here: rules as plain Python are there sooner. Who brings an empty cache cares for compiling.
        plain = {} if "PASAR_CACHE" in environment else {"PASAR_JIT": "0"}
        started.append(Started(tmp_path, *arguments, **plain, **environment))
        return started[-1]

    yield begin
    for each in started:
        if each.popen.poll() is None:
            each.popen.kill()
            each.popen.communicate()


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
        return port


@contextmanager
def taken() -> Iterator[int]:
    """A port that another program listens on."""
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        yield other.getsockname()[1]


def test_the_browser_opens_at_the_address_when_it_answers(start: Start, tmp_path: Path) -> None:
    seen, browser = tmp_path / "seen", tmp_path / "browser.py"
    browser.write_text(BROWSER)
    command = f"{shlex.quote(sys.executable)} {shlex.quote(str(browser))} %s {shlex.quote(str(seen))}"
    server = start("--open", "--port", "0", BROWSER=command, no_proxy="*")
    said = server.hear("shown")
    assert seen.read_text() == server.address and "no browser" not in said
    assert server.end() == ""  # who plays is not told of requests


def test_without_a_browser_it_says_so_and_serves(start: Start) -> None:
    server = start("--open", "--port", "0", **WITHOUT_SCREEN)
    said = server.hear("no browser").splitlines()
    assert said[-1].endswith("type that address into one yourself.") and ENOUGH in said[-2]
    assert httpx.get(f"{server.address}/health", trust_env=False).status_code == 200
    server.end()


def test_a_browser_that_fails_counts_as_none(start: Start) -> None:
    server = start("--open", "--port", "0", **{**WITHOUT_SCREEN, "BROWSER": "/nowhere/browser %s"})
    assert "no browser" in server.hear("no browser")
    server.end()


def test_nobody_opens_what_was_not_asked_for(start: Start) -> None:
    server = start("--port", "0", PASAR_LOG_FORMAT="json", **WITHOUT_SCREEN)
    server.hear(ENOUGH)
    assert '"started"' in server.end()


def test_a_port_that_nobody_chose_may_be_another(start: Start) -> None:
    with _default_taken():
        server = start("--open", **WITHOUT_SCREEN)
        said = server.hear(ENOUGH)
        assert "Port 8000 is taken" in said and not server.address.endswith(":8000")
        assert httpx.get(f"{server.address}/health", trust_env=False).status_code == 200
        server.end()


@contextmanager
def _default_taken() -> Iterator[None]:
    with socket.socket() as other:
        try:
            other.bind(("127.0.0.1", 8000))
            other.listen()
        except OSError:
            pass  # somebody has it already: as good for this
        yield


@pytest.mark.parametrize("way", ["option", "variable"])
def test_a_port_that_somebody_chose_is_kept(start: Start, way: str, tmp_path: Path) -> None:
    with taken() as port:
        given: dict[str, Any] = {"PASAR_PORT": str(port)} if way == "variable" else {}
        given["PASAR_CACHE"] = str(tmp_path / "empty")  # nobody waits for the compiler first
        arguments = [] if way == "variable" else ["--port", str(port)]
        server = start("--open", *arguments, **WITHOUT_SCREEN, **given)
        out, err = server.popen.communicate(timeout=60)
    assert server.popen.returncode == 1 and out == ""
    assert f"port {port}" in err and "--port" in err and len(err.splitlines()) == 1


def test_others_are_told_an_address_that_they_can_use(start: Start) -> None:
    server = start("--host", "0.0.0.0", "--port", "0", **WITHOUT_SCREEN)
    said = server.hear(ENOUGH)
    port = server.address.rpartition(":")[2]
    told = httpx.get(f"{server.address}/api/games", trust_env=False).json()["addresses"]
    assert told == addresses.for_others("0.0.0.0", int(port)) and server.address == f"http://localhost:{port}"
    for address in told:
        assert address in said and httpx.get(f"{address}/health", trust_env=False).status_code == 200
        assert httpx.get(f"{address}/api/games", trust_env=False).json()["addresses"] == []  # seen from outside
    server.end()


@pytest.mark.skipif(not jit.ENABLED, reason="nothing is compiled")
def test_while_it_compiles_it_says_that_it_lives(start: Start, tmp_path: Path) -> None:
    port = free_port()
    server = start("--port", str(port), PASAR_CACHE=str(tmp_path / "empty"), **WITHOUT_SCREEN)
    assert server.popen.stderr is not None
    assert json.loads(server.popen.stderr.readline())["event"] == "compiling"  # a log like all others, not for a person
    here = f"http://127.0.0.1:{port}"
    assert httpx.get(f"{here}/health", trust_env=False).json() == {"status": "ok"}
    for path in ("/ready", "/", "/api/games"):
        answer = httpx.get(f"{here}{path}", trust_env=False)
        assert (answer.status_code, answer.json()["error"]["code"]) == (503, "starting")
    compilers = psutil.Process(server.popen.pid).children()
    server.popen.kill()
    server.popen.communicate()
    assert compilers and psutil.wait_procs(compilers, 10)[1] == []  # nobody is left who compiles for nobody


def test_a_folder_that_cannot_be_written_is_named_before_anything_is_compiled(start: Start, tmp_path: Path) -> None:
    server = start("--port", "0", "--data", "/proc/nowhere", PASAR_CACHE=str(tmp_path / "empty"))
    out, err = server.popen.communicate(timeout=60)
    assert server.popen.returncode == 1 and out == ""
    assert "/proc/nowhere" in err and "--data" in err and len(err.splitlines()) == 1


def test_a_second_server_says_where_the_first_is_and_restore_waits_for_its_end(
    start: Start, pasar: Any, tmp_path: Path
) -> None:
    first, saved = start("--port", "0"), str(tmp_path / "saved")
    first.hear(ENOUGH)
    out, err = (second := start("--open")).popen.communicate(timeout=60)
    assert second.popen.returncode == 1 and out == "" and len(err.splitlines()) == 1
    assert f"(process {first.popen.pid}) at {first.address}: use that one" in err and "--data" in err
    database = ("--database", f"sqlite:///{tmp_path / 'data' / 'pasar.sqlite3'}")
    assert pasar("backup", saved, *database).code == 0  # which only reads
    refused = pasar("restore", saved, "--replace", *database)
    assert refused.code == 1 and f"process {first.popen.pid}" in refused.err and "nothing was restored" in refused.err
    first.popen.kill()
    first.popen.communicate()
    assert pasar("restore", saved, "--replace", *database).code == 0
