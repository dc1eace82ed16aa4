"""Plays seeded games of every kind and prints a hash of all their states: the same, whether compiled or not.

python hashes.py NAME GAMES PART PARTS plays GAMES games of every PARTS-th kind of the game NAME, from kind number PART
on; of a kind that brings a file along, a fifth of them.
"""

import hashlib
import runpy
import sys
from pathlib import Path

from pasar.kernel.rng import generator

SECRETS_EVERY = 16  # decisions; redrawing secrets is slow uncompiled


def hash_of(kind, games):
    """Of every state after every decision, and now and then of what a seat observes and imagines."""
    rolling = hashlib.sha256()
    for seed in range(games):
        for number, (state, seat, action) in enumerate(kind.walk(seed)):
            rolling.update(state.tobytes() + bytes([seat, action]))
            if number % SECRETS_EVERY == seed % SECRETS_EVERY:
                onlooker = number % kind.players
                rolling.update(kind.game.observation(state, onlooker).tobytes())
                rolling.update(kind.game.resampled(state, onlooker, generator(number)).tobytes())
        rolling.update(state.tobytes())
        rolling.update(repr([kind.game.points(state, kind.players), kind.game.winners(state)]).encode())
    return rolling.hexdigest()


if __name__ == "__main__":
    games, part, parts = map(int, sys.argv[2:])
    shared = runpy.run_path(str(Path(__file__).parents[1] / "conftest.py"))
    kinds = [kind for kind in shared["all_kinds"]() if kind.game.name == sys.argv[1]]
    for kind in kinds[part::parts]:
        hashed = hash_of(kind, games // 5 if kind.brings_a_file else games)
        sys.stdout.write(f"{kind} {hashed}\n")
