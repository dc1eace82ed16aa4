"""A table in use: one message at a time, stored before told.

A command is decided on the table as it is and tried on a copy; its entries are written; only when they are on the disk
the copy becomes the table and everybody hears of it. Commands that come meanwhile are the next to be written, all
together (`together.py`). Writing takes an optimistic lock (`pasar.store.contract`): if another process was faster, the
table catches up and the commands are decided anew.

Nearly all that happens is a move that somebody at the table makes. It goes the same way by fewer steps, with neither a
copy nor a task (`begin_move`): what it changes is known from deciding it, and is changed when it is on the disk.
"""

import asyncio
import contextlib
import secrets
import time
from collections.abc import Coroutine, Iterable, Sequence
from functools import partial, reduce
from http import HTTPStatus
from random import Random
from typing import Any, NamedTuple, Protocol

from pasar.bots.contract import Bot
from pasar.match.match import PreparedMove
from pasar.server.base import logs, loop_watch
from pasar.server.base.clock import Clock
from pasar.server.base.messages import Presence, Reaction, TableMessage, You
from pasar.server.base.metrics import Metrics
from pasar.server.base.refusals import Refused, no_table
from pasar.server.live.onlooker import Onlooker
from pasar.server.live.together import Decider, GroupOutcome, QueuedCommand, outcome_of, refuse
from pasar.server.live.turns import Turns
from pasar.server.notices import outbox
from pasar.server.table import access, deciding, rows, views, wire
from pasar.server.table.new_entries import NewEntry, Who, not_yours
from pasar.server.table.table import ORDER, OVER, PLAYING, Change, Prepared, Seat, Table
from pasar.server.table.views import encoded
from pasar.store.appends import PreparedAppend, RowNow, as_text
from pasar.store.contract import Append, Conflict, LogEntry, Notice, Row, StoreDown
from pasar.store.store import Store

TRIES = 8  # at a table that other processes write to as well
NOTICE_AFTER = 60.0  # seconds that a person who is not at the table gets to come by themselves
Answer = tuple[Onlooker, bytes]
PEOPLE_KINDS = frozenset({"opened", "sat", "stood", "hosted", "options"})


class DecidedMove(NamedTuple):
    """A move that has been decided, and what is to be written of it."""

    new: NewEntry
    at: float
    append: PreparedAppend


class MoveCaller(Protocol):
    """Who makes a move, and waits for what comes of it."""

    onlooker: Onlooker

    def acknowledgement(self, version: int) -> bytes:
        """What they are answered when it is kept, with what they see of it."""

    def move_ended(self, fault: Exception | None) -> None:
        """It is kept, and all have heard of it; or why not."""


class Bots(Protocol):
    def ask(self, live: "LiveTable", seat: int) -> None: ...
    def think_ahead(self, live: "LiveTable") -> None: ...


class Surroundings(Protocol):
    """What a table in use needs of the process that it is in. The registry, which knows live tables, is that."""

    clock: Clock
    metrics: Metrics
    store: Store
    jumped_at: float | None
    began_at: float

    @property
    def thinking(self) -> Bots: ...
    def soon(self, work: Coroutine[Any, Any, Any]) -> None: ...
    async def append(self, append: Append) -> None: ...
    async def wants_notices(self, person: str) -> bool: ...
    def publish_presence(self, live: "LiveTable") -> None: ...
    def publish_reaction(self, live: "LiveTable", seat: int, reaction: Reaction) -> None: ...
    def anybody_listens(self, people: Iterable[str]) -> bool: ...
    def tell_people(self, row: Row, gone: Iterable[str] = ()) -> None: ...


