"""Bots at tables: they think in a few threads that all tables share, and answer through the same door as people.

A bot is given a position in which everything hidden from its seat has been replaced by a guess. The compiled search
does not hold the interpreter's lock, and its threads yield to the server's own: no message waits for a thought.
"""

import asyncio
import secrets
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import TypeVar

from pasar.bots.advice import advice
from pasar.bots.contract import Budget, Decision, Position
from pasar.bots.roster import NamedBot, find_bot
from pasar.errors import PasarError
from pasar.server.base import logs
from pasar.server.base.messages import Expected, HintMessage
from pasar.server.base.refusals import Refused
from pasar.server.live.live_table import LiveTable, Surroundings
from pasar.server.live.thinking_ahead import ThinkingAhead, give_way
from pasar.server.table import deciding
from pasar.server.table.new_entries import NOT_NOW
from pasar.server.table.table import PLAYING
from pasar.store.contract import StoreFault

STAND_IN = "medium"  # plays for people who are away
ADVISER = "search:1s"
NICENESS = 10  # threads that think give way to the one that answers
SHORTEST = 0.02  # seconds a bot thinks at least, however many wait

T = TypeVar("T")


class Thinking:
    def __init__(self, registry: Surroundings, threads: int, ahead: bool) -> None:
        self._registry, self._threads = registry, threads
        self.ahead = ThinkingAhead(registry, ahead)
        self._waiting = 0  # thoughts that are asked for and not finished
        self._cancel = threading.Event()
        self._pool = ThreadPoolExecutor(threads, "bot", give_way, (NICENESS,))

    def ask(self, live: LiveTable, seat: int) -> None:
        """Let the bot of a seat make its move, if it does not think about it already."""
        self.ahead.stop()
        task = (seat, live.table.position)
        if task not in live.thinking:
            live.thinking.add(task)
            self._registry.soon(self._answer(live, seat, task))

    def think_ahead(self, live: LiveTable) -> None:
        """Something has happened at a table, and whoever is to be asked there has been."""
        self.ahead.begin(live)

    async def _answer(self, live: LiveTable, seat: int, task: tuple[int, int]) -> None:
        try:
            decision = await self._decided(live, seat)
            if decision is not None:
                await live.carry_out(lambda table: deciding.bot_played(table, seat, task[1], decision.move))
        except StoreFault:
            return  # whoever looks after due tables will ask again when the database is back
        finally:
            live.thinking.discard(task)
        if live.table.position == task[1] and seat in live.table.waiting and not self._cancel.is_set():
            live.drive()  # the seat's person came and went again, or somebody was faster elsewhere

    async def _decided(self, live: LiveTable, seat: int) -> Decision | None:
        await self.ahead.stopped(live)
        table = live.table
        if table.match is None or seat not in table.waiting or self._cancel.is_set():
            return None
        entry = find_bot(table.seats[seat].bot or STAND_IN)
        # Taken away while it thinks: after an undo it may be asked again before it has answered.
        bot = live.bots.pop(seat, None) or entry.make(secrets.randbits(32))
        position = Position.of(table.match, seat, bot.wants_view, with_path=self.ahead.is_on)
        decision = await self._in_thread(lambda: bot.decide(position, self._budget(entry)))
        live.bots[seat] = bot
        return decision

    async def advice(self, live: LiveTable, seat: int) -> Decision:
        """What the strongest bot would do, knowing what the seat knows."""
        table = live.table
        if table.match is None or table.stage != PLAYING or seat not in table.waiting:
            raise Refused("not_your_turn", "there is nothing to decide for that seat now", NOT_NOW)
        entry = find_bot(ADVISER)
        position = Position.of(table.match, seat)
        return advice(await self._in_thread(lambda: entry.make(0).decide(position, self._budget(entry))), position)

    def _budget(self, entry: NamedBot) -> Budget:
        """The more tables wait for a bot, the shorter each thinks."""
        budget = replace(entry.budget, cancel=self._cancel)
        if budget.seconds is None:
            return budget
        crowd = max(1.0, self._waiting / self._threads)
        return replace(budget, seconds=max(min(SHORTEST, budget.seconds), budget.seconds / crowd))

    async def _in_thread(self, think: Callable[[], T]) -> T:
        metrics, asked = self._registry.metrics, time.perf_counter()
        self.ahead.stop()

        def timed() -> T:
            metrics.bot_wait_seconds.observe(time.perf_counter() - asked)
            with metrics.bot_seconds.time():
                return think()

        self._waiting += 1
        metrics.bots_waiting.set(self._waiting)
        try:
            return await asyncio.get_running_loop().run_in_executor(self._pool, timed)
        except PasarError as fault:
            logs.fault("bot", fault)
            raise
        finally:
            self._waiting -= 1
            metrics.bots_waiting.set(self._waiting)

    def close(self) -> None:
        self._cancel.set()
        self.ahead.close()
        self._pool.shutdown(wait=True, cancel_futures=True)


def hint_shown(decision: Decision, position: int, id: str | None) -> HintMessage:
    best: list[Expected] = [
        {"move": each.move, "share": round(each.share, 3), "visits": each.visits} for each in decision.expected[:5]
    ]
    return {"type": "hint", "id": id, "at": position, "move": decision.move, "expected": best}
