"""Draws any game's view as an outline. Complete rather than beautiful: for games that bring no drawing of their own."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from pasar.games import find
from pasar.games.words import Words, words

if TYPE_CHECKING:
    from rich.console import Console, RenderableType

# What the table itself shows beside the board.
SHOWN_ELSEWHERE = ("game", "rules", "seat", "to_act", "over", "phase", "open", "result")


def board(view: dict[str, Any], names: Sequence[str], language: str, console: "Console") -> "RenderableType":
    from rich.text import Text

    called = words(find(view["game"]).package, language)
    shown = {key: value for key, value in view.items() if key not in (*SHOWN_ELSEWHERE, "seats")}
    shown |= dict(zip(names, view.get("seats", ()), strict=False))  # what lies in front of everybody
    return Text("\n".join(line for key, value in shown.items() for line in _lines(called, key, value)))


def _lines(called: Words, label: str, value: Any, depth: int = 0) -> Iterator[str]:
    """One line for what is simple; what has parts that have parts becomes an indented list."""
    indent, name = "  " * depth, called.name(label)
    parts = list(_parts(value))
    if not any(isinstance(part, dict | list) for _, part in parts):
        yield f"{indent}{name}: {_simple(called, value)}"
        return
    yield f"{indent}{name}:"
    for key, part in parts:
        yield from _lines(called, key, part, depth + 1)


def _parts(value: Any) -> list[tuple[str, Any]]:
    if isinstance(value, dict):
        return list(value.items())
    return [(str(place), part) for place, part in enumerate(value)] if isinstance(value, list) else []


def _simple(called: Words, value: Any) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{called.name(key)} {_simple(called, part)}" for key, part in value.items())
    if isinstance(value, list):
        return ", ".join(_simple(called, part) for part in value)
    return "-" if value is None else called.name(value) if isinstance(value, str) else str(value)


def hint(view: dict[str, Any], text: str, language: str) -> str:
    return ""
