"""The wheel as somebody gets it: what is in it, and that it works in a fresh environment, far from the checkout.

Nothing of this environment is shared: everything that Pasar runs with is installed anew, from the lock.
"""

import json
import os
import re
import subprocess
import sys
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pytest

from pasar.kernel import jit

ROOT = Path(__file__).resolve().parents[2]
UNCOMPILED = {"PASAR_JIT": "0"}
SMALL = "from pasar.kernel.bits import size; print(size(0b1011), len(size.signatures), size.stats.cache_hits)"

Pasar = Callable[..., str]


def run(*command: str | Path, **given: object) -> str:
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=300, **given)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("dist")
    run(sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder), cwd=ROOT)
    (made,) = folder.glob("*.whl")
    return made


@pytest.fixture(scope="module")
def elsewhere(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with an environment that has the wheel and what it asks for; its name has a space."""
    folder = tmp_path_factory.mktemp("else where")
    run(sys.executable, "-m", "venv", "--without-pip", folder / "venv")
    python = folder / "venv/bin/python"
    locked = ("--no-deps", "--require-hashes", "-r", ROOT / "requirements/runtime.txt")
    run(sys.executable, ROOT / "tools/uv.py", "--python", python, *locked)
    pip = (sys.executable, "-m", "pip", "--python", python)
    run(*pip, "install", "--no-compile", "--no-deps", wheel)
    run(*pip, "check")
    return folder


@pytest.fixture
def environment(elsewhere: Path) -> dict[str, str]:
    """Nothing that points to the checkout, and a home of its own."""
    own = {name: value for name, value in os.environ.items() if not name.startswith(("PASAR_", "PYTHON", "COV_"))}
    home = str(elsewhere / "home")
    return {**own, "HOME": home, "XDG_CACHE_HOME": f"{home}/cache", "XDG_DATA_HOME": f"{home}/data"}


@pytest.fixture
def pasar(elsewhere: Path, environment: dict[str, str]) -> Pasar:
    """`pasar("sim", "bali")`, in a folder that has nothing to do with Pasar."""
    return lambda *arguments, **more: run(
        elsewhere / "venv/bin/pasar", *arguments, cwd=elsewhere, env={**environment, **more}
    )


def test_it_holds_the_package_the_client_and_nothing_else(wheel: Path) -> None:
    inside = {name for name in zipfile.ZipFile(wheel).namelist() if ".dist-info/" not in name}
    package = ROOT / "src" / "pasar"
    files = {path.relative_to(ROOT / "src") for path in package.rglob("*") if path.is_file()}
    own = {path.as_posix() for path in files if "__pycache__" not in path.parts and path.name != ".sources"}
    assert inside == own
    for needed in (
        "pasar/web/index.html", "pasar/web/licences/code.txt", "pasar/games/basari/deck.csv",
        "pasar/server/http/link.css", "pasar/games/bali/net_2.npy", "pasar/games/bali/lesson.toml",
        "pasar/cli/words/fr.toml", "pasar/py.typed",
    ):  # fmt: skip
        assert needed in inside


def test_its_licence_and_its_extras_are_named(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as opened:
        about = {Path(name).name: opened.read(name).decode() for name in opened.namelist() if ".dist-info/" in name}
    assert {"METADATA", "WHEEL", "RECORD", "entry_points.txt", "LICENSE", "NOTICE"} == about.keys()
    extras = re.findall("^Provides-Extra: (.*)$", about["METADATA"], re.MULTILINE)
    assert sorted(extras) == ["cli", "lab", "openspiel", "postgresql", "ray", "rl", "serve", "site", "train"]
    assert "License-Expression: Apache-2.0\n" in about["METADATA"]


def test_it_says_its_version(pasar: Pasar) -> None:
    assert re.fullmatch(r"pasar [\d.]+ \(Python 3\.\d+\.\d+\S*, Numba [\d.]+, NumPy [\d.]+\)\n", pasar("--version"))


def test_it_compiles(elsewhere: Path, environment: dict[str, str]) -> None:
    """One small function, in a home where nothing is compiled: all of a game takes a minute and nothing else."""
    assert run(elsewhere / "venv/bin/python", "-c", SMALL, cwd=elsewhere, env=environment) == "3 1 Counter()\n"


@pytest.mark.skipif(not jit.ENABLED, reason="nothing is compiled")
def test_it_simulates_with_what_is_compiled(pasar: Pasar) -> None:
    """The code that the checkout has compiled: it is found again wherever its sources lie."""
    compiled = str(jit.cache_folder().parent)
    assert json.loads(pasar("sim", "bali", "--games", "1000", "--json", PASAR_CACHE=compiled))["games"] == 1000


def test_games_are_recorded_verified_and_told(pasar: Pasar) -> None:
    for game in ("bali", "basari"):
        pasar("sim", game, "--games", "2", "--records", "games.jsonl", "--overwrite", **UNCOMPILED)
        assert "2 records, all good" in pasar("verify", "games.jsonl", **UNCOMPILED)
        assert pasar("replay", "games.jsonl", "--lang", "de", **UNCOMPILED)


@pytest.fixture
def address(elsewhere: Path, environment: dict[str, str]) -> Iterator[str]:
    """Where the installed server is."""
    command = [elsewhere / "venv/bin/pasar", "serve", "--port", "0"]
    variables = {**environment, **UNCOMPILED, "PYTHONUNBUFFERED": "1", "PASAR_LOG_LEVEL": "warning"}
    with subprocess.Popen(command, cwd=elsewhere, env=variables, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        line = server.stdout.readline()
        assert line.startswith("Pasar is at http")
        yield line.split()[3]
        server.terminate()


def test_it_serves_the_page_and_a_table(address: str) -> None:
    with httpx.Client(base_url=address, headers={"origin": address}, trust_env=False, timeout=30) as browser:
        page = browser.get("/").raise_for_status().text
        for link in re.findall(r'(?:src|href)="(/[^"]+)"', page):
            browser.get(link).raise_for_status()
        browser.get("/api/me")
        table = browser.post("/api/tables", json={"game": "bali", "players": 2}).raise_for_status().json()
        path = f"/api/tables/{table['id']}"
        for command in ({"type": "bot", "seat": 1, "level": "greedy"}, {"type": "start"}):
            browser.post(f"{path}/commands", json=command).raise_for_status()
        with browser.stream("GET", f"{path}/stream") as stream:
            told = json.loads(next(line for line in stream.iter_lines() if line))
    assert told["table"]["stage"] == "playing" and told["play"]["view"]
