"""A move can be kept without its table's row. The log alone decides who was faster, and the row follows."""

import asyncio
from functools import partial

import pytest
from sqlalchemy import Connection, text
from support.databases import NOW, an_append, in_loop, opened

from pasar.store.appends import RowNow, prepared
from pasar.store.contract import Append, Conflict
from pasar.store.store import Store


async def kept(store: Store, append: Append) -> None:
    """As the server keeps a move: without the row, which it registers afterwards."""
    done = asyncio.get_running_loop().create_future()
    store.keep(
        prepared(append)._replace(row=None),
        lambda _, fault: done.set_result(None) if fault is None else done.set_exception(fault),
    )
    await done
    store.row_is_behind(append.row.id, partial(RowNow, append.row, append.entries[-1].mark))


async def version(store: Store, table: str) -> int:
    row = await store.row(table)
    assert row is not None
    return row.version


@in_loop
async def test_who_asks_for_rows_is_shown_all_that_is_kept(database_url: str) -> None:
    async with opened(database_url) as store:
        await store.append(an_append("t", people=("p",)))
        for believed in (1, 2, 3):
            await kept(store, an_append("t", believed, due=NOW + believed, about={"at": believed}))
        (line,) = await store.tables_of("p")
        assert (line.version, line.due, line.about, line.people) == (4, NOW + 3, {"at": 3}, ("p",))
        await kept(store, an_append("t", 4, due=NOW - 5))
        assert await store.due(NOW) == [("t", NOW - 5)]
        await kept(store, an_append("t", 5, stage="over"))
        assert await store.count_of("p", ["playing"]) == 0 and await store.listed(stage="playing") == []
        await kept(store, an_append("t", 6))
        assert await store.unfinished(["t"], ["playing"]) == ["t"]
        await kept(store, an_append("t", 7))
        assert [row.version for row in await store.hosts.tables()] == [8]


@in_loop
async def test_those_who_ask_at_the_same_time_are_shown_the_same(database_url: str) -> None:
    async with opened(database_url) as store:
        await asyncio.gather(*(store.append(an_append(f"t{number}", people=("p",))) for number in range(100)))
        await asyncio.gather(*(kept(store, an_append(f"t{number}", 1)) for number in range(100)))
        lists = await asyncio.gather(*(store.tables_of("p") for _ in range(5)))
        assert [{row.version for row in rows} for rows in lists] == [{2}] * 5


@in_loop
async def test_a_number_that_is_taken_a_gap_and_a_table_that_is_gone(database_url: str) -> None:
    async with opened(database_url) as store:
        await store.append(an_append("t", count=2, stage="lobby"))
        for table, believed in (("t", 1), ("t", 3), ("gone", 1), ("gone", 0)):
            with pytest.raises(Conflict):
                await kept(store, an_append(table, believed))
        assert await version(store, "t") == len(await store.entries("t")) == 2
        await store.forget_tables("lobby", NOW + 100)
        with pytest.raises(Conflict):
            await kept(store, an_append("t", 2))


@in_loop
async def test_an_append_goes_on_from_the_log_although_the_row_is_behind(database_url: str) -> None:
    async with opened(database_url) as store:
        await store.append(an_append("t"))
        await kept(store, an_append("t", 1))
        with pytest.raises(Conflict):
            await store.append(an_append("t", 1))  # the row is of that version, the log is not
        with pytest.raises(Conflict):
            await store.append(an_append("t", 3))
        await store.append(an_append("t", 2, about={"by": "append"}))
        row = await store.row("t")  # what was behind is older than that, and not written
        assert row is not None and (row.version, row.about) == (3, {"by": "append"})


@in_loop
async def test_a_row_of_another_log_is_not_written(database_url: str) -> None:
    async with opened(database_url) as store:
        await store.append(an_append("t", count=3))
        store.row_is_behind("t", partial(RowNow, an_append("t", 3).row, "mark of an entry that is not there"))
        assert await version(store, "t") == 3


@in_loop
async def test_a_process_that_ends_writes_them_and_what_a_killed_one_has_left_is_found(database_url: str) -> None:
    async with opened(database_url) as store:
        await asyncio.gather(*(store.append(an_append(table)) for table in ("a", "b", "c")))
        await kept(store, an_append("a", 1))
    async with opened(database_url) as store:
        assert await store.behind("playing") == [] and await version(store, "a") == 2
        await kept(store, an_append("b", 1))
        store._behind.clear()  # as if it were killed
    async with opened(database_url) as store:
        assert await store.behind("playing") == ["b"] and await store.behind("over") == []


@in_loop
async def test_a_row_that_needs_no_writing_does_not_tell_that_one_can_write(database_url: str) -> None:
    def is_touched(connection: Connection) -> bool:
        return connection.execute(text("SELECT count(*) FROM meta WHERE key = 'touched'")).scalar() == 1

    async with opened(database_url) as store:
        append = an_append("t")
        await store.append(append)
        store._writer.trouble = "the disk is full"
        store.row_is_behind("t", partial(RowNow, append.row, append.entries[-1].mark))
        await store.bring_rows()
        assert await store._read(is_touched) and store._writer.trouble is None
