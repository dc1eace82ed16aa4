"""Sets of actions as words, against Python's own sets."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from pasar.games.contract import actions_in, seats_in
from pasar.kernel import bits

MEMBERS = st.sets(st.integers(0, 63))


def word(members):
    return np.uint64(sum(1 << member for member in members))


@given(MEMBERS)
def test_a_set_counts_and_lists_its_members(members):
    assert bits.size(word(members)) == len(members)
    assert list(actions_in(word(members))) == sorted(members)
    assert bool(bits.single(word(members))) == (len(members) == 1)
    assert seats_in(int(word(members))) == tuple(sorted(members))


@given(MEMBERS, st.integers(0, 63))
def test_a_set_has_its_members_and_no_others(members, action):
    assert bool(bits.has(word(members), action)) == (action in members)


@given(MEMBERS.filter(bool))
def test_members_are_found_by_their_place(members):
    assert bits.first(word(members)) == min(members)
    assert [bits.nth(word(members), place) for place in range(len(members))] == sorted(members)


@given(st.integers(0, 63), st.integers(0, 63))
def test_a_span_is_a_run_of_members(first, count):
    count = min(count, 64 - first)
    assert bits.span(first, count) == word(range(first, first + count))
    assert bits.bit(first) == word([first])


@given(st.sets(st.integers(0, 7)).filter(bool))
def test_the_lowest_seat_of_a_set_is_found(seats):
    assert bits.lowest_seat(sum(1 << seat for seat in seats)) == min(seats)
