"""How many moves a second a server keeps, and how long it takes until everybody at the table sees one.

    python bench/server.py [--database sqlite|postgresql] [--processes 1] [--by-table] [--rate 2050] [--bots]
                           [--game bali] [--against CHECKOUT] [--pairs 5] [--boardgame-io]

Starts real servers (SQLite with synchronous=FULL, or a PostgreSQL of its own) and plays: 200 tables of four clients.
A move counts when it is acknowledged, which is after its commit; its latency ends when the last of the four sees it.
With --rate 0 every table moves as fast as it can. All tables of a turn are new, and counting ends with the first game,
since tables that stand still would count for less. Compared with, in the same run: the bare disk (how many commits a
second one connection does), and with --against the servers of another checkout of Pasar, set up with `make`, which are
measured in turns with these; processor time a move is the figure that other work on the machine changes least. With
--boardgame-io that server plays too, as fast as it goes: two clients a match, nothing durable. Fails if a message kept
all others waiting for more than 20 ms.
"""

import argparse
import asyncio
import os
import sqlite3
import sys
import tempfile
import time
from collections.abc import AsyncIterator
from contextlib import ExitStack, asynccontextmanager, closing
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path
from statistics import median

import httpx
import numpy as np
import uvloop
from parts import alarm, boardgame
from parts.load import SEATS, SETTLE, WITHIN, Client, Load, open_tables
from parts.serving import Server, command, database_seconds, guest, opened, servers, warm

BOT_TABLES = 2
BEFORE = 20  # moves at each table before anything is counted, if it did so many that soon: a game has some 70
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


def beside(matches: int, seconds: float) -> None:
    for on_disk in (False, True):
        found = boardgame.measured(matches, seconds, on_disk)
        where = "in files" if on_disk else "in memory"
        print(
            f"boardgame.io, {matches} matches of {boardgame.PLAYERS} {where}, as fast as it goes: {found.speed:,.0f} "
            f"moves/s, seen by both after {found.median:.1f} ms (median), {found.p99:.1f} ms (p99); "
            f"{1e6 * found.cost:.0f} us of processor a move",
            flush=True,
        )


# --- Figures ----------------------------------------------------------------------------------------------------------


@dataclass
class Side:
    """The servers of one checkout, and who plays there."""

    name: str
    folder: Path
    running: list[Server]
    load: Load = field(default_factory=Load)
    tables: list[list[Client]] = field(default_factory=list)
    speeds: list[float] = field(default_factory=list)
    costs: list[float] = field(default_factory=list)  # processor seconds a move
    database_costs: list[float] = field(default_factory=list)  # and those of a database that is a process of its own
    stolen: list[float] = field(default_factory=list)  # processors that other machines on the same host took from this

    async def begin(self, game: str, count: int, spread: bool = True) -> None:
        """New tables instead of those before."""
        for client in chain.from_iterable(self.tables):
            client.transport.disconnect()
        self.load.begin()
        self.tables = await open_tables(self.load, self.running, game, count, spread)

    async def play(self, rate: float, seconds: float) -> None:
        await self.load.send(rate, SETTLE, BEFORE * len(self.tables))
        before, acks, stolen = database_seconds(self.folder), self.load.acks, stolen_seconds()
        speed, cost = await counted(self.load, rate, seconds, self.running)
        self.stolen.append((stolen_seconds() - stolen) / seconds)
        self.speeds.append(speed)
        self.costs.append(cost)
        self.database_costs.append((database_seconds(self.folder) - before) / max(1, self.load.acks - acks))


async def measure(options: argparse.Namespace, sides: list[Side]) -> None:
    rate, beginning = options.rate or UNBOUNDED, time.perf_counter()
    for side in sides:
        await side.begin(options.game, 1, not options.by_table)
    before = await held(sides[0].running)  # what is only slow the first time does not count
    async with thinking_bots(sides[0].running[0].address, BOT_TABLES if options.bots else 0):
        for number in range(options.pairs):
            for side in sides if number % 2 else sides[::-1]:
                await side.begin(options.game, options.tables, not options.by_table)
                if not number:
                    print(f"{options.tables} tables of {SEATS} opened after {time.perf_counter() - beginning:.1f} s")
                await side.play(rate, options.seconds)
                figures = f"{side.speeds[-1]:,.0f} moves/s, {1e6 * side.costs[-1]:.0f} us"
                print(f"  {side.name}: {figures}, {side.stolen[-1]:.2f} processors stolen", flush=True)
    print(f"at {options.rate:,.0f} moves/s asked for:" if options.rate else "as fast as it goes:")
    for side in sides:
        report(side)
    if len(sides) > 1:
        pairs = [new / old for new, old in zip(sides[0].costs, sides[1].costs, strict=True)]
        print(f"processor a move, {sides[0].name} to {sides[1].name}: {median(pairs):.2f} (each pair: {told(pairs)})")
    alarm.check(before, await held(sides[0].running))


