"""Holds the bars of `make cover`: every room of the house, and every line of the rules. Reads what coverage measured.

Says one line per room or file that is below its bar and ends with 1 if there is any.
"""

import ast
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "src" / "pasar"
ROOMS = 90  # percent of the lines of each folder in src/pasar
RULES = 100  # percent of the lines of each game's rules and their chapters
REPORT = ROOT / "build" / "coverage.json"

Lines = tuple[int, int]  # reached, of


def main() -> int:
    measured = {name: lines_of(about) for name, about in report().items()}
    findings = [
        f"{name}: {percent(lines):.1f} % of {lines[1]} lines, at least {bar} % are asked for"
        for name, lines, bar in [*rooms(measured), *rules(measured)]
        if percent(lines) < bar
    ]
    for finding in findings:
        print(finding, file=sys.stderr)
    if not findings:
        print(f"Every room is above {ROOMS} % of its lines, and the rules are at {RULES} %.")
    return 1 if findings else 0


def report() -> dict[str, Any]:
    """What coverage knows of each file, by its path from the root."""
    REPORT.parent.mkdir(exist_ok=True)
    command = [sys.executable, "-m", "coverage", "json", "--quiet", "-o", str(REPORT)]
    subprocess.run(command, cwd=ROOT, check=True)
    files: dict[str, Any] = json.loads(REPORT.read_text(encoding="utf-8"))["files"]
    return files


def lines_of(about: Any) -> Lines:
    return about["summary"]["covered_lines"], about["summary"]["num_statements"]


def percent(lines: Lines) -> float:
    return 100 * lines[0] / lines[1] if lines[1] else 100


def rooms(measured: dict[str, Lines]) -> list[tuple[str, Lines, int]]:
    found: dict[tuple[str, ...], Lines] = {}
    for name, (reached, all_lines) in measured.items():
        # The files beside the folders are one room, too.
        room = (ROOT / name).relative_to(PACKAGE.parent).parts[:-1][:2]
        before = found.get(room, (0, 0))
        found[room] = (before[0] + reached, before[1] + all_lines)
    return [("/".join(["src", *room]), lines, ROOMS) for room, lines in found.items()]


def rules(measured: dict[str, Lines]) -> list[tuple[str, Lines, int]]:
    files = [file for start in PACKAGE.glob("games/*/rules.py") for file in sorted(chapters(start))]
    names = [file.relative_to(ROOT).as_posix() for file in files]
    return [(name, measured.get(name, (0, 1)), RULES) for name in names]


def chapters(start: Path) -> set[Path]:
    """A file and all files of its own folder that it imports, and those that they do."""
    found, new = set[Path](), {start}
    while new:
        file = new.pop()
        found.add(file)
        new |= _imported(file) - found
    return found


def _imported(file: Path) -> set[Path]:
    own = ".".join(file.parent.relative_to(PACKAGE.parent).parts)
    imports = [
        node for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))) if isinstance(node, ast.ImportFrom)
    ]
    names = {alias.name for node in imports if node.module == own for alias in node.names}
    names |= {
        node.module.removeprefix(f"{own}.") for node in imports if node.module and node.module.startswith(f"{own}.")
    }
    return {path for name in names if (path := file.parent / f"{name}.py").is_file()}


if __name__ == "__main__":
    sys.exit(main())
