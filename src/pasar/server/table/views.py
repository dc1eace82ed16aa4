"""What the server says about a table: to each onlooker what that onlooker may know, and built up from nothing.

`eyes` is the seat through which somebody looks, None for a spectator. What each message means is in `messages.py`.
"""

from collections.abc import Iterable, Mapping
from functools import cache
from itertools import takewhile
from typing import Any

import orjson
from orjson import Fragment

from pasar.games.events import read
from pasar.kernel.rng import generator
from pasar.kernel.story import unpacked
from pasar.match import fair
from pasar.match.match import Match, PreparedMove
from pasar.match.record import FAIR, FORMAT
from pasar.server.base import messages as m
from pasar.server.table import access
from pasar.server.table.table import LOBBY, ORDER, OVER, PERSON, Change, Table


def encoded(message: m.Sent) -> bytes:
    return orjson.dumps(message)


Telling = Mapping[int | None, tuple[bytes, bytes, bytes]]  # by eyes: a story, a sight, a menu
SPECTATORS_OWN = b',"choice":null,"orders":null,"menu":null,"view":'
TOLD_AGAIN = 40  # of the last moves a newcomer hears the story; what was before can be asked for
WORLDS = 8  # guesses about what is hidden that a look ahead compares


# --- The table --------------------------------------------------------------------------------------------------------


def table_shown(table: Table) -> m.TableInfo:
    """What everybody may know who may see the table at all."""
    return {
        "id": table.id,
        "stage": table.stage,
        "options": table.options,
        "rules_version": table.game.version,
        "seats": [_seat(table, number) for number in range(len(table.seats))],
        "asked": _asked(table),
        "rematch": table.rematch,
        "frozen": table.frozen,
        "made_at": table.made_at,
        "fair": fair_shown(table),
    }


def _seat(table: Table, number: int) -> m.SeatInfo:
    seat = table.seats[number]
    return {
        "name": seat.name,
        "taken": not seat.free,
        "bot": seat.shown_bot,
        "away": seat.away,
        "host": seat.person is not None and seat.person == table.host and not seat.guest,
        "salted": seat.salt is not None,
        "face": seat.face,
    }


def _asked(table: Table) -> m.AskedBack | None:
    if table.asked is None:
        return None
    agreed = [seat for person in table.asked.agreed for seat in table.seats_of(person)]
    return {"seat": table.asked.seat, "to": table.asked.to, "agreed": sorted(agreed)}


def fair_shown(table: Table) -> m.Fair | None:
    """The commitment before the game, the salts from its start on, the secret after its end."""
    if not table.secret:
        return table.proof
    shown: m.Fair = {"method": fair.METHOD, "commitment": table.commitment}
    if table.stage != LOBBY:
        shown["salts"] = [seat.salt or "" for seat in table.seats]
    if table.stage == OVER:
        shown["secret"] = table.secret.hex()
    return shown


def you_shown(table: Table, person: str | None, eyes: int | None) -> m.You:
    """What is only for the receiver. Whoever belongs to the table may pass its private link on."""
    return {
        "seats": table.seats_of(person),
        "host": person is not None and person == table.host,
        "eyes": eyes,
        "key": table.key if access.belongs(table, person) else None,
    }


def line_shown(table: Table, line: Mapping[str, Any]) -> m.ChatLine:
    """Chat is data, never markup: whoever shows it treats it as plain text."""
    return {"name": line["name"], "text": line["text"], "at": line["at"], "seats": table.seats_of(line["person"])}


# --- The game ---------------------------------------------------------------------------------------------------------


def plays_shown(table: Table, all_eyes: Iterable[int | None]) -> dict[int | None, bytes]:
    """Where the game stands, for everybody who looks on, as JSON."""
    each, public = tuple(all_eyes), _public(table)
    told = telling(table, each) if table.match is not None else {}
    return {eyes: b"".join((public, *(_own(table, eyes, *told[eyes][1:]) if told else ()))) for eyes in each}


def _public(table: Table) -> bytes:
    """What is the same for all, and goes on with what is one's own."""
    match = table.match
    if match is None:
        return b"null"
    public: m.PublicPlay = {
        "at": table.position,
        "moves": len(match),
        "since": table.since,
        "deadline": table.deadline,
        "waiting": table.waiting,
        "chosen": sorted(table.chosen) if table.chosen else (),
    }
    if match.over:
        public["result"] = {"points": match.points, "winners": match.winners, "breakdown": match.breakdown}
    return orjson.dumps(public)[:-1]


