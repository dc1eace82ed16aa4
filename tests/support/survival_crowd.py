"""People who play by chance and come back by themselves, whatever happens to the server; and what must then be true.

Every person remembers what they tried and what was acknowledged. Whenever they see the table again, what was
acknowledged has to be there; in the end the logs are compared with what everybody remembers.
"""

import asyncio
import contextlib
import itertools
import json
import random
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import httpx
import websockets

from pasar.match.record import replay
from pasar.server.table.table import OVER, PERSON, Table
from pasar.store.contract import LogEntry
from support.databases import opened
from support.tables import At, Seen, guests, moves_of

PARTIES = (  # game, people, bots
    ("bali", 2, ()),
    ("basari", 2, ("greedy",)),
    ("bali", 2, ("random", "greedy")),
    ("basari", 3, ()),
    ("bali", 3, ()),
    ("basari", 2, ("greedy", "random")),
    ("bali", 4, ()),
)
PASSING = frozenset({"store_down", "stale", "busy", "restart"})  # who hears these tries again
AT_ONCE = 16  # tables that are opened side by side
TRY_AGAIN = 0.3  # seconds; a hundred who knock more often keep a server from starting


@dataclass
class Player:
    """One person at one table, with the addresses of all servers at which it can be found."""

    urls: Sequence[str]
    at: At
    seat: int
    cookie: str
    seen: Seen = field(default_factory=Seen)
    tried: dict[int, set[str]] = field(default_factory=dict)  # by position
    acknowledged: dict[int, str] = field(default_factory=dict)
    waits: list[float] = field(default_factory=list)  # seconds from a move to its acknowledgement
    connections: int = 0
    over: bool = False
    _version: int = 0  # of the last acknowledgement
    _under_way: dict[int, tuple[str, float]] = field(default_factory=dict)  # by position: move, when it was sent

    def __post_init__(self) -> None:
        self._random = random.Random(f"{self.at.id}/{self.seat}")
        self._addresses = itertools.cycle(self.urls[self.seat % len(self.urls) :] + self.urls[: self.seat])

    async def play(self) -> None:
        """Until the game is over."""
        while not self.over:
            with contextlib.suppress(OSError, TimeoutError, websockets.WebSocketException):
                await self._visit(next(self._addresses))
            if not self.over:
                await asyncio.sleep(self._random.uniform(0.5, 2) * TRY_AGAIN)

    async def _visit(self, url: str) -> None:
        address = f"{url.replace('http', 'ws', 1)}/api/tables/{self.at.id}/socket"
        headers = {"origin": url, "cookie": self.cookie}
        self._under_way.clear()
        async with websockets.connect(
            address, additional_headers=headers, max_size=None, ping_interval=None, compression=None, proxy=None,
            close_timeout=1, open_timeout=15,
        ) as socket:  # fmt: skip
            self.connections += 1
            await socket.send(json.dumps({"type": "enter", "key": self.at.key}))
            async for raw in socket:
                await self._hear(socket, json.loads(raw))
                self.over = self.seen.table.get("stage") == OVER and not self._under_way
                if self.over:
                    return

    async def _hear(self, socket: websockets.ClientConnection, message: dict[str, Any]) -> None:
        self.seen.take(message)
        match message["type"]:
            case "table":
                self._check_kept(message)
                await self._decide(socket)
            case "update":
                await self._decide(socket)
            case "ack" if message["id"] is not None:
                self._note(message)
            case "refused" | "bye":
                assert message["error"]["code"] in PASSING, message
                await asyncio.sleep(TRY_AGAIN)
                self._under_way.pop(int(message.get("id") or -1), None)
                await socket.send('{"type":"snapshot"}')

    def _check_kept(self, shown: dict[str, Any]) -> None:
        """What was acknowledged is there."""
        assert shown["version"] >= self._version, (shown["version"], self._version)
        if self.acknowledged:
            at, move = next(reversed(self.acknowledged.items()))
            assert shown["play"]["at"] > at or shown["play"]["choice"] == move, (at, move, shown["play"])

    def _note(self, message: dict[str, Any]) -> None:
        at = int(message["id"])
        self.acknowledged[at], begun = self._under_way.pop(at)
        self.waits.append(time.monotonic() - begun)
        self._version = message["version"]

    async def _decide(self, socket: websockets.ClientConnection) -> None:
        play = self.seen.play
        if play is None:
            return
        at = play["at"]
        if self.seat in play["waiting"] and at not in self._under_way:
            move = self._random.choice(moves_of(play["menu"]))
            self.tried.setdefault(at, set()).add(move)
            self._under_way[at] = (move, time.monotonic())
            await socket.send(json.dumps({"type": "move", "id": str(at), "at": at, "move": move}))


