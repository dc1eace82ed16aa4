"""Who asks for something at a table, and the entries of its log that are to be written."""

from collections.abc import Mapping
from http import HTTPStatus
from typing import Any, NamedTuple

from pasar.server.base.refusals import Refused
from pasar.server.table.table import Prepared, Table
from pasar.store.contract import Append

NOT_HERE = HTTPStatus.FORBIDDEN  # who may not
NOT_NOW = HTTPStatus.CONFLICT  # what does not fit the state of the table


class Who(NamedTuple):
    """Who is asking, as the session says."""

    person: str
    name: str
    admitted: bool = True  # whether they may sit down here
    face: str | None = None


class NewEntry(NamedTuple):
    """An entry that is to be written."""

    kind: str
    body: Mapping[str, Any]
    prepared: Prepared = ()
    opens: Append | None = None  # the table that it tells of, which begins in the same moment


def checked_seat(table: Table, number: int) -> int:
    if number >= len(table.seats):
        raise Refused("no_such_seat", f"this table has {len(table.seats)} seats, counted from 0")
    return number


def own_seat(table: Table, number: int, who: Who) -> int:
    if table.seats[checked_seat(table, number)].person != who.person:
        raise not_yours(number)
    return number


def not_yours(seat: int) -> Refused:
    return Refused("not_your_seat", f"seat {seat} is not yours", NOT_HERE)
