"""A story of events as numbers, written by the rules while they run, and only if somebody listens.

The rules pass `story` along to every function. It is either None, and then the compiled rules contain no trace of
it, or an array of rows: row 0 counts the events, each further row is one (code, seat, then up to four numbers).
"""

import numpy as np

from pasar.kernel.jit import kernel

COLUMNS = 6  # code, seat, a, b, c, d
LONGEST = 512  # events that one move can cause, with room to spare
NOBODY = -1  # the seat of an event that belongs to none


def blank_story() -> np.ndarray:
    return np.zeros((LONGEST, COLUMNS), dtype=np.int16)


@kernel
def tell(story, code, seat, a=0, b=0, c=0, d=0):
    """Append an event, if somebody listens."""
    if story is not None:
        row = int(story[0, 0]) + 1
        story[0, 0] = row
        story[row, 0] = code
        story[row, 1] = seat
        story[row, 2] = a
        story[row, 3] = b
        story[row, 4] = c
        story[row, 5] = d


def told(story: np.ndarray) -> list[tuple[int, ...]]:
    """The events of a story, as rows of plain numbers."""
    return unpacked(packed(story))


def packed(story: np.ndarray) -> bytes:
    """The events of a story in a few bytes."""
    return story[1 : int(story[0, 0]) + 1].tobytes()


def unpacked(story: bytes) -> list[tuple[int, ...]]:
    rows: list[list[int]] = np.frombuffer(story, dtype=np.int16).reshape(-1, COLUMNS).tolist()
    return [tuple(row) for row in rows]