class Crowd:
    """Everybody at all tables."""

    def __init__(self, urls: Sequence[str]) -> None:
        self.urls = list(urls)
        self.players: list[Player] = []

    async def sit_down(self, tables: int) -> None:
        """So many tables of all kinds, begun."""
        room = asyncio.Semaphore(AT_ONCE)

        async def one(number: int) -> None:
            async with room:
                await self._one_table(*PARTIES[number % len(PARTIES)])

        await asyncio.gather(*(one(number) for number in range(tables)))

    async def _one_table(self, game: str, people: int, bots: Sequence[str]) -> None:
        async with guests(self.urls[0], *[None] * people) as here:
            at = await here[0].open(game=game, players=people + len(bots))
            for seat, guest in enumerate(here[1:], 1):
                await guest.command(at, "sit", seat=seat)
            for seat, level in enumerate(bots, people):
                await here[0].command(at, "bot", seat=seat, level=level)
            await here[0].command(at, "start")
            self.players += [Player(self.urls, at, seat, guest.headers()["cookie"]) for seat, guest in enumerate(here)]

    @property
    def acknowledged(self) -> int:
        return sum(len(player.acknowledged) for player in self.players)

    @property
    def over(self) -> bool:
        return all(player.over for player in self.players)

    async def play(self, blow: Callable[[], Awaitable[object]], blows: int, every: int) -> None:
        """Play all games to their end; after `every` moves that were acknowledged comes a blow, so many times."""
        async with asyncio.TaskGroup() as tasks:
            for player in self.players:
                tasks.create_task(player.play())
            for _ in range(blows):
                target = self.acknowledged + every
                while self.acknowledged < target:
                    assert not self.over, "the games were over before the last blow"
                    await asyncio.sleep(0.005)
                await blow()

    async def check(self, database: str) -> "Found":
        """Everything that was acknowledged is in the logs, nothing is there by halves, and all records replay."""
        tables: dict[At, list[Player]] = {}
        for player in self.players:
            tables.setdefault(player.at, []).append(player)
        found = Found(tables=len(tables), connections=sum(player.connections for player in self.players))
        async with opened(database) as store:
            for at, players in tables.items():
                row, entries = await store.row(at.id), await store.entries(at.id)
                assert row is not None and [entry.number for entry in entries] == list(range(1, row.version + 1))
                _check_log(entries, players, found)
        found.waits = sorted(wait for player in self.players for wait in player.waits)
        async with httpx.AsyncClient(base_url=self.urls[0], trust_env=False, verify=False) as http:
            for at in tables:
                await _check_record(http, at)
        return found


@dataclass
class Found:
    tables: int
    connections: int
    acknowledged: int = 0
    unanswered: int = 0  # moves that were kept although their acknowledgement never arrived
    waits: list[float] = field(default_factory=list)

    def __str__(self) -> str:
        p50, p99 = (1000 * self.waits[int(share * len(self.waits))] for share in (0.5, 0.99))
        return (
            f"{self.tables} tables, {self.connections} connections, {self.acknowledged} moves acknowledged and there, "
            f"{self.unanswered} there without an answer; acknowledged after {p50:.0f} ms (p50), {p99:.0f} ms (p99)"
        )


def _check_log(entries: Sequence[LogEntry], players: Sequence[Player], found: Found) -> None:
    table, kept = Table(players[0].at.id), dict[tuple[int, int], str]()
    for entry in entries:
        if entry.kind in ("moved", "chose") and entry.body["by"] == PERSON:
            place = (entry.body["seat"], table.position)
            assert place not in kept, f"twice at {place}"
            kept[place] = entry.body["move"]
        table.apply(entry.kind, entry.body, entry.at)
    assert table.frozen is None and table.stage == OVER and table.match is not None and table.match.over
    for player in players:
        own = {at: move for (seat, at), move in kept.items() if seat == player.seat}
        assert player.acknowledged.items() <= own.items()
        assert all(move in player.tried[at] for at, move in own.items())
        found.acknowledged += len(player.acknowledged)
        found.unanswered += len(own) - len(player.acknowledged)


async def _check_record(http: httpx.AsyncClient, at: At) -> None:
    answer = await http.get(f"/api/tables/{at.id}/record", headers={"pasar-key": at.key or ""})
    assert answer.is_success, answer.text
    assert replay(answer.json()).over  # with the proof that the deal was fair
