"""The store as the server uses it: from one event loop, never blocking it."""

import asyncio
import secrets
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, TypeVar

from sqlalchemy import Connection, text

from pasar.store import coach, news, notices, people, tables
from pasar.store.appends import PreparedAppend, RowNow, bring_rows, prepared
from pasar.store.contract import Append, Json, LogEntry, Notice, Person, Row, StoreFault, Token
from pasar.store.database import READERS, Database
from pasar.store.hosting import HostStore
from pasar.store.writer import Answer, Writer

PATIENCE = 10.0  # seconds for which a database that does not answer is tried again
ROWS_AT_ONCE = 32  # in one piece of work, lest moves wait for long

T = TypeVar("T")


class Store:
    """Made by `open`. Everything may raise StoreDown; what writes may also raise Conflict.

    A call that is cancelled may still be carried out: what is handed in is not taken back.
    """

    def __init__(self, database: Database, hear: Callable[[Json], None] | None, patience: float) -> None:
        self.shared = database.shared  # other processes may write the same tables
        self._database, self._patience = database, patience
        self._name = secrets.token_hex(8)
        self._readers = ThreadPoolExecutor(READERS, thread_name_prefix="pasar-reader")
        self._writer = Writer(database, self._name)
        self._behind: dict[str, Callable[[], RowNow]] = {}  # tables whose rows are to be written, and how they are now
        self._bringing = asyncio.Lock()
        self.hosts = HostStore(self._read, self._read_rows, self._write, self._name if database.shared else None)
        self._listener = news.NewsListener(database, self._name, hear) if hear is not None and database.shared else None

    @classmethod
    async def open(cls, url: str, *, hear: Callable[[Json], None] | None = None, patience: float = PATIENCE) -> "Store":
        """Open `sqlite:///FILE` or `postgresql://...`, making or migrating it. Raises BadDatabase.

        `hear` is called in this event loop with what other processes publish, with `{"tables": {id: version}, "from":
        process}` after their appends, and with `{"lost": true}` when something may have been missed.
        """
        store = cls(await asyncio.to_thread(Database.open, url, patience), hear, patience)
        if store._listener is not None:
            await asyncio.to_thread(store._listener.wait_ready, patience)
        return store

    async def close(self) -> None:
        """Finishes what was handed in."""
        await self.bring_rows()
        await asyncio.to_thread(self._writer.stop)
        if self._listener is not None:
            await asyncio.to_thread(self._listener.stop)
        await asyncio.to_thread(self._readers.shutdown)
        await asyncio.to_thread(self._database.close)

    async def healthy(self) -> None:
        """Raises StoreDown at once if the database does not answer, or could not be written to and still cannot."""
        await self._read(_look, patience=0)
        if self._writer.trouble is not None:
            await self._write(_touch, patience=0)

    async def append(self, append: Append) -> None:
        """Returns when the entries are on the disk. Raises Conflict if the table is not at the version believed in."""
        await self._writer.done(prepared(append), self._patience)

    def keep(self, append: PreparedAppend, answer: Answer) -> None:
        """The same without waiting: `answer` is told what came of it, in this event loop."""
        self._writer.hand_in(append, self._patience, answer)

    def postpone(self, act: Callable[[], object]) -> None:
        """Do what will call `keep`: now, or together with what others do as soon as it can be written."""
        self._writer.postpone(act)

    def row_is_behind(self, table: str, now: Callable[[], RowNow]) -> None:
        """A move was kept without its table's row (`PreparedAppend`). That is written when somebody asks for a row, and
        at the end; `now` then says how it is. If the process ends before, `behind` finds it."""
        self._behind[table] = now

    async def bring_rows(self) -> None:
        """Write the rows that are behind. While nothing can be written they stay so."""
        async with self._bringing:  # who asks meanwhile waits for those that are under way as well
            waiting = list(self._behind)
            for start in range(0, len(waiting), ROWS_AT_ONCE):
                some = {id: self._behind[id] for id in waiting[start : start + ROWS_AT_ONCE]}
                rows = [now() for now in some.values()]
                for id in some:
                    del self._behind[id]  # a move from now on leaves it behind again
                # After a fault: rows that are up to date after all need no writing, and would not tell that one can.
                work = bring_rows if self._writer.trouble is None else _touch_and_bring_rows
                try:
                    await self._write(work, rows, patience=0)
                except BaseException as fault:
                    self._behind = {**some, **self._behind}
                    if isinstance(fault, StoreFault):
                        return
                    raise

    async def behind(self, stage: str) -> list[str]:
        """Tables of a stage whose rows do not tell of all that their logs do: of a process that was killed."""
        return await self._read(tables.behind, stage)

    async def entries(self, table: str, after: int = 0) -> list[LogEntry]:
        return await self._read(tables.entries, table, after)

    async def row(self, table: str) -> Row | None:
        return await self._read_rows(tables.row, table)

    async def listed(
        self, *, stage: str, game: str | None = None, before: float | None = None, limit: int = 50
    ) -> list[Row]:
        """Tables that everybody may see, the last changed first; `before` is the `changed` to go on from."""
        return await self._read_rows(tables.listed, stage, game, before, limit)

    async def tables_of(
        self, person: str, *, stage: str | None = None, before: float | None = None, limit: int = 100
    ) -> list[Row]:
        return await self._read_rows(tables.tables_of, person, stage, before, limit)

    async def count_of(self, person: str, stages: Sequence[str]) -> int:
        """How many tables of these stages the person belongs to."""
        return await self._read_rows(tables.count_of, person, stages)

    async def unfinished(self, tables_: Sequence[str], stages: Sequence[str]) -> list[str]:
        """Those of these tables that are there and of these stages."""
        return await self._read_rows(tables.unfinished, tables_, stages)

    async def due(self, until: float, limit: int = 100) -> list[tuple[str, float]]:
        """Tables that somebody has to look at by then, with the time, the earliest first."""
        return await self._read_rows(tables.due, until, limit)

    async def claim(self, table: str, due: float, until: float) -> bool:
        """Make a table due at another time if it is still due at this one: of several processes one gets True."""
        return await self._write(tables.claim, table, due, until)

    async def publish(self, said: Json) -> None:
        """Tell the other processes something that need not be kept. At most `news.LONGEST` bytes."""
        if not news.is_short(said):
            raise ValueError(f"news may have {news.LONGEST} bytes at most")
        if self.shared:
            await self._write(news.tell, self._name, said)

    async def add_person(self, person: Person) -> None:
        await self._write(people.add, person)

    async def person(self, id: str) -> Person | None:
        return await self._read(people.person, id)

    async def change_person(
        self, id: str, *, name: str | None = None, contact: Json | None = None, seen_at: float | None = None
    ) -> bool:
        """Change what is given. Whether there is such a person."""
        return await self._write(people.change, id, name, contact, seen_at)

    async def add_token(self, token: Token) -> None:
        await self._write(people.add_token, token)

    async def token(self, id: str) -> Token | None:
        return await self._read(people.token, id)

    async def tokens_of(self, person: str, kind: str) -> list[Token]:
        return await self._read(people.tokens_of, person, kind)

    async def drop_token(self, id: str, person: str) -> bool:
        """Whether the person had such a token."""
        return await self._write(people.drop_token, id, person)

    async def take_token(self, id: str) -> Token | None:
        """The token, which is gone from now on: of several who take it one gets it."""
        return await self._write(people.take_token, id)

    async def analysis(self, table: str) -> Json | None:
        return await self._read(coach.analysis, table)

    async def keep_analysis(self, table: str, at: float, body: Json) -> bool:
        """Whether the table is still there."""
        return await self._write(coach.keep_analysis, table, at, body)

    async def practice(self, person: str) -> Json | None:
        return await self._read(coach.practice, person)

    async def keep_practice(self, person: str, at: float, body: Json) -> bool:
        """Whether the person is still there."""
        return await self._write(coach.keep_practice, person, at, body)

    async def due_notices(self, now: float, hold: float, limit: int = 50) -> list[Notice]:
        """Notices to be sent now. Nobody else is given them until `now + hold`."""
        if not await self._read(notices.are_due, now):
            return []
        return await self._write(notices.claim, now, hold, limit)

    async def notice_sent(self, key: str) -> None:
        await self._write(notices.sent, key)

    async def notice_later(self, key: str, send_at: float) -> None:
        await self._write(notices.later, key, send_at)

    async def forget_tables(self, stage: str, changed_before: float, limit: int = 500) -> int:
        """Forget old tables of a stage with all that belongs to them; how many."""
        return await self._write(tables.forget, stage, changed_before, limit)

    async def forget_people(self, seen_before: float, limit: int = 500) -> int:
        """Forget people who were last seen before then and belong to no table; how many."""
        return await self._write(people.forget, seen_before, limit)

    async def forget_tokens(self, expired_before: float) -> int:
        return await self._write(people.forget_tokens, expired_before)

    async def _read(self, work: Callable[..., T], *arguments: Any, patience: float | None = None) -> T:
        until = time.monotonic() + (self._patience if patience is None else patience)
        loop = asyncio.get_running_loop()
        job = partial(_with, work, arguments)
        return await loop.run_in_executor(self._readers, self._database.read, job, until)

    async def _read_rows(self, work: Callable[..., T], *arguments: Any) -> T:
        if self._behind or self._bringing.locked():
            await self.bring_rows()
        return await self._read(work, *arguments)

    async def _write(self, work: Callable[..., T], *arguments: Any, patience: float | None = None) -> T:
        job = partial(_with, work, arguments)
        done: T = await self._writer.done(job, self._patience if patience is None else patience)
        return done


def _with(work: Callable[..., T], arguments: tuple[Any, ...], connection: Connection) -> T:
    return work(connection, *arguments)


def _look(connection: Connection) -> None:
    connection.execute(text("SELECT value FROM meta WHERE key = 'schema'"))


def _touch(connection: Connection) -> None:
    """The smallest thing that can be written. SQLite writes nothing if it is what is there already."""
    write = "INSERT INTO meta (key, value) VALUES ('touched', :mark) ON CONFLICT (key) DO UPDATE SET value = :mark"
    connection.execute(text(write), {"mark": secrets.token_hex(8)})


def _touch_and_bring_rows(connection: Connection, rows: Sequence[RowNow]) -> None:
    _touch(connection)
    bring_rows(connection, rows)
