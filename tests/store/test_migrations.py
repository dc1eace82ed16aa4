"""Opening databases: new ones, released ones, newer ones, and things that are none."""

import asyncio
import re
import sqlite3
import stat
import sys
from pathlib import Path
from typing import Any

import psycopg
import pytest
from sqlalchemy import Engine, MetaData, Table, inspect, text
from support.databases import an_append, check_filled, fill, in_loop, opened

from pasar.store import migrations, schema
from pasar.store.contract import BadDatabase
from pasar.store.database import Database
from pasar.store.store import Store

RELEASED = Path(__file__).parent / "released"


def load(url: str, dump: str) -> None:
    if url.startswith("sqlite"):
        file = Path(url.removeprefix("sqlite:///"))
        file.parent.mkdir()
        with sqlite3.connect(file) as connection:
            connection.executescript(dump)
        connection.close()
    else:
        with psycopg.connect(url) as other:
            other.execute(dump.encode())


def engine(url: str) -> Engine:
    return Database(url).engine


def shape(table: Table) -> dict[str, Any]:
    """What makes two tables the same for whoever reads and writes them."""
    return {
        "columns": [(one.name, one.type.python_type, bool(one.nullable)) for one in table.c],
        "key": [one.name for one in table.primary_key],
        "refers": sorted((one.parent.name, one.target_fullname, one.ondelete) for one in table.foreign_keys),
        "indexes": sorted((str(one.name), tuple(one.columns.keys())) for one in table.indexes),
    }


@pytest.mark.parametrize("number", range(1, migrations.SCHEMA + 1))
@in_loop
async def test_every_released_schema_is_opened_and_all_is_found(database_url: str, number: int) -> None:
    name = "sqlite" if database_url.startswith("sqlite") else "postgresql"
    load(database_url, (RELEASED / f"schema-{number}.{name}.sql").read_text(encoding="utf-8"))
    async with opened(database_url) as store:
        await check_filled(store)


@in_loop
async def test_what_the_steps_make_is_what_the_program_knows(database_url: str) -> None:
    async with opened(database_url):
        pass
    found, made = MetaData(), engine(database_url)
    found.reflect(made)
    assert {name: shape(table) for name, table in found.tables.items()} == {
        name: shape(table) for name, table in schema.metadata.tables.items()
    }
    indexes = {one["name"]: one["dialect_options"] for one in inspect(made).get_indexes("tables")}
    assert re.search("listed = 1", str(indexes["tables_listed"].get(f"{made.dialect.name}_where")))
    made.dispose()


@in_loop
async def test_opening_again_changes_nothing(database_url: str) -> None:
    async with opened(database_url) as store:
        await fill(store)
    for _ in range(2):
        async with opened(database_url) as store:
            await check_filled(store)


@in_loop
async def test_several_may_open_a_new_database_at_once(database_url: str) -> None:
    stores = await asyncio.gather(*(Store.open(database_url) for _ in range(4)))
    await asyncio.gather(*(store.append(an_append(f"t{at}")) for at, store in enumerate(stores)))
    assert len(await stores[0].listed(stage="playing")) == 4
    for store in stores:
        await store.close()


@in_loop
async def test_a_newer_schema_is_refused(database_url: str) -> None:
    async with opened(database_url):
        pass
    made = engine(database_url)
    with made.begin() as connection:
        connection.execute(text("UPDATE meta SET value = '99'"))
    made.dispose()
    known = f"knows those up to {migrations.SCHEMA}: install"
    with pytest.raises(BadDatabase, match=f"schema 99, and this version of pasar {known}"):
        await Store.open(database_url)


@in_loop
async def test_a_step_is_taken_whole_or_not_at_all(database_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async with opened(database_url) as store:
        await fill(store)
    statements = ("ALTER TABLE tables ADD COLUMN hue TEXT", "DROP INDEX tables_due", "DROP INDEX there_is_none")
    monkeypatch.setattr(migrations, "STEPS", (*migrations.STEPS, dict.fromkeys(("sqlite", "postgresql"), statements)))
    monkeypatch.setattr(migrations, "SCHEMA", migrations.SCHEMA + 1)
    with pytest.raises(BadDatabase, match="there_is_none"):
        await Store.open(database_url)
    monkeypatch.undo()
    made = engine(database_url)
    assert "hue" not in [column["name"] for column in inspect(made).get_columns("tables")]
    made.dispose()
    async with opened(database_url) as store:
        await check_filled(store)


@in_loop
async def test_a_step_is_taken_once_and_keeps_what_is_there(database_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async with opened(database_url) as store:
        await fill(store)
    step = dict.fromkeys(("sqlite", "postgresql"), ("ALTER TABLE people ADD COLUMN hue TEXT",))
    monkeypatch.setattr(migrations, "STEPS", (*migrations.STEPS, step))
    monkeypatch.setattr(migrations, "SCHEMA", migrations.SCHEMA + 1)
    for _ in range(2):
        async with opened(database_url) as store:
            await check_filled(store)
    made = engine(database_url)
    with made.connect() as connection:
        assert migrations.schema_of(connection) == len(migrations.STEPS)
    made.dispose()


@in_loop
async def test_sqlite_files_are_private_and_safe(sqlite_url: str) -> None:
    file = Path(sqlite_url.removeprefix("sqlite:///"))
    async with opened(sqlite_url) as store:
        await store.append(an_append("t"))
        modes = {one.name: stat.S_IMODE(one.stat().st_mode) for one in (file.parent, *file.parent.iterdir())}
        assert modes == {"data": 0o700, file.name: 0o600, f"{file.name}-wal": 0o600, f"{file.name}-shm": 0o600}
    made = Database(sqlite_url)
    with made.reading() as connection:
        found = [connection.exec_driver_sql(f"PRAGMA {name}").scalar() for name in ("synchronous", "foreign_keys")]
    made.close()
    assert found == [2, 1]  # 2 is FULL


@pytest.mark.parametrize("url", ["", "nonsense", "mysql://u:secret@h/d", "sqlite://", "sqlite:///:memory:", "http://x"])
@in_loop
async def test_an_address_that_is_none(url: str) -> None:
    with pytest.raises(BadDatabase, match="must be sqlite:///FILE or postgresql://") as fault:
        await Store.open(url)
    assert "secret" not in str(fault.value)


@in_loop
async def test_a_file_that_is_no_database(tmp_path: Path) -> None:
    file = tmp_path / "letter.txt"
    file.write_text("Dear Änne, " * 100, encoding="utf-8")
    with pytest.raises(BadDatabase, match="the database cannot be opened: file is not a database"):
        await Store.open(f"sqlite:///{file}")
    with pytest.raises(BadDatabase, match=r"letter.txt/pasar.db cannot be opened: (not a directory|file exists)"):
        await Store.open(f"sqlite:///{file}/pasar.db")


@in_loop
async def test_without_the_package_for_postgresql(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(BadDatabase, match=r"pip install .*\[postgresql\]'"):
        await Store.open("postgresql://somewhere/pasar")
