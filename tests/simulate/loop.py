"""An event loop whose time, order and threads are decided by a seed.

Several processes share it. Each has a queue of its own, which keeps asyncio's promise (first come, first served); which
process has its turn is drawn. When nobody has anything to do, the time jumps to the next timer. Threads are greenlets:
they run until they wait for something, and then for a drawn while nothing of them runs.
"""

import asyncio
import contextvars
import heapq
import random
from collections import deque
from collections.abc import Callable, Coroutine
from concurrent.futures import Executor
from typing import Any

from greenlet import getcurrent, greenlet

STEP = 1e-5  # seconds that every step takes
MOST_STEPS = 400_000  # of one history: more would have no end
BEGIN = 1_800_000_000.0  # seconds since 1970, when the world begins


class NoEnd(AssertionError):
    """Something goes on for ever."""


class Process:
    """A program on some machine: a queue, a clock, and whether it runs at all."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.alive, self.paused = True, False
        self.ready: deque[Call] = deque()
        self.leapt = 0.0  # by how much its clock differs from the true time
        self.kept: list[Any] = []  # what must not be collected before the history is over


class Call:
    """What is to be called; asyncio's own handles cost more than most of what they call."""

    __slots__ = ("_args", "_callback", "_cancelled", "_context", "_when")

    def __init__(
        self, callback: Callable[..., Any], args: tuple[Any, ...], context: contextvars.Context | None, when: float
    ) -> None:
        self._callback, self._args, self._context, self._when = callback, args, context, when
        self._cancelled = False

    def cancel(self) -> None:
        """It is passed over when its time has come."""
        self._cancelled = True

    def cancelled(self) -> bool:
        return self._cancelled

    def when(self) -> float:
        return self._when

    def run(self) -> None:
        if self._context is None:
            self._callback(*self._args)
        else:
            self._context.run(self._callback, *self._args)


