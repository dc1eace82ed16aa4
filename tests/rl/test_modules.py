"""Every game that is found has a module here, and nobody writes one."""

import importlib
import importlib.util

import pytest

import pasar.rl
from pasar.rl import VERSION


def test_every_game_has_a_module_of_this_version(game):
    pytest.importorskip("pettingzoo")
    module = importlib.import_module(f"pasar.rl.{game.name}_v{VERSION}")
    assert module.env().metadata["name"] == f"{game.name}_v{VERSION}"


def test_other_packages_games_have_one_too(monkeypatch):
    monkeypatch.setattr(pasar.rl, "games", lambda: {"chess": None})
    assert importlib.util.find_spec(f"pasar.rl.chess_v{VERSION}") is not None
    assert importlib.util.find_spec(f"pasar.rl.chess_v{VERSION + 1}") is None


def test_what_is_no_game_has_none():
    with pytest.raises(ModuleNotFoundError, match="draughts_v0"):
        importlib.import_module("pasar.rl.draughts_v0")
