"""A training that is stopped goes on as if it had not been."""

import json

import numpy as np
import pytest

from pasar.errors import PasarError
from pasar.games import find
from pasar.lab import train, training
from pasar.lab.train import Positions
from pasar.lab.training import LOG, PAGE, Training

GAME = find("basari")


@pytest.fixture(autouse=True)
def short_games(monkeypatch):
    """Positions by chance, the same for the same seed, because games take longer than what is tested here."""

    def drawn(game, players, net, positions, seed):
        dice = np.random.default_rng(seed)
        features = dice.normal(size=(positions, players, game.greedy.FEATURES)).astype(np.float32)
        shares = np.eye(players, dtype=np.float32)[features[:, :, 0].argmax(axis=1)]
        return Positions(features, shares, shares)

    monkeypatch.setattr(training, "self_play_round", drawn)
    monkeypatch.setattr(train, "BATCH", 64)


def trained(folder, *rounds):
    for until in rounds:
        Training(folder, GAME, 3, 300, 1).run(until, lambda line: None)
    return folder


def test_what_was_stopped_comes_to_the_same_net_and_log(tmp_path):
    once, twice = trained(tmp_path / "once", 2, 3), trained(tmp_path / "twice", 2, 2, 3)
    assert (once / "round_3.npy").read_bytes() == (twice / "round_3.npy").read_bytes()
    lines = [json.loads(line) for line in (twice / LOG).read_text().splitlines()]
    assert [line["round"] for line in lines] == [1, 2, 3]
    assert lines[-1]["loss"] < lines[0]["loss"]
    assert "came true" in (twice / PAGE).read_text()


def test_a_folder_of_another_training_is_not_gone_on_with(tmp_path):
    trained(tmp_path, 1)
    with pytest.raises(PasarError, match="holds another training"):
        Training(tmp_path, GAME, 4, 300, 1)
