"""Chances against what became of them."""

import tomllib

import numpy as np
import pytest

from pasar.bots.advice import Correction
from pasar.games import find
from pasar.lab import reliability


def test_chances_that_come_true_have_no_bias_and_others_have_theirs():
    dice = np.random.default_rng(1)
    games = []
    for _ in range(400):
        chances = dice.random(30)
        won = dice.random(30) < chances
        part = np.repeat(np.arange(3), 10)
        games.append(np.column_stack([part, np.minimum(chances + 0.1 * (part == 2), 1), won, np.arange(30)]))
    first, _, last = reliability.by_part(games)
    assert abs(first.mean) < 2 * first.error < 0.05
    assert last.mean == pytest.approx(0.095, abs=0.03)
    assert [found.count > 0 for found in reliability.by_chance(games)] == [True] * 10


def test_a_correction_fitted_to_chances_that_are_too_high_and_too_sure_tells_them_as_they_come_true():
    """Odds are found as those that come true, squared, and late in a game three times as good on top of it."""
    dice = np.random.default_rng(2)

    def games(count):
        for _ in range(count):
            true, moves = dice.uniform(0.05, 0.95, 30), np.arange(30)
            odds = (true / (1 - true)) ** 2 * np.where(moves >= 20, 3, 1)
            yield np.column_stack([moves // 10, odds / (1 + odds), dice.random(30) < true, moves])

    correction, fresh = reliability.fitted(list(games(400))), list(games(400))
    assert max(abs(found.mean) for found in reliability.by_part(fresh)) > 0.08
    shown = reliability.corrected(fresh, correction)
    assert max(abs(found.mean) for found in reliability.by_part(shown)) < 0.02
    assert max(abs(found.mean) for found in reliability.by_chance(shown)) < 0.05
    assert reliability.corrected(fresh, None) == fresh


def test_what_was_fitted_is_read_again_as_it_was():
    correction = Correction((0.0, 30.0), (0.9, 1.1), (0.0, -0.25))
    text = "\n".join(reliability.written("bali", {"2": correction}))
    assert Correction(*(tuple(each) for each in tomllib.loads(text)["2"].values())) == correction


def test_a_game_tells_chances_and_how_it_ended():
    (rows,) = reliability.told(find("basari"), 3, reliability.Asking("search:2sims", "search:3sims", 2), 1, seed=1)
    assert set(rows[:, 0]) == {0, 1, 2}
    assert ((rows[:, 1:3] >= 0) & (rows[:, 1:3] <= 1)).all() and (np.diff(rows[:, 3]) >= 0).all()
