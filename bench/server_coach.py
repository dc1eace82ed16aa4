"""Whether a server that analyses finished games answers others as fast: p99 beside an analysis, and without one.

    python bench/server_coach.py [--rate 1000] [--tables 100] [--turns 6] [--seconds 5] [--how idle]

One server (SQLite, synchronous=FULL) and tables of four clients, as in bench/server.py. In every second turn the
process that a server starts for a finished game (`pasar.coach.at_work`) works beside it, one game after another.
"""

import argparse
import asyncio
import json
import os
import sys
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import numpy as np
import uvloop
from parts.serving import servers, warm
from server import Side

from pasar.coach.at_work import IDLE, NICE
from pasar.lab.bot_match import play_match
from pasar.match.match import Match


def finished() -> bytes:
    match = Match.new("bali", players=4, seed=1, oracle=True, demon=True)
    play_match(match, ["greedy"] * 4, range(4))
    return json.dumps(match.record()).encode() + b"\n"


@asynccontextmanager
async def analysing(record: bytes, how: str, done: list[int]) -> AsyncIterator[None]:
    task = asyncio.create_task(_analyse(record, how, done))
    try:
        yield
    finally:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task


async def _analyse(record: bytes, how: str, done: list[int]) -> None:
    while True:
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "pasar.coach.at_work", "normal", how,
            stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, limit=2**22,
        )  # fmt: skip
        assert process.stdin is not None and process.stdout is not None
        try:
            process.stdin.write(record)
            while line := await process.stdout.readline():
                if line.startswith(b'{"analysis"'):
                    done.append(len(line))
                    break
        finally:
            process.stdin.close()  # it ends when nobody asks any more
            await process.wait()


async def measure(options: argparse.Namespace, sides: list[Side], record: bytes) -> None:
    done: list[int] = []
    for side in sides:
        await side.begin("bali", options.tables)
        await side.play(options.rate, 1.0)
        side.load.latencies.clear()
    for turn in range(options.turns):
        for side in sides if turn % 2 else sides[::-1]:
            await side.begin("bali", options.tables)
            if side is sides[0]:
                await side.play(options.rate, options.seconds)
            else:
                async with analysing(record, options.how, done):
                    await side.play(options.rate, options.seconds)
            print(f"  {side.name}: {_told(side)}", flush=True)
    late = [1000 * float(np.quantile(side.load.latencies, 0.99)) for side in sides]
    print(f"p99 {late[0]:.1f} ms alone, {late[1]:.1f} ms beside an analysis: {late[1] / late[0]:.2f} times; "
          f"{len(done)} analyses done meanwhile; load {os.getloadavg()[0]:.1f}")  # fmt: skip


def _told(side: Side) -> str:
    middle, late = 1000 * np.quantile(side.load.latencies, (0.5, 0.99))
    return f"so far {len(side.load.latencies):,} moves, {middle:.1f} ms (median), {late:.1f} ms (p99)"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--rate", type=float, default=1000)
    parser.add_argument("--turns", type=int, default=6)
    parser.add_argument("--seconds", type=float, default=5)
    parser.add_argument(
        "--how", choices=(IDLE, NICE), default=IDLE, help="as an analysis begins, or as it ends on a busy machine"
    )
    options = parser.parse_args()
    warm()
    record = finished()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as name, servers(Path(name)) as running:
        sides = [Side("alone", Path(name), running), Side("beside an analysis", Path(name), running)]
        uvloop.run(measure(options, sides, record))


if __name__ == "__main__":
    main()
