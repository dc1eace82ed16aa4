"""The way between people and a server, where the server meets it: the messages of ASGI.

A connection keeps the order of what is sent in one direction, as TCP does; between connections there is no order. It
may be slow, stall, break so that both sides notice, or break so that one of them does not for a long time. What was on
its way then is lost, and nobody can say how much of it was.
"""

import asyncio
import random
from collections import Counter, deque
from collections.abc import Callable
from typing import Any, Protocol

from pasar.server.http.connections import CONNECTION, Listener
from simulate.loop import Loop, Process

HOST = "localhost"
PING_OUT = 40.0  # seconds after which a server notices that somebody is gone who did not say so
ROOM = 24  # messages that a connection takes before whoever sends has to wait

Headers = dict[str, str]


class Broken(Exception):
    """The connection is gone."""


class House(Protocol):
    """A server that may be asked: a process, and the app in it if it has come up."""

    process: Process
    app: Any


class Network:
    def __init__(self, loop: Loop, seed: int, counts: Counter[str]) -> None:
        self.loop, self.counts = loop, counts
        self.random = random.Random(f"network {seed}")
        self.delay = 0.01  # seconds on average
        self.lost = 0.0  # the chance that a request or its answer is lost
        self.tap: Callable[[Any, str], None] = lambda connection, text: None  # hears what servers say, as they say it
        self.open: list[Connection] = []

    def latency(self) -> float:
        return self.random.expovariate(1 / self.delay)

    def cut(self, process: Process) -> None:
        """A process has died: its machine says so to everybody, or it does not."""
        for connection in [each for each in self.open if each.process is process]:
            quiet = self.random.random() < 0.3
            self.counts["half-open: a server gone without a word"] += quiet
            connection.lose(self.random.uniform(5, 20) if quiet else self.latency())

    async def request(
        self, house: House, method: str, path: str, headers: Headers, body: bytes = b"", who: Any = None
    ) -> tuple[int, dict[str, str], bytes]:
        """Ask and wait for the answer; raises Broken if nobody can say what became of it."""
        exchange = Exchange(self, house, who)
        return await exchange.run(method, path, headers, body)


def scope_of(kind: str, path: str, headers: Headers) -> dict[str, Any]:
    path, _, query = path.partition("?")
    return {
        "type": kind,
        "asgi": {"version": "3.0", "spec_version": "2.3"},
        "http_version": "1.1",
        "scheme": "http" if kind == "http" else "ws",
        "path": path,
        "raw_path": path.encode(),
        "query_string": query.encode(),
        "root_path": "",
        "headers": [(name.encode(), value.encode()) for name, value in {"host": HOST, **headers}.items()],
        "client": ("10.0.0.1", 4000),
        "server": (HOST, 80),
        "subprotocols": [],
        "state": {},
        "extensions": {"websocket.http.response": {}},
    }


class Pipe:
    """One direction of a connection."""

    def __init__(self, network: Network, deliver: Callable[[Any], None]) -> None:
        self._network, self._deliver = network, deliver
        self._last = 0.0
        self._under_way: deque[Any] = deque()
        self.stalled_until = 0.0
        self.broken = False

    def __len__(self) -> int:
        return len(self._under_way)

    def send(self, what: Any) -> None:
        loop = self._network.loop
        self._last = max(self._last, loop.now + self._network.latency(), self.stalled_until)
        self._under_way.append(what)
        loop.outside_at(self._last, self._arrive)

    def _arrive(self) -> None:
        if self.stalled_until > self._network.loop.now:  # what was under way already waits as well
            self._network.loop.outside_at(self.stalled_until, self._arrive)
            return
        what = self._under_way.popleft()
        if not self.broken:
            self._deliver(what)


