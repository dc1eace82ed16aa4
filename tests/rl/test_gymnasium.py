"""Gymnasium's own checks and wrappers on the games, with warnings as errors, and what they do not ask."""

import numpy as np
import pytest

from pasar.errors import BadRules, MoveNotOpen, NotYourMove
from pasar.rl import gymnasium_id
from pasar.rl.vector import VectorEnv

gymnasium = pytest.importorskip("gymnasium")

from gymnasium.utils.env_checker import check_env, data_equivalence  # noqa: E402
from gymnasium.wrappers import vector as wrappers  # noqa: E402

OWN_BOT = """
class Last:
    def choose(self, view, open_moves, budget):
        return open_moves[-1]
"""
SEED = 5

OF_REWARDS = [
    wrappers.RecordEpisodeStatistics,
    wrappers.DictInfoToList,
    wrappers.NormalizeReward,
    lambda env: wrappers.ClipReward(env, min_reward=-1, max_reward=1),
    lambda env: wrappers.TransformReward(env, lambda rewards: rewards * 2),
    lambda env: wrappers.TransformAction(env, lambda actions: actions),
]
OF_OBSERVATIONS = [  # these take SAME_STEP of nobody, in Gymnasium 1.4
    wrappers.FlattenObservation,
    wrappers.NormalizeObservation,
    lambda env: wrappers.DtypeObservation(env, np.float32),
    lambda env: wrappers.RecordEpisodeStatistics(wrappers.NormalizeObservation(env)),
]


def by_chance(env, info):
    return env.action_space.sample(mask=info["action_mask"])


def played(env, most=10**6):
    """A game by chance: what the last step gave."""
    _, info = env.reset(seed=SEED)
    env.action_space.seed(SEED)
    for _ in range(most):
        seen, reward, ended, cut, info = env.step(by_chance(env, info))
        if ended or cut:
            break
    return seen, reward, ended, info


class TestOneTable:
    def test_check_env(self, kind, settings):
        env = gymnasium.make(gymnasium_id(kind.game.name), **settings(kind))
        check_env(env.unwrapped, skip_render_check=True)

    def test_check_env_with_pictures(self, game):
        check_env(gymnasium.make(gymnasium_id(game.name)).unwrapped)

    @pytest.mark.parametrize("opponent", ["greedy", "medium:3sims", "own.py:Last"])
    def test_bots_of_any_level_play_to_the_end(self, game, opponent, tmp_path, monkeypatch):
        (tmp_path / "own.py").write_text(OWN_BOT)
        monkeypatch.chdir(tmp_path)
        env = gymnasium.make(gymnasium_id(game.name), opponent=opponent)
        _, reward, ended, info = played(env)
        assert ended and reward == (0 in info["winners"]) / len(info["winners"])
        assert max(info["points"]) == max(info["points"][seat] for seat in info["winners"])

    def test_every_seat_may_have_another_bot(self, game):
        players = game.seats.stop - 1
        names = ["medium:2sims", *["greedy"] * (players - 2)]
        env = gymnasium.make(gymnasium_id(game.name), players=players, seat=1, opponent=names)
        assert played(env, 30)[0].shape == env.observation_space.shape

    @pytest.mark.parametrize("rewards", ["win", "points"])
    def test_it_is_a_row_of_the_vector(self, kind, settings, rewards):
        seat = kind.players - 1
        env = gymnasium.make(
            gymnasium_id(kind.game.name), seat=seat, opponent="greedy", rewards=rewards, **settings(kind)
        )
        row = VectorEnv(
            kind.game.name, 1, learners=(seat,), opponent="greedy", rewards=rewards, copy=True, **settings(kind)
        )
        seen, info = env.reset(seed=SEED)
        (other,), infos = row.reset(seed=SEED)
        for _ in range(60):
            np.testing.assert_array_equal(seen, other)
            np.testing.assert_array_equal(info["action_mask"], infos["action_mask"][0])
            action = int(row.sample()[0])
            seen, reward, ended, _, info = env.step(action)
            (other,), (paid,), (over,), _, infos = row.step(np.array([action]))
            assert (reward, ended) == (paid, over)
            if ended:
                np.testing.assert_array_equal(seen, infos["final_obs"][0])
                seen, info = env.reset()

    def test_a_closed_action_ends_the_game_or_not(self, game):
        def stepped(**how):
            env = gymnasium.make(gymnasium_id(game.name), **how)
            _, info = env.reset(seed=SEED)
            return env.step(int(np.flatnonzero(info["action_mask"] == 0)[0]))

        _, reward, ended, _, info = stepped(illegal_reward=-2)
        assert (reward, ended, info["winners"]) == (-2, True, []) and info["action_mask"].all()
        assert not stepped(illegal="random")[2]
        with pytest.raises(MoveNotOpen, match=r"not open to seat 0 \(open: \d"):
            stepped(illegal="raise")

    def test_what_is_out_of_order_is_said(self, game):
        env = gymnasium.make(gymnasium_id(game.name)).unwrapped
        with pytest.raises(NotYourMove, match="call reset"):
            env.step(0)
        env.reset(seed=1)
        with pytest.raises(MoveNotOpen, match="'pass' is not open"):
            env.step("pass")

    @pytest.mark.parametrize(
        ("wrong", "says"),
        [
            ({"seat": 7}, "seat is a number from 0"),
            ({"opponent": ["greedy"] * 9}, "a bot's name or \\d of them"),
            ({"illegal": "shout"}, "illegal cannot be 'shout'"),
            ({"colour": True}, "no option 'colour'"),
        ],
    )
    def test_a_wrong_option_is_named(self, game, wrong, says):
        with pytest.raises(BadRules, match=says):
            gymnasium.make(gymnasium_id(game.name), **wrong)


