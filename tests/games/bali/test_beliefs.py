"""What others probably gave in secret: as likely as the learned weights say, given all that they did with goods."""

import math
from collections import Counter

import numpy as np
import pytest

from pasar.games import find
from pasar.games.bali import beliefs
from pasar.games.bali.state import ADDED, FACE_DOWN, GAINED, GAVE, GIFTED, TAKE, note
from pasar.kernel.rng import generator

GAME = find("bali")
DRAWS = 4000


@pytest.fixture
def built():
    """Seat 1 has got two more rice (good 0), has built a shrine, given something face down, and added rice."""
    state = GAME.deal(GAME.check(2), generator(1))
    GAME.compiled.start(state, None)
    s = state[0]
    diary = [note(GAINED, 1, 0)] * 2 + [note(GAVE, 0, 2), note(GIFTED, 1, 3), note(ADDED, 1, 0)]
    s.diary[: len(diary)] = diary
    s.entries, s.phase, s.active, s.actor = len(diary), TAKE, 1, 1
    s.altar[:3], s.height = (2, 3 + FACE_DOWN, 0), 3
    s.goods[1] = (3, 1, 1, 0)
    s.goods[0, 2] -= 1
    s.openly[1, 0], s.openly[0, 2], s.gifted[1, 3] = 2, -1, 1
    return state


def chain(state):
    """How often each good is the one given face down, worlds weighed as the search weighs them."""
    weights, gifts = [], []
    source = generator(5)
    for _ in range(DRAWS):
        world = state.copy()
        weights.append(math.exp(beliefs.suppose(world[0], 0, source)))
        gifts.append(int(world[0].altar[1]) - FACE_DOWN)
    return np.bincount(gifts, weights, minlength=4) / sum(weights)


def by_hand():
    """The same from the weights alone: the gift's, times that of adding rice afterwards."""

    def weights(what, ahead, lead):
        middle = beliefs.MEAN_AHEAD, beliefs.EVEN_LEAD
        cells = [(2 * own + middle[0], on_altar + middle[1]) for own, on_altar in zip(ahead, lead, strict=True)]
        return np.array([beliefs.WEIGHTS[what, 0, one] * beliefs.WEIGHTS[what, 1, two] for one, two in cells])

    gift = weights(GIFTED, (2, 0, 1, 0), (-1, -1, 1, -1))
    found = []
    for given in range(4):
        counts, ahead = np.array([0, 0, 1, 0]), np.array([2, 0, 1, 0])
        counts[given] += 1
        ahead[given] -= 1
        lead = [counts[good] - max(np.delete(counts, good)) for good in range(4)]
        added = weights(ADDED, ahead, lead)
        found.append(gift[given] * added[0] / added.sum())
    return np.array(found) / sum(found)


def test_worlds_are_as_likely_as_what_was_seen_makes_them(built):
    assert chain(built) == pytest.approx(by_hand(), abs=0.03)


def test_who_has_much_of_a_good_has_probably_given_it(built):
    """`resample`, which people are shown by, goes on guessing evenly."""
    evenly = Counter(int(GAME.resampled(built, 0, generator(n))[0].altar[1]) - FACE_DOWN for n in range(400))
    assert max(evenly.values()) < 140
    assert chain(built)[0] > 0.5
