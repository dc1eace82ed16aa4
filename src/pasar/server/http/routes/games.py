"""What can be played here, with whom, how it is called in each language, and how it is learnt."""

import asyncio
from functools import cache
from http import HTTPStatus
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Path, Query, Request, Response
from pydantic import BaseModel, Field

from pasar.bots.roster import BOTS
from pasar.errors import UnknownGame
from pasar.games import find, games
from pasar.games.contract import Game
from pasar.games.words import words
from pasar.server.base.refusals import Refused, refusals
from pasar.server.http import lessons
from pasar.server.http.guard import on_own_machine
from pasar.server.http.routes import examples
from pasar.server.http.services import services_of
from pasar.server.http.web import File

router = APIRouter(prefix="/api", tags=["games"])


class Switch(BaseModel):
    """Something that a table can choose."""

    name: str = Field(examples=["oracle"])
    help: str = Field(examples=["the oracle is in the deck"])


class StandingOrder(BaseModel):
    """Something that a player may leave word about: one of some words or, where there are none, a whole number."""

    name: str = Field(examples=["skip_buying"])
    help: str = Field(examples=["pass instead of buying"])
    words: list[str] = Field(examples=[["ask", "always"]])
    least: int = Field(examples=[0])
    most: int = Field(examples=[99])


class GameLine(BaseModel):
    """One game: how many may play, what a table can choose, what a player may leave word about."""

    name: str = Field(examples=["bali"])
    version: int = Field(description="of its rules", examples=[1])
    fewest: int = Field(examples=[2])
    most: int = Field(examples=[4])
    switches: list[Switch]
    orders: list[StandingOrder]


class Games(BaseModel):
    """`addresses` are for links to send: a page that was opened on the server's own machine may have a useless one."""

    games: list[GameLine]
    bots: dict[str, str] = Field(description="levels, and what to expect of them", examples=[{"hard": "thinks"}])
    addresses: list[str] = Field(
        description="where others reach this server; those inside a house are told on its own machine alone",
        examples=[["http://192.168.1.20:8000"]],
    )


@router.get("/games", responses=refusals())
async def list_games(request: Request) -> Games:
    """Every game there is, and every bot."""
    services = services_of(request)
    services.take("reads", request)
    return Games(
        games=[_line(game) for game in games().values()],
        bots={name: entry.help for name, entry in BOTS.items()},
        addresses=services.settings.addresses if services.settings.public_url or on_own_machine(request) else [],
    )


def _line(game: Game) -> GameLine:
    return GameLine(
        name=game.name,
        version=game.version,
        fewest=game.seats.start,
        most=game.seats.stop - 1,
        switches=[Switch(name=option.name, help=option.help) for option in game.options if not option.is_file],
        orders=[
            StandingOrder(name=order.name, help=order.help, words=list(order.words), least=order.least, most=order.most)
            for order in game.orders.ORDERS
        ],
    )


@router.get("/games/{name}/words/{language}", responses={**refusals(404), **examples.shown(examples.WORDS)})
async def game_words(
    request: Request, name: Annotated[str, Path(max_length=40)], language: Literal["en", "de", "fr"]
) -> dict[str, Any]:
    """How a game's things, events and reasons are called: sentences with places for values."""
    services_of(request).take("reads", request)
    return dict(words(found_game(name).package, language).tables)


@router.get("/games/{name}/lesson", responses=refusals(404), response_model=lessons.Lesson)
async def game_lesson(
    request: Request, name: Annotated[str, Path(max_length=40)], variant: Annotated[str, Query(max_length=40)] = ""
) -> Response:
    """A prepared game, step by step, with what the learner sees and is to do; `variant` names one of its own."""
    services_of(request).take("reads", request)
    game = found_game(name)
    if variant not in game.lessons:
        others = [each for each in game.lessons if each]
        there = f"; there is one of {', '.join(others)}" if variant and others else ""
        raise Refused("no_lesson", f"{name} has no lesson{variant and f' of {variant}'}{there}", HTTPStatus.NOT_FOUND)
    told = await asyncio.to_thread(_told, game.name, variant)
    return told.answer(request)


@cache
def _told(name: str, variant: str) -> File:
    lesson = lessons.lesson(name, variant)
    assert lesson is not None
    return File.packed(lesson.model_dump_json().encode(), "application/json")


def found_game(name: str) -> Game:
    try:
        return find(name)
    except UnknownGame as fault:
        raise Refused("no_such_game", str(fault), HTTPStatus.NOT_FOUND) from fault
