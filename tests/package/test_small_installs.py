"""Each part of Pasar works with the packages of its own extra and nothing else.

No environment is made: a Python refuses to import whatever such an environment would not have.
"""

import json
import subprocess
import sys
import tomllib
from functools import cache
from importlib.metadata import PackageNotFoundError, packages_distributions, requires
from pathlib import Path

import pytest
from check_lock import extra
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]

APART = """
import importlib, json, pkgutil, sys
from contextlib import suppress
from importlib.machinery import PathFinder

given = json.loads(sys.argv[1])


class Installed(PathFinder):
    @classmethod
    def find_spec(cls, name, path=None, target=None):
        return None if name.partition(".")[0] in given["absent"] else super().find_spec(name, path, target)


sys.meta_path[sys.meta_path.index(PathFinder)] = Installed
for name in given["rooms"]:
    room = importlib.import_module(name)
    for found in pkgutil.walk_packages(getattr(room, "__path__", []), f"{name}."):
        if found.name not in given["besides"]:
            with suppress(NameError):  # templates, which are no modules before they are stamped for a game
                importlib.import_module(found.name)
exec(given["then"])
"""
BESIDES = [  # what the core does without
    "pasar.rl.gymnasium", "pasar.rl.openspiel", "pasar.rl.pettingzoo",
    *(f"pasar.games.{game}.terminal" for game in ("bali", "basari")),
]  # fmt: skip

PLAYED = """
import pasar
from pasar.rl.vector import VectorEnv

match = pasar.new("bali", players=2, seed=7)
while not match.over:
    match.play(match.open(match.to_act[0])[0], match.to_act[0])
env = VectorEnv("basari", 4, players=3)
env.reset(seed=7)
env.step(env.sample())
"""
MADE = """
import gymnasium
from pasar.rl import bali_v0

gymnasium.make("pasar/Bali-v0").reset(seed=1)
bali_v0.env().reset(seed=1)
"""


@cache
def closure(requirement: str) -> frozenset[str]:
    """The packages that one brings, itself among them."""
    wanted = Requirement(requirement)
    name = canonicalize_name(wanted.name)
    try:
        lines = requires(name) or []
    except PackageNotFoundError:  # for another system
        return frozenset()
    asked = [line for line in lines if _applies(Requirement(line), wanted.extras)]
    return frozenset({name}).union(*(closure(line.partition(";")[0].strip()) for line in asked))


def _applies(requirement: Requirement, extras: set[str]) -> bool:
    return requirement.marker is None or any(requirement.marker.evaluate({"extra": e}) for e in ["", *extras])


def absent(*extras: str) -> list[str]:
    """The top-level modules that an install with these extras has not."""
    asked = [*PROJECT["dependencies"], *(line for name in extras for line in extra(PROJECT, name))]
    there = frozenset({"pasar"}).union(*map(closure, asked))
    brought = {module: {canonicalize_name(each) for each in by} for module, by in packages_distributions().items()}
    return sorted(module for module, by in brought.items() if not by & there and module != "pasar_kuhn")


def apart(given: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", APART, given], capture_output=True, text=True, check=False, timeout=120,
        cwd=ROOT, env={"PASAR_JIT": "0", "PATH": "/usr/bin:/bin", "HOME": str(Path.home())},
    )  # fmt: skip


@pytest.mark.parametrize(
    ("extras", "rooms", "then"),
    [
        ((), ["kernel", "games", "match", "bots", "rl"], PLAYED),
        (("cli",), ["cli", "client"], "from pasar.cli import run; assert run(['sim', 'bali', '--games', '2']) == 0"),
        (("serve",), ["server", "store"], ""),
        (("lab",), ["lab"], ""),
        (("rl",), ["rl.gymnasium", "rl.pettingzoo", "rl.drawing"], MADE),
        (("openspiel",), ["rl.openspiel"], ""),
    ],
    ids=lambda value: "+".join(value) or "core" if isinstance(value, tuple) else "",
)
def test_a_part_needs_no_more_than_its_extra(extras: tuple[str, ...], rooms: list[str], then: str) -> None:
    besides = [] if extras else BESIDES
    given = {"absent": absent(*extras), "rooms": [f"pasar.{room}" for room in rooms], "besides": besides, "then": then}
    done = apart(json.dumps(given))
    assert done.returncode == 0, done.stderr[-2000:]


def test_the_core_is_small() -> None:
    brought = frozenset().union(*map(closure, PROJECT["dependencies"]))
    assert brought == {"llvmlite", "numba", "numpy", "platformdirs"}
    assert {"fastapi", "click", "matplotlib", "gymnasium"} <= set(absent())


@pytest.mark.parametrize(
    ("extras", "command", "said"),
    [
        ((), ["--version"], r"pasar: the command needs click, which is not installed: "),
        (("cli",), ["serve"], r"pasar: `pasar serve` needs "),
        (("cli",), ["backup", "x.backup"], r"pasar: `pasar backup` needs "),
    ],
)
def test_who_lacks_an_extra_is_told_how_to_get_it(extras: tuple[str, ...], command: list[str], said: str) -> None:
    then = f"sys.argv[1:] = {command}; import runpy; runpy.run_module('pasar', run_name='__main__')"
    done = apart(json.dumps({"absent": absent(*extras), "rooms": [], "besides": [], "then": then}))
    assert done.returncode == 1 and done.stderr.startswith(said)
    assert done.stderr.endswith(f"[{'serve' if extras else 'cli'}]'\n")
