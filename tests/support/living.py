"""A server that really runs: an event loop in a thread of its own, uvicorn on a free port, a store in a new file."""

import asyncio
import threading
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

import httpx
import uvicorn
from fastapi import FastAPI

from pasar.server.base.clock import Clock
from pasar.server.base.settings import Settings
from pasar.server.http.guard import install
from pasar.server.http.services import Services
from pasar.server.run import KEEP_OPEN
from pasar.store.store import Store

T = TypeVar("T")
PATIENCE = 60.0  # seconds that a test waits for anything
KEY = bytes(range(32))


class FakeClock:
    """Stands still until it is told to go on."""

    def __init__(self, start: float = 1_800_000_000.0) -> None:
        self.time, self._leapt = start, 0.0

    def now(self) -> float:
        return self.time

    def jumped(self) -> float:
        leapt, self._leapt = self._leapt, 0.0
        self.time += leapt
        return leapt

    def advance(self, seconds: float) -> None:
        self.time += seconds

    def jump(self, seconds: float) -> None:
        """As when somebody sets the clock, or the machine was asleep."""
        self._leapt += seconds


class Loop:
    """An event loop in a thread: `run` waits for what a coroutine returns."""

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever)
        self._thread.start()

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(timeout=PATIENCE)

    def close(self) -> None:
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.run_until_complete(self._loop.shutdown_default_executor())
        self._loop.close()


class Living:
    """What a test works with."""

    def __init__(self, loop: Loop, services: Services, port: int) -> None:
        self.loop, self.services, self.port = loop, services, port
        self.url = f"http://127.0.0.1:{port}"

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        return self.loop.run(work)

    def counted(self) -> str:
        """What the metrics say. An answer is counted after it was sent: the loop gets a moment for that."""
        self.run(asyncio.sleep(0.1))
        return self.services.metrics.text().decode()

    def browser(self, **headers: str) -> httpx.Client:
        """Keeps cookies and names its origin, as browsers do."""
        return self.program(**{"origin": self.url, **headers})

    def program(self, **headers: str) -> httpx.Client:
        # Without certificates, whose loading would take longer than most tests.
        return httpx.Client(base_url=self.url, headers=headers, trust_env=False, verify=False)


@contextmanager
def services_running(settings: Settings, clock: Clock) -> Iterator[tuple[Loop, Services]]:
    loop = Loop()

    async def start() -> Services:
        return Services.make(settings, await Store.open(settings.database), clock, KEY)

    async def stop() -> None:
        await services.notices.stop()
        await services.store.close()

    try:
        services = loop.run(start())
        try:
            yield loop, services
        finally:
            loop.run(stop())
    finally:
        loop.close()


@contextmanager
def living(app: FastAPI, settings: Settings, clock: Clock) -> Iterator[Living]:
    """Serve this app behind the guard."""
    with services_running(settings, clock) as (loop, services):
        install(app, services)
        config = uvicorn.Config(
            app,
            host="127.0.0.1",
            port=0,
            log_config=None,
            access_log=False,
            lifespan="off",
            proxy_headers=settings.behind_proxy,
            timeout_keep_alive=KEEP_OPEN,
        )
        server = uvicorn.Server(config)
        serving = asyncio.run_coroutine_threadsafe(server.serve(), loop._loop)
        while not server.started:
            assert not serving.done(), serving.exception()
            threading.Event().wait(0.005)
        try:
            yield Living(loop, services, server.servers[0].sockets[0].getsockname()[1])
        finally:
            server.should_exit = True
            serving.result(timeout=PATIENCE)
