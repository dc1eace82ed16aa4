"""Whether something may happen at a table, and what its log then says. Nothing here changes a table.

`decide(table, command, who)` gives the entries that the command leads to, or raises Refused. Bots, clocks and standing
orders go through the same checks as people (`played`). What happens before a game is in `gathering.py`.
"""

from collections.abc import Callable
from typing import Any

from pasar.errors import BadRules, MoveNotOpen, NotYourMove, UnreadableMove
from pasar.games.spoken import Eyes
from pasar.match.match import Match, PreparedMove
from pasar.match.record import result_of
from pasar.server.base.clock import MINUTE
from pasar.server.base.messages import By
from pasar.server.base.refusals import Refused
from pasar.server.table import gathering, wire
from pasar.server.table.new_entries import NOT_HERE, NOT_NOW, NewEntry, Who, own_seat
from pasar.server.table.table import BOT, LOBBY, OVER, PERSON, PLAYING, Table

TO_COME_BACK = MINUTE  # what people get to find the way back to a server that was away


def decide(table: Table, command: Any, who: Who, eyes: Eyes = ()) -> list[NewEntry]:
    """What a command leads to. Raises Refused, and then nothing has changed. `eyes` look on: see `played`."""
    if isinstance(command, wire.PlayMove):
        return decide_move(table, command, who, eyes)
    if not isinstance(command, wire.Say):
        _check_goes_on(table)
    return _DECIDERS[type(command)](table, command, who)


def decide_move(table: Table, command: wire.PlayMove | wire.PlainMove, who: Who, eyes: Eyes = ()) -> list[NewEntry]:
    _check_goes_on(table)
    return _play(table, command, who, eyes)


def _check_goes_on(table: Table) -> None:
    if table.frozen:
        raise Refused("old_rules", f"this table cannot go on here: {table.frozen}", NOT_NOW)


# --- The game ---------------------------------------------------------------------------------------------------------


def _playing(table: Table) -> Match:
    if table.stage == LOBBY:
        raise Refused("not_begun", "the game has not begun", NOT_NOW)
    if table.stage != PLAYING or table.match is None:
        raise _over()
    return table.match


def _over() -> Refused:
    return Refused("over", "the game is over", NOT_NOW)


def _play(table: Table, command: wire.PlayMove | wire.PlainMove, who: Who, eyes: Eyes) -> list[NewEntry]:
    _playing(table)
    seat = _acting_seat(table, command.seat, who)
    if command.at != table.position:
        raise Refused(
            "stale", "the table has moved on since; look again and decide anew", NOT_NOW, position=table.position
        )
    back = _returned(table, who)
    return [*back, played(table, seat, command.move, PERSON, eyes)]


def _acting_seat(table: Table, asked: int | None, who: Who) -> int:
    """The seat is taken from the session; a message only says which of one's own is meant."""
    if asked is not None and asked < len(table.seats) and table.seats[asked].person == who.person:
        return asked
    own = _own_seats(table, who)
    if asked is not None:
        return own_seat(table, asked, who)
    assert table.match is not None
    acting = [seat for seat in own if seat in table.match.to_act]
    if len(acting) > 1:
        raise Refused("which_seat", f"several of your seats are to act ({', '.join(map(str, acting))}): say which")
    return acting[0] if acting else own[0]


def _own_seats(table: Table, who: Who) -> tuple[int, ...]:
    own = table.seats_of(who.person)
    if not own:
        raise Refused("no_seat", "you have no seat at this table", NOT_HERE)
    return own


def played(table: Table, seat: int, move: str, by: By, eyes: Eyes = ()) -> NewEntry:
    """The entry of a move that is open to a seat; the one door for people, programs, bots and orders.

    What `eyes` will be told of it is written in the same call of the rules, for when it is kept.
    """
    match = _playing(table)
    try:
        if not table.secret_choice:
            return _moved(match, match.prepare(move, seat, eyes, table.options["memory"]), by)
        match.check(move, seat)
        return _chose(table, seat, move, by, eyes)
    except MoveNotOpen as fault:
        raise Refused("not_open", str(fault), NOT_NOW, reason=fault.reason, values=fault.values) from fault
    except NotYourMove as fault:
        raise Refused("not_your_turn", str(fault), NOT_NOW) from fault
    except UnreadableMove as fault:
        raise Refused("unreadable_move", str(fault)) from fault


