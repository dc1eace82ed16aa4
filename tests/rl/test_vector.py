"""The vector environment against the single game, step for step."""

import subprocess
import sys
from itertools import islice

import numpy as np
import pytest

from pasar.errors import BadRules, MoveNotOpen
from pasar.games import find
from pasar.games.contract import actions_in
from pasar.kernel.rng import game_seed, generator
from pasar.rl.opponents import OPPONENTS, named
from pasar.rl.vector import VectorEnv

ROWS, STEPS = 4, 150


class Single:
    """One row of a batch, played by the contract alone."""

    last_seen = None  # by the seat that acted last, when the last game ended

    def __init__(self, kind, seed, row, learners, opponent):
        self.kind, self.seed, self.number, self.learners = kind, np.uint64(seed), row, learners
        self.opponent = named(kind.game, opponent)
        self.deal()

    def deal(self):
        self.source = generator(game_seed(self.seed, self.number))
        self.state = self.kind.game.deal(self.kind.rules, self.source)
        self.kind.game.compiled.start(self.state, None)
        self.scores = [0] * self.kind.players
        self.play_others()

    def play_others(self):
        while (acting := self.kind.game.to_act(self.state)) and acting[0] not in self.learners:
            action = self.opponent.choose(self.state[0], acting[0], self.source)
            self.kind.game.compiled.apply(self.state, acting[0], action, None)

    @property
    def seat(self):
        return self.kind.game.to_act(self.state)[0]

    def step(self, action, rewards):
        """Returns what everybody gained, and how the game ended if it did."""
        seat = self.seat
        self.kind.game.compiled.apply(self.state, seat, action, None)
        self.play_others()
        over, points = (
            bool(self.kind.game.compiled.over(self.state)),
            self.kind.game.points(self.state, self.kind.players),
        )
        gains = self.gains(rewards, over, points)
        result = (points, self.kind.game.winners(self.state)) if over else None
        if over:
            self.last_seen = self.kind.game.observation(self.state, seat)
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
        actions = list(actions_in(game.compiled.open_actions(single.state, seat)))
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
        actions, acting = env.sample(), env.infos["seat"].tolist()
        _, gains, terminations, truncations, infos = env.step(actions)
        for row, single in enumerate(rows):
            expected, result = single.step(int(actions[row]), rewards)
            np.testing.assert_allclose(infos["rewards"][row], expected, rtol=1e-6)
            assert gains[row] == infos["rewards"][row, acting[row]]
            assert terminations[row] == (result is not None) and not truncations[row]
            if result is not None:
                ended += 1
                assert infos["final_info"]["points"][row].tolist() == result[0]
                assert infos["final_info"]["winners"][row] == sum(1 << seat for seat in result[1])
                np.testing.assert_array_equal(infos["final_obs"][row], single.last_seen)
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


def test_copies_are_made_for_whoever_asks(game):
    env = VectorEnv(game.name, 4, copy=True)
    first, infos = env.reset(seed=1)
    kept = first.copy(), infos["action_mask"].copy()
    env.step(env.sample())
    np.testing.assert_array_equal(first, kept[0])
    np.testing.assert_array_equal(infos["action_mask"], kept[1])


def test_without_a_seed_every_deal_is_another(game):
    env = VectorEnv(game.name, 4)
    env.reset()
    before = env.states.tobytes()
    env.reset()
    assert env.states.tobytes() != before


def test_the_next_game_can_wait_for_the_next_step(game):
    """The same games, each with a step more that shows how it ended and takes any action."""
    waiting, other = VectorEnv(game.name, 1, autoreset_mode="NextStep"), VectorEnv(game.name, 1)
    waiting.reset(seed=3)
    other.reset(seed=3)
    ends = 0
    for _ in range(250):
        action = other.sample()
        _, rewards, (ended,), _, infos = other.step(action)
        _, paid, (over,), _, told = waiting.step(action)
        assert ended == over and rewards == paid
        if ended:
            ends += 1
            np.testing.assert_array_equal(waiting.observations[0], infos["final_obs"][0])
            np.testing.assert_array_equal(told["points"], infos["final_info"]["points"])
            assert waiting.infos["action_mask"].all() and "final_obs" not in told
            _, paid, (over,), _, _ = waiting.step(waiting.sample())
            assert not over and paid == 0
        assert waiting.states.tobytes() == other.states.tobytes()
    assert ends


def with_a_closed_action(env, row):
    env.reset(seed=1)
    actions = env.sample()
    actions[row] = np.flatnonzero(~env.infos["action_mask"][row])[0]
    return actions


def test_a_closed_action_can_lose_the_game(game):
    env = VectorEnv(game.name, 4, illegal="terminate", illegal_reward=-3)
    before = env.step(with_a_closed_action(env, 2))
    _, rewards, terminations, _, infos = before
    assert rewards.tolist() == [0, 0, -3, 0] and terminations.tolist() == [False, False, True, False]
    assert infos["rewards"][2].tolist() == [-3] + [0] * (env.players - 1)
    assert infos["final_info"]["winners"][2] == 0 and infos["final_obs"][1] is None
    assert env.infos["action_mask"][2].any()  # another game has been dealt


def test_a_closed_action_can_become_an_open_one(game):
    env, other = (VectorEnv(game.name, 4, illegal="random") for _ in range(2))
    for each in (env, other):
        dealt = with_a_closed_action(each, 2), each.states.tobytes()
        _, _, terminations, _, _ = each.step(dealt[0])
        assert not terminations.any() and each.states.tobytes() != dealt[1]
    assert env.states.tobytes() == other.states.tobytes()


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
        ({"autoreset_mode": "Disabled"}, "autoreset_mode is SameStep or NextStep"),
        ({"illegal": "shout"}, "illegal cannot be 'shout' .*terminate"),
        ({"render_mode": "3d"}, "no render_mode '3d'"),
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


BRING = """
import importlib.util
from pasar.rl.vector import VectorEnv
spec = importlib.util.spec_from_file_location("brought_opponent", "brought_opponent.py")
module = importlib.util.module_from_spec(spec)
spec.loader.exec_module(module)
env = VectorEnv("basari", 2, learners=(0,), opponent=module)
env.reset(seed=1)
env.step(env.infos["action_mask"].argmax(axis=1))
print(env.states.tobytes().hex())
"""


def test_anybody_can_bring_an_opponent_and_edit_it(tmp_path):
    """The second process finds what the first has compiled; the third, that the file is another one."""

    def played(place):
        source = OPPONENT.format(package=find("basari").package, place=place)
        (tmp_path / "brought_opponent.py").write_text(source, encoding="utf-8")
        done = subprocess.run([sys.executable, "-c", BRING], cwd=tmp_path, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        return done.stdout

    assert played("0") == played("0") != played("size(actions) - 1")


def test_opponents_by_name_choose_what_is_open(kind):
    for name in OPPONENTS:
        opponent, source = named(kind.game, name), generator(1)
        for state, seat, _ in islice(kind.walk(1), 20):
            action = opponent.choose(state[0], seat, source)
            assert kind.game.compiled.is_open(state, seat, action)
