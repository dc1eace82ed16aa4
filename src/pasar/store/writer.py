"""Group commit: one thread writes whatever waits in one transaction, for the disk is the slowest part.

While the thread is busy, work gathers in the event loop and is handed over in one piece when the thread is done: each
piece costs a change of threads, which take turns in the interpreter.
"""

import asyncio
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from queue import SimpleQueue
from typing import Any

from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from pasar.store import appends, news
from pasar.store.appends import PreparedAppend
from pasar.store.contract import Conflict, StoreDown
from pasar.store.database import PAUSE, Database
from pasar.store.faults import Trouble, trouble

GATHER = 0.012  # seconds between two commits of a busy server: a commit costs as much as ten moves in it
ENOUGH = 64  # pieces of work for which no others are waited: they are written while the next are decided
STANDS_STILL = 5  # seconds in a transaction after which PostgreSQL ends it: others wait for what it has locked
AT_MOST = 256  # pieces of work in one transaction

Job = Callable[[Connection], Any]
Answer = Callable[[Any, Exception | None], None]  # is told what came of it, in the event loop; raises nothing


@dataclass(slots=True, eq=False)
class Work:
    """Something to be written, and who waits for it."""

    do: PreparedAppend | Job
    answer: Answer
    until: float  # how long to try (a monotonic time)
    unsure: bool = False  # a commit that held it was lost: it may be written


Outcome = tuple[Work, Any, Exception | None]


