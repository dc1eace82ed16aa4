"""The audit log and what it tells of: one transaction, numbered in the order of the commits, on both databases."""

import asyncio

import pytest
from support.databases import NOW, PEOPLE, an_append, fill, in_loop, opened

from pasar.store.contract import Append, Conflict, Erasure, NewAuditLine, Rewrite
from pasar.store.store import Store


def change(what: str, subject: str = "p1") -> NewAuditLine:
    return NewAuditLine(NOW, "a test", what, subject, {"why": "é"})


async def told(store: Store) -> list[tuple[int, str]]:
    return [(line.number, line.what) for line in await store.hosts.audit()]


@in_loop
async def test_many_at_once_are_numbered_without_a_gap(database_url: str) -> None:
    async with opened(database_url) as one, opened(database_url) as other:
        await fill(one)
        work = [store.hosts.block("p1", NOW, change("block")) for store in (one, other) for _ in range(20)]
        assert all(await asyncio.gather(*work))
        assert [number for number, _ in await told(one)] == list(range(1, 41))
        assert await other.hosts.last_line() == 40


@in_loop
async def test_what_was_not_done_is_not_told(database_url: str) -> None:
    async with opened(database_url) as store:
        await fill(store)
        assert not await store.hosts.block("nobody", NOW, change("block", "nobody"))
        assert not await store.hosts.revoke("none", change("revoke"))
        with pytest.raises(Conflict):
            await store.hosts.append(an_append("playing", believed=7), change("close"))
        assert await told(store) == []


@in_loop
async def test_numbers_go_on_after_old_lines_are_forgotten(database_url: str) -> None:
    async with opened(database_url) as store:
        await fill(store)
        await store.hosts.block("p1", NOW, change("block"))
        assert await store.hosts.forget_audit(NOW) == 0  # exactly as old as that is not older
        assert await store.hosts.forget_audit(NOW + 1) == 1
        await store.hosts.block("p1", None, change("unblock"))
        assert await told(store) == [(2, "unblock")]


@in_loop
async def test_people_are_found_by_id_and_by_any_part_of_a_name(database_url: str) -> None:
    async with opened(database_url) as store:
        await fill(store)
        for find, ids in (("p2", ["p2"]), ("hara", ["p2"]), ("Änn", ["p1"]), ("%", []), ("_", []), ("", ["p2", "p1"])):
            assert [person.id for person, _ in await store.hosts.people(find=find)] == ids, find
        await store.hosts.block("p1", NOW, change("block"))
        ((blocked, tables),) = await store.hosts.people(blocked=True)
        assert (blocked.id, blocked.blocked_at, tables) == ("p1", NOW, 2)
        assert await store.hosts.shut_out(["p1", "p2", "gone"]) == {"p1", "gone"}


@in_loop
async def test_a_log_without_a_person(database_url: str) -> None:
    async with opened(database_url) as store:
        await fill(store)
        assert await store.hosts.begin_erasure(Erasure("p2", "alias", "Nobody", NOW), change("forget", "p2"))
        assert await store.person("p2") is None and await store.token("k2") is None
        assert await store.due_notices(NOW + 9, hold=1) == []
        append: Append = an_append("playing", believed=3)
        await store.hosts.rewrite(Rewrite(append, {2: {"said": "…"}}, {}, "p2", "alias"))
        entries = await store.entries("playing")
        assert [entry.number for entry in entries] == [1, 2, 3, 4] and entries[1].body == {"said": "…"}
        assert all(entry.mark.endswith(".") for entry in entries)
        row = await store.row("playing")
        assert row is not None and row.people == ("alias", PEOPLE[0].id)
        await store.hosts.end_erasure("p2")
        assert await store.hosts.erasures() == []


@in_loop
async def test_sizes_name_every_table(database_url: str) -> None:
    async with opened(database_url) as store:
        await fill(store)
        sizes = await store.hosts.sizes()
        assert sizes.rows["entries"] == 4 and sizes.rows["people"] == 2
        assert {"logs", "tables", "people", "tokens", "notices", "audit"} <= sizes.bytes.keys()
        assert all(size >= 0 for size in sizes.bytes.values()) and sizes.bytes["logs"] > 0
