"""Finding tables: lists, whose they are, when they are due, and forgetting them."""

import asyncio

from support.databases import NOW, an_append, in_loop, opened

from pasar.store.contract import Conflict, Notice, Row


def ids(rows: list[Row]) -> list[str]:
    return [row.id for row in rows]


@in_loop
async def test_the_lobby_lists_public_tables_the_newest_change_first(database_url: str) -> None:
    async with opened(database_url) as store:
        for number in range(6):
            game = "bali" if number % 2 else "basari"
            await store.append(an_append(f"t{number}", stage="lobby", changed=NOW + number, game=game, people=("p",)))
        await store.append(an_append("private", stage="lobby", listed=False))
        await store.append(an_append("over", stage="over"))
        found = await store.listed(stage="lobby", limit=4)
        assert ids(found) == ["t5", "t4", "t3", "t2"] and found[0].people == ("p",)
        assert ids(await store.listed(stage="lobby", before=found[-1].changed)) == ["t1", "t0"]
        assert ids(await store.listed(stage="lobby", game="basari")) == ["t4", "t2", "t0"]


@in_loop
async def test_a_persons_tables(database_url: str) -> None:
    async with opened(database_url) as store:
        await store.append(an_append("a", people=("p", "q"), changed=NOW))
        await store.append(an_append("b", people=("p",), stage="lobby", listed=False, changed=NOW + 1))
        await store.append(an_append("c", people=("q",)))
        assert ids(await store.tables_of("p")) == ["b", "a"]
        assert ids(await store.tables_of("p", stage="playing")) == ["a"]
        assert ids(await store.tables_of("p", before=NOW + 1)) == ["a"]
        assert ids(await store.tables_of("p", limit=1)) == ["b"]
        assert await store.count_of("p", ["lobby", "playing"]) == 2
        assert await store.count_of("p", ["over"]) == 0


@in_loop
async def test_holding_two_seats_is_one_table(database_url: str) -> None:
    async with opened(database_url) as store:
        await store.append(an_append("a", people=("p", "p", "q")))
        row = await store.row("a")
        assert row is not None and row.people == ("p", "p", "q")
        assert ids(await store.tables_of("p")) == ["a"] and await store.count_of("p", ["playing"]) == 1


@in_loop
async def test_due_tables_are_claimed_once(database_url: str) -> None:
    async with opened(database_url) as store, opened(database_url) as other:
        await store.append(an_append("late", due=NOW + 9))
        await store.append(an_append("soon", due=NOW + 0.1))
        await store.append(an_append("never"))
        assert await store.due(NOW + 5) == [("soon", NOW + 0.1)]
        assert [table for table, _ in await store.due(NOW + 10)] == ["soon", "late"]
        claims = [one.claim("soon", NOW + 0.1, NOW + 30) for one in (store, other, store, other)]
        assert sorted(await asyncio.gather(*claims)) == [False, False, False, True]
        assert await store.due(NOW + 5) == []


@in_loop
async def test_old_tables_are_forgotten_with_all_that_is_theirs(database_url: str) -> None:
    async with opened(database_url) as store:
        for number in range(4):
            notice = Notice(f"k{number}", "p", NOW, {})
            old = an_append(f"t{number}", count=3, stage="over", changed=NOW + number, people=("p",), notices=(notice,))
            await store.append(old)
        await store.append(an_append("playing", changed=NOW))
        assert await store.forget_tables("over", NOW + 3, limit=2) == 2
        assert ids(await store.tables_of("p")) == ["t3", "t2"]
        assert await store.forget_tables("over", NOW + 3) == 1
        assert await store.forget_tables("over", NOW + 3) == 0
        assert await store.row("t0") is None and await store.entries("t0") == []
        assert [notice.key for notice in await store.due_notices(NOW, 1)] == ["k3"]
        assert await store.row("playing") is not None


@in_loop
async def test_appending_to_a_forgotten_table_is_a_conflict(database_url: str) -> None:
    async with opened(database_url) as store:
        await store.append(an_append("t", stage="over"))
        await store.forget_tables("over", NOW + 100)
        found = await asyncio.gather(store.append(an_append("t", 1)), return_exceptions=True)
        assert isinstance(found[0], Conflict)
