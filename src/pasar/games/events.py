"""Reads the rows that a game tells (`pasar.kernel.story`) as an onlooker may know them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pasar.games.contract import Event, Game
from pasar.kernel.story import NOBODY

Value = int | str | tuple[tuple[int, str], ...]


@dataclass(frozen=True)
class Told:
    """One event as somebody saw it. `values` lacks what was hidden from them."""

    name: str
    rule: str
    seat: int
    values: Mapping[str, Value]
    whole: bool  # False if something was hidden
    heading: bool = False
    forced: bool = False  # its seat had no other answer (T1), and the onlooker may know that

    @property
    def sentence(self) -> str:
        """The key of the sentence that tells it."""
        return self.name if self.whole else f"{self.name}_hidden"

    def as_json(self) -> dict[str, Any]:
        forced = {"forced": True} if self.forced else {}
        return {"event": self.name, "rule": self.rule, "seat": self.seat, **self.values, **forced}


def read(game: Game, row: Sequence[int], onlooker: int | None, all_seeing: bool = False) -> Told:
    """What `onlooker` (None: a spectator) may know of a told row."""
    event: Event = game.events.EVENTS[row[0]]
    seat = row[1]
    may_see_all = all_seeing or seat == onlooker or not event.secret
    values: dict[str, Value] = {}
    if event.bundle:
        values["bundle"] = tuple(zip(row[2:], event.bundle, strict=False))
    for place, argument in enumerate(event.arguments):
        if may_see_all or argument not in event.secret:
            values[argument] = _value(game, argument, row[2 + place])
    forced = seat != NOBODY and row[-1] == 1 + seat and (all_seeing or seat == onlooker)
    return Told(event.name, event.rule, seat, values, may_see_all, event.heading, forced)


def _value(game: Game, argument: str, number: int) -> Value:
    tokens: Sequence[str] | None = game.events.TOKENS.get(argument)
    return number if tokens is None else tokens[number]
