"""The first use on a machine that has no compiled code yet.

    python bench/compile.py [--against CHECKOUT] [--pairs 5]

With `--against`, what `make play` needs is compiled, in turns with another checkout of Pasar.
"""

import argparse

from parts import turns

from pasar.cli.bench import show
from pasar.lab import measure

# Processor seconds of a process for each game, which compiles what a server needs of it.
WORK = """
import os, resource, subprocess, sys, tempfile

code = '''
import sys
from pasar.bots.exercise import exercise_bots, exercise_match
from pasar.games import find
exercise_match(find(sys.argv[1]))
exercise_bots(find(sys.argv[1]))
'''
with tempfile.TemporaryDirectory() as folder:
    for game in sys.argv[1:]:
        subprocess.run([sys.executable, "-c", code, game], env={**os.environ, "PASAR_CACHE": folder}, check=True)
spent = resource.getrusage(resource.RUSAGE_CHILDREN)
print(spent.ru_utime + spent.ru_stime)
"""


def compare(options: argparse.Namespace) -> None:
    for game in ("bali", "basari"):
        here, there = turns.in_turns(WORK, [game], options)
        print(f"{game}: {turns.told(here)} seconds of processor to compile what make play needs")
        print(turns.compared(here, there, options), flush=True)


if __name__ == "__main__":
    arguments = turns.parser(__doc__).parse_args()
    if arguments.against:
        compare(arguments)
    else:
        show(measure.cold_compile())
