"""Ratings for games of more than two: the Plackett-Luce model, fitted to how whole games ended.

Every bot has a strength; the chance to come first among some is its part of their strengths together, and so on for the
second among the rest. Games of one deal are not independent, so intervals come from how much deals differ (a sandwich
estimate with one cluster a deal). Ratings are on the usual scale: 400 more is ten times the strength.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import permutations
from math import factorial, log

import numpy as np

from pasar.lab.statistics import Z95, Interval, wilson

SCALE = 400 / log(10)
PRIOR = 0.02  # pulls towards equal strengths just enough that somebody who always wins gets a finite rating
STEPS = 100
CLOSE = 1e-9

Groups = Sequence[Sequence[int]]  # bots from the first place to the last; those in one group are tied


@dataclass(frozen=True)
class Ranking:
    """How one game ended, and which deal it was."""

    groups: Groups
    deal: int


@dataclass(frozen=True)
class Rating:
    value: float
    interval: Interval


def ratings(rankings: Sequence[Ranking], bots: int) -> list[Rating]:
    """A rating for each bot; their mean is 0."""
    orders, weights, deals = _as_orders(rankings)
    strengths = np.zeros(bots)
    for _ in range(STEPS):
        gradients, hessian = _derivatives(orders, weights, strengths)
        step = np.linalg.solve(hessian + PRIOR * np.eye(bots), gradients.sum(axis=0) - PRIOR * strengths)
        strengths += np.clip(step, -1.0, 1.0)
        if np.abs(step).max() < CLOSE:
            break
    spread = _spread(orders, weights, deals, strengths)
    centred = strengths - strengths.mean()
    return [
        Rating(value * SCALE, ((value - Z95 * sd) * SCALE, (value + Z95 * sd) * SCALE))
        for value, sd in zip(centred.tolist(), spread.tolist(), strict=True)
    ]


def _as_orders(rankings: Sequence[Ranking]) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Every game as an order without ties; a tie counts as each of its orders in part."""
    orders, weights, deals = [], [], []
    for ranking in rankings:
        parts: list[list[int]] = [[]]
        count = 1
        for group in ranking.groups:
            parts = [done + list(order) for done in parts for order in permutations(group)]
            count *= factorial(len(group))
        orders += parts
        weights += [1 / count] * count
        deals += [ranking.deal] * count
    return np.array(orders), np.array(weights), np.array(deals)


def _derivatives(orders: np.ndarray, weights: np.ndarray, strengths: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Of the log-likelihood by the bots' strengths: a row for each order, and minus the second derivative of all."""
    bots = len(strengths)
    rows, places = orders.shape
    marks = np.eye(bots)[orders]  # row, place, bot
    odds = np.exp(strengths[orders])
    gradients = np.zeros((rows, bots))
    hessian = np.zeros((bots, bots))
    for place in range(places - 1):
        chances = odds[:, place:] / odds[:, place:].sum(axis=1, keepdims=True)
        expected = np.einsum("rp,rpb->rb", chances, marks[:, place:])
        gradients += weights[:, None] * (marks[:, place] - expected)
        hessian += np.diag(weights @ expected) - np.einsum("r,ra,rb->ab", weights, expected, expected)
    return gradients, hessian


def _spread(orders: np.ndarray, weights: np.ndarray, deals: np.ndarray, strengths: np.ndarray) -> np.ndarray:
    """The standard deviation of each centred strength, from the deals' own gradients."""
    bots = len(strengths)
    gradients, hessian = _derivatives(orders, weights, strengths)
    names, index = np.unique(deals, return_inverse=True)
    sums = np.zeros((len(names), bots))
    np.add.at(sums, index, gradients)
    correction = len(names) / max(1, len(names) - 1)
    bread = np.linalg.pinv(hessian + PRIOR * np.eye(bots))
    centre = np.eye(bots) - 1 / bots
    covariance = centre @ bread @ (correction * sums.T @ sums + PRIOR * np.eye(bots)) @ bread @ centre
    spread: np.ndarray = np.sqrt(np.maximum(np.diag(covariance), 0.0))
    return spread


def share_interval(shares: Sequence[float], deals: Sequence[int]) -> Interval:
    """95 % for a mean of shares of victory, by Wilson's score with as many games as the deals' scatter is worth."""
    mean, variance, count = _by_deal(shares, deals)
    if variance <= 0.0 or not 0.0 < mean < 1.0:
        return wilson(mean, count)
    return wilson(mean, max(1, round(mean * (1 - mean) / variance)))


def mean_interval(values: Sequence[float], deals: Sequence[int]) -> Interval:
    """The same for numbers that may lie anywhere, as a normal variable."""
    mean, variance, _ = _by_deal(values, deals)
    half = Z95 * variance**0.5
    return mean - half, mean + half


def _by_deal(numbers: Sequence[float], deals: Sequence[int]) -> tuple[float, float, int]:
    """A mean, its variance if the deals are the pieces of luck, and how many of them there are."""
    values = np.array(numbers)
    names, index = np.unique(np.array(deals), return_inverse=True)
    mean = float(values.mean())
    sums = np.zeros(len(names))
    np.add.at(sums, index, values - mean)
    return mean, float((sums**2).sum()) / len(values) ** 2 * len(names) / max(1, len(names) - 1), len(names)
