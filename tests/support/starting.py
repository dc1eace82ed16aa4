"""`python -m pasar ...` as a process of its own, without the second or two of a processor that its imports take.

It is forked from a process that has imported them (`forking.py`) and read what is compiled. It has a number, files,
an environment and an end of its own and is a child of the tests, as with `subprocess.Popen`. What decides while
modules are imported (where the cache is, other numbers) cannot be chosen afterwards: who chooses other than the tests'
own process gets an ordinary start; only for rules that are not compiled there is a second process to fork from. An
ordinary start gets everybody, too, where Linux' way of adopting orphans is not there.
"""

import atexit
import ctypes
import inspect
import json
import os
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

# What is read while modules are imported, or by Python itself, by how it begins.
DECIDED = ("PASAR_CACHE", "PASAR_EXPERIMENT", "NUMBA_", "PYTHON", "HOME", "XDG_", "LC_", "LANG", "COV_", "LD_")
ADOPT = 36  # PR_SET_CHILD_SUBREAPER
MODULE = "-m"
JIT = "PASAR_JIT"

_one_at_a_time = threading.Lock()  # two servers are started in two threads: each must hear of its own process


def start(command: Sequence[str | Path], **given: Any) -> "subprocess.Popen[Any]":
    """As `subprocess.Popen([sys.executable, "-m", MODULE, ...], ...)`."""
    wished = given.get("env")
    made = Forked if sys.platform == "linux" and _decided(wished) == _decided(None) else subprocess.Popen
    return made([sys.executable, MODULE, *map(str, command)], **given)


def run(command: Sequence[str | Path], **given: Any) -> "subprocess.CompletedProcess[Any]":
    """As `subprocess.run`, with its output captured."""
    typed, timeout = given.pop("input", None), given.pop("timeout", None)
    pipes = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
    with start(command, **{**pipes, **given}) as running:
        try:
            said, complained = running.communicate(typed, timeout)
        except BaseException:
            running.kill()
            raise
    return subprocess.CompletedProcess(running.args, running.returncode, said, complained)


def _decided(environment: Mapping[str, str] | None) -> dict[str, str]:
    chosen = os.environ if environment is None else environment
    return {name: value for name, value in chosen.items() if name.startswith(DECIDED)}


class Forked(subprocess.Popen[Any]):
    """A process that another one has begun; in all else, what is promised of a Popen holds."""

    def _execute_child(self, *given: Any) -> None:
        told = inspect.signature(_BEGIN).bind(self, *given).arguments
        files = [told["p2cread"], told["c2pwrite"], told["errwrite"]]
        asked = {
            "module": told["args"][2],
            "arguments": told["args"][3:],
            "environment": dict(os.environ if told["env"] is None else told["env"]),
            "folder": str(told["cwd"] or Path.cwd()),
            "session": told["start_new_session"],
        }
        files_or_ours = [number if file == -1 else file for number, file in enumerate(files)]
        self.pid = _ask(_forker(asked["environment"].get(JIT, "1")), asked, files_or_ours)
        self._child_created = True
        for theirs, ours in zip(files, (told["p2cwrite"], told["c2pread"], told["errread"]), strict=True):
            if ours != -1:
                os.close(theirs)


_BEGIN = vars(subprocess.Popen)["_execute_child"]


def _ask(forker: socket.socket, asked: dict[str, Any], files: list[int]) -> int:
    with _one_at_a_time, _adopting():
        socket.send_fds(forker, [json.dumps(asked).encode()], files)
        return int(forker.recv(32))


@cache
def _forker(jit: str) -> socket.socket:
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    program = [sys.executable, str(Path(__file__).with_name("forking.py")), str(theirs.fileno())]
    environment = {**os.environ, JIT: jit}
    running = subprocess.Popen(program, pass_fds=[theirs.fileno()], stdin=subprocess.DEVNULL, env=environment)
    theirs.close()

    @atexit.register
    def end() -> None:
        ours.close()
        running.wait()

    return ours


@contextmanager
def _adopting() -> Iterator[None]:
    """Orphans become ours, only now: whoever lets others run on without a parent means it."""
    system = ctypes.CDLL(None)
    system.prctl(ADOPT, 1, 0, 0, 0)
    try:
        yield
    finally:
        system.prctl(ADOPT, 0, 0, 0, 0)
