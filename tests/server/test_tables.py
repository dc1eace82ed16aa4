"""Tables: what can be agreed on, what the host may do and nobody else, and whole games by people and bots."""

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any
from unittest import mock

import pytest
from support.databases import in_loop
from support.tables import Server, begun, guests, play_out, process, seated

from pasar.games import games
from pasar.match.record import replay


@in_loop
async def test_every_game_found_can_be_played_with_options_of_its_own(table_server: Server) -> None:
    async with guests(table_server, "Ann") as (ann,):
        shown = await ann.get("/api/games")
        assert {game["name"] for game in shown["games"]} == set(games())
        for game in shown["games"]:
            switches = {switch["name"]: True for switch in game["switches"]}
            at = await ann.open(game=game["name"], players=game["most"], switches=switches)
            options = (await ann.look(at))["table"]["options"]
            assert options["switches"] == switches and options["players"] == game["most"]


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({}, "game is one of bali, basari"),
        ({"game": "chess"}, "there is no game 'chess'"),
        ({"game": "bali", "players": 9}, "bali is for 2 to 4 players, not 9"),
        ({"game": "bali", "players": 99}, "bali is for 2 to 4 players, not 99"),
        ({"game": "bali", "players": 0}, "bali is for 2 to 4 players, not 0"),
        ({"game": "bali", "switches": {"no_such_switch": True}}, "bali has no switch of that name"),
    ],
)
@in_loop
async def test_options_that_no_game_has_are_refused(table_server: Server, options: dict[str, Any], said: str) -> None:
    async with guests(table_server, "Ann") as (ann,):
        answer = await ann.http.post("/api/tables", json=options)
        assert (answer.status_code, answer.json()["error"]["code"]) == (400, "bad_options")
        assert said in answer.json()["error"]["message"]
        assert (await ann.get("/api/me/tables"))["tables"] == []


@in_loop
async def test_what_is_wanted_at_once_at_a_table_is_written_one_after_another(table_server: Server) -> None:
    """Or else all but the first would be refused by the store and decided again, each time for all that wait."""
    append, writing, most = table_server.registry.append, 0, 0

    async def counted(given: Any) -> None:
        nonlocal writing, most
        writing += 1
        most = max(most, writing)
        await append(given)
        writing -= 1

    async with guests(table_server, "Ann") as (ann,):
        at = await ann.open(game="bali")
        with mock.patch.object(table_server.registry, "append", counted):
            await asyncio.gather(*(ann.command(at, "chat", text=f"line {number}") for number in range(8)))
        assert most == 1 and len((await ann.look(at))["chat"]) == 8


@in_loop
async def test_the_host_changes_what_was_agreed_on_before_the_game(table_server: Server) -> None:
    async with guests(table_server, "Ann", "Bob") as (ann, bob):
        host, other = await seated(ann, bob, game="bali", players=2)
        wish = {"players": 4, "memory": True, "clock": 1440, "hints": False, "public": True, "watch": "anyone"}
        await host.do("options", options=wish)
        await other.wait_for(lambda: len(other.table["seats"]) == 4)
        assert other.table["options"].items() >= wish.items()
        assert await other.refused("options", options={"players": 2}) == "not_host"
        assert await host.refused("options", options={"game": "basari", "players": 9}) == "bad_options"
        await other.do("stand", seat=1)
        await other.do("sit", seat=3)
        assert await host.refused("options", options={"players": 3}) == "seats_in_use"


@in_loop
async def test_the_host_adds_changes_and_removes_bots_of_any_level(table_server: Server) -> None:
    async with guests(table_server, "Ann", "Bob") as (ann, bob):
        host, other = await seated(ann, bob, players=4)
        levels = (await ann.get("/api/games"))["bots"]
        assert {"easy", "medium", "hard", "expert"} <= set(levels)
        for level in levels:
            await host.do("bot", seat=2, level=level)
            await other.wait_for(lambda level=level: other.table["seats"][2]["bot"] == level)
        await host.do("bot", seat=2)
        await other.wait_for(lambda: not other.table["seats"][2]["taken"])
        assert await host.refused("bot", seat=2, level="grandmaster") == "no_such_bot"
        assert await host.refused("bot", seat=1, level="easy") == "seat_taken"
        assert await host.refused("bot", seat=7, level="easy") == "no_such_seat"
        assert await other.refused("bot", seat=2, level="easy") == "not_host"


