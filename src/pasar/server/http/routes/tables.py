"""Tables over HTTP: for the lobby, and for programs that play. What a program asks for is decided as for people."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from http import HTTPStatus
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Body, Header, Query, Request, Response
from fastapi.responses import StreamingResponse
from orjson import Fragment
from pydantic import BaseModel, Field

from pasar.kernel.seats import MOST_SEATS
from pasar.match.match import Match
from pasar.server.base.messages import As, FinishedGame, Replay, Sent, TableLine
from pasar.server.base.refusals import Refused, refusals
from pasar.server.http.routes import examples
from pasar.server.http.services import address_of, services_of
from pasar.server.http.web import NEVER, File
from pasar.server.live import asking
from pasar.server.live.live_table import LiveTable
from pasar.server.live.onlooker import Onlooker
from pasar.server.live.registry import registry_of
from pasar.server.people.contacts import face_of
from pasar.server.people.people import token_id
from pasar.server.table import access, gathering, views, wire
from pasar.server.table.lists import finished_games, table_line
from pasar.server.table.new_entries import Who, checked_seat
from pasar.server.table.table import LOBBY, OVER, PLAYING, Table
from pasar.store.contract import Person

KEEP_ALIVE = 7.0  # seconds after which an empty line shows that a stream still lives
NDJSON = "application/x-ndjson"
GAMES_AT_ONCE = 1000  # finished games that one answer tells of

router = APIRouter(prefix="/api", tags=["tables"])

Key = Annotated[str | None, Header(alias="Pasar-Key", max_length=80, description="from the private link of the table")]
Stage = Literal["lobby", "playing", "over"]


class Opened(BaseModel):
    """A new table. Its private link is the table's page with the key after a #."""

    id: str = Field(examples=["00112233445566ff"])
    key: str = Field(examples=["kTq5W0v1n7mYpQ8uXy3zAw"])


class Kept(BaseModel):
    """It was carried out, and it is kept."""

    version: int = Field(description="of the table, after it", examples=[18])
    position: int = Field(description="of the game: the next move is made `at` this", examples=[12])


class Lines(BaseModel):
    """Tables as a list shows them, the last changed first."""

    tables: list[Annotated[Mapping[str, Any], As(TableLine)]] = Field(examples=[[examples.LINE]])


class FinishedGames(BaseModel):
    """Games that one has played to the end, the last first."""

    games: list[Annotated[Mapping[str, Any], As(FinishedGame)]] = Field(examples=[[examples.FINISHED]])
    before: float | None = Field(
        description="What to ask for the next ones with; null after the last.", examples=[None]
    )


class Move(BaseModel):
    """One move of a seat of yours."""

    move: str = Field(max_length=wire.LONGEST_MOVE, examples=["play rice"])
    at: int = Field(ge=0, strict=True, description="the position it was decided in", examples=[12])
    seat: wire.SeatNumber | None = Field(default=None, description="needed by who holds several seats that are to act")


# --- Finding and making -----------------------------------------------------------------------------------------------


@router.post("/tables", status_code=201, responses=refusals(401, 409))
async def open_table(request: Request, options: wire.AskedOptions) -> Opened:
    """Open a table; you are its host and sit on seat 0."""
    services, registry = services_of(request), registry_of(request)
    person = await services.people.require(request)
    services.take("tables", request, person)
    who = Who(person.id, person.name, face=face_of(person))
    async with services.quotas.opening(person.id, address_of(request)):
        live = await registry.open([gathering.opened(gathering.agreed(options, {}), who), gathering.seated(0, who)])
        services.quotas.opened(live.table.id, address_of(request))
    return Opened(id=live.table.id, key=live.table.key)


@router.get("/tables", responses=refusals())
async def list_tables(
    request: Request,
    stage: Stage = "lobby",
    game: Annotated[str | None, Query(max_length=40, pattern="^[a-z0-9_]*$", examples=["bali"])] = None,
    before: Annotated[float | None, Query(description="only those changed before (seconds since 1970)")] = None,
) -> Lines:
    """The public tables: those one can sit down at, look on at, or replay."""
    services = services_of(request)
    person = await services.people.identify(request)
    services.take("reads", request, person)
    rows = await registry_of(request).store.listed(stage=stage, game=game, before=before)
    seen = [row for row in rows if stage == LOBBY or row.about["options"]["watch"] == "anyone"]
    return Lines(tables=[table_line(row, person.id if person else None) for row in seen])


@router.get("/me/tables", responses=refusals(401))
async def my_tables(
    request: Request,
    stage: Stage | None = None,
    before: Annotated[float | None, Query(description="only those changed before (seconds since 1970)")] = None,
) -> Lines:
    """Your tables, with whose turn it is."""
    services = services_of(request)
    person = await services.people.require(request)
    services.take("reads", request, person)
    rows = await registry_of(request).store.tables_of(person.id, stage=stage, before=before)
    return Lines(tables=[table_line(row, person.id) for row in rows])


