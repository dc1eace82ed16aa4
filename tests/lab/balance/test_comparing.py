"""Every number of a game is compared over the same deals, and corrected for how many there are."""

from dataclasses import replace

import numpy as np
import pandas
import pytest

from pasar.games import find
from pasar.lab.balance.comparing import BAR, Difference, PairedSums, holm, judged, largest, pairs
from pasar.lab.balance.moments import Estimate
from pasar.lab.rows import Gift, Plan, places, play
from pasar.lab.statistics import t95

GAMES = 200


def plan() -> Plan:
    return Plan.of(find("bali"), find("bali").check(), GAMES, 5, ("greedy",) * 2)


@pytest.fixture(scope="module")
def rich() -> tuple[pandas.DataFrame, pandas.DataFrame, list[Difference]]:
    """The same deals with and without ten stone more for seat 1: both as frames, and what we say of them."""
    given = replace(plan(), gifts=(Gift(1, "stone", 10),))
    changed, printed = play(given, 0, GAMES), play(plan(), 0, GAMES)
    found = judged({"rich": pairs(plan(), changed, printed, slice_size=37)})["rich"]
    return pandas.DataFrame(changed), pandas.DataFrame(printed), found


def test_differences_are_those_that_pandas_finds(rich) -> None:
    changed, printed, found = rich
    for each in found:
        if each.what in ("open", "share"):
            continue
        names = [f"{each.what}_{seat}" for seat in (range(2) if each.seat is None else [each.seat])]
        names = names if names[0] in printed else [each.what]
        before, after = (frame[names].astype(float).sum(axis=1) for frame in (printed, changed))
        apart = after - before
        assert each.change.value == pytest.approx(apart.mean()) and each.printed == pytest.approx(before.mean())
        assert each.change.half == pytest.approx(t95(len(apart)) * apart.sem(), abs=1e-9)
        if before.std() > 0:
            assert each.size == pytest.approx(abs(apart.mean()) / before.std())


def test_every_column_is_compared(rich) -> None:
    _, _, found = rich
    compared = {each.what if each.seat is None else f"{each.what}_{each.seat}" for each in found}
    assert {place.name for place in places(plan())} - compared == {"number", "winners"}
    assert {"points", "played_shrine", "from_shrines"} <= compared  # all seats together


def test_what_a_gift_buys_is_found_and_the_largest_come_first(rich) -> None:
    _, _, found = rich
    best = largest(found)
    assert (
        best
        and all(each.p < BAR for each in best)
        and [each.size for each in best] == sorted((each.size for each in best), reverse=True)
    )
    assert len({each.what for each in best}) == len(best)
    assert any(each.what.startswith("paid_for") and each.change.value > 0 for each in best)


def test_holm_raises_chances_by_how_many_there_are() -> None:
    assert holm([0.01, 0.04, 0.03]) == pytest.approx([0.03, 0.06, 0.06])
    assert holm([0.9, 0.2]) == pytest.approx([0.9, 0.4]) and holm([]) == []


def test_few_games_prove_little() -> None:
    """Eight games that differ by 4.3 standard errors, or all by one: p is Student's, and that of eight equal signs."""
    found = PairedSums(plan())
    found.games = 8
    found.sums[2:] = np.array([[-13.0], [29.0]])
    assert {round(each[-1], 4) for each in found.estimates} == {0.0034}
    found.sums[2:] = np.array([[8.0], [8.0]])
    assert {each[-1] for each in found.estimates} == {2.0**-7}


def test_games_that_do_not_differ_show_no_difference() -> None:
    rows = play(plan(), 0, 20)
    found = judged({"same": pairs(plan(), rows, rows)})["same"]
    assert largest(found) == [] and {each.change for each in found} == {Estimate(0.0, 0.0)}
