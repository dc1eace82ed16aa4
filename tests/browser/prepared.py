"""Tables that would take long to play to: their logs are written into the server's own store before it reads them."""

import asyncio
import secrets
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from random import Random

from support.tables import Process

from pasar.games import find
from pasar.kernel.rng import generator
from pasar.match.match import Match
from pasar.server.table import gathering, wire
from pasar.server.table.new_entries import NewEntry, Who
from pasar.server.table.rows import row_of
from pasar.server.table.table import BOT, PERSON, Table
from pasar.store.contract import Append, LogEntry
from pasar.store.place import FILE
from pasar.store.store import Store

from .people import LIKES, Json, Person
from .playing import offered

FEW_GAMES = 20  # among so many, one has what is looked for
MANY_GAMES = 600  # and for what is rare
WANTED = 400  # times as likely as another move
OPENING = 20  # moves, after which there is something to see on a table


def come_to(
    game: str, players: int, phase: str, switches: Sequence[str] = (), likes: Sequence[str] = (), stage: int = 0,
    has: str = "",
) -> Match:  # fmt: skip
    """A game, played at random but for what everybody likes, that has come to a phase in which it `has` a move."""
    found = find(game)
    rules = found.check(players, **dict.fromkeys(switches, True))
    for seed in range(FEW_GAMES):
        chance, match = Random(seed), Match(found, rules, found.deal(rules, generator(seed)))
        while not match.over:
            view = match.view()
            begins = not stage or (view["stage"], view["round"]) == (stage, 1)
            can = not has or has in match.open(match.to_act[0])
            if view["phase"] == phase and begins and can and len(match.moves) > OPENING:
                return match
            moves = match.open(match.to_act[0])
            weights = [WANTED if move in likes else 1 for move in moves]
            match.play(chance.choices(moves, weights)[0], match.to_act[0])
    raise AssertionError(f"{game} never came to {phase} in {FEW_GAMES} games")


def before(
    game: str, players: int, ends: Callable[[Json], bool], likes: Sequence[str] = ("accept",),
    switches: Sequence[str] = (),
) -> tuple[Match, str]:  # fmt: skip
    """A game, played at random but for what everybody likes, right before the move by which its view becomes so."""
    found = find(game)
    rules = found.check(players, **dict.fromkeys(switches, True))
    for seed in range(FEW_GAMES):
        chance, match = Random(seed), Match(found, rules, found.deal(rules, generator(seed)))
        while not (match.over or ends(match.view())):
            moves = match.open(match.to_act[0])
            weights = [WANTED if move in likes else 1 for move in moves]
            match.play(chance.choices(moves, weights)[0], match.to_act[0])
        _, move = match.undo()
        if len(match.to_act) == 1 and match.view()["phase"] != "choose":  # what is sealed is not in the log yet
            return match, move
    raise AssertionError(f"{game} never ended so in {FEW_GAMES} games")


def ended(game: str, players: int, place: int) -> tuple[Match, str]:
    """A game right before its last move, whose maker then comes in this place; 0: two are equal at the top."""
    found = find(game)
    rules = found.check(players)
    for seed in range(MANY_GAMES):
        chance, match = Random(seed), Match(found, rules, found.deal(rules, generator(seed)))
        while not match.over:
            moves = match.open(match.to_act[0])
            weights = [WANTED if move in LIKES else 1 for move in moves]
            match.play(chance.choices(moves, weights)[0], match.to_act[0])
        points = found.points(match.state, players)
        tied = points.count(max(points)) > 1
        seat, move = match.undo()
        came = 0 if tied else 1 + sum(each > points[seat] for each in points)
        if came == place and len(match.to_act) == 1 and match.view()["phase"] != "choose":
            return match, move
    raise AssertionError(f"{game} never ended so in {MANY_GAMES} games")


def banana_rush(players: int) -> Match:
    """A game of Bali in which everybody wants bananas, until somebody gets none and picks another good."""
    return come_to("bali", players, "pick", likes=("buy banana", "play banana"))


def stops(
    server: Process, person: Person, game: str, players: int, phases: Sequence[str], switches: Sequence[str] = ()
) -> Iterator[str]:
    """This person at tables in each of these phases, to act there; last of all at the end of a game."""
    person.arrive().go("/")  # in this order: a page that comes first would be given a name of its own
    for phase in phases:
        table = put_down(server, person, come_to(game, players, phase, switches, likes=("accept",)))
        person.walk(table)
        person.wait(lambda: offered(person), "something to do")
        yield phase
    match, last = before(game, players, lambda view: False, switches=switches)
    table = put_down(server, person, match)
    person.walk(table)
    person.ask(f"/api/tables/{table}/moves", {"move": last, "at": person.heard.at})
    person.wait(lambda: person.heard.stage == "over", "the end")
    yield "over"


def put_down(server: Process, person: Person, match: Match, version: int | None = None) -> str:
    """The match as a table: the person is to act, bots have the other seats. Begun with a `version` of the rules."""
    return put_down_for(server, person.arrive().ask("/api/me"), match, version)


def put_down_for(server: Process, me: Json, match: Match, version: int | None = None) -> str:
    """As `put_down`, for whoever is known to the server as `me`."""
    log = _log(match, Who(me["id"], me["name"]), version)
    with ThreadPoolExecutor(1) as beside:  # the browser's driver has a loop of its own in this thread
        return beside.submit(lambda: asyncio.run(_written(server, log))).result()


def _log(match: Match, who: Who, version: int | None) -> list[NewEntry]:
    own = match.to_act[0]
    switches = {name: value for name, value in match.rules.items() if isinstance(value, bool)}
    asked = wire.AskedOptions(game=match.game.name, players=match.players, switches=switches)
    seats = [
        gathering.seated(seat, who)
        if seat == own
        else NewEntry("sat", {"seat": seat, "bot": "greedy", "name": "greedy"})
        for seat in range(match.players)
    ]
    started = {
        "version": match.game.version if version is None else version,
        "rules": match.game.written(match.rules),
        "setup": match.setup(),
        "salts": [""] * match.players,
    }
    moves = [
        NewEntry("moved", {"seat": seat, "move": move, "by": PERSON if seat == own else BOT})
        for seat, move in match.moves
    ]
    return [gathering.opened(gathering.agreed(asked, {}), who), *seats, NewEntry("started", started), *moves]


async def _written(server: Process, news: list[NewEntry]) -> str:
    store = await Store.open(f"sqlite:///{server.data / FILE}")
    try:
        now, table, entries = time.time(), Table(secrets.token_hex(8)), []
        for new in news:
            table.apply(new.kind, new.body, now)
            entries.append(LogEntry(table.version, now, new.kind, new.body, secrets.token_hex(6)))
        await store.append(Append(row_of(table), entries, people_changed=True))
        return table.id
    finally:
        await store.close()
