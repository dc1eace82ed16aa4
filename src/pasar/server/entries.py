"""Who asks for something at a table, and the entries of its log that are to be written. The words of all deciders."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pasar.match.match import Prepared
from pasar.server.refusals import Refused
from pasar.server.table import Table

NOT_HERE = 403  # who may not
NOT_NOW = 409  # what does not fit the state of the table


@dataclass(frozen=True)
class Who:
    """Who is asking, as the session says."""

    person: str
    name: str
    admitted: bool = True  # whether they may sit down here


@dataclass(frozen=True)
class New:
    """An entry that is to be written."""

    kind: str
    body: Mapping[str, Any]
    prepared: Prepared | None = None


def checked_seat(table: Table, number: int) -> int:
    if number >= len(table.seats):
        raise Refused("no_such_seat", f"this table has {len(table.seats)} seats, counted from 0")
    return number


def own_seat(table: Table, number: int, who: Who) -> int:
    if table.seats[checked_seat(table, number)].person != who.person:
        raise Refused("not_your_seat", f"seat {number} is not yours", NOT_HERE)
    return number
