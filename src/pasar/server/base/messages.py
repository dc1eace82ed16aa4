"""What the server says, as types: mypy holds the code to them, and `make types` makes the web client's from them.

Over a table's socket, to each onlooker what that onlooker may know:

`table`      everything
`update`     what has changed
`presence`   who is at the table now
`reaction`   somebody reacts, without words
`ack`        a command was carried out and is kept
`refused`    it was not, and why
`hint`, `what_if`, `pong`   answers to questions
`bye`        the server closes the connection, and why

Answers to requests that are no messages have pydantic models beside their routes. What clients say is in `wire.py`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Literal, NotRequired, TypedDict

from orjson import Fragment

from pasar.games.contract import Build
from pasar.games.events import Value


@dataclass(frozen=True)
class As:
    """What a value looks like to a client, where its Python type does not say so.

    A `Fragment` is JSON that was written already, by a game's compiled functions: mypy cannot look into it.
    """

    shape: Any  # a type, or the name of one of this module


Seat = Annotated[int, As("Seat")]  # counted from 0
Language = Literal["en", "de", "fr"]
Stage = Literal["lobby", "playing", "over", "closed"]
By = Literal["person", "bot", "order"]  # who made a move for a seat
Face = Literal[  # people of the market, by what they wear or hold; the client draws them
    "straw", "braids", "tea", "cards", "scarf", "glasses", "scale", "lamp", "basket", "shawl", "fan", "bird"
]  # fmt: skip
Reaction = Literal["bow", "laugh", "brow", "applause", "hm", "tea"]
Values = Mapping[str, Value]
GameWords = Mapping[str, Mapping[str, str]]  # a game's own words: table of sentences, then key

# --- The table --------------------------------------------------------------------------------------------------------


class Options(TypedDict):
    """What the people at a table have agreed on."""

    game: str
    players: int
    switches: Mapping[str, bool]
    public: bool
    watch: Literal["anyone", "link", "nobody"]
    memory: bool
    hints: bool
    clock: int


class SeatInfo(TypedDict):
    name: str | None
    taken: bool
    bot: str | None
    away: bool
    host: bool
    salted: bool
    face: Face | None


class AskedBack(TypedDict):
    """Somebody would like to take a decision back; `agreed` are the seats that have consented."""

    seat: Seat
    to: int
    agreed: Sequence[Seat]


class Fair(TypedDict):
    """The commitment before the game, the salts from its start on, the secret after its end."""

    method: str
    commitment: str
    salts: NotRequired[Sequence[str]]
    secret: NotRequired[str]


class TableInfo(TypedDict):
    """What everybody may know who may see the table at all."""

    id: str
    stage: Stage
    options: Options
    rules_version: int
    seats: Sequence[SeatInfo]
    asked: AskedBack | None
    rematch: str | None
    frozen: str | None
    made_at: float
    fair: Fair | None


class You(TypedDict):
    """What is only for the receiver: own seats, the one looked through, the key of the table's private link."""

    seats: Sequence[Seat]
    host: bool
    eyes: Seat | None
    key: str | None


class ChatLine(TypedDict):
    """Data, never markup: whoever shows it treats it as plain text."""

    name: str
    text: str
    at: float
    seats: Sequence[Seat]


class Presence(TypedDict):
    """Which seats' people are at the table now, and how many look on."""

    seats: Sequence[bool]
    watchers: int


# --- The game ---------------------------------------------------------------------------------------------------------


class AnyView(TypedDict):
    """What the view of every game has, besides what its own `SIGHT` shows."""

    seat: Seat | None
    game: str
    rules: Mapping[str, Any]
    to_act: Sequence[Seat]
    over: bool


class ClosedMove(TypedDict):
    """A move that is not open now, and why: `code` and `values` are said by the game's words."""

    move: str
    code: str
    values: Values


class Menu(TypedDict):
    """What a seat can do that is to act, why not the rest, and how moves are put together from pieces."""

    open: Sequence[str]
    closed: Sequence[ClosedMove]
    build: Build | None


class StoryEvent(TypedDict):
    """Something that happened, with the values that its sentence names.

    `forced`: one's own seat had no other answer. Of others nobody is told so.
    """

    event: str
    rule: str
    seat: Seat
    forced: NotRequired[Literal[True]]


OPEN = {StoryEvent: Value}  # types with more keys than they name, and what those hold
Event = Annotated[Mapping[str, Any], As(StoryEvent)]


class Mover(TypedDict):
    """Who made a move, and who for them. Orders only oneself is told of."""

    seat: Seat | None
    by: By | None


class StoryLine(Mover):
    """What a move led to. Move 0 is the start, which nobody made."""

    move: int
    events: Annotated[Fragment, As(Sequence[StoryEvent])]


class Outcome(TypedDict):
    points: Sequence[int]
    winners: Sequence[Seat]


class Result(Outcome):
    """How a game ended, and where everybody's points come from."""

    breakdown: Sequence[Mapping[str, int]]


class PublicPlay(TypedDict):
    at: int
    moves: int
    since: float
    deadline: float | None
    waiting: Sequence[Seat]
    chosen: Sequence[Seat]
    result: NotRequired[Result]


class OwnPlay(TypedDict):
    choice: str | None
    orders: Mapping[str, str | int] | None
    menu: Annotated[Fragment, As(Menu)] | None


