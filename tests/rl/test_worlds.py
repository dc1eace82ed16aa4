"""Many states at once, against the vector environment, which makes the same steps for good."""

import numpy as np
import pytest

from pasar.errors import BadRules, MoveNotOpen
from pasar.kernel.rng import generator
from pasar.rl.vector import VectorEnv
from pasar.rl.worlds import Worlds

ROWS, STEPS = 8, 400


@pytest.fixture
def played(kind, settings):
    """A vector of games in their midst, and worlds of the same kind."""
    env = VectorEnv(kind.game.name, ROWS, **settings(kind))
    env.reset(seed=5)
    for _ in range(12):
        env.step(env.sample())
    return env, Worlds(kind.game.name, kind.players)


def test_every_step_is_that_of_the_vector_environment(played, often):
    env, worlds = played
    ended = 0
    for _ in range(often(STEPS)):
        actions, before = env.sample(), env.states.tobytes()
        after, rewards = worlds.step(env.states, actions)
        assert env.states.tobytes() == before
        seats, observations, masks = worlds.look(after)
        _, _, over, _, infos = env.step(actions)
        assert (seats == -1).tolist() == over.tolist()
        np.testing.assert_array_equal(rewards, infos["rewards"])
        assert after[~over].tobytes() == env.states[~over].tobytes()
        np.testing.assert_array_equal(seats[~over], infos["seat"][~over])
        np.testing.assert_array_equal(observations[~over], env.observations[~over])
        np.testing.assert_array_equal(masks[~over], infos["action_mask"][~over])
        ended += over.sum()
    assert ended or often(STEPS) < STEPS


def test_the_seat_cannot_tell_an_imagined_world_from_the_true_one(played):
    env, worlds = played
    before = env.states.tobytes()
    imagined = worlds.imagined(env.states, env.infos["seat"], generator(1))
    assert imagined.tobytes() != env.states.tobytes() == before
    for found, true in zip(worlds.look(imagined), worlds.look(env.states), strict=True):
        np.testing.assert_array_equal(found, true)


def finished(worlds, states):
    """These games, played to their end by the first open action."""
    seats, _, masks = worlds.look(states)
    while (seats >= 0).any():
        states, _ = worlds.step(states, masks.argmax(axis=1))
        seats, _, masks = worlds.look(states)
    return states


def test_a_game_that_is_over_stays_as_it_is(game):
    env, worlds = VectorEnv(game.name, 2), Worlds(game.name)
    env.reset(seed=3)
    over = finished(worlds, env.states)
    after, rewards = worlds.step(over, np.array([10**6, -1]))
    assert after.tobytes() == over.tobytes() and not rewards.any()
    _, observations, masks = worlds.look(over)
    assert not observations.any() and not masks.any()


def test_what_cannot_be_is_refused(game):
    env, worlds = VectorEnv(game.name, 3), Worlds(game.name)
    env.reset(seed=3)
    closed = env.sample()
    closed[1] = 10**6
    with pytest.raises(MoveNotOpen, match="action 1000000 is not open in row 1"):
        worlds.step(env.states, closed)
    with pytest.raises(BadRules, match="actions are 3 whole numbers"):
        worlds.step(env.states, np.zeros(2, dtype=np.int64))
    with pytest.raises(BadRules, match="seats are numbers from 0"):
        worlds.imagined(env.states, np.array([0, 1, 9]), generator(1))
    with pytest.raises(BadRules, match="no states of"):
        worlds.look(np.zeros(3))
    with pytest.raises(BadRules, match="no states of"):
        worlds.look(np.zeros(3, dtype=worlds.dtype))
