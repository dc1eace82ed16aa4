"""Whoever comes back has exactly the present: the same as those who stayed."""

import asyncio
import copy
from pathlib import Path
from typing import Any

import pytest
from support.databases import in_loop
from support.tables import Client, Guest, Server, begun, guests, moves_of, play_out, process

CLIENTS_KEEP = 5.0  # seconds that clients written in Python keep an idle connection


def kept(client: Client, moves: int) -> dict[str, Any]:
    """What a client knows, with the story of the moves that newcomers are told of."""
    seen = vars(client.seen)
    return {**seen, "story": {move: told for move, told in seen["story"].items() if move > moves - 40}}


async def check_same(stayed: Client) -> None:
    """A new connection of the same person knows what the old one has kept."""
    fresh = await stayed.guest.enter(stayed.at, eyes=stayed.seen.you["eyes"])
    await stayed.do("ping")
    await fresh.do("ping")
    moves = stayed.play["moves"] if stayed.play else 0
    assert kept(fresh, moves) == kept(stayed, moves)
    shown = await stayed.guest.look(stayed.at, eyes=stayed.seen.you["eyes"] or 0)
    assert shown["play"] == stayed.play and shown["version"] == stayed.version
    await fresh.close()
    await stayed.do("ping")


@pytest.mark.parametrize("name", ["bali", "basari"])
@in_loop
async def test_who_comes_back_at_any_moment_knows_what_those_know_who_stayed(table_server: Server, name: str) -> None:
    async with guests(table_server, "Ann", "Bob", "Cy", "Eve") as (*people, eve):
        clients = await begun(*people, game=name, memory=True)
        watcher = await eve.enter(clients[0].at)
        everybody = [*clients, watcher]
        await clients[0].do("chat", text="hello")
        for number in range(14):
            mover = next(client for client in clients if client.my_turn)
            await mover._one_turn()
            if number % 5 == 4:
                await mover.do("undo")
            await asyncio.gather(*(client.do("ping") for client in everybody))
            await check_same(everybody[number % 4])
        await clients[1].do("leave")
        await clients[0].wait_for(lambda: 1 not in clients[0].waiting)  # the bot that stands in has played
        await clients[0].do("orders", seat=0, orders={})
        for client in everybody:
            if client is not clients[1]:  # whose coming back is noticed
                await check_same(client)


@in_loop
async def test_asking_again_gives_what_is_known_already(table_server: Server) -> None:
    async with guests(table_server, "Ann", "Bob") as (ann, bob):
        a, b = await begun(ann, bob, game="bali")
        await a.do("chat", text="one")
        await (a if a.my_turn else b).move_somehow()
        await a.do("ping")
        before = kept(a, a.play["moves"])
        await a.do("snapshot")
        assert a.messages[-2]["type"] == "table" and kept(a, a.play["moves"]) == before


@in_loop
async def test_chat_is_kept_with_the_table(table_server: Server) -> None:
    async with guests(table_server, "Ann", "Bob") as (ann, bob):
        a, b = await begun(ann, bob, game="bali")
        for number in range(3):
            await a.do("chat", text=f"line {number}")
        await b.wait_for(lambda: len(b.seen.chat) == 3)
        await b.do("chat", text="ünïcödé 🎲")
        again = await bob.enter(a.at)
        assert [line["text"] for line in again.seen.chat] == ["line 0", "line 1", "line 2", "ünïcödé 🎲"]
        assert [line["seats"] for line in again.seen.chat] == [[0], [0], [0], [1]]
        assert again.seen.chat == b.seen.chat


@in_loop
async def test_connections_that_break_again_and_again_finish_their_game(table_server: Server) -> None:
    async with guests(table_server, "Ann", "Bob") as (ann, bob):
        a, b = await begun(ann, bob, game="basari", bots=["greedy"])
        playing = asyncio.ensure_future(a.play_on())
        result = await _with_breaks(bob, b)
        await playing
        assert a.play["result"] == result


async def _with_breaks(guest: Guest, client: Client) -> Any:
    """Moves, breaks off before the answer, comes back and looks."""
    while client.stage != "over":
        await client.wait_for(lambda client=client: client.my_turn or client.stage == "over")
        if client.my_turn:
            move = {"type": "move", "move": moves_of(client.menu)[0], "at": client.play["at"]}
            await client.send(move)
            await client.drop()
            at = client.play["at"]
            client = await guest.enter(client.at)
            if client.my_turn and client.play["at"] == at:
                answer = await client.ask(**move)
                assert answer["type"] == "ack" or answer["error"]["code"] in ("stale", "not_your_turn", "over")
                await client.do("ping")
    return client.play["result"]


@in_loop
async def test_two_tabs_of_one_person_play_together(table_server: Server) -> None:
    async with guests(table_server, "Ann", "Bob") as (ann, bob):
        a, b = await begun(ann, bob, game="bali")
        tab = await ann.enter(a.at)
        for number in range(10):
            mover = b if b.my_turn else (a, tab)[number % 2]
            await mover._one_turn()
            for client in (a, b, tab):
                await client.wait_for(lambda client=client, mover=mover: client.version >= mover.version)
            await asyncio.gather(*(client.do("ping") for client in (a, b, tab)))
            assert a.seen.play == tab.seen.play and a.version == tab.version
        if a.my_turn:  # both at once: one is kept, the other is told that the table has moved on
            fields = {"move": a.menu["open"][0], "at": a.play["at"]}
            answers = await asyncio.gather(a.ask("move", **fields), tab.ask("move", **fields))
            assert sorted(answer["type"] for answer in answers) == ["ack", "refused"]


def test_a_restarted_server_gives_back_exactly_what_was_there(tmp_path: Path) -> None:
    with process(tmp_path) as server:
        people, before = asyncio.run(_play_a_little(server.url))
    with process(tmp_path, port=int(server.url.rsplit(":", 1)[1])):
        asyncio.run(_come_back(people, before))


async def _play_a_little(url: str) -> tuple[list[Guest], list[dict[str, Any]]]:
    people = [await Guest(url).arrive(name) for name in ("Ann", "Bob")]
    clients = await begun(*people, game="bali")
    await clients[0].do("chat", text="kept")
    for _ in range(9):
        await next(client for client in clients if client.my_turn)._one_turn()
        await asyncio.gather(*(client.do("ping") for client in clients))
    before = [copy.deepcopy(vars(client.seen)) for client in clients]
    for guest in people:
        await guest.leave()
    return people, before


async def _come_back(people: list[Guest], before: list[dict[str, Any]]) -> None:
    again = [Guest(guest.url) for guest in people]
    for guest, known in zip(again, people, strict=True):
        guest.http.cookies = known.http.cookies
    clients = [await guest.enter(known.sockets[0].at) for guest, known in zip(again, people, strict=True)]
    await asyncio.gather(*(client.do("ping") for client in clients))
    for client, known in zip(clients, before, strict=True):
        assert vars(client.seen) == known
    await play_out(clients)
    for guest in again:
        await guest.leave()


@in_loop
async def test_an_idle_connection_outlives_those_who_would_use_it_again(table_server: Server) -> None:
    """Were it closed first, a request that is on its way would be lost: behind nginx, somebody's move."""
    host, port = table_server.url.removeprefix("http://").split(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    for idle in (CLIENTS_KEEP + 0.5, 0.0):
        writer.write(b"GET /health HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n")
        assert (await reader.readline()).startswith(b"HTTP/1.1 200 ")
        await asyncio.sleep(idle)
        await reader.read(10_000)
    writer.close()
