"""Appends: what returns is there, numbers have no gap, and only the guilty one is refused."""

import asyncio
import contextlib
import sqlite3
import time
from collections.abc import Sequence
from concurrent.futures import Future
from functools import partial

import psycopg
import pytest
from sqlalchemy import Connection
from support.databases import NOW, an_append, in_loop, opened

from pasar.store import appends, database, writer
from pasar.store.appends import PreparedAppend, prepared
from pasar.store.contract import Append, Conflict, Notice, StoreDown
from pasar.store.store import Store


async def numbers(store: Store, table: str) -> list[int]:
    return [entry.number for entry in await store.entries(table)]


async def outcomes(store: Store, appends: Sequence[Append]) -> list[BaseException | None]:
    """Handed in together, so that they meet in one batch."""
    return await asyncio.gather(*map(store.append, appends), return_exceptions=True)


@in_loop
async def test_what_was_appended_is_read_back_exactly(database_url: str) -> None:
    about = {"names": ["Änne", None], "deep": {"list": [1, 2.5, True]}}
    first = an_append("t", count=3, people=("p2", "p1"), due=NOW + 0.123456, about=about, stage="lobby", listed=False)
    async with opened(database_url) as store:
        await store.append(first)
    async with opened(database_url) as store:
        assert await store.row("t") == first.row
        assert await store.entries("t") == first.entries
        assert await store.entries("t", after=2) == first.entries[2:]


@in_loop
async def test_a_table_that_is_not_there(database_url: str) -> None:
    async with opened(database_url) as store:
        assert await store.row("nobody") is None and await store.entries("nobody") == []


@in_loop
async def test_people_change_only_when_it_is_said(database_url: str) -> None:
    async with opened(database_url) as store:
        await store.append(an_append("t", people=("a", "b")))
        await store.append(an_append("t", 1))
        row = await store.row("t")
        assert row is not None and row.people == ("a", "b")
        await store.append(an_append("t", 2, people=("b",)))
        row = await store.row("t")
        assert row is not None and (row.people, row.version) == (("b",), 3)


@in_loop
async def test_a_table_that_another_opens_is_there_with_it_or_not_at_all(database_url: str) -> None:
    async with opened(database_url) as store:
        await store.append(an_append("old"))
        late, timely = (
            an_append("old", believed)._replace(opens=an_append(table, count=2, people=("p1",)))
            for believed, table in ((3, "late"), (1, "timely"))
        )

        late_one, other, timely_one = await outcomes(store, [late, an_append("other"), timely])

        assert isinstance(late_one, Conflict) and other is None and timely_one is None
        assert [await numbers(store, table) for table in ("late", "timely", "old")] == [[], [1, 2], [1, 2]]
        assert [row.id for row in await store.tables_of("p1")] == ["timely"]


@pytest.mark.parametrize(("believed", "there"), [(0, 1), (1, 2), (3, 2), (1, 0)])
@in_loop
async def test_a_wrong_belief_is_a_conflict_and_writes_nothing(database_url: str, believed: int, there: int) -> None:
    async with opened(database_url) as store:
        if there:
            await store.append(an_append("t", count=there))
        before = await store.row("t"), await store.entries("t")
        notice = Notice("k", "p", NOW, {})
        with pytest.raises(Conflict):
            await store.append(an_append("t", believed, people=("p",), notices=(notice,), stage="over"))
        assert (await store.row("t"), await store.entries("t")) == before
        assert await store.due_notices(NOW, 1) == []


@in_loop
async def test_an_append_without_entries_changes_the_row_of_a_version(database_url: str) -> None:
    async with opened(database_url) as store:
        await store.append(an_append("t", count=2))
        await store.append(an_append("t", 2, count=0, due=NOW))
        row = await store.row("t")
        assert row is not None and (row.version, row.due) == (2, NOW)
        with pytest.raises(Conflict):
            await store.append(an_append("t", 1, count=0))


