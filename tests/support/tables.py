"""Tables over the wire, for tests: servers that really listen, and clients that keep a table as a browser does.

with serving(settings, clock) as server:                     # in this process, in a thread of its own
    async with guests(server, "Ann", "Bob") as (ann, bob):   # each with a cookie
        at = await ann.open(game="bali", players=2)          # `at`: the table's id and key
        table = await ann.enter(at)                          # a socket, with the table as it stands
        await table.do("bot", seat=1, level="greedy")        # acknowledged, or the test fails
        assert await table.refused("sit", seat=1) == "seat_taken"
        await table.wait_for(lambda: table.stage == "over")
"""

import asyncio
import contextlib
import itertools
import json
import os
import random
import signal
import subprocess
import threading
import time
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from unittest import mock

import httpx
import websockets

from pasar.bots.exercise import exercise_bots, exercise_match
from pasar.games import games
from pasar.match.match import Match
from pasar.server import run
from pasar.server.base.clock import Clock
from pasar.server.base.settings import Settings
from pasar.server.http.app import make_app
from pasar.server.live import registry as registry_module
from support.databases import until
from support.starting import start

PATIENCE = 60.0  # seconds that a test waits for anything: a machine with much else to do takes so long
LOOK_EVERY = 0.02  # seconds between looks at what is due: tests with a clock of their own do not wait for a real one

Json = dict[str, Any]


# --- Servers ----------------------------------------------------------------------------------------------------------


class Server:
    """A server in a thread of this process. What lies behind its routes is within reach: `registry`, `services`."""

    def __init__(self, settings: Settings, clock: Clock) -> None:
        self.settings, self.clock = settings, clock
        self.ready, self.fault = threading.Event(), None
        self._thread = threading.Thread(target=self._main)

    def _main(self) -> None:
        try:
            asyncio.run(self._serve())
        except BaseException as fault:
            self.fault = fault
        finally:
            self.ready.set()

    async def _serve(self) -> None:
        self.loop = asyncio.get_running_loop()
        with contextlib.closing(run.listening("127.0.0.1", 0)) as sock:
            self.url = f"http://127.0.0.1:{sock.getsockname()[1]}"
            async with run.opened(self.settings, self.clock) as (self.services, self.registry):
                config = run.configured(make_app(self.services, self.registry), self.settings)
                self._server = run._Server(config, self.registry, self.ready.set)
                await self._server.serve([sock])

    def start(self) -> None:
        _exercised()
        with mock.patch.object(registry_module, "LOOK_EVERY", LOOK_EVERY):
            self._thread.start()
            assert self.ready.wait(PATIENCE), "the server did not start"
        if self.fault is not None:
            raise self.fault

    def stop(self) -> None:
        if self._thread.is_alive():
            self._server.should_exit = True
        self._thread.join(20)
        assert not self._thread.is_alive(), "the server did not stop"
        if self.fault is not None:
            raise self.fault

    def run(self, work: Any) -> Any:
        """What a coroutine returns, run where the server runs."""
        return asyncio.run_coroutine_threadsafe(work, self.loop).result(timeout=PATIENCE)


@contextmanager
def serving(settings: Settings, clock: Clock) -> Iterator[Server]:
    server = Server(settings, clock)
    server.start()
    try:
        yield server
    finally:
        server.stop()


_warm: list[bool] = []


def _exercised() -> None:
    """Compiled code is read from its cache once, not in the middle of a test that waits for somebody."""
    if not _warm:
        _warm.append(True)
        for game in games().values():
            exercise_match(game)
            exercise_bots(game)


class Process:
    """A real `pasar serve`. It answers when it has been made."""

    def __init__(self, folder: Path, *arguments: str, port: int = 0, **environment: str) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.data = folder / "data"
        self.errors = folder / f"stderr-{time.monotonic_ns()}.log"
        command = ["pasar", "serve", "--port", str(port), "--data", str(self.data)]
        with self.errors.open("wb") as errors:
            self.popen = start(
                [*command, *arguments], stdout=subprocess.PIPE, stderr=errors,
                env={**os.environ, "PASAR_LIMITS_SCALE": "0", **environment},
            )  # fmt: skip
        self.url = self._address()

    def _address(self) -> str:
        assert self.popen.stdout is not None
        for line in self.popen.stdout:
            if b"Pasar is at" in line:
                return line.split()[3].decode().replace("localhost", "127.0.0.1")
        raise AssertionError(f"the server did not start: {self.errors.read_text()}")

    def end(self, how: int = signal.SIGTERM) -> int:
        """Its exit code."""
        if self.popen.poll() is None:
            self.popen.send_signal(how)
        code = self.popen.wait(PATIENCE)
        assert self.popen.stdout is not None
        self.popen.stdout.close()
        return code

    def kill(self) -> None:
        self.end(signal.SIGKILL)


