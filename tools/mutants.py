"""Puts deliberate faults into a copy of the project, one at a time, and says whether its tests notice each.

    python tools/mutants.py              all of tools/mutants.toml
    python tools/mutants.py leaks s11    those of a group, or whose name has this in it

A fault is an exact text of a file and what takes its place. Rules run uncompiled: a fault in them would have to be
compiled anew. The tests that failed run once more at the end, without any fault: only who passes then has noticed
something.
"""

import os
import queue
import shutil
import subprocess
import sys
import tempfile
import time
import tomllib
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from importlib.util import cache_from_source
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
TABLE = ROOT / "tools" / "mutants.toml"
NEEDED = ("src", "tests", "tools", "docs", "examples", "web", "pyproject.toml", "README.md", "Makefile")
LEFT_OUT = shutil.ignore_patterns("node_modules", "__pycache__", ".venv")
PATIENCE = 120  # seconds for a test: a fault may lead to a game without an end
PASSED, FAILED = 0, 1  # how pytest ends; anything else is no answer of a test


@dataclass(frozen=True)
class Mutant:
    group: str
    name: str
    file: str  # in src/pasar; `**` for a folder that does not matter
    text: str
    instead: str
    tests: tuple[str, ...]  # in tests, likewise
    only: str  # what pytest is asked to pick from them (-k); nothing: all

    @property
    def compiled(self) -> bool:
        """A server with its bots is slow otherwise, and its rules, which nobody has changed, are compiled already."""
        return not self.file.startswith(("games/", "kernel/"))

    def place(self, root: Path = ROOT) -> Path:
        return found(root / "src" / "pasar", self.file)


def mutants() -> list[Mutant]:
    table = tomllib.loads(TABLE.read_text(encoding="utf-8"))
    return [
        Mutant(group, **{**each, "tests": tuple(each["tests"]), "only": each.get("only", "")})
        for group, some in table.items()
        for each in some
    ]


def found(folder: Path, pattern: str) -> Path:
    """The one file that a pattern means."""
    files = sorted(folder.glob(pattern))
    if len(files) != 1:
        raise SystemExit(f"{TABLE.name}: {pattern} means {len(files)} files in {folder.relative_to(ROOT)}, not one")
    return files[0]


def chosen(words: Iterable[str]) -> list[Mutant]:
    everything, wanted = mutants(), list(words)
    some = [each for each in everything if not wanted or any(word in (each.group, *_parts(each)) for word in wanted)]
    if not some:
        raise SystemExit(f"no mutant is called {' or '.join(wanted)} (groups: rules, leaks, defences)")
    return some


def _parts(mutant: Mutant) -> list[str]:
    return [mutant.name, *mutant.name.split()]


class Copies:
    """Copies of the project to break, as many as run at once."""

    def __init__(self, home: Path, count: int) -> None:
        self._free: queue.SimpleQueue[Path] = queue.SimpleQueue()
        for number in range(count):
            copy = home / str(number)
            copy.mkdir()
            for name in NEEDED:
                source = ROOT / name
                if source.is_dir():
                    shutil.copytree(source, copy / name, ignore=LEFT_OUT, symlinks=True)
                else:
                    shutil.copy(source, copy / name)
            self._free.put(copy)

    def whole(self) -> Path:
        """One that nobody is breaking."""
        return self._free.get()

    def verdict(self, mutant: Mutant) -> "Verdict":
        copy = self._free.get()
        file = mutant.place(copy)
        whole = file.read_text(encoding="utf-8")
        picked = ["-k", mutant.only] if mutant.only else []
        begun = time.monotonic()
        try:
            _write(file, whole.replace(mutant.text, mutant.instead))
            code, said = _ended(
                copy, mutant.compiled, "-x", *picked, *(str(found_in(copy, each)) for each in mutant.tests)
            )
        finally:
            _write(file, whole)
            self._free.put(copy)
        return Verdict(mutant, code, said, time.monotonic() - begun)


@dataclass(frozen=True)
class Verdict:
    mutant: Mutant
    code: int  # how pytest ended
    said: str
    seconds: float

    @property
    def test(self) -> str:
        """The first one that failed."""
        return next(iter(_failures(self.said)), "") if self.code == FAILED else ""

    def __str__(self) -> str:
        if self.code not in (PASSED, FAILED):
            return f"BROKEN: no test could run\n{self.said[-1500:]}"
        return f"noticed: {self.test}" if self.test else "NOT NOTICED"


def _write(file: Path, text: str) -> None:
    """Python knows a changed source by its size and the second of its change, which may both be the same here."""
    file.write_text(text, encoding="utf-8")
    Path(cache_from_source(str(file))).unlink(missing_ok=True)


def _ended(copy: Path, compiled: bool, *tests: str) -> tuple[int, str]:
    own = {**os.environ, "PYTHONPATH": str(copy / "src"), "PASAR_JIT": "1" if compiled else "0"}
    own.pop("PYTHONDONTWRITEBYTECODE", None)
    patient = [f"--timeout={PATIENCE}", *([] if compiled else ["-o", "timeout_method=signal"])]
    command = [sys.executable, "-m", "pytest", "-q", "--tb=line", "-p", "no:cacheprovider", *patient, *tests]
    done = subprocess.run(command, cwd=copy, env=own, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout + done.stderr


def _failures(said: str) -> list[str]:
    """By what pytest says at its end, the names of tests, which may have spaces in them."""
    summary = said.rpartition("short test summary info")[2]
    lines = [line for line in summary.splitlines() if line.startswith(("FAILED ", "ERROR "))]
    return [line.split(" ", 1)[1].split(" - ")[0] for line in lines]


def failing_without_faults(copy: Path, verdicts: Iterable[Verdict]) -> set[str]:
    """Which of the tests that failed would have done so anyway."""
    failing: set[str] = set()
    for compiled in (False, True):
        tests = sorted({each.test for each in verdicts if each.test and each.mutant.compiled == compiled})
        code, said = _ended(copy, compiled, *tests) if tests else (PASSED, "")
        if code not in (PASSED, FAILED):
            raise SystemExit(f"without faults no test could run:\n{said[-1500:]}")
        failing.update(_failures(said))
    return failing


def found_in(root: Path, test: str) -> Path:
    file, _, name = test.partition("::")
    files = sorted((root / "tests").glob(file))
    if len(files) != 1:
        raise SystemExit(f"{TABLE.name}: there is no test file {file}")
    return Path(f"{files[0]}::{name}" if name else files[0])


def main(words: list[str]) -> int:
    some = chosen(words)
    count = min(len(some), os.cpu_count() or 1)
    verdicts, begun = [], time.monotonic()
    with tempfile.TemporaryDirectory(prefix="pasar-mutants-") as home, ThreadPoolExecutor(count) as pool:
        copies = Copies(Path(home), count)
        print(f"{len(some)} faults ...", flush=True)
        for verdict in pool.map(copies.verdict, some):
            verdicts.append(verdict)
            print(f"{verdict.mutant.group:9}{verdict.mutant.name:45}{verdict.seconds:4.0f} s  {verdict}", flush=True)
        anyway = failing_without_faults(copies.whole(), verdicts)
    if anyway:
        print("these tests fail without a fault:\n" + "\n".join(sorted(anyway)))
    noticed = [each for each in verdicts if each.test and each.test not in anyway]
    print(f"{len(noticed)} of {len(some)} noticed, in {time.monotonic() - begun:.0f} s")
    return 0 if len(noticed) == len(some) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
