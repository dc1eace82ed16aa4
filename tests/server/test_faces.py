"""Faces are kept with people and seen by others; reactions are seen by all who are there, and kept nowhere."""

from typing import Any

import pytest
from support.databases import in_loop
from support.tables import Server, guests, seated

from pasar.server.live import asking
from pasar.server.people.limits import Limited, Limits
from pasar.server.table import wire


@in_loop
async def test_a_face_is_kept_and_seen_at_the_tables_one_sits_at(table_server: Server) -> None:
    async with guests(table_server, "Ann", "Bob") as (ann, bob):
        await ann.http.patch("/api/me", json={"face": "tea"})
        _, b = await seated(ann, bob, game="bali")
        assert [seat["face"] for seat in b.table["seats"]] == ["tea", None]
        await ann.http.patch("/api/me", json={"face": "scale"})
        await b.wait_for(lambda: b.table["seats"][0]["face"] == "scale")
        assert b.table["seats"][0]["name"] == "Ann" and (await ann.get("/api/me"))["face"] == "scale"


@in_loop
async def test_nobody_has_a_face_that_is_not_drawn(table_server: Server) -> None:
    async with guests(table_server, "Ann") as (ann,):
        assert (await ann.refused("PATCH", "/api/me", {"face": "a cat"}))[0] == 422
        (a,) = await seated(ann, game="bali", players=2)
        assert await a.refused("sit", seat=1, name="Bob", face="../x") == "bad_message"


@in_loop
async def test_a_reaction_is_seen_by_all_and_kept_nowhere(table_server: Server) -> None:
    async with guests(table_server, "Ann", "Bob") as (ann, bob):
        a, b = await seated(ann, bob, game="bali")
        version = a.version
        await b.do("react", reaction="bow")
        await a.wait_for(lambda: any(message["type"] == "reaction" for message in a.messages))
        heard = [message for message in a.messages if message["type"] == "reaction"]
        assert heard == [{"type": "reaction", "seat": 1, "reaction": "bow"}]
        assert a.version == version and "bow" not in str(await ann.look(a.at))


@in_loop
async def test_one_reacts_at_an_own_seat_only(table_server: Server) -> None:
    async with guests(table_server, "Ann", "Bob", "Eve") as (ann, bob, eve):
        a, _ = await seated(ann, bob, game="bali", watch="anyone")
        watcher = await eve.enter(a.at)
        assert await watcher.refused("react", reaction="tea") == "not_your_seat"
        assert await a.refused("react", reaction="tea", seat=1) == "not_your_seat"
        assert await a.refused("react", reaction="shout") == "bad_message"


def test_nobody_reacts_without_end(clock: Any) -> None:
    limits = Limits(clock)
    for _ in range(6):
        limits.take(asking.COUNTED[wire.React], person="ann")
    with pytest.raises(Limited):
        limits.take(asking.COUNTED[wire.React], person="ann")
