"""OpenSpiel's own tests and algorithms on the games, and what its observers tell."""

import json
import pickle
import random
import subprocess
import sys
from itertools import pairwise

import numpy as np
import pytest

from pasar.errors import BadDeck, BadRules, MoveNotOpen
from pasar.kernel.rng import generator

pyspiel = pytest.importorskip("pyspiel")
openspiel = pytest.importorskip("pasar.rl.openspiel")

from open_spiel.python import observation, rl_environment  # noqa: E402
from open_spiel.python.algorithms import ismcts, mcts, outcome_sampling_mccfr  # noqa: E402

SIMULATIONS = 3
SINGLE, NONE = pyspiel.PrivateInfoType.SINGLE_PLAYER, pyspiel.PrivateInfoType.NONE


def load(kind, **more):
    parts = {name: value for name, value in {**kind.rules, **more}.items() if value is not False}
    text = ",".join(f"{name}={value}" for name, value in parts.items())
    return pyspiel.load_game(f"{openspiel.short_name(kind.game)}({text})")


def sequential(kind):
    return load(kind, **({"in_turn": True} if kind.game.simultaneous else {}))


def dealt(game, seed=1):
    state, choice = game.new_initial_state(), random.Random(seed)
    while state.is_chance_node():
        state.apply_action(choice.randrange(openspiel.BASE))
    return state


def walk(game, seed, steps=10**9):
    """Play by chance; yields every state before its decision."""
    state, choice = dealt(game, seed), random.Random(seed)
    while not state.is_terminal() and steps > 0:
        yield state
        steps -= 1
        if state.is_simultaneous_node():
            state.apply_actions([choice.choice(state.legal_actions(seat)) for seat in range(game.num_players())])
        else:
            state.apply_action(choice.choice(state.legal_actions()))
    yield state


def skip_unless(condition, reason):
    if not condition:
        pytest.skip(reason)


# OpenSpiel looks from all sides at every step: tables where less can happen would only take as long again.
def test_random_sim_test(full_kind):
    pyspiel.random_sim_test(load(full_kind), num_sims=1, serialize=False, verbose=False)


def test_random_sim_test_of_turns(full_kind):
    skip_unless(full_kind.game.simultaneous, "the same as above")
    pyspiel.random_sim_test(sequential(full_kind), num_sims=1, serialize=False, verbose=False)


def test_random_sim_test_with_serialisation(game):
    pyspiel.random_sim_test(pyspiel.load_game(openspiel.short_name(game)), num_sims=1, serialize=True, verbose=False)


def test_mcts_plays(full_kind):
    game = sequential(full_kind)
    chance = np.random.RandomState(1)
    bot = mcts.MCTSBot(game, 1.4, SIMULATIONS, mcts.RandomRolloutEvaluator(1, chance), random_state=chance)
    _plays(bot, dealt(game))


def test_ismcts_plays(full_kind):
    game = sequential(full_kind)
    chance = np.random.RandomState(1)
    bot = ismcts.ISMCTSBot(game, mcts.RandomRolloutEvaluator(1, chance), 1.4, SIMULATIONS, random_state=chance)
    _plays(bot, dealt(game))


def _plays(bot, state):
    for _ in range(3):
        action = bot.step(state)
        assert action in state.legal_actions()
        state.apply_action(action)


def test_simultaneous_choices_convert_to_turns(full_kind):
    skip_unless(full_kind.game.simultaneous, "nobody chooses at once")
    game = pyspiel.convert_to_turn_based(load(full_kind))
    pyspiel.random_sim_test(game, num_sims=1, serialize=False, verbose=False)


def test_returns_are_shares_of_the_victory(kind):
    game = load(kind)
    *_, state = walk(game, 3)
    assert state.is_terminal() and sum(state.returns()) == pytest.approx(1)
    winners = kind.game.winners(state.table.state)
    assert [share > 0 for share in state.returns()] == [seat in winners for seat in range(game.num_players())]


