"""Sums, deviations and intervals against numbers worked out by hand."""

import statistics

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pasar.lab.statistics import Sums, wilson

numbers = st.lists(st.integers(-1000, 1000), min_size=2, max_size=50)


def _sums(values: list[int]) -> Sums:
    return Sums(len(values), sum(values), sum(value * value for value in values))


@given(numbers)
def test_mean_and_deviation_are_the_usual_ones(values: list[int]) -> None:
    sums = _sums(values)
    assert sums.mean == pytest.approx(statistics.mean(values))
    assert sums.sd == pytest.approx(statistics.stdev(values))


@given(numbers, numbers)
def test_adding_does_not_depend_on_the_order(one: list[int], other: list[int]) -> None:
    first, second = _sums(one), _sums(other)
    first.add(_sums(other))
    second.add(_sums(one))
    assert first == second == _sums(one + other)


def test_one_number_has_no_deviation() -> None:
    assert _sums([7]).sd is None and _sums([7]).interval is None


def test_an_interval_by_hand() -> None:
    low, high = _sums([1, 3] * 50).interval or (0, 0)  # mean 2, deviation 1.00504, over 10
    assert (low, high) == pytest.approx((1.80302, 2.19698), abs=1e-4)


def test_wilson_by_hand() -> None:
    assert wilson(0.5, 100) == pytest.approx((0.40383, 0.59617), abs=1e-4)
    assert wilson(0.0, 10) == pytest.approx((0.0, 0.27753), abs=1e-4)
    assert wilson(1.0, 1)[1] == 1.0