class Connection:
    """What sockets and requests have in common: two pipes between somebody and a task in a process."""

    disconnect = "http.disconnect"

    def __init__(self, network: Network, house: House, who: Any) -> None:
        self.network, self.loop, self.process, self.who = network, network.loop, house.process, who
        self._house = house
        self._in, self._out = Pipe(network, self._at_server), Pipe(network, self._at_client)
        self._received: deque[dict[str, Any]] = deque()  # at the server, not taken yet
        self._server_wakes: asyncio.Future[None] | None = None
        self._gone = False  # the server knows that it is over
        self.heard: deque[Any] = deque()  # at the client, not taken yet
        self._client_wakes: asyncio.Future[None] | None = None
        self.over = False  # the client knows that it is over
        network.open.append(self)

    # --- The server's side --------------------------------------------------------------------------------------------

    def _start(self, scope: dict[str, Any]) -> None:
        """The first bytes arrive, if there is anybody."""
        app = self._house.app if self._house.process is self.process else None
        if app is None or not self.process.alive:
            self.lose(self.network.latency())
            return
        self.loop.inside(self.process, self._serve, app, scope)

    def _serve(self, app: Any, scope: dict[str, Any]) -> None:
        self.process.kept.append(self.loop.create_task(self._served(app, scope)))

    async def _served(self, app: Any, scope: dict[str, Any]) -> None:
        try:
            await app(scope, self._receive, self._send)
        finally:
            self._out.send(None)

    def _at_server(self, message: dict[str, Any]) -> None:
        self.loop.inside(self.process, self._arrived, message)

    def _arrived(self, message: dict[str, Any]) -> None:
        self._received.append(message)
        if self._server_wakes is not None and not self._server_wakes.done():
            self._server_wakes.set_result(None)

    async def _receive(self) -> dict[str, Any]:
        while not self._received:
            self._server_wakes = self.loop.create_future()
            await self._server_wakes
        message = self._received.popleft()
        if message["type"].endswith("disconnect"):
            self._gone = True
        return message

    async def _send(self, message: dict[str, Any]) -> None:
        raise NotImplementedError

    # --- The client's side --------------------------------------------------------------------------------------------

    def _at_client(self, what: Any) -> None:
        if what is None:
            self._end()
        elif not self.over:
            self.heard.append(what)
        self._wake()

    def _wake(self) -> None:
        if self._client_wakes is not None and not self._client_wakes.done():
            self._client_wakes.set_result(None)

    def _end(self) -> None:
        self.over = True
        if self in self.network.open:
            self.network.open.remove(self)

    async def next(self, seconds: float) -> Any:
        """The next thing from the server; None if nothing came; raises Broken at the end."""
        if not self.heard and not self.over:
            self._client_wakes = self.loop.create_future()
            timer = self.loop.call_later(seconds, self._wake)
            await self._client_wakes
            timer.cancel()
        if self.heard:
            return self.heard.popleft()
        if self.over:
            raise Broken
        return None

    def hang_up(self, without_a_word: bool = False) -> None:
        """The client goes. The server learns of it now, or when nobody has answered its pings."""
        self._out.broken = True
        self._end()
        self._wake()
        delay = self.network.random.uniform(1, PING_OUT) if without_a_word else self.network.latency()
        self.loop.outside_at(self.loop.now + delay, self._server_learns)

    def lose(self, client_learns_after: float) -> None:
        """It breaks somewhere between them."""
        self._in.broken = self._out.broken = True
        self.loop.outside_at(self.loop.now + client_learns_after, self._at_client, None)
        self.loop.outside_at(self.loop.now + self.network.random.uniform(0, 5), self._server_learns)

    def stall(self, seconds: float) -> None:
        for pipe in (self._in, self._out):
            pipe.stalled_until = self.loop.now + seconds

    def _server_learns(self) -> None:
        self._in.broken = True
        self._at_server({"type": self.disconnect, "code": 1006})


