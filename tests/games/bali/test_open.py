"""What is open to whom, asked for every action at once and for one alone."""

import pytest

from pasar.games.bali import GAME, actions, state


@pytest.mark.parametrize("phase", ["buy", "play", "take", "reward"])
def test_nothing_is_open_to_who_is_not_to_act(table, phase):
    game = table(3).at(phase, seat=1)
    assert GAME.compiled.open_actions(game.state, 1)
    for seat in (0, 2):
        assert not GAME.compiled.open_actions(game.state, seat)
        assert not any(GAME.compiled.is_open(game.state, seat, action) for action in range(GAME.rules.ACTIONS))


def test_nothing_is_open_when_it_is_over(table):
    game = table(2)
    game.s.phase = state.OVER
    for seat in range(2):
        assert not GAME.compiled.open_actions(game.state, seat)
        assert not any(GAME.compiled.is_open(game.state, seat, action) for action in range(GAME.rules.ACTIONS))


@pytest.mark.parametrize(("hand", "stone", "boxed"), [(3, 0, True), (3, 9, False), (2, 0, False)])
def test_b6_a_shrine_goes_into_the_box_only_if_nothing_else_can_be_played(table, hand, stone, boxed):
    others = {} if hand == 3 else {"mason": 1}
    game = table(3).seat(0, stone=stone, hand={"shrine": hand, **others}).at("play")
    assert bool(GAME.compiled.is_open(game.state, 0, actions.BOX_SHRINE)) is boxed
    assert bool(GAME.compiled.open_actions(game.state, 0) >> actions.BOX_SHRINE & 1) is boxed
