"""The recipes of docs/recipes.md learn: run for a moment, where what they need is installed (`make recipes`)."""

import importlib.util
import itertools
from pathlib import Path

import pytest

from pasar.kernel.jit import ENABLED

ROUNDS = 6  # of PPO, each of 32,768 decisions
EXAMPLES = Path(__file__).parents[2] / "examples"

pytestmark = pytest.mark.skipif(not ENABLED, reason="learning takes many games")


def example(name):
    spec = importlib.util.spec_from_file_location(name, EXAMPLES / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_maskable_ppo_learns_to_beat_chance(library):
    library("sb3_contrib")
    recipe = example("maskable_ppo")
    model, curve = recipe.train(40_000, 2, "random", seed=1)
    assert curve[-1] > curve[0]
    assert recipe.share_won(model, "random", 200, seed=2) > 0.6


def test_ppo_in_one_file_learns_to_beat_chance(library):
    library("torch")
    recipe = example("train_ppo")
    seconds = itertools.count()
    recipe.perf_counter = lambda: float(next(seconds))  # a second a round, whatever else the machine does
    _, curve = recipe.train(ROUNDS / 60, seed=1, games=400)
    assert curve[-1]["random"] > curve[0]["random"] and curve[-1]["random"] > 0.6
