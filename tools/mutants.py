"""Puts deliberate faults into a copy of the project, one at a time, and says whether its tests notice each.

    python tools/mutants.py              all of tools/mutants.toml
    python tools/mutants.py leaks s11    those of a group, or whose name has this in it

A fault is an exact text of a file and what takes its place. Rules run uncompiled: a fault in them would have to be
compiled anew. The same tests run without any fault first: only who passes then can notice something.
"""

import os
import queue
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
TABLE = ROOT / "tools" / "mutants.toml"
NEEDED = ("src", "tests", "tools", "docs", "examples", "web", "pyproject.toml", "README.md", "Makefile")
LEFT_OUT = shutil.ignore_patterns("node_modules", "__pycache__", ".venv")
PATIENCE = 600  # seconds: a fault may lead to a game without an end
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

    def without_faults(self, mutant: Mutant) -> int:
        """How the tests end that should notice it."""
        copy = self._free.get()
        try:
            return _ended(copy, mutant)[0]
        except subprocess.TimeoutExpired:
            return FAILED  # on a machine that is too busy to tell anything
        finally:
            self._free.put(copy)

    def verdict(self, mutant: Mutant) -> str:
        copy = self._free.get()
        file = mutant.place(copy)
        whole = file.read_text(encoding="utf-8")
        try:
            file.write_text(whole.replace(mutant.text, mutant.instead), encoding="utf-8")
            code, said = _ended(copy, mutant)
        except subprocess.TimeoutExpired:
            return "noticed: a test found no end"
        finally:
            file.write_text(whole, encoding="utf-8")
            self._free.put(copy)
        if code not in (PASSED, FAILED):
            return f"BROKEN: no test could run\n{said[-1500:]}"
        return f"noticed: {_first_failure(said)}" if code == FAILED else "NOT NOTICED"


def _ended(copy: Path, mutant: Mutant) -> tuple[int, str]:
    own = {
        **os.environ, "PYTHONPATH": str(copy / "src"), "PASAR_JIT": "1" if mutant.compiled else "0",
        "PYTHONDONTWRITEBYTECODE": "1",
    }  # fmt: skip
    files = [str(found_in(copy, each)) for each in mutant.tests]
    picked = ["-k", mutant.only] if mutant.only else []
    command = [sys.executable, "-m", "pytest", "-q", "-x", "--tb=line", "-p", "no:cacheprovider", *picked, *files]
    done = subprocess.run(command, cwd=copy, env=own, capture_output=True, text=True, timeout=PATIENCE, check=False)
    return done.returncode, done.stdout + done.stderr


def found_in(root: Path, test: str) -> Path:
    file, _, name = test.partition("::")
    files = sorted((root / "tests").glob(file))
    if len(files) != 1:
        raise SystemExit(f"{TABLE.name}: there is no test file {file}")
    return Path(f"{files[0]}::{name}" if name else files[0])


def _first_failure(said: str) -> str:
    lines = [line for line in said.splitlines() if line.startswith(("FAILED ", "ERROR "))]
    return lines[0].split(" - ")[0].split(" ", 1)[1] if lines else "?"


def main(words: list[str]) -> int:
    some = chosen(words)
    count = min(len(some), os.cpu_count() or 1)
    with tempfile.TemporaryDirectory(prefix="pasar-mutants-") as home, ThreadPoolExecutor(count) as pool:
        copies = Copies(Path(home), count)
        sets = list({(each.tests, each.only, each.compiled): each for each in some}.values())
        print(f"{len(some)} faults; first the tests without any ({len(sets)} sets) ...", flush=True)
        ends = list(pool.map(copies.without_faults, sets))
        if any(ends):
            failing = [", ".join(each.tests) for each, end in zip(sets, ends, strict=True) if end]
            print("these tests fail without a fault:\n" + "\n".join(failing))
            return 1
        bad = 0
        for mutant, verdict in zip(some, pool.map(copies.verdict, some), strict=True):
            bad += not verdict.startswith("noticed")
            print(f"{mutant.group:9}{mutant.name:45}{verdict}", flush=True)
    print(f"{len(some) - bad} of {len(some)} noticed")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