class Writer:
    """Takes work from the event loop that made it and answers there."""

    def __init__(self, database: Database, name: str) -> None:
        self.trouble: str | None = None  # why the last try to write failed; none when it did not
        self._database, self._name = database, name
        self._loop = asyncio.get_running_loop()
        self._gathered: list[Work] = []  # only the event loop touches it
        self._busy = False  # whether the thread has something, as the event loop sees it, or is about to get it
        self._pause: asyncio.TimerHandle | None = None  # until it does, while others are waited for
        self._postponed: list[Callable[[], object]] = []  # what is done when that pause ends
        self._queue: SimpleQueue[list[Work] | None] = SimpleQueue()
        self._held: list[Work] = []
        self._stopping = False
        self._connection: Connection | None = None
        self._committing = False
        self._thread = threading.Thread(target=self._run, name="pasar-writer", daemon=True)
        self._thread.start()

    def hand_in(self, do: PreparedAppend | Job, patience: float, answer: Answer) -> None:
        self._gathered.append(Work(do, answer, time.monotonic() + patience))
        if not self._busy:
            self._busy = True
            self._loop.call_soon(self._hand_over)
        else:
            self._hand_over_enough()

    def postpone(self, act: Callable[[], object]) -> None:
        """Do what hands something in: now, or, while others are waited for, just before all of it is handed over.

        It is written no later for that, and many who do the same one after another find in the processor's cache what
        the one before needed: that saves a sixth of a move. `act` raises nothing.
        """
        if self._pause is None:
            act()
        else:
            self._postponed.append(act)
            self._hand_over_enough()

    def done(self, do: PreparedAppend | Job, patience: float) -> asyncio.Future[Any]:
        """The same, for who waits."""
        future: asyncio.Future[Any] = self._loop.create_future()
        self.hand_in(do, patience, partial(_settle, future))
        return future

    def _finish(self, outcomes: list[Outcome], is_free: bool) -> None:
        """One wake-up of the event loop for all of a batch. Who waits when the thread is free is not alone, so that
        others are soon to come."""
        _resolve(outcomes)
        if not is_free:
            return
        if not self._gathered or len(self._gathered) >= ENOUGH:
            self._hand_over()
        else:
            self._pause = self._loop.call_later(GATHER, self._hand_over)

    def _hand_over_enough(self) -> None:
        """End the pause if so much waits that no more is waited for."""
        if self._pause is not None and len(self._gathered) + len(self._postponed) >= ENOUGH:
            self._pause.cancel()
            self._hand_over()

    def _hand_over(self) -> None:
        self._pause = None
        postponed, self._postponed = self._postponed, []
        for act in postponed:
            act()
        self._busy = bool(self._gathered)
        if self._busy:
            self._queue.put(self._gathered)
            self._gathered = []

    def stop(self) -> None:
        """Finish what was handed in; nothing more may be. Blocks."""
        self._queue.put(self._gathered)
        self._gathered = []
        self._queue.put(None)
        self._thread.join()

    def _run(self) -> None:
        while not self._stopping or self._held:
            outcomes = self._write(self._batch())
            with suppress(RuntimeError):  # the loop is closed: nobody waits
                self._loop.call_soon_threadsafe(self._finish, outcomes, not self._held)
        self._disconnect()

    def _batch(self) -> list[Work]:
        """What waits, as far as it can be one transaction: appends of one table must follow each other."""
        waiting, self._held = self._waiting(), []
        batch: list[Work] = []
        versions: dict[str, int] = {}
        for work in waiting:
            if len(batch) >= AT_MOST:
                self._held.append(work)
                continue
            if isinstance(work.do, PreparedAppend):
                if versions.get(work.do.table, work.do.believed) != work.do.believed:
                    versions[work.do.table] = -1  # those after it have to wait too
                    self._held.append(work)
                    continue
                versions[work.do.table] = work.do.version
            batch.append(work)
        return batch

    def _waiting(self) -> list[Work]:
        if self._held:
            return self._held
        waiting = self._queue.get()
        self._stopping = waiting is None
        return waiting or []

    def _write(self, batch: list[Work]) -> list[Outcome]:
        """What came of it. Who cannot wait for that is told before."""
        attempt = self._together
        while batch:
            try:
                outcomes = self._commit(batch, attempt)
            except Exception as fault:
                found = trouble(fault)
                if found is not None:
                    batch = self._wait(batch, found)
                elif attempt == self._together:
                    attempt = self._one_by_one
                else:
                    return [(work, None, fault) for work in batch]
            else:
                self.trouble = None
                return outcomes
        return []

    def _commit(self, batch: list[Work], attempt: Callable[[Connection, list[Work]], list[Outcome]]) -> list[Outcome]:
        self._committing = False
        if self._connection is None:
            self._connection = self._database.connect_writer(STANDS_STILL)
        transaction = self._connection.begin()
        try:
            outcomes = attempt(self._connection, batch)
            self._committing = True
            transaction.commit()
        except BaseException:
            with suppress(SQLAlchemyError):
                transaction.rollback()
            raise
        return outcomes

    def _together(self, connection: Connection, batch: list[Work]) -> list[Outcome]:
        """All at once, which is the usual way. One conflict makes it fail for all."""
        self._append(connection, [work.do for work in batch if isinstance(work.do, PreparedAppend)])
        return [(work, None if isinstance(work.do, PreparedAppend) else work.do(connection), None) for work in batch]

    def _one_by_one(self, connection: Connection, batch: list[Work]) -> list[Outcome]:
        """Each in a savepoint of its own, so that only the one in conflict fails."""
        if connection.dialect.name == "postgresql":
            # First, as in every append: whoever wants all tables (`restore`) asks for them in this order.
            connection.exec_driver_sql("LOCK TABLE tables IN ROW EXCLUSIVE MODE")
        in_order = sorted(batch, key=lambda work: work.do.table if isinstance(work.do, PreparedAppend) else "")
        return [self._alone(connection, work) for work in in_order]

    def _alone(self, connection: Connection, work: Work) -> Outcome:
        try:
            with connection.begin_nested():
                return self._together(connection, [work])[0]
        except (Conflict, IntegrityError):
            if isinstance(work.do, PreparedAppend) and appends.is_written(connection, work.do):
                return work, None, None
            return work, None, Conflict("the table has moved on, or it is gone, or what was to be new is there already")
        except Exception as fault:
            if trouble(fault) is not None:
                raise
            return work, None, fault

    def _append(self, connection: Connection, some: Sequence[PreparedAppend]) -> None:
        if some:
            written = appends.with_opened(some)
            appends.write(connection, written)
            if self._database.shared:
                news.tell_versions(connection, self._name, {one.table: one.version for one in written})

    def _wait(self, batch: list[Work], found: Trouble) -> list[Work]:
        """Tell those who cannot wait any longer; the others are tried again."""
        self._disconnect()
        self.trouble = found.text
        now, lost = time.monotonic(), self._committing and found.unsure
        rest, outcomes = [], list[Outcome]()
        for work in batch:
            work.unsure |= lost
            # A job is not done twice: unlike an append it could not tell its own first try from another's.
            if found.passing and now < work.until and not (work.unsure and not isinstance(work.do, PreparedAppend)):
                rest.append(work)
            else:
                outcomes.append((work, None, StoreDown(found.text, uncertain=work.unsure)))
        self._answer(outcomes)
        if rest:
            time.sleep(PAUSE)
        return rest

    def _disconnect(self) -> None:
        if self._connection is not None:
            with suppress(SQLAlchemyError):
                self._connection.invalidate()
                self._connection.close()
            self._connection = None

    def _answer(self, outcomes: list[Outcome]) -> None:
        if outcomes:
            with suppress(RuntimeError):  # the loop is closed: nobody waits
                self._loop.call_soon_threadsafe(_resolve, outcomes)


def _resolve(outcomes: list[Outcome]) -> None:
    for work, value, fault in outcomes:
        work.answer(value, fault)


def _settle(future: asyncio.Future[Any], value: Any, fault: Exception | None) -> None:
    if future.done():
        return  # whoever waited has left
    if fault is None:
        future.set_result(value)
    else:
        future.set_exception(fault)