def _own(table: Table, eyes: int | None, sight: bytes, menu: bytes) -> tuple[bytes, ...]:
    """In pieces, of which the whole is then put together at once."""
    if eyes is None:
        return SPECTATORS_OWN, sight, b"}"
    orders, choice = table.seats[eyes].orders, b"null"
    if eyes in table.chosen:
        choice = orjson.dumps(table.chosen[eyes][0])
    ordered = orjson.dumps(orders) if orders else b"{}"
    return b',"choice":', choice, b',"orders":', ordered, b',"menu":', menu or b"null", b',"view":', sight, b"}"


def telling(
    table: Table, eyes: tuple[int | None, ...], prepared: PreparedMove | None = None, with_story: bool = False
) -> Telling:
    """Sights and menus for these eyes, and the last story: as they were written with the move, if that was for all."""
    assert table.match is not None
    if prepared is not None and (eyes == prepared.eyes or set(eyes) <= set(prepared.eyes)):
        eyes, said = prepared.eyes, prepared.made.said
    else:
        said = table.match.tell(eyes, len(table.match) if with_story else None, table.options["memory"])
    return dict(zip(eyes, zip(said.stories, said.sights, said.menus, strict=True), strict=True))


def stories_shown(table: Table, moves: Iterable[int], all_eyes: Iterable[int | None]) -> dict[int | None, bytes]:
    """What these moves told each of `all_eyes`, as JSON. Move 0 is the start."""
    return {eyes: b"[%b]" % story for eyes, story in _stories(table, moves, tuple(all_eyes), {}).items()}


def _stories(
    table: Table, moves: Iterable[int], each: tuple[int | None, ...], told: Telling
) -> dict[int | None, bytes]:
    """The same without brackets. `told` has the last."""
    match = table.match
    # One that was taken back since is not told; one that was taken back and made again is told twice.
    numbers = [number for number in moves if number <= len(match)] if match is not None else []
    lines = [_lines(table, number, each, told) for number in numbers]
    return {eyes: b",".join([line[place] for line in lines]) for place, eyes in enumerate(each)}


def _lines(table: Table, number: int, each: tuple[int | None, ...], told: Telling) -> list[bytes]:
    """What one move told each of them."""
    match = table.match
    assert match is not None
    stories = [told[eyes][0] for eyes in each] if told and number == len(match) else match.stories(number, each)
    seat, (own, public) = match.mover(number) if number else None, _begun_lines(table, number)
    return [
        b"".join((own if eyes == seat else public, events, b"}")) for eyes, events in zip(each, stories, strict=True)
    ]


def _begun_lines(table: Table, number: int) -> tuple[bytes, bytes]:
    """How the line of a move begins, for who made it and for all others.

    Who has left orders is nobody else's business: what they did, the person did.
    """
    if not number or table.match is None:
        return (_line(number, None, None),) * 2
    seat, by = table.match.mover(number), table.made[number - 1].by
    public = _line(number, seat, PERSON if by == ORDER else by)
    return (_line(number, seat, by) if by == ORDER else public), public


def _line(number: int, seat: int | None, by: m.By | None) -> bytes:
    return b'%b,"move":%d,"events":' % (_mover(seat, by), number)


@cache
def _mover(seat: int | None, by: m.By | None) -> bytes:
    """The beginning of a JSON object."""
    mover: m.Mover = {"seat": seat, "by": by}
    return orjson.dumps(mover)[:-1]


def updates_shown(
    table: Table, before: int, change: Change, eyes: Iterable[int | None], prepared: PreparedMove | None = None
) -> dict[int | None, bytes]:
    """What onlookers are told of a change, by the eyes they look through, as JSON; `you` is added for each."""
    head, each = b'{"type":"update","from":%d,"version":%d' % (before, table.public_version), tuple(eyes)
    if prepared is not None and _is_just_a_move(change) and (each == prepared.eyes or set(each) <= set(prepared.eyes)):
        return _move_shown(table, head, prepared)
    if change.table:
        head = b'%b,"table":%b' % (head, orjson.dumps(table_shown(table)))
    if change.lines:
        head = b'%b,"lines":%b' % (head, orjson.dumps([line_shown(table, line) for line in change.lines]))
    if not change.play and not change.told:
        return dict.fromkeys(each, head + b"}")
    told = telling(table, each, prepared, bool(change.told)) if table.match is not None else {}
    if change.play:
        head = b'%b,"play":%b' % (head, _public(table))
    shown = dict.fromkeys(each, head)
    if change.play and told:
        shown = {one: b"".join((head, *_own(table, one, *told[one][1:]))) for one in each}
    if not change.told:
        return {one: message + b"}" for one, message in shown.items()}
    stories = _stories(table, change.told, each, told)
    return {one: b"".join((message, b',"story":[', stories[one], b"]}")) for one, message in shown.items()}


