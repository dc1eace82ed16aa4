"""Where commands write: colours and frames on a terminal, plain text everywhere else."""

import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from rich.box import Box
    from rich.console import Console, RenderableType
    from rich.text import Text

NARROW = 80  # columns; with fewer, tables are lists
PLAIN_WIDTH = 100  # columns where no terminal says how many there are


class Advance(Protocol):
    """Tells a progress bar how far the work is."""

    def __call__(self, done: int) -> None: ...


def console(error: bool = False) -> "Console":
    """A console for stdout (or stderr). NO_COLOR means no escape codes at all, not only no colours."""
    from rich.console import Console

    stream = sys.stderr if error else sys.stdout
    coloured = stream.isatty() and not os.environ.get("NO_COLOR")
    width = None if stream.isatty() or os.environ.get("COLUMNS") else PLAIN_WIDTH
    return Console(
        stderr=error,
        color_system="auto" if coloured else None,
        width=width,
        highlight=False,
        emoji=False,
        force_interactive=coloured,
    )


def is_lively(stream_is_terminal: bool) -> bool:
    """Whether a terminal can redraw a line."""
    return stream_is_terminal and os.environ.get("TERM", "dumb") != "dumb" and not os.environ.get("NO_COLOR")


@contextmanager
def progress(what: str, total: int | None) -> Iterator[Advance]:
    """A bar on stderr while a terminal watches, nothing otherwise. `total` None: only a count."""
    if not is_lively(sys.stderr.isatty()):
        yield lambda done: None
        return
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console(error=True), transient=True) as bar:
        task = bar.add_task(what, total=total)
        yield lambda done: bar.update(task, completed=done)


def frame(console: "Console") -> "Box":
    """The frame of a table: lines on a terminal, signs that every reader can show elsewhere."""
    from rich import box

    return box.ROUNDED if console.is_terminal and not console.is_dumb_terminal else box.ASCII2


def is_narrow(console: "Console") -> bool:
    return console.width < NARROW


def listed(headings: Sequence[str], rows: "Iterable[Sequence[str | Text]]") -> "RenderableType":
    """A table for narrow terminals: below the first cell of each row the others, each with its heading."""
    from rich.console import Group
    from rich.padding import Padding
    from rich.text import Text

    parts: list[RenderableType] = []
    for first, *rest in rows:
        facts = zip(headings[1:], rest, strict=False)
        parts.append(Text.assemble(first))
        parts.append(
            Padding(Text("; ").join(Text.assemble(f"{head} ", cell) for head, cell in facts if cell), (0, 0, 0, 4))
        )
    return Group(*parts)


def counting(advance: Advance) -> Callable[[int], None]:
    """For who is told of so many more games, not of how many there are by now."""
    done = 0

    def report(games: int) -> None:
        nonlocal done
        done += games
        advance(done)

    return report
