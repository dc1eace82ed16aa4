"""Why a move was worse: it and the better one played on in the same worlds, compared by where the points come from."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from pasar.coach.decisions import Candidate, ShareEstimate, Verdict
from pasar.coach.judge import Court, Line, PlayoutBudget
from pasar.coach.playouts import KNOWN
from pasar.games.contract import State

EXPLAINING = 3  # a question with worlds of its own
MATTERS = 0.1  # points, from which a source is named


@dataclass(frozen=True)
class PointsFrom:
    """What one source of points has to do with it."""

    source: str
    ruling: str
    points: ShareEstimate  # that the better move brings more


@dataclass(frozen=True)
class Explanation:
    """What the better move brings more than the one that was made, in points at the end."""

    points: ShareEstimate
    parts: tuple[PointsFrom, ...]  # that matter, the largest first
    rest: float  # what all others bring together
    others: ShareEstimate  # and what it brings the other seats, on average

    def as_json(self) -> dict[str, Any]:
        parts = [
            {"source": part.source, "ruling": part.ruling, "points": round(part.points.value, 2)} for part in self.parts
        ]
        return {
            "points": round(self.points.value, 2),
            "interval": [round(self.points.low, 2), round(self.points.high, 2)],
            "parts": parts,
            "others": round(self.others.value, 2),
        }


def why(court: Court, budget: PlayoutBudget, state: State, verdict: Verdict, played: Candidate) -> Explanation:
    seat = verdict.turn.seat
    seed = court.seed_for(EXPLAINING, verdict.stride, seat)
    lines = [verdict.best.line, played.line]
    return reasons(court, state, seat, lines, budget.doubt, seed)[0]


def reasons(court: Court, state: State, seat: int, lines: list[Line], worlds: int, seed: int) -> list[Explanation]:
    """Why the first line is better than each of the others."""
    _, parts = court.shares_and_parts(state, KNOWN, lines, worlds, seat, seed)
    return [_reason(court, seat, parts[0] - other) for other in parts[1:]]


def _reason(court: Court, seat: int, more: np.ndarray) -> Explanation:
    """Of what one line brings more than another, by world, seat and source."""
    rulings = court.game.coach.RULINGS if court.game.coach is not None else {}
    named = [
        PointsFrom(source, rulings.get(source, ""), _mean(more[:, seat, place]))
        for place, source in enumerate(court.game.ledger.SOURCES)
    ]
    shown = [part for part in named if abs(part.points.value) >= MATTERS and not part.points.low < 0 < part.points.high]
    shown.sort(key=lambda part: -abs(part.points.value))
    points = more.sum(axis=2)
    own = _mean(points[:, seat])
    rest = own.value - sum(part.points.value for part in shown)
    return Explanation(own, tuple(shown), rest, _mean(np.delete(points, seat, axis=1).mean(axis=1)))


def _mean(values: np.ndarray) -> ShareEstimate:
    return ShareEstimate(float(values.mean()), float(values.std()) / len(values) ** 0.5)
