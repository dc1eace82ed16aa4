"""What a person is advised has the best chance of all that they are shown."""

import pytest

from pasar.bots.advice import Correction, advice, advised
from pasar.bots.contract import Budget, Decision, Expectation, Position
from pasar.bots.search import STRONG, SearchBot


def decision(move: str, *expected: tuple[str, int, float]) -> Decision:
    return Decision(move, (0,), tuple(Expectation(*each) for each in expected), simulations=100)


def shown(told: Decision) -> list[str]:
    return [each.move for each in told.expected]


def test_of_moves_that_were_tried_often_the_best_chance_is_advised():
    """Drawn by lot was A, tried most was B, and C has the best chance."""
    told = advised(decision("A", ("B", 50, 0.30), ("C", 30, 0.35), ("A", 20, 0.25)))
    assert told.move == "C" and shown(told) == ["C", "B", "A"]


def test_a_chance_of_which_little_is_known_is_neither_advised_nor_shown_as_better():
    told = advised(decision("accept", ("accept", 90, 0.50), ("bid r1", 4, 0.75), ("bid b1", 3, 0.20)))
    assert told.move == "accept" and shown(told) == ["accept", "bid b1"]


def test_among_equal_chances_the_move_tried_most_is_advised():
    assert advised(decision("A", ("B", 50, 0.4), ("A", 40, 0.4))).move == "B"


def test_a_bot_that_does_not_search_is_believed():
    assert advised(Decision("pass", (0,))) == Decision("pass", (0,))


@pytest.mark.parametrize("simulations", [3, 40])
def test_no_other_move_is_shown_with_a_better_chance(kind, often, simulations):
    for number, state in enumerate(kind.states(often(20))):
        for seat in kind.game.to_act(state):
            position = Position.at(kind.game, kind.rules, state, seat)
            told = advised(SearchBot(STRONG, number).decide(position, Budget(simulations=simulations)))
            assert told.expected[0].move == told.move in kind.game.spoken.menu(state, seat).texts
            shares = [each.share for each in told.expected]
            assert shares == sorted(shares, reverse=True)


def test_chances_are_shown_as_they_come_true_in_the_same_order(kind, often):
    """A game's own data or none: the move stays, the order stays, and only the numbers differ."""
    for number, state in enumerate(kind.states(often(10))):
        seat = kind.game.to_act(state)[0]
        position = Position.at(kind.game, kind.rules, state, seat)
        found = SearchBot(STRONG, number).decide(position, Budget(simulations=40))
        plain, told = advised(found), advice(found, position)
        assert told.move == plain.move and shown(told) == shown(plain)
        shares = [each.share for each in told.expected]
        assert shares == sorted(shares, reverse=True) and all(0 <= share <= 1 for share in shares)


def test_a_correction_changes_in_the_course_of_a_game():
    correction = Correction((10.0, 20.0), (1.0, 2.0), (0.0, 0.0))
    assert [correction.of_share(0.8, moves) for moves in (0, 10)] == pytest.approx([0.8, 0.8])
    assert correction.of_share(0.8, 15) == pytest.approx(8 / 9)  # odds of 4 to the power of 1.5
    assert [correction.of_share(0.8, moves) for moves in (20, 99)] == pytest.approx([16 / 17] * 2)
    assert 0 < correction.of_share(0.0, 0) < correction.of_share(1.0, 0) < 1


@pytest.mark.parametrize(
    ("share", "moves", "told"),
    [
        (0.6, 0, 0.5688900604657512),
        (0.6, 70, 0.5981856888204947),
        (0.25, 120, 0.1069541945849798),
        (0.6, 500, 0.3931068495266764),
        (0.0, 10, 0.0012595231043740027),
    ],
)
def test_a_page_tells_the_same_chances(share, moves, told):
    """As web/tests/advice.test.ts, with the numbers of two players of Bali."""
    made = Correction((0, 46, 91, 137), (0.901, 1.148, 1.298, 1.341), (-0.088, -0.06, -0.135, -0.978))
    assert made.of_share(share, moves) == pytest.approx(told, abs=1e-12)
