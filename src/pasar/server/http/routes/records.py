"""Records that somebody brings along: replayed from the first move to the last before they are believed."""

import asyncio
from typing import Annotated, Any

from fastapi import APIRouter, Body, Request
from pydantic import BaseModel, Field

from pasar.errors import PasarError
from pasar.match import fair
from pasar.match.match import Match
from pasar.match.record import FAIR, MOST_MOVES, replay, result_of
from pasar.server.base.refusals import Refused, refusals
from pasar.server.http.routes import examples
from pasar.server.http.services import services_of
from pasar.server.live.registry import registry_of
from pasar.server.people import names
from pasar.server.table import gathering, wire
from pasar.server.table.new_entries import NewEntry, Who
from pasar.server.table.table import PERSON

router = APIRouter(prefix="/api", tags=["records"])


class Imported(BaseModel):
    """The record as a table that can be replayed."""

    id: str = Field(examples=["00112233445566ff"])
    key: str = Field(examples=["kTq5W0v1n7mYpQ8uXy3zAw"])


@router.post("/records", status_code=201, responses=refusals(401))
async def import_record(
    request: Request, record: Annotated[dict[str, Any], Body(examples=[examples.RECORD])]
) -> Imported:
    """Bring a record of a finished game to replay it here. It is checked move by move."""
    services, registry = services_of(request), registry_of(request)
    person = await services.people.require(request)
    services.take("imports", request, person)
    match = await asyncio.to_thread(_checked, record)
    live = await registry.open(_as_log(match, record, Who(person.id, person.name)))
    return Imported(id=live.table.id, key=live.table.key)


def _checked(record: dict[str, Any]) -> Match:
    if isinstance(moves := record.get("moves"), list) and len(moves) > MOST_MOVES:
        raise Refused("bad_record", f"a record has at most {MOST_MOVES} moves")
    try:
        match = replay(record)
    except PasarError as fault:
        raise Refused("bad_record", str(fault)[:500]) from fault
    if not match.over:
        raise Refused("bad_record", "the game of this record is not over; only finished games can be brought")
    return match


def _as_log(match: Match, record: dict[str, Any], who: Who) -> list[NewEntry]:
    """The log that a table would have on which this was played."""
    asked = wire.AskedOptions(
        game=match.game.name,
        players=match.players,
        switches={name: value for name, value in match.rules.items() if isinstance(value, bool)},
    )
    opened = gathering.opened(gathering.agreed(asked, {}), who)
    head = NewEntry("opened", {**opened.body, "secret": "", "imported": True, "proof": _proof(record)})
    seats = [NewEntry("sat", {"seat": k, "name": name}) for k, name in enumerate(_names(record, match.players))]
    started = gathering.started(match.game, match.rules, match.setup())
    moves = [NewEntry("moved", {"seat": seat, "move": move, "by": PERSON}) for seat, move in match.moves]
    last = NewEntry("moved", {**moves[-1].body, "result": result_of(match)})
    return [head, *seats, started, *moves[:-1], last]


def _proof(record: dict[str, Any]) -> dict[str, Any] | None:
    """The proof of a fair deal, as far as it was checked; without the secret there is nothing to check."""
    given = record.get(FAIR) or {}
    return fair.proof(bytes.fromhex(given["secret"]), given["salts"]) if given.get("secret") else None


def _names(record: dict[str, Any], players: int) -> list[str]:
    """The names in the record that can be names here; numbers for the others."""
    given = record.get("names")
    told = given if isinstance(given, list) and len(given) == players else [None] * players
    return [_name(name) or f"Player {number}" for number, name in enumerate(told, 1)]


def _name(text: Any) -> str | None:
    try:
        return names.clean(text) if isinstance(text, str) else None
    except Refused:
        return None
