"""A list that only grows, shared by those who go on from it."""

import pytest

from pasar.match.log import Log
from pasar.match.match import Match


def test_what_one_adds_the_other_does_not_see() -> None:
    first = Log("ab")
    second = first.fork()
    second.append("c")
    first.append("x")
    third = first.fork()
    third.append("y")
    assert [list(one) for one in (first, second, third)] == [list("abx"), list("abc"), list("abxy")]


def test_what_is_cut_off_does_not_come_back() -> None:
    whole = Log(range(5))
    part = whole.fork()
    part.cut(2)
    part.append(9)
    assert list(part) == [0, 1, 9] and list(whole) == [0, 1, 2, 3, 4]
    assert part[-1] == 9 and part[0:2] == [0, 1] and len(part) == 3
    with pytest.raises(IndexError):
        part[3]


def test_a_copy_of_a_long_match_costs_what_one_of_a_short_match_costs() -> None:
    match = Match.new("bali", players=2, seed=1)
    for _ in range(30):
        match.play(match.open()[0])
    other = match.fork()
    assert other._moves._items is match._moves._items and other._told._items is match._told._items
    other.play(other.open()[0])
    assert len(match.moves) == 30 and match._moves._items is other._moves._items
    match.play(match.open()[-1])
    assert match.moves[:30] == other.moves[:30] and len(match.moves) == len(other.moves) == 31