def _is_just_a_move(change: Change) -> bool:
    return change.play and len(change.told) == 1 and not change.table and not change.lines and change.only is None


def _move_shown(table: Table, head: bytes, prepared: PreparedMove) -> dict[int | None, bytes]:
    """The same of a move and nothing else, which is nearly all that happens."""
    head = b'%b,"play":%b' % (head, _public(table))
    own, public = _begun_lines(table, len(table.made))
    return {
        eyes: b"".join((
            head, *_own(table, eyes, sight, menu), b',"story":[', own if eyes == prepared.seat else public, story,
            b"}]}",
        ))
        for eyes, story, sight, menu in zip(prepared.eyes, *prepared.made.said, strict=True)
    }  # fmt: skip


def with_more(message: bytes, **more: Any) -> bytes:
    """The same JSON object with some members more."""
    return b"%s,%s" % (message[:-1], orjson.dumps(more)[1:])


def snapshot(table: Table, person: str | None, eyes: int | None, presence: m.Presence) -> m.TableMessage:
    """Exactly the present, for somebody who knows nothing yet."""
    moves = len(table.match) if table.match is not None else 0
    return {
        "type": "table",
        "version": table.public_version,
        "table": table_shown(table),
        "you": you_shown(table, person, eyes),
        "play": Fragment(plays_shown(table, (eyes,))[eyes]),
        "story": Fragment(stories_shown(table, range(max(0, moves + 1 - TOLD_AGAIN), moves + 1), (eyes,))[eyes]),
        "chat": [line_shown(table, line) for line in table.chat],
        "presence": presence,
    }


# --- Looking ahead ----------------------------------------------------------------------------------------------------


def what_if(match: Match, seat: int, move: str) -> m.Outlook:
    """What a move would lead to, as far as its maker can know.

    Nothing counts as known from the first event on that shows them something, or that differs between some worlds that
    they could imagine: `more` says that something follows.
    """
    refusal = match.why(move, seat)
    if refusal is not None:
        return {"open": False, "reason": refusal.code, "values": refusal.values}
    stories = [_imagined(match, seat, move, world) for world in range(WORLDS)]
    alike = takewhile(lambda rows: len(set(rows)) == 1, zip(*stories, strict=False))
    certain = list(takewhile(lambda row: not match.game.reveals(row, seat), (rows[0] for rows in alike)))
    events = [read(match.game, row, seat).as_json() for row in certain]
    return {"open": True, "events": events, "more": any(len(story) > len(certain) for story in stories)}


def _imagined(match: Match, seat: int, move: str, world: int) -> list[tuple[int, ...]]:
    state = match.game.resampled(match.state, seat, generator(world))
    return unpacked(Match.resumed(match, state).prepare(move, seat).made.story)


# --- Records and replays ----------------------------------------------------------------------------------------------


def record_shown(table: Table) -> dict[str, Any]:
    """The whole game once it is over. While it runs, a record that holds no secret: neither the deal nor the moves."""
    proof = fair_shown(table)
    extras = {
        "table": table.id,
        "names": [seat.name for seat in table.seats],
        "bots": [seat.shown_bot for seat in table.seats],
        "rules_version": table.game.version,
        **({} if proof is None else {FAIR: proof}),
    }
    dealt = table.dealt
    head = {"format": FORMAT, "game": table.options["game"], "rules": dealt.get("rules")}
    if table.stage != OVER:
        return {**head, "setup": None, "moves": [], "result": None, **extras}
    body = {"setup": dealt["setup"], "moves": table.moves, "result": table.result}
    return {**head, **body, **extras}


def replay_shown(match: Match, eyes: int | None, all_seeing: bool) -> list[m.ReplayFrame]:
    """Every position of a finished game with what led to it; all-seeing, with what each seat had in hand."""
    walk = Match(match.game, match.rules, match.dealt)
    frames = [_frame(walk, eyes, all_seeing)]
    for seat, move in match.moves:
        walk.play(move, seat)
        frames.append({"seat": seat, "move": move, **_frame(walk, eyes, all_seeing)})
    return frames


def _frame(walk: Match, eyes: int | None, all_seeing: bool) -> m.ReplayFrame:
    told = walk.story(eyes, len(walk.moves), all_seeing=all_seeing)
    events = [event.as_json() for event in told]
    frame: m.ReplayFrame = {"events": events, "view": walk.sight(eyes), "points": walk.points}
    if all_seeing:
        frame["own"] = [walk.sight(seat).get("own") for seat in range(walk.players)]
    return frame
