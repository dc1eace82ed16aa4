"""The web client's types are made from the server's: what is tracked is what would be made now."""

import runpy
from pathlib import Path

import pytest

from pasar.games import find
from pasar.games.layout import Layout, Number

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def types():
    return runpy.run_path(str(ROOT / "tools" / "make_types.py"))


def test_the_tracked_types_are_those_of_the_code(types):
    assert types["stale"]() == [], "run: make types"


def test_a_changed_sight_is_noticed(types, monkeypatch):
    sight = find("bali").sight
    monkeypatch.setattr(sight, "SIGHT", Layout(**sight.SIGHT.members, weather=Number()))
    assert types["stale"]() == ["web/src/games/bali/sight.ts"]


def test_what_is_out_of_date_is_said_with_the_way_out(types, monkeypatch):
    sight = find("basari").sight
    monkeypatch.setattr(sight, "MEMORY", None)
    with pytest.raises(SystemExit, match=r"basari/sight.ts; run `make types`"):
        types["main"](["--check"])
