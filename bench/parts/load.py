"""Clients that play at many tables at once, at a rate that is asked for, and what they saw of it."""

import asyncio
import re
import time
from collections import deque
from collections.abc import Callable
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from functools import partial
from math import inf
from random import Random
from typing import Any

import orjson
from picows import WSFrame, WSMsgType, WSTransport

from parts.serving import Server, Socket, connect, guest, opened

SEATS = 4
SETTLE = 1.0  # seconds of load before anything is counted
CATCH_UP = 0.02  # seconds of the rate that may be sent at once after a pause
WITHIN = 1.0  # seconds until somebody who has not seen a move is taken for one who never will
SEATED = 60.0  # seconds until everybody has to sit
AT_ONCE = 8  # tables that are opened at the same time

Json = dict[str, Any]

# Of an update that asks nothing of a client the versions are enough: whoever plays on the same machine as the servers
# that are measured should take little of it.
NOTHING_TO_DO, RESULT = b'"menu":null', b'"result":{'
VERSIONS = re.compile(rb'{"type":"update","from":(\d+),"version":(\d+),"play":')


@dataclass
class Load:
    """What is ready to be sent, and what came back."""

    ready: deque[Callable[[], None]] = field(default_factory=deque)  # each sends one move
    latencies: list[float] = field(default_factory=list)  # seconds until the last at the table saw a move
    unseen: int = 0  # moves that somebody at the table did not see in time
    refused: list[Json] = field(default_factory=list)
    acks: int = 0
    gaps: int = 0
    counting: bool = False
    over: bool = False  # whether a game of this turn has ended

    def begin(self) -> None:
        """A new turn, at new tables."""
        self.ready.clear()
        self.over = False

    def acknowledged(self, client: "Client", version: int) -> None:
        if self.counting and client.sent_at:
            self.acks += 1
            asyncio.get_running_loop().call_later(WITHIN, self._look_back, client.table, version, client.sent_at)

    def _look_back(self, table: "list[Client]", version: int, sent: float) -> None:
        """When did the last of the table see this version?"""
        seen = [when for client in table if (when := client.saw(version)) is not None]
        if len(seen) == len(table):
            self.latencies.append(max(seen) - sent)
        else:
            self.unseen += 1

    async def send(self, rate: float, seconds: float, moves: float = inf) -> None:
        """Keep the rate for a while, or until so many moves are sent, or a game is over."""
        beginning = last = time.perf_counter()
        allowed = 0.0
        while (now := time.perf_counter()) - beginning < seconds and moves > 0 and not self.over:
            allowed = min(allowed + (now - last) * rate, max(1.0, rate * CATCH_UP))
            last = now
            while allowed >= 1 and self.ready:
                self.ready.popleft()()
                allowed -= 1
                moves -= 1
            await asyncio.sleep(0.001)


class Client(Socket):
    """Plays one seat by chance."""

    def __init__(self, load: Load, table: "list[Client]", seat: int) -> None:
        self.load, self.table, self.seat, self.chance = load, table, seat, Random(seat)
        self.seen: deque[tuple[int, float]] = deque()  # versions, and when
        self.version = 0
        self.sent_at, self.sent_for = 0.0, -1

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        if frame.msg_type != WSMsgType.TEXT:
            return
        text = frame.get_payload_as_bytes()
        if NOTHING_TO_DO in text and RESULT not in text and (versions := VERSIONS.match(text)) is not None:
            self._note(*map(int, versions.groups()))
            return
        message = orjson.loads(text)
        match message["type"]:
            case "update":
                self._see(message)
            case "ack":
                self.load.acknowledged(self, message["version"])
            case "table":
                self.version = message["version"]
            case "refused" | "bye":
                self.load.refused.append(message)

    def _note(self, before: int, version: int) -> None:
        self.load.gaps += before > self.version
        self.version = version
        self.seen.append((version, time.perf_counter()))

    def _see(self, message: Json) -> None:
        self._note(message["from"], message["version"])
        play = message.get("play")
        if play is None:
            return
        if play.get("result"):
            self.load.over = True
        elif self.seat in play["waiting"] and play["at"] != self.sent_for and play["menu"]:
            self.sent_for = play["at"]
            self.load.ready.append(partial(self._move, self._chosen(play["menu"]), play["at"]))

    def _chosen(self, menu: Json) -> str:
        built = [menu["build"]["least"]] if menu["build"] else []
        return str(self.chance.choice([*menu["open"], *built]))

    def _move(self, move: str, at: int) -> None:
        self.sent_at = time.perf_counter()
        self.say("move", move=move, at=at, seat=self.seat)

    def saw(self, version: int) -> float | None:
        """When it first knew of this version or a later one; whatever was before is forgotten."""
        while self.seen and self.seen[0][0] < version:
            self.seen.popleft()
        return self.seen[0][1] if self.seen else None


async def open_tables(
    load: Load, servers: list[Server], game: str, count: int, spread: bool = True
) -> list[list[Client]]:
    """So many tables, some at once, at which the game has begun; see `open_table`."""
    gate = asyncio.Semaphore(AT_ONCE)

    async def opened_one(number: int) -> list[Client]:
        async with gate:
            return await open_table(load, servers, game, number, spread)

    tables = await asyncio.gather(*(opened_one(number) for number in range(count)))
    for table in tables:
        table[0].say("start")
    await asyncio.sleep(1)
    return tables


async def open_table(load: Load, servers: list[Server], game: str, number: int, spread: bool = True) -> list[Client]:
    """Clients on all seats, spread over the servers or all at the same; the first of them may start the game."""
    table: list[Client] = []
    async with AsyncExitStack() as stack:
        people = [
            await stack.enter_async_context(guest(servers[(number + seat * spread) % len(servers)].address))
            for seat in range(SEATS)
        ]
        id, key = await opened(people[0], game=game, players=SEATS)
        for seat, http in enumerate(people):
            client = Client(load, table, seat)
            table.append(client)
            await connect(client, http, id)
            client.say("enter", key=key)
            if seat:
                client.say("sit", seat=seat)
    await asyncio.wait_for(_seated(table[0]), SEATED)
    return table


async def _seated(host: Client) -> None:
    while host.version < SEATS + 1:  # one entry opened the table, one seated each
        await asyncio.sleep(0.005)
