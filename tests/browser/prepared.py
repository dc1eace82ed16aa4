"""Tables that would take long to play to: their logs are written into the server's own store before it reads them."""

import asyncio
import secrets
import time
from concurrent.futures import ThreadPoolExecutor
from random import Random

from table_helpers import Process

from pasar.games import find
from pasar.kernel.rng import generator
from pasar.match.match import Match
from pasar.server import gathering, wire
from pasar.server.entries import New, Who
from pasar.server.room import row_of
from pasar.server.table import BOT, PERSON, Table
from pasar.store.contract import Append, Entry
from pasar.store.place import FILE
from pasar.store.store import Store

from .people import Person

FEW_GAMES = 20  # among so many, one has what is looked for
WANTED = 400  # times as likely as another move


def banana_rush(players: int) -> Match:
    """A game of Bali in which everybody wants bananas, until somebody gets none and picks another good."""
    game = find("bali")
    rules = game.check(players)
    for seed in range(FEW_GAMES):
        chance, match = Random(seed), Match(game, rules, game.deal(rules, generator(seed)))
        while not match.over:
            if match.view()["phase"] == "pick":
                return match
            moves = match.open()
            likes = [WANTED if move in ("buy banana", "play banana") else 1 for move in moves]
            match.play(chance.choices(moves, likes)[0])
    raise AssertionError(f"the bananas never ran out in {FEW_GAMES} games")


def put_down(server: Process, person: Person, match: Match, version: int | None = None) -> str:
    """The match as a table: the person is to act, bots have the other seats. Begun with a `version` of the rules."""
    me = person.arrive().ask("/api/me")
    log = _log(match, Who(me["id"], me["name"]), version)
    with ThreadPoolExecutor(1) as beside:  # the browser's driver has a loop of its own in this thread
        return beside.submit(lambda: asyncio.run(_written(server, log))).result()


def _log(match: Match, who: Who, version: int | None) -> list[New]:
    own = match.to_act[0]
    asked = wire.Options(game=match.game.name, players=match.players)
    seats = [
        gathering.seated(seat, who) if seat == own else New("sat", {"seat": seat, "bot": "greedy", "name": "greedy"})
        for seat in range(match.players)
    ]
    started = {
        "version": match.game.version if version is None else version,
        "rules": match.game.written(match.rules),
        "setup": match.setup(),
        "salts": [""] * match.players,
    }
    moves = [
        New("moved", {"seat": seat, "move": move, "by": PERSON if seat == own else BOT}) for seat, move in match.moves
    ]
    return [gathering.opened(gathering.agreed(asked, {}), who), *seats, New("started", started), *moves]


async def _written(server: Process, news: list[New]) -> str:
    store = await Store.open(f"sqlite:///{server.data / FILE}")
    try:
        now, table, entries = time.time(), Table(secrets.token_hex(8)), []
        for new in news:
            table.apply(new.kind, new.body, now)
            entries.append(Entry(table.version, now, new.kind, new.body, secrets.token_hex(6)))
        await store.append(Append(row_of(table), entries, people_changed=True))
        return table.id
    finally:
        await store.close()
