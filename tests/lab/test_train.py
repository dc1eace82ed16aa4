"""The net that judges positions: what it learns from, that it learns, and what is refused before it takes minutes."""

import os
import subprocess
import sys

import numpy as np
import pytest
from click.testing import CliRunner

from pasar.bots import stamped
from pasar.games import find
from pasar.lab import train
from pasar.lab.train import Net, Positions

FEATURES = 6

# Uncompiled, because a few games are sooner played than the self-play of a game is compiled.
SELF_PLAY = """
import sys
import numpy as np
from pasar.bots import stamped
from pasar.games import find
from pasar.lab import train

train.TRIAL = 100
game = find("basari")
once, again = (train.self_play(game, 3, stamped.NO_NET, 80, 7) for _ in range(2))
net = train.train(game, 3, 2, 40, 1, print)
np.savez(sys.argv[1], features=once.features, shares=once.shares, again=again.features, net=net)
"""


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    file = tmp_path_factory.mktemp("train") / "played.npz"
    environment = {**os.environ, "PASAR_JIT": "0"}
    done = subprocess.run(
        [sys.executable, "-c", SELF_PLAY, str(file)], env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout, np.load(file)


def test_positions_are_whole_and_the_same_for_the_same_seed(played):
    _, found = played
    assert len(found["features"]) > 40
    assert np.isfinite(found["features"]).all() and np.ptp(found["features"], axis=0).any()
    assert np.allclose(found["shares"].sum(axis=1), 1)
    assert (found["again"] == found["features"]).all()


def test_every_round_is_played_with_the_net_of_the_round_before(played):
    said, found = played
    assert [line.split(":")[0] for line in said.splitlines()] == ["round 1 of 2", "round 2 of 2"]
    assert found["net"].shape == (find("basari").greedy.FEATURES + 2, stamped.HIDDEN)
    assert np.isfinite(found["net"]).all()


def positions(count, seed):
    """The first feature alone decides: whoever has most of it wins."""
    features = np.random.default_rng(seed).normal(size=(count, 3, FEATURES)).astype(np.float32)
    shares = np.eye(3, dtype=np.float32)[features[:, :, 0].argmax(axis=1)]
    return Positions(features, shares, shares)


def test_it_learns_what_decides():
    net = Net(FEATURES, seed=1)
    loss = train.fit(net, positions(20_000, seed=1), epochs=8, seed=1)
    fresh = positions(1000, seed=2)
    hits = (net.shares(fresh.features).argmax(axis=1) == fresh.shares.argmax(axis=1)).mean()
    assert loss < np.log(3) / 2 and hits > 0.85, (loss, hits)


def test_it_goes_downhill():
    net, some = Net(FEATURES, seed=3), positions(64, seed=3)
    slopes = net.slopes(some)
    step = 1e-2
    for weights, slope in zip(net.weights, slopes, strict=True):
        place = np.unravel_index(np.abs(slope).argmax(), slope.shape)
        losses = []
        for change in (step, -2 * step):
            weights[place] += change
            losses.append(net.loss(some))
        weights[place] += step
        assert (losses[0] - losses[1]) / (2 * step) == pytest.approx(slope[place], rel=0.05)


@pytest.mark.parametrize(
    ("asked", "fault"),
    [
        (["chess", "--players", "2"], "there is no game 'chess'"),
        (["bali", "--players", "9"], "bali is for 2 to 4 players"),
        (["bali", "--players", "2", "--out", "/nowhere/net.npy"], "/nowhere/net.npy cannot be written"),
        (["bali", "--players", "2", "--positions", "10"], "10 is not in the range"),
    ],
)
def test_what_cannot_be_trained_is_said_before_anything_is_played(asked, fault):
    said = CliRunner().invoke(train.main, asked)
    assert said.exit_code in (1, 2) and fault in said.output


def test_a_wider_net_after_another_judges_as_that_does(monkeypatch):
    monkeypatch.setattr(stamped, "HIDDEN", 4)
    narrow, some = Net(FEATURES - 2, seed=5), positions(50, seed=5).features
    monkeypatch.setattr(stamped, "HIDDEN", 7)
    wide = Net.after(narrow.array(), FEATURES)
    assert wide.array().shape == (FEATURES + 2, 7)
    assert wide.shares(some) == pytest.approx(narrow.shares(some[:, :, : FEATURES - 2]), abs=1e-6)


def test_what_to_learn_is_between_the_end_and_what_the_net_says_of_the_next_position():
    net, some = Net(FEATURES, seed=4), positions(4, seed=4)
    ends = np.eye(3, dtype=np.float32)[[0, 0, 0, 2]]
    found = train.softened(net, some.features, ends, np.array([1, 1, 1, 2]))
    said = net.shares(some.features)
    assert (found[2:] == ends[2:]).all(), "the last position of a game is followed by its end"
    assert found[1] == pytest.approx((1 - train.LATER) * said[2] + train.LATER * ends[2])
    assert found[0] == pytest.approx((1 - train.LATER) * said[1] + train.LATER * found[1])
