"""No byte that anybody is sent depends on what is hidden from them.

Every game is played twice over the wire, in two worlds that an onlooker cannot tell apart (twin_worlds.py): the deal
differs, others decide otherwise, change sealed choices and leave standing orders. Every byte that the onlooker and a
spectator get in the two worlds is compared: messages on sockets, of those who stay and of those who come back, answers
to questions, and every page about the table.
"""

from collections.abc import Sequence
from typing import Any
from unittest import mock

import pytest
from support.databases import in_loop
from support.tables import At, Client, Guest, Server, guests
from support.twin_worlds import Step, World, some_moves, twins

from pasar.games import games
from pasar.match.match import Match
from pasar.server.live import thinking
from pasar.server.table import gathering
from pasar.server.table.new_entries import NewEntry, Who

MOVES = 100  # of a game at most
PAIRS = 2  # games of each kind, with a twin each
KEY, SECRET = "k" * 22, "5e" * 32

HIDDEN = {"bali": {"pile", "hand", "goods", "altar"}, "basari": {"piles"}}  # parts of a state that must have differed

KINDS = [
    (game.name, players, switches)
    for game in games().values()
    for players in game.seats
    for switches in [
        {option.name: on for option in game.options if not option.is_file}
        for on in ((False, True) if any(not option.is_file for option in game.options) else (False,))
    ]
]


@pytest.fixture(autouse=True)
def _adviser_who_repeats_himself() -> Any:
    with mock.patch.object(thinking, "ADVISER", "medium"):  # thinks for so many simulations, not for so long
        yield


@pytest.mark.parametrize(("name", "players", "switches"), KINDS)
@in_loop
async def test_nothing_that_is_sent_depends_on_what_is_hidden(
    table_server: Server, name: str, players: int, switches: dict[str, bool]
) -> None:
    onlooker = players - 1
    pairs = twins(lambda seed: Match.new(name, players, seed=seed, **switches), onlooker, MOVES, PAIRS)
    async with guests(table_server, *(f"Person {seat}" for seat in range(players)), "Eve") as people:
        for number, worlds in enumerate(pairs):
            memory = bool(number % 2)
            heard = [await _Table(table_server, people, world, onlooker, memory).played() for world in worlds]
            for place, (one, other) in enumerate(zip(*heard, strict=True)):
                assert one == other, f"message {place} of {len(heard[0])}"
    differed = {part for _, two in pairs for part in two.parts}
    assert HIDDEN[name] <= differed, "the worlds were too much alike to prove anything"


class _Table:
    """One world played over the wire."""

    def __init__(self, server: Server, people: Sequence[Guest], world: World, onlooker: int, memory: bool) -> None:
        self.server, self.people, self.world, self.onlooker, self.memory = server, people, world, onlooker, memory
        self.heard: list[str] = []

    async def played(self) -> list[str]:
        """Everything that the onlooker and the spectator got, without the table's name."""
        self.at = At(await self._opened(), KEY)
        seats = [await guest.enter(self.at) for guest in self.people]
        self.clients = seats[:-1]
        watched = [seats[self.onlooker], seats[-1]]
        for number, step in enumerate(step for step in self.world.steps if not step.private):
            await self._whispers(step)
            if number % 4 == 1:
                await self._look_at_lists()
            if number % 12 == 4:
                await self._look_again()
            await self._do(step)
            await self._ask(watched[0], number)
        for client in seats:
            await client.do("ping")
        self.heard += [raw for client in watched for raw in client.raw]
        for client in seats:
            await client.close()
        return [text.replace(self.at.id, "THIS TABLE") for text in self.heard]

    async def _opened(self) -> str:
        """A table with the deal of this world."""
        ids = [(await guest.get("/api/me"))["id"] for guest in self.people]
        match = self.world.match
        options = {
            "game": match.game.name, "players": match.players, "public": True, "watch": "anyone", "memory": self.memory,
            "hints": True, "clock": 60, "switches": {k: v for k, v in match.rules.items() if isinstance(v, bool)},
        }  # fmt: skip
        opened = gathering.opened(options, Who(ids[0], "Person 0"))
        seats = [gathering.seated(seat, Who(ids[seat], f"Person {seat}")) for seat in range(match.players)]
        started = gathering.started(match.game, match.rules, self.world.setup)
        head = NewEntry("opened", {**opened.body, "key": KEY, "secret": SECRET})
        live = self.server.run(self.server.registry.open([head, *seats, started]))
        return str(live.table.id)

    async def _whispers(self, before: Step) -> None:
        """What is done in private in this world before a step that all may notice."""
        steps = self.world.steps
        place = steps.index(before)
        private = []
        while place and steps[place - 1].private:
            place -= 1
            private.append(steps[place])
        for step in reversed(private):
            self.server.clock.advance(1)
            await self._do(step)
            self.server.clock.advance(-1)

    async def _do(self, step: Step) -> None:
        client = self.clients[step.seat]
        if step.orders is not None:
            await client.do("orders", seat=step.seat, orders=step.orders)
        else:
            await client.do("move", move=step.move, at=step.at, seat=step.seat)

    async def _look_again(self) -> None:
        """Whoever comes back, and the pages about the table."""
        onlooker, spectator = self.people[self.onlooker], self.people[-1]
        for guest in (onlooker, spectator):
            again = await guest.enter(self.at)
            await again.do("ping")
            await again.close()
            self.heard += again.raw
            await self.clients[self.onlooker].do("ping")
            for page in ("", "/story", "/record"):
                answer = await guest.http.get(f"/api/tables/{self.at.id}{page}")
                self.heard.append(f"{answer.status_code} {answer.text}")

    async def _look_at_lists(self) -> None:
        for path in ("/api/me/tables?stage=playing", "/api/tables?stage=playing"):
            lines = (await self.people[self.onlooker].get(path))["tables"]
            self.heard += [str(line) for line in lines if line["table"] == self.at.id]

    async def _ask(self, client: Client, number: int) -> None:
        """What the onlooker may ask when it has to decide."""
        live = self.server.registry.tables[self.at.id]
        match = live.table.match
        if number % 3 or match is None or self.onlooker not in live.table.waiting:
            return
        for move in some_moves(match, self.onlooker)[:2]:
            await client.do("what_if", move=move)
        if number % 9 == 0:
            await client.do("hint")
