"""Everything in the database as one file: gzipped JSON Lines with a header, a line a row, and a checksum at the end.

Taken from one snapshot while servers go on writing. Columns are written as they are found, so that a database of an
older schema can be saved before it is migrated.
"""

import gzip
import hashlib
import os
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import orjson
from sqlalchemy import Connection, MetaData, Select, Table, func, select
from sqlalchemy.exc import SQLAlchemyError

from pasar.files import check_writable, shown
from pasar.store import schema
from pasar.store.contract import BadBackup, BadDatabase
from pasar.store.database import Database
from pasar.store.faults import trouble
from pasar.store.migrations import schema_of

FORMAT = "pasar-backup/1"
BEGINNING = b'{"format":"pasar-backup/'  # of every backup, whichever version made it
ROWS_AT_ONCE = 1_000


def backup(url: str, path: Path) -> dict[str, int]:
    """Write a backup, whole or not at all; how many rows of each table it holds. An older backup gives way to it."""
    check_writable(path)
    if path.exists() and not _is_backup(path):  # it may be the database itself, or its key
        raise BadBackup(f"{shown(path)} is there already, and no backup: name another file; nothing was written")
    database = Database(url, make=False)
    try:
        with database.reading() as connection, _whole(path) as file:
            return _write(connection, file)
    except SQLAlchemyError as fault:
        found = trouble(fault)
        raise BadDatabase(found.text if found else f"the database cannot be read: {type(fault).__name__}") from fault
    finally:
        database.close()


def _is_backup(path: Path) -> bool:
    try:
        with gzip.open(path, "rb") as file:
            return file.read(len(BEGINNING)) == BEGINNING
    except (OSError, EOFError, zlib.error):
        return False


def tables_in(connection: Connection) -> list[Table]:
    """Our tables as they are in this database, each after those that it refers to."""
    found = MetaData()
    found.reflect(connection, only=lambda name, _: name in schema.metadata.tables)
    return found.sorted_tables


def _write(connection: Connection, file: gzip.GzipFile) -> dict[str, int]:
    found = schema_of(connection)
    if found == 0:
        raise BadDatabase("the database is empty: there is nothing to back up")
    tables = tables_in(connection)
    counts = {str(table.name): connection.execute(_rows(table, func.count())).scalar_one() for table in tables}
    sums, lines = hashlib.sha256(), 0
    for line in _lines(connection, found, tables, counts):
        data = orjson.dumps(line) + b"\n"
        sums.update(data)
        file.write(data)
        lines += 1
    file.write(orjson.dumps({"lines": lines, "sha256": sums.hexdigest()}) + b"\n")
    return counts


def _lines(connection: Connection, found: int, tables: list[Table], counts: dict[str, int]) -> Iterator[Any]:
    yield {
        "format": FORMAT,
        "schema": found,
        "date": datetime.now(UTC).isoformat(timespec="seconds"),
        "columns": {str(table.name): list(map(str, table.c.keys())) for table in tables},
        "counts": counts,
    }
    for table in tables:
        rows = connection.execution_options(yield_per=ROWS_AT_ONCE).execute(_rows(table, *table.c))
        for row in rows:
            yield [str(table.name), list(row)]


def _rows(table: Table, *what: Any) -> Select[Any]:
    """All but the number of the schema, which whoever restores writes anew."""
    query = select(*what).select_from(table)
    return query.where(table.c.key != "schema") if table.name == "meta" else query


@contextmanager
def _whole(path: Path) -> Iterator[gzip.GzipFile]:
    """A compressed file that only its owner may read, and that takes its place when it is finished."""
    part = path.with_name(path.name + ".part")
    part.unlink(missing_ok=True)
    try:
        with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            with gzip.GzipFile(path.name, "wb", fileobj=file) as compressed:
                yield compressed
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)
