"""How much of a result is luck where everybody at the table plays alike."""

from collections.abc import Sequence

import numpy as np

from pasar.lab.arena import GameResult
from pasar.lab.balance.moments import Estimate
from pasar.lab.statistics import Z95


def luck_share(played: Sequence[GameResult]) -> Estimate:
    """The part of what results differ by that goes with luck: their covariance over the results' variance.

    A result is an even share, what the seat is worth, luck and play, so such parts of all of them add up to one. What
    the seat is worth is left out: results are compared with the mean of their seat. Each game is one piece of luck.
    """
    results = np.array([outcome.shares for outcome in played])
    apart = results - results.mean(axis=0)
    with_luck = (np.array([outcome.luck for outcome in played]) * apart).sum(axis=1)
    varied = (apart**2).sum(axis=1)
    if varied.sum() == 0.0:
        return Estimate(0.0, float("inf"))
    share = float(with_luck.sum() / varied.sum())
    error = float(np.sqrt(((with_luck - share * varied) ** 2).sum() * len(played) / (len(played) - 1)) / varied.sum())
    return Estimate(share, Z95 * error)
