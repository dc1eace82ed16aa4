"""News between processes: heard after the commit, by the others only, and never silently lost."""

import asyncio

import pytest
from support.databases import an_append, in_loop, opened, until

from pasar.store.contract import Conflict, Json


@in_loop
async def test_others_hear_of_an_append_and_can_read_it(postgres_url: str) -> None:
    mine: list[Json] = []
    theirs: list[Json] = []
    async with opened(postgres_url, mine.append) as one, opened(postgres_url, theirs.append) as other:
        await one.append(an_append("t", count=2))
        await until(lambda: theirs)
        assert theirs[0]["tables"] == {"t": 2} and theirs[0]["from"]
        assert len(await other.entries("t")) == 2
        with pytest.raises(Conflict):
            await one.append(an_append("t", 1))
        await other.publish({"here": ["p1"]})
        await until(lambda: mine)
        assert mine == [{"here": ["p1"]}] and len(theirs) == 1


@in_loop
async def test_news_of_many_tables_is_told_in_parts(postgres_url: str) -> None:
    heard: list[Json] = []
    async with opened(postgres_url, heard.append), opened(postgres_url) as other:
        names = [f"{number:03}" + "x" * 300 for number in range(60)]
        await asyncio.gather(*(other.append(an_append(name)) for name in names))
        await until(lambda: sum(len(news["tables"]) for news in heard) == 60)
        assert len(heard) < 10
        assert dict.fromkeys(names, 1) == {name: at for news in heard for name, at in news["tables"].items()}


@in_loop
async def test_news_has_a_limit(database_url: str) -> None:
    async with opened(database_url) as store:
        await store.publish({"text": "x" * 6_900})
        with pytest.raises(ValueError, match="7000 bytes"):
            await store.publish({"text": "x" * 7_000})


@in_loop
async def test_a_sqlite_store_is_alone(sqlite_url: str) -> None:
    heard: list[Json] = []
    async with opened(sqlite_url, heard.append) as store:
        await store.publish({"here": []})
        assert not store.shared and heard == []
