"""How long a server takes to be ready again, with thousands of unfinished tables to look after.

    python bench/server_restart.py [--tables 10000]

Counted from the start of the process until /ready answers 200, and until a first table has been shown. One table in ten
waits for a bot. The target is 5 seconds; compared with, in the same run: a start with no tables at all.
"""

import argparse
import asyncio
import itertools
import secrets
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random

import httpx
from parts.serving import servers, warm

from pasar.games import games
from pasar.lab.measure import machine
from pasar.server.table import deciding, gathering, wire
from pasar.server.table.new_entries import NewEntry, Who
from pasar.server.table.rows import row_of
from pasar.server.table.table import BOT, PERSON, Table
from pasar.store.contract import Append, LogEntry
from pasar.store.place import FILE
from pasar.store.store import Store

MOVES = 30  # into each game
DIFFERENT = 20  # games; every table is one of them
AT_ONCE = 500
TARGET = 5.0  # seconds


class Begun:
    """A game of a person and bots, some moves old, and the entries that tell it."""

    def __init__(self, game: str, number: int) -> None:
        self.table, self.entries, self.chance = Table("a" * 16), list[LogEntry](), Random(number)
        who = Who("nobody", "Nobody")
        self._write(gathering.opened(gathering.agreed(wire.AskedOptions(game=game), {}), who))
        self._write(gathering.seated(0, who))
        for seat in range(1, len(self.table.seats)):
            self._write(NewEntry("sat", {"seat": seat, "bot": "greedy", "name": "greedy"}))
        self._write(*deciding.decide(self.table, wire.Start(type="start"), who))
        while len(self.table.made) < MOVES or self._bot_is_to_act != (number % 10 == 0):
            self._move()

    @property
    def _bot_is_to_act(self) -> bool:
        return any(self.table.seats[seat].plays_itself for seat in self.table.waiting)

    def _write(self, *news: NewEntry) -> None:
        for new in news:
            self.table.apply(new.kind, new.body, time.time())
            self.entries.append(
                LogEntry(self.table.version, self.table.changed_at, new.kind, new.body, secrets.token_hex(6))
            )

    def _move(self) -> None:
        assert self.table.match is not None
        seat = self.table.waiting[0]
        menu = self.table.match.menu(seat)
        move = self.chance.choice([*menu.open, *([menu.build.least] if menu.build else [])])
        self._write(deciding.played(self.table, seat, move, BOT if seat else PERSON))

    def append(self, id: str) -> Append:
        return Append(row_of(self.table)._replace(id=id), self.entries, people_changed=True)


async def fill(folder: Path, count: int) -> tuple[str, str]:
    """Unfinished tables; the id and the key of one of them."""
    some = [Begun(game, number) for number, game in zip(range(DIFFERENT), itertools.cycle(games()))]
    store = await Store.open(f"sqlite:///{folder / FILE}")
    try:
        ids = [secrets.token_hex(8) for _ in range(count)]
        appends = (begun.append(id) for id, begun in zip(ids, itertools.cycle(some)))
        while chunk := list(itertools.islice(appends, AT_ONCE)):
            await asyncio.gather(*map(store.append, chunk))
    finally:
        await store.close()
    return ids[0], some[0].table.key


def started(folder: Path, table: tuple[str, str] | None = None) -> Iterator[float]:
    """Seconds from the start of a server until it is ready, and then until it has shown a table."""
    begun = time.perf_counter()
    with servers(folder) as [server], httpx.Client(base_url=server.address, trust_env=False) as http:
        http.get("/ready").raise_for_status()
        yield time.perf_counter() - begun
        if table is not None:
            http.get(f"/api/tables/{table[0]}", headers={"pasar-key": table[1]}).raise_for_status()
            yield time.perf_counter() - begun


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--tables", type=int, default=10_000)
    tables = options.parse_args().tables
    warm()
    with tempfile.TemporaryDirectory() as empty, tempfile.TemporaryDirectory() as full:
        (bare,) = started(Path(empty))
        table = asyncio.run(fill(Path(full), tables))
        megabytes = sum(file.stat().st_size for file in Path(full).iterdir()) / 1e6
        ready, shown = started(Path(full), table)
    print(f"{tables:,} unfinished tables ({megabytes:.0f} MB): ready after {ready:.2f} s, a first table shown after")
    print(
        f"{shown:.2f} s (target: {TARGET:g} s, {'met' if shown <= TARGET else 'MISSED'}); with no tables {bare:.2f} s"
    )
    print(machine())


if __name__ == "__main__":
    main()
