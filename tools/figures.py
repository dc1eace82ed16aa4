"""`make bench`: runs the files in bench/ and writes what they say into docs/figures.md, with the machine and the date.

    python tools/figures.py [bench/games.py ...]

Only what was measured is written anew; the rest of the page stays. A file that fails ends the run with its exit code.
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
BEGIN = "<!-- make bench writes all that follows -->\n"
HEADING = "\n## `"

Sections = dict[str, str]  # by the name of the file that measures


def main(files: list[Path], page: Path = PAGE) -> int:
    for file in files:
        load = os.getloadavg()[0]
        said, code = measured(file)
        if code:
            return code
        page.write_text(with_section(page.read_text(encoding="utf-8"), file, said, load), encoding="utf-8")
    return 0


def measured(file: Path) -> tuple[str, int]:
    """What a file prints, shown as it comes; and its exit code."""
    lines = []
    with subprocess.Popen([sys.executable, file], stdout=subprocess.PIPE, text=True) as running:
        assert running.stdout is not None
        for line in running.stdout:
            print(line, end="", flush=True)
            lines.append(line)
    return "".join(lines), running.returncode


def with_section(page: str, file: Path, said: str, load: float) -> str:
    head, _, rest = page.partition(BEGIN)
    kept = sections(rest)
    about = (ast.get_docstring(ast.parse(file.read_text(encoding="utf-8"))) or "").partition("\n")[0]
    when = f"{datetime.now(UTC):%Y-%m-%d}, {machine()}, load {load:.1f} when it began."
    kept[file.name] = f"\n{about}\n\n{when}\n\n```text\n{said.strip()}\n```\n"
    return head + BEGIN + "".join(f"{HEADING}bench/{name}`\n{kept[name]}" for name in sorted(kept))


def sections(text: str) -> Sections:
    parts = text.split(f"{HEADING}bench/")[1:]
    return {name: body.removeprefix("\n") for name, _, body in (part.partition("`") for part in parts)}


if __name__ == "__main__":
    sys.exit(main([Path(each) for each in sys.argv[1:]] or sorted((ROOT / "bench").glob("*.py"))))
