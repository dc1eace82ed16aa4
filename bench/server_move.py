"""What a move costs a server without its sockets: from the bytes of a message to the bytes for all at the table.

    python bench/server_move.py [--game bali] [--seats 4] [--tables 32] [--games 3]

Everything is real but the connections: frames are handed to the server as an event loop would, and what it writes is
taken from it. So what the system's network costs is left out, and two runs differ little. All tables move at once, and
their moves share a commit. Also by where in its game a move is: what it costs must not grow.
"""

import argparse
import asyncio
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from statistics import median, quantiles
from typing import Any

import httpx
import orjson
import uvicorn
import uvloop
from uvicorn.server import ServerState
from websockets.frames import Frame, Opcode

from pasar.server import run
from pasar.server.base.clock import SystemClock
from pasar.server.base.settings import Settings
from pasar.server.http.app import make_app
from pasar.server.http.connections import SocketConnection

STAGE = 20  # moves that are told together
HERE = "http://localhost"
TEXT, ACK, LONGEST_ACK = 0x81, b'{"type":"ack"', 60
IN_TWO_BYTES = 126  # instead of its size
UPGRADE = (
    "host: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=="
)

Spent = dict[int, list[float]]  # by stage of the game: seconds of processor a move


class Client(asyncio.Transport):
    """One seat's connection. What it was sent is looked at when nobody counts."""

    def __init__(self, config: uvicorn.Config, cookie: str, table: str) -> None:
        super().__init__()
        self.said: list[bytes] = []
        self.answered: asyncio.Event | None = None  # for who waits for the next `ack`
        self.play: dict[str, Any] = {}
        self.chance = Random(table)
        self.server = SocketConnection(config, ServerState(), {})
        self.server.connection_made(self)
        request = f"GET /api/tables/{table}/socket HTTP/1.1\r\n{UPGRADE}\r\norigin: {HERE}\r\ncookie: {cookie}\r\n\r\n"
        self.server.data_received(request.encode())

    def write(self, data: Any) -> None:
        self.said.append(data)
        if self.answered is not None and ACK in data[-LONGEST_ACK:]:
            self.answered.set()

    def is_closing(self) -> bool:
        return False

    def get_extra_info(self, name: str, default: Any = None) -> Any:
        return ("127.0.0.1", 1)

    def get_write_buffer_size(self) -> int:
        return 0

    def pause_reading(self) -> None:
        pass

    def resume_reading(self) -> None:
        pass

    def abort(self) -> None:
        raise SystemExit("the server hung up")

    async def does(self, type: str, **fields: Any) -> None:
        self.server.data_received(framed(type=type, **fields))
        await until(self.is_answered)

    def is_open(self) -> bool:
        return any(data.startswith(b"HTTP/1.1 101") for data in self.said)

    def is_answered(self) -> bool:
        return any(ACK in data[-LONGEST_ACK:] for data in reversed(self.said))

    def look(self) -> None:
        for text in [text for data in self.said for text in texts(data)]:
            self.play = orjson.loads(text).get("play") or self.play
        self.said.clear()


Table = list[Client]


def texts(data: bytes) -> Iterator[bytes]:
    """What the frames say that were written at once; none of them has more than 64 KB."""
    while data and data[0] == TEXT:
        size, at = (int.from_bytes(data[2:4]), 4) if data[1] == IN_TWO_BYTES else (data[1], 2)
        yield data[at : at + size]
        data = data[at + size :]


def framed(**message: Any) -> bytes:
    return Frame(Opcode.TEXT, orjson.dumps(message)).serialize(mask=True)


async def until(true: Callable[[], bool]) -> None:
    while not true():
        await asyncio.sleep(0.0005)


async def opened(config: uvicorn.Config, game: str, seats: int) -> Table:
    """A table at which the game has begun."""
    clients: Table = []
    async with httpx.AsyncClient(transport=httpx.ASGITransport(config.loaded_app), base_url=HERE) as http:
        http.headers["origin"] = HERE
        for seat in range(seats):
            http.cookies.clear()
            (await http.get("/api/me")).raise_for_status()
            if not seat:
                at = (await http.post("/api/tables", json={"game": game, "players": seats})).raise_for_status().json()
            cookie = "; ".join(f"{name}={value}" for name, value in http.cookies.items())
            clients.append(client := Client(config, cookie, at["id"]))
            await until(client.is_open)
            client.server.data_received(framed(type="enter", key=at["key"]))
            if seat:
                await client.does("sit", seat=seat)
    await clients[0].does("start")
    return clients


def next_move(table: Table) -> tuple[Client, bytes] | None:
    """Any that is open; none when the game is over."""
    for client in table:
        client.look()
    if not (waiting := table[0].play["waiting"]):
        return None
    client = table[waiting[0]]
    menu = client.play["menu"]
    move = client.chance.choice([*menu["open"], *([menu["build"]["least"]] if menu["build"] else [])])
    return client, framed(type="move", move=move, at=client.play["at"], seat=waiting[0])


async def play(tables: list[Table], spent: Spent) -> None:
    """Until the first of the games is over."""
    number = 0
    while all(moves := [next_move(table) for table in tables]):
        made = [move for move in moves if move is not None]
        last = made[-1][0]
        begun, last.answered = time.process_time(), asyncio.Event()
        for client, frame in made:
            client.server.data_received(frame)
        await last.answered.wait()
        last.answered = None
        spent[number // STAGE].append((time.process_time() - begun) / len(made))
        assert all(client.is_answered() for client, _ in made)
        number += 1


async def measure(folder: Path, options: argparse.Namespace) -> Spent:
    spent: Spent = defaultdict(list)
    settings = Settings(data=folder, limits_scale=0, hosts=("*",), log_level="error")
    async with run.opened(settings, SystemClock()) as (services, registry):
        config = run.configured(make_app(services, registry), settings)
        config.load()
        for number in range(options.games + 1):
            tables = [await opened(config, options.game, options.seats) for _ in range(options.tables)]
            await play(
                tables, spent if number else defaultdict(list)
            )  # what is only slow the first time is not counted
            for client in [client for table in tables for client in table]:
                client.server.connection_lost(None)
    return spent


def report(spent: Spent, options: argparse.Namespace) -> None:
    every = [seconds for times in spent.values() for seconds in times]
    what = f"{options.game}, {options.tables} tables of {options.seats} at once, {len(every) * options.tables:,} moves"
    best = quantiles(every, n=10)[0]
    print(f"{what}: {1e6 * median(every):.1f} us of processor a move (the best tenth: {1e6 * best:.1f})")
    for stage, times in sorted(spent.items()):
        print(
            f"  moves {stage * STAGE + 1} to {(stage + 1) * STAGE}: {1e6 * median(times):.1f} us ({len(times)} rounds)"
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--game", default="bali")
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--tables", type=int, default=32)
    parser.add_argument("--games", type=int, default=3)
    options = parser.parse_args()
    run._exercise()
    run._settle()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as name:
        report(uvloop.run(measure(Path(name), options)), options)


if __name__ == "__main__":
    main()
