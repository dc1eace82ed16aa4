"""How many moves a second a server keeps, and how long it takes until everybody at the table sees one.

    python bench/server.py [--database sqlite|postgresql] [--processes 1] [--rate 2050] [--bots] [--game bali]

Starts real servers (SQLite with synchronous=FULL, or a PostgreSQL of its own) and plays: 200 tables of four clients.
A move counts when it is acknowledged, which is after its commit; its latency ends when the last of the four sees it.
With --rate 0 every table moves as fast as it can. Compared with, in the same run: the bare disk (how many commits a
second one connection does). Fails if a message kept all others waiting for more than 20 ms.
"""

import argparse
import asyncio
import os
import sqlite3
import tempfile
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from pathlib import Path

import httpx
import numpy as np
import uvloop
from parts import alarm
from parts.load import SEATS, SETTLE, WITHIN, Client, Load, open_table
from parts.serving import Server, command, guest, opened, servers, warm

BOT_TABLES = 2
UNBOUNDED = 1e9  # moves a second


def bare_commits(folder: Path) -> int:
    """Commits in a second of one small row each, with nothing around them."""
    with closing(sqlite3.connect(folder / "bare.sqlite3", isolation_level=None)) as connection:
        connection.execute("pragma journal_mode=wal")
        connection.execute("pragma synchronous=full")
        connection.execute("create table t (n integer primary key, b text)")
        beginning, count = time.perf_counter(), 0
        while time.perf_counter() - beginning < 1:
            connection.execute("insert into t (b) values (?)", ("x" * 100,))
            count += 1
    return count


# --- Bots that think meanwhile ----------------------------------------------------------------------------------------


@asynccontextmanager
async def thinking_bots(address: str, tables: int) -> AsyncIterator[None]:
    """Tables at which expert bots think without a pause, as long as the block runs."""
    async with asyncio.TaskGroup() as group:
        tasks = [group.create_task(_bots_play(address)) for _ in range(tables)]
        yield
        for task in tasks:
            task.cancel()


async def _bots_play(address: str) -> None:
    """One game after another. The person who opens a table leaves it, so that a bot plays that seat as well."""
    async with guest(address) as http:
        while True:
            table, _ = await opened(http, game="bali", players=SEATS)
            for seat in range(1, SEATS):
                await command(http, table, "bot", seat=seat, level="expert")
            await command(http, table, "start")
            await command(http, table, "leave")
            while (await http.get(f"/api/tables/{table}")).json()["table"]["stage"] != "over":
                await asyncio.sleep(1)


# --- Figures ----------------------------------------------------------------------------------------------------------


async def measure(options: argparse.Namespace, running: list[Server]) -> None:
    load, beginning = Load(), time.perf_counter()
    tables = [await open_table(load, running, options.game, 0)]
    before = await held(running)  # what is only slow the first time does not count
    tables += [await open_table(load, running, options.game, number) for number in range(1, options.tables)]
    for table in tables:
        table[0].say("start")
    await asyncio.sleep(1)
    print(f"{len(tables)} tables of {SEATS} opened in {time.perf_counter() - beginning:.1f} s", flush=True)
    async with thinking_bots(running[0].address, BOT_TABLES if options.bots else 0):
        await load.send(options.rate or UNBOUNDED, SETTLE)
        speed, used = await counted(load, options.rate or UNBOUNDED, options.seconds, running)
    print(f"at {options.rate:,.0f} moves/s asked for: " if options.rate else "as fast as it goes: ", end="")
    report(load, tables, speed, used)
    alarm.check(before, await held(running))


async def held(running: list[Server]) -> dict[str, int]:
    async with httpx.AsyncClient(trust_env=False) as http:
        return alarm.held(*[(await http.get(f"{server.address}/metrics")).text for server in running])


async def counted(load: Load, rate: float, seconds: float, running: list[Server]) -> tuple[float, float]:
    """Acknowledged moves a second, and the processor seconds of the servers for each."""
    before, beginning, load.counting = _used(running), time.perf_counter(), True
    await load.send(rate, seconds)
    load.counting = False
    speed, used = load.acks / (time.perf_counter() - beginning), _used(running) - before
    await asyncio.sleep(WITHIN + 0.2)  # until the last of them has been looked back at
    return speed, used / max(1, load.acks)


def _used(running: list[Server]) -> float:
    return sum(server.processor_seconds() for server in running)


def report(load: Load, tables: list[list[Client]], speed: float, used: float) -> None:
    if not load.latencies:
        raise SystemExit(f"no move was seen by all {SEATS} within {WITHIN:g} s; refused: {load.refused[:3]}")
    median, late, longest = 1000 * np.quantile(load.latencies, (0.5, 0.99, 1.0))
    over = sum(table[0].over for table in tables)
    print(
        f"{speed:,.0f} acknowledged, durable moves/s; seen by all {SEATS} after {median:.1f} ms (median), "
        f"{late:.1f} ms (p99), {longest:.1f} ms (longest of {len(load.latencies):,}), "
        f"{load.unseen} not within {WITHIN:g} s; {1e6 * used:.0f} us of processor a move; "
        f"{len(load.refused)} refused, {load.gaps} gaps, {over} games over, whose tables moved no more"
    )
    for message in load.refused[:3]:
        print("  ", message)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--database", choices=["sqlite", "postgresql"], default="sqlite")
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--rate", type=float, default=2050)
    parser.add_argument("--seconds", type=float, default=5)
    parser.add_argument("--game", default="bali")
    parser.add_argument("--bots", action="store_true", help="two tables of expert bots think all the time")
    options = parser.parse_args()
    warm()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as name:
        folder = Path(name)
        print(f"{options.game}, {options.database}, {options.processes} process(es), load {os.getloadavg()[0]:.1f}")
        print(f"bare SQLite, one row a commit, synchronous=FULL: {bare_commits(folder):,} commits/s", flush=True)
        with servers(folder, options.database, options.processes) as running:
            uvloop.run(measure(options, running))


if __name__ == "__main__":
    main()