@in_loop
async def test_numbers_must_fit_the_version(sqlite_url: str) -> None:
    async with opened(sqlite_url) as store:
        good = an_append("t", count=2)
        with pytest.raises(ValueError, match="numbered"):
            await store.append(good._replace(entries=good.entries[::-1]))
        with pytest.raises(ValueError, match="numbered"):
            await store.append(an_append("t", count=0))


@in_loop
async def test_appends_of_one_table_in_one_batch_chain(database_url: str) -> None:
    async with opened(database_url) as store:
        appends = [an_append("t", number, people=(f"p{number}",)) for number in range(150)]
        assert await outcomes(store, appends) == [None] * 150
        assert await store.entries("t") == [entry for append in appends for entry in append.entries]
        assert await store.row("t") == appends[-1].row


@in_loop
async def test_only_the_guilty_one_of_a_batch_is_refused(database_url: str) -> None:
    async with opened(database_url) as store:
        await store.append(an_append("guilty", count=2))
        batch = [an_append(f"t{number}") for number in range(20)] + [an_append("guilty", 1)]
        batch += [an_append(f"t{number}", 1) for number in range(20)]
        found = await outcomes(store, batch)
        assert [number for number, fault in enumerate(found) if fault is not None] == [20]
        assert isinstance(found[20], Conflict)
        assert [await numbers(store, f"t{number}") for number in range(20)] == [[1, 2]] * 20


@in_loop
async def test_of_two_with_one_number_in_a_batch_the_first_wins(database_url: str) -> None:
    async with opened(database_url) as store:
        first, second = an_append("t"), an_append("t")
        found = await outcomes(store, [first, second, an_append("t", 1)])
        assert found[0] is None and isinstance(found[1], Conflict) and found[2] is None
        assert (await store.entries("t"))[0] == first.entries[0]


@in_loop
async def test_two_in_a_batch_that_do_not_follow_each_other_leave_no_gap(database_url: str) -> None:
    async with opened(database_url) as store:
        found = await outcomes(store, [an_append("t"), an_append("t", 5), an_append("t", 1)])
        assert found[0] is None and isinstance(found[1], Conflict) and found[2] is None
        assert await numbers(store, "t") == [1, 2]


@in_loop
async def test_a_value_that_the_database_refuses_harms_nobody_else(postgres_url: str) -> None:
    async with opened(postgres_url) as store:
        found = await outcomes(store, [an_append("a"), an_append("t\0t"), an_append("b")])
        assert found[0] is None and found[2] is None
        assert isinstance(found[1], Exception) and not isinstance(found[1], Conflict)
        assert await numbers(store, "a") == await numbers(store, "b") == [1]


@in_loop
async def test_handing_in_the_same_append_again_is_no_conflict(database_url: str) -> None:
    async with opened(database_url) as store:
        append = an_append("t", count=2)
        await store.append(append)
        await store.append(an_append("t", 2))
        await store.append(append)
        assert await numbers(store, "t") == [1, 2, 3]


@in_loop
async def test_two_stores_never_both_get_a_number(database_url: str) -> None:
    async with opened(database_url) as one, opened(database_url) as other:
        tables = [f"t{number}" for number in range(5)]

        async def play(store: Store, table: str) -> int:
            won = 0
            for believed in range(20):
                try:
                    await store.append(an_append(table, believed))
                    won += 1
                except Conflict:
                    pass
            return won

        won = await asyncio.gather(*(play(store, table) for store in (one, other) for table in tables))
        assert sum(won) == 20 * len(tables)
        assert [await numbers(one, table) for table in tables] == [list(range(1, 21))] * len(tables)


WAITING = "SELECT count(*) FROM pg_locks JOIN pg_database ON oid = database WHERE NOT granted AND datname = %s"


