"""What a client may say. The same messages travel over a table's socket and, for programs, in POST requests.

What the server says is in `messages.py`. Nobody is believed who they are from a message: that comes from the session.
"""

from typing import Annotated, Any, Literal, NamedTuple

import orjson
from fastapi import Path
from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from pasar.kernel.seats import MOST_SEATS
from pasar.server.base.messages import Face, Reaction, Seat

LONGEST_CHAT = 500
LONGEST_MOVE = 80
LONGEST_ID = 40

TableId = Annotated[str, Path(pattern="^[0-9a-f]{16}$", description="a table's id", examples=["00112233445566ff"])]
SeatNumber = Annotated[Seat, Field(ge=0, lt=MOST_SEATS, strict=True, description="counted from 0", examples=[0])]
SaltText = Annotated[str, Field(max_length=200, description="mixed into the deal; anything", examples=["b7f1 my cat"])]


class Message(BaseModel):
    model_config = ConfigDict(extra="forbid")
    id: str | None = Field(default=None, max_length=LONGEST_ID, description="comes back in the answer", examples=["7"])


class Sit(Message):
    """Take a free seat. One person may hold several: they then share a screen."""

    type: Literal["sit"]
    seat: SeatNumber
    name: str | None = Field(default=None, max_length=200, description="for this seat, if not one's own name")
    bot: str | None = Field(
        default=None, max_length=200, description="what plays here, if a program does: shown as a bot with your name",
        examples=["Builder"],
    )  # fmt: skip
    salt: SaltText | None = None
    face: Face | None = Field(default=None, description="for this seat, if not one's own")


class Stand(Message):
    """Give an own seat back before the game begins."""

    type: Literal["stand"]
    seat: SeatNumber


class Salt(Message):
    """Add to the randomness of the deal."""

    type: Literal["salt"]
    seat: SeatNumber
    salt: SaltText


class SetBot(Message):
    """Host: put a bot on a free seat or change its level; without a level, free the seat of whoever has it."""

    type: Literal["bot"]
    seat: SeatNumber
    level: str | None = Field(default=None, max_length=40, examples=["hard"])


class Reorder(Message):
    """Host: `order[k]` is the seat that becomes seat k."""

    type: Literal["seats"]
    order: list[SeatNumber] = Field(max_length=MOST_SEATS, examples=[[1, 0, 2]])


class ChangeOptions(Message):
    """Host: change what the table has agreed on, before the game begins. What is left out stays."""

    type: Literal["options"]
    options: "AskedOptions"


class Start(Message):
    """Host: deal and begin."""

    type: Literal["start"]


class PlayMove(Message):
    """Make a move. Where several choose in secret at once, it can be changed until the last has chosen."""

    type: Literal["move"]
    move: str = Field(max_length=LONGEST_MOVE, description="as in a record", examples=["play rice*2", "bid r2b1"])
    at: int = Field(ge=0, strict=True, description="the position it was decided in", examples=[17])
    seat: SeatNumber | None = Field(default=None, description="needed by who holds several seats that are to act")


class Undo(Message):
    """Take one's last decision back: at once if it showed nothing and nobody has acted since, else by consent."""

    type: Literal["undo"]


class Consent(Message):
    """Answer to somebody who would like to take a decision back."""

    type: Literal["consent"]
    yes: bool


class Say(Message):
    """Chat."""

    type: Literal["chat"]
    text: str = Field(min_length=1, max_length=LONGEST_CHAT, examples=["Well played!"])


class LeaveTable(Message):
    """Leave the table. In a game a bot plays on until one comes back; a host passes the role on."""

    type: Literal["leave"]


class Back(Message):
    """Play oneself again after a bot has stood in."""

    type: Literal["back"]


class SetOrders(Message):
    """Leave standing orders for an own seat; they replace those before."""

    type: Literal["orders"]
    seat: SeatNumber
    orders: dict[str, Any] = Field(max_length=20, examples=[{"skip_buying": "always"}])


