"""Finding tables, reading their logs, waking them, and forgetting them."""

from collections.abc import Sequence

import orjson
from sqlalchemy import Connection, Select, delete, func, select, update

from pasar.store import schema
from pasar.store.contract import LogEntry, Row

_rows, _entries, _members = schema.tables.c, schema.entries.c, schema.members.c


def entries(connection: Connection, table: str, after: int) -> list[LogEntry]:
    query = (
        select(_entries.number, _entries.at, _entries.kind, _entries.body, _entries.mark)
        .where(_entries.table_id == table, _entries.number > after)
        .order_by(_entries.number)
    )
    return [
        LogEntry(number, at, kind, orjson.loads(body), mark)
        for number, at, kind, body, mark in connection.execute(query)
    ]


def row(connection: Connection, table: str) -> Row | None:
    found = _found(connection, select(schema.tables).where(_rows.id == table))
    return found[0] if found else None


def listed(connection: Connection, stage: str, game: str | None, before: float | None, limit: int) -> list[Row]:
    query = select(schema.tables).where(_rows.listed == 1, _rows.stage == stage)
    if game is not None:
        query = query.where(_rows.game == game)
    return _newest(connection, query, before, limit)


def tables_of(connection: Connection, person: str, stage: str | None, before: float | None, limit: int) -> list[Row]:
    query = select(schema.tables).where(_rows.id.in_(_tables_with(person)))
    if stage is not None:
        # Not by the index of stages, which SQLite would take: it leads through everybody's tables.
        query = query.where(_rows.stage.concat("") == stage)
    return _newest(connection, query, before, limit)


def find(
    connection: Connection,
    stage: str | None,
    game: str | None,
    listed: bool | None,
    person: str | None,
    before: float | None,
    limit: int,
) -> list[Row]:
    """Any tables, for who keeps the server."""
    query = select(schema.tables)
    for column, wanted in ((_rows.stage, stage), (_rows.game, game), (_rows.listed, listed)):
        if wanted is not None:
            query = query.where(column == wanted)
    if person is not None:
        query = query.where(_rows.id.in_(_tables_with(person)))
    return _newest(connection, query, before, limit)


def unfinished(connection: Connection, tables: Sequence[str], stages: Sequence[str]) -> list[str]:
    """Those of these tables that are there and of these stages."""
    query = select(_rows.id).where(_rows.id.in_(tables), _rows.stage.in_(stages))
    return list(connection.execute(query).scalars())


def count_of(connection: Connection, person: str, stages: Sequence[str]) -> int:
    query = select(func.count()).select_from(schema.tables)
    found = connection.execute(query.where(_rows.id.in_(_tables_with(person)), _rows.stage.in_(stages))).scalar()
    return found or 0


def behind(connection: Connection, stage: str) -> list[str]:
    """Tables of this stage whose rows do not tell of all that their logs do."""
    last = select(func.max(_entries.number)).where(_entries.table_id == _rows.id).scalar_subquery()
    return list(connection.execute(select(_rows.id).where(_rows.stage == stage, _rows.version < last)).scalars())


def due(connection: Connection, until: float, limit: int) -> list[tuple[str, float]]:
    query = select(_rows.id, _rows.due).where(_rows.due <= until).order_by(_rows.due).limit(limit)
    return [(table, at) for table, at in connection.execute(query)]


def claim(connection: Connection, table: str, due: float, until: float) -> bool:
    query = update(schema.tables).where(_rows.id == table, _rows.due == due).values(due=until)
    return connection.execute(query).rowcount == 1


def forget(connection: Connection, stage: str, changed_before: float, limit: int) -> int:
    """Entries, members and notices go with their table: the database sees to that."""
    old = select(_rows.id).where(_rows.stage == stage, _rows.changed < changed_before).order_by(_rows.changed)
    # Rows that another transaction has locked are skipped: somebody is writing to those tables.
    chosen = connection.execute(old.limit(limit).with_for_update(skip_locked=True)).scalars().all()
    connection.execute(delete(schema.tables).where(_rows.id.in_(chosen)))
    return len(chosen)


def _tables_with(person: str) -> Select[tuple[str]]:
    return select(_members.table_id).where(_members.person == person)


def _newest(connection: Connection, query: Select[tuple[object, ...]], before: float | None, limit: int) -> list[Row]:
    if before is not None:
        query = query.where(_rows.changed < before)
    return _found(connection, query.order_by(_rows.changed.desc(), _rows.id).limit(limit))


def _found(connection: Connection, query: Select[tuple[object, ...]]) -> list[Row]:
    rows = connection.execute(query).all()
    people: dict[str, list[str]] = {one.id: [] for one in rows}
    belonging = select(_members.table_id, _members.person).where(_members.table_id.in_(people))
    for table, person in connection.execute(belonging.order_by(_members.table_id, _members.place)):
        people[table].append(person)
    return [
        Row(
            one.id,
            one.game,
            one.stage,
            bool(one.listed),
            one.version,
            one.changed,
            one.due,
            orjson.loads(one.about),
            tuple(people[one.id]),
        )
        for one in rows
    ]
