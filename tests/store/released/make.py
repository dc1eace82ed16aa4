"""Run once when a schema is released: writes down a filled database of each kind, for later versions to open.

PYTHONPATH=tests python tests/store/released/make.py
"""

import asyncio
import contextlib
import sqlite3
import subprocess
import sys
import tempfile
from pathlib import Path

from support.databases import fill, opened, server

from pasar.store.migrations import SCHEMA

HERE = Path(__file__).parent


async def filled(url: str) -> None:
    async with opened(url) as store:
        await fill(store)


def sqlite(file: Path) -> str:
    asyncio.run(filled(f"sqlite:///{file}"))
    with contextlib.closing(sqlite3.connect(file)) as connection:
        return "\n".join(connection.iterdump())


def postgresql() -> str:
    url = server().make()
    asyncio.run(filled(url))
    dump = [str(server().programs / "pg_dump"), "--inserts", "--no-owner", url]
    said = subprocess.run(dump, check=True, capture_output=True, text=True).stdout
    # Only what matters: no comments, no settings of the session, nothing that only psql understands.
    lines = said.splitlines()
    return "\n".join(line for line in lines if line and not line.startswith(("--", "SET ", "SELECT pg_catalog", "\\")))


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        dumps = {"sqlite": sqlite(Path(folder) / "filled.sqlite3"), "postgresql": postgresql()}
    for name, dump in dumps.items():
        file = HERE / f"schema-{SCHEMA}.{name}.sql"
        file.write_text(dump + "\n", encoding="utf-8")
        sys.stdout.write(f"{file}\n")


if __name__ == "__main__":
    main()
