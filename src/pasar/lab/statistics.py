"""Means and how sure they are, from exact whole-number sums: the order of adding changes nothing."""

from dataclasses import dataclass
from math import sqrt

Z95 = 1.959964  # a normal variable is within so many standard deviations in 95 of 100 cases

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
        """Where the true mean lies with 95 %, as a normal variable."""
        if self.sd is None:
            return None
        half = Z95 * self.sd / sqrt(self.count)
        return self.mean - half, self.mean + half


def wilson(share: float, count: int) -> Interval:
    """Where the true share lies with 95 %, by Wilson's score: sound for shares near 0 and 1 and for few games.

    A victory that is shared counts in part, which scatters less than whole ones: then this is a little too wide.
    """
    z2 = Z95**2 / count
    middle = (share + z2 / 2) / (1 + z2)
    half = Z95 / (1 + z2) * sqrt(share * (1 - share) / count + z2 / (4 * count))
    return max(0.0, middle - half), min(1.0, middle + half)
