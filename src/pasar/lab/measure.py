"""The figures that the README states, each measured by one function, with its target and what it is compared with."""

import json
import os
import platform
import resource
import subprocess
import sys
import tempfile
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from time import perf_counter
from typing import Any

from pasar.errors import PasarError
from pasar.games import find, games
from pasar.games.chapters import Bench, lab_of
from pasar.games.contract import Game, Rules
from pasar.kernel.rng import generator
from pasar.lab.rows import Plan
from pasar.lab.simulate import CHUNK, available_cores, played, simulate
from pasar.lab.spread import Threads

SEED = 1
REPEATS = 3  # of which the best counts: whatever else the machine does only ever slows down
GAMES = 100_000
UNCOMPILED_GAMES = 30
STEP_GAMES = 30
MANY = 1_000_000
MEGABYTE = 2**20


@dataclass(frozen=True)
class Figure:
    name: str
    value: float
    unit: str
    target: float | None = None
    at_least: bool = True  # the target is a lower bound; otherwise an upper one
    note: str = ""  # what it is compared with, in the same run

    @property
    def met(self) -> bool | None:
        if self.target is None:
            return None
        return self.value >= self.target if self.at_least else self.value <= self.target

    def as_json(self) -> dict[str, Any]:
        return {**asdict(self), "met": self.met}


def machine() -> str:
    """The machine in one line."""
    from importlib.metadata import version

    model = platform.processor() or platform.machine()
    info = Path("/proc/cpuinfo")
    if info.exists():
        names = [
            line.partition(":")[2].strip() for line in info.read_text().splitlines() if line.startswith("model name")
        ]
        model = names[0] if names else model
    python = f"Python {platform.python_version()}, Numba {version('numba')}, NumPy {version('numpy')}"
    return f"{model}, {available_cores()} cores, {platform.system()}; {python}"


# --- Speed of the rules -----------------------------------------------------------------------------------------------


def tables() -> list[tuple[Game, Rules, Bench]]:
    """Where every game is measured."""
    benches = [(game, lab_of(game).bench) for game in games().values()]
    return [(game, game.check(**bench.options), bench) for game, bench in benches]


def random_games() -> list[Figure]:
    return [figure for game, rules, bench in tables() for figure in _games(game, rules, bench.games_per_s)]


def _games(game: Game, rules: Rules, target: float | None) -> list[Figure]:
    """Whole games of random play on one core, beside the same source run as plain Python."""
    plan = Plan.of(game, rules, GAMES, SEED)
    played(plan, 0, 1)
    best = max((simulate(plan).as_json() for _ in range(REPEATS)), key=lambda found: float(found["games_per_s"]))
    slow = _uncompiled(game.name, rules)
    label = f"{game.name}, {', '.join(_words(rules))}, one core"
    note = (
        f"{best['games_per_s'] / slow['games_per_s']:,.0f} times the same source uncompiled ({slow['games_per_s']:.0f})"
    )
    return [
        Figure(f"{label}: random games", best["games_per_s"], "games/s", target, note=note),
        Figure(
            f"{label}: decisions",
            best["decisions_per_s"],
            "decisions/s",
            note=f"{slow['decisions_per_s']:,.0f} uncompiled",
        ),
    ]


def _words(options: Rules) -> list[str]:
    return [f"{options['players']} players", *(name for name, value in options.items() if value is True)]


def _arguments(options: Rules) -> list[str]:
    return ["--players", str(options["players"]), *(f"--{name}" for name, value in options.items() if value is True)]


def _uncompiled(name: str, options: Rules) -> dict[str, Any]:
    run = ["sim", name, *_arguments(options), "--games", str(UNCOMPILED_GAMES), "--seed", str(SEED), "--workers", "1"]
    found: dict[str, Any] = json.loads(_pasar(*run, "--json", PASAR_JIT="0"))
    return found


def state_sizes() -> list[Figure]:
    return [
        Figure(f"{game.name}: state", game.state.STATE.itemsize, "bytes", 512, at_least=False)
        for game in games().values()
    ]