def test_a_copy_shares_nothing(kind):
    *_, state = walk(load(kind), 4, 20)
    before, other = str(state), state.clone()
    saved = pyspiel.serialize_game_and_state(state.get_game(), state)
    _, loaded = pyspiel.deserialize_game_and_state(saved)
    for copied in (other, loaded):
        assert str(copied) == before and copied.history() == state.history()
        if copied.is_simultaneous_node():
            copied.apply_actions([copied.legal_actions(seat)[0] for seat in range(copied.num_players())])
        else:
            copied.apply_action(copied.legal_actions()[0])
        assert str(state) == before


def test_another_process_can_be_handed_a_game(kind):
    """As OpenSpiel's AlphaZero does: it starts processes and pickles the game for them."""
    game = load(kind)
    hello = f"import pickle; game = pickle.loads({pickle.dumps(game)!r}); print(game.num_players(), game)"
    assert str(pickle.loads(pickle.dumps(game))) == str(game)
    if kind.rules == game.pasar.check():  # once for each game: a process takes a second
        said = subprocess.run([sys.executable, "-c", hello], capture_output=True, text=True, check=True).stdout
        assert said == f"{game.num_players()} {game}\n"


def all_kinds_of_observer():
    return [
        pyspiel.IIGObservationType(perfect_recall=recall, public_info=public, private_info=private)
        for recall in (False, True)
        for public in (False, True)
        for private in (NONE, SINGLE)
    ]


def test_observers_tell_what_the_seat_may_know(kind, page, often):
    """The leak test of views, on everything that an observer says."""
    skip_unless(not kind.brings_a_file, "the same as with the printed deck")
    hidden, game = page("games", kind.game.name, "hidden.py"), load(kind)
    kinds = all_kinds_of_observer()
    observers = [game.make_py_observer(each) for each in kinds]
    state = dealt(game)

    def said(world, seat):
        state.table.state = world
        for observer in observers:
            observer.set_from(state, seat)
        return [(observer.string_from(state, seat), observer.tensor.tobytes()) for observer in observers]

    for number, world in enumerate(kind.states(often(6))):
        for seat in range(kind.players):
            before = said(world, seat)
            for exchange in hidden.EXCHANGES.values():
                other = world.copy()
                if exchange(other[0], seat, number):
                    assert said(other, seat) == before
            assert said(kind.game.resampled(world, seat, generator(number)), seat) == before


def test_a_resampled_state_has_the_same_information_state(kind):
    game = sequential(kind)
    sampler = pyspiel.UniformProbabilitySampler(0.0, 1.0)
    for state in walk(game, 6, 40):
        if not state.is_terminal():
            seat = state.current_player()
            other = state.resample_from_infostate(seat, sampler)
            assert other.information_state_string(seat) == state.information_state_string(seat)
            assert other.legal_actions() == state.legal_actions()


def test_the_tensor_is_the_observation(kind):
    game = load(kind)
    observer = observation.make_observation(game)
    for state in walk(game, 5, 30):
        for seat in range(game.num_players()):
            observer.set_from(state, seat)
            np.testing.assert_array_equal(observer.tensor, kind.game.observation(state.table.state, seat))


def test_public_and_private_parts_make_up_the_observation(full_kind):
    """What is public looks the same whoever asks; the rest is the asking player's own."""
    game = load(full_kind)
    observers = {
        (public, private): game.make_py_observer(
            pyspiel.IIGObservationType(perfect_recall=False, public_info=public, private_info=private)
        )
        for public, private in ((True, NONE), (False, SINGLE), (True, SINGLE))
    }
    public, private, whole = observers.values()
    assert set(public.dict) | set(private.dict) == set(whole.dict) and not set(public.dict) & set(private.dict)
    assert public.dict and private.dict
    for state in walk(game, 5, 20):
        for seat in range(game.num_players()):
            for observer in observers.values():
                observer.set_from(state, seat)
            if seat == 0:
                shared = public.tensor.copy()
            np.testing.assert_array_equal(public.tensor, shared)
            for name, part in private.dict.items():
                np.testing.assert_array_equal(part, whole.dict[name])


