"""Records: without secrets while a game runs, whole when it is over, and checked on the way in."""

import copy
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from support import starting
from support.databases import in_loop
from support.tables import Client, Server, begun, guests, match_at, play_out

from pasar.match.record import replay


async def record_of(client: Client) -> dict[str, Any]:
    record: dict[str, Any] = await client.guest.get(f"/api/tables/{client.at.id}/record", client.at)
    return record


@in_loop
async def test_while_a_game_runs_its_record_holds_no_secret(table_server: Server) -> None:
    async with guests(table_server, "Ann", "Bob") as (ann, bob):
        at = await ann.open(game="bali", players=2)
        assert await ann.refused("GET", f"/api/tables/{at.id}/record") == (409, "not_begun")
        a, b = await begun(ann, bob, game="bali")
        first = await record_of(a)
        assert first["setup"] is None and first["moves"] == [] and first["result"] is None
        assert "secret" not in first["fair"]
        await (a if a.my_turn else b).move_somehow()
        assert await record_of(a) == await record_of(b) == first
        assert await ann.refused("GET", f"/api/tables/{a.at.id}/replay") == (409, "not_over")


@in_loop
async def test_the_record_of_a_finished_game_is_verified_by_the_command(table_server: Server, tmp_path: Path) -> None:
    async with guests(table_server, "Ann", "Bob") as (ann, bob):
        files = []
        for name, options in (("bali", {"switches": {"oracle": True}}), ("basari", {})):
            clients = await begun(ann, bob, bots=["greedy"], game=name, **options)
            result = await play_out(clients)
            record = await record_of(clients[0])
            assert record["result"]["points"] == result["points"]
            assert record["names"] == ["Ann", "Bob", "greedy"] and record["bots"] == [None, None, "greedy"]
            file = tmp_path / f"{name}.json"
            file.write_text(json.dumps(record))
            files.append(str(file))
        verified = starting.run(["pasar", "verify", *files], text=True)
        assert verified.returncode == 0 and verified.stdout.count("1 record, all good") == 2


@in_loop
async def test_a_replay_shows_each_position_as_a_seat_saw_it(table_server: Server) -> None:
    async with guests(table_server, "Ann", "Bob") as (ann, bob):
        clients = await begun(ann, bob, game="bali")
        await play_out(clients)
        match = match_at(table_server, clients[0].at)
        path = f"/api/tables/{clients[0].at.id}/replay"
        for eyes, seat in (("none", None), ("0", 0), ("1", 1)):
            frames = (await bob.get(path, clients[0].at, eyes=eyes))["frames"]
            assert [(frame["seat"], frame["move"]) for frame in frames[1:]] == list(match.moves)
            for number in (0, 1, 7, len(match.moves)):
                assert frames[number]["view"] == json.loads(json.dumps(match.at(number).sight(seat)))
            assert "own" not in frames[0]
        assert (await bob.refused("GET", f"{path}?eyes=5", at=clients[0].at))[1] == "no_such_seat"


@in_loop
async def test_records_are_for_those_who_may_see_the_table(table_server: Server) -> None:
    async with guests(table_server, "Ann", "Eve") as (ann, eve):
        (a,) = await begun(ann, bots=["random"], game="bali")
        await play_out([a])
        for what in ("record", "replay", "story"):
            path = f"/api/tables/{a.at.id}/{what}"
            assert (await eve.refused("GET", path))[1] == "by_link_only"
            assert await eve.get(path, a.at)


@in_loop
async def test_a_record_is_brought_in_and_replayed(table_server: Server) -> None:
    async with guests(table_server, "Ann", "Eve") as (ann, eve):
        (a,) = await begun(ann, bots=["greedy", "random"], game="basari")
        await play_out([a])
        record = await record_of(a)
        made = await eve.post("/api/records", record)
        shown = await eve.get(f"/api/tables/{made['id']}")
        assert shown["table"]["stage"] == "over" and shown["play"]["result"]["points"] == record["result"]["points"]
        again = await eve.get(f"/api/tables/{made['id']}/record")
        same = ("game", "rules", "setup", "moves", "result", "names", "fair")
        assert {part: again[part] for part in same} == {part: record[part] for part in same}
        replay(again)
        frames = (await eve.get(f"/api/tables/{made['id']}/replay", eyes="all"))["frames"]
        assert len(frames) == len(record["moves"]) + 1


def _another_move(record: dict[str, Any]) -> None:
    record["moves"][4] = record["moves"][0]


def _another_result(record: dict[str, Any]) -> None:
    record["result"]["points"][0] += 1


def _another_deal(record: dict[str, Any]) -> None:
    record["setup"]["deck"].reverse()


def _another_secret(record: dict[str, Any]) -> None:
    record["fair"]["secret"] = "00" * 32


def _another_salt(record: dict[str, Any]) -> None:
    record["fair"]["salts"][0] += "!"


def _the_first_half(record: dict[str, Any]) -> None:
    del record["moves"][len(record["moves"]) // 2 :]
    record["result"] = None


def _another_game(record: dict[str, Any]) -> None:
    record["game"] = "basari"


TAMPERED = [
    _another_move,
    _another_result,
    _another_deal,
    _another_secret,
    _another_salt,
    _the_first_half,
    _another_game,
]


@pytest.mark.parametrize("tamper", TAMPERED)
@in_loop
async def test_a_record_that_does_not_hold_is_refused(
    table_server: Server, tamper: Callable[[dict[str, Any]], None]
) -> None:
    async with guests(table_server, "Ann") as (ann,):
        record = copy.deepcopy(await _finished(table_server, ann))
        tamper(record)
        assert await ann.refused("POST", "/api/records", record) == (400, "bad_record")
        assert len((await ann.get("/api/me/tables"))["tables"]) == 1


_kept: dict[str, Any] = {}


async def _finished(server: Server, ann: Any) -> dict[str, Any]:
    """A record of Bali, played once for all tests that spoil it."""
    (a,) = await begun(ann, bots=["random"], game="bali")
    if not _kept:
        await play_out([a])
        _kept.update(await record_of(a))
    return _kept
