"""The order in which files of tests are taken, and how long each took."""

from collections import Counter
from pathlib import Path

import pytest

SHOWN = 15

# Whoever shares the tests takes whole files: the longest come first, so that nobody is left with one at the end. All of
# the browser's together: as long as they follow each other, they share one browser and one server.
FIRST = (
    "browser/test_engines.py", "browser/", "rl/test_openspiel.py", "lab/test_cluster.py", "server/test_survival.py",
    "cli/test_serve.py", "docs/", "package/", "rl/test_vector.py",
    "server/test_fuzz_http.py", "server/test_fuzz_socket.py", "server/test_secrets.py", "store/test_outage.py",
    "store/test_backup.py", "contract/test_uncompiled.py", "contract/test_secrets.py", "cli/", "referee/",
    "games/bali/test_secrets.py", "lab/",
)  # fmt: skip


def longest_first(items: list[pytest.Item], tests: Path) -> None:
    items.sort(key=lambda item: _place(item.path, tests))


def _place(file: Path, tests: Path) -> int:
    name = file.relative_to(tests).as_posix() if file.is_relative_to(tests) else ""
    return next((place for place, first in enumerate(FIRST) if name.startswith(first)), len(FIRST))


def seconds_by_file(reports: list[pytest.TestReport]) -> list[tuple[str, float]]:
    """The slowest files, of all processes together."""
    sums: Counter[str] = Counter()
    for report in reports:
        sums[report.nodeid.partition("::")[0]] += report.duration
    return sums.most_common(SHOWN)
