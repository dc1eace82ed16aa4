"""What a person is advised has the best chance of all that they are shown."""

import pytest

from pasar.bots.advice import advised
from pasar.bots.contract import Budget, Decision, Expectation, Position
from pasar.bots.search import STRONG, SearchBot


def decision(move: str, *expected: tuple[str, int, float]) -> Decision:
    return Decision(move, (0,), tuple(Expectation(*each) for each in expected), simulations=100)


def shown(advice: Decision) -> list[str]:
    return [each.move for each in advice.expected]


def test_of_moves_that_were_tried_often_the_best_chance_is_advised():
    """Drawn by lot was A, tried most was B, and C has the best chance."""
    advice = advised(decision("A", ("B", 50, 0.30), ("C", 30, 0.35), ("A", 20, 0.25)))
    assert advice.move == "C" and shown(advice) == ["C", "B", "A"]


def test_a_chance_of_which_little_is_known_is_neither_advised_nor_shown_as_better():
    advice = advised(decision("accept", ("accept", 90, 0.50), ("bid r1", 4, 0.75), ("bid b1", 3, 0.20)))
    assert advice.move == "accept" and shown(advice) == ["accept", "bid b1"]


def test_among_equal_chances_the_move_tried_most_is_advised():
    assert advised(decision("A", ("B", 50, 0.4), ("A", 40, 0.4))).move == "B"


def test_a_bot_that_does_not_search_is_believed():
    assert advised(Decision("pass", (0,))) == Decision("pass", (0,))


@pytest.mark.parametrize("simulations", [3, 40])
def test_no_other_move_is_shown_with_a_better_chance(kind, often, simulations):
    for number, state in enumerate(kind.states(often(20))):
        for seat in kind.game.to_act(state):
            position = Position.at(kind.game, kind.rules, state, seat)
            advice = advised(SearchBot(STRONG, number).decide(position, Budget(simulations=simulations)))
            assert advice.expected[0].move == advice.move in kind.game.spoken.menu(state, seat).texts
            shares = [each.share for each in advice.expected]
            assert shares == sorted(shares, reverse=True)
