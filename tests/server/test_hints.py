"""Advice and looking ahead, where the table allows it."""

from typing import Any
from unittest import mock

import pytest
from support.databases import in_loop
from support.tables import Server, begun, guests, moves_of

from pasar.server.live import thinking


@pytest.fixture(autouse=True)
def _quick_adviser() -> Any:
    with mock.patch.object(thinking, "ADVISER", "medium"):
        yield


@in_loop
async def test_a_hint_is_an_open_move_with_what_it_promises(table_server: Server) -> None:
    async with guests(table_server, "Ann") as (ann,):
        for name in ("bali", "basari"):
            (a,) = await begun(ann, bots=["greedy"] * 2, game=name)
            await a.wait_for(lambda a=a: a.my_turn)
            hint = await a.do("hint")
            assert hint["type"] == "hint" and hint["at"] == a.play["at"]
            assert hint["move"] in moves_of(a.menu) and hint["expected"][0].keys() == {"move", "share", "visits"}
            by_http = await ann.post(f"/api/tables/{a.at.id}/questions", {"type": "hint"}, a.at)
            assert by_http["move"] == hint["move"]  # same position, same thought
            await a.move(hint["move"])


@in_loop
async def test_no_hints_where_the_table_plays_without(table_server: Server) -> None:
    async with guests(table_server, "Ann") as (ann,):
        (a,) = await begun(ann, bots=["greedy"], hints=False)
        await a.wait_for(lambda: a.my_turn)
        assert await a.refused("hint") == "no_hints"
        assert await a.refused("hint", seat=1) == "not_your_seat"


@in_loop
async def test_there_is_no_advice_for_who_has_nothing_to_decide(table_server: Server) -> None:
    async with guests(table_server, "Ann", "Bob") as (ann, bob):
        clients = await begun(ann, bob, game="bali")
        idle = next(client for client in clients if not client.my_turn)
        assert await idle.refused("hint") == "not_your_turn"
        assert await idle.refused("what_if", move="play rice") == "not_your_turn"


@in_loop
async def test_looking_ahead_tells_what_is_certain_or_why_it_cannot_be(table_server: Server) -> None:
    async with guests(table_server, "Ann") as (ann,):
        (a,) = await begun(ann, bots=["greedy"], game="bali")
        await a.wait_for(lambda: a.my_turn)
        at, version = a.play["at"], a.version
        move = a.menu["open"][0]
        ahead = await a.do("what_if", move=move)
        assert ahead["open"] and ahead["events"][0]["event"] in ("played", "passed", "bought")
        closed = await a.do("what_if", move="take 1")
        assert not closed["open"] and closed["reason"] == "other_phase"
        assert await a.refused("what_if", move="dance") == "unreadable_move"
        assert (a.play["at"], a.version) == (at, version)
        await a.move(move)
        assert a.seen.story[a.play["moves"]]["events"][: len(ahead["events"])] == ahead["events"]
