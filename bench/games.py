"""Whole games and decisions a second on one core, beside the same source uncompiled.

    python bench/games.py [--against CHECKOUT] [--pairs 5]

With `--against`, another checkout of Pasar plays the same games in turns with this one.
"""

import argparse

from parts import turns

from pasar.cli.bench import show
from pasar.lab import measure

# Processor time: what else runs takes turns with it, but is not counted.
WORK = """
import sys, time
from pasar.games import find
from pasar.lab.rows import Plan
from pasar.lab.simulate import played

name, games = sys.argv[1], int(sys.argv[2])
options = {word: True for word in sys.argv[3:]}
game = find(name)
plan = Plan.of(game, game.check(4, **options), games, 1)
played(plan, 0, 100)
best = 0.0
for _ in range(5):
    begin = time.process_time()
    played(plan, 0, games)
    best = max(best, games / (time.process_time() - begin))
print(best)
"""


def compare(options: argparse.Namespace) -> None:
    for table in (["bali", "100000", "oracle", "demon"], ["basari", "100000"]):
        here, there = turns.in_turns(WORK, table, options)
        print(f"{table[0]}, 4 players: {turns.told(here)} games a second of processor, median of {len(here)} runs")
        print(turns.compared(here, there, options))


if __name__ == "__main__":
    arguments = turns.parser(__doc__).parse_args()
    if arguments.against:
        compare(arguments)
    else:
        show(measure.random_games())
