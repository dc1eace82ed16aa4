"""Solves a tiny variant with OpenSpiel's own algorithms; a process of its own, because its numbers are compiled in.

Usage: PASAR_EXPERIMENT=... python solve_tiny.py "python_bali(players=2,deals=3)". Prints how far each policy is from a
Nash equilibrium, exactly: `nash_conv` walks through the whole game. docs/research.md shows what it prints.
"""

import json
import sys

import numpy as np
import pyspiel
from open_spiel.python import policy
from open_spiel.python.algorithms import cfr, exploitability, external_sampling_mccfr

import pasar.rl.openspiel  # noqa: F401

FULL, SAMPLED = 6, 20  # iterations


def main() -> None:
    np.random.seed(1)  # OpenSpiel's solver samples from NumPy's own generator: so the page's numbers repeat
    game = pyspiel.load_game(sys.argv[1])
    sampled, full = external_sampling_mccfr.ExternalSamplingSolver(game), cfr.CFRSolver(game)
    for _ in range(FULL):
        full.evaluate_and_update_policy()
    for _ in range(SAMPLED):
        sampled.iteration()
    policies = {
        "uniform": policy.UniformRandomPolicy(game),
        "mccfr": sampled.average_policy(),
        "cfr": full.average_policy(),
    }
    json.dump({name: exploitability.nash_conv(game, each) for name, each in policies.items()}, sys.stdout)


if __name__ == "__main__":
    main()
