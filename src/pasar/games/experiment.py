"""What if a number of the rulebook were another one? Each stands in its game's `box.py` with a name and limits.

An experiment is a process of its own, because numbers are compiled into the rules: `PASAR_EXPERIMENT` tells it which
ones differ, as JSON (`{"bali": {"shrine_price": 6}}`). Without it every number is the printed one, a plain constant.
"""

import importlib.util
import json
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache
from typing import Any

from pasar.errors import PasarError

VARIABLE = "PASAR_EXPERIMENT"

Number = int | tuple[int, ...]
Changes = Mapping[str, Number]  # by the name of a setting


class BadExperiment(PasarError):
    """A setting that there is not, or that cannot be."""


@dataclass(frozen=True)
class Setting:
    """A number of the rulebook, or several that belong together."""

    name: str
    printed: Number
    what: str
    least: int
    most: int

    def check(self, value: Number) -> None:
        given, wanted = _listed(value), _listed(self.printed)
        if type(value) is not type(self.printed) or len(given) != len(wanted):
            form = f"{len(wanted)} numbers" if len(wanted) > 1 else "one number"
            raise BadExperiment(f"{self.name} is {form}, like {shown(self.printed)}")
        for each in given:
            if not self.least <= each <= self.most:
                raise BadExperiment(f"{self.name} can be {self.least} to {self.most}, not {each}")


def _listed(value: Number) -> tuple[int, ...]:
    return value if isinstance(value, tuple) else (value,)


def shown(value: Number) -> str:
    """As it is typed: 6, or 14,12,10,8."""
    return ",".join(map(str, _listed(value)))


# --- In a box ---------------------------------------------------------------------------------------------------------


class Box:
    """Gives a game's `box.py` its numbers: the printed ones, or those of the experiment."""

    def __init__(self, game: str) -> None:
        self.changes = changes_of(game)
        self.settings: dict[str, Setting] = {}

    def number(self, name: str, printed: int, what: str, least: int = 0, most: int = 99) -> int:
        value = self._value(Setting(name, printed, what, least, most))
        assert isinstance(value, int)
        return value

    def numbers(
        self, name: str, printed: tuple[int, ...], what: str, least: int = 0, most: int = 99
    ) -> tuple[int, ...]:
        value = self._value(Setting(name, printed, what, least, most))
        assert isinstance(value, tuple)
        return value

    def _value(self, setting: Setting) -> Number:
        self.settings[setting.name] = setting
        if setting.name not in self.changes:
            return setting.printed
        setting.check(self.changes[setting.name])
        return self.changes[setting.name]

    def demand(self, holds: bool, reason: str) -> None:
        """What must be true of the numbers together. The printed ones need no reason."""
        if not holds:
            raise BadExperiment(reason)


# --- The experiment of this process -----------------------------------------------------------------------------------

_trial: list[Mapping[str, Changes]] = []  # a box that is only being looked at takes its numbers from here


def current() -> Mapping[str, Changes]:
    """What differs in this process, by game."""
    return _trial[-1] if _trial else _from_environment(os.environ.get(VARIABLE, ""))


def changes_of(game: str) -> Changes:
    return current().get(game, {})


@cache
def _from_environment(text: str) -> Mapping[str, Changes]:
    try:
        return {game: from_json(told) for game, told in json.loads(text or "{}").items()}
    except (ValueError, AttributeError) as fault:
        raise BadExperiment(f"{VARIABLE} is not like {variable('GAME', {'NUMBER': 6})}: {text:.80}") from fault


def from_json(told: Any) -> dict[str, Number]:
    """Changes as JSON tells them; raises ValueError for anything else."""
    if not isinstance(told, dict) or not all(_is_number(value) for value in told.values()):
        raise ValueError("no names with numbers")
    return {name: tuple(value) if isinstance(value, list) else value for name, value in told.items()}


def _is_number(value: Any) -> bool:
    return type(value) is int or (isinstance(value, list) and all(type(each) is int for each in value))


def variable(game: str, changes: Changes) -> str:
    """What PASAR_EXPERIMENT is in a process in which these changes hold."""
    return json.dumps({game: dict(changes)}, sort_keys=True)


def environment(game: str, changes: Changes) -> dict[str, str]:
    """The environment of such a process."""
    return {**os.environ, VARIABLE: variable(game, changes)}


def require_printed(what: str) -> None:
    """For whatever would make sense of no other numbers."""
    if any(current().values()):
        raise BadExperiment(f"{what} is for the printed games: unset {VARIABLE}")


# --- Asked for --------------------------------------------------------------------------------------------------------


def settings(game: str) -> dict[str, Setting]:
    """Every number of a game that can be changed."""
    box = _box(game, {})
    return {} if box is None else dict(box.settings)


def read(game: str, texts: tuple[str, ...]) -> dict[str, Number]:
    """`name=value` as it was typed; raises BadExperiment for whatever cannot be, before anything is compiled."""
    known, changes = settings(game), {}
    for text in texts:
        name, equals, value = text.partition("=")
        if name not in known:
            raise BadExperiment(f"{game} has no number {name!r:.40}{_meant(name, known)}")
        if not equals:
            raise BadExperiment(f"{name} needs a value: {name}={shown(known[name].printed)} is the printed one")
        if name in changes:
            raise BadExperiment(f"{name} is set twice")
        changes[name] = _number(name, value)
        if changes[name] == known[name].printed:
            raise BadExperiment(f"{name} is {value} in the printed game: there is nothing to compare")
    _box(game, changes)
    return changes


def _number(name: str, text: str) -> Number:
    try:
        parts = tuple(int(part) for part in text.split(","))
    except ValueError:
        raise BadExperiment(
            f"{name} is a whole number, or several with commas between them, not {text!r:.40}"
        ) from None
    return parts if len(parts) > 1 else parts[0]


def _meant(name: str, known: Mapping[str, Setting]) -> str:
    close = get_close_matches(name, known, n=1)
    if close:
        return f" (did you mean {close[0]}?)"
    return f" (it has: {', '.join(known)})" if known else " that could be changed"


def _box(game: str, changes: Changes) -> Box | None:
    """A box with other numbers, looked at and thrown away: nothing in use knows of it. Not every game has one."""
    from pasar.games import find

    spec = importlib.util.find_spec(f"{find(game).package}.box")
    if spec is None or spec.loader is None:
        return None
    module = importlib.util.module_from_spec(spec)
    with _trying({game: changes}):
        spec.loader.exec_module(module)
    return getattr(module, "BOX", None)


@contextmanager
def _trying(changes: Mapping[str, Changes]) -> Iterator[None]:
    _trial.append(changes)
    try:
        yield
    finally:
        _trial.pop()
