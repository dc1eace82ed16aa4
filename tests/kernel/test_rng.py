"""Random numbers: the published sequence, the same compiled or not, and even draws."""

from collections import Counter

import numpy as np
import pytest

from pasar.kernel.rng import STEP, any_of, below, game_seed, game_source, generator, next_number, shuffle, tape

# The first numbers of SplitMix64 from the seed 1234567, as its author publishes them.
SPLITMIX = [6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431, 16408922859458223821]
HIGHEST = 2**64 - 1


def test_the_generator_is_splitmix64():
    source = generator(1234567)
    assert [int(next_number(source)) for _ in SPLITMIX] == SPLITMIX


def test_any_integer_is_a_seed():
    assert generator(-1)[0] == generator(2**64 - 1)[0]
    assert int(next_number(generator(2**64))) == int(next_number(generator(0)))


def test_a_tape_gives_its_words_in_order():
    source = tape([HIGHEST, 0, 5])
    assert [int(next_number(source)) for _ in range(3)] == [HIGHEST, 0, 5]
    assert source[0] == 4


@pytest.mark.parametrize("limit", [1, 2, 3, 39, 58, 127])
def test_a_draw_stays_below_its_limit_at_both_ends(limit):
    assert below(tape([0]), limit) == 0
    assert below(tape([HIGHEST]), limit) == limit - 1
    middle = below(tape([2**63]), limit)
    assert middle == limit // 2


def test_draws_are_even():
    source = generator(3)
    counts = Counter(int(below(source, 7)) for _ in range(14_000))
    assert set(counts) == set(range(7))
    assert all(1800 < count < 2200 for count in counts.values())


def test_a_shuffle_keeps_the_cards_and_stays_in_its_part():
    cards = np.arange(20, dtype=np.int8)
    shuffle(generator(1), cards, 5, 15)
    assert cards[:5].tolist() == [0, 1, 2, 3, 4] and cards[15:].tolist() == [15, 16, 17, 18, 19]
    assert sorted(cards.tolist()) == list(range(20)) and cards.tolist() != list(range(20))


def test_all_orders_of_a_shuffle_are_as_likely():
    source, counts = generator(2), Counter()
    for _ in range(6000):
        cards = np.arange(3, dtype=np.int8)
        shuffle(source, cards, 0, 3)
        counts[tuple(cards.tolist())] += 1
    assert len(counts) == 6
    assert all(850 < count < 1150 for count in counts.values())


def test_games_of_a_run_have_seeds_of_their_own():
    seeds = {int(game_seed(np.uint64(run), index)) for run in range(40) for index in range(200)}
    assert len(seeds) == 8000


@pytest.mark.parametrize(("seed", "index"), [(0, 0), (7, 3), (-1, 0), (HIGHEST, 10**6)])
def test_a_game_draws_from_the_seed_of_its_run_and_its_number(seed, index):
    own = int(next_number(generator(seed - STEP)))  # the seed itself, mixed
    first = int(next_number(generator(own + index * STEP)))
    assert int(game_source(seed, index)[0]) == int(game_seed(np.uint64(seed % 2**64), index)) == first


def test_any_of_a_set_is_as_likely_as_the_others():
    source, actions = generator(4), np.uint64(0b1001_0010)
    counts = Counter(int(any_of(source, actions)) for _ in range(3000))
    assert set(counts) == {1, 4, 7}
    assert all(850 < count < 1150 for count in counts.values())