class Play(PublicPlay, OwnPlay):
    """Where the game stands, for one pair of eyes.

    `at` is the position that a move has to name, `chosen` are seats that have sealed a choice, `choice` is one's own.
    """

    view: Annotated[Fragment, As(AnyView)]


# --- Messages ---------------------------------------------------------------------------------------------------------


class Details(TypedDict, total=False):
    """What may belong to the code of a refusal."""

    reason: str
    values: Values
    field: str
    retry_after: float
    uncertain: bool
    table: str
    position: int
    limit: str | int
    id: str


class Fault(Details):
    """Why something was not done: `code` for programs, `message` for people."""

    code: str
    message: str


class TableMessage(TypedDict):
    """Exactly the present, for somebody who knows nothing yet."""

    type: Literal["table"]
    version: int
    table: TableInfo
    you: You
    play: Annotated[Fragment, As(Play | None)]
    story: Annotated[Fragment, As(Sequence[StoryLine])]
    chat: Sequence[ChatLine]
    presence: Presence


_From = TypedDict("_From", {"from": int})  # a word of Python's own


class UpdateMessage(_From):
    """What has changed.

    It leads `from` a version to `version`; who has another one than `from` has missed something and asks for a
    `snapshot`. When `play.moves` has become less, moves were taken back, and what they told is to be forgotten.
    """

    type: Literal["update"]
    version: int
    table: NotRequired[TableInfo]
    you: NotRequired[You]
    presence: NotRequired[Presence]
    play: NotRequired[Play | None]
    story: NotRequired[Sequence[StoryLine]]
    lines: NotRequired[Sequence[ChatLine]]


class PresenceMessage(Presence):
    type: Literal["presence"]


class ReactionMessage(TypedDict):
    """Somebody reacts, without words. It is kept nowhere: who is not there misses it."""

    type: Literal["reaction"]
    seat: Seat
    reaction: Reaction


class Answer(TypedDict):
    """To a message; `id` is what the client has called it, if anything."""

    id: str | None


class AckMessage(Answer):
    """A command was carried out and is kept."""

    type: Literal["ack"]
    version: int


class Refusal(TypedDict):
    error: Fault


class RefusedMessage(Refusal, Answer):
    """It was not carried out, and nothing has changed."""

    type: Literal["refused"]


class Expected(TypedDict):
    """A move that was thought about: its expected share of the win, and how often it was tried."""

    move: str
    share: float
    visits: int


class HintMessage(Answer):
    """What the strongest bot would do, knowing what the seat knows."""

    type: Literal["hint"]
    at: int
    move: str
    expected: Sequence[Expected]


class Outlook(TypedDict):
    """What is certain to happen; `more` says that something follows which one cannot know."""

    open: bool
    events: NotRequired[Sequence[Event]]
    more: NotRequired[bool]
    reason: NotRequired[str]
    values: NotRequired[Values]


class WhatIfMessage(Outlook, Answer):
    """What a move would lead to, as far as its maker can know."""

    type: Literal["what_if"]
    at: int
    seat: Seat
    move: str


class PongMessage(Answer):
    type: Literal["pong"]


class ByeMessage(Refusal):
    """The server closes the connection, and why."""

    type: Literal["bye"]


AnyAnswer = AckMessage | RefusedMessage | HintMessage | WhatIfMessage | PongMessage
ServerMessage = TableMessage | UpdateMessage | PresenceMessage | ReactionMessage | AnyAnswer | ByeMessage

# --- Lists, replays and lessons ---------------------------------------------------------------------------------------


class LineSeat(TypedDict):
    name: str | None
    bot: str | None
    taken: bool


class TableLine(TypedDict):
    """A table as lists show it."""

    table: str
    game: str
    stage: Annotated[str, As(Stage)]  # the store keeps it as a text
    public: bool
    changed_at: float
    options: Options
    seats: Sequence[LineSeat]
    waiting: Sequence[Seat]
    since: float
    deadline: float | None
    position: int
    yours: Sequence[Seat]
    your_turn: bool
    host: bool
    result: Outcome | None


class FinishedGame(TypedDict):
    """A finished game as one who sat there looks back on it: little, for there may be thousands."""

    table: str
    game: str
    ended_at: float
    switches: Sequence[str]  # those that were on
    bots: Sequence[str | None]  # by seat its level; None for people
    yours: Sequence[Seat]
    points: Sequence[int]
    winners: Sequence[Seat]


class TurnMessage(TableLine):
    """A line of the stream of one's own tables."""

    type: Literal["turn"]


class Story(TypedDict):
    story: Annotated[Fragment, As(Sequence[StoryLine])]


class ReplayFrame(TypedDict):
    """A position and what led to it; `own` in an all-seeing replay, what each seat had in hand."""

    seat: NotRequired[Seat]
    move: NotRequired[str]
    events: Sequence[Event]
    view: Annotated[Mapping[str, Any], As(AnyView)]
    points: Sequence[int]
    own: NotRequired[Sequence[Any]]


class Replay(TypedDict):
    """Every position of a finished game."""

    table: TableInfo
    eyes: str
    frames: Sequence[ReplayFrame]


class Frame(TypedDict):
    """A position of a lesson and what led to it."""

    play: Annotated[Fragment, As(Play | None)]
    story: Annotated[Fragment, As(Sequence[StoryLine])]


Sent = ServerMessage | TurnMessage | Story | Replay | Frame  # whatever is encoded here and not by the framework
