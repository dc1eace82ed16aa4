"""Means and how sure they are, from exact whole-number sums: the order of adding changes nothing."""

from dataclasses import dataclass
from functools import cache
from math import exp, inf, lgamma, log, log1p, sqrt

Z95 = 1.959964  # a normal variable is within so many standard deviations in 95 of 100 cases
MOST_STEPS, PRECISION = 500, 1e-12  # of a continued fraction

Interval = tuple[float, float]


@dataclass
class Sums:
    """How many numbers there were, what they add up to, and what their squares add up to."""

    count: int = 0
    total: int = 0
    squares: int = 0

    def add(self, other: "Sums") -> None:
        self.count += other.count
        self.total += other.total
        self.squares += other.squares

    @property
    def mean(self) -> float:
        return self.total / self.count

    @property
    def sd(self) -> float | None:
        """The standard deviation of a sample; one number alone has none."""
        if self.count < 2:
            return None
        return sqrt((self.count * self.squares - self.total**2) / (self.count * (self.count - 1)))

    @property
    def interval(self) -> Interval | None:
        """Where the true mean lies with 95 %, as Student's t: among few numbers their deviation is itself unsure."""
        if self.sd is None:
            return None
        half = t95(self.count) * self.sd / sqrt(self.count)
        return self.mean - half, self.mean + half


def wilson(share: float, count: int) -> Interval:
    """Where the true share lies with 95 %, by Wilson's score: sound for shares near 0 and 1 and for few games.

    A victory that is shared counts in part, which scatters less than whole ones: then this is a little too wide.
    """
    z2 = Z95**2 / count
    middle = (share + z2 / 2) / (1 + z2)
    half = Z95 / (1 + z2) * sqrt(share * (1 - share) / count + z2 / (4 * count))
    return max(0.0, middle - half), min(1.0, middle + half)


@cache
def t95(count: int) -> float:
    """Within so many standard errors the mean of so many numbers lies in 95 of 100 cases (Student's t)."""
    if count < 2:
        return inf
    low, high = Z95, 13.0  # of two numbers it is 12.7
    while high - low > PRECISION:
        middle = (low + high) / 2
        low, high = (middle, high) if student_tail(middle, count - 1) > 0.05 else (low, middle)
    return high


def student_tail(statistic: float, freedom: int) -> float:
    """How likely Student's t is further from 0, to either side: among few games likelier than a normal variable."""
    part = freedom / (freedom + statistic**2)
    return incomplete_beta(freedom / 2, 0.5, part)


def incomplete_beta(a: float, b: float, x: float) -> float:
    """Regularised, by its continued fraction (DLMF 8.17.22), from the side on which that converges soon."""
    if x <= 0 or x >= 1:
        return max(0.0, min(1.0, x))
    if x > (a + 1) / (a + b + 2):
        return 1.0 - incomplete_beta(b, a, 1.0 - x)
    value, above, below = 1.0, 1.0, 0.0
    for step in range(1, MOST_STEPS):
        half = step // 2
        factor = -(a + half) * (a + b + half) if step % 2 else half * (b - half)
        term = factor * x / ((a + step - 1) * (a + step))
        above, below = 1 + term / above, 1 / (1 + term * below)
        value *= above * below
        if abs(1 - above * below) < PRECISION:
            break
    return exp(lgamma(a + b) - lgamma(a) - lgamma(b) + a * log(x) + b * log1p(-x)) / a / value
