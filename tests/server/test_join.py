"""`pasar join`: a bot of somebody's own sits at a table of a real server, shown as what it is."""

import asyncio
import signal
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from subprocess import PIPE
from typing import Any

import pytest
from support.databases import in_loop
from support.tables import At, Client, Server, guests

from pasar.bots.roster import find_bot
from pasar.client import visit
from pasar.client.link import Link
from pasar.client.visit import Visit, visit_all
from pasar.errors import PasarError

BOTS = """
class First:
    def choose(self, view, open_moves, budget):
        assert view["open"] == open_moves and view["seat"] in view["to_act"]
        return open_moves[0]

class Highest(First):
    def choose(self, view, open_moves, budget):
        return open_moves[-1]

class Broken:
    def choose(self, view, open_moves, budget):
        raise RuntimeError("no idea")

class Asleep:
    def choose(self, view, open_moves, budget):
        while not budget.cancelled:
            pass
"""


@pytest.fixture
def bots(tmp_path: Path) -> str:
    file = tmp_path / "mine.py"
    file.write_text(BOTS, encoding="utf-8")
    return str(file)


def link_to(server: Any, at: At) -> str:
    return f"{server.url}/table/{at.id}" + (f"#{at.key}" if at.key else "")


def visits(
    server: Any, at: At, *names: str, maker: str | None = "Eve", token: str | None = None, told: list[str] | None = None
) -> list[Visit]:
    link, tell = Link.read(link_to(server, at)), [].append if told is None else told.append
    return [Visit(link, find_bot(name), maker, token, tell) for name in names]


@asynccontextmanager
async def joined(host: Client, server: Any, *names: str, **given: Any) -> AsyncIterator[asyncio.Future[None]]:
    """Bots that have sat down at a host's table; they are told to leave at the end."""
    at, taken = host.at, len([seat for seat in host.table["seats"] if seat["taken"]])
    playing = asyncio.ensure_future(visit_all(visits(server, at, *names, **given)))
    await host.wait_for(lambda: sum(seat["taken"] for seat in host.table["seats"]) == taken + len(names))
    try:
        yield playing
    finally:
        playing.cancel()
        await asyncio.gather(playing, return_exceptions=True)


@pytest.mark.parametrize("name", ["bali", "basari"])
@in_loop
async def test_two_bots_play_a_whole_game_with_a_person(table_server: Server, bots: str, name: str) -> None:
    async with guests(table_server, "Ann") as (ann,):
        host = await ann.enter(await ann.open(game=name, players=3))
        async with joined(host, table_server, f"{bots}:First", f"{bots}:Highest") as playing:
            shown = {seat["bot"] for seat in host.table["seats"]}
            assert shown == {None, "First (Eve)", "Highest (Eve)"}
            await host.do("start")
            await host.play_on()
            await playing
        record = await ann.get(f"/api/tables/{host.at.id}/record")
        assert set(record["bots"]) == shown and record["result"]["points"] == host.play["result"]["points"]


@in_loop
async def test_lists_show_it_as_a_bot_and_a_guest_has_a_name(table_server: Server, bots: str) -> None:
    async with guests(table_server, "Ann") as (ann,):
        host = await ann.enter(await ann.open(game="bali", players=2))
        async with joined(host, table_server, f"{bots}:First", maker=None):
            (line,) = (await ann.get("/api/me/tables"))["tables"]
            assert line["seats"][1]["bot"].startswith("First (Guest ")


@in_loop
async def test_it_plays_on_when_the_host_moves_the_seats(table_server: Server, bots: str) -> None:
    async with guests(table_server, "Ann") as (ann,):
        host = await ann.enter(await ann.open(game="bali", players=2))
        async with joined(host, table_server, f"{bots}:First") as playing:
            await host.do("seats", order=[1, 0])
            await host.do("start")
            await host.play_on()
            await playing


@in_loop
async def test_taking_back_does_not_wait_for_a_program(table_server: Server, bots: str) -> None:
    async with guests(table_server, "Ann") as (ann,):
        host = await ann.enter(await ann.open(game="bali", players=2))
        async with joined(host, table_server, f"{bots}:First"):
            await host.do("start")
            await host.wait_for(lambda: host.my_turn)
            await host.play_on(until=lambda client: client.play and client.play["moves"] > 6 and client.my_turn)
            before = host.play["moves"]
            await host.do("undo")
            await host.wait_for(lambda: host.play["moves"] < before)
            assert host.table["asked"] is None


