"""`make bench`: runs the files in bench/ and writes docs/figures.md, all of it: what they said, the machine, the date.

    python tools/figures.py [games rl_vector ...]

Only what is measured is written anew, so every section keeps its own date and machine. A file that fails ends the run
with its exit code; the next run of all of them goes on with it. Files that are named are measured in any case.
"""

import ast
import os
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

from pasar.lab.measure import machine

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "figures.md"
BENCH = ROOT / "bench"
DONE = ROOT / "build" / "bench-done.txt"  # what an unfinished run of all has measured
HEAD = """# Figures

What is measured, on which machine, when, and beside what else. `make bench` writes this page: it measures all of it, or
goes on where the last run stopped; `make bench ONLY="games state"` measures two. How strong the bots are:
[strength](results/strength.md); learners: [benchmark](benchmark.md); peers of the environments, in the same run as
ours: [research](research.md#figures), and [against JAX](decisions/0010-threads-and-no-port-to-jax.md).
"""
HEADING = "\n## `"
MISSING = "\n## Not measured yet\n"

Sections = dict[str, str]  # by the name of the file that measures


def main(names: list[str], bench: Path = BENCH, page: Path = PAGE, done: Path = DONE) -> int:
    files = [file_of(name, bench) for name in names] or left(bench, done)
    for file in files:
        load = os.getloadavg()[0]
        said, code = measured(file)
        if code:
            return code
        write(page, bench, file, section_of(file, said, load))
        if not names:
            done.parent.mkdir(exist_ok=True)
            with done.open("a", encoding="utf-8") as opened:
                opened.write(f"{file.name}\n")
    if not names:
        done.unlink(missing_ok=True)
    return 0


def file_of(name: str, bench: Path) -> Path:
    file = bench / f"{Path(name).stem}.py"
    if not file.is_file():
        raise SystemExit(
            f"there is no {file.name} in bench/ (there are: {', '.join(each.stem for each in all_of(bench))})"
        )
    return file


def all_of(bench: Path) -> list[Path]:
    return sorted(bench.glob("*.py"))


def left(bench: Path, done: Path) -> list[Path]:
    """What a run of all has still to measure."""
    before = done.read_text(encoding="utf-8").split() if done.is_file() else []
    return [file for file in all_of(bench) if file.name not in before]


def measured(file: Path) -> tuple[str, int]:
    """What a file prints, shown as it comes; and its exit code."""
    lines = []
    with subprocess.Popen([sys.executable, file], stdout=subprocess.PIPE, text=True) as running:
        assert running.stdout is not None
        for line in running.stdout:
            print(line, end="", flush=True)
            lines.append(line)
    return "".join(lines), running.returncode


def section_of(file: Path, said: str, load: float) -> str:
    about = (ast.get_docstring(ast.parse(file.read_text(encoding="utf-8"))) or "").partition("\n")[0]
    when = f"{datetime.now(UTC):%Y-%m-%d}, {machine()}, load {load:.1f} when it began."
    return f"\n{about}\n\n{when}\n\n```text\n{said.strip()}\n```\n"


def write(page: Path, bench: Path, file: Path, section: str) -> None:
    """The page with a new section in place of an old one, and without those of files that are gone."""
    before = sections(page.read_text(encoding="utf-8")) if page.is_file() else {}
    kept = {**before, file.name: section}
    names = [each.name for each in all_of(bench)]
    text = HEAD + "".join(f"{HEADING}bench/{name}`\n{kept[name]}" for name in names if name in kept)
    missing = ", ".join(f"`bench/{name}`" for name in names if name not in kept)
    page.write_text(text + (f"{MISSING}\n{missing}\n" if missing else ""), encoding="utf-8")


def sections(page: str) -> Sections:
    parts = page.partition(MISSING)[0].split(f"{HEADING}bench/")[1:]
    return {name: body.removeprefix("\n") for name, _, body in (part.partition("`") for part in parts)}


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
