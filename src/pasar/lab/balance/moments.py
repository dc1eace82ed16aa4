"""Sums over games from which every mean, ratio and difference follows with its uncertainty.

Games are the pieces of luck: what happened several times in one game is added up first. Everything added is a whole
number small enough for a float to hold exactly, so neither the order nor the size of chunks changes a result.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import erfc, exp, gamma, sqrt

import numpy as np

from pasar.lab.statistics import Interval, t95

Weights = Mapping[str, float]  # a sum of columns, each with a factor


@dataclass(frozen=True)
class Estimate:
    """A number from games, and half the width of the interval that holds the true one in 95 of 100 runs."""

    value: float
    half: float

    @property
    def interval(self) -> Interval:
        return self.value - self.half, self.value + self.half

    @property
    def is_clear(self) -> bool:
        """Whether zero is outside the interval."""
        return abs(self.value) > self.half

    def times(self, factor: float) -> "Estimate":
        return Estimate(self.value * factor, self.half * abs(factor))

    def as_json(self) -> dict[str, float]:
        return {"value": _short(self.value), "plus_minus": _short(self.half)}


def _short(number: float) -> float:
    return float(f"{number:.6g}")


class Moments:
    """Totals of columns and of the products of each two, over games."""

    def __init__(self, names: Sequence[str]) -> None:
        self.place = {name: place for place, name in enumerate(names)}
        self.games = 0
        self.totals = np.zeros(len(names))
        self.products = np.zeros((len(names), len(names)))

    def __contains__(self, name: str) -> bool:
        return name in self.place

    def add(self, columns: Mapping[str, np.ndarray]) -> None:
        rows = np.column_stack([columns[name].astype(np.float64) for name in self.place])
        self.games += len(rows)
        self.totals += rows.sum(axis=0)
        self.products += rows.T @ rows

    def total(self, name: str) -> float:
        return float(self.totals[self.place[name]])

    def mean(self, weights: Weights | str) -> Estimate:
        """Of a column, or of a sum of columns, a game."""
        vector = self._vector(weights)
        return Estimate(float(vector @ self.totals) / self.games, self._half(vector, self.games))

    def ratio(self, above: Weights | str, below: Weights | str) -> Estimate | None:
        """All of one over all of another; None if there was none of the other."""
        top, bottom = self._vector(above), self._vector(below)
        count = float(bottom @ self.totals)
        if not count:
            return None
        value = float(top @ self.totals) / count
        return Estimate(value, self._half(top - value * bottom, count))

    def _vector(self, weights: Weights | str) -> np.ndarray:
        vector = np.zeros(len(self.place))
        for name, factor in {weights: 1.0}.items() if isinstance(weights, str) else weights.items():
            vector[self.place[name]] += factor
        return vector

    def _sd(self, vector: np.ndarray) -> float:
        if self.games < 2:
            return float("inf")
        square = float(vector @ self.products @ vector) - float(vector @ self.totals) ** 2 / self.games
        return sqrt(max(0.0, square) / (self.games - 1))

    def _half(self, vector: np.ndarray, count: float) -> float:
        return t95(self.games) * self._sd(vector) * sqrt(self.games) / count

    def chance_of_equal(self, names: Sequence[str]) -> float:
        """How likely means differ at least so much by chance if they are equal and add up to a constant."""
        places = [self.place[name] for name in names]
        means = self.totals[places] / self.games
        spread = self.products[np.ix_(places, places)] / self.games - np.outer(means, means)
        away = (means - means.mean())[:-1]
        try:
            statistic = self.games * float(away @ np.linalg.solve(spread[:-1, :-1], away))
        except np.linalg.LinAlgError:  # too few games to tell seats apart at all
            return 1.0
        return chi_square_tail(max(0.0, statistic), len(names) - 1)


def chi_square_tail(statistic: float, freedom: int) -> float:
    """How likely a chi-square variable is larger."""
    half = statistic / 2
    if freedom > 2:
        more: float = half ** (freedom / 2 - 1) * exp(-half) / gamma(freedom / 2)
        return chi_square_tail(statistic, freedom - 2) + more
    return exp(-half) if freedom == 2 else erfc(sqrt(half))