@in_loop
async def test_who_is_told_to_stop_leaves_the_table(table_server: Server, bots: str) -> None:
    async with guests(table_server, "Ann") as (ann,):
        host = await ann.enter(await ann.open(game="bali", players=2))
        async with joined(host, table_server, f"{bots}:First"):
            pass
        await host.wait_for(lambda: not host.table["seats"][1]["taken"])
        async with joined(host, table_server, f"{bots}:First"):
            await host.do("start")
        await host.wait_for(lambda: host.table["seats"][1]["away"])
        await host.play_on()  # with a bot of the server in its place


@pytest.mark.parametrize(
    ("bot", "told"),
    [("Broken", r"Broken \(Eve\) has broken down: exception: RuntimeError: no idea"), ("Asleep:50ms", "timeout")],
)
@in_loop
async def test_a_bot_that_breaks_down_leaves_and_says_why(table_server: Server, bots: str, bot: str, told: str) -> None:
    async with guests(table_server, "Ann") as (ann,):
        host = await ann.enter(await ann.open(game="basari", players=3))
        await host.do("bot", seat=1, level="greedy")
        async with joined(host, table_server, f"{bots}:{bot}") as playing:
            await host.do("start")
            with pytest.raises(PasarError, match=told):
                await playing
        assert host.table["seats"][2]["away"]


@in_loop
async def test_a_token_plays_as_its_person_and_takes_its_seat_up_again(table_server: Server, bots: str) -> None:
    async with guests(table_server, "Ann", "Bob") as (ann, bob):
        token = (await bob.post("/api/me/tokens", {"label": "my bot"}))["token"]
        host = await ann.enter(await ann.open(game="bali", players=2))
        async with joined(host, table_server, f"{bots}:First", maker=None, token=token):
            assert host.table["seats"][1]["bot"] == "First (Bob)"
            await host.do("start")
        await host.wait_for(lambda: host.table["seats"][1]["away"])
        again = asyncio.ensure_future(visit_all(visits(table_server, host.at, f"{bots}:First", token=token)))
        await host.wait_for(lambda: not host.table["seats"][1]["away"])
        await host.play_on()
        await again


@pytest.mark.parametrize(
    ("prepare", "told"),
    [
        ({"players": 2, "bots": 1}, "no seat is free for First"),
        ({"players": 2, "bots": 1, "start": True}, "the game has begun"),
        ({"key": None}, r"This table is only for those who have its link. \(by_link_only\)"),
        ({"id": "0" * 16}, r"\(no_table\)"),
        ({"token": "pasar_nothing"}, r"\(bad_token\)"),
    ],
    ids=lambda value: "" if isinstance(value, str) else " ".join(value),
)
@in_loop
async def test_who_cannot_sit_down_hears_why(
    table_server: Server, bots: str, prepare: dict[str, Any], told: str
) -> None:
    async with guests(table_server, "Ann") as (ann,):
        at = await ann.open(game="bali", players=2)
        for seat in range(1, 1 + prepare.get("bots", 0)):
            await ann.command(at, "bot", seat=seat, level="greedy")
        if "start" in prepare:
            await ann.command(at, "start")
        asked = At(prepare.get("id", at.id), prepare.get("key", at.key))
        with pytest.raises(PasarError, match=told):
            await visit_all(visits(table_server, asked, f"{bots}:First", token=prepare.get("token")))


@in_loop
async def test_who_sits_there_already_is_told_to_leave_the_token_out(table_server: Server, bots: str) -> None:
    async with guests(table_server, "Ann") as (ann,):
        token = (await ann.post("/api/me/tokens", {"label": "my bot"}))["token"]
        at = await ann.open(game="bali", players=2)
        with pytest.raises(PasarError, match="without a token your bot comes as a guest"):
            await visit_all(visits(table_server, at, f"{bots}:First", token=token))
        assert (await ann.look(at))["you"]["seats"] == [0]


@in_loop
async def test_a_seat_that_is_given_away_ends_the_visit(table_server: Server, bots: str) -> None:
    async with guests(table_server, "Ann") as (ann,):
        host = await ann.enter(await ann.open(game="bali", players=2))
        async with joined(host, table_server, f"{bots}:First") as playing:
            await host.do("bot", seat=1)
            with pytest.raises(PasarError, match=r"First \(Eve\) has no seat any more"):
                await playing


