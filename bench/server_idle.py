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
import orjson
import uvloop
from picows import WSListener, WSMsgType, ws_connect
from server import servers

MOVES = 40  # into each game
AT_ONCE = 50


class Idle(WSListener):
    """Counts what it hears, and sends nothing after entering."""

    heard = 0
    gone = False

    def on_ws_connected(self, transport) -> None:
        self.transport = transport

    def on_ws_frame(self, transport, frame) -> None:
        if frame.msg_type == WSMsgType.TEXT:
            self.heard += 1

    def on_ws_disconnected(self, transport) -> None:
        self.gone = True


def kilobytes(pid: int) -> int:
    """Memory of the process that is its own."""
    lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    return sum(int(line.split()[1]) for line in lines if line.startswith("Private_"))


async def open_tables(http: httpx.AsyncClient, count: int) -> list[str]:
    """Tables of one person who holds both seats, some moves by chance into a game."""
    chance, gate = Random(7), asyncio.Semaphore(AT_ONCE)

    async def one() -> str:
        async with gate:
            id = (await http.post("/api/tables", json={"game": "bali", "players": 2, "watch": "link"})).json()["id"]
            for command in ({"type": "sit", "seat": 1, "name": "B"}, {"type": "start"}):
                await http.post(f"/api/tables/{id}/commands", json=command)
            for _ in range(MOVES):
                play = (await http.get(f"/api/tables/{id}")).json()["play"]
                if play.get("result"):
                    break
                menu = play["menu"]
                body = {"move": chance.choice(menu["open"]), "at": play["at"], "seat": play["waiting"][0]}
                await http.post(f"/api/tables/{id}/moves", json=body)
            return id

    return await asyncio.gather(*(one() for _ in range(count)))


async def measure(options: argparse.Namespace, address: str, pid: int) -> None:
    limits = httpx.Limits(max_connections=AT_ONCE)
    async with httpx.AsyncClient(base_url=address, headers={"origin": address}, limits=limits, timeout=60) as http:
        await http.get("/api/me")
        few = await open_tables(http, 20)
        before = kilobytes(pid)
        ids = await open_tables(http, options.tables)
        each = (kilobytes(pid) - before) / options.tables
        print(f"an idle table, {MOVES} moves into its game, in memory: {each:.1f} KB (before: {before / 1024:.0f} MB)")
        cookie = "; ".join(f"{name}={value}" for name, value in http.cookies.items())
        await hold(options, address, pid, [*few, *ids], cookie)
        beginning = time.perf_counter()
        await http.get(f"/api/tables/{ids[0]}")
        print(f"a request while they are held: {1000 * (time.perf_counter() - beginning):.1f} ms")


async def hold(options: argparse.Namespace, address: str, pid: int, ids: list[str], cookie: str) -> None:
    before, beginning, held = kilobytes(pid), time.perf_counter(), []
    for number in range(options.sockets):
        url = address.replace("http", "ws") + f"/api/tables/{ids[number % len(ids)]}/socket"
        _, idle = await ws_connect(Idle, url, extra_headers={"cookie": cookie, "origin": address})
        idle.transport.send(WSMsgType.TEXT, orjson.dumps({"type": "enter"}))
        held.append(idle)
    opened = time.perf_counter() - beginning
    await asyncio.sleep(5)
    alive = sum(idle.heard > 0 and not idle.gone for idle in held)
    each = (kilobytes(pid) - before) / options.sockets
    print(f"{alive:,} of {options.sockets:,} sockets held, opened in {opened:.1f} s, {each:.1f} KB each")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tables", type=int, default=300)
    parser.add_argument("--sockets", type=int, default=5000)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as name:
        print(f"load {os.getloadavg()[0]:.1f}")
        with servers(Path(name), "sqlite", 1) as running:
            uvloop.run(measure(options, *running[0]))


if __name__ == "__main__":
    main()
