"""The tables in use by this process: loaded when somebody asks, dropped when nobody does, looked after when due."""

import asyncio
import contextlib
import logging
import secrets
import time
from collections import deque
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Mapping
from functools import partial
from typing import Any

from starlette.requests import HTTPConnection

from pasar.server.base import logs
from pasar.server.base.clock import DAY, HOUR, Clock
from pasar.server.base.loop_watch import watched
from pasar.server.base.messages import Reaction
from pasar.server.base.metrics import Metrics
from pasar.server.base.refusals import Refused, no_table
from pasar.server.base.settings import Settings
from pasar.server.live.analysing import Analysing
from pasar.server.live.live_table import LiveTable, new_mark
from pasar.server.live.onlooker import Onlooker
from pasar.server.live.thinking import Thinking
from pasar.server.people.contacts import Contact
from pasar.server.people.quotas import Quotas
from pasar.server.table import deciding, gathering, wire
from pasar.server.table.lists import table_line
from pasar.server.table.new_entries import NewEntry, Who
from pasar.server.table.rows import folded, row_of
from pasar.server.table.table import LOBBY, PLAYING, Table
from pasar.server.table.views import encoded
from pasar.store.appends import RowNow
from pasar.store.contract import Append, LogEntry, Notice, Person, Row, StoreFault
from pasar.store.store import Store

LOOK_EVERY = 1.0  # seconds between looks at what is due
CLAIMED = 30.0  # for so long no other process looks after a table that this one has taken
IDLE = 60.0  # seconds after which a table that nobody uses is dropped from memory
PRESENCE_EVERY, PRESENCE_HOLDS = 15.0, 40.0
TOKENS_EVERY = 10.0  # seconds after which a program is noticed that came in just when its token was revoked
FORGET_EVERY = HOUR
CONTACTS_KNOWN = 30.0  # seconds for which it is remembered whether a person wants to be told things


