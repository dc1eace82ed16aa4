"""What thinkers suppose: worlds that the seat cannot tell from the true one, weighed by nothing that it cannot know."""

import math

import pytest

from pasar.kernel.rng import generator


@pytest.fixture
def twins(page):
    return page("contract", "twins.py")


def supposed(game, state, seat, number):
    other = game.copy(state)
    weight = game.beliefs.suppose(other[0], seat, generator(number))
    return other, weight


def test_a_supposed_world_looks_the_same_to_the_seat_and_to_a_spectator(kind, twins, often):
    for number, state in enumerate(kind.states(often(100))):
        for seat in range(kind.players):
            other, weight = supposed(kind.game, state, seat, number)
            assert math.isfinite(weight)
            for eyes in (seat, twins.SPECTATOR):
                assert twins.betrayal(kind.game, (state, other), eyes) is None, eyes


def test_a_supposed_world_and_its_weight_depend_on_nothing_hidden(kind, page, twins, often):
    """Neither on what `resample` would change nor on what the game's own page exchanges by hand."""
    exchanges = list(page("games", kind.game.name, "hidden.py").EXCHANGES.values())
    for number, state in enumerate(kind.states(often(100))):
        for seat in range(kind.players):
            exchanged = state.copy()
            exchanges[number % len(exchanges)](exchanged[0], seat, number)
            for other in (exchanged, kind.game.resampled(state, seat, generator(number + 1))):
                (one, weight), (two, same) = (supposed(kind.game, each, seat, number) for each in (state, other))
                assert twins.record_difference(one, two) is None
                assert weight == same