@in_loop
async def test_the_host_reorders_seats_so_that_another_is_eldest(table_server: Server) -> None:
    async with guests(table_server, "Ann", "Bob") as (ann, bob):
        host, other = await seated(ann, bob, bots=["greedy"], game="basari")
        assert await other.refused("seats", order=[1, 0, 2]) == "not_host"
        assert await host.refused("seats", order=[1, 1, 2]) == "bad_order"
        await host.do("seats", order=[1, 2, 0])
        await other.wait_for(lambda: other.own == [0])
        assert [seat["name"] for seat in other.table["seats"]] == ["Bob", "greedy", "Ann"]
        assert host.own == [2] and other.seen.you["eyes"] == 0
        await host.do("start")
        await play_out([host, other])


@in_loop
async def test_nobody_but_the_host_starts_and_only_when_all_seats_are_taken(table_server: Server) -> None:
    async with guests(table_server, "Ann", "Bob") as (ann, bob):
        host, other = await seated(ann, bob, players=3)
        assert await other.refused("start") == "not_host"
        assert await host.refused("start") == "seats_free"
        assert await host.refused("move", move="play rice", at=0) == "not_begun"
        await host.do("bot", seat=2, level="greedy")
        await host.do("start")
        for command, fields in {
            "start": {}, "bot": {"seat": 2}, "seats": {"order": [1, 0, 2]}, "options": {"options": {"players": 4}},
            "stand": {"seat": 0}, "salt": {"seat": 0, "salt": "late"}, "sit": {"seat": 1},
        }.items():  # fmt: skip
            assert await host.refused(command, **fields) == "begun"


@in_loop
async def test_a_host_who_leaves_passes_the_role_on(table_server: Server) -> None:
    async with guests(table_server, "Ann", "Bob", "Cy") as (ann, bob, cy):
        a, b, c = await seated(ann, bob, cy)
        await a.do("leave")
        await b.wait_for(lambda: b.seen.you["host"])
        assert not b.table["seats"][0]["taken"] and not a.seen.you["host"]
        await b.do("bot", seat=0, level="greedy")
        await b.do("start")
        await b.do("leave")  # in the middle of a game the role goes to somebody who is there
        await c.wait_for(lambda: c.seen.you["host"])
        assert c.table["seats"][1]["away"]
        await c.play_on(lambda client: client.play["at"] > 12)  # bots play for the others


@in_loop
async def test_a_table_that_its_last_person_leaves_is_closed(table_server: Server) -> None:
    async with guests(table_server, "Ann", "Bob") as (ann, bob):
        (host,) = await seated(ann, players=2, public=True)
        await host.do("leave")
        assert host.stage == "closed"
        assert (await bob.get("/api/tables"))["tables"] == []


@in_loop
async def test_only_the_holder_moves_a_seat(table_server: Server) -> None:
    async with guests(table_server, "Ann", "Bob", "Eve") as (ann, bob, eve):
        a, b = await begun(ann, bob, game="bali")
        at_spectator = await eve.enter(a.at)
        first, second = (a, b) if a.my_turn else (b, a)
        move, at = first.menu["open"][0], first.play["at"]
        assert await at_spectator.refused("move", move=move, at=at) == "no_seat"
        assert await second.refused("move", move=move, at=at, seat=first.own[0]) == "not_your_seat"
        assert await second.refused("move", move=move, at=at) == "not_your_turn"
        body = {"move": move, "at": at, "seat": first.own[0]}
        assert (await eve.refused("POST", f"/api/tables/{a.at.id}/moves", body, a.at))[1] == "no_seat"
        assert (await ann.look(a.at))["play"]["at"] == at
        await first.move(move)
        assert await first.refused("move", move=move, at=at) == "stale"


