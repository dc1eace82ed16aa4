"""What carries the WebSockets: processor time of the server for one message in and four out, by carrier.

    python bench/carriers.py [--rounds 3] [--seconds 2]

Each carrier does nothing but that: a message of somebody goes to the four of their table, three kilobytes each, as an
update does. `now` is what the server uses (`pasar.server.http.connections` in uvicorn); `asgi` is uvicorn with messages
passed through ASGI; `websockets` is that library's own server; `picows` and `granian` (RSGI) are measured where they
are installed. Compared with each other, in turns.
"""

import argparse
import asyncio
import os
import subprocess
import sys
import time
from collections.abc import Callable
from importlib.util import find_spec
from statistics import median
from typing import Any

import uvloop
from parts.serving import Server
from picows import WSFrame, WSListener, WSMsgType, WSTransport, ws_connect

TABLES, SEATS = 50, 4
UPDATE = "x" * 3000
FREE_PORT_TRIES = 100  # of a tenth of a second, until a carrier listens


# --- Carriers, each in a process of its own ---------------------------------------------------------------------------


def asgi(port: int) -> None:
    at: dict[str, list[Any]] = {}

    async def app(scope: Any, receive: Any, send: Any) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        here = at.setdefault(scope["path"], [])
        here.append(send)
        while (await receive())["type"] == "websocket.receive":
            for each in here:
                await each({"type": "websocket.send", "text": UPDATE})

    _uvicorn(port, "websockets-sansio", app)


def now(port: int) -> None:
    from pasar.server.http.connections import CONNECTION, Carrier, SocketConnection

    at: dict[str, list[Carrier]] = {}
    payload = UPDATE.encode()

    class Visit:
        def __init__(self, here: list[Carrier]) -> None:
            self.here = here

        def received(self, text: str) -> None:
            for each in self.here:
                each.send(payload)

        def writable(self) -> None:
            pass

        def lost(self) -> None:
            pass

    async def app(scope: Any, receive: Any, send: Any) -> None:
        await send({"type": "websocket.accept"})
        here = at.setdefault(scope["path"], [])
        here.append(scope[CONNECTION])
        scope[CONNECTION].listen(Visit(here))

    _uvicorn(port, SocketConnection, app)


def _uvicorn(port: int, carrier: Any, app: Any) -> None:
    import uvicorn

    config = uvicorn.Config(
        app, port=port, ws=carrier, http="httptools", lifespan="off", log_level="error", ws_per_message_deflate=False
    )
    uvloop.run(uvicorn.Server(config).serve())


def websockets(port: int) -> None:
    from websockets.asyncio.server import ServerConnection, broadcast, serve

    at: dict[str, list[ServerConnection]] = {}

    async def handler(connection: ServerConnection) -> None:
        assert connection.request is not None
        here = at.setdefault(connection.request.path, [])
        here.append(connection)
        async for _ in connection:
            broadcast(here, UPDATE)

    async def main() -> None:
        async with serve(handler, "127.0.0.1", port, compression=None) as server:
            await server.serve_forever()

    uvloop.run(main())


def picows(port: int) -> None:
    from picows import WSUpgradeRequest, ws_create_server

    at: dict[bytes, list[WSTransport]] = {}
    payload = UPDATE.encode()

    class Listener(WSListener):
        def __init__(self, here: list[WSTransport]) -> None:
            self.here = here

        def on_ws_connected(self, transport: WSTransport) -> None:
            self.here.append(transport)

        def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
            for each in self.here:
                each.send(WSMsgType.TEXT, payload)

    def listener(request: WSUpgradeRequest) -> WSListener:
        return Listener(at.setdefault(bytes(request.path), []))

    async def main() -> None:
        server = await ws_create_server(listener, "127.0.0.1", port)
        await server.serve_forever()

    uvloop.run(main())


def granian(port: int) -> None:
    from granian import Granian  # type: ignore[import-not-found,unused-ignore]
    from granian.constants import Interfaces, Loops  # type: ignore[import-not-found,unused-ignore]

    Granian("carriers:rsgi", port=port, interface=Interfaces.RSGI, loop=Loops.uvloop, log_enabled=False).serve()


_rsgi_tables: dict[str, list[Any]] = {}


