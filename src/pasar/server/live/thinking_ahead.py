"""Bots that think on while a person thinks who plays alone: one at a time, when nobody else wants to think.

What they find out is there when they decide next. They stop as soon as anything happens at their table, or any bot is
asked for a move; one that has not stopped by then is not waited for, and another takes its place.
"""

import asyncio
import contextlib
import os
import threading
from concurrent.futures import ThreadPoolExecutor

from pasar.bots.contract import Position
from pasar.bots.levels import LevelBot
from pasar.server.live.live_table import LiveTable, Surroundings
from pasar.server.table.table import PLAYING

NICENESS = 19  # gives way to all others
LONGEST_WAIT = 0.02  # seconds for a bot that is to stop


class ThinkingAhead:
    def __init__(self, registry: Surroundings, switched_on: bool) -> None:
        self._registry, self.is_on = registry, switched_on
        self._cancel = threading.Event()
        self._running: asyncio.Future[int] | None = None
        self._table: LiveTable | None = None  # whose bots think on
        self._again = False  # something has happened there since
        self._task = ("", 0)  # the table and position that bots thought about last: no more than once
        self._pool = ThreadPoolExecutor(1, "ahead", give_way, (NICENESS,)) if switched_on else None

    def begin(self, live: LiveTable) -> None:
        """Something has happened at this table: now its bots may think on, if all others wait for its one person."""
        task = (live.table.id, live.table.position)
        if task == self._task:
            return
        if self._table is live:
            self._again = True
            self._cancel.set()
        elif self._table is None and self._pool is not None and _waits_for_its_one_person(live):
            self._task, self._table, self._cancel, self._again = task, live, threading.Event(), False
            self._registry.soon(self._think_on(live, self._cancel, self._pool))

    def stop(self) -> None:
        """A bot is asked for a move, at whatever table."""
        self._cancel.set()

    async def stopped(self, live: LiveTable) -> None:
        """Wait a moment for a bot of this table that has been told to stop."""
        if self._table is live and self._running is not None:
            await asyncio.wait((self._running,), timeout=LONGEST_WAIT)

    async def _think_on(self, live: LiveTable, cancel: threading.Event, pool: ThreadPoolExecutor) -> None:
        try:
            for seat, bot in tuple(live.bots.items()):
                if isinstance(bot, LevelBot) and bot.thinks_ahead and not cancel.is_set():
                    await self._let_think(live, seat, bot, cancel, pool)
        finally:
            self._table = self._running = None
        if self._again:
            self.begin(live)

    async def _let_think(
        self, live: LiveTable, seat: int, bot: LevelBot, cancel: threading.Event, pool: ThreadPoolExecutor
    ) -> None:
        if live.table.match is None or seat in live.table.waiting or live.bots.get(seat) is not bot:
            return
        position = Position.of(live.table.match, seat, with_path=True)
        del live.bots[seat]
        self._running = asyncio.get_running_loop().run_in_executor(pool, bot.ahead, position, cancel)
        try:
            done = await self._running
            self._registry.metrics.simulations_ahead.inc(done)
        finally:
            live.bots.setdefault(seat, bot)  # unless another took its place

    def close(self) -> None:
        self._cancel.set()
        if self._pool is not None:
            self._pool.shutdown(wait=True, cancel_futures=True)


def _waits_for_its_one_person(live: LiveTable) -> bool:
    table = live.table
    people = {seat.person for seat in table.seats if seat.person is not None}
    return (
        table.stage == PLAYING
        and len(people) == 1
        and not any(table.seats[seat].plays_itself for seat in table.waiting)
    )


def give_way(niceness: int) -> None:
    """Linux has a niceness for each thread; elsewhere bots think as all others do."""
    with contextlib.suppress(AttributeError, OSError):
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), niceness)
