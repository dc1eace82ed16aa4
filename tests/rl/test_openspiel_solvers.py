"""OpenSpiel's exact solvers on tiny variants, and what they say of ours."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from pasar.games import experiment

pytest.importorskip("pyspiel")

# Tiny variants: a dozen decisions a deal or so, and all of them can be walked through.
TINY = {
    "python_bali(players=2,deals=3)": (
        "bali",
        {
            "card_counts": (1, 1, 1, 0, 0, 0, 0), "rows": 2, "row_cards": 1, "oracles": 0, "starting_goods": 0,
            "goods_of_a_type": 1, "start_stone": (7, 7, 7, 7),
        },
    ),
    "python_basari(players=3,deals=2,in_turn=True)": (
        "basari",
        {"stages": 1, "workers_needed": 1, "starting_gems": 0, "gems_of_a_colour": 5},
    ),
}  # fmt: skip


def solved(spec, file):
    """What a solver beside this file prints. Uncompiled: there are few decisions, and these numbers are compiled for
    nothing else.
    """
    world = {**experiment.environment(*TINY[spec]), "PASAR_JIT": "0"}
    solver = [sys.executable, str(Path(__file__).with_name(file)), spec]
    done = subprocess.run(solver, env=world, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    return json.loads(done.stdout)


@pytest.mark.parametrize("spec", TINY)
def test_tiny_variants_are_solved_and_written_down(spec):
    found = solved(spec, "solve_tiny.py")
    assert found["written"]
    assert found["uniform"] > 0.1
    assert 0 <= found["cfr"] < found["uniform"] / 2 and 0 <= found["mccfr"] < found["uniform"] / 2
    page = (Path(__file__).parents[2] / "docs" / "research.md").read_text(encoding="utf-8")
    line = next(each for each in page.splitlines() if each.startswith(f"| tiny {TINY[spec][0].title()}"))
    assert re.findall(r"\d\.\d{3}", line) == [f"{found[name]:.3f}" for name in ("uniform", "mccfr", "cfr")]


def test_what_exploits_a_bot_wins_no_more_than_a_best_response():
    spec = next(iter(TINY))
    found = solved(spec, "exploit_tiny.py")
    low, high = found["interval"]
    assert found["even"] < low < found["exact"] < high or found["even"] < found["found"] <= found["exact"]
