"""What Ray on one machine costs against local workers: greedy games with Ray, threads and processes in turn."""

import sys
from contextlib import closing
from time import perf_counter

from pasar.cli.bench import show
from pasar.games import find
from pasar.lab.cluster import HERE, Cluster
from pasar.lab.measure import SEED, Figure
from pasar.lab.rows import BY_THUMB, Plan, play, rows
from pasar.lab.spread import Processes, Threads, WorkerPool

WORKERS = 2
SECONDS = 35.0  # that a run takes about
PLAYERS = 4
TRIAL = 16 * BY_THUMB  # games to estimate the speed from: work enough for all
TARGET = 0.8


def timed(plan: Plan, pool: WorkerPool) -> float:
    """Seconds from nothing to the last row, starting the pool included."""
    began = perf_counter()
    with closing(rows(plan, pool)) as found:
        played = sum(len(columns["number"]) for columns in found)
    assert played == plan.games
    return perf_counter() - began


def long_plan(seconds: float) -> Plan:
    game = find("bali")
    trial = Plan.of(game, game.check(PLAYERS), TRIAL, SEED, ("greedy",) * PLAYERS)
    play(trial, 0, 1)  # compiles, the first time
    return trial.with_games(int(TRIAL * seconds / timed(trial, Threads(WORKERS))))


def main() -> None:
    plan = long_plan(float(sys.argv[1]) if len(sys.argv) > 1 else SECONDS)
    pools: dict[str, WorkerPool] = {
        "threads": Threads(WORKERS),
        "processes": Processes(WORKERS),
        "Ray": Cluster(HERE, WORKERS),
    }
    seconds = {name: timed(plan, each) for name, each in pools.items()}
    speeds = [
        Figure(f"{name}: rows", plan.games / took, "games/s", note=f"{took:.1f} s") for name, took in seconds.items()
    ]
    share = 100 * seconds["processes"] / seconds["Ray"]
    note = f"{plan.games:,} games of greedy, {WORKERS} workers, starting included"
    show([*speeds, Figure("Ray against local processes", share, "%", 100 * TARGET, note=note)])


if __name__ == "__main__":
    main()
