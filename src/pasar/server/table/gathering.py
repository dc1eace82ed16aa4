"""What may happen at a table before its game: opening it, sitting down, agreeing on options, starting."""

import secrets
from collections.abc import Mapping, Sequence
from typing import Any

from pasar.bots.roster import BOTS
from pasar.errors import BadRules, PasarError
from pasar.games import find, games
from pasar.games.contract import Game, Rules
from pasar.match import fair
from pasar.match.match import Match
from pasar.server.base.messages import Options
from pasar.server.base.refusals import Refused
from pasar.server.people import names
from pasar.server.table import wire
from pasar.server.table.new_entries import NOT_HERE, NOT_NOW, NewEntry, Who, checked_seat, own_seat
from pasar.server.table.table import LOBBY, Table


def _in_lobby(table: Table) -> None:
    if table.stage != LOBBY:
        raise Refused("begun", "the game has begun; this can only be changed before", NOT_NOW)


def _as_host(table: Table, who: Who) -> None:
    if table.host != who.person:
        raise Refused("not_host", "only the host of the table can do that", NOT_HERE)


def sit(table: Table, command: wire.Sit, who: Who) -> list[NewEntry]:
    _in_lobby(table)
    if not who.admitted and who.person not in table.people:
        raise Refused("by_link_only", "seats at this table are taken by its private link only", NOT_HERE)
    seat = table.seats[checked_seat(table, command.seat)]
    if not seat.free:
        raise Refused("seat_taken", f"seat {command.seat} is taken", NOT_NOW)
    name = who.name if command.name is None else names.clean(command.name)
    face = who.face if command.face is None and command.name is None else command.face
    body = {"seat": command.seat, "person": who.person, "name": name, "salt": command.salt, "face": face}
    if command.bot is not None:  # never the name of a level: nobody takes it for one of ours
        body["name"] = body["program"] = f"{names.clean(command.bot)} ({name})"
    return [NewEntry("sat", body)]


def stand(table: Table, command: wire.Stand, who: Who) -> list[NewEntry]:
    _in_lobby(table)
    return [NewEntry("stood", {"seat": own_seat(table, command.seat, who)})]


def salt(table: Table, command: wire.Salt, who: Who) -> list[NewEntry]:
    _in_lobby(table)
    return [NewEntry("salted", {"seat": own_seat(table, command.seat, who), "salt": command.salt})]


def set_bot(table: Table, command: wire.SetBot, who: Who) -> list[NewEntry]:
    _in_lobby(table)
    _as_host(table, who)
    seat = table.seats[checked_seat(table, command.seat)]
    if command.level is None:
        return [] if seat.free else [NewEntry("stood", {"seat": command.seat})]
    if command.level not in BOTS:
        raise Refused("no_such_bot", f"there is no bot of that level (there are: {', '.join(BOTS)})")
    if seat.person is not None:
        raise Refused("seat_taken", f"seat {command.seat} is taken by a person; free it first", NOT_NOW)
    return [NewEntry("sat", {"seat": command.seat, "bot": command.level, "name": command.level})]


def reorder(table: Table, command: wire.Reorder, who: Who) -> list[NewEntry]:
    _in_lobby(table)
    _as_host(table, who)
    if sorted(command.order) != list(range(len(table.seats))):
        raise Refused("bad_order", f"the order names each of the seats 0 to {len(table.seats) - 1} once")
    return [NewEntry("reordered", {"order": command.order})]


def change(table: Table, command: wire.ChangeOptions, who: Who) -> list[NewEntry]:
    _in_lobby(table)
    _as_host(table, who)
    options = agreed(command.options, table.options)
    if any(not seat.free for seat in table.seats[options["players"] :]):
        raise Refused("seats_in_use", "somebody sits on a seat that would be gone; free or reorder it first", NOT_NOW)
    return [NewEntry("options", {"options": options})]


def start(table: Table, command: wire.Start, who: Who) -> list[NewEntry]:
    _in_lobby(table)
    _as_host(table, who)
    free = [str(number) for number, seat in enumerate(table.seats) if seat.free]
    if free:
        raise Refused("seats_free", f"nobody sits on seat {', '.join(free)}; invite somebody or add a bot", NOT_NOW)
    salts = [seat.salt or "" for seat in table.seats]
    match = Match(table.game, table.rules, fair.deal(table.game, table.rules, table.secret, salts))
    return [started(match.game, match.rules, match.setup(), salts)]


def started(game: Game, rules: Rules, setup: Mapping[str, Any], salts: Sequence[str] = ()) -> NewEntry:
    """The beginning of a game. A deal that is not ours has no salts."""
    whole = list(salts) or [""] * rules["players"]
    return NewEntry("started", {"version": game.version, "rules": game.written(rules), "setup": setup, "salts": whole})


DEFAULTS: dict[str, Any] = {
    "switches": {}, "public": False, "watch": "link", "memory": False, "hints": True, "clock": 0,
}  # fmt: skip


def agreed(asked: wire.AskedOptions, before: Mapping[str, Any]) -> Options:
    """Options as they are after a change, complete; raises Refused for a table that cannot be."""
    options = {**DEFAULTS, **before, **asked.model_dump(exclude_none=True)}
    if "game" not in options:
        raise Refused("bad_options", f"Say which game it is: game is one of {', '.join(games())}.", field="game")
    try:
        game = find(options["game"])
        switches = [option.name for option in game.options if not option.is_file]
        if game.name != before.get("game"):
            options["switches"] = asked.switches or {}
        for name in options["switches"]:
            if name not in switches:
                having = ", ".join(sorted(switches)) or "none"
                raise BadRules(f"{game.name} has no switch of that name (it has: {having})")
        players = asked.players
        if players is None:
            players = before["players"] if before.get("game") == game.name else game.seats.start
        game.check(players, **options["switches"])
    except PasarError as fault:
        raise Refused("bad_options", str(fault)) from fault
    return {
        "game": game.name,
        "players": players,
        "switches": {name: options["switches"].get(name, False) for name in switches},
        "public": options["public"],
        "watch": options["watch"],
        "memory": options["memory"],
        "hints": options["hints"],
        "clock": options["clock"],
    }


def opened(options: Mapping[str, Any], who: Who, invited: Sequence[str] = ()) -> NewEntry:
    """A new table. Those invited may sit down without its link."""
    body = {
        "host": who.person,
        "key": secrets.token_urlsafe(16),
        "secret": fair.new_secret().hex(),
        "options": dict(options),
        "invited": list(invited),
    }
    return NewEntry("opened", body)


def seated(seat: int, who: Who) -> NewEntry:
    return NewEntry("sat", {"seat": seat, "person": who.person, "name": who.name, "salt": None, "face": who.face})


def rematched(table: Table, who: Who) -> list[NewEntry]:
    """The beginning of a table like this one: its host and the bots sit where they sat."""
    news = [opened(table.options, who, table.people)]
    own = sorted(table.seats_of(who.person), key=lambda seat: table.seats[seat].guest)  # who sits first is no guest
    held = [Who(who.person, table.seats[seat].name, face=table.seats[seat].face) for seat in own]
    news += [seated(seat, each) for seat, each in zip(own, held, strict=True)] or [seated(0, who)]
    bots = [(number, seat.bot) for number, seat in enumerate(table.seats) if seat.bot is not None]
    return news + [NewEntry("sat", {"seat": number, "bot": bot, "name": bot}) for number, bot in bots]
