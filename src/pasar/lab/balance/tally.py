"""What a report remembers of games: sums, how often each number came up, and the strangest games. It does not grow."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from pasar.games.ledger import NOBODY
from pasar.lab.balance.moments import Estimate, Moments
from pasar.lab.rows import Columns, Plan, places
from pasar.lab.statistics import Interval, wilson

PARTS = 60  # of a victory: shared by up to five, each has whole parts
COUNTS = 40  # how often something is told apart in one game; more counts as this
BINS = 20  # of a part of a game
HISTOGRAMS = ("turns", "margin")
LONGEST = 2048  # of a histogram
COURSE = ("ahead", "open")  # parts of the turns: that the winner led; until it led for good


@dataclass(frozen=True)
class Outlier:
    """The game in which a number was most remarkable."""

    rank: tuple[int, ...]
    number: int
    points: tuple[int, ...]
    turns: int
    decisions: int


class Tally:
    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.things = tuple(_things(plan))
        names = [place.name for place in places(plan) if place.name not in ("number", "winners")]
        self.moments = Moments([*names, "best", *COURSE, *(f"with_{thing}" for thing in self.things)])
        self.histograms = {name: np.zeros(LONGEST, np.int64) for name in HISTOGRAMS}
        self.parts = {name: np.zeros(BINS + 1, np.int64) for name in COURSE}
        shape = (len(self.things), COUNTS + 1)
        self.held, self.won, self.games_with = (np.zeros(shape, np.int64) for _ in range(3))
        self.outliers: dict[str, Outlier] = {}

    @property
    def games(self) -> int:
        return self.moments.games

    def add(self, columns: Columns) -> None:
        """Count a chunk of games."""
        added = dict(columns)
        seats = range(self.plan.players)
        for seat in seats:
            added[f"share_{seat}"] = np.rint(columns[f"share_{seat}"] * PARTS).astype(np.int64)
        added["best"] = np.max([columns[f"points_{seat}"] for seat in seats], axis=0)
        for name, part in zip(COURSE, ("led", "decided"), strict=True):
            added[name] = per_mille(columns, part)
            self.parts[name] += np.bincount(added[name] * BINS // 1000, minlength=BINS + 1)
        for name, histogram in self.histograms.items():
            histogram += np.bincount(np.clip(added[name], 0, LONGEST - 1), minlength=LONGEST)
        self._relate(added)
        self._remember(added)
        self.moments.add(added)

    def _relate(self, added: Columns) -> None:
        """How often each count of a thing went with which part of the victory."""
        seats = range(self.plan.players)
        shares = np.stack([added[f"share_{seat}"] for seat in seats])
        for row, thing in enumerate(self.things):
            counts = np.stack([added[f"{thing}_{seat}"] for seat in seats]).astype(np.int64)
            added[f"with_{thing}"] = (counts * (shares * len(seats) - PARTS)).sum(axis=0)
            held = np.minimum(counts, COUNTS)
            self.held[row] += np.bincount(held.ravel(), minlength=COUNTS + 1)
            self.won[row] += np.bincount(held.ravel(), shares.ravel(), COUNTS + 1).astype(np.int64)
            for seat in seats:
                is_new = np.all(held[:seat] != held[seat], axis=0)
                self.games_with[row] += np.bincount(held[seat][is_new], minlength=COUNTS + 1)

    def _remember(self, added: Columns) -> None:
        self._outlier("closest", added, -added["margin"].astype(np.int64), added["best"])
        self._outlier("clearest", added, added["margin"], added["best"])
        self._outlier("highest", added, added["best"], added["margin"])
        self._outlier("longest", added, added["turns"], added["decisions"])

    def _outlier(self, name: str, added: Columns, first: np.ndarray, second: np.ndarray) -> None:
        row = int(np.lexsort((-added["number"], second, first))[-1])
        number, seats = int(added["number"][row]), range(self.plan.players)
        points = tuple(int(added[f"points_{seat}"][row]) for seat in seats)
        rank = (int(first[row]), int(second[row]), -number)
        found = Outlier(rank, number, points, int(added["turns"][row]), int(added["decisions"][row]))
        if name not in self.outliers or found.rank > self.outliers[name].rank:
            self.outliers[name] = found

    # --- What is asked of it ------------------------------------------------------------------------------------------

    def share(self, seat: int) -> Estimate:
        """By Wilson's interval, to its farther end: also right for a seat that never won a few games."""
        value = self.moments.mean(f"share_{seat}").value / PARTS
        low, high = wilson(value, self.games)
        return Estimate(value, max(value - low, high - value))

    def chance_of_equal_seats(self) -> float:
        return self.moments.chance_of_equal([f"share_{seat}" for seat in range(self.plan.players)])

    def all_seats(self, name: str) -> dict[str, float]:
        """A column of every seat, as one sum."""
        return {f"{name}_{seat}": 1.0 for seat in range(self.plan.players)}

    def effect(self, thing: str) -> Estimate | None:
        """How much more of the victory goes with one standard deviation more of a thing; None if it never varies."""
        count, seats = self.games * self.plan.players, range(self.plan.players)
        squares = sum(self.moments.products[p, p] for p in (self.moments.place[f"{thing}_{s}"] for s in seats))
        mean = sum(self.moments.total(f"{thing}_{seat}") for seat in seats) / count
        variance = squares / count - mean**2
        if variance < 1e-9:
            return None
        return self.moments.mean(f"with_{thing}").times(1 / (PARTS * len(seats) ** 2 * variance**0.5))

    def by_count(self, thing: str, fewest_games: int) -> list[tuple[int, float, Interval, int]]:
        """(how many, share of the victory, its interval, games), for counts that came up in enough games."""
        row = self.things.index(thing)
        return [
            (count, share, wilson(share, games), games)
            for count, games in enumerate(self.games_with[row].tolist())
            if games >= fewest_games
            for share in [float(self.won[row, count]) / (PARTS * float(self.held[row, count]))]
        ]


def per_mille(columns: Columns, part: str) -> np.ndarray:
    """Of a game's turns."""
    turns = np.maximum(columns["turns"].astype(np.int64), 1)
    parts: np.ndarray = (columns[part].astype(np.int64) * 1000 + turns // 2) // turns
    return parts


def _things(plan: Plan) -> Iterator[str]:
    """What a seat can have or do so many of: every column of a seat that is counted, without the seat."""
    columns = plan.found.ledger.COLUMNS
    left_out = {column.name for column in columns if column.of == NOBODY or column.amount not in ("", "count")}
    for place in plan.books.places:
        name, _, seat = place.name.rpartition("_")
        column = max((each.name for each in columns if f"{name}_".startswith(each.name + "_")), key=len, default="")
        if seat == "0" and column not in left_out:
            yield name
