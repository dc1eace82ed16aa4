"""The vector environment against the single game, step for step."""

import importlib.util
from itertools import islice

import numpy as np
import pytest

from pasar.errors import BadRules, MoveNotOpen
from pasar.games import find
from pasar.games.contract import actions_in
from pasar.kernel.rng import game_seed, generator
from pasar.rl.opponents import OPPONENTS, named
from pasar.rl.vector import VectorEnv

ROWS, STEPS = 6, 150


class Single:
    """One row of a batch, played by the contract alone."""

    def __init__(self, kind, seed, row, learners, opponent):
        self.kind, self.seed, self.number, self.learners = kind, np.uint64(seed), row, learners
        self.opponent = named(kind.game, opponent)
        self.deal()

    def deal(self):
        self.source = generator(game_seed(self.seed, self.number))
        self.state = self.kind.game.deal(self.kind.rules, self.source)
        self.kind.game.doors.start(self.state, None)
        self.scores = [0] * self.kind.players
        self.play_others()

    def play_others(self):
        while (acting := self.kind.game.to_act(self.state)) and acting[0] not in self.learners:
            action = self.opponent.choose(self.state[0], acting[0], self.source)
            self.kind.game.doors.apply(self.state, acting[0], action, None)

    @property
    def seat(self):
        return self.kind.game.to_act(self.state)[0]

    def step(self, action, rewards):
        """Returns what everybody gained, and how the game ended if it did."""
        self.kind.game.doors.apply(self.state, self.seat, action, None)
        self.play_others()
        over, points = bool(self.kind.game.doors.over(self.state)), self.kind.game.points(self.state, self.kind.players)
        gains = self.gains(rewards, over, points)
        result = (points, self.kind.game.winners(self.state)) if over else None
        if over:
            self.number += ROWS
            self.deal()
        return gains, result

    def gains(self, rewards, over, points):
        players = self.kind.players
        if rewards == "points":
            gains = [now - before for now, before in zip(points, self.scores, strict=True)]
            self.scores = points
            return gains
        if not over:
            return [0] * players
        if rewards == "win":
            winners = self.kind.game.winners(self.state)
            return [(seat in winners) / len(winners) for seat in range(players)]
        return [own - (sum(points) - own) / (players - 1) for own in points]


def compare(env, rows):
    for row, single in enumerate(rows):
        game, seat = single.kind.game, single.seat
        assert env.states[row].tobytes() == single.state[0].tobytes()
        assert env.infos["seat"][row] == seat
        np.testing.assert_array_equal(env.observations[row], game.observation(single.state, seat))
        actions = list(actions_in(game.doors.open_actions(single.state, seat)))
        assert np.flatnonzero(env.infos["action_mask"][row]).tolist() == actions


@pytest.mark.parametrize(
    ("rewards", "threads", "learners", "opponent"),
    [("win", 1, None, "random"), ("margin", 3, (0,), "greedy"), ("points", 2, (1, 2), "random")],
)
def test_every_step_is_that_of_the_single_game(kind, settings, often, rewards, threads, learners, opponent):
    learners = None if learners is None else tuple(seat for seat in learners if seat < kind.players)
    seats = {"learners": learners, "opponent": opponent}
    env = VectorEnv(kind.game.name, ROWS, rewards=rewards, threads=threads, **seats, **settings(kind))
    env.reset(seed=9)
    rows = [Single(kind, 9, row, env.learners, opponent) for row in range(ROWS)]
    compare(env, rows)
    ended = 0
    for _ in range(often(STEPS)):
        actions = env.sample()
        _, gains, terminations, truncations, infos = env.step(actions)
        for row, single in enumerate(rows):
            expected, result = single.step(int(actions[row]), rewards)
            np.testing.assert_allclose(gains[row], expected, rtol=1e-6)
            assert terminations[row] == (result is not None) and not truncations[row]
            if result is not None:
                ended += 1
                assert infos["points"][row].tolist() == result[0]
                assert infos["winners"][row] == sum(1 << seat for seat in result[1])
        compare(env, rows)
    env.close()
    assert ended or often(STEPS) < STEPS or learners is None


