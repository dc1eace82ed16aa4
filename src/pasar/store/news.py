"""What processes tell each other through PostgreSQL's LISTEN and NOTIFY.

News of an append is part of its transaction: PostgreSQL delivers it when the entries are there, and never otherwise.
News may be lost with a connection, but not silently: whoever listens is then told `{"lost": true}`.
"""

import asyncio
import select
import socket
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from typing import Any

import orjson
from sqlalchemy import Connection
from sqlalchemy.exc import SQLAlchemyError

from pasar.store.contract import Json
from pasar.store.database import PAUSE, Database

CHANNEL = "pasar_news"
LONGEST = 7_000  # bytes of a message; PostgreSQL takes 8,000, and ours are wrapped
LOST: Json = {"lost": True}
_TELL = f"SELECT pg_notify('{CHANNEL}', %s)"


def tell(connection: Connection, sender: str, news: Json) -> None:
    """Tell all other processes, once the transaction is committed."""
    _notify(connection, {"from": sender, "news": news})


def tell_versions(connection: Connection, sender: str, versions: Mapping[str, int]) -> None:
    for part in _parts(versions):
        _notify(connection, {"from": sender, "news": {"tables": part, "from": sender}})


def is_short(news: Json) -> bool:
    return len(orjson.dumps(news)) <= LONGEST


def _notify(connection: Connection, message: Json) -> None:
    connection.exec_driver_sql(_TELL, (orjson.dumps(message).decode(),))


def _parts(versions: Mapping[str, int]) -> Iterator[dict[str, int]]:
    part, size = dict[str, int](), 0
    for table, version in versions.items():
        added = len(orjson.dumps({table: version}))
        if part and size + added > LONGEST:
            yield part
            part, size = {}, 0
        part[table] = version
        size += added
    if part:
        yield part


class NewsListener:
    """A thread with a connection of its own. What it hears it hands to the event loop that made it."""

    def __init__(self, database: Database, name: str, hear: Callable[[Json], None]) -> None:
        self._database, self._name, self._hear = database, name, hear
        self._loop = asyncio.get_running_loop()
        self._wake, self._woken = socket.socketpair()
        self._ready = threading.Event()
        self._thread = threading.Thread(target=self._run, name="pasar-listener", daemon=True)
        self._thread.start()

    def wait_ready(self, seconds: float) -> None:
        """Wait until it listens. If that takes longer, what was missed counts as lost when it does."""
        self._ready.wait(seconds)
        self._ready.set()

    def stop(self) -> None:
        self._wake.close()  # seen as the end of a file on the other side
        self._thread.join()
        self._woken.close()

    def _run(self) -> None:
        stopped = False
        while not stopped:
            with suppress(SQLAlchemyError, OSError, _driver_fault()):
                stopped = self._listen()
            if not stopped:
                stopped = bool(select.select([self._woken], [], [], PAUSE)[0])

    def _listen(self) -> bool:
        """Listen until the connection breaks (an exception) or it is time to stop (True)."""
        raw = self._database.engine.raw_connection()
        connection: Any = raw.driver_connection
        raw.detach()
        try:
            connection.rollback()
            connection.autocommit = True
            connection.execute(f"LISTEN {CHANNEL}")
            if self._ready.is_set():
                self._pass_on(LOST)
            self._ready.set()
            return self._hear_all(connection)
        finally:
            connection.close()

    def _hear_all(self, connection: Any) -> bool:
        while True:
            ready, _, _ = select.select([connection, self._woken], [], [])
            if self._woken in ready:
                return True
            connection.pgconn.consume_input()
            while (notify := connection.pgconn.notifies()) is not None:
                message = orjson.loads(notify.extra)
                if message["from"] != self._name:
                    self._pass_on(message["news"])

    def _pass_on(self, news: Json) -> None:
        with suppress(RuntimeError):  # the loop is closed: nobody hears
            self._loop.call_soon_threadsafe(self._hear, news)


def _driver_fault() -> type[Exception]:
    import psycopg

    return psycopg.Error