class Socket(Connection):
    """A WebSocket as its client has it. `short_way`: whether it takes several messages before one has arrived."""

    disconnect = "websocket.disconnect"

    def __init__(self, network: Network, house: House, path: str, headers: Headers, who: Any, short_way: bool) -> None:
        super().__init__(network, house, who)
        self.accepted, self.takes, self._room = False, True, ROOM if short_way else 0
        self._listener: Listener | None = None
        self._paused = self._retrying = self._closed = False
        scope = scope_of("websocket", path, headers)
        scope[CONNECTION] = self
        self._received.append({"type": "websocket.connect"})
        self.loop.outside_at(self.loop.now + network.latency(), self._start, scope)

    def say(self, text: str) -> None:
        if not self.over:
            self._in.send({"type": "websocket.receive", "text": text})

    # --- As the server has it (`pasar.server.http.connections.Carrier`) -----------------------------------------------

    async def _served(self, app: Any, scope: dict[str, Any]) -> None:
        try:
            await app(scope, self._receive, self._send)
        finally:
            if self._listener is None:
                self._out.send(None)

    def listen(self, listener: Listener) -> None:
        self._listener = listener
        self._hand_on()

    def _arrived(self, message: dict[str, Any]) -> None:
        super()._arrived(message)
        self._hand_on()

    def _hand_on(self) -> None:
        while self._listener is not None and self._received and not self._gone:
            if self._received[0]["type"].endswith("disconnect") or self._received[-1]["type"].endswith("disconnect"):
                self._gone = True
                self._listener.lost()
            elif self._paused:
                return
            elif (text := self._received.popleft().get("text")) is not None and not self._closed:
                self._listener.received(text)

    def pause(self, paused: bool) -> None:
        self._paused = paused
        self._hand_on()

    def _full(self) -> bool:
        return not self.takes or len(self._out) > self._room

    def send(self, *texts: bytes) -> bool:
        if self._full() or not self.accepted or self._closed or self._gone:
            self._try_later()
            return False
        for text in [each.decode() for each in texts]:
            self.network.tap(self, text)
            self._out.send(text)
        return True

    def _try_later(self) -> None:
        if not self._retrying and not self._closed and not self._gone:
            self._retrying = True
            self.loop.call_later(0.05, self._try)

    def _try(self) -> None:
        self._retrying = False
        if self._full():
            self._try_later()
        elif self._listener is not None and not self._gone:
            self._listener.writable()

    def close(self, code: int, reason: str = "") -> None:
        if not self._closed:
            self._closed = True
            self._out.send(None)
            self.loop.call_later(self.network.latency(), self._arrived, {"type": self.disconnect, "code": code})

    async def _send(self, message: dict[str, Any]) -> None:
        kind = message["type"]
        if kind == "websocket.accept":
            self.accepted = True
        elif kind in ("websocket.close", "websocket.http.response.body"):
            self._out.send(None)


class Exchange(Connection):
    """A request and its answer."""

    def __init__(self, network: Network, house: House, who: Any) -> None:
        super().__init__(network, house, who)
        self.status = 0
        self.headers: dict[str, str] = {}

    def ask(self, method: str, path: str, headers: Headers, body: bytes) -> None:
        network, scope = self.network, scope_of("http", path, headers)
        scope["method"] = method
        if network.random.random() < network.lost:
            network.counts["request lost"] += 1
            self.lose(network.random.uniform(0.1, 10))
            return
        self._received.append({"type": "http.request", "body": body, "more_body": False})
        self.loop.outside_at(self.loop.now + network.latency(), self._start, scope)
        if network.random.random() < network.lost:
            network.counts["answer lost"] += 1
            self.lose(network.random.uniform(0.1, 10))

    async def _send(self, message: dict[str, Any]) -> None:
        if message["type"] == "http.response.start":
            self.status = message["status"]
            self.headers = {name.decode().lower(): value.decode() for name, value in message["headers"]}
        else:
            if body := message.get("body", b""):
                self.network.tap(self, body.decode())
                self._out.send(body)
            if not message.get("more_body", False):
                self._out.send(None)

    async def run(self, method: str, path: str, headers: Headers, body: bytes) -> tuple[int, dict[str, str], bytes]:
        self.ask(method, path, headers, body)
        parts: list[bytes] = []
        until = self.loop.now + 30
        while True:
            try:
                part = await self.next(30)
            except Broken:
                if not self.status or self._out.broken:
                    raise
                return self.status, self.headers, b"".join(parts)
            if part is None and self.loop.now >= until:
                self.hang_up()
                raise Broken
            if part is not None:
                parts.append(part)
