"""Programs as players: a token, a stream of lines, and one POST a move."""

import asyncio
import json
import subprocess
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from support.databases import in_loop, until
from support.tables import At, Guest, Server, begun, guests, moves_of

EXAMPLE = Path(__file__).parents[2] / "examples" / "play_by_api.py"


async def program_of(guest: Guest) -> Guest:
    made = await guest.post("/api/me/tokens", {"label": "my bot"})
    program = Guest(guest.url, made["token"])
    guest.sockets.append(program)  # hangs up with its person
    program.close = program.leave
    return program


async def lines(guest: Guest, path: str, at: At | None = None) -> AsyncIterator[dict[str, Any]]:
    """The objects of a stream; empty lines only keep it alive."""
    headers = {"pasar-key": at.key} if at and at.key else {}
    async with guest.http.stream("GET", path, headers=headers) as stream:
        assert stream.status_code == 200 and stream.headers["content-type"].startswith("application/x-ndjson")
        async for line in stream.aiter_lines():
            if line:
                yield json.loads(line)


@in_loop
async def test_a_program_plays_a_whole_game_with_a_token(table_server: Server) -> None:
    async with guests(table_server, "Ann") as (ann,):
        program = await program_of(ann)
        for name in ("bali", "basari"):
            at = await program.open(game=name, players=3)
            for seat in (1, 2):
                await program.command(at, "bot", seat=seat, level="greedy")
            await program.command(at, "start")
            result = await _play(program, at)
            record = await program.get(f"/api/tables/{at.id}/record")
            assert record["result"]["points"] == result["points"]


async def _play(program: Guest, at: At) -> dict[str, Any]:
    version, answered = None, -1
    async for message in lines(program, f"/api/tables/{at.id}/stream"):
        if message["type"] == "update":
            assert message["from"] == version
        version = message.get("version", version)
        play = message.get("play")
        if play and "result" in play:
            return dict(play["result"])
        if play and 0 in play["waiting"] and play["at"] != answered:
            answered = play["at"]
            move = {"move": moves_of(play["menu"])[-1], "at": play["at"]}
            kept = await program.post(f"/api/tables/{at.id}/moves", move)
            assert kept["position"] >= answered
    raise AssertionError("the stream ended before the game")


