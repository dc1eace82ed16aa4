"""One server process from its start to its end."""

import asyncio
import contextlib
import gc
import socket
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from dataclasses import replace

import uvicorn
from fastapi import FastAPI

from pasar.bots.exercise import exercise_bots, exercise_match
from pasar.errors import PasarError
from pasar.games import games
from pasar.server import starting
from pasar.server.base import addresses, logs
from pasar.server.base.clock import Clock, SystemClock
from pasar.server.base.settings import Settings
from pasar.server.http.app import make_app
from pasar.server.http.connections import HttpConnection, SocketConnection
from pasar.server.http.services import Services
from pasar.server.live.following import Following
from pasar.server.live.registry import Registry
from pasar.server.people.keys import load_key
from pasar.store.contract import BadDatabase, Json
from pasar.store.database import sqlite_file
from pasar.store.lock import InUse, Lock, locked
from pasar.store.store import Store

NAME = "pasar serve"
LARGEST_FRAME = 64 * 1024  # bytes that a client may send at once
PING_EVERY, PONG_WITHIN = 20.0, 20.0  # seconds; a phone that fell asleep is noticed
BACKLOG = 2048
# Seconds that an idle connection stays open: longer than whoever is on its other side keeps it (nginx 60, Python's
# clients 5), or else it is closed just when the next request is on its way, which then is lost.
KEEP_OPEN = 75
GARBAGE_AFTER = 20_000  # objects more than there were
SWITCH_AFTER = 0.0005  # seconds that the store's thread waits at most for its turn, which moves wait for


Told = Callable[[str, list[str]], None]  # with the address here, and those for others


class CannotListen(PasarError):
    """The address is taken or not ours."""


class _Server(uvicorn.Server):
    """Tells everybody to come back later before it stops to listen."""

    def __init__(self, config: uvicorn.Config, registry: Registry, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._registry, self._ready = registry, ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._ready()

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """A signal that has stopped us is not raised again: that would end the process before all is closed."""
        with super().capture_signals():
            yield
            self._captured_signals.clear()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._registry.say_goodbye()
        await super().shutdown(sockets)


@asynccontextmanager
async def opened(settings: Settings, clock: Clock) -> AsyncIterator[tuple[Services, Registry]]:
    """Everything behind the routes, working; closed again at the end, with all that was handed in on the disk."""
    key = load_key(settings.key_file)
    hearing: list[Callable[[Json], None]] = []

    def hear(news: Json) -> None:
        for one in hearing:
            one(news)

    store = await Store.open(settings.database, hear=hear)
    try:
        services = Services.make(settings, store, clock, key)
        registry = Registry(store, settings, clock, services.metrics)
        following = Following(registry)
        hearing += [registry.hear, following.hear]
        await registry.make_rows_good()
        services.renamed, services.revoked, services.changed = registry.rename, registry.revoke, following.follow
        registry.start()
        await following.start()
        services.notices.start(registry.still)
        try:
            yield services, registry
        finally:
            await services.notices.stop()
            await registry.close()
    finally:
        await store.close()


def listening(host: str, port: int) -> socket.socket:
    """A socket that listens there; says what to do if that cannot be."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # With the protocol named, so that asyncio knows it for TCP and sends small answers at once.
    sock = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        sock.bind((host, port))
    except (OSError, OverflowError) as fault:
        sock.close()
        reason = getattr(fault, "strerror", None) or str(fault)
        raise CannotListen(f"cannot listen on {host} port {port}: {reason}; choose another with --port") from fault
    return sock


def _listening(settings: Settings, else_any_port: bool) -> socket.socket:
    try:
        return listening(settings.host, settings.port)
    except CannotListen:
        if not else_any_port:
            raise
        return listening(settings.host, 0)


def configured(app: FastAPI, settings: Settings) -> uvicorn.Config:
    return uvicorn.Config(
        app,
        http=HttpConnection,
        ws=SocketConnection,
        ws_max_size=LARGEST_FRAME,
        ws_ping_interval=PING_EVERY,
        ws_ping_timeout=PONG_WITHIN,
        ws_per_message_deflate=False,  # it costs more than it saves on messages of this size
        loop="none",
        lifespan="off",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=settings.behind_proxy,
        forwarded_allow_ips=list(settings.proxies),
        timeout_keep_alive=KEEP_OPEN,
        timeout_graceful_shutdown=int(settings.shutdown_grace),
        backlog=BACKLOG,
    )


async def serve(
    settings: Settings,
    *,
    clock: Clock | None = None,
    told: Told | None = None,
    prepare: Callable[[], Awaitable[None]] | None = None,
    else_any_port: bool = False,
) -> None:
    """Serve until a signal says stop. `told` is given the address once all of it answers, and those for others.

    `prepare` may take long (the first start compiles), so it is called when address and tables are known to be ours.
    """
    _check_folder(settings)
    load_key(settings.key_file)
    with _alone(settings) as lock, contextlib.closing(_listening(settings, else_any_port)) as sock:
        settings = replace(settings, port=sock.getsockname()[1])  # links name the port that it became
        lock.note(NAME, addresses.here(settings.host, settings.port))
        async with starting.answered(sock):
            if prepare is not None:
                await prepare()
            await asyncio.to_thread(_exercise)
        _settle()
        async with opened(settings, clock or SystemClock()) as (services, registry):
            config = configured(make_app(services, registry), settings)
            await _Server(config, registry, lambda: _begun(settings, told)).serve([sock])


def _check_folder(settings: Settings) -> None:
    """Of the folders only the one for all data is made: another one that is not there is a slip of the pen."""
    file = sqlite_file(settings.database)
    if file is not None and file.parent != settings.data and not file.parent.is_dir():
        raise BadDatabase(f"there is no folder {file.parent} for the database: make it, or choose another --database")


def _exercise() -> None:
    """What is read from the compiler's cache now keeps nobody waiting later."""
    for game in games().values():
        exercise_match(game)
        exercise_bots(game)


@contextlib.contextmanager
def _alone(settings: Settings) -> Iterator[Lock]:
    """Two servers with the same SQLite file would each believe in tables of their own."""
    try:
        with locked(settings.database, NAME) as lock:
            yield lock
    except InUse as fault:
        raise InUse(f"{fault}: use that one, or choose another folder with --data") from fault


def _settle() -> None:
    """Tune the interpreter for one busy thread that a few others feed, with a large heap that hardly ever changes."""
    gc.collect()
    gc.freeze()  # compiled rules and modules are here to stay: no need to look through them again and again
    gc.set_threshold(GARBAGE_AFTER, 50, 100)
    sys.setswitchinterval(SWITCH_AFTER)


def _begun(settings: Settings, told: Told | None) -> None:
    address = addresses.here(settings.host, settings.port)
    logs.event("started", address=address, addresses=settings.addresses)
    if told is not None:
        told(address, settings.addresses)


def run(
    settings: Settings,
    told: Told | None = None,
    prepare: Callable[[], Awaitable[None]] | None = None,
    else_any_port: bool = False,
) -> None:
    """Serve in this thread, with uvloop where there is one."""
    serving = serve(settings, told=told, prepare=prepare, else_any_port=else_any_port)
    try:
        import uvloop
    except ImportError:
        asyncio.run(serving)
    else:
        uvloop.run(serving)