class LiveTable:
    __slots__ = (
        "_asked", "_kept_at", "_stale", "_turns", "bots", "onlookers", "registry", "remote_presence", "table",
        "thinking", "used_at",
    )  # fmt: skip

    def __init__(self, registry: Surroundings, table: Table) -> None:
        self.registry, self.table = registry, table
        self.onlookers: set[Onlooker] = set()
        self.bots: dict[int, Bot] = {}
        self.thinking: set[tuple[int, int]] = set()  # seats and positions that bots think about
        self.remote_presence: dict[str, tuple[float, frozenset[str], int]] = {}  # process -> until, people, watchers
        self.used_at = registry.clock.now()
        self._turns = Turns()
        self._asked: list[QueuedCommand] | None = None  # what waits for the next turn; None: nobody will take that
        self._stale = False  # the log may have gone on without us
        self._kept_at = 0.0  # when the present decision began for all, as far as we saw it

    # --- Changing -----------------------------------------------------------------------------------------------------

    async def do(self, command: Any, who: Who) -> int:
        """Carry out a command; the table's version after it, when it is kept. Raises Refused."""
        return await self.carry_out(lambda table: deciding.decide(table, command, who, self._eyes()))

    async def carry_out(self, decider: Decider) -> int:
        """The same for whatever `decider` finds. What is asked for while something is being written goes together."""
        answer = asyncio.get_running_loop().create_future()
        if self._asked is None:
            self._asked = []
            self.registry.soon(self._carry_out_all(self._asked))
        self._asked.append(QueuedCommand(decider, answer))
        version: int = await answer
        return version

    async def _carry_out_all(self, asked: list[QueuedCommand]) -> None:
        """Not cancelled when one of those leaves who asked: the others wait for it too."""
        try:
            async with self._turns:
                self._asked = None
                changed = await self._attempt(asked)
        except asyncio.CancelledError as fault:
            refuse(asked, fault)
            raise
        except Exception as fault:
            refuse(asked, fault)
        else:
            if changed:
                self.drive()

    async def _attempt(self, asked: Sequence[QueuedCommand]) -> bool:
        self.used_at = self.registry.clock.now()
        for _ in range(TRIES):
            if self._stale:
                await self._catch_up()
            now = self.registry.clock.now()
            outcome = outcome_of(asked, self.table, now)
            try:
                await self._write(outcome, now)
            except Conflict:
                self._stale = True
                continue
            outcome.answer(asked, self.table.public_version)
            return bool(outcome.news)
        raise Refused("busy", "too many act at this table at once; try again", HTTPStatus.SERVICE_UNAVAILABLE)

    async def _write(self, outcome: GroupOutcome, now: float) -> None:
        after, news, change = outcome.after, outcome.news, outcome.change
        if change is None:
            return
        first = self.table.version + 1
        entries = [LogEntry(first + k, now, new.kind, new.body, new_mark()) for k, new in enumerate(news)]
        people_changed = not PEOPLE_KINDS.isdisjoint([new.kind for new in news])
        absent = self._absent(after.seats, after.waiting) if change.play and after.stage == PLAYING else ()
        notices = await self._notices(after, absent, now) if absent else ()
        opens = next((new.opens for new in news if new.opens is not None), None)
        append = Append(rows.row_of(after), entries, people_changed, notices, opens)
        try:
            await self.registry.append(append)
        except (StoreDown, asyncio.CancelledError):
            self._stale = True  # it may have been written
            raise
        after.mark = entries[-1].mark
        self._become(after, change, news[-1].prepared)

    # --- A move, by fewer steps ---------------------------------------------------------------------------------------

    def decided(self, command: wire.PlainMove, who: Who) -> DecidedMove | None:
        """A move that can be made right now. None: it has to go the long way. Raises Refused."""
        if self._stale or self._turns.taken or self._asked:
            return None
        table, now = self.table, self.registry.clock.now()
        news = deciding.decide_move(table, command, who, self._eyes())
        if len(news) > 1:  # they come back with it
            return None
        waiting = _waiting_after(table, news[0])
        if self._absent(table.seats, waiting):  # there may be a notice to send
            return None
        return DecidedMove(news[0], now, _append_of(table, news[0], waiting, now, self.registry.store.shared))

    def begin_move(self, move: DecidedMove, mover: MoveCaller) -> None:
        """Let a move be written that was decided in this very step."""
        self.used_at = move.at
        self._turns.take()
        self.registry.store.keep(move.append, partial(self._end_move, move, mover, time.perf_counter()))

    def _end_move(
        self, move: DecidedMove, mover: MoveCaller, handed_in: float, _: object, fault: Exception | None
    ) -> None:
        begun, metrics = loop_watch.begin(), self.registry.metrics
        metrics.append_seconds.observe(begun - handed_in)
        try:
            if fault is None:
                self._make(move, mover)
        except Exception as unexpected:
            fault = unexpected
        if fault is not None:
            self._stale = True  # somebody was faster, or it is written and not known here
        self._turns.give()
        mover.move_ended(fault)
        if fault is None:
            self.drive()
        loop_watch.end(begun, metrics, "move")

    def _make(self, move: DecidedMove, mover: MoveCaller) -> None:
        table, new = self.table, move.new
        before, people, since = table.public_version, table.people, table.since
        change = table.apply(new.kind, new.body, move.at, new.prepared)
        if table.since != since:
            self._kept_at = self.registry.clock.now()
        table.mark = move.append.entries[0][-1]
        if move.append.row is None:
            self.registry.store.row_is_behind(table.id, self._row)
        self.registry.metrics.moves.inc()  # before anybody hears of it, and could ask for the count
        answer = mover.onlooker, mover.acknowledgement(table.public_version)
        self.tell(before, change, new.prepared[-1] if new.prepared else None, answer)
        if change.only is None:
            self._tell_listeners(people)

    def _become(self, after: Table, change: Change, prepared: Prepared = ()) -> None:
        before, self.table = self.table, after
        if after.since != before.since:
            self._kept_at = self.registry.clock.now()
        self.tell(before.public_version, change, prepared[-1] if prepared else None)
        if change.only is None and (change.play or change.table):
            self._tell_listeners(before.people)

    def _tell_listeners(self, before: Iterable[str]) -> None:
        """`before` belonged to the table before it changed."""
        now, listens = self.table.people, self.registry.anybody_listens
        if listens(now) or (before is not now and listens(before)):
            self.registry.tell_people(rows.row_of(self.table), gone=before)

    async def _catch_up(self) -> None:
        """Read what others have written meanwhile. A table that has gone is as one that was never there."""
        after = self.table.fork()
        entries = await self.registry.store.entries(after.id, after.version - 1)
        if not entries or entries[0].mark != after.mark:
            await self._read_anew()
        elif changes := [after.follow(entry) for entry in entries[1:]]:
            self._become(after, reduce(Change.then, changes))
        self._stale = False
        if not self.registry.store.shared:  # a move of ours may be there whose end we have not seen
            self.registry.store.row_is_behind(self.table.id, self._row)

    def _row(self) -> RowNow:
        return RowNow(rows.row_of(self.table), self.table.mark)

    async def _read_anew(self) -> None:
        """What is kept is not what we know, and right: a backup was restored."""
        entries = await self.registry.store.entries(self.table.id)
        if not entries:
            raise no_table()
        before, self.table = self.table, rows.folded(self.table.id, entries)
        self._kept_at = 0.0
        logs.event("read_anew", table=self.table.id, known=before.version, kept=self.table.version)
        self.bots.clear()
        self._check_sight()
        for onlooker in tuple(self.onlookers):
            self.send_snapshot(onlooker)
        self._tell_listeners(before.people)

    async def refresh(self, version: int | None = None) -> None:
        """Another process has written: catch up, unless it is known already."""
        async with self._turns:
            if version is None or version > self.table.version:
                await self._catch_up()

    # --- Telling ------------------------------------------------------------------------------------------------------

    def tell(
        self, before: int, change: Change, prepared: PreparedMove | None = None, answer: Answer | None = None
    ) -> None:
        """Tell every onlooker what it may know. Those who look through the same eyes are told the same.

        `prepared` is the last move, if that is the last thing that happened. `answer` is for the one who did it, in one
        write with what they are told.
        """
        if change.table:
            self._check_sight()
        only = change.only
        onlookers = [each for each in self.onlookers if only is None or each.eyes in only]
        shown = views.updates_shown(self.table, before, change, {each.eyes for each in onlookers}, prepared)
        presence = self.presence() if change.table else None  # who is here may have another seat now
        asker = None if answer is None else answer[0]
        for each in onlookers:
            message = shown[each.eyes]
            if presence is not None:
                message = views.with_more(message, you=self._you(each), presence=presence)
            if not (each.send(message, answer[1]) if answer is not None and each is asker else each.send(message)):
                self._note_slow()
        if answer is not None and asker not in onlookers:
            self.send(*answer)

    def _eyes(self) -> tuple[int | None, ...]:
        return tuple({each.eyes for each in self.onlookers})

    def _check_sight(self) -> None:
        """Nobody looks through a seat that is not theirs (any more), nor on where watching has been forbidden."""
        for onlooker in self.onlookers:
            if not access.may_look(self.table, onlooker.person, onlooker.by_link):
                onlooker.close("by_link_only")
            elif not onlooker.as_spectator:
                onlooker.eyes = self.own_eyes(onlooker.person, onlooker.eyes)

    def own_eyes(self, person: str | None, wanted: int | None) -> int | None:
        """The seat through which somebody may look: the one wanted if it is theirs, else one that is."""
        own = self.table.seats_of(person)
        if wanted in own:
            return wanted
        acting = [seat for seat in own if seat in self.table.waiting]
        return next(iter([*acting, *own]), None)

    def _you(self, onlooker: Onlooker) -> You:
        return views.you_shown(self.table, onlooker.person, onlooker.eyes)

    def send(self, onlooker: Onlooker, *messages: bytes) -> None:
        if not onlooker.send(*messages):
            self._note_slow()

    def _note_slow(self) -> None:
        self.registry.metrics.slow_readers.inc()
        logs.event("slow_reader", table=self.table.id)

    def send_snapshot(self, onlooker: Onlooker) -> None:
        self.send(onlooker, encoded(self.snapshot(onlooker.person, onlooker.eyes)))

    def snapshot(self, person: str | None, eyes: int | None) -> TableMessage:
        return views.snapshot(self.table, person, eyes, self.presence())

    # --- Presence -----------------------------------------------------------------------------------------------------

    def enter(self, onlooker: Onlooker) -> None:
        self.onlookers.add(onlooker)
        self.send_snapshot(onlooker)
        self.tell_presence()
        self.registry.publish_presence(self)

    def leave(self, onlooker: Onlooker) -> None:
        self.onlookers.discard(onlooker)
        self.used_at = self.registry.clock.now()
        self.tell_presence()
        self.registry.publish_presence(self)

    async def come_back(self, who: Who) -> None:
        """Who opens the table again plays again."""
        if any(self.table.seats[seat].away for seat in self.table.seats_of(who.person)):
            with contextlib.suppress(Refused):
                await self.do(wire.Back(type="back"), who)

    def here(self) -> frozenset[str]:
        """People with a connection to this process."""
        return frozenset(onlooker.person for onlooker in self.onlookers if onlooker.person is not None)

    def watchers(self) -> int:
        return sum(not self.table.seats_of(onlooker.person) for onlooker in self.onlookers)

    def present(self) -> frozenset[str]:
        """People with a connection to any process."""
        now = self.registry.clock.now()
        return self.here().union(*(people for until, people, _ in self.remote_presence.values() if until > now))

    def presence(self) -> Presence:
        now, present = self.registry.clock.now(), self.present()
        others = sum(watchers for until, _, watchers in self.remote_presence.values() if until > now)
        return {
            "seats": [seat.person is not None and seat.person in present for seat in self.table.seats],
            "watchers": self.watchers() + others,
        }

    def forget_gone_processes(self) -> None:
        """Of a process that was killed nobody hears that its people have left."""
        now = self.registry.clock.now()
        gone = [process for process, (until, _, _) in self.remote_presence.items() if until <= now]
        for process in gone:
            del self.remote_presence[process]
        if gone:
            self.tell_presence()

    def tell_presence(self) -> None:
        message = encoded({"type": "presence", **self.presence()})
        for onlooker in tuple(self.onlookers):
            self.send(onlooker, message)

    def react(self, person: str | None, asked: int | None, reaction: Reaction) -> None:
        """At one's own seat, for all to see; kept nowhere."""
        own = self.table.seats_of(person)
        seat = next(iter(own), None) if asked is None else asked
        if seat is None or seat not in own:
            raise not_yours(seat or 0)
        self.show_reaction(seat, reaction)
        self.registry.publish_reaction(self, seat, reaction)

    def show_reaction(self, seat: int, reaction: Reaction) -> None:
        message = encoded({"type": "reaction", "seat": seat, "reaction": reaction})
        for onlooker in tuple(self.onlookers):
            self.send(onlooker, message)

    # --- What happens without being asked for -------------------------------------------------------------------------

    def drive(self) -> None:
        """Let those play who need not be waited for: bots, and people who have left orders."""
        table = self.table
        for seat in table.waiting:
            if table.seats[seat].plays_itself:
                self.registry.thinking.ask(self, seat)
            elif table.seats[seat].orders and self._order(table, seat) is not None:
                self.registry.soon(self._follow_order(seat, table.position))
        self.registry.thinking.think_ahead(self)

    def _order(self, table: Table, seat: int) -> str | None:
        assert table.match is not None
        text: str | None = table.game.orders.answer(table.match.state, seat, table.seats[seat].orders)
        return text

    async def _follow_order(self, seat: int, position: int) -> None:
        def decider(table: Table) -> list[NewEntry]:
            if table.position != position or seat not in table.waiting or table.seats[seat].plays_itself:
                return []
            text = self._order(table, seat)
            return [] if text is None else [deciding.played(table, seat, text, ORDER)]

        await self.carry_out(decider)

    async def look_after(self) -> None:
        """What is due: a clock that has run out, a bot that nobody thinks for."""
        await self.refresh()
        around = self.registry
        now, leapt, begun = around.clock.now(), around.jumped_at, around.began_at
        await self.carry_out(lambda table: deciding.overdue(table, now, leapt, begun, self._kept_at))
        self.drive()

    def _absent(self, seats: Sequence[Seat], waiting: Iterable[int]) -> list[str]:
        """Those whose turn it is while they are not here."""
        here = {onlooker.person for onlooker in self.onlookers}
        if all(seats[seat].person in here for seat in waiting):  # most often that is so, and it is soon found out
            return []
        people = {seats[seat].person for seat in waiting if not seats[seat].plays_itself}
        return sorted(person for person in people if person is not None and person not in self.present())

    async def _notices(self, after: Table, absent: Iterable[str], now: float) -> list[Notice]:
        names = [seat.name for seat in after.seats]
        return [
            outbox.turn(
                after.id, person, after.position, game=after.options["game"], names=names, at=now + NOTICE_AFTER
            )
            for person in absent
            if await self.registry.wants_notices(person)
        ]


