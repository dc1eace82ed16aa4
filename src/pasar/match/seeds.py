"""Seeds: the whole numbers that fix all chance. There are 2^64 of them, and no two mean the same."""

from operator import index
from typing import Any

from pasar.errors import PasarError

LEAST, MOST = -(2**63), 2**63 - 1


def check_seed(seed: Any) -> int:
    """A seed that somebody has given. A larger number would give the same deals as a smaller one."""
    try:
        number = index(seed)
    except TypeError:
        raise PasarError(f"a seed is a whole number, and {seed!r:.40} is none") from None
    if not LEAST <= number <= MOST:
        raise PasarError(f"a seed lies between -2^63 and 2^63 - 1, and {number:.6g} does not")
    return number
