"""Steps a second of the vector environment, with observations and masks, on one thread and on two.

    python bench/rl_vector.py [--against CHECKOUT] [--pairs 5]

With `--against`, another checkout of Pasar plays the same games in turns with this one.
"""

import argparse
import json

from parts import turns

from pasar.cli.bench import show
from pasar.games.contract import Rules
from pasar.lab.measure import REPEATS, SEED, Figure

ENVS, STEPS = 8192, 150
TABLES: tuple[tuple[str, Rules], ...] = (
    ("bali", {"players": 2}),
    ("bali", {"players": 4, "oracle": True, "demon": True}),
    ("basari", {"players": 4}),
)
TARGET = 10_000_000

# The best of a few: steps a second, and the same with an open action drawn for each.
WORK = """
import json, sys
from time import perf_counter
from pasar.rl.vector import VectorEnv

name, options, threads, envs, steps, repeats, seed = json.loads(sys.argv[1])
env = VectorEnv(name, envs, threads=threads, **options)
env.reset(seed=seed)
best, best_with_drawing = 0.0, 0.0
for _ in range(repeats + 1):  # the first one compiles
    stepping, began = 0.0, perf_counter()
    for _ in range(steps):
        actions = env.sample()
        start = perf_counter()
        env.step(actions)
        stepping += perf_counter() - start
    best = max(best, envs * steps / stepping)
    best_with_drawing = max(best_with_drawing, envs * steps / (perf_counter() - began))
print(best_with_drawing if sys.argv[2:] else best)
"""


def work(name: str, options: Rules, threads: int) -> str:
    return json.dumps([name, options, threads, ENVS, STEPS, REPEATS, SEED])


def label(name: str, options: Rules) -> str:
    words = "".join(f", {word}" for word in options if word != "players")
    return f"{name}, {options['players']} players{words}"


def figures() -> list[Figure]:
    found = []
    for name, options in TABLES:
        one = turns.measured(turns.HERE, WORK, [work(name, options, 1)])
        two = turns.measured(turns.HERE, WORK, [work(name, options, 2)])
        drawing = turns.measured(turns.HERE, WORK, [work(name, options, 2), "drawing"])
        note = f"{one:,.0f} on one thread; {drawing:,.0f} with drawing the actions"
        found.append(Figure(f"{label(name, options)}: vector steps, two threads", two, "steps/s", TARGET, note=note))
    return found


def compare(options: argparse.Namespace) -> None:
    for name, rules in TABLES:
        for threads in (1, 2):
            here, there = turns.in_turns(WORK, [work(name, rules, threads)], options)
            print(f"{label(name, rules)}, {threads} thread(s): {turns.told(here)} steps a second")
            print(turns.compared(here, there, options), flush=True)


if __name__ == "__main__":
    arguments = turns.parser(__doc__).parse_args()
    if arguments.against:
        compare(arguments)
    else:
        show(figures())