def _moved(match: Match, prepared: PreparedMove, by: By) -> NewEntry:
    body = {"seat": prepared.seat, "move": prepared.text, "by": by, **_result(match, prepared)}
    return NewEntry("moved", body, (prepared,))


def _chose(table: Table, seat: int, move: str, by: By, eyes: Eyes) -> NewEntry:
    """A sealed choice. With the last one all are made, in the order of the seats."""
    body = {"seat": seat, "move": move, "by": by}
    if any(each != seat for each in table.waiting):
        return NewEntry("chose", body)
    match = _playing(table)
    after, prepared = match.fork(), list[PreparedMove]()
    choices = {each: choice for each, (choice, _) in table.chosen.items()} | {seat: move}
    for chooser in sorted(choices):
        is_last = len(prepared) + 1 == len(choices)
        prepared.append(after.prepare(choices[chooser], chooser, eyes if is_last else (), table.options["memory"]))
        after.make(prepared[-1])
    return NewEntry("chose", body | _result(match, prepared[-1]), prepared)


def _result(match: Match, last: PreparedMove) -> dict[str, Any]:
    """The end is written down, so that it is known even to a server that cannot replay the game."""
    return {} if last.made.to_act else {"result": result_of(Match.resumed(match, last.made.state))}


def _returned(table: Table, who: Who) -> list[NewEntry]:
    """Whoever acts is back."""
    away = [number for number, seat in enumerate(table.seats) if seat.away and seat.person == who.person]
    return [NewEntry("back", {"seats": away})] if away and table.stage == PLAYING else []


def _back(table: Table, command: wire.Back, who: Who) -> list[NewEntry]:
    return _returned(table, who)


def _set_orders(table: Table, command: wire.SetOrders, who: Who) -> list[NewEntry]:
    seat = own_seat(table, command.seat, who)
    if table.stage == OVER:
        raise _over()
    try:
        table.game.check_orders(command.orders)
    except BadRules as fault:
        raise Refused("bad_orders", str(fault)) from fault
    return [NewEntry("ordered", {"seat": seat, "orders": command.orders})]


# --- Taking back ------------------------------------------------------------------------------------------------------


def _undo(table: Table, command: wire.Undo, who: Who) -> list[NewEntry]:
    match, own = _playing(table), _own_seats(table, who)
    mine = [k for k, (seat, _) in enumerate(match.moves) if seat in own and table.made[k].by == PERSON]
    if not mine:
        raise Refused("nothing_to_undo", "you have not decided anything yet that could be taken back", NOT_NOW)
    last = mine[-1]
    seat, to = match.moves[last][0], last - table.made[last].back
    if _is_free(match, seat, to) or not _others(table, who.person):
        return [NewEntry("undone", {"to": to, "seat": seat})]
    if table.asked is not None:
        raise Refused("already_asked", "somebody has already asked to take a decision back", NOT_NOW)
    return [NewEntry("asked", {"person": who.person, "seat": seat, "to": to})]


def _is_free(match: Match, seat: int, to: int) -> bool:
    """Whether it is still the seat's own turn, and what it did showed nothing new and concerned nobody else.

    That somebody else is asked now tells something of their hand: forced plays are not asked for (T1).
    """
    since = range(to + 1, len(match) + 1)
    alone = match.to_act == (seat,) and all(match.mover(move) == seat for move in since)
    return alone and not any(match.revealed(move) or _concerns_others(match, seat, move) for move in since)


def _concerns_others(match: Match, seat: int, move: int) -> bool:
    return any(told.seat != seat for told in match.story(seat, move))


def _others(table: Table, person: str) -> set[str]:
    """The other people at the table, who have to agree. Absence is no consent, whoever plays for them meanwhile.

    Programs are not asked, as bots are not.
    """
    return {seat.person for seat in table.seats if seat.person not in (None, person) and seat.program is None}


def _consent(table: Table, command: wire.Consent, who: Who) -> list[NewEntry]:
    _playing(table)
    asked = table.asked
    if asked is None:
        raise Refused("nothing_asked", "nobody has asked to take a decision back", NOT_NOW)
    if who.person not in _others(table, asked.person):
        raise Refused("not_asked", "you are not asked for your consent here", NOT_HERE)
    if not command.yes:
        return [NewEntry("declined", {"person": who.person})]
    agreed_now = NewEntry("agreed", {"person": who.person})
    if _others(table, asked.person) <= asked.agreed | {who.person}:
        return [agreed_now, NewEntry("undone", {"to": asked.to, "seat": asked.seat})]
    return [agreed_now]


