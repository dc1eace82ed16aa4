"""Work over a pool of workers: this process, threads, processes, or a Ray cluster. The results are the same with all.

Work is one function of a module and the arguments of every call; a call depends on nothing else. Results come in the
order of the calls. Only a few calls are under way at once, so memory does not grow with the length of a run, and
leaving the loop early (Ctrl-C) stops the rest.
"""

import multiprocessing
import signal
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass
from itertools import islice
from typing import Any, Protocol, TypeVar

from pasar.errors import PasarError

AHEAD = 3  # calls in work or waiting, for each worker

Result = TypeVar("Result")
Call = tuple[Any, ...]


class WorkerPool(Protocol):
    """Somewhere that work can be done."""

    @property
    def workers(self) -> int: ...

    def map(self, work: Callable[..., Result], calls: Iterable[Call]) -> Generator[Result, None, None]: ...

    def __str__(self) -> str: ...


def worker_pool(on: str | None, workers: int, compiled: bool) -> WorkerPool:
    """What `--on` and `--workers` ask for. Work that is `compiled` does without processes of its own."""
    if on is not None:
        from pasar.lab.cluster import Cluster

        return Cluster(on, workers)
    if compiled:
        return Threads(workers)
    return Alone() if workers == 1 else Processes(workers)


def lasting(pool: WorkerPool) -> AbstractContextManager[Any]:
    """For several runs: what a cluster takes to start, it takes once."""
    from pasar.lab.cluster import Cluster, joined

    return joined(pool.address, pool.workers) if isinstance(pool, Cluster) else nullcontext()


def in_order(begin: Callable[[Call], Any], calls: Iterable[Call], at_once: int) -> Iterator[Any]:
    """Begin calls, `at_once` at a time, and give what was begun back in order; more is begun as it is taken away."""
    begun = map(begin, calls)
    waiting = deque(islice(begun, at_once))
    while waiting:
        yield waiting.popleft()
        waiting.extend(islice(begun, 1))


@dataclass(frozen=True)
class Alone:
    """Here and now, one call after the other."""

    workers: int = 1

    def map(self, work: Callable[..., Result], calls: Iterable[Call]) -> Generator[Result, None, None]:
        return (work(*call) for call in calls)

    def __str__(self) -> str:
        return "1 process"


@dataclass(frozen=True)
class Threads:
    """For compiled loops, which do not hold the interpreter's lock."""

    workers: int

    def map(self, work: Callable[..., Result], calls: Iterable[Call]) -> Generator[Result, None, None]:
        with _closing(ThreadPoolExecutor(self.workers)) as pool:
            for future in in_order(lambda call: pool.submit(work, *call), calls, AHEAD * self.workers):
                yield future.result()

    def __str__(self) -> str:
        return f"{self.workers} thread{'s' * (self.workers > 1)}"


@dataclass(frozen=True)
class Processes:
    """For Python: bots that think, and bots of somebody's own, which can only be stopped with their process."""

    workers: int

    def map(self, work: Callable[..., Result], calls: Iterable[Call]) -> Generator[Result, None, None]:
        context = multiprocessing.get_context("spawn")
        pool = ProcessPoolExecutor(self.workers, context, initializer=_leave_ctrl_c_to_parent)
        try:
            with _closing(pool):
                for future in in_order(lambda call: pool.submit(work, *call), calls, AHEAD * self.workers):
                    yield future.result()
        except BrokenProcessPool as fault:
            raise PasarError("a worker died in the middle of a game: a bot has ended the process") from fault
        finally:
            for process in multiprocessing.active_children():
                process.terminate()

    def __str__(self) -> str:
        return f"{self.workers} process{'es' * (self.workers > 1)}"


@contextmanager
def _closing(pool: Executor) -> Iterator[Executor]:
    """What has not begun when somebody leaves is not begun any more."""
    try:
        yield pool
    except BaseException:
        pool.shutdown(wait=False, cancel_futures=True)
        raise
    pool.shutdown()


def _leave_ctrl_c_to_parent() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
