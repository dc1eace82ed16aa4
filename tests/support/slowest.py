"""The order in which files of tests are taken, and how long each took: by the clock, and of a processor's time.

The clock tells how busy the machine is as much as what a test costs. A processor's time counts what the test's process
used and whatever it started: a browser, a server, a compiler; also what has cut itself loose, if somebody names it
(`count_too`). What was counted once stays counted: a browser that is closed takes what its pages used out of all sums
that Linux keeps.
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
    "export/test_another_package.py", "lab/test_cluster.py", "browser/test_without_server.py",
    "browser/test_phases.py", "browser/test_engines", "server/test_survival.py", "export/", "rl/test_openspiel",
    "browser/",
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


_loose: set[str] = set()
_last = [0.0]


def count_too(process: int) -> None:
    """A program that tests have started and that is nobody's child any more."""
    _loose.add(str(process))


def processor_seconds_since() -> float:
    """Since this was asked last, the first time since this process began."""
    now = _processor_seconds()
    since = max(0.0, now - _last[0])
    _last[0] = now
    return since


def _processor_seconds() -> float:
    """Used so far by this process, by all that it has waited for, and by all that it has started and still runs."""
    ended = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    used = sum(each.ru_utime + each.ru_stime for each in ended)
    return used + sum(map(_used_by, {*_children(os.getpid()), *_loose})) / TICK


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


def lines(reports: list[pytest.TestReport]) -> list[str]:
    """What all took of a processor, and the files that take most: with the seconds of it, and of the clock."""
    used: Counter[str] = Counter()
    lasted: Counter[str] = Counter()
    starting = [began for report in reports if (began := getattr(report, "starting", 0.0))]
    for report in reports:
        file = report.nodeid.partition("::")[0]
        used[file] += getattr(report, "processor", 0.0)
        lasted[file] += report.duration
    return [
        "processor   clock",
        *(f"{seconds:8.1f}s {lasted[file]:6.1f}s {file}" for file, seconds in used.most_common(SHOWN)),
        f"{used.total():8.1f}s {lasted.total():6.1f}s all {len(used)} files",
        f"{sum(starting):8.1f}s         before the first test of {len(starting)} processes",
    ]
