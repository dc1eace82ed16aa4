"""PettingZoo's own tests on every kind of table, and what they do not ask."""

import importlib
import warnings
from types import SimpleNamespace

import numpy as np
import pytest

from pasar.errors import BadRules, MoveNotOpen, NotYourMove, PasarError
from pasar.games import games
from pasar.kernel.rng import generator
from pasar.match.match import Match
from pasar.rl import VERSION

pettingzoo = pytest.importorskip("pettingzoo")
with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # its tests make one of its environments in a way that it warns of
    from pettingzoo.test import (
        api_test,
        max_cycles_test,
        parallel_api_test,
        parallel_seed_test,
        performance_benchmark,
        render_test,
        seed_test,
        state_test,
    )
    from pettingzoo.test.save_obs_test import check_save_obs
    from pettingzoo.utils.conversions import parallel_to_aec

CYCLES = 100


@pytest.fixture
def make(kind, settings):
    module = importlib.import_module(f"pasar.rl.{kind.game.name}_v{VERSION}")
    return lambda **more: module.env(**settings(kind), **more)


@pytest.fixture
def make_parallel(kind, settings):
    module = importlib.import_module(f"pasar.rl.{kind.game.name}_v{VERSION}")
    return lambda **more: module.parallel_env(**settings(kind), **more)


@pytest.mark.usefixtures("strict")
class TestAsPettingZooAsks:
    def test_api(self, make):
        api_test(make(), num_cycles=CYCLES)

    @pytest.mark.parametrize("rewards", ["margin", "points"])
    def test_api_with_other_rewards(self, make, rewards):
        api_test(make(rewards=rewards), num_cycles=CYCLES)

    def test_seed(self, make):
        seed_test(make, num_cycles=CYCLES)

    def test_parallel_api(self, make_parallel):
        parallel_api_test(make_parallel(), num_cycles=CYCLES)

    @pytest.mark.parametrize("illegal", ["terminate", "random"])
    def test_parallel_seed(self, make_parallel, illegal):
        parallel_seed_test(lambda: make_parallel(illegal=illegal), num_cycles=CYCLES)

    @pytest.mark.parametrize("illegal", ["terminate", "random"])
    def test_state(self, make, make_parallel, illegal):
        state_test(make(illegal=illegal), make_parallel(illegal=illegal))

    def test_max_cycles(self, make_parallel):
        """It draws closed actions too and wants the game to go on, and every agent to step equally often."""

        def in_parallel(max_cycles):
            return make_parallel(max_cycles=max_cycles, illegal="random")

        max_cycles_test(
            SimpleNamespace(parallel_env=in_parallel, env=lambda max_cycles: parallel_to_aec(in_parallel(max_cycles)))
        )

    def test_observations_are_no_pictures_to_save(self, make):
        env = make()
        env.reset()
        with pytest.raises(AssertionError, match="must be Box"):
            check_save_obs(env)

    def test_render(self, make, capsys):
        pytest.importorskip("PIL")
        render_test(make)
        assert "player_0" in capsys.readouterr().out

    def test_performance_benchmark(self, make, monkeypatch, capsys):
        """It runs for five seconds; here a clock that hurries makes it five rounds."""
        seconds = iter(range(10**6))
        module = importlib.import_module(performance_benchmark.__module__)
        monkeypatch.setattr(module, "time", SimpleNamespace(time=lambda: float(next(seconds))))
        performance_benchmark(make())
        assert "turns per second" in capsys.readouterr().out


def test_rewards_are_what_the_game_pays(make, play):
    for rewards in ("win", "margin", "points"):
        env = make(rewards=rewards)
        env.reset(seed=5)
        total = dict.fromkeys(env.agents, 0.0)
        while env.agents and not any(env.terminations.values()):
            play(env, env.unwrapped.steps, 1)
            for agent in env.agents:
                total[agent] += env.rewards[agent]
        points = [env.infos[agent]["points"] for agent in env.agents]
        won = [env.infos[agent]["won"] for agent in env.agents]
        if rewards == "win":
            assert list(total.values()) == pytest.approx([each / sum(won) for each in won])
        elif rewards == "points":
            assert list(total.values()) == points
        else:
            assert sum(total.values()) == pytest.approx(0, abs=1e-4)
            assert max(total, key=total.get) == f"player_{points.index(max(points))}"


def test_the_deal_is_that_of_a_match(make, kind):
    env = make()
    env.reset(seed=11)
    other = Match.new(kind.game.name, seed=11, **kind.rules)
    assert env.state().tobytes() == other.state.tobytes()
    env.reset()
    assert env.state().tobytes() != other.state.tobytes()


def test_the_mask_is_in_info_too(make, play):
    env = make()
    env.reset(seed=1)
    for step in range(60):
        if not env.agents or any(env.terminations.values()):
            break
        for agent in env.agents:
            np.testing.assert_array_equal(env.infos[agent]["action_mask"], env.observe(agent)["action_mask"])
        play(env, step, 1)


