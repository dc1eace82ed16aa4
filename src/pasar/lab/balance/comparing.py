"""The same deals played in two ways, compared in everything that is written down of a game.

Many numbers are looked at, so some differ by chance. Holm's method raises each p-value by how many there are: the
chance that anything at all is called a difference that is none stays below `BAR`.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from math import inf, isfinite, sqrt
from typing import Any

import numpy as np

from pasar.lab.balance.moments import Estimate
from pasar.lab.balance.tally import PARTS, per_mille
from pasar.lab.rows import Columns, Plan, places
from pasar.lab.statistics import student_tail, t95

BAR = 0.05  # ours
LARGEST = 5  # are told first
NOT_COMPARED = ("number", "winners")  # names, not amounts
SCALES = {"share": 1 / PARTS, "open": 1 / 1000}  # from the whole numbers that are added up

Series = tuple[str, int | None]  # what, and of which seat; None: of all together


@dataclass(frozen=True)
class Difference:
    """What a change does to one number of a game."""

    what: str
    seat: int | None
    printed: float  # its mean without the change
    change: Estimate
    size: float  # in standard deviations between games without the change; infinite if there it never varied
    p: float  # after Holm

    @property
    def holds(self) -> bool:
        return self.p < BAR

    def as_json(self) -> dict[str, Any]:
        size = float(f"{self.size:.4g}") if isfinite(self.size) else None
        return self.change.as_json() | {"printed": float(f"{self.printed:.6g}"), "deviations": size,
                                        "p_holm": float(f"{self.p:.3g}")}  # fmt: skip


class PairedSums:
    """Sums over games that were played in both ways: of every number, and of its differences game by game."""

    def __init__(self, plan: Plan) -> None:
        self.series = tuple(_series(plan))
        self.games = 0
        self.sums = np.zeros((4, len(self.series)))  # of what was printed, its squares, the differences, their squares

    def add(self, changed: Columns, printed: Columns) -> None:
        before, after = (self._matrix(columns) for columns in (printed, changed))
        apart = after - before
        self.games += len(before)
        self.sums += [before.sum(axis=0), (before**2).sum(axis=0), apart.sum(axis=0), (apart**2).sum(axis=0)]

    def _matrix(self, columns: Columns) -> np.ndarray:
        """A row a game, a column for each of the series: whole numbers, so that no order of adding matters."""
        found = []
        for what, of_all in groupby(self.series, key=lambda each: each[0]):
            seats = [seat for _, seat in of_all if seat is not None]
            parts = [_whole(columns, f"{what}_{seat}") for seat in seats]
            together = [np.sum(parts, axis=0)] if parts and (what, None) in self.series else []
            found += [*together, *parts] if parts else [_whole(columns, what)]
        return np.column_stack(found).astype(np.float64)

    @property
    def estimates(self) -> Iterator[tuple[Series, float, Estimate, float, float]]:
        """Each of the series: its printed mean, the change, how large that is, and how likely by chance."""
        for place, (what, seat) in enumerate(self.series):
            total, squares, apart, apart_squares = self.sums[:, place].tolist()
            spread, error = _sd(total, squares, self.games), _sd(apart, apart_squares, self.games) / sqrt(self.games)
            mean, scale = apart / self.games, SCALES.get(what, 1.0)
            size = 0.0 if not mean else abs(mean) / spread if spread else inf
            p = 1.0 if not mean else self._chance(mean, error)
            yield (
                (what, seat),
                total / self.games * scale,
                Estimate(mean, t95(self.games) * error).times(scale),
                size,
                p,
            )

    def _chance(self, mean: float, error: float) -> float:
        """How likely such a mean is if nothing differs. The same in every game: as likely as that all have one sign."""
        return student_tail(mean / error, self.games - 1) if error else 2.0 ** (1 - self.games)


def _sd(total: float, squares: float, count: int) -> float:
    return sqrt(max(0.0, squares - total**2 / count) / (count - 1)) if count > 1 else inf


def _series(plan: Plan) -> Iterator[Series]:
    """Every column of the rows; those that every seat has also added up."""
    seats = range(plan.players)
    names = [place.name for place in places(plan) if place.name not in NOT_COMPARED]
    of_seats = {stem: None for name in names if (stem := _stem(name)) and f"{stem}_{seats[-1]}" in names}
    yield from ((name, None) for name in [*(each for each in names if _stem(each) not in of_seats), "open"])
    for stem in of_seats:
        yield from ((stem, seat) for seat in ((*seats,) if stem == "share" else (None, *seats)))


def _stem(name: str) -> str:
    """`points_1` as `points`; nothing for what is no seat's."""
    stem, _, seat = name.rpartition("_")
    return stem if seat.isdigit() else ""


def _whole(columns: Columns, name: str) -> np.ndarray:
    if name == "open":
        return per_mille(columns, "decided")
    amount = np.rint(columns[name] * PARTS) if name.startswith("share_") else columns[name]
    counted: np.ndarray = amount.astype(np.int64)
    return counted


def judged(found: Mapping[str, PairedSums]) -> dict[str, list[Difference]]:
    """Every difference of several changes; all of them were looked at, so all of them count for Holm."""
    every = [(name, *each) for name, pairs in found.items() for each in pairs.estimates]
    chances = holm([each[-1] for each in every])
    differences: dict[str, list[Difference]] = {name: [] for name in found}
    for (name, (what, seat), printed, change, size, _), p in zip(every, chances, strict=True):
        differences[name].append(Difference(what, seat, printed, change, size, p))
    return differences


def holm(chances: Sequence[float]) -> list[float]:
    """P-values, raised by how many there are (Holm 1979): the smallest most, none above a larger one's."""
    raised, highest = [1.0] * len(chances), 0.0
    for place, index in enumerate(sorted(range(len(chances)), key=lambda each: chances[each])):
        highest = max(highest, min(1.0, chances[index] * (len(chances) - place)))
        raised[index] = highest
    return raised


def largest(differences: Sequence[Difference]) -> list[Difference]:
    """Of those that hold the largest first; of each number only where it is largest: together, or at one seat."""
    best: dict[str, Difference] = {}
    for each in sorted((each for each in differences if each.holds), key=lambda each: -each.size):
        best.setdefault(each.what, each)
    return list(best.values())


def pairs(plan: Plan, changed: Columns, printed: Columns, slice_size: int = 4096) -> PairedSums:
    """Of whole runs, piece by piece: products of all of it at once would be large."""
    found = PairedSums(plan)
    for at in range(0, len(changed["number"]), slice_size):
        part = slice(at, min(at + slice_size, len(changed["number"])))
        found.add(*({name: column[part] for name, column in columns.items()} for columns in (changed, printed)))
    return found
