"""The figures of the README about bots: how fast they search, in how much memory, and on how many cores."""

import resource
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from time import perf_counter, thread_time

from pasar.bots.contract import Budget, Position
from pasar.bots.search import PLAIN, STRONG, SearchBot, SearchSettings
from pasar.lab.measure import MEGABYTE, REPEATS, SEED, Figure, most_memory, tables
from pasar.lab.simulate import available_cores
from pasar.match.match import Match

SIMULATIONS = 60_000
THREADS = 4


def search_speed() -> list[Figure]:
    """From the opening: plain random rollouts, then the search that the levels use."""
    figures = []
    for name, players, target in _searches():
        label = f"{name}, {players} players"
        figures.append(Figure(f"{label}: plain search", _speed(name, players, PLAIN), "simulations/s", target))
        figures.append(Figure(f"{label}: search with a net", _speed(name, players, STRONG), "simulations/s"))
    return figures


def _searches() -> list[tuple[str, int, float | None]]:
    """Where searches are measured: game, players, and what a plain one should reach."""
    return [(game.name, *each) for game, _, bench in tables() for each in bench.searches.items()]


def _first_game() -> tuple[str, int, int]:
    """The game that stands for all where one is enough, and the fewest and the most players it is searched with."""
    name = _searches()[0][0]
    players = [many for game, many, _ in _searches() if game == name]
    return name, min(players), max(players)


def _speed(name: str, players: int, settings: SearchSettings) -> float:
    position = _opening(name, players)
    return max(_searched(position, settings) / _time(lambda: _searched(position, settings)) for _ in range(REPEATS))


def _opening(name: str, players: int) -> Position:
    match = Match.new(name, players, SEED)
    return Position.of(match, match.to_act[0])


def _searched(position: Position, settings: SearchSettings) -> int:
    """A search that no settled decision ends early; its simulations."""
    bot = SearchBot(settings, SEED)
    bot.prepare(position, Budget(simulations=SIMULATIONS))
    bot.run(position, position.state, SIMULATIONS)
    return SIMULATIONS


def _time(work: Callable[[], object]) -> float:
    """Seconds of this thread, so that others on the machine do not count."""
    began = thread_time()
    work()
    return thread_time() - began


def search_memory() -> list[Figure]:
    """One second of the strongest search, and what is left of its memory afterwards."""
    name, _, players = _first_game()
    position, label = _opening(name, players), f"{name}, {players} players"
    SearchBot(STRONG, SEED).decide(position, Budget(simulations=1))
    before = _memory_now()
    bot = SearchBot(STRONG, SEED)
    bot.decide(position, Budget(seconds=1.0))
    most = _memory_now() - before
    del bot
    left = max(0, _memory_now() - before)
    return [
        Figure(f"{label}: memory of one search of 1 s", most / MEGABYTE, "MB", 256, at_least=False),
        Figure(f"{label}: memory left after it", left / MEGABYTE, "MB", 1, at_least=False),
    ]


def _memory_now() -> int:
    """Bytes that the process holds; where the system does not say, the most that it ever held."""
    try:
        return int(Path("/proc/self/statm").read_text().split()[1]) * resource.getpagesize()
    except OSError:
        return most_memory()


def search_threads() -> list[Figure]:
    """Several searches in threads of one process against one alone; on two cores twice as much is the most."""
    name, players, _ = _first_game()
    position = _opening(name, players)
    _searched(position, PLAIN)
    gains = []
    for _ in range(REPEATS):
        began = perf_counter()
        _searched(position, PLAIN)
        alone = perf_counter() - began
        with ThreadPoolExecutor(THREADS) as pool:
            began = perf_counter()
            list(pool.map(lambda _: _searched(position, PLAIN), range(THREADS)))
            gains.append(THREADS * alone / (perf_counter() - began))
    label = f"{name}: {THREADS} searches in threads, {available_cores()} cores"
    return [Figure(label, max(gains), "times one", 1.7)]
