"""`--set` as it is typed: one other number, or a sweep over several (`price=5..8`), and all sweeps together a grid."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

from pasar.games.experiment import BadExperiment, Changes, read, settings, shown

MOST_POINTS = 36  # each is compiled for itself
_RANGE = re.compile(r"(\d+)\.\.(\d+)")


@dataclass(frozen=True)
class Grid:
    """What is compared with the printed game. `axes` are the swept numbers and their values, printed ones included."""

    points: tuple[Changes, ...] = ()
    axes: tuple[tuple[str, tuple[str, ...]], ...] = ()
    has_printed: bool = False  # whether the printed game is one of the points of a sweep
    texts: tuple[str, ...] = ()  # as they were typed

    def __bool__(self) -> bool:
        return bool(self.points)


def grid(game: str, texts: Sequence[str]) -> Grid:
    """Raises BadExperiment for whatever cannot be, before anything is compiled."""
    choices = [_choices(text) for text in texts]
    if all(len(each) == 1 for each in choices):
        changes = read(game, tuple(texts))
        return Grid((changes,) if changes else (), texts=tuple(texts))
    read(game, tuple(_other_than_printed(game, each) for each in choices))  # names and forms
    count = 1
    for each in choices:
        count *= len(each)
    if count > MOST_POINTS:
        raise BadExperiment(f"that are {count} games to compile and play, {MOST_POINTS} at most: sweep over fewer")
    points = [_changed(game, combination) for combination in product(*choices)]
    axes = tuple((each[0].partition("=")[0], tuple(text.partition("=")[2] for text in each))
                 for each in choices if len(each) > 1)  # fmt: skip
    return Grid(tuple(point for point in points if point), axes, not all(points), tuple(texts))


def _choices(text: str) -> list[str]:
    """`start=2,3..5` as `start=2,3`, `start=2,4`, `start=2,5`."""
    name, equals, value = text.partition("=")
    if ".." not in value:
        return [text]
    parts = [_values(name, part) for part in value.split(",")]
    return [f"{name}{equals}{','.join(each)}" for each in product(*parts)]


def _values(name: str, part: str) -> list[str]:
    if ".." not in part:
        return [part]
    ends = _RANGE.fullmatch(part)
    if ends is None or int(ends[1]) >= int(ends[2]):
        raise BadExperiment(f"{name}: {part!r:.40} is no range; one looks like {name}=5..8, the smaller number first")
    return [str(value) for value in range(int(ends[1]), int(ends[2]) + 1)]


def _other_than_printed(game: str, choices: Sequence[str]) -> str:
    return next((text for text in choices if not _is_printed(game, text)), choices[0])


def _is_printed(game: str, text: str) -> bool:
    name, _, value = text.partition("=")
    known = settings(game)
    return name in known and value == shown(known[name].printed)


def _changed(game: str, combination: Sequence[str]) -> Changes:
    """The printed point of a grid changes nothing: it is what all others are compared with."""
    return read(game, tuple(text for text in combination if not _is_printed(game, text)))


def told(changes: Changes) -> str:
    """As it was typed: `price=6 extra=3`."""
    return " ".join(f"{name}={shown(value)}" for name, value in changes.items())