def _waiting_after(table: Table, new: NewEntry) -> tuple[int, ...]:
    """The seats that the game waits for when a move is made, or a choice sealed."""
    if new.prepared:
        return new.prepared[-1].made.to_act
    return tuple([seat for seat in table.waiting if seat != new.body["seat"]])


def _append_of(table: Table, new: NewEntry, waiting: tuple[int, ...], now: float, shared: bool) -> PreparedAppend:
    """What is written of a move: the same as of a table on which it was made, without one.

    Its row can wait, unless other processes look for it (`shared`) or the game is over.
    """
    version = table.version + 1
    entry = (table.id, version, now, new.kind, as_text(new.body), new_mark())
    row = _row_after(table, new, waiting, now) if shared or "result" in new.body else None
    return PreparedAppend(table.id, table.version, version, row, [entry], None, [])


def _row_after(table: Table, new: NewEntry, waiting: tuple[int, ...], now: float) -> tuple[Any, ...]:
    """The values of `rows.row_of` of the table as it will be."""
    body, options = new.body, table.options
    since = now if new.prepared else table.since
    is_secret = not new.prepared and body["seat"] in table.chosen  # another choice instead of one: nobody notices
    if not table.about:
        table.about = as_text(rows.lasting(table))[:-1]
    passing = rows.passing(table, waiting, table.position + len(new.prepared), since, body.get("result"))
    return (
        table.id,
        table.version,
        options["game"],
        OVER if "result" in body else table.stage,
        int(options["public"] and not table.hidden),
        table.version + 1,
        table.changed_at if is_secret else now,
        table.due_of(waiting, since),
        f"{table.about},{as_text(passing)[1:]}",
    )


_chance = Random(secrets.randbits(128))  # marks are to differ, not to be secret


def new_mark() -> str:
    """For an entry: tells it from another's of the same number."""
    return f"{_chance.getrandbits(48):012x}"