@router.get("/me/games", responses=refusals(401))
async def my_games(
    request: Request,
    before: Annotated[
        float | None, Query(description="the `before` of the answer whose games come before these")
    ] = None,
) -> FinishedGames:
    """The games that you have finished here, without their moves: up to a thousand at once."""
    services = services_of(request)
    person = await services.people.require(request)
    services.take("reads", request, person)
    rows = await registry_of(request).store.tables_of(person.id, stage=OVER, before=before, limit=GAMES_AT_ONCE)
    goes_on = len(rows) == GAMES_AT_ONCE
    return FinishedGames(games=list(finished_games(rows, person.id)), before=rows[-1].changed if goes_on else None)


# --- One table --------------------------------------------------------------------------------------------------------


async def visited(
    request: Request, id: str, key: str | None, needs_person: bool = False
) -> tuple[LiveTable, Person | None]:
    services = services_of(request)
    identify = services.people.require if needs_person else services.people.identify
    person = await identify(request)
    services.take("commands" if needs_person else "reads", request, person)
    live = await registry_of(request).table(id)
    access.check_sight(live.table, person.id if person else None, key)
    return live, person


def _json(message: Sent) -> Response:
    """Parts of it are JSON already, which the framework would not know."""
    return Response(views.encoded(message), media_type="application/json")


def _count(request: Request, asked: wire.Message, person: Person) -> None:
    if (what := asking.COUNTED.get(type(asked))) is not None:
        services_of(request).take(what, request, person)


def _who(live: LiveTable, person: Person, key: str | None) -> Who:
    return Who(person.id, person.name, access.may_sit(live.table, person.id, key), face_of(person))


@router.get("/tables/{id}", responses={**refusals(404), **examples.shown(examples.SNAPSHOT)})
async def look(
    request: Request,
    id: wire.TableId,
    key: Key = None,
    eyes: Annotated[int | None, Query(ge=0, lt=MOST_SEATS)] = None,
) -> Response:
    """The table as you see it now; with several seats, through the eyes of one of them."""
    live, person = await visited(request, id, key)
    who = person.id if person else None
    return _json(live.snapshot(who, live.own_eyes(who, eyes)))


@router.post("/tables/{id}/commands", responses=refusals(401, 404, 409))
async def command(
    request: Request, id: wire.TableId, asked: Annotated[wire.Command, Body(embed=False)], key: Key = None
) -> Kept:
    """Do anything at a table that can be done over its socket."""
    live, person = await visited(request, id, key, needs_person=True)
    assert person is not None
    _count(request, asked, person)
    version = await asking.act(registry_of(request), live, asked, _who(live, person, key))
    return Kept(version=version, position=live.table.position)


@router.post("/tables/{id}/moves", responses=refusals(401, 404, 409))
async def move(request: Request, id: wire.TableId, made: Move, key: Key = None) -> Kept:
    """Make a move. It is kept when this answers."""
    live, person = await visited(request, id, key, needs_person=True)
    assert person is not None
    play = wire.PlayMove(type="move", **made.model_dump())
    version = await asking.act(registry_of(request), live, play, _who(live, person, key))
    return Kept(version=version, position=live.table.position)


@router.post("/tables/{id}/questions", responses={**refusals(401, 404, 409), **examples.shown(examples.HINT)})
async def question(
    request: Request,
    id: wire.TableId,
    asked: Annotated[wire.Hint | wire.WhatIf, Field(discriminator="type")],
    key: Key = None,
) -> Response:
    """Ask for a hint, or what a move would lead to."""
    live, person = await visited(request, id, key, needs_person=True)
    assert person is not None
    _count(request, asked, person)
    return _json(await asking.answered(registry_of(request), live, asked, person.id))


@router.get("/tables/{id}/story", responses={**refusals(404), **examples.shown(examples.STORY)})
async def story(
    request: Request,
    id: wire.TableId,
    key: Key = None,
    first: Annotated[int, Query(ge=0, le=10**6)] = 0,
    count: Annotated[int, Query(ge=1, le=500)] = 100,
    eyes: Annotated[int | None, Query(ge=0, lt=MOST_SEATS)] = None,
) -> Response:
    """What moves `first` to `first + count - 1` told, as you saw it. Move 0 is the start."""
    live, person = await visited(request, id, key)
    seat = live.own_eyes(person.id if person else None, eyes)
    return _json({"story": Fragment(views.stories_shown(live.table, range(first, first + count), (seat,))[seat])})


# --- Streams ----------------------------------------------------------------------------------------------------------


