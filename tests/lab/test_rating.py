"""Ratings: the fit finds the strengths that games were drawn from, and its intervals hold them."""

from math import log

import numpy as np
import pytest

from pasar.lab.rating import SCALE, Ranking, ratings, share_interval


def drawn(strengths: list[float], deals: int, seed: int) -> list[Ranking]:
    """Orders drawn from the Plackett-Luce model."""
    dice = np.random.default_rng(seed)
    noise = dice.gumbel(size=(deals, len(strengths)))
    orders = np.argsort(-(np.array(strengths) + noise), axis=1)
    return [Ranking([[int(bot)] for bot in order], deal) for deal, order in enumerate(orders)]


def test_strengths_are_found_again():
    strengths = [1.0, 0.3, -0.5, -0.8]
    found = ratings(drawn(strengths, 4000, 1), 4)
    for rating, strength in zip(found, strengths, strict=True):
        assert rating.value / SCALE == pytest.approx(strength, abs=0.1)


def test_intervals_hold_the_truth_in_95_of_100_runs():
    strengths = [0.6, 0.0, -0.6]
    held = [
        rating.interval[0] <= strength * SCALE <= rating.interval[1]
        for seed in range(200)
        for rating, strength in zip(ratings(drawn(strengths, 150, seed), 3), strengths, strict=True)
    ]
    assert 0.92 <= sum(held) / len(held) <= 0.98


def test_two_bots_are_rated_by_their_odds():
    rankings = [Ranking([[0], [1]] if game < 75 else [[1], [0]], game) for game in range(100)]
    found = ratings(rankings, 2)
    assert (found[0].value - found[1].value) / SCALE == pytest.approx(log(3), abs=0.01)
    assert found[0].value == pytest.approx(-found[1].value)


def test_a_tie_is_half_a_victory_each():
    tied = ratings([Ranking([[0, 1]], game) for game in range(20)], 2)
    assert tied[0].value == pytest.approx(0, abs=1e-6)


def test_who_always_wins_gets_a_finite_rating():
    found = ratings([Ranking([[0], [1]], game) for game in range(50)], 2)
    assert 300 < found[0].value < 5000
    assert found[0].interval[0] > found[1].interval[1]


def test_bots_of_one_name_may_meet():
    found = ratings([Ranking([[0], [1], [1]], game) for game in range(30)], 2)
    assert found[0].value > 0


def test_repeated_deals_do_not_make_us_surer():
    once = share_interval([1.0, 0.0] * 50, list(range(100)))
    same = share_interval([1.0, 1.0, 0.0, 0.0] * 50, [deal for deal in range(100) for _ in range(2)])
    assert same[1] - same[0] == pytest.approx(once[1] - once[0], rel=0.05)


def test_a_share_of_all_or_nothing_has_an_interval():
    low, high = share_interval([1.0] * 30, list(range(30)))
    assert high == 1.0 and 0.8 < low < 1.0
