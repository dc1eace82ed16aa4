"""Positions to solve: a beginning of a game, shown to one of its seats as at a table that nobody else sits at.

Of a game's sheet nobody is told the records that its positions come from: they have cards that the seat could not know.
"""

import hashlib
import json
from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field

from pasar.errors import PasarError, UnknownGame
from pasar.games import find
from pasar.games.contract import Game
from pasar.match.record import MOST_MOVES
from pasar.server.base import messages
from pasar.server.base.messages import As
from pasar.server.base.refusals import Refused
from pasar.server.http import lessons
from pasar.server.http.routes import examples
from pasar.server.table import deciding, views
from pasar.server.table.table import BOT, PERSON

TOLD_OF_EACH = ("seat", "theme", "difficulty", "best", "others")
TOLD = 12  # of the last moves the story is told


class Beginning(BaseModel):
    """A game as far as it goes, as records write it, and whose decision is looked for."""

    model_config = ConfigDict(extra="forbid")
    game: str = Field(max_length=40, examples=["bali"])
    rules: dict[str, Any] = Field(examples=[{"players": 2}])
    setup: dict[str, Any] = Field(examples=[examples.RECORD["setup"]])
    moves: list[tuple[int, str]] = Field(max_length=MOST_MOVES, examples=[[[0, "play rice"]]])
    seat: int = Field(ge=0, le=16, examples=[0])


class ShownPosition(BaseModel):
    """What the seat sees; `table`, `you` and `frame` as in a lesson."""

    table: Annotated[Mapping[str, Any], As(messages.TableInfo)] = Field(examples=[examples.TABLE])
    you: Annotated[Mapping[str, Any], As(messages.You)] = Field(examples=[examples.SNAPSHOT["you"]])
    frame: lessons.Frame


def position(beginning: Beginning) -> ShownPosition:
    """Raises Refused for what is no game, or waits for somebody else."""
    seat = beginning.seat
    try:
        game = find(beginning.game)
        plan = lessons.LessonPlan(seat=seat, rules=beginning.rules, setup=beginning.setup)
        table = lessons.begun(game, plan)
        for mover, move in beginning.moves:
            new = deciding.played(table, mover, move, PERSON if mover == seat else BOT)
            table.apply(new.kind, new.body, 0.0, new.prepared)
    except (PasarError, UnknownGame) as fault:
        raise Refused("bad_record", str(fault)[:500]) from fault
    if seat not in table.waiting:
        raise Refused("bad_record", "in this position that seat has nothing to decide")
    last = len(beginning.moves)
    return ShownPosition(
        table=views.table_shown(table),
        you=views.you_shown(table, lessons.LEARNER, seat),
        frame=lessons.frame(table, seat, range(max(0, last - TOLD + 1), last + 1)),
    )


# --- A game's own -----------------------------------------------------------------------------------------------------


class Exercise(BaseModel):
    """A position of a game's sheet: whose decision it is, which move is the best, and what the others lose."""

    name: str = Field(description="the same wherever it stands on the sheet", examples=["9f86d081884c"])
    seat: int = Field(examples=[0])
    theme: str = Field(examples=["take"])
    difficulty: int = Field(examples=[1])
    best: str = Field(examples=["take 2"])
    others: dict[str, Any] = Field(
        examples=[{"take 1": {"lost": 12.0, "points": 2.5, "parts": [["shrines", "9.1", 2.0]]}}]
    )


class Sheet(BaseModel):
    game: str = Field(examples=["bali"])
    positions: list[Exercise]


def sheet(game: Game) -> Sheet:
    """The positions of a game, the easy ones first; none if it brings no sheet."""
    told = [{field: each[field] for field in TOLD_OF_EACH} for each in _written(game)["positions"]]
    return Sheet(game=game.name, positions=[Exercise(name=_name(each), **each) for each in told])


def beginnings(game: Game) -> list[Beginning]:
    """Where they come from, in the same order."""
    written = _written(game)
    return [
        Beginning(game=game.name, **{**record, "moves": record["moves"][: each["moves"]]}, seat=each["seat"])
        for each in written["positions"]
        for record in (written["records"][each["record"]],)
    ]


def _written(game: Game) -> dict[str, Any]:
    written: dict[str, Any] = json.loads(game.positions or b'{"records": [], "positions": []}')
    return written


def _name(told: dict[str, Any]) -> str:
    """Of what is told anyway, so that nothing else can be read from it."""
    return hashlib.sha256(json.dumps(told).encode()).hexdigest()[:12]