@pytest.mark.parametrize("name", ["bali", "basari"])
def test_the_example_plays_a_whole_game(table_server: Server, name: str) -> None:
    token = _token(table_server)
    done = subprocess.run(
        [sys.executable, str(EXAMPLE), table_server.url, token, name],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "winners" in done.stdout
    assert len(EXAMPLE.read_text(encoding="utf-8").splitlines()) <= 46


def _token(server: Server) -> str:
    tokens: list[str] = []

    @in_loop
    async def make() -> None:
        async with guests(server, "Ann") as (ann,):
            tokens.append((await ann.post("/api/me/tokens", {"label": "example"}))["token"])

    make()
    return tokens[0]


@in_loop
async def test_a_stream_begins_with_everything_and_tells_what_the_socket_tells(table_server: Server) -> None:
    async with guests(table_server, "Ann", "Bob") as (ann, bob):
        a, b = await begun(ann, bob, game="bali")
        program = await program_of(ann)
        stream = lines(program, f"/api/tables/{a.at.id}/stream")
        first = await anext(stream)
        assert first["type"] == "table" and first["play"] == a.play and first["you"]["seats"] == [0]
        assert (await anext(stream))["type"] == "presence"
        mover = a if a.my_turn else b
        await mover.move_somehow()
        update = await anext(stream)
        await a.do("ping")
        own = [json.loads(raw) for raw in a.raw if '"update"' in raw][-1]
        assert update == own and update["from"] == first["version"]
        await stream.aclose()
        await b.wait_for(lambda: b.seen.presence["seats"] == [True, True])


@in_loop
async def test_a_stream_of_all_ones_tables_says_whose_turn_it_is(table_server: Server) -> None:
    async with guests(table_server, "Ann", "Bob", "Cy") as (ann, bob, cy):
        a, b, c = await begun(ann, bob, cy, game="basari")
        program = await program_of(cy)
        stream = lines(program, "/api/me/stream")
        first = await anext(stream)
        assert first["type"] == "turn" and first["table"] == a.at.id and first["your_turn"] and first["yours"] == [2]
        await a.move("A")
        assert (await anext(stream))["waiting"] == [1, 2]
        await a.move("B")  # a changed choice is nobody else's business
        await a.do("orders", seat=0, orders={"floor": 3})
        await b.move("B")
        assert (await anext(stream))["waiting"] == [2]
        await c.move("C")
        assert (await anext(stream))["position"] >= 3
        await stream.aclose()


@in_loop
async def test_the_stream_tells_of_a_table_from_its_opening_on(table_server: Server) -> None:
    async with guests(table_server, "Ann", "Bob") as (ann, bob):
        await ann.open(game="basari", public=True)
        stream = lines(bob, "/api/me/stream")
        listening = asyncio.ensure_future(anext(stream))
        await until(lambda: somebody_listens(table_server))
        at = await bob.open(game="bali", players=2)
        opened = await listening
        assert (opened["table"], opened["stage"], opened["yours"], opened["host"]) == (at.id, "lobby", [0], True)
        await bob.command(at, "bot", seat=1, level="greedy")
        assert [seat["taken"] for seat in (await anext(stream))["seats"]] == [True, True]
        await bob.command(at, "start")
        assert (await anext(stream))["stage"] == "playing"
        await stream.aclose()


@in_loop
async def test_the_stream_tells_who_stands_up_that_the_table_is_theirs_no_longer(table_server: Server) -> None:
    async with guests(table_server, "Ann", "Bob") as (ann, bob):
        at = await ann.open(game="bali", players=2)
        stream = lines(bob, "/api/me/stream")
        listening = asyncio.ensure_future(anext(stream))
        await until(lambda: somebody_listens(table_server))
        await bob.command(at, "sit", seat=1)
        assert (await listening)["yours"] == [1]
        await bob.command(at, "stand", seat=1)
        assert (await anext(stream))["yours"] == []
        await stream.aclose()


def somebody_listens(server: Server) -> bool:
    return bool(server.registry._listeners)


@in_loop
async def test_a_revoked_token_is_nobody(table_server: Server) -> None:
    async with guests(table_server, "Ann") as (ann,):
        program = await program_of(ann)
        at = await program.open(game="bali")
        (token,) = (await ann.get("/api/me/tokens"))["tokens"]
        assert (await ann.http.delete(f"/api/me/tokens/{token['id']}")).status_code == 204
        assert (await program.refused("GET", "/api/me/tables"))[0] == 401
        assert (await program.refused("POST", "/api/tables", {"game": "bali"}))[0] == 401
        assert (await ann.look(at))["you"]["seats"] == [0]  # the table is the person's, not the token's


@in_loop
async def test_a_program_sits_with_people_and_uses_the_socket_too(table_server: Server) -> None:
    async with guests(table_server, "Ann", "Bob") as (ann, bob):
        program = await program_of(bob)
        at = await ann.open(game="bali", players=2)
        by_socket = await program.enter(at)
        await by_socket.do("sit", seat=1)
        host = await ann.enter(at)
        await host.do("start")
        await by_socket.wait_for(lambda: by_socket.stage == "playing")
        await (host if host.my_turn else by_socket).move_somehow()


@in_loop
async def test_moves_of_programs_are_refused_as_those_of_people(table_server: Server) -> None:
    async with guests(table_server, "Ann") as (ann,):
        program = await program_of(ann)
        at = await program.open(game="bali", players=2)
        path = f"/api/tables/{at.id}/moves"
        assert await program.refused("POST", path, {"move": "play rice", "at": 0}) == (409, "not_begun")
        await program.command(at, "bot", seat=1, level="greedy")
        await program.command(at, "start")
        shown = await program.look(at)
        if shown["play"]["menu"]:
            at_now = shown["play"]["at"]
            assert await program.refused("POST", path, {"move": "take 1", "at": at_now}) == (409, "not_open")
            assert await program.refused("POST", path, {"move": "fly", "at": at_now}) == (400, "unreadable_move")
            assert await program.refused("POST", path, {"move": "take 1", "at": at_now + 5}) == (409, "stale")
        assert (await program.refused("POST", path, {"move": "play rice", "at": "now"}))[0] == 422
        assert (await Guest.refused(program, "POST", "/api/tables/0000000000000000/moves", {"move": "x", "at": 0})) == (
            404, "no_table",
        )  # fmt: skip
