"""The program from which `starting.py` forks others: it has imported what they import, and then waits to be asked.

Whoever asks sends what a new process is given (arguments, environment, folder) with its three standard files, and is
answered with its number. The new process leaves this page by its end, so that it also ends as any other.
"""

import gc
import importlib
import io
import json
import os
import runpy
import socket
import sys
from pathlib import Path
from typing import Any

MOST = 1 << 20  # bytes of a question
# What most commands import. The rest (whatever costs little, or that only few need) each imports by itself.
IMPORTED = ("pasar.cli", "pasar.cli.warm", "pasar.server.run", "pasar.bots.exercise", "pasar.match.record")

Asked = dict[str, Any]


def asked(ask: socket.socket) -> Asked:
    """Answers until this is a new process; then what that one was asked for."""
    while True:
        question, files, _, _ = socket.recv_fds(ask, MOST, 3)
        if not question:
            os._exit(0)  # whoever asked has gone
        mine, its = os.pipe()
        if (between := os.fork()) == 0:
            if (new := os.fork()) == 0:
                return _become(json.loads(question), files, (ask.fileno(), mine, its))
            os.write(its, str(new).encode())
            os._exit(0)  # so that the new one is handed to whoever takes orphans: who asked
        os.waitpid(between, 0)
        ask.send(os.read(mine, 32))
        for file in (mine, its, *files):
            os.close(file)


def _become(asked: Asked, files: list[int], others: tuple[int, ...]) -> Asked:
    if asked["session"]:
        os.setsid()
    for number, file in enumerate(files):
        os.dup2(file, number)
    for file in (*files, *others):
        os.close(file)
    os.environ.clear()
    os.environ.update(asked["environment"])
    os.chdir(asked["folder"])
    sys.argv = ["-m", *asked["arguments"]]
    sys.path[0] = str(Path.cwd())
    sys.stdin, sys.stdout, sys.stderr = _text(0, "r"), _text(1, "w"), _text(2, "w", "backslashreplace", True)
    return asked


def _text(file: int, mode: str, errors: str = "strict", lines: bool = False) -> io.TextIOWrapper:
    """As Python opens its own at the start."""
    opened = open(file, mode + "b", closefd=False)  # noqa: SIM115  # open for as long as the process lives
    by_lines = lines or os.isatty(file)
    newline = "\n" if mode == "w" else None
    return io.TextIOWrapper(opened, encoding="utf-8", errors=errors, newline=newline, line_buffering=by_lines)


def _prepare() -> None:
    """All that a server does before it is asked for anything: import, and read what has been compiled."""
    for name in IMPORTED:
        importlib.import_module(name)
    from pasar.bots.exercise import exercise_bots, exercise_match
    from pasar.games import games
    from pasar.kernel.jit import ENABLED
    from pasar.server.http.app import described

    for with_admin in (False, True):
        described(with_admin).openapi()  # which reads the signatures of all routes
    for game in games().values() if ENABLED else ():
        exercise_match(game)
        exercise_bots(game)
    gc.freeze()  # nobody looks through all of this again


if __name__ == "__main__":
    _prepare()
    runpy.run_module(asked(socket.socket(fileno=int(sys.argv[1])))["module"], run_name="__main__", alter_sys=True)
