"""Draws any game's view as an outline. Complete rather than beautiful: for games that bring no drawing of their own."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rich.console import Console, RenderableType

# What the table itself shows beside the board.
SHOWN_ELSEWHERE = ("game", "rules", "seat", "to_act", "over", "phase", "open")


def board(view: dict[str, Any], names: Sequence[str], language: str, console: "Console") -> "RenderableType":
    from rich.text import Text

    return Text(
        "\n".join(line for key, value in view.items() if key not in SHOWN_ELSEWHERE for line in _lines(key, value))
    )


def _lines(label: str, value: Any, depth: int = 0) -> Iterator[str]:
    """One line for what is simple; what has parts that have parts becomes an indented list."""
    indent = "  " * depth
    parts = list(_parts(value))
    if not any(isinstance(part, dict | list) for _, part in parts):
        yield f"{indent}{label}: {_simple(value)}"
        return
    yield f"{indent}{label}:"
    for name, part in parts:
        yield from _lines(name, part, depth + 1)


def _parts(value: Any) -> list[tuple[str, Any]]:
    if isinstance(value, dict):
        return list(value.items())
    return [(str(place), part) for place, part in enumerate(value)] if isinstance(value, list) else []


def _simple(value: Any) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{name} {part}" for name, part in value.items())
    return ", ".join(str(part) for part in value) if isinstance(value, list) else str(value)


def hint(view: dict[str, Any], text: str, language: str) -> str:
    return ""
