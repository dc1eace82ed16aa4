"""Chances against what became of them."""

import numpy as np
import pytest

from pasar.games import find
from pasar.lab import reliability


def test_chances_that_come_true_have_no_bias_and_others_have_theirs():
    dice = np.random.default_rng(1)
    games = []
    for _ in range(400):
        chances = dice.random(30)
        won = dice.random(30) < chances
        part = np.repeat(np.arange(3), 10)
        games.append(np.column_stack([part, np.minimum(chances + 0.1 * (part == 2), 1), won]))
    first, _, last = reliability.by_part(games)
    assert abs(first.mean) < 2 * first.error < 0.05
    assert last.mean == pytest.approx(0.095, abs=0.03)
    assert [found.count > 0 for found in reliability.by_chance(games)] == [True] * 10


def test_a_game_tells_a_chance_for_each_decision_and_how_it_ended():
    (rows,) = reliability.told(find("basari"), 3, "search:2sims", 1, seed=1)
    assert set(rows[:, 0]) == {0, 1, 2}
    assert ((rows[:, 1:] >= 0) & (rows[:, 1:] <= 1)).all()
