"""Steps a second of the PettingZoo environments beside PettingZoo's own card games, in one run."""

import random
import sys
import warnings
from collections.abc import Callable
from time import process_time
from typing import Any

import numpy as np

from pasar.cli.bench import show
from pasar.lab.measure import REPEATS, Figure
from pasar.rl.extras import MissingExtra, needed

SECONDS = 1.5
THEIRS = ("leduc_holdem_v4", "texas_holdem_v4", "texas_holdem_no_limit_v6")
TIMES = 3


def rate(env: Any) -> float:
    """Steps a second of processor time in games by chance, as `agent_iter` and `last` play them; the best of a few."""
    return max(_rate(env) for _ in range(REPEATS))


def _rate(env: Any) -> float:
    choice, steps, began = random.Random(1), 0, process_time()
    while process_time() - began < SECONDS:
        env.reset(seed=steps)
        for _ in env.agent_iter():
            seen, _, ended, cut, _ = env.last()
            over = ended or cut
            env.step(None if over else choice.choice(np.flatnonzero(seen["action_mask"]).tolist()))
            steps += not over
    return steps / (process_time() - began)


def theirs() -> dict[str, float]:
    """PettingZoo's own card games, as far as they can be imported here."""
    found = {}
    for name in THEIRS:
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                make: Callable[[], Any] = needed(f"pettingzoo.classic.{name}", "rl").env
                found[name] = rate(make())
        except ImportError:
            print(f"{name} cannot be measured beside ours: pip install rlcard pygame-ce", file=sys.stderr)
    return found


def main() -> None:
    try:
        modules = [needed(f"pasar.rl.{name}", "rl") for name in ("bali_v0", "basari_v0")]
    except MissingExtra as missing:
        print(missing, file=sys.stderr)
        return
    other = theirs()
    fastest = max(other.values(), default=0.0)
    note = "; ".join(f"{name} {value:,.0f}" for name, value in other.items())
    target = TIMES * fastest if fastest else None
    ours = [(module.__name__.rpartition(".")[2], rate(module.env())) for module in modules]
    show([Figure(f"{name}: PettingZoo steps", value, "steps/s", target, note=note) for name, value in ours])


if __name__ == "__main__":
    main()
