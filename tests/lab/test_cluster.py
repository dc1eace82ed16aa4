"""A real Ray on this machine: the rows of one machine, also when a worker is killed, and nothing left when stopped."""

import json
import os
import secrets
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import chdir, redirect_stdout, suppress
from dataclasses import dataclass
from io import StringIO
from pathlib import Path
from typing import Any

import numpy as np
import psutil
import pytest

from pasar.cli import run
from pasar.errors import PasarError
from pasar.games import find
from pasar.kernel.jit import ENABLED
from pasar.lab import cluster, parquet, rows
from pasar.lab.arena import Tournament, outcomes
from pasar.lab.cluster import Cluster, NoCluster, check_address, joined
from pasar.lab.rows import Plan
from pasar.lab.spread import Alone, Threads

pytest.importorskip("ray")
pytestmark = [
    pytest.mark.skipif(not ENABLED, reason="nothing here depends on compiling, and it takes long without"),
    pytest.mark.filterwarnings("ignore"),  # Ray's own
]

RAY = Cluster("ray", 2)


@pytest.fixture(scope="module")
def ray() -> Iterator[Any]:
    """One for all tests: starting it takes the most time of them."""
    with joined("ray", 2) as found:
        yield found


def plan_of(name: str, *bots: str, games: int) -> Plan:
    game = find(name)
    return Plan.of(game, game.check(len(bots)), games, 5, bots)


def whole(chunks: Any) -> dict[str, np.ndarray]:
    chunks = list(chunks)
    return {name: np.concatenate([chunk[name] for chunk in chunks]) for name in chunks[0]}


def assert_same(one: dict[str, np.ndarray], other: dict[str, np.ndarray]) -> None:
    assert list(one) == list(other)
    assert [name for name in one if not np.array_equal(one[name], other[name])] == []


def busy_workers(parent: int) -> list[psutil.Process]:
    """Processes that Ray has at work for a process."""
    found = []
    for process in psutil.Process(parent).children(recursive=True):
        try:
            if process.name().startswith("ray::") and process.name().endswith("_do"):
                found.append(process)
        except psutil.NoSuchProcess:
            continue
    return found


# --- The same rows ----------------------------------------------------------------------------------------------------


def test_rows_are_those_of_one_machine(ray, monkeypatch):
    monkeypatch.setattr(rows, "BY_THUMB", 1000)
    plan = plan_of("bali", "greedy", "random", games=5000)
    assert_same(whole(rows.rows(plan, RAY)), whole(rows.rows(plan, Threads(1))))


def test_an_arena_is_the_same_too(ray):
    plan = Tournament("basari", find("basari").check(3), ("greedy", "random", "easy"), 12, 5)
    here, there = (list(outcomes(plan, pool=pool)) for pool in (Alone(), RAY))
    assert [(o.number, o.seating, o.points, o.winners) for o in there] == [
        (o.number, o.seating, o.points, o.winners) for o in here
    ]


def test_a_killed_worker_costs_time_and_no_game(ray, monkeypatch):
    monkeypatch.setattr(rows, "BY_THUMB", 500)
    plan = plan_of("bali", "greedy", "greedy", "greedy", games=12_000)
    chunks, killed = [], 0
    for chunk in rows.rows(plan, RAY):
        chunks.append(chunk)
        busy = busy_workers(os.getpid())
        if killed < 2 and busy:
            os.kill(busy[0].pid, signal.SIGKILL)
            killed += 1
    assert killed == 2
    assert whole(chunks)["number"].tolist() == list(range(plan.games))
    assert_same(whole(chunks), whole(rows.rows(plan, Threads(2))))


def test_work_that_is_left_is_stopped(ray):
    found = RAY.map(time.sleep, ((seconds,) for seconds in (0, 600, 600, 600)))
    next(found)
    assert within(60, lambda: len(busy_workers(os.getpid())) == 2)
    found.close()
    assert within(60, lambda: busy_workers(os.getpid()) == [])


def within(seconds: float, holds: Any) -> bool:
    until = time.monotonic() + seconds
    while not holds() and time.monotonic() < until:
        time.sleep(0.05)
    return bool(holds())


# --- What is wrong is one line ----------------------------------------------------------------------------------------


def test_what_a_bot_does_wrong_is_said_as_on_one_machine(ray, tmp_path):
    path = tmp_path / "broken.py"
    path.write_text("class Broken:\n    def choose(self, view, open_moves, budget):\n        raise ValueError('no')\n")
    plan = plan_of("bali", f"{path}:Broken", "random", games=2)
    with pytest.raises(PasarError, match=r"game 0: .*broken.py:Broken on seat 0: .*no") as raised:
        list(rows.rows(plan, RAY))
    assert "\n" not in str(raised.value)


