"""A Ray cluster as a worker pool (`pasar.lab.spread`): `ray` is one on this machine, `ray://host:port` one elsewhere.

A call whose worker dies is done again by another. Each call knows which games it plays, so a game is neither lost nor
counted twice.
"""

import logging
import os
import re
import socket
import warnings
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from typing import Any, TypeVar

from pasar.errors import PasarError
from pasar.extras import how_to_install
from pasar.games.experiment import VARIABLE
from pasar.kernel.jit import sources_hash
from pasar.lab.spread import AHEAD, Call, in_order

PACKAGE = Path(__file__).resolve().parents[1]
HERE = "ray"
ELSEWHERE = re.compile(r"ray://(?P<host>[^\s/:]+):(?P<port>\d{1,5})")
ANSWERS_WITHIN = 5  # seconds; Ray itself would ask for half a minute
KNOCKS = 3  # on a cluster elsewhere: what it starts for a client sometimes dies at once
DEATHS = 20  # of workers over the same call, after which it is the call that kills them
QUIET = {
    "RAY_USAGE_STATS_ENABLED": "0",  # nobody is told that somebody plays
    "RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO": "0",  # Ray warns otherwise how it treats graphics cards
    "RAY_worker_niceness": "0",  # Ray lets its workers step back behind everything else, local processes among them
}
OTHER_VERSION = "a worker of the cluster has another version of Pasar than this machine: install the same on both"
NO_PASAR = "a worker of the cluster does not find this version of Pasar: install it on every machine, for its Python"

Result = TypeVar("Result")


class NoCluster(PasarError):
    """Ray is not installed, cannot be reached, or runs another version of us."""


def check_address(address: str) -> str:
    """`ray`, or `ray://host:port` where somebody answers; raises NoCluster."""
    elsewhere = ELSEWHERE.fullmatch(address)
    if address != HERE and not elsewhere:
        raise NoCluster(f"{address!r:.60} is no cluster: `ray` is one on this machine, `ray://host:port` one elsewhere")
    _imported()
    if elsewhere:
        _knock(address, elsewhere["host"], int(elsewhere["port"]))
    return address


def _knock(address: str, host: str, port: int) -> None:
    if find_spec("grpc") is None:
        raise NoCluster(f"a cluster elsewhere is reached by gRPC, which is not installed: {how_to_install('ray')}")
    try:
        with socket.create_connection((host, port), ANSWERS_WITHIN):
            pass
    except (OSError, OverflowError) as fault:
        raise NoCluster(f"nobody answers at {address}: {_in_one_line(fault)}") from fault


@dataclass
class Cluster:
    address: str
    workers: int  # of a cluster on this machine; one elsewhere has as many as it has cores, known when it is joined

    def map(self, work: Callable[..., Result], calls: Iterable[Call]) -> Generator[Result, None, None]:
        with joined(self.address, self.workers) as ray:
            self.workers = max(1, int(ray.cluster_resources().get("CPU", 1)))
            remote = ray.remote(max_retries=DEATHS, num_cpus=1)(_do)
            begun: set[Any] = set()

            def begin(call: Call) -> Any:
                with _in_our_words(ray):
                    promise = remote.remote(version(), work, call)
                begun.add(promise)
                return promise

            try:
                for promise in in_order(begin, calls, AHEAD * self.workers):
                    with _in_our_words(ray):
                        result: Result = ray.get(promise)
                    begun.discard(promise)
                    yield result
            finally:
                with suppress(ConnectionError, ray.exceptions.RayError):
                    for promise in begun:
                        ray.cancel(promise, force=True)

    def __str__(self) -> str:
        workers = f"{self.workers} worker{'s' * (self.workers > 1)}"
        return f"Ray with {workers} on this machine" if self.address == HERE else f"{workers} of {self.address}"


def _do(wanted: str, work: Callable[..., Result], call: Call) -> Result:
    """On a worker. Rows are the same everywhere only if the programs are."""
    if wanted != version():
        raise NoCluster(OTHER_VERSION)
    return work(*call)


@cache
def version() -> str:
    """A name for this program, down to the last letter, and for the games and the numbers that it plays with."""
    digest = sha256(sources_hash().encode())
    for source in sorted(PACKAGE.rglob("*.py")):
        digest.update(source.relative_to(PACKAGE).as_posix().encode() + source.read_bytes())
    return digest.hexdigest()


# --- Joining ----------------------------------------------------------------------------------------------------------


@contextmanager
def joined(address: str, workers: int) -> Iterator[Any]:
    """Ray, connected; everything that was started for it ends with it. What is connected already stays so."""
    ray = _imported()
    if ray.is_initialized():
        yield ray
        return
    for name, value in QUIET.items():
        os.environ.setdefault(name, value)
    variables = {name: os.environ[name] for name in (VARIABLE, "PASAR_JIT") if name in os.environ}
    given = {"logging_level": logging.ERROR, "log_to_driver": False, "runtime_env": {"env_vars": variables}}
    try:
        with warnings.catch_warnings(action="ignore"):  # what matters is said below
            if address == HERE:
                ray.init(address="local", num_cpus=workers, include_dashboard=False, **given)
            else:
                _join(ray, address, given)
    except (ImportError, OSError, RuntimeError, ValueError) as fault:
        raise NoCluster(_why_not(address, fault)) from fault
    try:
        yield ray
    finally:
        ray.shutdown()


def _join(ray: Any, address: str, given: dict[str, Any]) -> None:
    logging.getLogger("ray.util.client").setLevel(logging.CRITICAL)  # it complains before it raises
    for _ in range(KNOCKS - 1):
        with suppress(ConnectionAbortedError):
            ray.init(address=address, **given)
            return
    ray.init(address=address, **given)


def _why_not(address: str, fault: Exception) -> str:
    said = _in_one_line(fault)
    if "Version mismatch" in said:
        return f"{address} runs another version of Ray or Python than this machine: {said.partition(': ')[2]}"
    if address == HERE:
        return f"Ray does not start on this machine: {said}"
    return f"no Ray cluster answers at {address}: {said} (is it the port for clients, and has this machine its token?)"


@contextmanager
def _in_our_words(ray: Any) -> Iterator[None]:
    """What a call raised, as if it had been called here; what Ray raised, in one line."""
    try:
        yield
    except ray.exceptions.RayTaskError as fault:
        if isinstance(fault.cause, PasarError):
            raise fault.cause from None
        if "failed to import on the worker" in str(fault):
            raise NoCluster(NO_PASAR) from fault
        raise
    except ray.exceptions.WorkerCrashedError as fault:
        raise PasarError(f"{DEATHS} workers died over the same games: a bot ends its process") from fault
    except (ModuleNotFoundError, AttributeError) as fault:
        raise NoCluster(NO_PASAR) from fault
    except (ConnectionError, ray.exceptions.RayError) as fault:
        raise NoCluster(f"the cluster has failed: {_in_one_line(fault)}") from fault


def _in_one_line(fault: Exception) -> str:
    return " ".join(str(fault).split())[:200] or type(fault).__name__


def _imported() -> Any:
    try:
        import ray
    except ImportError as fault:
        raise NoCluster(f"Ray is not installed: {how_to_install('ray')}") from fault
    return ray
