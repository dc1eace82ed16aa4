"""The outbox: tells people outside the table that it is their turn, by webhook and by mail.

A notice is written together with the move that causes it and waits in the store, so that none is lost and two processes
never send the same one. A notice that did not get through is tried again after pauses that double, for a day.
"""

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable, Sequence

from pasar.server.base import logs
from pasar.server.base.clock import DAY, Clock
from pasar.server.base.metrics import Metrics
from pasar.server.base.settings import Settings
from pasar.server.notices import links
from pasar.server.notices.mails import Mails
from pasar.server.notices.not_sent import NotSent
from pasar.server.notices.webhooks import Webhooks
from pasar.server.people.contacts import Contact
from pasar.server.people.people import People
from pasar.store.contract import Notice, Person, StoreFault
from pasar.store.store import Store

Still = Callable[[Notice], Awaitable[bool]]

FIRST_PAUSE = 30.0  # seconds
GIVE_UP_AFTER = DAY
HOLD = 180.0  # for so long no other process looks at a notice that this one has taken
AT_ONCE = 16
TAKEN = 50
LOOK_EVERY = 2.0


def turn(table: str, person: str, position: int, *, game: str, names: Sequence[str], at: float) -> Notice:
    """It is this person's turn at a table, since its entry `position`; to be told at `at`."""
    body = {"what": "turn", "table": table, "game": game, "names": list(names), "position": position, "at": at}
    return Notice(f"turn:{table}:{position}:{person}", person, at, body)


class Notices:
    def __init__(self, store: Store, settings: Settings, clock: Clock, metrics: Metrics, people: People) -> None:
        self._store, self._settings, self._clock = store, settings, clock
        self._metrics, self._people = metrics, people
        self.mails, self._webhooks = Mails(settings), Webhooks(settings.webhooks_to_private)
        self._told: dict[str, set[str]] = {}  # ways on which a notice got through while another is tried again
        self._task: asyncio.Task[None] | None = None

    def start(self, still: Still) -> None:
        """Send what is due from now on. `still` says just before whether the person has yet to be told."""
        self._task = asyncio.get_running_loop().create_task(self._run(still), name="notices")

    async def stop(self) -> None:
        """What is under way and not known to have got through will be sent again after the next start."""
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task
        await self._webhooks.close()

    async def _run(self, still: Still) -> None:
        while True:
            try:
                busy = await self.send_due(still) == TAKEN
            except StoreFault:
                busy = False  # the database is away; whoever plays hears of it, and the next round tries again
            if not busy:
                await asyncio.sleep(LOOK_EVERY)

    async def send_due(self, still: Still) -> int:
        """Send what is due now; how many notices that were."""
        due = await self._store.due_notices(self._clock.now(), HOLD, TAKEN)
        gate = asyncio.Semaphore(AT_ONCE)

        async def one(notice: Notice) -> None:
            async with gate:
                await self._handle(notice, still)

        await asyncio.gather(*map(one, due))
        return len(due)

    async def _handle(self, notice: Notice, still: Still) -> None:
        try:
            person = await self._store.person(notice.person)
            ways = Contact.of(person.contact).ways if person is not None else ()
            if person is None or not ways or not await still(notice):
                await self._done(notice)
            else:
                await self._tell(person, notice)
        except StoreFault:
            return  # it stays in the store and comes up again
        except Exception as fault:
            logs.fault("notice", fault)  # one bad notice must not stop the others; it comes up again later

    async def _tell(self, person: Person, notice: Notice) -> None:
        told, failed = self._told.setdefault(notice.key, set()), False
        for way in Contact.of(person.contact).ways:
            if way not in told:
                failed |= not await self._tell_by(way, person, notice, told)
        if failed:
            if not told:
                del self._told[notice.key]
            await self._store.notice_later(notice.key, self._clock.now() + self._pause(notice))
        else:
            await self._done(notice)

    async def _tell_by(self, way: str, person: Person, notice: Notice, told: set[str]) -> bool:
        """Whether nothing more is to be done on this way."""
        try:
            await (self._post if way == "webhook" else self._mail)(person, notice)
        except NotSent as fault:
            over = fault.final or self._age(notice) >= GIVE_UP_AFTER
            logs.event("notice_not_sent", logging.WARNING, way=way, reason=fault.reason, given_up=over)
            self._metrics.notices.labels(way, "given_up" if over else "failed").inc()
            return self._count(over, way, told)
        self._metrics.notices.labels(way, "sent").inc()
        return self._count(True, way, told)

    def _count(self, finished: bool, way: str, told: set[str]) -> bool:
        if finished:
            told.add(way)
        return finished

    async def _post(self, person: Person, notice: Notice) -> None:
        contact = Contact.of(person.contact)
        assert contact.webhook is not None and contact.webhook_secret is not None
        link = links.table(self._settings.base_url, str(notice.body["table"]))
        await self._webhooks.send(
            contact.webhook, contact.webhook_secret, {**notice.body, "id": notice.key, "link": link}
        )

    async def _mail(self, person: Person, notice: Notice) -> None:
        contact = Contact.of(person.contact)
        assert contact.email is not None
        if not self._settings.mails:
            raise NotSent("this server sends no mails any more", final=True)
        off = self._people.no_mails(person.id)
        await self.mails.turn(contact.email, person.name, contact.language, notice.body, off)

    async def _done(self, notice: Notice) -> None:
        self._told.pop(notice.key, None)
        await self._store.notice_sent(notice.key)

    def _age(self, notice: Notice) -> float:
        """Seconds since it was first due. A notice that does not say when is tried once."""
        return self._clock.now() - float(notice.body.get("at", float("-inf")))

    def _pause(self, notice: Notice) -> float:
        """As long as it has waited so far: the pauses double, whichever process does the next attempt."""
        return min(GIVE_UP_AFTER, max(FIRST_PAUSE, self._age(notice)))
