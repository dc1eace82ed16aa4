"""The first use on a machine compiles: whoever waits is told what for. Later uses read the result from disk."""

import asyncio
import hashlib
import os
import signal
import sys
import tempfile
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import count
from pathlib import Path

import click

from pasar.errors import PasarError
from pasar.games.contract import Game

# What is compiled separately, because most commands need only one of them.
PARTS = {
    "sim": "the rules",
    "match": "the table",
    "records": "the recorder",
    "rows": "the ledger",
    "bots": "the bots",
    "skill": "what decisions are worth",
    "coach": "the coach",
}
CANNOT_KEEP = "Your cache folder cannot be written to, so every start compiles anew: name another one with PASAR_CACHE."


@dataclass(frozen=True)
class CompiledPart:
    """What Numba compiles of a game when `work` is done."""

    game: Game
    name: str
    work: Callable[[], object]


def warm(game: Game, what: str, work: Callable[[], object]) -> None:
    """Do `work`, which makes Numba compile `what` of a game, unless that has been done before on this machine."""
    warm_all([CompiledPart(game, what, work)])


def warm_all(parts: Iterable[CompiledPart]) -> None:
    """The same for several parts; whoever waits hears how many are still to come."""
    from pasar.kernel import jit

    missing = _missing(parts) if jit.ENABLED else []
    if missing and not _can_keep():
        _print("cannot_keep", CANNOT_KEEP)
    for number, (part, marker) in enumerate(missing, 1):
        step = f"step {number} of {len(missing)}, " if len(missing) > 1 else ""
        what = f"{PARTS[part.name]} of {part.game.name}"
        _print("compiling", f"Compiling {what} for this machine ({step}once, 5 to 30 seconds) ...")
        with _counting() as told, _listening(told):
            part.work()
        marker.touch()


def _print(_: str, line: str) -> None:
    click.echo(line, err=True)


def _log(event: str, line: str) -> None:
    from pasar.server.base import logs

    logs.event(event, line=line)


def _missing(parts: Iterable[CompiledPart]) -> list[tuple[CompiledPart, Path]]:
    """What has not been compiled on this machine, each with what will say that it has."""
    return [(part, marker) for part in parts if not (marker := _marker(part.game, part.name)).exists()]


def _can_keep() -> bool:
    from pasar.kernel import jit

    return jit.cache_folder().parent != Path(tempfile.gettempdir())


@contextmanager
def _counting() -> Iterator[Callable[[], None]]:
    """Shows a terminal how often it was called, for each function that has been compiled: it is slow, but it moves."""
    from pasar.cli import screen

    with screen.progress("functions", None) as advance:
        finished = count(1)
        yield lambda: advance(next(finished))


@contextmanager
def _listening(told: Callable[[], None]) -> Iterator[None]:
    """Calls `told` for every function that Numba has compiled meanwhile."""
    from numba.core import event

    listener = event.RecordingListener()
    listener.on_end = lambda _: told()
    with event.install_listener("numba:compile", listener):
        yield


def _marker(game: Game, what: str) -> Path:
    """A file that stands for finished compilations. Like Numba's own, it counts for one kind of machine only."""
    import numba
    from numba.core.registry import cpu_target

    from pasar.kernel import plugins
    from pasar.kernel.jit import cache_folder

    machine = (sys.version, numba.__version__, cpu_target.target_context.codegen().magic_tuple())
    name = hashlib.sha256(repr(machine).encode()).hexdigest()[:16]
    return cache_folder(plugins.game_of(game.package)) / f"{game.name}-{what}-{name}.done"


def match_part(game: Game) -> CompiledPart:
    """What a match needs."""
    from pasar.bots.exercise import exercise_match

    return CompiledPart(game, "match", lambda: exercise_match(game))


def bots_part(game: Game) -> CompiledPart:
    """What bots think with."""
    from pasar.bots.exercise import exercise_bots

    return CompiledPart(game, "bots", lambda: exercise_bots(game))


def warm_match(game: Game) -> None:
    warm_all([match_part(game)])


def warm_record(record: object) -> None:
    """What replaying a record needs, whatever it may be: only one of a game that we have needs anything."""
    from pasar.games import games

    name = record.get("game") if isinstance(record, dict) else None
    if isinstance(name, str) and name in games():
        warm_match(games()[name])


def warm_bots(game: Game) -> None:
    warm_all([bots_part(game)])


def warm_coach(game: Game) -> None:
    """What analyses need."""
    from pasar.coach.exercise import exercise_coach

    warm(game, "coach", lambda: exercise_coach(game))


def warm_tables(games: Iterable[Game]) -> None:
    """Everything that a server needs."""
    warm_all(_table_parts(games))


def _table_parts(games: Iterable[Game]) -> list[CompiledPart]:
    return [part(game) for game in games for part in (match_part, bots_part)]


async def warm_apart(*, in_log: bool = False) -> None:
    """The same, each game in a process of its own, which takes the hundreds of MB along that a compiler keeps.

    Whoever waits hears of it, or reads it in the server's log.
    """
    from pasar.games import games
    from pasar.kernel import jit

    parts = _table_parts(games().values())
    missing = _missing(parts) if jit.ENABLED else []
    if not missing:
        return
    if not _can_keep():
        await asyncio.to_thread(warm_all, parts)  # another process could not hand it over
        return
    names = list(dict.fromkeys(part.game.name for part, _ in missing))
    tell = _log if in_log else _print
    tell("compiling", f"Compiling {' and '.join(names)} for this machine (once, 1 to 3 minutes) ...")
    cores = asyncio.Semaphore(os.cpu_count() or 1)
    with _counting() as told:
        await asyncio.gather(*(_compiled_apart(name, cores, told) for name in names))


async def _compiled_apart(name: str, cores: asyncio.Semaphore, told: Callable[[], None]) -> None:
    # Nothing is written to the pipe: the child reads its end when this process is gone, and ends as well.
    pipe, command = asyncio.subprocess.PIPE, [sys.executable, "-m", __name__, name]
    async with cores:
        child = await asyncio.create_subprocess_exec(*command, stdin=pipe, stdout=pipe)
        try:
            assert child.stdout is not None
            async for _ in child.stdout:
                told()
            code = await child.wait()
        finally:
            if child.returncode is None:
                child.kill()
    if code:
        raise PasarError("the rules could not be compiled; what was said above is why")


def _end_with_parent() -> None:
    os.read(0, 1)  # not through sys.stdin, whose lock would be held while this process ends
    os._exit(1)


def main(name: str) -> None:
    """In a process of its own: compile what a server needs of a game, with a line on stdout for each function."""
    from pasar.games import find

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches the parent as well, which then ends this
    threading.Thread(target=_end_with_parent, daemon=True).start()
    with _listening(click.echo):
        for part, marker in _missing(_table_parts([find(name)])):
            part.work()
            marker.touch()


if __name__ == "__main__":
    main(sys.argv[1])
