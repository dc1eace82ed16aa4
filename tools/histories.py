"""Lets histories of the simulated server happen (docs/simulation.md), one for each seed.

python tools/histories.py --seeds 1-500 --hours 0.5     so many, or as many as fit into half an hour
python tools/histories.py --moves 150 --processes 2 --out run.jsonl     long ones, and what each came to, in a file
python tools/histories.py --mutants                     each deliberate fault, and the seed that found it
"""

import argparse
import json
import logging
import os
import shutil
import subprocess
import sys
import tempfile
import time
import tomllib
from collections import Counter
from collections.abc import Generator, Iterator
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, ThreadPoolExecutor, wait
from contextlib import nullcontext
from importlib import import_module
from itertools import islice, takewhile
from multiprocessing import get_context
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
MUTANTS = ROOT / "tests" / "simulate" / "mutants.toml"
REPORT_EVERY = 100  # histories
A_LIFE = 500  # histories of one process
SEEDS = "1-500"
FOUND = "seed {} found: {}"


def seeds_of(text: str) -> range:
    """`500`, or `1-500`."""
    first, _, last = text.rpartition("-")
    return range(int(first or 1), int(last) + 1)


class Run:
    """What histories added up to."""

    def __init__(self) -> None:
        self.histories = self.moves = 0
        self.seconds = self.processor = 0.0
        self.counts: Counter[str] = Counter()
        self.checked: Counter[str] = Counter()
        self.bad: list[int] = []

    def add(self, row: dict[str, Any]) -> None:
        if "found" in row:
            self.bad.append(row["seed"])
            print(FOUND.format(row["seed"], row["found"]), flush=True)
            return
        self.histories += 1
        self.moves += row["moves"]
        self.seconds += row["seconds"]
        self.processor += row["processor"]
        self.counts.update(row["counts"])
        self.checked.update(row["checked"])
        if self.histories % REPORT_EVERY == 0:
            print(f"{self.histories} histories, {self.moves} moves, seed {row['seed']}", flush=True)

    def report(self) -> None:
        print(f"{self.histories} histories, {self.moves} moves, {self.seconds / 3600:.1f} simulated hours")
        print(f"{self.processor:.0f} s of processor, {1000 * self.processor / max(1, self.moves):.1f} ms a move")
        for title, counts in (("faults", self.counts), ("checked", self.checked)):
            print(f"{title}:")
            for name, count in sorted(counts.items()):
                print(f"  {count:8} {name}")
        print(f"found: {sorted(self.bad) or 'nothing'}")


def one(seed: int, moves: int) -> dict[str, Any]:
    """A history as a row: what it added up to, or what was found."""
    history = import_module("simulate.world").history  # of the tests, which mypy does not read
    begun = time.process_time()
    try:
        outcome = history(seed, moves)
    except Exception as fault:
        return {"seed": seed, "wanted": moves, "found": str(fault)}
    kept = {name: getattr(outcome, name) for name in ("seed", "trace", "moves", "seconds", "counts", "checked")}
    return {**kept, "wanted": moves, "processor": time.process_time() - begun}


def rows(seeds: list[int], hours: float, moves: int, processes: int) -> Iterator[dict[str, Any]]:
    until = time.monotonic() + 3600 * hours
    due = takewhile(lambda _: time.monotonic() < until, seeds)
    if processes == 1 and len(seeds) <= A_LIFE:
        yield from (one(seed, moves) for seed in due)
        return
    while (yield from _in_processes(islice(due, A_LIFE * processes), moves, processes)):
        pass


def _in_processes(due: Iterator[int], moves: int, processes: int) -> Generator[dict[str, Any], None, bool]:
    """Whether there was anything to do. New processes, since old ones take more and more memory."""
    made = False
    with ProcessPoolExecutor(processes, get_context("spawn"), initializer=prepare) as pool:
        waiting = {pool.submit(one, seed, moves) for seed in islice(due, 2 * processes)}
        while waiting:
            made = True
            done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
            waiting |= {pool.submit(one, seed, moves) for seed in islice(due, len(done))}
            yield from (each.result() for each in done)
    return made


def prepare() -> None:
    sys.path.insert(1, str(ROOT / "tests"))
    logging.disable(logging.CRITICAL)


def go(asked: argparse.Namespace) -> Run:
    """Histories that are not yet in the file of results, if there is one, which says at any time how far it is."""
    run, out = Run(), Path(asked.out) if asked.out else None
    before = [json.loads(line) for line in out.read_text().splitlines()] if out and out.exists() else []
    for row in before:
        if row["wanted"] != asked.moves:
            raise SystemExit(f"{out} has histories of {row['wanted']} moves: give --moves {row['wanted']}")
        run.add(row)
    known = {row["seed"] for row in before}
    with out.open("a") if out else nullcontext() as file:
        left = [seed for seed in seeds_of(asked.seeds) if seed not in known]
        for row in rows(left, asked.hours, asked.moves, asked.processes):
            if file is not None:
                file.write(json.dumps(row) + "\n")
                file.flush()
            run.add(row)
            if asked.stop and run.bad:
                break
    return run


def mutants(words: list[str], moves: int) -> int:
    table = tomllib.loads(MUTANTS.read_text(encoding="utf-8"))["mutants"]
    some = [each for each in table if not words or any(word in each["name"] for word in words)]
    missed = 0
    with ThreadPoolExecutor(max(2, os.cpu_count() or 1)) as pool:
        for mutant, found in zip(some, pool.map(lambda each: _found(each, moves), some), strict=True):
            missed += found.startswith("NOT")
            print(f"{mutant['name']:66} {found}", flush=True)
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
    parser.add_argument("--processes", type=int, default=1, help="so many at a time")
    parser.add_argument("--out", metavar="FILE", help="a line for each history; a run goes on where this one ends")
    asked = parser.parse_args()
    prepare()
    if asked.mutants is not None:
        return mutants(asked.mutants, asked.moves)
    run = go(asked)
    run.report()
    return 1 if run.bad else 0


if __name__ == "__main__":
    sys.exit(main())
