"""What a process does when the server's keeper has changed something, here, in another process or on a command line.

It reads the audit log: every second, and at once when another process tells of a new line. So a change reaches a server
with SQLite as well, where nobody can tell it anything.
"""

import asyncio
import contextlib
from collections.abc import Mapping
from typing import Any

from pasar.server.base.clock import MINUTE
from pasar.server.base.refusals import Refused
from pasar.server.live.live_table import LiveTable
from pasar.server.live.registry import Registry
from pasar.server.table import deciding, wire
from pasar.server.table.keeping import BLOCK, FORGET, REVOKE, Keeper
from pasar.server.table.new_entries import Who
from pasar.server.table.table import LOBBY, PLAYING, Table
from pasar.store.contract import AuditLine, Erasure

LOOK_EVERY = 1.0  # seconds
SETTLE_EVERY = 30.0
SURELY_GONE = MINUTE  # after which no process can have a connection any more of somebody who is to be forgotten
LINES = 200  # read at once
BLOCKED, GONE = "blocked", "gone"  # why a connection is closed


class Following:
    def __init__(self, registry: Registry) -> None:
        self._registry, self._store = registry, registry.store
        self._seen = 0
        self._lock = asyncio.Lock()

    async def start(self) -> None:
        """From now on; what was left undone while no server ran is done now."""
        self._seen = await self._store.hosts.last_line()
        self._registry.every(LOOK_EVERY, self.follow)
        self._registry.every(SETTLE_EVERY, self.settle)

    def hear(self, news: Mapping[str, Any]) -> None:
        if "audit" in news or news.get("lost"):
            self._registry.soon(self.follow())

    async def follow(self) -> None:
        """Do what the new lines of the audit log ask for."""
        async with self._lock:
            last = await self._store.hosts.last_line()
            if last < self._seen:  # a backup was restored
                self._seen = last
            while self._seen < last:
                lines = await self._store.hosts.audit(after=self._seen, limit=LINES)
                for line in lines:
                    await self._heed(line)
                self._seen = lines[-1].number if lines else last

    async def _heed(self, line: AuditLine) -> None:
        if line.what == REVOKE:
            self._registry.send_away(line.subject)
        elif line.what == BLOCK:
            self._send_away(line.subject, BLOCKED)
            await self._leave(line.subject, "")
        elif line.what == FORGET:
            self._send_away(line.subject, GONE)
            await self.settle()
        elif (live := self._registry.tables.get(line.subject)) is not None:
            self._registry.soon(live.refresh())

    async def settle(self) -> None:
        """Who is forgotten is taken out of all tables, who is blocked plays at none, and neither has a connection."""
        await self._check_people()
        for erasure in await self._store.hosts.erasures():
            await self._erase(erasure)
        for person in await self._store.hosts.blocked():
            await self._leave(person, "")

    async def _check_people(self) -> None:
        """Who came in just when the door was shut."""
        here = {each.person for each in self._registry.onlookers() if each.person is not None}
        for person in await self._store.hosts.shut_out(sorted(here)):
            self._send_away(person, BLOCKED if await self._store.person(person) else GONE)

    def _send_away(self, person: str, why: str) -> None:
        for onlooker in self._registry.onlookers():
            if onlooker.person == person:
                onlooker.close(why)

    async def _erase(self, erasure: Erasure) -> None:
        await Keeper(self._store, self._registry.clock, "").erase(erasure)
        for live in tuple(self._registry.tables.values()):
            if _speaks_of(live, erasure.person):
                with contextlib.suppress(Refused):
                    await live.refresh()
        await self._leave(erasure.alias, erasure.name)
        if self._registry.clock.now() - erasure.asked_at > SURELY_GONE:
            await self._store.hosts.end_erasure(erasure.person)

    async def _leave(self, person: str, name: str) -> None:
        """Nobody waits for somebody who cannot come back: they leave all tables, and a bot plays on."""
        who = Who(person, name)
        for stage in (LOBBY, PLAYING):
            for row in await self._store.tables_of(person, stage=stage):
                with contextlib.suppress(Refused):
                    live = await self._registry.table(row.id)
                    await live.carry_out(lambda table: deciding.decide(table, wire.LeaveTable(type="leave"), who))


def _speaks_of(live: LiveTable, person: str) -> bool:
    table: Table = live.table
    return (
        person in table.people
        or person in table.invited
        or any(line["person"] == person for line in table.chat)
        or any(each.person == person for each in table.seats)
    )
