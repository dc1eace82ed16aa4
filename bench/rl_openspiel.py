"""Random play through OpenSpiel beside OpenSpiel's own games in Python, in one run."""

import random
import sys
from time import process_time
from typing import Any

from pasar.cli.bench import show
from pasar.lab.measure import REPEATS, Figure
from pasar.rl.extras import MissingExtra, needed

SECONDS = 1.5
OURS = ("python_bali(players=2)", "python_basari(players=3,in_turn=True)")
THEIRS = {"python_block_dominoes": "block_dominoes", "python_liars_poker": "liars_poker"}


def rate(game: Any) -> float:
    return max(_rate(game) for _ in range(REPEATS))


def _rate(game: Any) -> float:
    """Decisions a second of this processor's time, the chance nodes of the deal not counted."""
    choice, decisions, began = random.Random(1), 0, process_time()
    while process_time() - began < SECONDS:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(choice.choice(state.chance_outcomes())[0])
            else:
                state.apply_action(choice.choice(state.legal_actions()))
                decisions += 1
    return decisions / (process_time() - began)


def main() -> None:
    try:
        pyspiel = needed("pyspiel", "openspiel")
        needed("pasar.rl.openspiel", "openspiel")
    except MissingExtra as missing:
        print(missing, file=sys.stderr)
        return
    for module in THEIRS.values():
        needed(f"open_spiel.python.games.{module}", "openspiel")
    other = {name: rate(pyspiel.load_game(name)) for name in THEIRS}
    note = "; ".join(f"{name} {value:,.0f}" for name, value in other.items())
    ours = [(name, rate(pyspiel.load_game(name))) for name in OURS]
    show([Figure(f"{name}: random play", value, "decisions/s", max(other.values()), note=note) for name, value in ours])


if __name__ == "__main__":
    main()