def test_an_information_state_tells_histories_apart(game):
    """States with other strings have other tensors, as long as there is room for all that was heard."""
    loaded, tensors = pyspiel.load_game(openspiel.short_name(game)), {}
    for seed in range(3):
        for state in walk(loaded, seed, 60):
            for seat in range(loaded.num_players()):
                tensor = np.array(state.information_state_tensor(seat), dtype=np.float32).tobytes()
                tensors.setdefault(state.information_state_string(seat), set()).add(tensor)
    assert all(len(each) == 1 for each in tensors.values())
    assert len(set.union(*tensors.values())) == len(tensors)


def test_so_many_deals_are_all_there_are(game):
    loaded = pyspiel.load_game(f"{openspiel.short_name(game)}(deals=3)")
    state = loaded.new_initial_state()
    assert [outcome for outcome, _ in state.chance_outcomes()] == [0, 1, 2]
    worlds = {state.child(outcome).table.state.tobytes() for outcome in range(3)}
    assert len(worlds) == 3 and not any(state.child(outcome).is_chance_node() for outcome in range(3))
    with pytest.raises(BadRules, match="deals is a number up to"):
        pyspiel.load_game(f"{openspiel.short_name(game)}(deals=-1)")


def test_mccfr_runs_on_the_whole_game(game):
    turns = ",in_turn=True" if game.simultaneous else ""
    loaded = pyspiel.load_game(f"{openspiel.short_name(game)}(players={game.seats.start}{turns})")
    solver = outcome_sampling_mccfr.OutcomeSamplingSolver(loaded)
    for _ in range(2):
        solver.iteration()
    state = dealt(loaded)
    chances = solver.average_policy().action_probabilities(state)
    assert set(chances) == set(state.legal_actions()) and sum(chances.values()) == pytest.approx(1)


def test_dqn_of_openspiel_learns(game, library):
    for name in ("torch", "tree"):
        library(name)
    from open_spiel.python.pytorch import dqn

    turns = ",in_turn=True" if game.simultaneous else ""
    env = rl_environment.Environment(
        pyspiel.load_game(f"{openspiel.short_name(game)}(players={game.seats.start}{turns})"),
        observation_type=rl_environment.ObservationType.OBSERVATION,
    )
    size, actions = env.observation_spec()["info_state"][0], env.action_spec()["num_actions"]
    agents = [
        dqn.DQN(seat, size, actions, hidden_layers_sizes=[32], batch_size=8, min_buffer_size_to_learn=16, learn_every=8)
        for seat in range(game.seats.start)
    ]
    for _ in range(2):
        step = env.reset()
        while not step.last():
            step = env.step([agents[step.observations["current_player"]].step(step).action])
        for agent in agents:
            agent.step(step)
    assert all(agent.loss is not None for agent in agents)


def test_perfect_recall_forgets_nothing(game):
    loaded = pyspiel.load_game(openspiel.short_name(game))
    states = [json.loads(state.information_state_string(0)) for state in walk(loaded, 2, 40)]
    for before, after in pairwise(states):
        for what in ("heard", "made"):
            assert after[what][: len(before[what])] == before[what]
    assert len(states[-1]["heard"]) > len(states[0]["heard"]) and states[-1]["made"]


def test_bad_input_is_named(game):
    name = openspiel.short_name(game)
    with pytest.raises(BadRules, match="players, not 9"):
        pyspiel.load_game(f"{name}(players=9)")
    with pytest.raises(pyspiel.SpielError, match="Unknown parameter 'colour'"):
        pyspiel.load_game(f"{name}(colour=1)")
    state = dealt(pyspiel.load_game(name))
    with pytest.raises(MoveNotOpen, match=r"not open to player 0 \(open: \d"):
        state.table.act(0, 63)
    with pytest.raises(BadRules, match="observers have no parameters"):
        state.get_game().make_py_observer(None, {"colour": 1})


def test_a_bad_deck_is_refused_when_the_game_is_loaded():
    with pytest.raises(BadDeck, match="no such file"):
        pyspiel.load_game("python_basari(deck=nowhere.csv)")
