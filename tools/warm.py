"""Compiles what the tests use, each game in a process of its own: several that share the tests would all do it at once.

What has been compiled before on this machine is not compiled again. With --tables-only only what a game at a table
needs: for learners and browsers more packages have to be there.
"""

import contextlib
import io
import subprocess
import sys
import tempfile
from pathlib import Path

from pasar.cli import run
from pasar.cli.warm import warm_coach, warm_tables
from pasar.export.compiling import COACH, GAME
from pasar.export.exporting import compiled
from pasar.games import find, games
from pasar.games.contract import Game, actions_in
from pasar.kernel import jit
from pasar.kernel.rng import generator

TABLES_ONLY = "--tables-only"
DECISIONS = 3


def main(arguments: list[str]) -> int:
    if not jit.ENABLED:
        return 0
    if names := [each for each in arguments if each != TABLES_ONLY]:
        for name in names:
            warm(name, everything=TABLES_ONLY not in arguments)
        return 0
    running = [subprocess.Popen([sys.executable, __file__, name, *arguments]) for name in games()]
    return max(process.wait() for process in running)


def warm(name: str, everything: bool) -> None:
    """What tables need, all kinds of simulation, what coaches and learners need, and the game for browsers."""
    with tempfile.TemporaryDirectory() as folder, contextlib.redirect_stdout(io.StringIO()):
        warm_tables([find(name)])
        for more in ([], ["--bots", "greedy"], ["--records", str(Path(folder) / "games.jsonl")]):
            run(["sim", name, "--games", "1", *more])
    play(find(name))
    if everything:
        warm_coach(find(name))
        learn(name)
        for part in (GAME, COACH):
            compiled(find(name), part)


def play(game: Game) -> None:
    """A few decisions with nothing but the contract, as hardly any part of Pasar plays but most tests do."""
    state, source = game.deal(game.check(), generator(1)), generator(2)
    game.compiled.start(state, None)
    for _ in range(DECISIONS):
        if not game.compiled.over(state):
            seat = game.to_act(state)[0]
            for text in filter(None, game.moves.TEXTS):
                game.spoken.why(state, seat, text)
            game.resampled(state, seat, source)
            game.observation(state, seat)
            game.compiled.apply(state, seat, next(actions_in(game.compiled.open_actions(state, seat))), None)


def learn(name: str) -> None:
    """The environments of learners, one for each loop that is stamped for them."""
    from pasar.rl.vector import VectorEnv

    for opponent in ("random", "greedy"):
        env = VectorEnv(name, 2, learners=(0,), opponent=opponent)
        env.reset(seed=1)
        env.step(env.sample())
        env.close()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
