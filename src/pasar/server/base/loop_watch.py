"""Whoever handles a message on the event loop keeps everybody else waiting until it awaits something.

What takes too long at one go is counted and logged with its kind, so that it is found before a guest finds it. The
load test (`bench/server.py`) fails on it.
"""

import time
from collections.abc import Callable, Coroutine, Generator
from threading import local
from typing import Any, Generic, TypeVar

from pasar.server.base import logs
from pasar.server.base.metrics import Metrics

LONGEST = 0.02  # seconds

MARK_EVERY = 0.005  # seconds: asking for the processor's time takes longer than many a step

T = TypeVar("T")


class _Mark(local):
    """A moment not long before a step began, and the processor time that this thread had used by then."""

    at = used = 0.0

    def renew(self, now: float) -> None:
        self.at, self.used = now, time.thread_time()

    def processor(self, begun: float) -> float:
        """Processor time since `begun`, or a little less: all that may have been used between the mark and then."""
        return max(0.0, time.thread_time() - self.used - (begun - self.at))


_mark = _Mark()  # one for each event loop, which is a thread


def begin() -> float:
    """A step begins: the moment that `end` is to be told."""
    begun = time.perf_counter()
    if begun - _mark.at > MARK_EVERY:
        _mark.renew(begun)
    return begun


def end(begun: float, metrics: Metrics, kind: str | Callable[[], str]) -> None:
    """The step is over. One that used the processor all the time is to blame; one that did not was waiting itself."""
    if (seconds := time.perf_counter() - begun) > LONGEST:
        processor, what = _mark.processor(begun), kind if isinstance(kind, str) else kind()
        metrics.loop_held.labels(what, "processor" if processor > LONGEST else "waiting").inc()
        logs.event("loop_held", kind=what, ms=round(1000 * seconds, 1), processor_ms=round(1000 * processor, 1))


async def watched(work: Coroutine[Any, Any, T], metrics: Metrics, kind: Callable[[], str]) -> T:
    """Do some work, with an eye on how long each step of it takes. `kind` says what it is when that is asked."""
    return await _Steps(work, metrics, kind)


class _Steps(Generic[T]):
    """Does what `await` does, step by step: a step ends where the work waits for something."""

    __slots__ = ("_kind", "_metrics", "_work")

    def __init__(self, work: Coroutine[Any, Any, T], metrics: Metrics, kind: Callable[[], str]) -> None:
        self._work, self._metrics, self._kind = work, metrics, kind

    def __await__(self) -> Generator[Any, Any, T]:
        step, given = self._work.send, None
        while True:
            begun = begin()
            try:
                waits_for = step(given)
            except StopIteration as last:
                result: T = last.value
                return result
            finally:
                end(begun, self._metrics, self._kind)
            try:
                step, given = self._work.send, (yield waits_for)
            except BaseException as fault:
                step, given = self._work.throw, fault
