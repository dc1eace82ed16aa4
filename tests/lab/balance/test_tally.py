"""A tally says of games what can be counted in them one by one."""

import numpy as np
import pytest

from pasar.games import find
from pasar.lab.balance.tally import Tally
from pasar.lab.rows import Columns, Plan, play

GAMES = 300


def plan_of(game: str, players: int) -> Plan:
    return Plan.of(find(game), find(game).check(players=players), GAMES, 5, ("greedy",) * players)


@pytest.fixture(scope="module", params=[("bali", 2), ("basari", 3)], ids=["bali", "basari"])
def played(request: pytest.FixtureRequest) -> tuple[Tally, Columns]:
    plan = plan_of(*request.param)
    columns = play(plan, 0, GAMES)
    tally = Tally(plan)
    tally.add(columns)
    return tally, columns


def test_shares_and_means_are_those_of_the_rows(played: tuple[Tally, Columns]) -> None:
    tally, columns = played
    assert tally.share(1).value == pytest.approx(float(columns["share_1"].mean()))
    assert tally.moments.mean("margin").value == pytest.approx(columns["margin"].mean())
    assert tally.histograms["turns"].sum() == tally.games == GAMES


def test_an_effect_is_a_covariance_over_a_deviation(played: tuple[Tally, Columns]) -> None:
    tally, columns = played
    seats = range(tally.plan.players)
    shares = np.concatenate([columns[f"share_{seat}"] for seat in seats])
    for thing in tally.things:
        counts = np.concatenate([columns[f"{thing}_{seat}"] for seat in seats]).astype(float)
        found = tally.effect(thing)
        if found is not None:
            covariance = ((counts - counts.mean()) * (shares - shares.mean())).mean()
            assert found.value == pytest.approx(covariance / counts.std(), abs=1e-6)


def test_shares_by_count_are_those_of_the_seats_that_had_it(played: tuple[Tally, Columns]) -> None:
    tally, columns = played
    thing, seats = tally.things[0], range(tally.plan.players)
    for count, share, (low, high), games in tally.by_count(thing, 1):
        had = np.stack([columns[f"{thing}_{seat}"] == count for seat in seats])
        shares = np.stack([columns[f"share_{seat}"] for seat in seats])
        assert share == pytest.approx(float(shares[had].mean())) and low <= share <= high
        assert games == had.any(axis=0).sum()


def test_remarkable_games_are_the_extremes(played: tuple[Tally, Columns]) -> None:
    tally, columns = played
    best = np.max([columns[f"points_{seat}"] for seat in range(tally.plan.players)], axis=0)
    assert max(tally.outliers["highest"].points) == best.max()
    assert tally.outliers["longest"].turns == columns["turns"].max()
    assert columns["margin"][tally.outliers["closest"].number] == columns["margin"].min()


def test_chunks_change_nothing(played: tuple[Tally, Columns]) -> None:
    whole, columns = played
    parts = Tally(whole.plan)
    for at in range(0, GAMES, 77):
        parts.add({name: column[at : at + 77] for name, column in columns.items()})
    assert parts.outliers == whole.outliers and np.array_equal(parts.moments.products, whole.moments.products)
    assert np.array_equal(parts.won, whole.won) and np.array_equal(parts.games_with, whole.games_with)