def test_workers_with_another_version_are_refused(ray, monkeypatch):
    monkeypatch.setattr(cluster, "version", lambda: "another")
    with pytest.raises(NoCluster, match="another version of Pasar than this machine: install the same on both"):
        list(rows.rows(plan_of("bali", "greedy", "random", games=2), RAY))


GIVEN_UP = "1 workers died over the same games: a bot ends its process\n"
ENDS_EVERY_WORKER = """
import os
from pasar.errors import PasarError
from pasar.lab import cluster

cluster.DEATHS = 1
try:
    list(cluster.Cluster("ray", 1).map(os._exit, [(3,)]))
except PasarError as fault:
    print(fault)
"""


def test_a_call_that_ends_every_worker_is_given_up():
    """In a process of its own: Ray has ended the one that asked, too, on a busy machine, without a word."""
    for _ in range(3):
        asked = subprocess.run([sys.executable, "-c", ENDS_EVERY_WORKER], capture_output=True, text=True, check=False)
        if GIVEN_UP in asked.stdout:
            break
    assert GIVEN_UP in asked.stdout


@pytest.mark.parametrize("address", ["", "rays", "ray://", "ray://host", "host:10001", "ray://a b:1"])
def test_what_is_no_address_is_refused(address):
    with pytest.raises(NoCluster, match="is no cluster"):
        check_address(address)


@pytest.mark.parametrize("address", ["ray://127.0.0.1:9", "ray://nowhere.invalid:10001", "ray://127.0.0.1:99999"])
def test_a_cluster_that_is_not_there_is_one_line(address):
    pytest.importorskip("grpc")
    with pytest.raises(NoCluster, match=f"nobody answers at {address}: .+") as raised:
        check_address(address)
    assert "\n" not in str(raised.value)


def test_without_ray_the_way_to_install_it_is_said(monkeypatch):
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(NoCluster, match=r"Ray is not installed: .*pip install .*\[ray\]'"):
        check_address("ray")


def test_without_grpc_too(monkeypatch):
    monkeypatch.setattr(cluster, "find_spec", lambda name: None)
    with pytest.raises(NoCluster, match=r"reached by gRPC, which is not installed: .*pip install .*\[ray\]'"):
        check_address("ray://127.0.0.1:10001")


# --- The commands -----------------------------------------------------------------------------------------------------

LISTENING = Path(__file__).parents[1] / "support" / "listening.py"


@pytest.fixture(scope="module")
def own_ray_ended() -> None:
    """The Ray of the tests above ends first, so that those of the commands have the machine to themselves."""
    import ray

    ray.shutdown()


def begin(folder: Path, *arguments: str) -> subprocess.Popen[str]:
    """A run in the background that hears Ctrl-C, once its first rows are there."""
    command = [sys.executable, str(LISTENING), *arguments, "--json"]
    child = subprocess.Popen(command, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    part = folder / "rows.parquet.part"
    sizes: set[int] = set()  # of a new file, of one with room for its head, and of one with room for rows
    if not within(90, lambda: len(sizes | grown(part, sizes)) > 2 or child.poll() is not None):
        child.kill()
    assert part.exists(), child.communicate()[1]
    return child


def grown(path: Path, sizes: set[int]) -> set[int]:
    sizes |= {0, path.stat().st_size} if path.exists() else {0}
    return sizes


def sim(games: int, *arguments: str) -> tuple[str, ...]:
    fixed = ("sim", "bali", "--bots", "greedy", "--seed", "4", "--out", "rows.parquet")
    return (*fixed, "--games", str(games), *arguments)


def stop(child: subprocess.Popen[str]) -> None:
    os.kill(child.pid, signal.SIGINT)
    _, said = child.communicate(timeout=60)
    assert child.returncode == 130, said
    assert "finished games are in rows.parquet.part" in said and "Traceback" not in said


def test_ctrl_c_ends_a_ray_of_its_own_and_keeps_what_was_finished(own_ray_ended, tmp_path):
    folder = tmp_path / "with a space"
    folder.mkdir()
    child = begin(folder, *sim(10_000_000, "--on", "ray", "--workers", "2"))
    family = psutil.Process(child.pid).children(recursive=True)
    stop(child)
    assert parquet.read(str(folder / "rows.parquet.part"))[0].games > 0
    assert psutil.wait_procs(family, timeout=20)[1] == []


# --- More than one machine --------------------------------------------------------------------------------------------


@dataclass
class Machines:
    """Two machines, as far as Ray can tell, begun as the docs say; and the address for clients."""

    first: subprocess.Popen[bytes]
    second: subprocess.Popen[bytes]
    address: str

    def at_work(self) -> list[psutil.Process]:
        return [worker for each in (self.first, self.second) for worker in busy_workers(each.pid)]


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port: int = found.getsockname()[1]
        return port


def start(said: Path, *arguments: str) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "ray.scripts.scripts", "start", "--block", "--num-cpus", "1", *arguments]
    with said.open("wb") as file:
        return subprocess.Popen(command, stdout=file, stderr=file)


