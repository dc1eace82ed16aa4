"""What a table is found by, as its log tells it."""

from collections.abc import Mapping, Sequence
from typing import Any

from pasar.server.base.messages import Outcome
from pasar.server.table.table import Table
from pasar.store.contract import LogEntry, Row
from pasar.store.store import Store


def row_of(table: Table) -> Row:
    return Row(
        id=table.id,
        game=table.options["game"],
        stage=table.stage,
        listed=bool(table.options["public"]) and not table.hidden,
        version=table.version,
        changed=table.changed_at,
        due=table.due,
        about=_about(table),
        people=table.people,
    )


def _about(table: Table) -> Mapping[str, Any]:
    """What lists show of a table."""
    return {**lasting(table), **passing(table, table.waiting, table.position, table.since, table.result)}


def lasting(table: Table) -> Mapping[str, Any]:
    """Of that, what no move changes."""
    seats = [{"name": one.name, "bot": one.bot or one.program, "person": one.person} for one in table.seats]
    return {"options": table.options, "seats": seats, "host": table.host}


def passing(
    table: Table, waiting: tuple[int, ...], position: int, since: float, result: Outcome | None
) -> Mapping[str, Any]:
    deadline = table.deadline_of(waiting, since)
    return {"waiting": waiting, "position": position, "since": since, "deadline": deadline, "result": result}


def folded(id: str, entries: Sequence[LogEntry]) -> Table:
    """A table as its log tells it."""
    table = Table(id)
    for entry in entries:
        table.follow(entry)
    return table


async def current(store: Store, id: str) -> tuple[Row, list[LogEntry]] | None:
    """A table's row and log. After moves the row may be behind: then it is made of the log."""
    row, entries = await store.row(id), await store.entries(id)
    if row is None or not entries:
        return None
    return (row if row.version == entries[-1].number else row_of(folded(id, entries))), entries