@in_loop
async def test_a_conflict_and_who_wants_all_tables_do_not_wait_for_each_other(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    look, restoring = appends.is_written, list[Future[None]]()
    loop = asyncio.get_running_loop()

    def lock_all() -> None:
        with psycopg.connect(postgres_url) as other:
            other.execute("LOCK TABLE meta, tables, entries IN ACCESS EXCLUSIVE MODE")

    def looks(connection: Connection, append: PreparedAppend) -> bool:
        found = look(connection, append)
        restoring.append(asyncio.run_coroutine_threadsafe(asyncio.to_thread(lock_all), loop))
        with psycopg.connect(postgres_url, autocommit=True) as watching:
            while watching.execute(WAITING, [watching.info.dbname]).fetchall() == [(0,)]:
                time.sleep(0.01)
        return found

    monkeypatch.setattr(appends, "is_written", looks)
    async with opened(postgres_url) as store:
        await store.append(an_append("a"))
        tried = await outcomes(store, [an_append("t"), an_append("a"), an_append("u")])
        assert [type(one) for one in tried] == [type(None), Conflict, type(None)]
        (other,) = restoring
        await asyncio.wrap_future(other)


@in_loop
async def test_another_program_may_lock_the_file_for_a_while(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database, "BUSY", 0.05)
    async with opened(sqlite_url, patience=0.6) as store:
        with contextlib.closing(sqlite3.connect(sqlite_url.removeprefix("sqlite:///"))) as other:
            other.execute("BEGIN IMMEDIATE")
            with pytest.raises(StoreDown, match="locked by another program") as fault:
                await store.append(an_append("t"))
            assert not fault.value.uncertain and await store.entries("t") == []
            waiting = asyncio.create_task(store.append(an_append("t")))
            await asyncio.sleep(0.2)
            other.rollback()
            await waiting
        assert await numbers(store, "t") == [1]


@in_loop
async def test_closing_finishes_what_was_handed_in(database_url: str) -> None:
    async with opened(database_url) as store:
        waiting = [asyncio.create_task(store.append(an_append(f"t{number}"))) for number in range(100)]
        await asyncio.sleep(0)
    assert await asyncio.gather(*waiting) == [None] * 100
    async with opened(database_url) as store:
        assert await numbers(store, "t99") == [1]


@in_loop
async def test_whoever_stops_waiting_disturbs_nobody(database_url: str) -> None:
    async with opened(database_url) as store:
        waiting = [asyncio.create_task(store.append(an_append(f"t{number}"))) for number in range(10)]
        await asyncio.sleep(0)
        waiting[3].cancel()
        found = await asyncio.gather(*waiting, return_exceptions=True)
        assert [type(one).__name__ for one in found if one is not None] == ["CancelledError"]
        assert await numbers(store, "t9") == [1]


@in_loop
async def test_nobody_waits_for_others_when_enough_is_there(database_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(writer, "GATHER", 60.0)
    async with opened(database_url) as store:
        first = asyncio.ensure_future(store.append(an_append("first")))
        for _ in range(3):
            await asyncio.sleep(0)  # until the thread has it
        others = [an_append(f"t{number}") for number in range(writer.ENOUGH)]
        async with asyncio.timeout(20):
            assert await outcomes(store, others) == [None] * len(others)
            await first


@in_loop
async def test_what_was_postponed_is_written_with_what_others_are_waited_for(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writer, "GATHER", 60.0)
    async with opened(database_url) as store:
        first = asyncio.ensure_future(store.append(an_append("first")))
        for _ in range(3):
            await asyncio.sleep(0)  # until the thread has it
        second = asyncio.ensure_future(store.append(an_append("second")))
        await first
        kept = asyncio.get_running_loop().create_future()
        store.postpone(partial(store.keep, prepared(an_append("postponed")), lambda _, fault: kept.set_result(fault)))
        assert await numbers(store, "second") == await numbers(store, "postponed") == []
        async with asyncio.timeout(20):
            others = [an_append(f"t{number}") for number in range(writer.ENOUGH - 2)]
            assert await outcomes(store, others) == [None] * len(others)
            await second
            assert await kept is None
        assert await numbers(store, "postponed") == [1]


@in_loop
async def test_nothing_is_postponed_where_nobody_is_waited_for(database_url: str) -> None:
    async with opened(database_url) as store:
        done: list[str] = []
        store.postpone(partial(done.append, "at once"))
        assert done == ["at once"]
