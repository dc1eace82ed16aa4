"""Is a port to JAX worth it? Our threads beside Pgx (games in JAX) on the same cores, turn by turn in one run.

Pgx is not locked: pip install "jax[cpu]" pgx, beside Pasar. Leduc hold'em is its smallest card game: six cards, at most
eight decisions. Both sides choose an open action by chance, step, deal anew what has ended, and make observations and
masks. Processor time counts all threads, so that other work on the machine matters less.
"""

import statistics
import sys
from collections.abc import Callable
from time import perf_counter, process_time
from typing import Any

from pasar.rl.extras import MissingExtra, needed
from pasar.rl.vector import VectorEnv

BATCH, STEPS, ROUNDS = 8192, 60, 9
THEIRS = "leduc_holdem"
OURS = (("bali", 2), ("basari", 4))
THREADS = 2


def ours(game: str, players: int) -> Callable[[], None]:
    env = VectorEnv(game, BATCH, players, threads=THREADS)
    env.reset(seed=1)

    def run() -> None:
        for _ in range(STEPS):
            env.step(env.sample())

    return run


def theirs() -> Callable[[], None]:
    """A whole run of steps as one compiled loop, which is how Pgx is meant to be used."""
    jax, pgx = needed("jax", "train"), needed("pgx", "train")
    wrappers = needed("pgx.experimental.wrappers", "train")
    env = pgx.make(THEIRS)
    step = jax.vmap(wrappers.auto_reset(env.step, env.init))

    def once(carried: Any, _: Any) -> Any:
        state, key = carried
        key, drawn, again = jax.random.split(key, 3)
        chances = jax.numpy.where(state.legal_action_mask, 0.0, -jax.numpy.inf)
        action = jax.random.categorical(drawn, chances, axis=-1)
        return (step(state, action, jax.random.split(again, BATCH)), key), None

    scan = jax.jit(lambda carried: jax.lax.scan(once, carried, None, length=STEPS)[0])
    key = jax.random.PRNGKey(1)
    carried = [(jax.jit(jax.vmap(env.init))(jax.random.split(key, BATCH)), key)]

    def run() -> None:
        carried[0] = jax.block_until_ready(scan(carried[0]))

    return run


def main() -> None:
    try:
        sides = {THEIRS: theirs(), **{f"{game}, {players} players": ours(game, players) for game, players in OURS}}
    except MissingExtra as missing:
        print(f'{str(missing).partition(":")[0]}: pip install "jax[cpu]" pgx', file=sys.stderr)
        return
    rates: dict[str, list[tuple[float, float]]] = {name: [] for name in sides}
    for turn in range(ROUNDS + 1):  # the first one compiles
        for name, run in sides.items():
            began, used = perf_counter(), process_time()
            run()
            if turn:
                steps = BATCH * STEPS / 1e6
                rates[name].append((steps / (process_time() - used), steps / (perf_counter() - began)))
    for name, found in rates.items():
        of_processor, of_clock = (statistics.median(column) for column in zip(*found, strict=True))
        ratio = of_processor / statistics.median(each for each, _ in rates[THEIRS])
        print(
            f"{name}: {of_processor:.2f} million steps a second of processor time ({ratio:.1f} times {THEIRS}); "
            f"by the clock {of_clock:.2f}, at best {max(each for _, each in found):.2f}"
        )


if __name__ == "__main__":
    main()
