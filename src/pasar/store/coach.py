"""Analyses of finished games, kept with their tables, and what people practise, kept with them."""

from typing import Any

import orjson
from sqlalchemy import Column, Connection, Table, insert, select, update

from pasar.store import schema
from pasar.store.appends import as_text
from pasar.store.contract import Json


def analysis(connection: Connection, table: str) -> Json | None:
    return _body(connection, schema.analyses, schema.analyses.c.table_id, table)


def keep_analysis(connection: Connection, table: str, at: float, body: Json) -> bool:
    """Whether the table is still there."""
    if connection.execute(select(schema.tables.c.id).where(schema.tables.c.id == table)).one_or_none() is None:
        return False
    _keep(connection, schema.analyses, {"table_id": table}, {"made_at": at, "body": as_text(body)})
    return True


def practice(connection: Connection, person: str) -> Json | None:
    return _body(connection, schema.practice, schema.practice.c.person, person)


def keep_practice(connection: Connection, person: str, at: float, body: Json) -> bool:
    """Whether the person is still there."""
    if connection.execute(select(schema.people.c.id).where(schema.people.c.id == person)).one_or_none() is None:
        return False
    _keep(connection, schema.practice, {"person": person}, {"changed_at": at, "body": as_text(body)})
    return True


def _body(connection: Connection, kept: Table, key: Column[Any], id: str) -> Json | None:
    found = connection.execute(select(kept.c.body).where(key == id)).scalar_one_or_none()
    return None if found is None else orjson.loads(found)


def _keep(connection: Connection, kept: Table, key: dict[str, str], values: dict[str, Any]) -> None:
    """In place of what was kept before."""
    key_is = [kept.c[name] == value for name, value in key.items()]
    if connection.execute(update(kept).where(*key_is).values(values)).rowcount == 0:
        connection.execute(insert(kept).values(**key, **values))
