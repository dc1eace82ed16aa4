"""Putting a backup into a database: first the file is checked to its end, then all is done in one transaction."""

import gzip
import hashlib
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import groupby, islice
from pathlib import Path
from typing import Any

import orjson
from sqlalchemy import Connection, func, insert, select, text
from sqlalchemy.exc import SQLAlchemyError

from pasar.files import why_not
from pasar.store import news, schema
from pasar.store.backup import FORMAT, ROWS_AT_ONCE, tables_in
from pasar.store.contract import BadBackup, BadDatabase
from pasar.store.database import Database
from pasar.store.faults import trouble
from pasar.store.lock import InUse, locked
from pasar.store.migrations import SCHEMA, migrate, schema_of

LONGEST_LINE = 64 << 20  # bytes; a log's entry is a few hundred

Line = tuple[str, list[Any]]  # the name of a table and the values of a row


def restore(url: str, path: Path, replace: bool = False) -> dict[str, int]:
    """Fill a database from a backup of any released schema; how many rows of each table there were."""
    header = check(path)
    with _alone(url):
        _restore(url, path, header, replace)
    counts: dict[str, int] = header["counts"]
    return counts


@contextmanager
def _alone(url: str) -> Iterator[None]:
    """No server has the tables of a SQLite file in mind while they become others."""
    try:
        with locked(url, "pasar restore"):
            yield
    except InUse as fault:
        raise BadBackup(f"{fault}: stop that first; nothing was restored") from fault


def _restore(url: str, path: Path, header: dict[str, Any], replace: bool) -> None:
    database = Database(url)
    try:
        with database.writing() as connection:
            _make_way(connection, replace)
            migrate(connection, header["schema"])
            _fill(connection, header, path)
            migrate(connection)
            if database.shared:
                news.tell(connection, "", news.LOST)  # whoever serves these tables has to look at everything again
    except SQLAlchemyError as fault:
        found = trouble(fault)
        raise (
            BadDatabase(f"nothing was restored: {found.text}")
            if found
            else BadBackup(f"{path} does not fit its own schema; nothing was restored")
        ) from fault
    finally:
        database.close()


def check(path: Path) -> dict[str, Any]:
    """The header of a whole backup that we can restore."""
    lines = _lines(path)
    header: dict[str, Any] = next(lines)
    counts = dict.fromkeys(header["columns"], 0)
    for name, values in lines:
        if len(values) != len(header["columns"].get(name, ())) or not all(map(_is_plain, values)):
            raise BadBackup(f"{path} holds a line that is no row of {name}; nothing was restored")
        counts[name] += 1
    if counts != header["counts"]:
        raise BadBackup(f"{path} does not hold as many rows as it says; nothing was restored")
    return header


def _is_plain(value: object) -> bool:
    return value is None or type(value) in (str, int, float)


def _lines(path: Path) -> Iterator[Any]:
    """The header, then all rows; the closing line with its checksum is compared, not given."""
    sums = hashlib.sha256()
    for count, line in enumerate(_unpacked(path)):
        try:
            found = orjson.loads(line)
        except orjson.JSONDecodeError:
            raise BadBackup(f"{path} is no backup made by pasar (line {count + 1} is no JSON)") from None
        if count == 0:
            _check_header(path, found)
        elif isinstance(found, dict):
            if found != {"lines": count, "sha256": sums.hexdigest()}:
                raise BadBackup(f"{path} is damaged: its checksum is wrong; take another backup")
            return
        elif not (isinstance(found, list) and list(map(type, found)) == [str, list]):
            raise BadBackup(f"{path} is no backup made by pasar (line {count + 1} is no row)")
        sums.update(line)
        yield found
    raise BadBackup(f"{path} is cut off: its end is missing; take another backup")


def _unpacked(path: Path) -> Iterator[bytes]:
    try:
        with gzip.open(path, "rb") as file:
            while line := file.readline(LONGEST_LINE):
                yield line
    except EOFError:
        raise BadBackup(f"{path} is cut off: its end is missing; take another backup") from None
    except (gzip.BadGzipFile, zlib.error):
        raise BadBackup(f"{path} is damaged, or no backup made by pasar") from None
    except OSError as fault:
        raise BadBackup(f"{path} cannot be read: {why_not(fault)}") from fault


def _check_header(path: Path, header: Any) -> None:
    form = header.get("format") if isinstance(header, dict) else None
    if not (isinstance(form, str) and form.startswith("pasar-backup/")):
        raise BadBackup(f"{path} is no backup made by pasar")
    number = header.get("schema")
    if form != FORMAT or not isinstance(number, int) or number > SCHEMA:
        raise BadBackup(f"{path} was made by a newer version of pasar: install that one, or a later one")
    columns, counts = header.get("columns"), header.get("counts")
    told = (
        isinstance(columns, dict) and isinstance(counts, dict) and all(type(some) is list for some in columns.values())
    )
    if number < 1 or not told:
        raise BadBackup(f"{path} is no backup made by pasar (its first line says too little)")


def _make_way(connection: Connection, replace: bool) -> None:
    schema_of(connection)  # refuses what is newer than we are
    old = tables_in(connection)
    if old and connection.dialect.name == "postgresql":
        names = [name for name in schema.metadata.tables if name in {table.name for table in old}]
        connection.execute(text(f"LOCK TABLE {', '.join(names)} IN ACCESS EXCLUSIVE MODE"))
    held = {table.name: connection.execute(select(func.count()).select_from(table)).scalar_one() for table in old}
    if not replace and (held.get("tables") or held.get("people")):
        raise BadBackup(
            f"the database already holds {held['tables']} tables and {held['people']} people: "
            "choose another, or say --replace to lose them"
        )
    for table in reversed(old):
        table.drop(connection)


def _fill(connection: Connection, header: dict[str, Any], path: Path) -> None:
    tables = {table.name: table for table in tables_in(connection)}
    if {name: set(columns) for name, columns in header["columns"].items()} != {
        name: set(table.c.keys()) for name, table in tables.items()
    }:
        raise BadBackup(f"{path} does not fit its own schema; nothing was restored")
    lines = islice(_lines(path), 1, None)
    for name, rows in groupby(lines, key=lambda line: str(line[0])):
        columns = header["columns"][name]
        while some := [dict(zip(columns, row, strict=True)) for _, row in islice(rows, ROWS_AT_ONCE)]:
            connection.execute(insert(tables[name]), some)
