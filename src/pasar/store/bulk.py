"""Many rows in one statement.

Python's SQLite driver hands the interpreter over at every step, and each time another thread may keep it for
milliseconds. So a batch is written with one step per statement, not one per row. PostgreSQL gains a round trip per row.
"""

import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, cast

import orjson
from sqlalchemy import Connection
from sqlalchemy.exc import DBAPIError

AT_ONCE = 64  # rows a statement; SQLite prepares one for every number up to it
KINDS = 1024  # prepared texts remembered


@dataclass(frozen=True)
class Bulk:
    """A statement with `{rows}` where the rows stand, and the names and types of their columns."""

    text: str
    columns: tuple[tuple[str, str], ...]

    def run(self, connection: Connection, rows: Sequence[tuple[Any, ...]]) -> int:
        """How many rows of the database it changed."""
        if not rows:
            return 0
        if connection.dialect.name == "postgresql":
            return connection.exec_driver_sql(_for_postgres(self), (self._as_json(rows),)).rowcount
        return sum(_run(connection, self, rows[start : start + AT_ONCE]) for start in range(0, len(rows), AT_ONCE))

    def _as_json(self, rows: Sequence[tuple[Any, ...]]) -> str:
        """One text for all of them: the driver would look at each value of an array, in Python."""
        names = [name for name, _ in self.columns]
        return orjson.dumps([dict(zip(names, row, strict=True)) for row in rows]).decode()


def _run(connection: Connection, bulk: Bulk, rows: Sequence[tuple[Any, ...]]) -> int:
    """By the driver itself, in the connection's transaction: what SQLAlchemy does around it takes as long as a move."""
    text = _for_sqlite(bulk, len(rows))
    driver = cast(sqlite3.Connection, connection.connection.driver_connection)
    try:
        return driver.execute(text, [value for row in rows for value in row]).rowcount
    except sqlite3.Error as fault:
        raise DBAPIError.instance(text, None, fault, sqlite3.Error) from fault


@lru_cache(KINDS)
def _for_sqlite(bulk: Bulk, count: int) -> str:
    names = ", ".join(name for name, _ in bulk.columns)
    row = f"({', '.join('?' * len(bulk.columns))})"
    values = ", ".join([row] * count)
    rows = f"(WITH v ({names}) AS (VALUES {values}) SELECT * FROM v) AS v"  # noqa: S608 - names of ours, no values
    return bulk.text.format(rows=rows)


@lru_cache(KINDS)
def _for_postgres(bulk: Bulk) -> str:
    columns = ", ".join(f"{name} {kind}" for name, kind in bulk.columns)
    return bulk.text.format(rows=f"json_to_recordset(%s::json) AS v ({columns})")
