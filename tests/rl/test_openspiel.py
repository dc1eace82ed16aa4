"""OpenSpiel's own tests and algorithms on the games, and what its observers tell."""

import json
import random
from itertools import pairwise

import numpy as np
import pytest

from pasar.errors import BadDeck, BadRules, MoveNotOpen
from pasar.kernel.rng import generator

pyspiel = pytest.importorskip("pyspiel")
openspiel = pytest.importorskip("pasar.rl.openspiel")

from open_spiel.python import observation  # noqa: E402
from open_spiel.python.algorithms import generate_playthrough, ismcts, mcts  # noqa: E402

SIMULATIONS = 3


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


def test_random_sim_test(kind):
    skip_unless(
        not kind.brings_a_file, "OpenSpiel looks from all sides at every step: other decks are longer, not different"
    )
    pyspiel.random_sim_test(load(kind), num_sims=1, serialize=False, verbose=False)


def test_random_sim_test_of_turns(kind):
    skip_unless(not kind.brings_a_file and kind.game.simultaneous, "the same as above")
    pyspiel.random_sim_test(sequential(kind), num_sims=1, serialize=False, verbose=False)


def test_random_sim_test_with_serialisation(game):
    pyspiel.random_sim_test(pyspiel.load_game(openspiel.short_name(game)), num_sims=1, serialize=True, verbose=False)


def test_a_playthrough_is_generated(game):
    text = generate_playthrough.playthrough(openspiel.short_name(game), action_sequence=None)
    assert "IsTerminal() = True" in text and "Returns()" in text


def test_mcts_plays(kind):
    game = sequential(kind)
    chance = np.random.RandomState(1)
    bot = mcts.MCTSBot(game, 1.4, SIMULATIONS, mcts.RandomRolloutEvaluator(1, chance), random_state=chance)
    _plays(bot, dealt(game))


def test_ismcts_plays(kind):
    game = sequential(kind)
    chance = np.random.RandomState(1)
    bot = ismcts.ISMCTSBot(game, mcts.RandomRolloutEvaluator(1, chance), 1.4, SIMULATIONS, random_state=chance)
    _plays(bot, dealt(game))


def _plays(bot, state):
    for _ in range(3):
        action = bot.step(state)
        assert action in state.legal_actions()
        state.apply_action(action)


def test_simultaneous_choices_convert_to_turns(kind):
    skip_unless(not kind.brings_a_file and kind.game.simultaneous, "nobody chooses at once")
    game = pyspiel.convert_to_turn_based(load(kind))
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


def test_observers_tell_what_the_seat_may_know(kind, page, often):
    """The leak test of views, on everything that an observer says."""
    hidden, game = page("games", kind.game.name, "hidden.py"), load(kind)
    kinds = [
        pyspiel.IIGObservationType(perfect_recall=recall, public_info=public, private_info=private)
        for recall in (False, True)
        for public in (False, True)
        for private in (pyspiel.PrivateInfoType.NONE, pyspiel.PrivateInfoType.SINGLE_PLAYER)
    ]
    observers = [game.make_py_observer(each) for each in kinds]
    state = dealt(game)
    for number, world in enumerate(kind.states(often(12))):
        for seat in range(kind.players):
            state.table.state = world
            before = [observer.string_from(state, seat) for observer in observers]
            for exchange in hidden.EXCHANGES.values():
                other = world.copy()
                if exchange(other[0], seat, number):
                    state.table.state = other
                    assert [observer.string_from(state, seat) for observer in observers] == before
            state.table.state = kind.game.resampled(world, seat, generator(number))
            assert [observer.string_from(state, seat) for observer in observers] == before


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