def test_nothing_hidden_is_observed(make, kind, page, often):
    """The leak test of views: what a seat cannot know is exchanged, and its observation stays."""
    hidden, env = page("games", kind.game.name, "hidden.py"), make()
    env.reset(seed=1)
    bare, exchanged = env.unwrapped, 0
    for number, state in enumerate(kind.states(often(60))):
        for seat, agent in enumerate(bare.possible_agents):
            bare._state = state
            before = bare.observe(agent)
            for other in [
                kind.game.resampled(state, seat, generator(number)),
                *_exchanged(hidden, state, seat, number),
            ]:
                bare._state = other
                exchanged += other.tobytes() != state.tobytes()
                for name, array in bare.observe(agent).items():
                    np.testing.assert_array_equal(array, before[name])
    assert exchanged > often(60)


def _exchanged(hidden, state, seat, number):
    for exchange in hidden.EXCHANGES.values():
        other = state.copy()
        if exchange(other[0], seat, number):
            yield other


def closed_action(env):
    return int(np.flatnonzero(env.observe(env.agent_selection)["action_mask"] == 0)[0])


def test_a_closed_action_ends_the_game_as_in_classic_games(make):
    env = make(illegal_reward=-2)
    env.reset(seed=2)
    agent = env.agent_selection
    env.step(closed_action(env))
    assert env.rewards == {each: -2 if each == agent else 0 for each in env.agents}
    assert all(env.terminations.values())
    for _ in env.agent_iter():
        env.step(None)
    assert env.agents == []


def test_a_closed_action_can_become_an_open_one(make):
    def stepped():
        env = make(illegal="random")
        env.reset(seed=2)
        env.step(closed_action(env))
        return env

    env = stepped()
    assert env.unwrapped.steps == 1 and not any(env.terminations.values())
    assert env.state().tobytes() == stepped().state().tobytes()


def test_a_closed_action_is_refused_and_the_open_ones_are_named(make):
    env = make(illegal="raise")
    env.reset(seed=2)
    before = env.state().tobytes()
    mask = env.infos[env.agent_selection]["action_mask"]
    closed = int(np.flatnonzero(mask == 0)[0])
    for wrong in (closed, -1, 64, 1000, None, "pass", 1.5, True):
        with pytest.raises(MoveNotOpen, match=r"is not open to player_\d \(open: \d") as refused:
            env.step(wrong)
        assert "\n" not in str(refused.value)
        assert env.state().tobytes() == before


def test_a_game_is_cut_after_max_cycles_steps(make, play):
    env = make(max_cycles=4)
    env.reset(seed=3)
    play(env, 3, 4)
    assert all(env.truncations.values()) and not any(env.terminations.values()) and env.unwrapped.steps == 4
    play(env, 3)
    assert env.agents == []


def test_a_parallel_environment_takes_the_action_of_whoever_acts(kind, settings):
    module = importlib.import_module(f"pasar.rl.{kind.game.name}_v{VERSION}")
    env = module.parallel_env(**settings(kind))
    seen, _ = env.reset(seed=4)
    while env.agents:
        seen, *_ = env.step({agent: int(np.argmax(seen[agent]["action_mask"])) for agent in env.agents})
    assert not env.agents


def test_the_registry_knows_every_game(game):
    importlib.import_module(f"pasar.rl.{game.name}_v{VERSION}")
    if not hasattr(pettingzoo, "make"):
        pytest.skip("this PettingZoo has no registry")
    env = pettingzoo.make("aec", f"pasar/{game.name}_v{VERSION}", players=game.seats.start + 1)
    assert len(env.possible_agents) == game.seats.start + 1 and str(env) == f"{game.name}_v{VERSION}"


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"players": 9}, "players, not 9"),
        ({"colour": 1}, "has no option 'colour'"),
        ({"rewards": "gold"}, "there are no rewards 'gold'"),
        ({"render_mode": "3d"}, "there is no render_mode '3d'"),
        ({"max_cycles": 0}, "max_cycles is a whole number"),
        ({"illegal": "shout"}, "illegal cannot be 'shout' .*terminate"),
    ],
)
def test_a_wrong_option_is_named(game, wrong, says):
    module = importlib.import_module(f"pasar.rl.{game.name}_v{VERSION}")
    with pytest.raises(BadRules, match=says):
        module.env(**wrong)


def test_what_is_out_of_order_is_said():
    module = importlib.import_module(f"pasar.rl.{next(iter(games()))}_v{VERSION}")
    env = module.raw_env()
    env.reset(seed=1)
    with pytest.raises(PasarError, match="render_mode"):
        env.render()
    env.agents = []
    with pytest.raises(NotYourMove, match="reset"):
        env.step(0)