def kill(process: subprocess.Popen[bytes]) -> None:
    """A machine, at once: everything that it runs."""
    with suppress(psutil.NoSuchProcess):
        for each in [*psutil.Process(process.pid).children(recursive=True), process]:
            with suppress(psutil.NoSuchProcess):
                each.kill()
    process.wait()


@pytest.fixture(scope="module")
def machines(own_ray_ended: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Machines]:
    pytest.importorskip("grpc")
    if " " in sys.executable:
        pytest.skip("`ray start` itself cannot serve clients from a Python whose path has a space")
    said, (port, door) = tmp_path_factory.mktemp("machines"), (free_port(), free_port())
    with pytest.MonkeyPatch.context() as patch, tempfile.TemporaryDirectory(prefix="ray") as short:
        for name, value in {**cluster.QUIET, "RAY_AUTH_MODE": "token", "RAY_AUTH_TOKEN": secrets.token_hex(32)}.items():
            patch.setenv(name, value)
        doors = ("--port", str(port), "--ray-client-server-port", str(door), "--include-dashboard", "false")
        first = start(said / "first", "--head", *doors, "--temp-dir", short)
        second = start(said / "second", "--address", f"127.0.0.1:{port}")
        try:
            logs = (said / "first", said / "second")
            assert within(90, lambda: all("Ray runtime started" in log.read_text() for log in logs)), logs
            yield Machines(first, second, f"ray://127.0.0.1:{door}")
        finally:
            kill(second)
            kill(first)


def found_here(folder: Path, *arguments: str) -> dict[str, Any]:
    """What a command finds on one machine, in this process."""
    folder.mkdir()
    with chdir(folder), redirect_stdout(StringIO()) as said:
        assert run([*arguments, "--json"]) == 0
    found: dict[str, Any] = json.loads(said.getvalue())
    return found


def found_here_and_there(folder: Path, address: str, *arguments: str) -> list[dict[str, Any]]:
    """What a command finds on one machine and on a cluster."""
    there = subprocess.Popen(
        [sys.executable, "-m", "pasar", *arguments, "--json", "--on", address],
        cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    here = found_here(folder / "here", *arguments)
    told, said = there.communicate()
    assert there.returncode == 0, said
    return [here, json.loads(told)]


def test_an_arena_on_a_cluster(machines, tmp_path):
    command = ("arena", "bali", "--bots", "greedy,random", "--games", "4", "--seed", "3")
    here, there = found_here_and_there(tmp_path, machines.address, *command)
    assert here["bots"] == there["bots"] and (here["workers"], there["workers"]) == (1, 2)


def test_a_report_on_a_cluster_with_its_experiments(machines, tmp_path):
    command = ("balance", "bali", "--games", "100", "--seed", "3")
    here, there = found_here_and_there(tmp_path, machines.address, *command)
    assert here["chapters"] == there["chapters"] and here["outliers"] == there["outliers"]


def test_ctrl_c_stops_the_work_of_a_cluster_and_not_the_cluster(machines, tmp_path):
    child = begin(tmp_path, *sim(10_000_000, "--on", machines.address))
    assert within(20, lambda: len(machines.at_work()) == 2)
    stop(child)
    assert within(20, lambda: machines.at_work() == [])
    assert machines.first.poll() is None and machines.second.poll() is None


def test_a_machine_that_fails_costs_time_and_no_game(machines, tmp_path):
    folders = [tmp_path / name for name in ("here", "there")]
    found_here(folders[0], *sim(50_000))
    folders[1].mkdir()
    child = begin(folders[1], *sim(50_000, "--on", machines.address))
    kill(machines.second)
    assert child.poll() is None  # it was not finished yet
    assert child.communicate(timeout=120)[1] == "" and child.returncode == 0
    assert (folders[0] / "rows.parquet").read_bytes() == (folders[1] / "rows.parquet").read_bytes()
