"""What waiting costs: memory for a table in the middle of a game that nobody looks at, and thousands of idle sockets.

    python bench/server_idle.py [--tables 300] [--sockets 5000]

Compared with: the same server before anything was loaded.
"""

import argparse
import asyncio
import os
import tempfile
import time
from pathlib import Path
from random import Random

import httpx
import uvloop
from parts.serving import Server, Socket, command, connect, guest, opened, servers, warm
from picows import WSFrame, WSMsgType, WSTransport

WARMING = 200  # tables before anything is counted: until caches are full, SQLite's pages among them
MOVES = 40  # into each game
AT_ONCE = 50
PAUSE = 5.0  # seconds that sockets are held


class Idle(Socket):
    """Listens, and says nothing after entering."""

    heard = False
    gone = False

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        self.heard |= frame.msg_type == WSMsgType.TEXT

    def on_ws_disconnected(self, transport: WSTransport) -> None:
        self.gone = True


async def begun_tables(http: httpx.AsyncClient, count: int) -> list[str]:
    """Tables of one person who holds both seats, some moves by chance into a game."""
    chance, gate = Random(7), asyncio.Semaphore(AT_ONCE)

    async def begun() -> str:
        async with gate:
            table, _ = await opened(http, game="bali", players=2, watch="link")
            await command(http, table, "sit", seat=1, name="B")
            await command(http, table, "start")
            await _play(http, table, chance)
            return table

    return await asyncio.gather(*(begun() for _ in range(count)))


async def _play(http: httpx.AsyncClient, table: str, chance: Random) -> None:
    for _ in range(MOVES):
        play = (await http.get(f"/api/tables/{table}")).json()["play"]
        if play.get("result"):
            return
        move = {"move": chance.choice(play["menu"]["open"]), "at": play["at"], "seat": play["waiting"][0]}
        (await http.post(f"/api/tables/{table}/moves", json=move)).raise_for_status()


async def measure(server: Server, tables: int, sockets: int) -> None:
    async with guest(server.address) as http:
        ids = await begun_tables(http, WARMING)
        before = server.kilobytes()
        ids += await begun_tables(http, tables)
        each = (server.kilobytes() - before) / tables
        print(f"an idle table, {MOVES} moves into its game, in memory: {each:.1f} KB (before: {before / 1024:.0f} MB)")
        held = await hold(server, http, [ids[number % len(ids)] for number in range(sockets)])
        beginning = time.perf_counter()
        (await http.get(f"/api/tables/{ids[0]}")).raise_for_status()
        print(f"a request while {len(held):,} are held: {1000 * (time.perf_counter() - beginning):.1f} ms")


async def hold(server: Server, http: httpx.AsyncClient, tables: list[str]) -> list[Idle]:
    """A socket at each of the tables; those that live."""
    before, beginning = server.kilobytes(), time.perf_counter()
    held = [Idle() for _ in tables]
    for idle, table in zip(held, tables, strict=True):
        await connect(idle, http, table)
        idle.say("enter")
    took = time.perf_counter() - beginning
    await asyncio.sleep(PAUSE)
    alive = [idle for idle in held if idle.heard and not idle.gone]
    each = (server.kilobytes() - before) / len(held)
    print(f"{len(alive):,} of {len(held):,} sockets held, opened in {took:.1f} s, {each:.1f} KB each", flush=True)
    return alive


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tables", type=int, default=300)
    parser.add_argument("--sockets", type=int, default=5000)
    options = parser.parse_args()
    warm()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as name:
        print(f"load {os.getloadavg()[0]:.1f}")
        with servers(Path(name)) as [server]:
            uvloop.run(measure(server, options.tables, options.sockets))


if __name__ == "__main__":
    main()
