"""Practice: positions to solve, and what a person has yet to repeat, kept for the person."""

import asyncio
from functools import cache
from http import HTTPStatus
from typing import Annotated, Any

import orjson
from fastapi import APIRouter, Path, Request, Response
from pydantic import BaseModel, ConfigDict, Field

from pasar.games import find
from pasar.server.base.refusals import Refused, refusals
from pasar.server.http.positions import Beginning, Sheet, ShownPosition, beginnings, position, sheet
from pasar.server.http.routes.games import found_game
from pasar.server.http.routes.me import in_person
from pasar.server.http.services import services_of
from pasar.server.http.web import File

MOST_CARDS = 100
LONGEST_CARD = 8000  # characters of the JSON of one

router = APIRouter(prefix="/api", tags=["practice"])


class PracticeCard(BaseModel):
    """A position to come back to: what it is, in which box it lies, when it is due (seconds since 1970)."""

    model_config = ConfigDict(extra="forbid")
    id: str = Field(max_length=80, examples=["00112233445566ff-34"])
    box: int = Field(ge=0, le=10, examples=[1])
    due: float = Field(ge=0, le=1e11, examples=[1763254800.0])
    changed: float = Field(ge=0, le=1e11, examples=[1763254800.0])
    exercise: dict[str, Any] | None = Field(description="null: it is not to come back", examples=[{"best": "take 2"}])


class Practice(BaseModel):
    model_config = ConfigDict(extra="forbid")
    cards: list[PracticeCard] = Field(max_length=MOST_CARDS)


@router.get("/games/{name}/positions", responses=refusals(404), response_model=Sheet)
async def positions(request: Request, name: Annotated[str, Path(max_length=40)]) -> Response:
    """Positions of a game in which one move is clearly the best (see docs/coach.md)."""
    services_of(request).take("reads", request)
    await asyncio.to_thread(found_game, name)
    return (await asyncio.to_thread(_sheet, name)).answer(request)


@router.get("/games/{name}/positions/{number}", responses=refusals(404))
async def one_position(request: Request, name: Annotated[str, Path(max_length=40)], number: int) -> ShownPosition:
    """One of them, as its seat sees it; the first is 0."""
    services = services_of(request)
    services.take("replays", request, await services.people.identify(request))
    await asyncio.to_thread(found_game, name)
    known = await asyncio.to_thread(_beginnings, name)
    if not 0 <= number < len(known):
        raise Refused("not_found", f"{name} has {len(known)} positions", HTTPStatus.NOT_FOUND)
    return await asyncio.to_thread(position, known[number])


@cache
def _sheet(name: str) -> File:
    return File.packed(sheet(find(name)).model_dump_json().encode(), "application/json")


@cache
def _beginnings(name: str) -> list[Beginning]:
    return beginnings(find(name))


@router.post("/positions", responses=refusals())
async def show(request: Request, beginning: Beginning) -> ShownPosition:
    """What a seat sees after the beginning of a game, and what it may do. Nothing is kept."""
    services = services_of(request)
    services.take("replays", request, await services.people.identify(request))
    return await asyncio.to_thread(position, beginning)


@router.get("/me/practice", responses=refusals(401))
async def practice(request: Request) -> Practice:
    """What I have yet to repeat."""
    services, person = await in_person(request)
    services.take("reads", request, person)
    kept = await services.store.practice(person.id)
    return Practice(cards=[]) if kept is None else Practice.model_validate(kept)


@router.put("/me/practice", status_code=HTTPStatus.NO_CONTENT, responses=refusals(401))
async def keep_practice(request: Request, wish: Practice) -> None:
    """Keep this instead of what was kept."""
    services, person = await in_person(request)
    services.take("commands", request, person)
    body = wish.model_dump()
    for card in body["cards"]:
        _check_length(card)
    await services.store.keep_practice(person.id, services.clock.now(), body)


def _check_length(card: dict[str, Any]) -> None:
    try:
        length = len(orjson.dumps(card).decode())
    except TypeError as fault:  # whole numbers beyond 64 bits, halves of characters, too many brackets
        raise Refused("bad_practice", f"a card that cannot be kept: {fault}") from fault
    if length > LONGEST_CARD:
        raise Refused("bad_practice", f"a card may have {LONGEST_CARD} characters at most")
