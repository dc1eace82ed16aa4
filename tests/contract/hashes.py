"""Plays seeded games of every kind and prints a hash of all their states: the same, whether compiled or not.

python hashes.py NAME GAMES PART PARTS plays GAMES games of every PARTS-th kind of the game NAME, from kind number PART
on; of a kind that brings a file along, a fifth of them. With one more argument, `steps`, it prints what it would hash.
"""

import hashlib
import runpy
import sys
from pathlib import Path

from pasar.kernel.rng import generator

SECRETS_EVERY = 16  # decisions; redrawing secrets is slow uncompiled


def steps(kind, games):
    """What there is to hash: every state after every decision, now and then what a seat observes and imagines."""
    for seed in range(games):
        for number, (state, seat, action) in enumerate(kind.walk(seed)):
            yield seed, "state", state.tobytes()
            yield seed, "decision", bytes([seat, action])
            if number % SECRETS_EVERY == seed % SECRETS_EVERY:
                onlooker = number % kind.players
                yield seed, "observation", kind.game.observation(state, onlooker).tobytes()
                yield seed, "resampled", kind.game.resampled(state, onlooker, generator(number)).tobytes()
        yield seed, "state", state.tobytes()
        yield seed, "result", repr([kind.game.points(state, kind.players), kind.game.winners(state)]).encode()


def hash_of(kind, games):
    rolling = hashlib.sha256()
    for _, _, written in steps(kind, games):
        rolling.update(written)
    return rolling.hexdigest()


if __name__ == "__main__":
    games, part, parts = map(int, sys.argv[2:5])
    shared = runpy.run_path(str(Path(__file__).parents[1] / "conftest.py"))
    kinds = [kind for kind in shared["all_kinds"]() if kind.game.name == sys.argv[1]]
    for kind in kinds[part::parts]:
        if "steps" in sys.argv:
            sys.stdout.writelines(f"{kind} {seed} {what} {each.hex()}\n" for seed, what, each in steps(kind, games))
        else:
            sys.stdout.write(f"{kind} {hash_of(kind, games // 5 if kind.brings_a_file else games)}\n")
