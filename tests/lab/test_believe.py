"""Likelihoods of what people do in secret are learned from what they chose among what."""

import numpy as np
import pytest
from click.testing import CliRunner

from pasar.games import find
from pasar.lab import believe
from pasar.lab.believe import CLOSED


def test_the_weights_that_choices_were_made_by_are_found_again():
    dice = np.random.default_rng(1)
    true = np.array([[-1.5, -0.5, 0.5, 1.5], [1.0, 0.0, 0.0, -1.0]])
    options = dice.integers(0, 4, (6000, 3, 2))
    options[dice.random(6000) < 0.3, 2] = CLOSED
    odds = np.exp(true[0][options[:, :, 0]] + true[1][options[:, :, 1]]) * (options[:, :, 0] != CLOSED)
    chosen = (odds.cumsum(axis=1) < dice.random((6000, 1)) * odds.sum(axis=1, keepdims=True)).sum(axis=1)
    found = believe.fit(options, chosen, 4)
    assert found - found.mean(axis=1, keepdims=True) == pytest.approx(true - true.mean(axis=1, keepdims=True), abs=0.15)


def test_a_choice_that_was_never_open_is_no_evidence_and_every_one_that_was_is_listed():
    game = find("bali")
    beliefs = believe.beliefs_of(game)
    for state in believe.finished_games(game, "greedy", 12, 3):
        choices = believe.choices_of(beliefs, state)
        options = choices[:, 2:].reshape(len(choices), beliefs.OPTIONS, beliefs.FEATURES)
        assert (options[np.arange(len(choices)), choices[:, 1]] != CLOSED).all()
        assert len(choices) == sum(int(entry) >> 4 != 0 for entry in state[0].diary[: int(state[0].entries)])


def test_what_is_learned_is_written_as_a_page_that_python_reads():
    found = np.round(np.random.default_rng(2).normal(size=(2, 2, 3)), 2)
    page: dict[str, object] = {}
    exec("\n".join(believe.written("some", found)), page)
    assert np.array(page["LIKELIHOODS"]) == pytest.approx(found)


def test_a_game_without_likelihoods_is_refused_before_anything_is_played():
    done = CliRunner().invoke(believe.main, ["basari"])
    assert done.exit_code == 1 and "basari brings no likelihoods" in done.output
