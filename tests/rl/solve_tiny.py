"""Solves a tiny variant with OpenSpiel's own algorithms; a process of its own, because its numbers are compiled in.

Usage: PASAR_EXPERIMENT=... python solve_tiny.py "python_bali(players=2,deals=3)". Prints how far each policy is from a
Nash equilibrium, exactly: `nash_conv` walks through the whole game. docs/research.md shows what it prints. Beside that,
whether OpenSpiel can write down a whole game, in which all choose at once where they do.
"""

import json
import sys

import numpy as np
import pyspiel
from open_spiel.python import policy
from open_spiel.python.algorithms import cfr, exploitability, external_sampling_mccfr, generate_playthrough

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
    found = {name: exploitability.nash_conv(game, each) for name, each in policies.items()}
    written = generate_playthrough.playthrough(sys.argv[1].replace(",in_turn=True", ""), action_sequence=None)
    json.dump({**found, "written": "IsTerminal() = True" in written and "Returns()" in written}, sys.stdout)


if __name__ == "__main__":
    main()
