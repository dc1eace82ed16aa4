"""A program that appends to tables of a database until it is killed, and says each number once it is stored."""

import asyncio
import os
import secrets
import sys

from pasar.store.contract import Append, LogEntry, Row
from pasar.store.store import Store


async def main(url: str) -> None:
    store = await Store.open(url)
    await asyncio.gather(*(play(store, f"t{number}") for number in range(20)))


async def play(store: Store, table: str) -> None:
    row = await store.row(table)
    version = row.version if row else 0
    while True:
        version += 1
        entry = LogEntry(version, 0.0, "move", {"table": table}, secrets.token_hex(4))
        await store.append(Append(Row(table, "bali", "playing", True, version, 0.0, None, {}), [entry]))
        os.write(1, f"{table} {version}\n".encode())


asyncio.run(main(sys.argv[1]))
