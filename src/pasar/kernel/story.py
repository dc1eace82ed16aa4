"""A story of events as numbers, written by the rules while they run, and only if somebody listens.

The rules pass `story` along to every function. It is either None, and then the compiled rules contain no trace of
it, or an array of rows: row 0 counts the events, each further row is one: its code, its seat, up to four numbers, and,
if it follows from an answer that the rules gave because there was no other (T1), 1 + the seat that was asked.
"""

import numpy as np

from pasar.kernel.jit import inner

ARGUMENTS = 4  # a, b, c, d
COLUMNS = 2 + ARGUMENTS + 1  # code, seat, arguments, answer
LONGEST = 512  # events that one move can cause, with room to spare
NOBODY = -1  # the seat of an event that belongs to none


def blank_story() -> np.ndarray:
    return np.zeros((LONGEST, COLUMNS), dtype=np.int16)


@inner
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
        story[row, 6] = story[0, 1]


@inner
def tell_answer(story, seat):
    """What is told from now on follows from a decision of `seat` that had only one answer (T1)."""
    if story is not None:
        story[0, 1] = 1 + seat


@inner
def tell_choice(story):
    """What is told from now on follows from a decision that somebody made."""
    if story is not None:
        story[0, 1] = 0


def told(story: np.ndarray) -> list[tuple[int, ...]]:
    """The events of a story, as rows of plain numbers."""
    return unpacked(packed(story))


def packed(story: np.ndarray) -> bytes:
    """The events of a story in a few bytes."""
    return story[1 : int(story[0, 0]) + 1].tobytes()


def unpack_into(rows: np.ndarray, story: bytes) -> None:
    """The other way, into rows that `blank_story` made."""
    rows[0] = 0
    if story:
        events = np.frombuffer(story, dtype=np.int16).reshape(-1, COLUMNS)
        rows[0, 0] = len(events)
        rows[1 : 1 + len(events)] = events


def unpacked(story: bytes) -> list[tuple[int, ...]]:
    rows: list[list[int]] = np.frombuffer(story, dtype=np.int16).reshape(-1, COLUMNS).tolist()
    return [tuple(row) for row in rows]
