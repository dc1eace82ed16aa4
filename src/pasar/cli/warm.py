"""The first use on a machine compiles: whoever waits is told what for. Later uses read the result from disk."""

import hashlib
import sys
from collections.abc import Callable
from pathlib import Path

import click

from pasar.games.contract import Game

# What is compiled separately, because most commands need only one of them.
PARTS = {"sim": "the rules", "match": "the table", "records": "the recorder", "bots": "the bots"}


def warm(game: Game, what: str, work: Callable[[], object]) -> None:
    """Do `work`, which makes Numba compile `what` of a game, unless that has been done before on this machine."""
    from pasar.kernel import jit

    if not jit.ENABLED:
        return
    marker = _marker(game, what)
    if marker.exists():
        return
    click.echo(f"Compiling {PARTS[what]} of {game.name} for this machine (once, 5 to 30 seconds) ...", err=True)
    work()
    marker.touch()


def _marker(game: Game, what: str) -> Path:
    """A file that stands for finished compilations. Like Numba's own, it counts for one kind of machine only."""
    import numba
    from numba.core.registry import cpu_target

    from pasar.kernel.jit import cache_folder

    machine = (sys.version, numba.__version__, cpu_target.target_context.codegen().magic_tuple())
    name = hashlib.sha256(repr(machine).encode()).hexdigest()[:16]
    return cache_folder() / f"{game.name}-{what}-{name}.done"


def warm_match(game: Game) -> None:
    """Compile what a match needs."""
    from pasar.bots.exercise import exercise_match

    warm(game, "match", lambda: exercise_match(game))


def warm_bots(game: Game) -> None:
    """Compile what bots think with."""
    from pasar.bots.exercise import exercise_bots

    warm(game, "bots", lambda: exercise_bots(game))