# --- People -----------------------------------------------------------------------------------------------------------


def _say(table: Table, command: wire.Say, who: Who) -> list[NewEntry]:
    text = "".join(sign if sign.isprintable() else " " for sign in command.text).strip()
    if not text:
        raise Refused("empty", "there is nothing in that message")
    return [NewEntry("said", {"person": who.person, "name": who.name, "text": text})]


def _leave(table: Table, command: wire.LeaveTable, who: Who) -> list[NewEntry]:
    own = table.seats_of(who.person)
    if who.person not in table.people:
        return []
    news: list[NewEntry] = []
    if table.stage == LOBBY:
        news += [NewEntry("stood", {"seat": seat}) for seat in own]
    elif table.stage == PLAYING:
        playing = [seat for seat in own if not table.seats[seat].away]
        news += [NewEntry("away", {"seats": playing})] if playing else []
    return news + _passed_on(table, who.person)


def _passed_on(table: Table, person: str) -> list[NewEntry]:
    """A host who leaves passes the role on: to the next at the table, present ones first. Nobody left: it closes."""
    if table.host != person:
        return []
    others = [seat for seat in table.seats if seat.person not in (None, person)]
    heirs = sorted(others, key=lambda seat: seat.away)
    if heirs:
        return [NewEntry("hosted", {"person": heirs[0].person})]
    return [NewEntry("closed", {})] if table.stage == LOBBY else []


def _rematch(table: Table, command: wire.Rematch, who: Who) -> list[NewEntry]:
    """Only whether it may be; the new table is opened by the registry."""
    if table.stage != OVER:
        raise Refused("not_over", "a rematch can be offered when the game is over", NOT_NOW)
    if who.person not in table.people:
        raise Refused("no_seat", "only who has played can offer a rematch", NOT_HERE)
    if table.rematch is not None:
        raise Refused("already_offered", "there is a rematch already", NOT_NOW, table=table.rematch)
    return []


def renamed(table: Table, who: Who, before: str) -> list[NewEntry]:
    """A new name, and a new face, on all own seats that bear the old name."""
    seats = [seat for seat in table.seats_of(who.person) if table.seats[seat].name == before]
    faced = [seat for seat in seats if table.seats[seat].face != who.face]
    named = [NewEntry("named", {"seats": seats, "name": who.name})] if seats and who.name != before else []
    return named + ([NewEntry("faced", {"seats": faced, "face": who.face})] if faced else [])


def overdue(
    table: Table, now: float, jumped_at: float | None = None, began_at: float = 0.0, kept_at: float = 0.0
) -> list[NewEntry]:
    """Bots stand in for those whose clock has run out; of which no one can say so if the time has leapt meanwhile, or
    if the server was away until just before (it began at `began_at`): then they have their time anew. What the store
    took to keep what led to their turn (until `kept_at`) is not theirs.
    """
    late = [seat for seat in table.waiting if not table.seats[seat].plays_itself]
    if table.deadline is None or not late:
        return []
    if jumped_at is not None and not jumped_at <= table.since <= now:
        return [NewEntry("granted", {})]
    if table.since < began_at and table.deadline < began_at + TO_COME_BACK:
        return [NewEntry("granted", {})] if now >= table.deadline else []
    return [NewEntry("away", {"seats": late})] if now >= table.deadline + max(0.0, kept_at - table.since) else []


def bot_played(table: Table, seat: int, position: int, move: str) -> list[NewEntry]:
    """A bot's answer, unless the table has moved on or the person has come back."""
    fits = table.position == position and seat in table.waiting and table.seats[seat].plays_itself
    return [played(table, seat, move, BOT)] if fits else []


_DECIDERS: dict[type, Callable[[Table, Any, Who], list[NewEntry]]] = {
    wire.Sit: gathering.sit,
    wire.Stand: gathering.stand,
    wire.Salt: gathering.salt,
    wire.SetBot: gathering.set_bot,
    wire.Reorder: gathering.reorder,
    wire.ChangeOptions: gathering.change,
    wire.Start: gathering.start,
    wire.Undo: _undo,
    wire.Consent: _consent,
    wire.Say: _say,
    wire.LeaveTable: _leave,
    wire.Back: _back,
    wire.SetOrders: _set_orders,
    wire.Rematch: _rematch,
}