@router.get(
    "/tables/{id}/stream",
    response_class=StreamingResponse,
    responses={**refusals(404), 200: {"content": {NDJSON: {"schema": {"type": "string"}}}}},
)
async def stream(
    request: Request,
    id: wire.TableId,
    key: Key = None,
    eyes: Annotated[int | None, Query(ge=0, lt=MOST_SEATS)] = None,
) -> StreamingResponse:
    """What happens at a table, one JSON object a line, beginning with all of it; an empty line shows that it lives."""
    live, person = await visited(request, id, key)
    services_of(request).take("sockets", request, person)
    services_of(request).quotas.check_sockets(person.id if person else None, address_of(request))
    who = person.id if person else None
    name, by_link = person.name if person else "", access.fits(live.table, key)
    onlooker = Onlooker(who, name, live.own_eyes(who, eyes), by_link, token_id(request))

    async def enter() -> None:
        live.enter(onlooker)
        if person is not None:
            await live.come_back(_who(live, person, key))

    return StreamingResponse(_lines(request, onlooker, enter, lambda: live.leave(onlooker)), media_type=NDJSON)


@router.get(
    "/me/stream",
    response_class=StreamingResponse,
    responses={**refusals(401), 200: {"content": {NDJSON: {"schema": {"type": "string"}}}}},
)
async def my_stream(request: Request) -> StreamingResponse:
    """A line whenever something has changed at one of your tables; `your_turn` says whether it waits for you."""
    services, registry = services_of(request), registry_of(request)
    person = await services.people.require(request)
    services.take("sockets", request, person)
    services.quotas.check_sockets(person.id, address_of(request))
    onlooker = Onlooker(person.id, person.name, None, token=token_id(request))

    async def enter() -> None:
        registry.listen(onlooker)
        for row in await registry.store.tables_of(person.id, stage=PLAYING):
            onlooker.send(views.encoded({"type": "turn", **table_line(row, person.id)}))

    return StreamingResponse(
        _lines(request, onlooker, enter, lambda: registry.stop_listening(onlooker)), media_type=NDJSON
    )


async def _lines(
    request: Request, onlooker: Onlooker, enter: Callable[[], Awaitable[None]], leave: Callable[[], None]
) -> AsyncIterator[bytes]:
    """Enters only when somebody listens: who has gone by then would never leave."""
    metrics, quotas = services_of(request).metrics, services_of(request).quotas
    metrics.sockets.inc()
    try:
        with quotas.connected(onlooker.person, address_of(request)):
            await enter()
            while onlooker.closed is None:
                try:
                    async with asyncio.timeout(KEEP_ALIVE):
                        message = await onlooker.next()
                except TimeoutError:
                    yield b"\n"
                else:
                    if message is not None:
                        yield message + b"\n"
    except Refused as refused:
        yield views.encoded({"type": "bye", "error": {"code": refused.code, "message": refused.message}}) + b"\n"
    finally:
        metrics.sockets.dec()
        leave()


# --- Afterwards -------------------------------------------------------------------------------------------------------


@router.get("/tables/{id}/record", responses={**refusals(404, 409), **examples.shown(examples.RECORD)})
async def record(request: Request, id: wire.TableId, key: Key = None) -> dict[str, Any]:
    """The game as a record: whole when it is over; while it runs, without the deal and the moves."""
    live, _ = await visited(request, id, key)
    if live.table.stage == LOBBY:
        raise Refused("not_begun", "the game has not begun", HTTPStatus.CONFLICT)
    return views.record_shown(live.table)


@router.get("/tables/{id}/replay", responses={**refusals(404, 409), **examples.shown(examples.REPLAY)})
async def replay(
    request: Request,
    id: wire.TableId,
    key: Key = None,
    eyes: Annotated[str, Query(pattern="^([0-9]{1,2}|all|none)$", description="a seat, `all` or `none`")] = "none",
) -> Response:
    """Every position of a finished game: as a seat saw it, as a spectator did (`none`), or with everything (`all`)."""
    live, person = await visited(request, id, key)
    services_of(request).take("replays", request, person)  # a whole game is played again
    table = live.table
    if table.stage != OVER:
        raise Refused("not_over", "a game can be replayed when it is over", HTTPStatus.CONFLICT)
    if table.match is None:
        raise Refused("old_rules", f"this game cannot be replayed here: {table.frozen}", HTTPStatus.CONFLICT)
    seat = checked_seat(table, int(eyes)) if eyes.isdecimal() else None
    told = await asyncio.to_thread(_replayed, table, table.match, seat, eyes)
    return told.answer(request)


def _replayed(table: Table, match: Match, seat: int | None, eyes: str) -> File:
    """Packed, because positions are alike: a long game is some hundred kilobytes otherwise."""
    frames = views.replay_shown(match, seat, eyes == "all")
    shown: Replay = {"table": views.table_shown(table), "eyes": eyes, "frames": frames}
    return File.packed(views.encoded(shown), "application/json", NEVER)
