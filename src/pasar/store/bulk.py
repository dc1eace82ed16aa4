"""Many rows in one statement.

Python's SQLite driver hands the interpreter over at every step, and each time another thread may keep it for
milliseconds. So a batch is written with one step per statement, not one per row. PostgreSQL gains a round trip per row.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from sqlalchemy import Connection

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
            columns = tuple(map(list, zip(*rows, strict=True)))
            return connection.exec_driver_sql(_for_postgres(self), columns).rowcount
        changed = 0
        for start in range(0, len(rows), AT_ONCE):
            part = rows[start : start + AT_ONCE]
            values = tuple(value for row in part for value in row)
            changed += connection.exec_driver_sql(_for_sqlite(self, len(part)), values).rowcount
        return changed


@lru_cache(KINDS)
def _for_sqlite(bulk: Bulk, count: int) -> str:
    names = ", ".join(name for name, _ in bulk.columns)
    row = f"({', '.join('?' * len(bulk.columns))})"
    values = ", ".join([row] * count)
    rows = f"(WITH v ({names}) AS (VALUES {values}) SELECT * FROM v) AS v"  # noqa: S608 - names of ours, no values
    return bulk.text.format(rows=rows)


@lru_cache(KINDS)
def _for_postgres(bulk: Bulk) -> str:
    names = ", ".join(name for name, _ in bulk.columns)
    arrays = ", ".join(f"%s::{kind}[]" for _, kind in bulk.columns)
    return bulk.text.format(rows=f"unnest({arrays}) AS v ({names})")
