"""PostgreSQL going away under a running store: nothing is lost, nothing is written twice, and all goes on by itself."""

import asyncio
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from support.between import Between, before_postgres
from support.databases import Postgres, an_append, in_loop, opened, until

from pasar.store import writer
from pasar.store.contract import BadDatabase, Conflict, Json, StoreDown
from pasar.store.store import Store


@in_loop
async def test_appends_outlive_a_crash_of_the_server(postgres: Postgres, postgres_url: str) -> None:
    stop = asyncio.Event()

    async def play(store: Store, table: str) -> int:
        version = 0
        while not stop.is_set():
            await store.append(an_append(table, version))
            version += 1
        return version

    heard: list[Json] = []
    async with opened(postgres_url, heard.append, patience=60) as store:
        playing = [asyncio.create_task(play(store, f"t{number}")) for number in range(20)]
        await asyncio.sleep(0.3)
        await asyncio.to_thread(postgres.crash)
        with pytest.raises(StoreDown, match="does not answer"):
            await store.healthy()
        await asyncio.to_thread(postgres.start)
        await asyncio.sleep(0.5)
        stop.set()
        versions = await asyncio.gather(*playing)
        for number, version in enumerate(versions):
            entries = await store.entries(f"t{number}")
            assert [entry.number for entry in entries] == list(range(1, version + 1))
        await store.healthy()
        await until(lambda: {"lost": True} in heard)
        assert heard == [{"lost": True}]


@in_loop
async def test_news_is_heard_again_after_a_crash(postgres: Postgres, postgres_url: str) -> None:
    heard: list[Json] = []
    async with opened(postgres_url, heard.append) as one, opened(postgres_url) as other:
        await asyncio.to_thread(postgres.crash)
        await asyncio.to_thread(postgres.start)
        await until(lambda: heard == [{"lost": True}])
        await other.append(an_append("t"))
        await until(lambda: len(heard) == 2)
        assert heard[1]["tables"] == {"t": 1}
        assert await one.entries("t")


@in_loop
async def test_whoever_cannot_wait_any_longer_is_told(postgres: Postgres, postgres_url: str) -> None:
    async with opened(postgres_url, patience=0.3) as store:
        await store.append(an_append("t"))
        await asyncio.to_thread(postgres.crash)
        try:
            waiting = [store.append(an_append("t", 1)), store.entries("t"), store.take_token("x"), store.due(0.0)]
            found = await asyncio.gather(*waiting, return_exceptions=True)
        finally:
            await asyncio.to_thread(postgres.start)
        assert [str(one) for one in found] == ["the database does not answer"] * 4
        assert all(isinstance(one, StoreDown) and not one.uncertain for one in found)
        await store.append(an_append("t", 1))
        assert len(await store.entries("t")) == 2


@pytest.fixture
def between(tmp_path: Path, postgres_url: str) -> Iterator[Between]:
    made = before_postgres(tmp_path, postgres_url)
    yield made
    made.close()


@in_loop
async def test_a_commit_whose_answer_is_lost_is_recognised(between: Between) -> None:
    async with opened(between.url) as store:
        await store.append(an_append("t"))
        between.lose_next_answer = True
        await asyncio.gather(*(store.append(an_append("t", number)) for number in range(1, 6)))
        assert not between.lose_next_answer
        assert [entry.number for entry in await store.entries("t")] == [1, 2, 3, 4, 5, 6]


@in_loop
async def test_what_may_be_written_or_not_is_called_uncertain(between: Between) -> None:
    async with opened(between.url, patience=0.3) as store:
        await store.append(an_append("earlier"))
        append = an_append("t")
        between.lose_next_answer = between.refuse = True
        with pytest.raises(StoreDown, match="does not answer") as fault:
            await store.append(append)
        assert fault.value.uncertain
        between.refuse = False
        await store.append(append)
        assert await store.entries("t") == append.entries


@in_loop
async def test_a_process_that_stands_still_in_a_transaction_holds_nobody_up(
    between: Between, postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writer, "STANDS_STILL", 1)
    async with opened(between.url) as still, opened(postgres_url) as other:
        await still.append(an_append("t"))
        between.freeze_next_commit = True
        begun = time.monotonic()
        late = asyncio.ensure_future(still.append(an_append("t", 1)))
        await until(lambda: between.silent)

        await other.append(an_append("t", 1))

        assert time.monotonic() - begun < 30
        between.silent = False
        with pytest.raises(Conflict):
            await late
        assert len(await other.entries("t")) == 2


@in_loop
async def test_what_is_no_append_is_not_done_twice(between: Between) -> None:
    async with opened(between.url) as store:
        await store.append(an_append("t", due=1.0))
        between.lose_next_answer = True
        with pytest.raises(StoreDown) as fault:
            await store.claim("t", 1.0, 2.0)
        assert fault.value.uncertain
        assert await store.due(9.0) == [("t", 2.0)]


@in_loop
async def test_a_database_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(BadDatabase, match="cannot be opened") as fault:
        await Store.open(f"postgresql://someone:secret@/nothing?host={tmp_path}", patience=0)
    assert "secret" not in str(fault.value) and "\n" not in str(fault.value)