def test_threads_and_seeds_decide_nothing_and_everything(game):
    def played(threads, seed):
        env = VectorEnv(game.name, 16, threads=threads)
        env.reset(seed=seed)
        for _ in range(50):
            env.step(env.sample())
        env.close()
        return env.states.tobytes()

    assert played(1, 3) == played(4, 3) != played(1, 4)


def test_arrays_are_views_and_no_copies(game):
    env = VectorEnv(game.name, 4)
    first, infos = env.reset(seed=1)
    second, _, _, _, later = env.step(env.sample())
    assert first is second and infos["action_mask"] is later["action_mask"]


def test_rows_are_what_the_spaces_say(game):
    pytest.importorskip("gymnasium")
    env = VectorEnv(game.name, 4)
    observations, infos = env.reset(seed=1)
    assert all(env.single_observation_space.contains(row) for row in observations)
    assert env.single_action_space.n == infos["action_mask"].shape[1]


def test_without_a_seed_every_deal_is_another(game):
    env = VectorEnv(game.name, 4)
    env.reset()
    before = env.states.tobytes()
    env.reset()
    assert env.states.tobytes() != before


def test_a_closed_action_is_refused_in_all_games(game):
    env = VectorEnv(game.name, 4)
    env.reset(seed=1)
    before, actions = env.states.tobytes(), env.sample()
    for wrong in (-1, 63, int(np.flatnonzero(~env.infos["action_mask"][2])[0])):
        actions[2] = wrong
        with pytest.raises(MoveNotOpen, match=r"not open to seat 0 of game 2 \(open: \d") as refused:
            env.step(actions)
        open_actions = np.flatnonzero(env.infos["action_mask"][2])
        assert f"(open: {open_actions[0]}" in str(refused.value)
        assert env.states.tobytes() == before


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"num_envs": 0}, "num_envs is a whole number"),
        ({"threads": 0}, "threads is a whole number"),
        ({"learners": (7,)}, "learners are seats"),
        ({"learners": ()}, "learners are seats"),
        ({"opponent": "nobody"}, "no compiled opponent 'nobody' .*random"),
        ({"opponent": pytest}, "has no choose"),
        ({"rewards": "gold"}, "no rewards 'gold'"),
        ({"players": 99}, "players, not 99"),
        ({"colour": True}, "no option 'colour'"),
    ],
)
def test_a_wrong_option_is_named(game, wrong, says):
    with pytest.raises(BadRules, match=says):
        VectorEnv(**{"game": game.name, "num_envs": 2, **wrong})


@pytest.mark.parametrize("wrong", [np.zeros(3, int), np.zeros((2, 1), int), np.zeros(2), None, ["a", "b"]])
def test_what_is_no_action_each_is_said(game, wrong):
    env = VectorEnv(game.name, 2)
    with pytest.raises(MoveNotOpen, match="reset"):
        env.step(np.zeros(2, int))
    env.reset(seed=1)
    with pytest.raises(BadRules, match="2 whole numbers"):
        env.step(wrong)


OPPONENT = """
from {package} import rules
from pasar.kernel.bits import nth, size
from pasar.kernel.jit import kernel

@kernel
def choose(s, seat, source):
    actions = rules.open_actions(s, seat)
    return nth(actions, {place})
"""


def test_anybody_can_bring_an_opponent_and_edit_it(tmp_path):
    game = find("basari")

    def chosen(place):
        path = tmp_path / "brought.py"
        path.write_text(OPPONENT.format(package=game.package, place=place), encoding="utf-8")
        spec = importlib.util.spec_from_file_location(path.stem, path)
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        env = VectorEnv(game.name, 2, learners=(0,), opponent=module)
        env.reset(seed=1)
        env.step(env.infos["action_mask"].argmax(axis=1))
        return env.states.tobytes()

    assert chosen("0") != chosen("size(actions) - 1")


def test_opponents_by_name_choose_what_is_open(kind):
    for name in OPPONENTS:
        opponent, source = named(kind.game, name), generator(1)
        for state, seat, _ in islice(kind.walk(1), 20):
            action = opponent.choose(state[0], seat, source)
            assert kind.game.doors.is_open(state, seat, action)