class Loop(asyncio.AbstractEventLoop):
    def __init__(self, seed: int) -> None:
        self.random = random.Random(f"loop {seed}")
        self.outside = Process("outside")  # people, the network, the database
        self.processes = [self.outside]
        self.current = self.outside
        self.now, self.steps = 0.0, 0
        self.failure: BaseException | None = None  # what ends the history, whoever would catch it
        self.faults: list[dict[str, Any]] = []  # what nobody caught
        self._timers: list[tuple[float, int, Call, Process]] = []
        self.a_thought = 0.001  # seconds, on average
        self._number = 0
        self._hub: greenlet | None = None
        self._over = False

    # --- What asyncio asks of a loop --------------------------------------------------------------------------------

    def time(self) -> float:
        return self.now

    def get_debug(self) -> bool:
        return False

    def get_task_factory(self) -> None:
        return None

    def is_running(self) -> bool:
        return self._hub is not None

    def is_closed(self) -> bool:
        return self._over

    def create_future(self) -> asyncio.Future[Any]:
        return asyncio.Future(loop=self)

    def create_task(
        self, coro: Coroutine[Any, Any, Any], *, name: str | None = None, context: contextvars.Context | None = None
    ) -> asyncio.Task[Any]:
        return asyncio.Task(coro, loop=self, name=name, context=context)

    def call_soon(  # type: ignore[override]
        self, callback: Callable[..., Any], *args: Any, context: contextvars.Context | None = None
    ) -> Call:
        call = Call(callback, args, context, self.now)
        self.current.ready.append(call)
        return call

    call_soon_threadsafe = call_soon  # type: ignore[assignment]

    def call_later(  # type: ignore[override]
        self, delay: float, callback: Callable[..., Any], *args: Any, context: contextvars.Context | None = None
    ) -> Call:
        return self._push(self.now + delay, callback, args, context, self.current)

    def call_at(  # type: ignore[override]
        self, when: float, callback: Callable[..., Any], *args: Any, context: contextvars.Context | None = None
    ) -> Call:
        return self._push(when, callback, args, context, self.current)

    def _push(
        self,
        when: float,
        callback: Callable[..., Any],
        args: tuple[Any, ...],
        context: contextvars.Context | None,
        process: Process,
    ) -> Call:
        self._number += 1
        call = Call(callback, args, context, when)
        heapq.heappush(self._timers, (when, self._number, call, process))
        return call

    def call_exception_handler(self, context: dict[str, Any]) -> None:
        if not self._over and self.current.alive:
            self.faults.append(context)

    def default_exception_handler(self, context: dict[str, Any]) -> None:
        self.call_exception_handler(context)

    def run_in_executor(self, executor: Executor | None, func: Callable[..., Any], *args: Any) -> asyncio.Future[Any]:
        """In a thread of the simulation, which begins and ends when the seed says so; bots have a pool of their own."""
        future = self.create_future()

        def work() -> None:
            self.pause(self.random.expovariate(1000 if executor is None else 1 / self.a_thought))
            try:
                result = func(*args)
            except BaseException as fault:
                self.call_soon(_answer, future, None, fault)
            else:
                self.call_soon(_answer, future, result, None)

        self.spawn(work)
        return future

    # --- Threads ------------------------------------------------------------------------------------------------------

    def spawn(self, work: Callable[[], None]) -> None:
        """Let something run in a thread of its own, of the process whose turn it is."""
        assert self._hub is not None
        thread = greenlet(work, parent=self._hub)
        self.current.kept.append(thread)
        self.call_soon(thread.switch)

    def pause(self, seconds: float) -> None:
        """Let the thread that calls this wait."""
        self.call_later(seconds, getcurrent().switch)
        self.wait()

    def wait(self) -> None:
        """Let the thread that calls this wait until somebody switches to it."""
        assert self._hub is not None and getcurrent() is not self._hub, "the event loop itself would have to wait"
        self._hub.switch()

    # --- Going on -----------------------------------------------------------------------------------------------------

    def inside(self, process: Process, callback: Callable[..., Any], *args: Any) -> None:
        """Let something happen in another process: bytes have come in, a signal."""
        if process.alive:
            process.ready.append(Call(callback, args, None, self.now))

    def outside_at(self, when: float, callback: Callable[..., Any], *args: Any) -> None:
        """The same in nobody's process: it happens whoever is dead by then."""
        self._push(when, callback, args, None, self.outside)

    def started(self, name: str) -> Process:
        process = Process(name)
        self.processes.append(process)
        return process

    def kill(self, process: Process) -> None:
        """Nothing of it ever runs again, not even what it would do at its end."""
        process.alive = False
        process.kept += process.ready
        process.ready.clear()
        self.processes.remove(process)

    def run(self, main: Coroutine[Any, Any, Any]) -> Any:
        """Until this is done."""
        self._hub = getcurrent()
        asyncio._set_running_loop(self)
        try:
            task = self.create_task(main)
            while not task.done() and self.failure is None:
                self._step()
            if self.failure is not None:
                raise self.failure
            return task.result()
        finally:
            self._over = True
            asyncio._set_running_loop(None)

    def _step(self) -> None:
        if self._timers and self._timers[0][0] <= self.now:
            self._come_due()
        able = [process for process in self.processes if process.ready and not process.paused]
        if not able:
            if not self._timers:
                raise NoEnd("everybody waits for somebody else")
            self.now = max(self.now, self._timers[0][0])
            return
        self.steps += 1
        if self.steps > MOST_STEPS:
            raise NoEnd(f"more than {MOST_STEPS} steps")
        process = able[0] if len(able) == 1 else able[int(self.random.random() * len(able))]
        call = process.ready.popleft()
        if not call._cancelled:
            self.current = process
            try:
                call.run()
            except Exception as fault:
                self.call_exception_handler({"message": "nobody caught this", "exception": fault})
            self.now += STEP
            self.current = self.outside

    def _come_due(self) -> None:
        timers = self._timers
        while timers and timers[0][0] <= self.now:
            _, _, call, process = heapq.heappop(timers)
            if not call._cancelled:
                (process.ready if process.alive else process.kept).append(call)


def _answer(future: asyncio.Future[Any], result: Any, fault: BaseException | None) -> None:
    if future.done():
        return  # whoever waited has left
    if fault is None:
        future.set_result(result)
    else:
        future.set_exception(fault)


class Thread:
    """What the store's writer takes for a thread."""

    def __init__(self, loop: Loop, target: Callable[[], None], **_: Any) -> None:
        self._loop, self._target = loop, target
        self._waiting: list[greenlet] = []
        self._ended = False

    def start(self) -> None:
        self._loop.spawn(self._run)

    def _run(self) -> None:
        self._target()
        self._ended = True
        for waiting in self._waiting:
            self._loop.call_soon(waiting.switch)

    def join(self) -> None:
        if not self._ended:
            self._waiting.append(getcurrent())
            self._loop.wait()


class Queue:
    """What it takes for a queue between threads."""

    def __init__(self, loop: Loop) -> None:
        self._loop = loop
        self._items: deque[Any] = deque()
        self._waiting: deque[greenlet] = deque()

    def put(self, item: Any) -> None:
        self._items.append(item)
        if self._waiting:
            self._loop.call_later(self._loop.random.expovariate(5000), self._waiting.popleft().switch)

    def get(self) -> Any:
        while not self._items:
            self._waiting.append(getcurrent())
            self._loop.wait()
        return self._items.popleft()
