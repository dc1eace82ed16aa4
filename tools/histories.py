"""Lets histories of the simulated server happen (docs/simulation.md), one for each seed.

python tools/histories.py --seeds 1-500 --hours 0.5     so many, or as many as fit into half an hour
python tools/histories.py --mutants                     each deliberate fault, and the seed that found it
"""

import argparse
import logging
import os
import shutil
import subprocess
import sys
import tempfile
import time
import tomllib
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
MUTANTS = ROOT / "tests" / "simulate" / "mutants.toml"
REPORT_EVERY = 100  # histories
SEEDS = "1-500"
FOUND = "seed {} found: {}"


def seeds_of(text: str) -> range:
    """`500`, or `1-500`."""
    first, _, last = text.rpartition("-")
    return range(int(first or 1), int(last) + 1)


class Run:
    """Histories one after the other, and what they added up to."""

    def __init__(self) -> None:
        self.histories = self.moves = 0
        self.seconds = 0.0
        self.counts: Counter[str] = Counter()
        self.checked: Counter[str] = Counter()
        self.bad: list[int] = []

    def go(self, seeds: range, hours: float, moves: int, stop: bool) -> None:
        history = import_module("simulate.world").history  # of the tests, which mypy does not read
        until = time.monotonic() + 3600 * hours
        for seed in seeds:
            if time.monotonic() > until:
                break
            try:
                outcome = history(seed, moves)
            except Exception as fault:
                self.bad.append(seed)
                print(FOUND.format(seed, fault), flush=True)
                if stop:
                    return
                continue
            self.histories += 1
            self.moves += outcome.moves
            self.seconds += outcome.seconds
            self.counts += outcome.counts
            self.checked += outcome.checked
            if self.histories % REPORT_EVERY == 0:
                print(f"{self.histories} histories, {self.moves} moves, seed {seed}", flush=True)

    def report(self) -> None:
        print(f"{self.histories} histories, {self.moves} moves, {self.seconds / 3600:.1f} simulated hours")
        for title, counts in (("faults", self.counts), ("checked", self.checked)):
            print(f"{title}:")
            for name, count in sorted(counts.items()):
                print(f"  {count:8} {name}")
        print(f"found: {self.bad or 'nothing'}")


def mutants(words: list[str], moves: int) -> int:
    table = tomllib.loads(MUTANTS.read_text(encoding="utf-8"))["mutants"]
    some = [each for each in table if not words or any(word in each["name"] for word in words)]
    missed = 0
    with ThreadPoolExecutor(max(2, os.cpu_count() or 1)) as pool:
        for mutant, found in zip(some, pool.map(lambda each: _found(each, moves), some), strict=True):
            missed += found.startswith("NOT")
            print(f"{mutant['name']:55}{found}", flush=True)
    print(f"{len(some) - missed} of {len(some)} found")
    return 1 if missed else 0


def _found(mutant: dict[str, str], moves: int) -> str:
    """The first seed whose history goes wrong with this fault in a copy of the sources."""
    with tempfile.TemporaryDirectory(prefix="pasar-simulate-") as home:
        copy = Path(home) / "src"
        shutil.copytree(ROOT / "src", copy, ignore=shutil.ignore_patterns("__pycache__", "web"))
        file = copy / "pasar" / mutant["file"]
        whole = file.read_text(encoding="utf-8")
        if whole.count(mutant["text"]) != 1:
            return "NOT PUT IN: its text is not there once"
        file.write_text(whole.replace(mutant["text"], mutant["instead"]), encoding="utf-8")
        own = {**os.environ, "PYTHONPATH": f"{copy}{os.pathsep}{ROOT / 'tests'}"}
        command = [sys.executable, __file__, "--seeds", SEEDS, "--moves", str(moves), "--stop"]
        said = subprocess.run(command, env=own, capture_output=True, text=True, check=False)
    lines = [line for line in said.stdout.splitlines() if line.startswith("seed ")]
    return lines[0][:160] if lines else f"NOT FOUND {said.stderr[-300:]}"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--seeds", default=SEEDS, help="the last one, or the first and the last: 1-500")
    parser.add_argument("--hours", type=float, default=24.0, help="no new history after that")
    parser.add_argument("--moves", type=int, default=25, help="after about so many a history is over")
    parser.add_argument("--stop", action="store_true", help="at the first that goes wrong")
    parser.add_argument("--mutants", nargs="*", metavar="WORD", help="put deliberate faults in, all or those named so")
    asked = parser.parse_args()
    sys.path.insert(1, str(ROOT / "tests"))
    logging.disable(logging.CRITICAL)
    if asked.mutants is not None:
        return mutants(asked.mutants, asked.moves)
    run = Run()
    run.go(seeds_of(asked.seeds), asked.hours, asked.moves, asked.stop)
    run.report()
    return 1 if run.bad else 0


if __name__ == "__main__":
    sys.exit(main())
