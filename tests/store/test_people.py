"""People, tokens and notices."""

import asyncio
import dataclasses

import pytest
from support.databases import NOW, an_append, in_loop, opened

from pasar.store.contract import Conflict, Notice, Person, Token
from pasar.store.store import Store

ANNA = Person("p1", "Änne", NOW, NOW, {"language": "de"})
TOKEN = Token("t1", "p1", "device", b"\x00\xffhash", "my phone", NOW, NOW + 60)


@in_loop
async def test_people_are_kept_and_changed(database_url: str) -> None:
    async with opened(database_url) as store:
        await store.add_person(ANNA)
        assert await store.person("p1") == ANNA and await store.person("p2") is None
        assert await store.change_person("p1", name="Anna", seen_at=NOW + 5)
        assert await store.change_person("p1", contact={})
        assert await store.change_person("p1")
        assert await store.person("p1") == Person("p1", "Anna", NOW, NOW + 5, {})
        assert not await store.change_person("p2", name="Berta")
        with pytest.raises(Conflict):
            await store.add_person(ANNA)


@in_loop
async def test_tokens_are_kept_and_dropped_by_their_owner(database_url: str) -> None:
    async with opened(database_url) as store:
        await store.add_person(ANNA)
        await store.add_token(TOKEN)
        program = dataclasses.replace(TOKEN, id="t2", kind="program", expires_at=None)
        await store.add_token(program)
        assert await store.token("t1") == TOKEN and await store.token("t3") is None
        assert await store.tokens_of("p1", "program") == [program]
        assert not await store.drop_token("t2", "p9")
        assert await store.drop_token("t2", "p1")
        assert not await store.drop_token("t2", "p1")
        assert await store.forget_tokens(NOW + 61) == 1
        assert await store.token("t1") is None


@in_loop
async def test_a_token_is_taken_once(database_url: str) -> None:
    async with opened(database_url) as store, opened(database_url) as other:
        await store.add_person(ANNA)
        for number in range(10):
            await store.add_token(dataclasses.replace(TOKEN, id=f"t{number}"))

        async def take(some: Store) -> list[Token | None]:
            return await asyncio.gather(*(some.take_token(f"t{number}") for number in range(10)))

        taken = [one for got in await asyncio.gather(*map(take, [store, other] * 3)) for one in got if one is not None]
        assert sorted(token.id for token in taken) == [f"t{number}" for number in range(10)]


@in_loop
async def test_a_token_of_nobody_is_refused(database_url: str) -> None:
    async with opened(database_url) as store:
        with pytest.raises(Conflict):
            await store.add_token(TOKEN)


@in_loop
async def test_people_who_stay_away_are_forgotten_unless_they_sit_somewhere(database_url: str) -> None:
    async with opened(database_url) as store:
        for number in range(5):
            await store.add_person(dataclasses.replace(ANNA, id=f"p{number}", seen_at=NOW + number))
        await store.add_token(TOKEN)
        await store.append(an_append("t", people=("p0",)))
        assert await store.forget_people(NOW + 4, limit=2) == 2
        assert await store.forget_people(NOW + 4) == 1
        assert [await store.person(f"p{number}") is not None for number in range(5)] == [
            True,
            False,
            False,
            False,
            True,
        ]
        assert await store.token("t1") is None


@in_loop
async def test_a_notice_is_given_to_one_until_it_is_sent(database_url: str) -> None:
    async with opened(database_url) as store, opened(database_url) as other:
        notice, later = Notice("t/1/p", "p", NOW, {"turn": "yours"}), Notice("t/2/p", "p", NOW + 50, {})
        await store.append(an_append("t", notices=(notice, later)))
        given = await asyncio.gather(*(one.due_notices(NOW, hold=10) for one in (store, other, store, other)))
        assert [one for some in given for one in some] == [notice]
        assert [one.key for one in await other.due_notices(NOW + 10, hold=10)] == ["t/1/p"]
        await other.notice_later("t/1/p", NOW + 30)
        assert await other.due_notices(NOW + 29, hold=1) == []
        await store.notice_sent("t/1/p")
        assert await other.due_notices(NOW + 49, hold=1) == []
        assert await other.due_notices(NOW + 50, hold=1) == [later]


@in_loop
async def test_the_same_notice_twice_is_one_even_when_it_was_sent(database_url: str) -> None:
    async with opened(database_url) as store:
        notice = Notice("k", "p", NOW, {})
        await store.append(an_append("t", notices=(notice,)))
        await store.notice_sent("k")
        await store.append(an_append("t", 1, notices=(notice,)))
        await store.notice_later("k", NOW)
        assert await store.due_notices(NOW + 1, hold=1) == []
