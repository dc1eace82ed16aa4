"""What can go wrong, each as a type of its own with one clear line: what is wrong and the way out."""

from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from typing import Any


class PasarError(Exception):
    """Anything that a person can put right. Its text is one line, fit to be shown as it is."""


class UnknownGame(PasarError):
    pass


class BadGame(PasarError):
    """A game of another package that cannot be had; the text names the package."""


class BadRules(PasarError):
    """An impossible number of players, or an option that the game does not have."""


class BadDeck(PasarError):
    """A deck file that cannot be used; the text names the line."""


class BadSetup(PasarError):
    """A deal that the game's box does not allow."""


class BadMove(PasarError):
    """A move that was not made. Nothing has changed."""


class UnreadableMove(BadMove):
    """The text is not a move of this game at all."""


class NotYourMove(BadMove):
    """That seat has nothing to decide now."""


class MoveNotOpen(BadMove):
    """A real move, but not an open one: `reason` is the code of why not, and `values` what its sentence names."""

    def __init__(self, message: str, reason: str = "", values: Mapping[str, Any] | None = None) -> None:
        super().__init__(message)
        self.reason, self.values = reason, dict(values or {})


class BadRecord(PasarError):
    """A record that is not one, or that does not replay."""


def did_you_mean(typed: str, known: Iterable[str]) -> str:
    """What goes behind a name that nobody has, in a complaint about it; empty if none is similar."""
    near = get_close_matches(typed.lower(), list(known), n=1)
    return f" (did you mean {near[0]}?)" if near else ""