@in_loop
async def test_a_move_that_is_not_open_says_why_as_a_code(table_server: Server) -> None:
    async with guests(table_server, "Ann", "Bob") as (ann, bob):
        for client in await begun(ann, bob, game="bali"):
            if client.my_turn:
                answer = await client.ask("move", move="take 1", at=client.play["at"])
                assert answer["error"]["code"] == "not_open"
                assert answer["error"]["reason"] == "other_phase" and answer["error"]["values"] == {"phase": "play"}
                assert await client.refused("move", move="fly", at=client.play["at"]) == "unreadable_move"


@in_loop
async def test_closed_moves_of_a_menu_carry_their_reason(table_server: Server) -> None:
    async with guests(table_server, "Ann", "Bob") as (ann, bob):
        clients = await begun(ann, bob, game="bali")
        await play_out(clients)
        menus = [
            message["play"]["menu"]
            for client in clients
            for message in client.messages
            if (message.get("play") or {}).get("menu")
        ]
        closed = [entry for menu in menus for entry in menu["closed"]]
        assert closed and all(set(entry) == {"move", "code", "values"} for entry in closed)
        assert all(not set(menu["open"]) & {entry["move"] for entry in menu["closed"]} for menu in menus)


GAMES = [("bali", 2, 1), ("bali", 3, 0), ("basari", 2, 2), ("basari", 3, 0)]


@pytest.mark.parametrize(("name", "people", "bots"), GAMES)
@in_loop
async def test_people_and_bots_play_a_whole_game(table_server: Server, name: str, people: int, bots: int) -> None:
    async with guests(table_server, *["Ann", "Bob", "Cy"][:people]) as persons:
        clients = await begun(*persons, bots=["greedy", "medium"][:bots], game=name)
        result = await play_out(clients)
        assert all(client.play["result"] == result for client in clients)
        record = await persons[0].get(f"/api/tables/{clients[0].at.id}/record", clients[0].at)
        assert replay(record).points == result["points"]


def test_whole_games_over_two_processes_on_postgresql(postgres_url: str, tmp_path: Path) -> None:
    shared = ["--database", postgres_url, "--key-file", str(tmp_path / "key")]
    with process(tmp_path / "one", *shared) as one, process(tmp_path / "two", *shared) as two:
        _play_over(one.url, two.url)


@in_loop
async def _play_over(one: str, two: str) -> None:
    async with guests(one, "Ann", "Cy") as (ann, cy), guests(two, "Bob", "Eve") as (bob, eve):
        for name, bots in (("bali", 1), ("basari", 2)):
            clients = await begun(ann, bob, cy, bots=["greedy"] * bots, game=name)
            watcher = await eve.enter(clients[0].at)
            await watcher.wait_for(lambda watcher=watcher: watcher.seen.presence["seats"][:3] == [True] * 3)
            await clients[0].do("chat", text="hello over there")
            await clients[1].wait_for(lambda other=clients[1]: other.seen.chat)
            result = await play_out(clients)
            await watcher.wait_for(lambda watcher=watcher: watcher.stage == "over")
            assert watcher.play["result"] == result
            record = await eve.get(f"/api/tables/{clients[0].at.id}/record", clients[0].at)
            assert replay(record).points == result["points"]


@in_loop
async def test_a_table_that_was_set_back_is_read_anew(table_server: Server) -> None:
    """As by restoring an older backup: what is kept counts, not what this process remembers."""
    async with guests(table_server, "Ann", "Bob") as (ann, bob):
        a, b = await begun(ann, bob, game="bali")
        mover = a if a.my_turn else b
        before = mover.play
        await mover.move(before["menu"]["open"][0])
        with closing(sqlite3.connect(table_server.settings.data / "pasar.sqlite3")) as kept, kept:
            kept.execute("DELETE FROM entries WHERE kind = 'moved'")
            kept.execute("UPDATE tables SET version = version - 1")
        assert await mover.refused("move", move=mover.menu["open"][0], at=mover.play["at"]) == "stale"
        assert mover.play == before
        await b.wait_for(lambda: b.play["moves"] == 0)
        await mover.move_somehow()
