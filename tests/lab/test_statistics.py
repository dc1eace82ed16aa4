"""Sums, deviations and intervals against numbers worked out by hand."""

import statistics

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pasar.lab.statistics import Sums, student_tail, t95, wilson

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
    low, high = _sums([1, 3] * 50).interval or (0, 0)  # mean 2, deviation 1.00504, over 10, times 1.98422
    assert (low, high) == pytest.approx((1.80058, 2.19942), abs=1e-4)


def test_wilson_by_hand() -> None:
    assert wilson(0.5, 100) == pytest.approx((0.40383, 0.59617), abs=1e-4)
    assert wilson(0.0, 10) == pytest.approx((0.0, 0.27753), abs=1e-4)
    assert wilson(1.0, 1)[1] == 1.0


@pytest.mark.parametrize(
    ("freedom", "critical", "p"),
    [(1, 12.706, 0.05), (7, 2.365, 0.05), (10, 2.228, 0.05), (30, 3.646, 0.001), (10**6, 1.95996, 0.05), (5, 0.0, 1.0)],
)
def test_the_tails_of_student_are_those_of_the_tables(freedom: int, critical: float, p: float) -> None:
    assert student_tail(critical, freedom) == student_tail(-critical, freedom) == pytest.approx(p, rel=2e-3)


@pytest.mark.parametrize(("count", "errors"), [(2, 12.7062), (3, 4.30265), (11, 2.22814), (10**6, 1.95997)])
def test_few_numbers_are_less_sure(count: int, errors: float) -> None:
    assert t95(count) == pytest.approx(errors, rel=1e-5)
