"""kill -9 in the middle of appends: whatever was reported as stored is there, and numbers have no gap."""

import subprocess
import sys
from pathlib import Path

from support.databases import in_loop, opened

PROGRAM = Path(__file__).parents[1] / "support" / "appending.py"
ROUNDS = 3
LINES_A_ROUND = 400


def killed_in_the_middle(url: str) -> dict[str, int]:
    """The last number of each table that the program said was stored."""
    with subprocess.Popen([sys.executable, PROGRAM, url], stdout=subprocess.PIPE, text=True) as program:
        assert program.stdout is not None
        lines = [program.stdout.readline() for _ in range(LINES_A_ROUND)]
        program.kill()
        lines += program.stdout.readlines()
    said: dict[str, int] = {}
    for line in lines:
        table, number = line.split()
        said[table] = int(number)
    return said


@in_loop
async def test_nothing_that_was_stored_is_lost(database_url: str) -> None:
    for _ in range(ROUNDS):
        said = killed_in_the_middle(database_url)
        assert sum(said.values()) >= LINES_A_ROUND
        async with opened(database_url) as store:
            for table, number in said.items():
                entries, row = await store.entries(table), await store.row(table)
                assert row is not None and row.version == len(entries) >= number
                assert [entry.number for entry in entries] == list(range(1, len(entries) + 1))
