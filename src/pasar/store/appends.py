"""What an append writes: the table's row, its entries, who belongs to it, and notices."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import orjson
from sqlalchemy import Connection, select

from pasar.store import schema
from pasar.store.bulk import Bulk
from pasar.store.contract import Append, Conflict, Json, Row

_TEXT, _WHOLE, _REAL = "text", "bigint", "double precision"
_ROW = (
    ("id", _TEXT),
    ("believed", _WHOLE),
    ("game", _TEXT),
    ("stage", _TEXT),
    ("listed", _WHOLE),
    ("version", _WHOLE),
    ("changed", _REAL),
    ("due", _REAL),
    ("about", _TEXT),
)

_CHANGE = (
    "UPDATE tables SET stage = v.stage, listed = v.listed, version = v.version, changed = v.changed, due = v.due,"
    " about = v.about FROM {rows} WHERE tables.id = v.id AND"
)
_ADD = "INSERT INTO entries (table_id, number, at, kind, body, mark) SELECT * FROM {rows} WHERE"
_IN_LOG = "EXISTS (SELECT 1 FROM entries AS e WHERE e.table_id = v.id AND e.number ="

# A row that moves have left behind may be of an earlier version than the log.
_EARLIER = f"tables.version < v.believed AND {_IN_LOG} v.believed)"
_CHANGE_ROWS = Bulk(f"{_CHANGE} (tables.version = v.believed OR {_EARLIER})", _ROW)
_BRING_ROWS = Bulk(
    f"{_CHANGE} tables.version < v.version AND {_IN_LOG} v.version AND e.mark = v.mark)", (*_ROW, ("mark", _TEXT))
)
_ADD_ROWS = Bulk(
    "INSERT INTO tables (id, game, stage, listed, version, changed, due, about)"
    " SELECT id, game, stage, listed, version, changed, due, about FROM {rows} WHERE true",
    _ROW,
)
_ENTRY = (("id", _TEXT), ("number", _WHOLE), ("at", _REAL), ("kind", _TEXT), ("body", _TEXT), ("mark", _TEXT))
_ADD_ENTRIES = Bulk(f"{_ADD} true", _ENTRY)
_ADD_MOVES = Bulk(f"{_ADD} {_IN_LOG} v.number - 1)", _ENTRY)
_DROP_MEMBERS = Bulk("DELETE FROM members WHERE table_id IN (SELECT id FROM {rows})", (("id", _TEXT),))
_ADD_MEMBERS = Bulk(
    "INSERT INTO members (table_id, place, person) SELECT * FROM {rows} WHERE true",
    (("id", _TEXT), ("place", _WHOLE), ("person", _TEXT)),
)
_ADD_NOTICES = Bulk(
    "INSERT INTO notices (key, table_id, person, send_at, body) SELECT * FROM {rows} WHERE true ON CONFLICT DO NOTHING",
    (("key", _TEXT), ("id", _TEXT), ("person", _TEXT), ("send_at", _REAL), ("body", _TEXT)),
)


def as_text(value: Json) -> str:
    return orjson.dumps(value).decode()


class PreparedAppend(NamedTuple):
    """An append as values to be written. Made at once, so that later changes to the caller's JSON do not matter."""

    table: str
    believed: int
    version: int
    row: tuple[Any, ...] | None  # None: it is written later (`bring_rows`), and there is one entry
    entries: list[tuple[Any, ...]]
    people: tuple[str, ...] | None
    notices: list[tuple[Any, ...]]
    opens: "PreparedAppend | None" = None


def prepared(append: Append) -> PreparedAppend:
    """Fails with ValueError or TypeError if the append makes no sense; that is a fault of the program."""
    row, believed = append.row, append.believed
    if row.version < 1 or [entry.number for entry in append.entries] != list(range(believed + 1, row.version + 1)):
        raise ValueError(f"the entries of an append must be numbered up to the row's version {row.version}")
    return PreparedAppend(
        row.id,
        believed,
        row.version,
        row_values(row, believed),
        [(row.id, one.number, float(one.at), one.kind, as_text(one.body), one.mark) for one in append.entries],
        row.people if append.people_changed else None,
        [(one.key, row.id, one.person, float(one.send_at), as_text(one.body)) for one in append.notices],
        None if append.opens is None else prepared(append.opens),
    )


class RowNow(NamedTuple):
    """A row as it should be, and the mark of the last entry that it tells of."""

    row: Row
    mark: str


def row_values(row: Row, believed: int) -> tuple[Any, ...]:
    due = None if row.due is None else float(row.due)
    about = as_text(row.about)
    return (row.id, believed, row.game, row.stage, int(row.listed), row.version, float(row.changed), due, about)


def with_opened(appends: Sequence[PreparedAppend]) -> list[PreparedAppend]:
    """The same, each after the table that it opens."""
    return [each for one in appends for each in (one.opens, one) if each is not None]


def write(connection: Connection, appends: Sequence[PreparedAppend]) -> None:
    """Write them all, or raise Conflict (or IntegrityError) if one cannot be. Several of one table must chain."""
    rows = _rows(appends)
    added = [row for row in rows if row[1] == 0]
    changed = [row for row in rows if row[1] != 0]
    if _CHANGE_ROWS.run(connection, changed) != len(changed):
        raise Conflict("a table has moved on, or it is gone")
    _ADD_ROWS.run(connection, added)
    _ADD_ENTRIES.run(connection, [entry for one in appends if one.row is not None for entry in one.entries])
    moved = [entry for one in appends if one.row is None for entry in one.entries]
    if _ADD_MOVES.run(connection, moved) != len(moved):
        raise Conflict("a table is not as far as it was believed to be, or it is gone")
    _write_people(connection, {one.table: one.people for one in appends if one.people is not None})
    _ADD_NOTICES.run(connection, [notice for one in appends for notice in one.notices])


def _rows(appends: Sequence[PreparedAppend]) -> list[tuple[Any, ...]]:
    """One row a table: what the first believed, what the last made of it. In order, lest two processes deadlock."""
    rows: dict[str, tuple[Any, ...]] = {}
    for one in appends:
        if one.row is not None:
            first = rows.get(one.table, one.row)
            rows[one.table] = (one.table, first[1], *one.row[2:])
    return sorted(rows.values(), key=lambda row: str(row[0]))


def bring_rows(connection: Connection, rows: Sequence[RowNow]) -> None:
    """Bring rows up to date that moves have left behind. One that is newer, or whose log is another, stays."""
    _BRING_ROWS.run(connection, [(*row_values(one.row, 0), one.mark) for one in rows])


def _write_people(connection: Connection, people: dict[str, tuple[str, ...]]) -> None:
    _DROP_MEMBERS.run(connection, [(table,) for table in people])
    members = [(table, place, person) for table, some in people.items() for place, person in enumerate(some)]
    _ADD_MEMBERS.run(connection, members)


def is_written(connection: Connection, append: PreparedAppend) -> bool:
    """Whether these very entries are there already: a commit got through although its answer was lost."""
    entries = schema.entries.c
    between = (entries.table_id == append.table) & entries.number.between(append.believed + 1, append.version)
    found = connection.execute(select(entries.number, entries.mark).where(between).order_by(entries.number)).all()
    return bool(append.entries) and [tuple(one) for one in found] == [(one[1], one[5]) for one in append.entries]