class Rematch(Message):
    """After a game: open a table like this one, with the same bots; the others find it here."""

    type: Literal["rematch"]


_Commands = (
    Sit | Stand | Salt | SetBot | Reorder | ChangeOptions | Start | PlayMove | Undo | Consent | Say | LeaveTable | Back
    | SetOrders | Rematch
)  # fmt: skip
Command = Annotated[_Commands, Field(discriminator="type")]


class Look(Message):
    """Choose through whose eyes to look: an own seat, or null as a spectator would."""

    type: Literal["eyes"]
    seat: SeatNumber | None


class Hint(Message):
    """Ask for advice, where the table allows it."""

    type: Literal["hint"]
    seat: SeatNumber | None = None


class WhatIf(Message):
    """Ask what a move would lead to, as far as one can know."""

    type: Literal["what_if"]
    move: str = Field(max_length=LONGEST_MOVE, examples=["play rice"])
    seat: SeatNumber | None = None


class React(Message):
    """Bow, laugh, raise a brow, applaud, say hm, offer tea: shown at one's seat for a moment, and kept nowhere."""

    type: Literal["react"]
    reaction: Reaction
    seat: SeatNumber | None = None


class Again(Message):
    """Ask for everything again, after a gap."""

    type: Literal["snapshot"]


class Ping(Message):
    type: Literal["ping"]


class Enter(Message):
    """The first message on a socket."""

    type: Literal["enter"]
    key: str | None = Field(default=None, max_length=80, description="from the table's private link")
    eyes: SeatNumber | None = None


Question = Look | Hint | WhatIf | React | Again | Ping
FromClient = Annotated[_Commands | Question, Field(discriminator="type")]


class AskedOptions(BaseModel):
    """What the people at a table agree on. The game itself says which switches it has (`GET /api/games`)."""

    model_config = ConfigDict(extra="forbid")
    game: str | None = Field(default=None, max_length=40, examples=["bali"])
    players: int | None = Field(default=None, strict=True, description="as many as the game is for", examples=[3])
    switches: dict[str, bool] | None = Field(default=None, max_length=20, examples=[{"oracle": True}])
    public: bool | None = Field(default=None, description="shown in the lobby, and anybody may sit down")
    watch: Literal["anyone", "link", "nobody"] | None = Field(
        default=None, description="who may look on without a seat"
    )
    memory: bool | None = Field(default=None, description="show everybody what they could have remembered (B18)")
    hints: bool | None = Field(default=None, description="whether players may ask for advice")
    clock: int | None = Field(
        default=None,
        ge=0,
        le=60 * 24 * 60,
        strict=True,
        description="minutes a move; 0 for none; 1440 is a day",
        examples=[0],
    )


ChangeOptions.model_rebuild()


class PlainMove(NamedTuple):
    """What `PlayMove` says."""

    move: str
    at: int
    seat: int | None
    id: str | None


def plain_move(text: str) -> PlainMove | None:
    """A move that can be read without its model, as all can that are right: nearly all messages are moves. None if
    `from_client` is to read it, or to say what is wrong."""
    try:
        said = orjson.loads(text)
    except orjson.JSONDecodeError:
        return None
    if type(said) is not dict or said.pop("type", None) != "move":
        return None
    found = PlainMove(said.pop("move", None), said.pop("at", None), said.pop("seat", None), said.pop("id", None))
    return found if not said and _is_right(*found) else None


def _is_right(move: object, at: object, seat: object, id: object) -> bool:
    return (
        type(move) is str
        and len(move) <= LONGEST_MOVE
        and type(at) is int
        and at >= 0
        and (seat is None or (type(seat) is int and 0 <= seat < MOST_SEATS))
        and (id is None or (type(id) is str and len(id) <= LONGEST_ID))
    )


from_client: TypeAdapter[Any] = TypeAdapter(FromClient)
enter: TypeAdapter[Enter] = TypeAdapter(Enter)
