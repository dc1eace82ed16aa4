"""A game that another package brings becomes WebAssembly as well, the same whenever that is done."""

import os
from pathlib import Path

import pytest
from support.added_game import Added, added_game

from .in_node import DEALS, HERE, SEED, loads_alike, node

# Compiles some of a game's entries: all of them would take half a minute each time.
SOME = """
import sys
from types import SimpleNamespace
from pasar.export import compiling
from pasar.games import find

some = [entry for entry in compiling.entries_of(find("kuhn")).ENTRIES if entry.__name__ in sys.argv[2:]]
compiling.entries_of = lambda game, part: SimpleNamespace(ENTRIES=some)
compiling.main("kuhn", sys.argv[1])
"""
OF_ALL_KINDS = ("deal", "apply", "resample", "write_reason")


@pytest.fixture(scope="module")
def added(tmp_path_factory: pytest.TempPathFactory) -> Added:
    return added_game(tmp_path_factory.mktemp("added"))


def test_a_game_of_another_package_too(added: Added, tmp_path: Path) -> None:
    path = os.pathsep.join([added.environment["PYTHONPATH"], str(HERE.parent), os.environ.get("PYTHONPATH", "")])
    added.run("-m", "pasar", "export", "kuhn", "--out", str(tmp_path))
    ask = f"""
from export import native
from pasar.games import find
print(*native.digests(find("kuhn"), {SEED}, 0, 200), *native.deals(find("kuhn"), {SEED}, {DEALS}), sep="\\n")
"""
    told = added.run("-c", ask, PYTHONPATH=path, PASAR_JIT="0").splitlines()
    files = tmp_path / "kuhn.json", tmp_path / "kuhn.wasm"
    assert node("play.ts", *files, 0, 200) == told[:200]
    assert loads_alike(*files, told[200:])


def test_whenever_it_is_done_the_bytes_are_the_same(added: Added, tmp_path: Path) -> None:
    for again in ("once", "twice"):
        settings = {"NUMBA_OPT": "0", "PASAR_CACHE": str(tmp_path / again), "PYTHONHASHSEED": "0"}
        added.run("-c", SOME, str(tmp_path / f"{again}.wasm"), *OF_ALL_KINDS, **settings)
    once, twice = ((tmp_path / f"{again}.wasm").read_bytes() for again in ("once", "twice"))
    assert len(once) > 1000 and once == twice
