"""Finished games are analysed one at a time, in a process of its own that gives way to everything else.

An analysis is begun when somebody asks for it, kept with its table, and made only once. Its process runs when nothing
else wants the processor: then nobody at the tables notices it. On a machine that stays busy such a process never ends,
so after a while another one is begun that takes the smallest turns.
"""

import asyncio
import contextlib
import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any, Protocol

import orjson

from pasar.coach import at_work
from pasar.coach.analysis import FORMAT
from pasar.coach.judge import find_judge
from pasar.errors import PasarError
from pasar.match.match import Match
from pasar.server.base import logs
from pasar.server.base.clock import Clock
from pasar.server.base.refusals import Refused
from pasar.store.store import Store

MOST_WAITING = 100  # games that are to be analysed
PATIENT = 180.0  # seconds in which one may wait for a processor that nobody else wants; a quiet one needs ten
LONGEST = 1800.0  # seconds that one may take on a busy machine
LINE = 2**22  # bytes of an analysis at most
JUDGE, BUDGET = find_judge("thumb"), "normal"

Told = Mapping[str, Any]


@dataclass
class AnalysisUnderWay:
    """A game that is being analysed, or waits for that: how far it is, from 0 to 1, and whether it has failed."""

    done: float = 0.0
    failed: bool = False


class Background(Protocol):
    """What does work beside everything else: the registry."""

    clock: Clock
    store: Store

    def soon(self, work: Any) -> None: ...


class Analysing:
    def __init__(self, background: Background, allowed: bool) -> None:
        self._background, self._allowed = background, allowed
        self._works: dict[str, AnalysisUnderWay] = {}
        self._one = asyncio.Semaphore(1)

    async def kept(self, table: str, match: Match) -> Told | None:
        """The analysis of a table's game, unless it was made by another judge or by other rules than today's."""
        found = await self._background.store.analysis(table)
        today = {"name": JUDGE.name, "version": JUDGE.version, "game": match.game.version}
        return found if found is not None and (found["format"], found["judge"]) == (FORMAT, today) else None

    def work(self, table: str) -> AnalysisUnderWay | None:
        return self._works.get(table)

    def analyses(self, match: Match) -> bool:
        """Whether the host has it done, and the game has a coach."""
        return self._allowed and match.game.coach is not None

    def begin(self, table: str, match: Match) -> AnalysisUnderWay:
        """Analyse a finished game as soon as its turn comes. Raises Refused."""
        found = self._works.get(table)
        if found is not None and not found.failed:
            return found
        self._works = {id: work for id, work in self._works.items() if not work.failed}
        if len(self._works) >= MOST_WAITING:
            message = "Too many games are waiting to be analysed; try again later."
            raise Refused("busy", message, HTTPStatus.SERVICE_UNAVAILABLE, retry_after=60)
        work = self._works[table] = AnalysisUnderWay()
        self._background.soon(self._carry_out(table, match.record(), work))
        return work

    async def _carry_out(self, table: str, record: dict[str, Any], work: AnalysisUnderWay) -> None:
        try:
            async with self._one, asyncio.timeout(LONGEST):
                analysis = await self._analysed(record, work)
            await self._background.store.keep_analysis(table, self._background.clock.now(), analysis)
            del self._works[table]
        except (PasarError, TimeoutError) as fault:
            work.failed = True
            logs.fault("analysis", fault)
        except BaseException:
            work.failed = True
            raise

    async def _analysed(self, record: dict[str, Any], work: AnalysisUnderWay) -> Told:
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(PATIENT):
                return await self._made(record, work, at_work.IDLE)
        return await self._made(record, work, at_work.NICE)

    async def _made(self, record: dict[str, Any], work: AnalysisUnderWay, how: str) -> Told:
        # Its input stays open: when this process is gone, the child reads the end of it, and ends as well.
        pipe, command = asyncio.subprocess.PIPE, [sys.executable, "-m", "pasar.coach.at_work", BUDGET, how]
        alone = {**os.environ, "OPENBLAS_NUM_THREADS": "1", "NUMBA_NUM_THREADS": "1"}
        child = await asyncio.create_subprocess_exec(
            *command, stdin=pipe, stdout=pipe, env=alone, limit=LINE
        )  # fmt: skip
        try:
            assert child.stdin is not None and child.stdout is not None
            child.stdin.write(orjson.dumps(record) + b"\n")
            async for line in child.stdout:
                said = orjson.loads(line)
                work.done = max(work.done, said.get("done", 0))
                if "analysis" in said:
                    analysis: Told = said["analysis"]
                    return analysis
        finally:
            if child.returncode is None:
                child.kill()
            await child.wait()
        raise PasarError("the analysis ended without a word; what was said above is why")
