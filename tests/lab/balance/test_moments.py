"""Means, ratios and tests from sums over games."""

import numpy as np
import pytest

from pasar.lab.balance.moments import Moments, chi_square_tail


def moments(**columns: list[int]) -> Moments:
    found = Moments(list(columns))
    found.add({name: np.array(values) for name, values in columns.items()})
    return found


def test_a_mean_has_the_interval_of_student() -> None:
    found = moments(points=[1, 2, 3, 4]).mean("points")
    assert found.value == 2.5
    assert found.half == pytest.approx(3.182446 * np.std([1, 2, 3, 4], ddof=1) / 2)


def test_a_sum_of_columns_knows_that_they_vary_together() -> None:
    found = moments(one=[1, 2, 3], other=[3, 2, 1]).mean({"one": 1, "other": 1})
    assert (found.value, found.half) == (4, 0)


def test_a_ratio_counts_games_and_not_what_happens_in_them() -> None:
    found = moments(won=[1, 0, 2], haggles=[2, 0, 4]).ratio("won", "haggles")
    assert found is not None and (found.value, found.half) == (0.5, 0)
    assert moments(won=[0, 0], haggles=[0, 0]).ratio("won", "haggles") is None


def test_chunks_change_nothing() -> None:
    rows = np.random.default_rng(1).integers(0, 100, (500, 2))
    whole, parts = Moments(["a", "b"]), Moments(["a", "b"])
    whole.add({"a": rows[:, 0], "b": rows[:, 1]})
    for at in range(0, 500, 37):
        parts.add({"a": rows[at : at + 37, 0], "b": rows[at : at + 37, 1]})
    assert np.array_equal(whole.products, parts.products) and whole.mean("a") == parts.mean("a")


@pytest.mark.parametrize(("freedom", "critical"), [(1, 3.841), (2, 5.991), (3, 7.815), (4, 9.488)])
def test_the_tail_of_chi_square_is_that_of_the_tables(freedom: int, critical: float) -> None:
    assert chi_square_tail(critical, freedom) == pytest.approx(0.05, abs=1e-4)


def test_seats_that_differ_are_told_from_seats_that_do_not() -> None:
    draws = np.random.default_rng(3).integers(0, 100, 2000)
    even = {"a": draws < 50, "b": draws >= 50}
    uneven = {"a": draws < 60, "b": draws >= 60}
    chances = []
    for columns in (even, uneven):
        found = Moments(["a", "b"])
        found.add({name: won.astype(int) for name, won in columns.items()})
        chances.append(found.chance_of_equal(["a", "b"]))
    assert chances[0] > 0.05 and chances[1] < 1e-6
