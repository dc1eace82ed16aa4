"""What can be played here, with whom, and how it is called in each language."""

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Path, Request
from pydantic import BaseModel, Field

from pasar.bots.roster import LEVELS
from pasar.errors import UnknownGame
from pasar.games import find, games
from pasar.games.contract import Game
from pasar.games.words import words
from pasar.server.refusals import Refused, refusals
from pasar.server.routes import examples
from pasar.server.services import services_of

router = APIRouter(prefix="/api", tags=["games"])


class GameLine(BaseModel):
    """One game: how many may play, what a table can choose, what a player may leave word about."""

    name: str = Field(examples=["bali"])
    version: int = Field(description="of its rules", examples=[1])
    fewest: int = Field(examples=[2])
    most: int = Field(examples=[4])
    switches: list[dict[str, str]] = Field(examples=[[{"name": "oracle", "help": "..."}]])
    orders: list[dict[str, Any]] = Field(examples=[[{"name": "skip_buying", "words": ["ask", "always"]}]])


class Games(BaseModel):
    games: list[GameLine]
    bots: dict[str, str] = Field(description="levels, and what to expect of them", examples=[{"hard": "thinks"}])


@router.get("/games", responses=refusals())
async def list_games(request: Request) -> Games:
    """Every game there is, and every bot."""
    services_of(request).take("reads", request)
    return Games(games=[_line(game) for game in games().values()], bots={n: entry.help for n, entry in LEVELS.items()})


def _line(game: Game) -> GameLine:
    return GameLine(
        name=game.name,
        version=game.version,
        fewest=game.seats.start,
        most=game.seats.stop - 1,
        switches=[{"name": option.name, "help": option.help} for option in game.options if not option.is_file],
        orders=[
            {"name": order.name, "help": order.help, "words": order.words, "least": order.least, "most": order.most}
            for order in game.orders.ORDERS
        ],
    )


@router.get("/games/{name}/words/{language}", responses={**refusals(404), **examples.shown(examples.WORDS)})
async def game_words(
    request: Request, name: Annotated[str, Path(max_length=40)], language: Literal["en", "de", "fr"]
) -> dict[str, Any]:
    """How a game's things, events and reasons are called: sentences with places for values."""
    services_of(request).take("reads", request)
    try:
        return dict(words(find(name).package, language).tables)
    except UnknownGame as fault:
        raise Refused("no_such_game", str(fault), 404) from fault
