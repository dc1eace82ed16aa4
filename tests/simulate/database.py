"""A database that several simulated processes share, with everything that can happen on the way to it.

The SQL is real: it runs in an SQLite in memory, a transaction at a time. What is simulated is the way there and back:
how long it takes, whether it breaks, and whether whoever asked learns what became of it. To its users it is PostgreSQL
(several processes, NOTIFY) or SQLite (one).
"""

import random
import sqlite3
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

import orjson
from sqlalchemy import Connection, StaticPool, create_engine, event
from sqlalchemy.exc import OperationalError

from pasar.store import news
from pasar.store.contract import Json
from pasar.store.database import Database
from pasar.store.migrations import migrate
from simulate.loop import Loop, Process

LOST = "57P01"  # as PostgreSQL says that it shuts down
FULL = "53100"
COLUMNS = "table_id, number, at, kind, body, mark"
# What a transaction has written, noted by the database itself; savepoints that are rolled back leave nothing.
WATCH = (
    f"CREATE TABLE fresh (place INTEGER PRIMARY KEY, {COLUMNS})",
    f"""CREATE TRIGGER added AFTER INSERT ON entries BEGIN INSERT INTO fresh ({COLUMNS})
    VALUES (NEW.table_id, NEW.number, NEW.at, NEW.kind, NEW.body, NEW.mark); END""",
    "CREATE TRIGGER changed BEFORE UPDATE ON entries BEGIN SELECT RAISE(FAIL, 'an entry was changed'); END",
)
Committed = Callable[[list[tuple[Any, ...]]], None]


class _Said(Exception):
    """What a driver says."""

    def __init__(self, state: str, shared: bool) -> None:
        super().__init__(state)
        if shared:
            self.sqlstate = state
        else:
            self.sqlite_errorname = {FULL: "SQLITE_FULL", LOST: "SQLITE_BUSY"}[state]


@cache
def _memory() -> tuple[sqlite3.Connection, Connection, bytes]:
    """One for all histories: statements that are compiled once need not be compiled again."""
    raw = sqlite3.connect(":memory:", isolation_level=None, cached_statements=512)
    raw.execute("PRAGMA foreign_keys = ON")
    engine = create_engine("sqlite://", creator=lambda: raw, poolclass=StaticPool)
    event.listen(engine, "begin", lambda connection: raw.execute("BEGIN"))  # the driver begins nothing
    connection = engine.connect()
    with connection.begin():
        migrate(connection)
    for statement in WATCH:
        raw.execute(statement)
    return raw, connection, raw.serialize()


class Site:
    """The database itself, and the weather around it."""

    def __init__(self, loop: Loop, seed: int, shared: bool, counts: Counter[str], committed: Committed) -> None:
        self.loop, self.shared, self.counts, self._committed = loop, shared, counts, committed
        self.random = random.Random(f"database {seed}")
        self.raw, self.connection, empty = _memory()
        self.raw.deserialize(empty)
        self.raw.execute("PRAGMA foreign_keys = ON")
        self.delay = 0.002  # seconds on the way there or back, on average
        self.lost = 0.0  # the chance that a commit's answer is lost
        self.down = self.full = False
        self.cut_off: set[Process] = set()  # processes that do not reach it
        self.lives = 0  # how often it has been started
        self.listeners: list[Listener] = []

    def travel(self) -> None:
        self.loop.pause(self.random.expovariate(1 / self.delay))

    def reach(self, process: Process) -> int:
        """Get there, or raise what a driver raises. Which life of the database it is."""
        self.travel()
        if self.down or process in self.cut_off:
            self.counts["database out of reach"] += 1
            self.loop.pause(self.random.uniform(0.01, 2.0))
            raise self.fault(LOST)
        return self.lives

    def come_back(self, process: Process, life: int) -> None:
        """The answer is lost if the database or the way to it goes down meanwhile."""
        self.travel()
        if life != self.lives or process in self.cut_off:
            raise self.fault(LOST)

    def fault(self, state: str) -> OperationalError:
        return OperationalError("", None, _Said(state, self.shared))

    def crash(self) -> None:
        self.lives += 1
        self.down = True
        for listener in self.listeners:
            listener.lose()

    def committed(self, notes: list[str]) -> None:
        """Who watches is told at this very moment; who listens, some time later."""
        if new := self.raw.execute("SELECT * FROM fresh ORDER BY place").fetchall():
            self.raw.execute("DELETE FROM fresh")
            self._committed([row[1:] for row in new])
        for note in notes:
            for listener in self.listeners:
                listener.send(note)

    def everything(self) -> list[tuple[Any, ...]]:
        return self.raw.execute(f"SELECT {COLUMNS} FROM entries ORDER BY table_id, number").fetchall()