def steps() -> list[Figure]:
    """What one decision costs from Python: ask what is open, play it."""
    figures = []
    for game, rules, _ in tables():
        _step_time(game, rules)
        best = min(_step_time(game, rules) for _ in range(REPEATS))
        figures.append(Figure(f"{game.name}: one step from Python", best * 1e6, "microseconds", 5, at_least=False))
    return figures


def _step_time(game: Game, rules: Rules) -> float:
    compiled, taken, count = game.compiled, 0.0, 0
    for seed in range(STEP_GAMES):
        state = game.deal(rules, generator(seed))
        compiled.start(state, None)
        acting = game.to_act(state)
        while acting:
            seat = acting[0]
            began = perf_counter()
            actions = int(compiled.open_actions(state, seat))
            compiled.apply(state, seat, (actions & -actions).bit_length() - 1, None)
            taken += perf_counter() - began
            count += 1
            acting = game.to_act(state)
    return taken / count


# --- The whole program ------------------------------------------------------------------------------------------------


def million() -> list[Figure]:
    """`pasar sim GAME --games 1000000` on two workers, and how far the memory grows after its first games."""
    figures = []
    for game, _, bench in tables():
        if bench.million_s is not None:
            code = f"from pasar.lab.measure import million_here; million_here({game.name!r})"
            found = json.loads(_run(sys.executable, "-c", code))
            name = f"{game.name}: a million games, two workers"
            figures += [
                Figure(name, found["seconds"], "s", bench.million_s, at_least=False),
                Figure(f"{game.name}: memory grown in a million games", found["grown"] / MEGABYTE, "MB", 8,
                       at_least=False),
            ]  # fmt: skip
    return figures


def million_here(name: str) -> None:
    """Measured in a process of its own, because a process only knows the most memory that it ever had."""
    game = find(name)
    rules = game.check()
    simulate(Plan.of(game, rules, 8 * CHUNK, SEED), Threads(2))
    before = most_memory()
    summary = simulate(Plan.of(game, rules, MANY, SEED), Threads(2))
    sys.stdout.write(json.dumps({"seconds": summary.seconds, "grown": most_memory() - before}))


def most_memory() -> int:
    """Bytes that this process ever held at once."""
    unit = 1 if sys.platform == "darwin" else 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit


def cold_compile() -> list[Figure]:
    """The first simulation of each game on a machine that has never run one."""
    with tempfile.TemporaryDirectory() as folder:

        def first_use() -> None:
            for name in games():
                _pasar("sim", name, "--games", "1", PASAR_CACHE=folder)

        seconds = _time(first_use)
    return [Figure("all games: first use, compiling", seconds, "s", 30, at_least=False)]


def starts() -> list[Figure]:
    start = ("sim", next(iter(games())), "--games", "1")
    _pasar(*start)
    return [
        Figure("pasar --help", min(_time(lambda: _pasar("--help")) for _ in range(REPEATS)), "s", 0.3, at_least=False),
        Figure(
            "pasar sim: start, compiled",
            min(_time(lambda: _pasar(*start)) for _ in range(REPEATS)),
            "s",
            2,
            at_least=False,
        ),
    ]


def _time(work: Callable[[], object]) -> float:
    began = perf_counter()
    work()
    return perf_counter() - began


def _pasar(*arguments: str, **environment: str) -> str:
    return _run(sys.executable, "-m", "pasar", *arguments, **environment)


def _run(*command: str, **environment: str) -> str:
    every = {**os.environ, **environment}
    found = subprocess.run(command, env=every, capture_output=True, text=True, check=False)  # noqa: S603
    if found.returncode != 0:
        said = found.stderr.strip().splitlines() or ["nothing was said"]
        raise PasarError(f"measuring {' '.join(command[1:4])} failed: {said[-1]}")
    return found.stdout


QUICK = (random_games, state_sizes, steps)
ALL = (*QUICK, million, cold_compile, starts)