class Registry:
    def __init__(self, store: Store, settings: Settings, clock: Clock, metrics: Metrics) -> None:
        self.store, self.settings, self.clock, self.metrics = store, settings, clock, metrics
        self.quotas = Quotas(settings, store)
        self.process = secrets.token_hex(6)
        self.tables: dict[str, LiveTable] = {}
        self.thinking = Thinking(self, settings.bot_threads, settings.think_ahead)
        self.analysing = Analysing(self, settings.coach)
        self._loading: dict[str, asyncio.Task[LiveTable]] = {}
        self._tasks: dict[asyncio.Task[Any], None] = {}  # in the order in which they began
        self._wants: dict[str, tuple[float, bool]] = {}
        self._listeners: dict[str, set[Onlooker]] = {}  # by person
        self._idle: deque[tuple[float, LiveTable]] = deque()  # all of them, by when each was last found in use
        self.jumped_at: float | None = None  # when the time leapt last: what began before cannot be compared with it
        self.began_at = clock.now()  # before that nobody could be served, unless by another process
        self.closing = False

    # --- Finding and making -------------------------------------------------------------------------------------------

    async def table(self, id: str) -> LiveTable:
        """The table of this id, read from its log if need be. Raises Refused."""
        if (live := self.tables.get(id)) is not None:
            return live
        if id not in self._loading:
            self._loading[id] = asyncio.ensure_future(self._load(id))
            self._loading[id].add_done_callback(lambda _: self._loading.pop(id, None))
        return await asyncio.shield(self._loading[id])

    async def _load(self, id: str) -> LiveTable:
        entries = await self.store.entries(id)
        if not entries:
            raise no_table()
        live = self._registered(LiveTable(self, folded(id, entries)))
        live.drive()  # when it is due is told by a clock, which somebody may have set meanwhile
        return live

    def _registered(self, live: LiveTable) -> LiveTable:
        """The one that all use: of a rematch somebody may have heard, and come in, before it is registered here."""
        used = self.tables.setdefault(live.table.id, live)
        if used is live:
            self._idle.append((live.used_at, live))
            self.metrics.tables.set(len(self.tables))
        return used

    async def make_rows_good(self) -> None:
        """A process that was killed may have kept moves without their tables' rows: these follow from the logs."""
        for id in await self.store.behind(PLAYING):
            table = folded(id, await self.store.entries(id))
            self.store.row_is_behind(id, partial(RowNow, row_of(table), table.mark))
        await self.store.bring_rows()

    async def open(self, news: list[NewEntry]) -> LiveTable:
        """Write the beginning of a new table."""
        table, beginning = self._begun(news)
        await self.append(beginning)
        return self._opened(table)

    def _begun(self, news: list[NewEntry]) -> tuple[Table, Append]:
        now, table = self.clock.now(), Table(secrets.token_hex(8))
        entries = []
        for new in news:
            table.apply(new.kind, new.body, now)
            entries.append(LogEntry(table.version, now, new.kind, new.body, new_mark()))
        table.mark = entries[-1].mark
        return table, Append(row_of(table), entries, people_changed=True)

    def _opened(self, table: Table) -> LiveTable:
        live = self._registered(LiveTable(self, table))
        self.tell_people(row_of(table))
        live.drive()
        return live

    async def rematch(self, live: LiveTable, who: Who) -> str:
        """A table like this one, and word of it at this one: both at once, lest there be a table that nobody finds."""
        deciding.decide(live.table, wire.Rematch(type="rematch"), who)
        after, beginning = self._begun(gathering.rematched(live.table, who))

        def offered(table: Table) -> list[NewEntry]:
            deciding.decide(table, wire.Rematch(type="rematch"), who)
            return [NewEntry("rematch", {"table": after.id}, opens=beginning)]

        await live.carry_out(offered)
        self._opened(after)
        return after.id

    async def append(self, append: Append) -> None:
        began = time.perf_counter()
        try:
            await self.store.append(append)
        finally:
            self.metrics.append_seconds.observe(time.perf_counter() - began)

    # --- Other processes ----------------------------------------------------------------------------------------------

    def hear(self, news: Mapping[str, Any]) -> None:
        """News from another process: a table has gone on, somebody came or went, or some news may have been lost."""
        if news.get("lost"):
            for id in {**self.tables, **self._loading}:
                self.soon(self._refresh(id))
            self.soon(self.check_tokens())
        if (token := news.get("revoked")) is not None:
            self.send_away(token)
        for id, version in news.get("tables", {}).items():
            if id in self.tables or id in self._loading:
                self.soon(self._refresh(id, version))
            elif self._listeners:
                self.soon(self._tell_people_elsewhere(id))
        if (visited := self.tables.get(news.get("presence", ""))) is not None:
            if news["process"] not in visited.remote_presence and visited.onlookers:
                self.publish_presence(visited)  # it has only just come here, and does not know who is with us
            until = self.clock.now() + PRESENCE_HOLDS
            visited.remote_presence[news["process"]] = (until, frozenset(news["people"]), news["watchers"])
            visited.tell_presence()
        if (moved := self.tables.get(news.get("reaction", ""))) is not None and news["process"] != self.process:
            moved.show_reaction(news["seat"], news["what"])

    def publish_presence(self, live: LiveTable) -> None:
        if self.store.shared and not self.closing:
            people = sorted(live.here())[:100]
            news = {"presence": live.table.id, "people": people, "watchers": live.watchers(), "process": self.process}
            self.soon(self.store.publish(news))

    def publish_reaction(self, live: LiveTable, seat: int, reaction: Reaction) -> None:
        if self.store.shared and not self.closing:
            news = {"reaction": live.table.id, "seat": seat, "what": reaction, "process": self.process}
            self.soon(self.store.publish(news))

    # --- Looking after ------------------------------------------------------------------------------------------------

    async def _refresh(self, id: str, version: int | None = None) -> None:
        """Of a table that is just being read, it may have been read before what the news is about."""
        with contextlib.suppress(Refused):
            await (await self.table(id)).refresh(version)

    def soon(self, work: Coroutine[Any, Any, Any]) -> None:
        """Do something beside, and see to it that its fault is not lost."""
        task = asyncio.ensure_future(watched(work, self.metrics, lambda: f"background {_name(work)}"))
        self._tasks[task] = None
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[Any]) -> None:
        self._tasks.pop(task, None)
        if not task.cancelled() and (fault := task.exception()) is not None:
            if isinstance(fault, (StoreFault, Refused)):
                logs.event("put_off", reason=type(fault).__name__)
            else:
                logs.fault("background", fault)

    def start(self) -> None:
        self.every(LOOK_EVERY, self._watch_clock)
        self.every(LOOK_EVERY, self._look_after_due)
        self.every(PRESENCE_EVERY, self._tell_where_people_are)
        self.every(TOKENS_EVERY, self.check_tokens)
        self.every(FORGET_EVERY, self.forget)

    def every(self, seconds: float, work: Callable[[], Awaitable[None]]) -> None:
        """Do something now, and again after so many seconds, until the end."""
        self.soon(self._every(seconds, work))

    async def _every(self, seconds: float, work: Callable[[], Awaitable[None]]) -> None:
        while not self.closing:
            try:
                await work()
            except StoreFault as fault:
                logs.event("store_fault", reason=str(fault))
            await asyncio.sleep(seconds)

    async def _look_after_due(self) -> None:
        self._drop_idle()
        now = self.clock.now()
        for id, due in await self.store.due(now):
            if await self.store.claim(id, due, now + CLAIMED):
                self.soon(self._look_after(id))

    async def _look_after(self, id: str) -> None:
        with contextlib.suppress(Refused):
            await (await self.table(id)).look_after()

    async def _watch_clock(self) -> None:
        """Nobody is late because somebody has set the clock, or shut the lid: all get their time anew."""
        if seconds := self.clock.jumped():
            self.jumped_at = now = self.clock.now()
            self.began_at = min(self.began_at, now)
            logs.event("clock_jumped", logging.WARNING, seconds=round(seconds), tables=len(self.tables))
            self._idle = deque((now, live) for live in self.tables.values())
            for _, live in self._idle:
                live.used_at = now
                self.soon(live.look_after())

    def _drop_idle(self) -> None:
        """Forget tables that nobody uses; their logs stay where they are. Each is looked at once in a while."""
        now = self.clock.now()
        while self._idle and self._idle[0][0] < now - IDLE:
            _, live = self._idle.popleft()
            if live.onlookers or live.thinking or live.used_at >= now - IDLE:
                self._idle.append((now, live))
            else:
                del self.tables[live.table.id]
        self.metrics.tables.set(len(self.tables))

    async def _tell_where_people_are(self) -> None:
        for live in tuple(self.tables.values()):
            live.forget_gone_processes()
            if live.onlookers:
                self.publish_presence(live)

    def revoke(self, token: str) -> None:
        """Send programs away whose token was revoked, at whatever process they are."""
        self.send_away(token)
        self.soon(self.store.publish({"revoked": token}))

    def send_away(self, token: str) -> None:
        """Programs that are here with this token."""
        for onlooker in self.onlookers():
            if onlooker.token == token:
                onlooker.close("bad_token")

    async def check_tokens(self) -> None:
        """The same for all whose tokens are gone."""
        for token in dict.fromkeys(onlooker.token for onlooker in self.onlookers() if onlooker.token is not None):
            if await self.store.token(token) is None:
                self.send_away(token)

    def onlookers(self) -> list[Onlooker]:
        """Every connection to this process."""
        at_tables = [onlooker for live in self.tables.values() for onlooker in live.onlookers]
        return at_tables + [onlooker for listeners in self._listeners.values() for onlooker in listeners]

    async def forget(self) -> None:
        """Retention: tables that never began, that nobody plays on, that are long over; people who never came back."""
        now, keep = self.clock.now(), self.settings
        if self.jumped_at is not None and abs(now - self.jumped_at) < DAY:
            return  # what a wrong clock calls old is not forgotten: somebody gets a day to put it right
        days = {
            "lobby": keep.keep_lobby_days,
            "closed": keep.keep_lobby_days,
            "playing": keep.keep_abandoned_days,
            "over": keep.keep_finished_days,
        }
        for stage, kept in days.items():
            await self._forget_all(stage, partial(self.store.forget_tables, stage, now - kept * DAY))
        await self._forget_all("people", partial(self.store.forget_people, now - keep.keep_people_days * DAY))
        await self.store.hosts.forget_audit(now - keep.keep_audit_days * DAY)
        await self.store.forget_tokens(now)

    async def _forget_all(self, what: str, forget: Callable[[], Awaitable[int]]) -> None:
        """In portions, between which others have their turn, until nothing is left that is too old."""
        count = 0
        while (more := await forget()) and not self.closing:
            count += more
        if count:
            logs.event("forgotten", what=what, count=count)

    # --- Notices ------------------------------------------------------------------------------------------------------

    async def wants_notices(self, person: str) -> bool:
        now = self.clock.now()
        until, wants = self._wants.get(person, (0.0, False))
        if until < now:
            known = await self.store.person(person)
            wants = known is not None and bool(Contact.of(known.contact).ways)
            if len(self._wants) > 10_000:
                self._wants.clear()
            self._wants[person] = (now + CONTACTS_KNOWN, wants)
        return wants

    async def still(self, notice: Notice) -> bool:
        """Whether a person has yet to be told of their turn: the table waits for them, and they are not there."""
        try:
            live = await self.table(notice.body["table"])
        except Refused:
            return False
        table = live.table
        waits = any(table.seats[seat].person == notice.person for seat in table.waiting)
        return waits and table.position == notice.body["position"] and notice.person not in live.present()

    # --- People -----------------------------------------------------------------------------------------------------

    def rename(self, person: Person, before: str) -> None:
        """A new name or face at all tables where the old name stands, and in what is said from now on."""
        face = Contact.of(person.contact).face
        for live in self.tables.values():
            for onlooker in live.onlookers:
                if onlooker.person == person.id:
                    onlooker.name, onlooker.face = person.name, face
        self.soon(self._rename(Who(person.id, person.name, face=face), before))

    async def _rename(self, who: Who, before: str) -> None:
        for stage in (LOBBY, PLAYING):
            for row in await self.store.tables_of(who.person, stage=stage):
                live = await self.table(row.id)
                await live.carry_out(lambda table: deciding.renamed(table, who, before))

    def listen(self, onlooker: Onlooker) -> None:
        """Tell a person from now on when it is their turn at any table."""
        self._listeners.setdefault(onlooker.person or "", set()).add(onlooker)

    def stop_listening(self, onlooker: Onlooker) -> None:
        listeners = self._listeners.get(onlooker.person or "", set())
        listeners.discard(onlooker)
        if not listeners:
            self._listeners.pop(onlooker.person or "", None)

    def anybody_listens(self, people: Iterable[str]) -> bool:
        return bool(self._listeners) and any(person in self._listeners for person in people)

    def tell_people(self, row: Row, gone: Iterable[str] = ()) -> None:
        """Those of a table who listen, whether it waits for them now; those who have gone, that nothing is theirs."""
        for person in dict.fromkeys((*row.people, *gone)):
            for onlooker in tuple(self._listeners.get(person, ())):
                onlooker.send(encoded({"type": "turn", **table_line(row, person)}))

    async def _tell_people_elsewhere(self, id: str) -> None:
        row = await self.store.row(id)
        if row is not None:
            self.tell_people(row)

    # --- The end ------------------------------------------------------------------------------------------------------

    def say_goodbye(self, why: str = "restart") -> None:
        """Send everybody away; they come back when the server does."""
        self.closing = True
        for onlooker in self.onlookers():
            onlooker.close(why)

    async def close(self) -> None:
        self.say_goodbye()
        await asyncio.get_running_loop().run_in_executor(None, self.thinking.close)
        for task in tuple(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)


def _name(work: Coroutine[Any, Any, Any]) -> str:
    return getattr(work, "__name__", type(work).__name__)


def registry_of(connection: HTTPConnection) -> Registry:
    registry: Registry = connection.app.state.registry
    return registry