@contextmanager
def process(folder: Path, *arguments: str, port: int = 0, **environment: str) -> Iterator[Process]:
    running = Process(folder, *arguments, port=port, **environment)
    try:
        yield running
    finally:
        running.end()


# --- People -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class At:
    """A table as its private link names it."""

    id: str
    key: str | None = None

    @property
    def without_key(self) -> "At":
        return At(self.id)


class Guest:
    """Somebody with a cookie, or a program with a token."""

    def __init__(self, url: str, token: str | None = None) -> None:
        headers = {"authorization": f"Bearer {token}"} if token else {"origin": url}
        self.url, self.token = url, token
        # Without certificates, whose loading would take longer than most tests.
        self.http = httpx.AsyncClient(base_url=url, headers=headers, trust_env=False, verify=False, timeout=PATIENCE)
        self.sockets: list[Client] = []

    async def arrive(self, name: str | None = None) -> "Guest":
        await self.get("/api/me")
        if name is not None:
            self._good(await self.http.patch("/api/me", json={"name": name}))
        return self

    async def leave(self) -> None:
        for client in self.sockets:
            await client.close()
        await self.http.aclose()

    def headers(self) -> dict[str, str]:
        """For another connection as the same person."""
        if self.token:
            return {"authorization": f"Bearer {self.token}"}
        return {"origin": self.url, "cookie": "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())}

    def _good(self, answer: httpx.Response) -> Any:
        assert answer.is_success, f"{answer.status_code} {answer.text}"
        return answer.json() if answer.content else None

    async def get(self, path: str, at: At | None = None, **query: Any) -> Any:
        return self._good(await self.http.get(path, params=query, headers=_key(at)))

    async def post(self, path: str, body: Any = None, at: At | None = None) -> Any:
        return self._good(await self.http.post(path, json=body, headers=_key(at)))

    async def refused(self, method: str, path: str, body: Any = None, at: At | None = None) -> tuple[int, str]:
        """Status and code of a request that is refused."""
        answer = await self.http.request(method, path, json=body, headers=_key(at))
        assert answer.is_error, answer.text
        return answer.status_code, answer.json()["error"]["code"]

    async def open(self, **options: Any) -> At:
        opened = await self.post("/api/tables", {"game": "bali", **options})
        return At(opened["id"], opened["key"])

    async def enter(self, at: At, eyes: int | None = None, rng: int = 0) -> "Client":
        client = Client(self, at, rng)
        self.sockets.append(client)
        await client.connect(eyes)
        return client

    async def look(self, at: At, **query: Any) -> Json:
        """The table by HTTP."""
        shown: Json = await self.get(f"/api/tables/{at.id}", at, **query)
        return shown

    async def command(self, at: At, type: str, **fields: Any) -> Any:
        return await self.post(f"/api/tables/{at.id}/commands", {"type": type, **fields}, at)


def _key(at: At | None) -> dict[str, str]:
    return {"pasar-key": at.key} if at is not None and at.key else {}


@asynccontextmanager
async def guests(server: Server | Process | str, *names: str | None) -> AsyncIterator[list[Guest]]:
    """People of these names (None: as they were named by the server); they hang up at the end."""
    people = [Guest(server if isinstance(server, str) else server.url) for _ in names]
    try:
        yield [await guest.arrive(name) for guest, name in zip(people, names, strict=True)]
    finally:
        for guest in people:
            await guest.leave()


# --- Sockets ----------------------------------------------------------------------------------------------------------


@dataclass
class Seen:
    """A table as a client keeps it: from a snapshot and the updates since."""

    version: int = -1
    table: Json = field(default_factory=dict)
    you: Json = field(default_factory=dict)
    play: Json | None = None
    story: dict[int, Json] = field(default_factory=dict)  # by move
    chat: list[Json] = field(default_factory=list)
    presence: Json = field(default_factory=dict)

    def take(self, message: Mapping[str, Any]) -> None:
        match message["type"]:
            case "table":
                self._take_all(message)
            case "update":
                assert message["from"] == self.version, f"a gap: from {message['from']} at {self.version}"
                self._take_some(message)
            case "presence":
                self.presence = {name: message[name] for name in ("seats", "watchers")}

    def _take_all(self, message: Mapping[str, Any]) -> None:
        self.version, self.table, self.you = message["version"], message["table"], message["you"]
        self.play, self.chat, self.presence = message["play"], list(message["chat"]), message["presence"]
        self.story = {told["move"]: told for told in message["story"]}

    def _take_some(self, message: Mapping[str, Any]) -> None:
        self.version = message["version"]
        for part in ("table", "you", "play", "presence"):
            if part in message:
                setattr(self, part, message[part])
        for told in message.get("story", ()):
            self.story[told["move"]] = told
        made = self.play["moves"] if self.play else 0
        self.story = {move: told for move, told in self.story.items() if move <= made}  # what was taken back is gone
        self.chat += message.get("lines", ())


class Client:
    """One connection to a table. Whatever comes in is kept; a gap between versions fails the test."""

    def __init__(self, guest: Guest, at: At, rng: int = 0) -> None:
        self.guest, self.at = guest, at
        self.random = random.Random(rng)
        self.seen = Seen()
        self.messages: list[Json] = []
        self.raw: list[str] = []  # every message as it came
        self.closed: tuple[int, str] | None = None
        self.leaves_to_orders: Callable[[Json], bool] = lambda play: False  # positions that standing orders answer
        self._answers: dict[str, asyncio.Future[Json]] = {}
        self._numbers = itertools.count(1)
        self._news = asyncio.Event()
        self._reading: asyncio.Task[None] | None = None

    async def connect(self, eyes: int | None = None) -> None:
        address = f"{self.guest.url.replace('http', 'ws', 1)}/api/tables/{self.at.id}/socket"
        self.socket = await websockets.connect(
            address, additional_headers=self.guest.headers(), max_size=None, ping_interval=None, compression=None,
            proxy=None, close_timeout=1,
        )  # fmt: skip
        self._reading = asyncio.ensure_future(self._read())
        await self.send({"type": "enter", "key": self.at.key, "eyes": eyes})
        await self.wait_for(lambda: self.seen.table or self.closed)

    async def close(self) -> None:
        if self._reading is not None:
            await self.socket.close()
            reading, self._reading = self._reading, None
            await reading

    async def drop(self) -> None:
        """Lose the connection without a word."""
        self.socket.transport.abort()
        if self._reading is not None:
            reading, self._reading = self._reading, None
            await reading

    async def send(self, message: Any) -> None:
        await self.socket.send(message if isinstance(message, (str, bytes)) else json.dumps(message))

    async def _read(self) -> None:
        try:
            async for raw in self.socket:
                self._take(raw if isinstance(raw, str) else raw.decode())
        except websockets.ConnectionClosedError:
            pass
        finally:
            self.closed = (self.socket.close_code or 1006, self.socket.close_reason or "")
            self._news.set()

    def _take(self, raw: str) -> None:
        message = json.loads(raw)
        self.raw.append(raw)
        self.messages.append(message)
        self.seen.take(message)
        if (waiting := self._answers.pop(message.get("id") or "", None)) is not None and not waiting.done():
            waiting.set_result(message)
        self._news.set()

    async def ask(self, type: str, **fields: Any) -> Json:
        """Say something; the answer to it."""
        id = str(next(self._numbers))
        self._answers[id] = asyncio.get_running_loop().create_future()
        await self.send({"type": type, "id": id, **fields})
        return await asyncio.wait_for(self._answers[id], PATIENCE)

    async def do(self, type: str, **fields: Any) -> Json:
        """Something that is carried out."""
        answer = await self.ask(type, **fields)
        assert answer["type"] not in ("refused", "bye"), answer
        return answer

    async def refused(self, type: str, **fields: Any) -> str:
        """The code with which something is refused."""
        answer = await self.ask(type, **fields)
        assert answer["type"] == "refused", answer
        code: str = answer["error"]["code"]
        return code

    async def move(self, move: str, seat: int | None = None) -> Json:
        assert self.play is not None
        return await self.do("move", move=move, at=self.play["at"], seat=seat)

    async def wait_for(self, true: Callable[[], Any], seconds: float = PATIENCE) -> Any:
        """Until something is true of what has come in."""
        end = time.monotonic() + seconds
        while not (value := true()):
            self._check_reader()
            self._news.clear()
            try:
                await asyncio.wait_for(self._news.wait(), end - time.monotonic())
            except TimeoutError:
                raise AssertionError(f"it did not happen; last: {self.raw[-1:]}") from None
        return value

    def _check_reader(self) -> None:
        if self._reading is not None and self._reading.done():
            self._reading.result()  # raises what went wrong there, such as a gap
        assert self.closed is None, f"closed: {self.closed}, last: {self.raw[-1:]}"

    # --- The table, as it came in -------------------------------------------------------------------------------------

    @property
    def table(self) -> Json:
        return self.seen.table

    @property
    def play(self) -> Json | None:
        return self.seen.play

    @property
    def version(self) -> int:
        return self.seen.version

    @property
    def stage(self) -> str:
        stage: str = self.seen.table["stage"]
        return stage

    @property
    def waiting(self) -> list[int]:
        return list(self.play["waiting"]) if self.play else []

    @property
    def menu(self) -> Json | None:
        return self.play["menu"] if self.play else None

    @property
    def own(self) -> list[int]:
        return list(self.seen.you["seats"])

    @property
    def my_turn(self) -> bool:
        return any(seat in self.waiting for seat in self.own)

    async def move_somehow(self) -> str:
        """Any open move of the seat through which this client looks."""
        assert self.menu is not None, self.play
        move = self.random.choice(moves_of(self.menu))
        await self.move(move, seat=self.seen.you["eyes"])
        return move

    async def play_on(self, until: Callable[["Client"], Any] = lambda client: client.stage == "over") -> None:
        """Make any open moves, whenever one of the own seats is to act, until the game is over (or `until`)."""
        while not until(self):
            await self.wait_for(lambda: until(self) or self.my_turn)
            if not until(self):
                await self._one_turn()

    async def _one_turn(self) -> None:
        seat = next(seat for seat in self.own if seat in self.waiting)
        if self.seen.you["eyes"] != seat:
            await self.do("eyes", seat=seat)
        assert self.play is not None
        before = self.play["at"]
        if not self.leaves_to_orders(self.play):
            await self.move_somehow()
        await self.wait_for(lambda: self.play and (self.play["at"] != before or seat not in self.waiting))


def moves_of(menu: Mapping[str, Any]) -> list[str]:
    """The open moves of a menu; of those that are put together from pieces, the least."""
    return [*menu["open"], *([menu["build"]["least"]] if menu["build"] else [])]


async def seated(*people: Guest, bots: Sequence[str] = (), **options: Any) -> list[Client]:
    """A table at which these people sit from seat 0 on, and bots after them; the first is the host. Not begun."""
    players = len(people) + len(bots)
    at = await people[0].open(**{"players": players, **options})
    clients = [await guest.enter(at, rng=number) for number, guest in enumerate(people)]
    for number, client in enumerate(clients[1:], 1):
        await client.do("sit", seat=number)
    for number, level in enumerate(bots, len(people)):
        await clients[0].do("bot", seat=number, level=level)
    return clients


async def begun(*people: Guest, bots: Sequence[str] = (), **options: Any) -> list[Client]:
    """The same, and the game has begun for everybody."""
    clients = await seated(*people, bots=bots, **options)
    await clients[0].do("start")
    for client in clients:
        await client.wait_for(lambda client=client: client.stage != "lobby")
    return clients


async def play_out(clients: Sequence[Client]) -> Json:
    """Everybody plays until the game is over; its result."""
    await asyncio.gather(*(client.play_on() for client in clients))
    assert clients[0].play is not None
    result: Json = clients[0].play["result"]
    return result


def match_at(server: Server, at: At) -> Match:
    """The game of a table as the server itself has it, secrets included."""
    match = server.registry.tables[at.id].table.match
    assert match is not None
    return match


async def forgotten(server: Server, at: At) -> None:
    """Until the server has let a table go that nobody uses: the next who asks makes it read its log again."""
    tables = server.registry.tables
    await until(lambda: not tables[at.id].onlookers)
    server.clock.advance(2 * registry_module.IDLE)
    await until(lambda: at.id not in tables)
