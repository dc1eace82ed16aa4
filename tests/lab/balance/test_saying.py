"""Sentences are right for every outcome."""

import pytest

from pasar.games import find
from pasar.lab.balance.chapters import PICKED, seats_sentence
from pasar.lab.balance.moments import Estimate
from pasar.lab.balance.saying import Naming, change, listed, number, percent
from pasar.server.table.wire import MOST_SEATS


def test_a_number_has_as_many_digits_as_it_is_sure_of() -> None:
    assert percent(Estimate(0.3312, 0.0021)) == "33.1 % (± 0.2)"
    assert number(Estimate(8.1371, 0.0512)) == "8.14 (± 0.05)"
    assert number(Estimate(2.5, 0.7), signed=True) == "+2.5 (± 0.7)"


@pytest.mark.parametrize(
    ("found", "said"),
    [
        (Estimate(0.5, 0.1), "+0.5 (± 0.1) turns"),
        (Estimate(-0.5, 0.1), "-0.5 (± 0.1) turns"),
        (Estimate(0.1, 0.5), "no difference that this many games could show in turns"),
    ],
)
def test_a_difference_is_told_only_if_there_is_one(found: Estimate, said: str) -> None:
    assert change(found, "turns") == said


def test_seats_are_called_different_only_if_they_are() -> None:
    shares = {"Seat 0": Estimate(0.6, 0.01), "Seat 1": Estimate(0.4, 0.01)}
    assert seats_sentence(shares, 1e-9).startswith(
        "Seat 0 wins 60.0 % (± 1.0) of the games, 10.0 percentage points more"
    )
    assert seats_sentence(shares, 0.2).startswith(
        "No difference between seats that this many games could show (p = 0.20)"
    )


def test_seats_can_be_compared_at_the_largest_table_that_a_game_may_have() -> None:
    factors = [PICKED[players] for players in range(2, MOST_SEATS + 1)]
    assert factors[0] == 1 and factors == sorted(set(factors))


def test_lists_and_names_read_like_english() -> None:
    assert listed(["a"]) == "a" and listed(["a", "b", "c"]) == "a, b and c"
    assert Naming(find("bali")).column("paid_for_cards") == "paid for cards"
    assert Naming(find("bali")).column("took_rice_farmer") == "took: rice farmer"
    assert Naming(find("basari")).column("received_r") == "received: red"
    assert Naming(find("basari")).turns == "rounds"