async def rsgi(scope: Any, protocol: Any) -> None:
    transport = await protocol.accept()
    here = _rsgi_tables.setdefault(scope.path, [])
    here.append(transport)
    while (await transport.receive()).kind != 0:
        for each in here:
            await each.send_str(UPDATE)


# --- Those who play ---------------------------------------------------------------------------------------------------


class Player(WSListener):
    """The last of a table to have heard everything speaks next."""

    transport: WSTransport

    def __init__(self, table: "list[Player]") -> None:
        self.table, self.heard = table, 0

    def on_ws_connected(self, transport: WSTransport) -> None:
        self.transport = transport

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        if frame.msg_type == WSMsgType.TEXT:
            self.heard += 1
            if len({each.heard for each in self.table}) == 1:
                self.speak()

    def speak(self) -> None:
        self.transport.send(WSMsgType.TEXT, b'{"type":"move","move":"play rice","at":17,"seat":0}')


async def cost(server: Server, seconds: float) -> tuple[float, float]:
    """Messages in a second, and the processor seconds of the server for each with its four answers."""
    tables: list[list[Player]] = []
    for number in range(TABLES):
        table: list[Player] = []
        tables.append(table)
        for _ in range(SEATS):
            player = Player(table)
            await ws_connect(lambda player=player: player, f"{server.address}/{number}")
            table.append(player)
    await asyncio.sleep(0.5)
    for table in tables:
        table[0].speak()
    await asyncio.sleep(0.5)
    before, heard, began = server.processor_seconds(), _heard(tables), time.perf_counter()
    await asyncio.sleep(seconds)
    count = _heard(tables) - heard
    return count / (time.perf_counter() - began), (server.processor_seconds() - before) / max(1, count)


def _heard(tables: list[list[Player]]) -> float:
    return sum(player.heard for table in tables for player in table) / SEATS


async def measure(carrier: str, port: int, seconds: float) -> tuple[float, float]:
    command = [sys.executable, __file__, "--carrier", carrier, "--port", str(port)]
    folder = os.path.dirname(os.path.abspath(__file__))  # noqa: PTH100,PTH120 - granian imports from there
    paths = os.pathsep.join([folder, os.environ.get("PYTHONPATH", "")])
    process = subprocess.Popen(command, env={**os.environ, "PYTHONPATH": paths}, start_new_session=True)
    try:
        await _listens(port)
        return await cost(Server(f"ws://127.0.0.1:{port}", _worker(process.pid)), seconds)
    finally:
        os.killpg(process.pid, 15)
        process.wait()


def _worker(pid: int) -> int:
    """The process that works: granian starts one of its own."""
    found = subprocess.run(["pgrep", "-P", str(pid)], capture_output=True, text=True, check=False).stdout.split()
    return int(found[-1]) if found else pid


async def _listens(port: int) -> None:
    for _ in range(FREE_PORT_TRIES):
        try:
            _, writer = await asyncio.open_connection("127.0.0.1", port)
        except OSError:
            await asyncio.sleep(0.1)
        else:
            writer.close()
            return
    raise SystemExit(f"nobody listens at port {port}")


CARRIERS: dict[str, Callable[[int], None]] = {
    "now": now, "asgi": asgi, "websockets": websockets, "picows": picows, "granian": granian,
}  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=2)
    parser.add_argument("--carrier", choices=CARRIERS, help=argparse.SUPPRESS)
    parser.add_argument("--port", type=int, default=8123, help="the first of those that carriers listen at")
    options = parser.parse_args()
    if options.carrier:
        CARRIERS[options.carrier](options.port)
        return
    print(f"one message in, {SEATS} of {len(UPDATE):,} bytes out, {TABLES} tables; load {os.getloadavg()[0]:.1f}")
    found: dict[str, list[tuple[float, float]]] = {name: [] for name in CARRIERS if name != "granian" or _has(name)}
    for number in range(options.rounds):
        for place, (name, figures) in enumerate(found.items()):
            port = options.port + number * len(CARRIERS) + place
            figures.append(uvloop.run(measure(name, port, options.seconds)))
    for name, figures in found.items():
        speed, used = median(one[0] for one in figures), median(one[1] for one in figures)
        print(f"{name:>12}: {1e6 * used:6.1f} us of processor, {speed:,.0f} a second")


def _has(name: str) -> bool:
    return find_spec(name) is not None


if __name__ == "__main__":
    main()
