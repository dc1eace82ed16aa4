"""The order in which files of tests are taken, and how long each took: by the clock, and of a processor's time.

The clock tells how busy the machine is as much as what a test costs. A processor's time counts what the test's process
used and whatever it started: a browser, a server, a compiler. Only what has cut itself loose (a database's server, Ray)
is not in it.
"""

import contextlib
import os
import resource
from collections import Counter
from pathlib import Path

import pytest

SHOWN = 15
TICK = os.sysconf("SC_CLK_TCK")

# Whoever shares the tests takes whole files: the longest come first, so that nobody is left with one at the end. All of
# the browser's together: as long as they follow each other, they share one browser and one server.
FIRST = (
    "export/test_another_package.py", "browser/test_engines.py", "lab/test_cluster.py", "server/test_survival.py",
    "export/", "rl/test_openspiel", "browser/test_without_server.py", "browser/test_phases.py", "browser/",
    "rl/test_vector.py", "docs/", "package/", "benchmark/", "server/test_secrets.py", "cli/",
    "contract/test_secrets.py", "contract/test_uncompiled.py", "server/test_fuzz_http.py", "simulate/",
    "games/bali/test_secrets.py", "rl/", "contract/", "server/test_tables.py", "test_readme.py", "store/", "lab/",
    "referee/", "server/",
)  # fmt: skip


def longest_first(items: list[pytest.Item], tests: Path) -> None:
    items.sort(key=lambda item: _place(item.path, tests))


def _place(file: Path, tests: Path) -> int:
    name = file.relative_to(tests).as_posix() if file.is_relative_to(tests) else ""
    return next((place for place, first in enumerate(FIRST) if name.startswith(first)), len(FIRST))


def processor_seconds() -> float:
    """Used so far by this process, by all that it has waited for, and by all that it has started and still runs."""
    ended = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    used = sum(each.ru_utime + each.ru_stime for each in ended)
    return used + sum(_used_by(child) for child in _children(os.getpid())) / TICK


def _used_by(process: str) -> int:
    """In ticks, by a process and all below it. One that ends meanwhile counts as nothing."""
    try:
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0
    return sum(map(int, fields[11:15])) + sum(_used_by(child) for child in _children(int(process)))


def _children(process: int) -> list[str]:
    found: list[str] = []
    with contextlib.suppress(OSError):  # not Linux, or the process has ended
        for thread in Path(f"/proc/{process}/task").iterdir():
            with contextlib.suppress(OSError):
                found += (thread / "children").read_text().split()
    return found


def seconds_by_file(reports: list[pytest.TestReport]) -> list[tuple[str, float, float]]:
    """The files that take most of a processor, of all processes together: with the seconds of it, and of the clock."""
    used: Counter[str] = Counter()
    lasted: Counter[str] = Counter()
    for report in reports:
        file = report.nodeid.partition("::")[0]
        used[file] += getattr(report, "processor", 0.0)
        lasted[file] += report.duration
    return [(file, seconds, lasted[file]) for file, seconds in used.most_common(SHOWN)]
