"""The recipes of docs/recipes.md learn: run for a moment, where what they need is installed (`make recipes`)."""

import importlib.util
import itertools
from pathlib import Path

import numpy as np
import pytest

from pasar.kernel.jit import ENABLED
from pasar.kernel.rng import generator
from pasar.rl.vector import VectorEnv

ROUNDS = 6  # of PPO, each of 32,768 decisions
SEARCHED = 18  # rounds of AlphaZero, each of 8,192
EXAMPLES = Path(__file__).parents[2] / "examples"

pytestmark = pytest.mark.skipif(not ENABLED, reason="learning takes many games")


def example(name):
    spec = importlib.util.spec_from_file_location(name, EXAMPLES / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def a_second_a_round():
    """A clock that is asked once a round: so many are learned, whatever else the machine does."""
    seconds = itertools.count()
    return lambda: float(next(seconds))


def test_maskable_ppo_learns_to_beat_chance(library):
    library("sb3_contrib")
    recipe = example("maskable_ppo")
    model, curve = recipe.train(40_000, 2, "random", seed=1)
    assert curve[-1] > curve[0]
    assert recipe.share_won(model, "random", 200, seed=2) > 0.6


def test_ppo_in_one_file_learns_to_beat_chance(library):
    library("torch")
    recipe = example("train_ppo")
    recipe.perf_counter = a_second_a_round()
    _, curve = recipe.train(ROUNDS / 60, seed=1, games=400)
    assert curve[-1]["random"] > curve[0]["random"] and curve[-1]["random"] > 0.6


@pytest.fixture
def alphazero(library):
    library("mctx")
    library("optax")
    return example("alphazero_mctx")


def test_alphazero_learns_to_beat_chance(alphazero):
    alphazero.perf_counter = a_second_a_round()
    params, curve = alphazero.train(SEARCHED / 60, "random", seed=1)
    share = alphazero.share_won(params, "random", 400, seed=2)
    assert share > curve[0] and share > 0.6


def test_alphazero_searches_worlds_that_the_seat_could_be_in(alphazero, monkeypatch):
    env = VectorEnv("bali", 64, 2)
    env.reset(seed=1)
    monkeypatch.setattr(alphazero, "search", lambda params, key, node, *rest: node)
    node = alphazero.thought(env, None, None, generator(1))
    searched = node["state"].view(env.states.dtype)[:, 0]
    differ = [one.tobytes() != true.tobytes() for one, true in zip(searched, env.states, strict=True)]
    assert sum(differ) > 60  # chance may draw the true one, seldom
    np.testing.assert_array_equal(alphazero.WORLDS.look(searched)[1], env.observations)
