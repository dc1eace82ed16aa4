"""How well somebody played, as numbers and names: Lichess' accuracy, and the error a decision."""

from collections.abc import Sequence
from math import exp
from statistics import fmean, pstdev

# Lichess: accuracy of one move for points of winning chance lost.
HEIGHT, STEEPNESS, DEPTH = 103.1668, 0.04354, 3.1669
WINDOWS, SHORTEST, LONGEST = 10, 2, 8  # the volatility around a move is that of a tenth of the game, within limits
LEAST_WEIGHT, MOST_WEIGHT = 0.5, 12.0
LEAST_ACCURACY = 1.0  # in the harmonic mean, which one 0 would decide alone

# The names of mean errors a decision, in points of chance, up to each bar.
LEVELS = (("master", 0.5), ("strong", 1.0), ("good", 2.0), ("casual", 4.0), ("beginner", float("inf")))


def accuracy(lost: float) -> float:
    """Of one move that lost this share of the victory, from 0 to 100."""
    return min(100.0, max(0.0, HEIGHT * exp(-STEEPNESS * 100 * lost) - DEPTH))


def weights(curve: Sequence[float]) -> list[float]:
    """How much each step of a game counts: as much as the chances (from 0 to 1) moved around it."""
    size = min(LONGEST, max(SHORTEST, len(curve) // WINDOWS))
    percent = [100 * share for share in curve]
    windows = (percent[max(0, place - size + 2) : place + 2] for place in range(len(curve) - 1))
    return [min(MOST_WEIGHT, max(LEAST_WEIGHT, pstdev(window))) for window in windows]


def game_accuracy(accuracies: Sequence[float], weighing: Sequence[float]) -> float | None:
    """Of one seat: halfway between the mean weighted by volatility and the harmonic mean; None without decisions."""
    if not accuracies:
        return None
    weighted = sum(a * w for a, w in zip(accuracies, weighing, strict=True)) / sum(weighing)
    harmonic = len(accuracies) / sum(1 / max(LEAST_ACCURACY, each) for each in accuracies)
    return (weighted + harmonic) / 2


def error_rate(errors: Sequence[float]) -> float | None:
    """Points of chance lost a decision. Errors are taken as measured: noise is on either side, so it cancels."""
    return 100 * max(0.0, fmean(errors)) if errors else None


def level(rate: float) -> str:
    return next(name for name, bar in LEVELS if rate <= bar)