class Line:
    """A connection, as the writer holds it."""

    def __init__(self, site: Site, process: Process) -> None:
        self._site, self._process, self._real = site, process, site.connection
        self._life = 0
        self._notes: list[str] = []

    def __getattr__(self, name: str) -> Any:
        return getattr(self._real, name)

    def exec_driver_sql(self, text: str, values: Any = None) -> Any:
        if text == news._TELL:
            self._notes.append(values[0])
            return None
        return self._real.exec_driver_sql(text, values)

    def begin(self) -> "Line":
        """From here to the commit nobody else has a turn: transactions follow each other."""
        self._life = self._site.reach(self._process)
        self._notes = []
        self._transaction = self._real.begin()
        return self

    def rollback(self) -> None:
        if self._process.alive and self._transaction.is_active:
            self._transaction.rollback()

    def commit(self) -> None:
        site, counts = self._site, self._site.counts
        if site.full:
            self._transaction.rollback()
            counts["disk full"] += 1
            raise site.fault(FULL)
        lost = site.shared and site.random.random() < site.lost
        if lost and site.random.random() < 0.5:
            self._transaction.rollback()
            counts["commit lost, not written"] += 1
            site.travel()
            raise site.fault(LOST)
        self._transaction.commit()
        site.committed(self._notes)
        if lost:
            counts["commit lost, written"] += 1
            site.travel()
            raise site.fault(LOST)
        site.come_back(self._process, self._life)

    def invalidate(self) -> None:
        """The next one is as good as this one."""

    close = invalidate


class Simulated(Database):
    """What a process opens."""

    def __init__(self, site: Site, process: Process) -> None:
        self.site, self.process, self.shared = site, process, site.shared

    def connect_writer(self, stands_still: int) -> Any:
        return Line(self.site, self.process)

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        life = self.site.reach(self.process)
        with self.site.connection.begin():
            yield self.site.connection
        self.site.come_back(self.process, life)

    def close(self) -> None:
        """The database goes on without us."""


class Listener:
    """Hears what other processes have committed, some time later and in order, or that something was lost."""

    def __init__(self, database: Simulated, name: str, hear: Callable[[Json], None]) -> None:
        self.site, self.process, self._name, self._hear = database.site, database.process, name, hear
        self._last, self._hears = 0.0, True
        self.site.listeners.append(self)

    def wait_ready(self, seconds: float) -> None:
        self.site.travel()

    def stop(self) -> None:
        self.site.listeners.remove(self)

    def send(self, note: str) -> None:
        message = orjson.loads(note)
        if self._hears and message["from"] != self._name:
            self._deliver(message["news"], self.site.random.expovariate(1 / self.site.delay))

    def lose(self) -> None:
        """Its connection breaks. It hears nothing until it has another, and is then told so."""
        if self._hears:
            self._hears = False
            self.site.counts["news lost"] += 1
            self.site.loop.outside_at(self.site.loop.now + self.site.random.uniform(0.1, 3), self._come_again)

    def _come_again(self) -> None:
        if self.site.down or self.process in self.site.cut_off:
            self.site.loop.outside_at(self.site.loop.now + 1.0, self._come_again)
            return
        self._hears = True
        self._deliver(news.LOST, 0.0)

    def _deliver(self, said: Json, delay: float) -> None:
        loop = self.site.loop
        self._last = max(self._last, loop.now + delay)
        loop.outside_at(self._last, self._arrive, said)

    def _arrive(self, said: Json) -> None:
        self.site.loop.inside(self.process, self._hear, said)