class TestManyTables:
    def test_it_is_what_gymnasium_takes_it_for(self, kind, settings):
        env = gymnasium.make_vec(gymnasium_id(kind.game.name), num_envs=3, **settings(kind))
        assert isinstance(env, gymnasium.vector.VectorEnv) and env.spec.id == gymnasium_id(kind.game.name)
        assert env.metadata["autoreset_mode"] is gymnasium.vector.AutoresetMode.SAME_STEP
        observations, _ = env.reset(seed=1)
        assert env.observation_space.contains(observations)
        assert env.observation_space.shape == (3, *env.single_observation_space.shape)
        observations, rewards, ended, cut, _ = env.step(env.action_space.sample())
        assert env.observation_space.contains(observations)
        assert rewards.shape == ended.shape == cut.shape == (3,)
        env.close()
        assert env.closed

    def test_the_next_step_leaves_what_was_given(self, game):
        env = gymnasium.make_vec(gymnasium_id(game.name), num_envs=3, illegal="random")
        given = [env.reset(seed=1), *(env.step(env.action_space.sample()) for _ in range(3))]
        arrays = [part for each in given for part in (*each[:-1], *each[-1].values())]
        assert not any(np.shares_memory(one, other) for i, one in enumerate(arrays) for other in arrays[:i])

    def test_it_does_what_gymnasium_does_with_single_ones(self, game):
        """The same game in our one row and in Gymnasium's own loop over single environments."""
        how = {"opponent": "greedy", "num_envs": 1}
        ours = gymnasium.make_vec(gymnasium_id(game.name), **how)
        same_step = {"autoreset_mode": gymnasium.vector.AutoresetMode.SAME_STEP}
        theirs = gymnasium.make_vec(gymnasium_id(game.name), vectorization_mode="sync", vector_kwargs=same_step, **how)
        _, infos = ours.reset(seed=SEED)
        theirs.reset(seed=SEED)
        ends = 0
        for _ in range(150):
            actions = infos["action_mask"].argmax(axis=1)
            *one, infos = ours.step(actions)
            *two, others = theirs.step(actions)
            assert data_equivalence(tuple(map(np.ndarray.tolist, one)), tuple(map(np.ndarray.tolist, two)))
            assert ("final_obs" in infos) == ("final_obs" in others)
            if "final_obs" in infos:
                ends += 1
                np.testing.assert_array_equal(infos["final_obs"][0], others["final_obs"][0])
                np.testing.assert_array_equal(infos["_final_obs"], others["_final_obs"])
                assert infos["final_info"]["points"][0].tolist() == list(others["final_info"]["points"][0])
        assert ends

    def test_episodes_are_counted(self, game):
        env = gymnasium.make_vec(gymnasium_id(game.name), num_envs=8, illegal="raise", rewards="points")
        env = wrappers.RecordEpisodeStatistics(env)
        env.reset(seed=1)
        ends = 0
        for _ in range(120):
            *_, ended, _, infos = env.step(env.unwrapped.sample())
            for row in np.flatnonzero(ended):
                ends += 1
                assert infos["episode"]["l"][row] == infos["final_info"]["length"][row]
                assert infos["episode"]["r"][row] == infos["final_info"]["points"][row, 0]
        assert ends and env.episode_count == ends

    @pytest.mark.parametrize(
        ("mode", "wrap"),
        [
            *((mode, wrap) for mode in ("SameStep", "NextStep") for wrap in OF_REWARDS),
            *(("NextStep", wrap) for wrap in OF_OBSERVATIONS),
        ],
    )
    def test_gymnasium_wrappers_work(self, mode, wrap):
        env = wrap(gymnasium.make_vec(gymnasium_id("bali"), num_envs=3, autoreset_mode=mode))
        env.reset(seed=1)
        env.action_space.seed(1)
        for _ in range(40):
            observations, *_ = env.step(env.action_space.sample())
        assert env.observation_space.contains(observations)

    def test_all_seats_can_be_stepped(self, game):
        env = gymnasium.make_vec(gymnasium_id(game.name), num_envs=2, seat=None)
        assert env.unwrapped.learners == tuple(range(game.seats.start))

    def test_pictures_of_all_tables(self, game):
        env = gymnasium.make_vec(gymnasium_id(game.name), num_envs=2, render_mode="ansi")
        env.reset(seed=1)
        assert [text.splitlines()[0] for text in env.render()] == [f"{game.name} 0", f"{game.name} 1"]

    def test_what_it_cannot_do_is_said(self, game):
        with pytest.raises(BadRules, match="no compiled opponent 'medium'"):
            gymnasium.make_vec(gymnasium_id(game.name), num_envs=2, opponent="medium")
        env = gymnasium.make_vec(gymnasium_id(game.name), num_envs=2)
        with pytest.raises(BadRules, match="reset_mask has no use"):
            env.reset(options={"reset_mask": np.array([True, False])})
