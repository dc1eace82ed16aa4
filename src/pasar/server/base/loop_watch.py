"""Whoever handles a message on the event loop keeps everybody else waiting until it awaits something.

What takes too long at one go is counted and logged with its kind, so that it is found before a guest finds it. The
load test (`bench/server.py`) fails on it.
"""

import time
from collections.abc import Callable, Coroutine, Generator
from functools import partial
from typing import Any, Generic, TypeVar

from pasar.server.base import logs
from pasar.server.base.metrics import Metrics

LONGEST = 0.02  # seconds

T = TypeVar("T")


async def watched(work: Coroutine[Any, Any, T], metrics: Metrics, kind: Callable[[], str]) -> T:
    """Do some work, with an eye on how long each step of it takes. `kind` says what it is when that is asked."""
    return await _Steps(work, partial(_note, metrics, kind))


def _note(metrics: Metrics, kind: Callable[[], str], seconds: float, processor: float) -> None:
    """A step that used the processor all the time is to blame; one that did not was waiting itself."""
    if seconds > LONGEST:
        what, cause = kind(), "processor" if processor > LONGEST else "waiting"
        metrics.loop_held.labels(what, cause).inc()
        logs.event("loop_held", kind=what, ms=round(1000 * seconds, 1), processor_ms=round(1000 * processor, 1))


class _Steps(Generic[T]):
    """Does what `await` does, step by step: a step ends where the work waits for something."""

    def __init__(self, work: Coroutine[Any, Any, T], note: Callable[[float, float], None]) -> None:
        self._work, self._note = work, note

    def __await__(self) -> Generator[Any, Any, T]:
        step = partial(self._work.send, None)
        while True:
            begun, used = time.perf_counter(), time.thread_time()
            try:
                waits_for = step()
            except StopIteration as end:
                result: T = end.value
                return result
            finally:
                self._note(time.perf_counter() - begun, time.thread_time() - used)
            try:
                step = partial(self._work.send, (yield waits_for))
            except BaseException as fault:
                step = partial(self._work.throw, fault)
