"""Positions to learn from that a search has thought about."""

import numpy as np
import pytest

from pasar.bots import stamped
from pasar.games import find
from pasar.kernel.jit import ENABLED
from pasar.lab.searched import searched_play


@pytest.mark.skipif(not ENABLED, reason="whole games of searches take minutes uncompiled")
@pytest.mark.parametrize("name", ["bali", "basari"])
def test_what_is_learned_is_half_the_search_and_half_the_end(name):
    game, net = find(name), stamped.net(name, 3)
    once, again = (searched_play(game, 3, net, 40, 16, 5) for _ in range(2))
    assert len(once) >= 40 and (once.features == again.features).all() and (once.targets == again.targets).all()
    expected = 2 * once.targets - once.shares
    assert np.allclose(once.shares.sum(axis=1), 1) and np.allclose(expected.sum(axis=1), 1, atol=1e-3)
    assert expected.min() >= -1e-6 and np.ptp(expected) > 0.1
