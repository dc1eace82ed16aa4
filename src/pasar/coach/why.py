"""Why a move was worse: it and the better one played on in the same worlds, compared by where the points come from."""

from dataclasses import dataclass

import numpy as np

from pasar.coach.decisions import Candidate, Estimate, Verdict
from pasar.coach.judge import Budget, Court
from pasar.coach.playouts import KNOWN
from pasar.games.contract import State

EXPLAINING = 3  # a question with worlds of its own
MATTERS = 0.1  # points, from which a source is named


@dataclass(frozen=True)
class Part:
    """What one source of points has to do with it."""

    source: str
    ruling: str
    points: Estimate  # that the better move brings more


@dataclass(frozen=True)
class Reason:
    """What the better move brings more than the one that was made, in points at the end."""

    points: Estimate
    parts: tuple[Part, ...]  # that matter, the largest first
    rest: float  # what all others bring together
    others: Estimate  # and what it brings the other seats, on average


def why(court: Court, budget: Budget, state: State, verdict: Verdict, played: Candidate) -> Reason:
    seat = verdict.turn.seat
    seed = court.seed_for(EXPLAINING, verdict.stride, seat)
    lines = [verdict.best.line, played.line]
    _, parts = court.shares_and_parts(state, KNOWN, lines, budget.doubt, seat, seed)
    more = parts[0] - parts[1]  # by world, seat and source
    rulings = court.game.coach.RULINGS if court.game.coach is not None else {}
    named = [
        Part(source, rulings.get(source, ""), _mean(more[:, seat, place]))
        for place, source in enumerate(court.game.ledger.SOURCES)
    ]
    shown = [part for part in named if abs(part.points.value) >= MATTERS and not part.points.low < 0 < part.points.high]
    shown.sort(key=lambda part: -abs(part.points.value))
    points = more.sum(axis=2)
    own = _mean(points[:, seat])
    rest = own.value - sum(part.points.value for part in shown)
    return Reason(own, tuple(shown), rest, _mean(np.delete(points, seat, axis=1).mean(axis=1)))


def _mean(values: np.ndarray) -> Estimate:
    return Estimate(float(values.mean()), float(values.std()) / len(values) ** 0.5)