def told(pairs: list[float]) -> str:
    return ", ".join(f"{pair:.2f}" for pair in pairs)


async def held(running: list[Server]) -> dict[str, int]:
    async with httpx.AsyncClient(trust_env=False) as http:
        return alarm.held(*[(await http.get(f"{server.address}/metrics")).text for server in running])


async def counted(load: Load, rate: float, seconds: float, running: list[Server]) -> tuple[float, float]:
    """Acknowledged moves a second, and the processor seconds of the servers for each."""
    before, beginning, acks, load.counting = _used(running), time.perf_counter(), load.acks, True
    await load.send(rate, seconds)
    load.counting = False
    moves = load.acks - acks
    speed, used = moves / (time.perf_counter() - beginning), _used(running) - before
    await asyncio.sleep(WITHIN + 0.2)  # until the last of them has been looked back at
    return speed, used / max(1, moves)


def stolen_seconds() -> float:
    """What a virtual machine wanted to run and was not let to: a latency of then is its host's."""
    if not Path("/proc/stat").exists():
        return 0.0
    return int(Path("/proc/stat").read_text().split(maxsplit=9)[8]) / os.sysconf("SC_CLK_TCK")


def _used(running: list[Server]) -> float:
    return sum(server.processor_seconds() for server in running)


def report(side: Side) -> None:
    load = side.load
    if not load.latencies:
        raise SystemExit(f"no move was seen by all {SEATS} within {WITHIN:g} s; refused: {load.refused[:3]}")
    middle, late, longest = 1000 * np.quantile(load.latencies, (0.5, 0.99, 1.0))
    print(
        f"{side.name}: {median(side.speeds):,.0f} acknowledged, durable moves/s; seen by all {SEATS} after "
        f"{middle:.1f} ms (median), {late:.1f} ms (p99), {longest:.1f} ms (longest of {len(load.latencies):,}), "
        f"{load.unseen} not within {WITHIN:g} s; {1e6 * median(side.costs):.0f} us of processor a move, "
        f"{1e6 * median(side.database_costs):.0f} us of a database of its own; "
        f"{len(load.refused)} refused, {load.gaps} gaps"
    )
    for message in load.refused[:3]:
        print("  ", message)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--database", choices=["sqlite", "postgresql"], default="sqlite")
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--by-table", action="store_true", help="all of a table at one process, as a proxy can see to")
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--rate", type=float, default=2050)
    parser.add_argument("--seconds", type=float, default=5)
    parser.add_argument("--game", default="bali")
    parser.add_argument("--against", help="another checkout to compare with")
    parser.add_argument("--pairs", type=int, default=0, help="turns of each side (5 with --against, 1 without)")
    parser.add_argument("--boardgame-io", action="store_true", help="measure boardgame.io's server as well")
    parser.add_argument("--bots", action="store_true", help="two tables of expert bots think all the time")
    options = parser.parse_args()
    options.pairs = options.pairs or (5 if options.against else 1)
    pythons = {"this": sys.executable} | ({"other": f"{options.against}/.venv/bin/python"} if options.against else {})
    for python in pythons.values():
        warm(python)
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as name, ExitStack() as stack:
        print(f"{options.game}, {options.database}, {options.processes} process(es), load {os.getloadavg()[0]:.1f}")
        print(f"bare SQLite, one row a commit, synchronous=FULL: {bare_commits(Path(name)):,} commits/s", flush=True)
        if options.boardgame_io:
            beside(options.tables, options.seconds)
        sides = []
        for side, python in pythons.items():
            folder = Path(name) / side
            folder.mkdir()
            running = servers(folder, options.database, options.processes, python)
            sides.append(Side(side, folder, stack.enter_context(running)))
        uvloop.run(measure(options, sides))


if __name__ == "__main__":
    main()