@in_loop
async def test_nobody_calls_a_program_what_is_no_name(table_server: Server) -> None:
    async with guests(table_server, "Ann", "Bob") as (ann, bob):
        at = await ann.open(game="bali", players=2)
        body = {"type": "sit", "seat": 1, "bot": "\u202e"}
        assert await bob.refused("POST", f"/api/tables/{at.id}/commands", body, at) == (400, "bad_name")


@in_loop
async def test_a_lost_connection_comes_back_and_plays_on(table_server: Server, bots: str) -> None:
    async with guests(table_server, "Ann") as (ann,):
        host = await ann.enter(await ann.open(game="bali", players=2))
        told: list[str] = []
        async with joined(host, table_server, f"{bots}:First", told=told) as playing:
            await host.do("start")
            onlookers = table_server.registry.tables[host.at.id].onlookers
            (bot,) = [each for each in onlookers if each.eyes == 1]
            table_server.loop.call_soon_threadsafe(bot.close, "restart")
            await host.wait_for(lambda: not host.seen.presence["seats"][1])
            await host.wait_for(lambda: host.seen.presence["seats"][1])
            await host.play_on()
            await playing
        assert [line.partition(")")[2].partition(" (")[0] for line in told[1:3]] == [
            " has lost the connection", " is back at the table"
        ]  # fmt: skip


@in_loop
async def test_who_cannot_come_back_gives_up(table_server: Server, bots: str, monkeypatch: Any) -> None:
    monkeypatch.setattr(visit, "FIRST_PAUSE", 0.01)
    monkeypatch.setattr(visit, "PATIENCE", 0.05)
    async with guests(table_server, "Ann") as (ann,):
        host = await ann.enter(await ann.open(game="bali", players=2))
        async with joined(host, table_server, f"{bots}:First") as playing:
            stop = asyncio.to_thread(table_server.stop)
            with pytest.raises(PasarError, match=r"First \(Eve\) gives up"):
                await asyncio.gather(stop, playing)


@in_loop
async def test_ctrl_c_is_heard_when_it_comes_with_the_answer(bots: str, monkeypatch: Any) -> None:
    eve = Visit(Link.read("http://localhost/table/0000000000000000"), find_bot(f"{bots}:First"), "Eve", None, print)
    thinking = asyncio.ensure_future(eve._thought({"open": ["a"], "seat": 0, "to_act": [0]}, ["a"]))
    loop = asyncio.get_running_loop()
    soon = loop.call_soon_threadsafe

    def with_ctrl_c(answer: Any, *given: Any) -> None:
        soon(lambda: (answer(*given), thinking.cancel()))  # nothing comes between

    monkeypatch.setattr(loop, "call_soon_threadsafe", with_ctrl_c)
    with pytest.raises(asyncio.CancelledError):
        await thinking


# --- The program ------------------------------------------------------------------------------------------------------


@in_loop
async def test_the_program_plays_and_leaves_on_ctrl_c(table_server: Server, bots: str) -> None:
    async with guests(table_server, "Ann") as (ann,):
        host = await ann.enter(await ann.open(game="bali", players=2))
        command = ["-m", "pasar", "join", link_to(table_server, host.at), "--bot", f"{bots}:First", "--name", "Eve"]
        # A shell starts what runs in the background deaf to Ctrl-C, and so would be what the tests start.
        hearing = ["env", "--default-signal=INT", sys.executable]
        with subprocess.Popen([*hearing, *command], stdout=PIPE, stderr=PIPE, text=True) as joining:
            await host.wait_for(lambda: host.table["seats"][1]["bot"] == "First (Eve)", 60)
            await host.do("start")
            await host.play_on(until=lambda client: client.play and client.play["moves"] >= 8)
            joining.send_signal(signal.SIGINT)
            try:
                await host.wait_for(lambda: host.table["seats"][1]["away"])
                said, complained = joining.communicate(timeout=60)
            finally:
                joining.kill()  # whoever leaves this block waits for it
    assert said.splitlines()[-1] == "First (Eve) has left the table"
    assert (joining.returncode, complained) == (130, "pasar: stopped\n")
