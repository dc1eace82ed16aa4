"""The connection to SQLite or PostgreSQL, set up to behave alike: snapshots to read, transactions to write."""

import os
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

from sqlalchemy import URL, Connection, Engine, create_engine, event, make_url
from sqlalchemy.exc import ArgumentError, SQLAlchemyError

from pasar.extras import how_to_install
from pasar.files import why_not
from pasar.store.contract import BadDatabase, StoreDown
from pasar.store.faults import trouble
from pasar.store.migrations import migrate

READERS = 4  # connections, and threads, that read at the same time
PAUSE = 0.2  # seconds between two tries when the database does not answer
OLDEST_SQLITE = (3, 35, 0)  # knows UPDATE ... FROM and RETURNING
BUSY = 5.0  # seconds for which SQLite waits for another program's lock
STATEMENTS = 512  # prepared ones that SQLite keeps: one for each size of a batch

_PAGES = {
    "journal_mode": "WAL",  # readers do not wait for the writer
    "synchronous": "FULL",  # a commit is on the disk when it returns
    "foreign_keys": "ON",
}
# Seconds until a host that has vanished counts as lost, instead of the hours that systems wait unasked.
_POSTGRES = {
    "connect_timeout": "5",
    "keepalives_idle": "10",
    "keepalives_interval": "5",
    "keepalives_count": "3",
    "tcp_user_timeout": "15000",  # the same while something is under way, in milliseconds
}

T = TypeVar("T")


class Database:
    """An open database. Its methods block; call them from threads."""

    def __init__(self, url: str, make: bool = True) -> None:
        parsed = _parsed(url)
        self.shared = parsed.get_backend_name() == "postgresql"  # other processes on other hosts may write it
        self.engine = _postgres(parsed) if self.shared else _sqlite(parsed, make)
        snapshot = {"isolation_level": "REPEATABLE READ", "postgresql_readonly": True} if self.shared else {}
        self._reading = self.engine.execution_options(**snapshot)
        self._writing = self.engine.execution_options(begin="BEGIN IMMEDIATE")

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """One moment of the database, however many statements look at it."""
        with self._reading.connect() as connection, connection.begin():
            yield connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """A transaction that is committed at the end, if there is no exception."""
        with self.connect() as connection, connection.begin():
            yield connection

    def connect(self) -> Connection:
        """A connection to write with; transactions are the caller's."""
        return self._writing.connect()

    def connect_writer(self, stands_still: int) -> Connection:
        """The same, for short transactions: who does nothing in one for so many seconds is thrown out."""
        connection = self.connect()
        if self.shared:
            with connection.begin():
                connection.exec_driver_sql(f"SET idle_in_transaction_session_timeout = '{stands_still}s'")
        return connection

    def read(self, work: Callable[[Connection], T], until: float) -> T:
        """Do some reading, and do it again until then (a monotonic time) if the database is gone for a moment."""
        while True:
            try:
                with self.reading() as connection:
                    return work(connection)
            except SQLAlchemyError as fault:
                found = trouble(fault)
                if found is None:
                    raise
                if not found.passing or time.monotonic() >= until:
                    raise StoreDown(found.text) from fault
            time.sleep(PAUSE)

    @classmethod
    def open(cls, url: str, patience: float) -> "Database":
        """A database with our schema; everything that can be wrong with it is said here."""
        database = cls(url)
        try:
            database._prepare(time.monotonic() + patience)
        except BaseException:
            database.close()
            raise
        return database

    def _prepare(self, until: float) -> None:
        while True:
            try:
                with self.writing() as connection:
                    migrate(connection)
                return
            except SQLAlchemyError as fault:
                found = trouble(fault)
                if found is None or not found.passing or time.monotonic() >= until:
                    raise BadDatabase(f"the database cannot be opened: {_said(fault)}") from fault
            time.sleep(PAUSE)

    def close(self) -> None:
        self.engine.dispose()


def _parsed(url: str) -> URL:
    try:
        parsed = make_url(url)
        backend = parsed.get_backend_name()
    except ArgumentError:
        backend = ""
    if backend == "sqlite" and parsed.database not in (None, "", ":memory:"):
        return parsed.set(drivername="sqlite")
    if backend == "postgresql":
        return parsed.set(drivername="postgresql+psycopg")
    # The text is not repeated: it may hold a password.
    raise BadDatabase("the database's address must be sqlite:///FILE or postgresql://USER:PASSWORD@HOST/NAME")


def sqlite_file(url: str) -> Path | None:
    """The file that holds the database; none if it is PostgreSQL."""
    parsed = _parsed(url)
    return Path(parsed.database or "") if parsed.get_backend_name() == "sqlite" else None


def _said(fault: SQLAlchemyError) -> str:
    """What the driver said, in one line. Drivers name hosts and users, but no passwords."""
    words = str(getattr(fault, "orig", None) or type(fault).__name__).split()
    return " ".join(words)


def _postgres(url: URL) -> Engine:
    options = {name: value for name, value in _POSTGRES.items() if name not in url.query}
    try:
        return create_engine(
            url,
            connect_args=options,
            isolation_level="READ COMMITTED",
            pool_size=READERS + 1,
            hide_parameters=True,  # what people wrote does not belong into logs
            use_native_hstore=False,
        )
    except ModuleNotFoundError as fault:
        raise BadDatabase(
            f"PostgreSQL needs a package that is not installed: {how_to_install('postgresql')}"
        ) from fault


def _sqlite(url: URL, make: bool) -> Engine:
    if sqlite3.sqlite_version_info < OLDEST_SQLITE:
        needed = ".".join(map(str, OLDEST_SQLITE))
        raise BadDatabase(f"this Python has SQLite {sqlite3.sqlite_version}; pasar needs {needed} or later")
    _make_private(Path(url.database or ""), make)
    engine = create_engine(
        url,
        # No isolation level: the driver begins nothing by itself, we do.
        connect_args={"timeout": BUSY, "isolation_level": None, "cached_statements": STATEMENTS},
        pool_size=READERS + 1,
        hide_parameters=True,
    )
    event.listen(engine, "connect", _set_up)
    event.listen(engine, "begin", _begin)
    return engine


def _make_private(file: Path, make: bool) -> None:
    """Nobody but the owner reads what people play; the files beside the database inherit its mode."""
    if not make and not file.exists():
        raise BadDatabase(f"there is no database {file}")
    try:
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        os.close(os.open(file, os.O_RDWR | os.O_CREAT, 0o600))
    except OSError as fault:
        raise BadDatabase(f"the database {file} cannot be opened: {why_not(fault)}") from fault


def _set_up(connection: Any, _record: object) -> None:
    for name, value in _PAGES.items():
        connection.execute(f"PRAGMA {name} = {value}").fetchall()


def _begin(connection: Connection) -> None:
    connection.exec_driver_sql(connection.get_execution_options().get("begin", "BEGIN"))
