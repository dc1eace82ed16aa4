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
IN_LOG = "--in-log"  # the process that compiles writes lines of a log
CANNOT_KEEP = "Your cache folder cannot be written to, so every start compiles anew: name another one with PASAR_CACHE."


@dataclass(frozen=True)
class Part:
    """What Numba compiles of a game when `work` is done."""

    game: Game
    name: str
    work: Callable[[], object]


def warm(game: Game, what: str, work: Callable[[], object]) -> None:
    """Do `work`, which makes Numba compile `what` of a game, unless that has been done before on this machine."""
    warm_all([Part(game, what, work)])


def warm_all(parts: Iterable[Part], *, in_log: bool = False) -> None:
    """The same for several parts; whoever waits hears how many are still to come, or reads it in the server's log."""
    from pasar.kernel import jit

    if not jit.ENABLED:
        return
    missing = _missing(parts)
    tell = _log if in_log else _print
    if missing and not _can_keep():
        tell("cannot_keep", CANNOT_KEEP)
    for number, (part, marker) in enumerate(missing, 1):
        step = f"step {number} of {len(missing)}, " if len(missing) > 1 else ""
        what = f"{PARTS[part.name]} of {part.game.name}"
        tell("compiling", f"Compiling {what} for this machine ({step}once, 5 to 30 seconds) ...")
        with _counting():
            part.work()
        marker.touch()


def _print(_event: str, line: str) -> None:
    click.echo(line, err=True)


def _log(event: str, line: str) -> None:
    from pasar.server.base import logs

    logs.event(event, line=line)


def _missing(parts: Iterable[Part]) -> list[tuple[Part, Path]]:
    """What has not been compiled on this machine, each with what will say that it has."""
    return [(part, marker) for part in parts if not (marker := _marker(part.game, part.name)).exists()]


def _can_keep() -> bool:
    from pasar.kernel import jit

    return jit.cache_folder().parent != Path(tempfile.gettempdir())


@contextmanager
def _counting() -> Iterator[None]:
    """Show a terminal how many functions have been compiled: it is slow, but it moves."""
    from numba.core import event

    from pasar.cli import screen

    with screen.progress("functions", None) as advance:
        finished, listener = count(1), event.RecordingListener()
        listener.on_end = lambda _: advance(next(finished))
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


def match_part(game: Game) -> Part:
    """What a match needs."""
    from pasar.bots.exercise import exercise_match

    return Part(game, "match", lambda: exercise_match(game))


def bots_part(game: Game) -> Part:
    """What bots think with."""
    from pasar.bots.exercise import exercise_bots

    return Part(game, "bots", lambda: exercise_bots(game))


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


def warm_tables(games: Iterable[Game], *, in_log: bool = False) -> None:
    """Everything that a server needs."""
    warm_all(_table_parts(games), in_log=in_log)


def _table_parts(games: Iterable[Game]) -> list[Part]:
    return [part(game) for game in games for part in (match_part, bots_part)]


async def warm_apart(*, in_log: bool = False) -> None:
    """The same in a process of its own, which takes along the hundreds of MB that a compiler does not give back."""
    from pasar.games import games
    from pasar.kernel import jit

    parts = _table_parts(games().values())
    if not jit.ENABLED or not _missing(parts):
        return
    if not _can_keep():
        await asyncio.to_thread(warm_all, parts, in_log=in_log)  # another process could not hand it over
        return
    # The pipe is never written to: the child reads its end when this process is gone, and ends as well.
    command = [sys.executable, "-m", __name__, *([IN_LOG] if in_log else [])]
    child = await asyncio.create_subprocess_exec(*command, stdin=asyncio.subprocess.PIPE)
    try:
        code = await child.wait()
    finally:
        if child.returncode is None:
            child.kill()
    if code:
        raise PasarError("the rules could not be compiled; what was said above is why")


def _end_with_parent() -> None:
    os.read(0, 1)  # not through sys.stdin, whose lock would be held while this process ends
    os._exit(1)


if __name__ == "__main__":
    from pasar.games import games

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches the parent as well, which then ends this
    threading.Thread(target=_end_with_parent, daemon=True).start()
    if IN_LOG in sys.argv:
        from pasar.server.base import logs

        logs.configure(as_json=True)
    warm_tables(games().values(), in_log=IN_LOG in sys.argv)
