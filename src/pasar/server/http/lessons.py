"""Lessons: a prepared deal and a path through it, played by the real rules at a table that nobody else sits at.

A game's `lesson.toml` (and `lesson_VARIANT.toml`, for who knows the game already) says

`seat`      the learner's; bots sit on the others, and do as they are told
`[rules]`   as a record writes them
`seed`      a deal to begin with, and `[setup]` what is other than that, as a record writes it
`[[steps]]` what the learner goes through, each with an `id` under which the client has its words, and, as needed:
    `look`       places on the table to point at, by the client's names for them
    `meanwhile`  moves `[seat, "move"]` of anybody, made before this step without being shown
    `move`       what the learner has to do here; a step without one only shows something
    `also`       other open moves that are as good: the client says so, and goes on with `move`
    `others`     moves of other seats after that, shown one after another; or after a step that only shows something
"""

from collections.abc import Iterable, Mapping
from typing import Annotated, Any

from orjson import Fragment
from pydantic import BaseModel, ConfigDict, Field

from pasar.errors import PasarError
from pasar.games import find
from pasar.games.contract import Game
from pasar.match.match import Match
from pasar.server.base import messages
from pasar.server.base.messages import As
from pasar.server.base.refusals import Refused
from pasar.server.http.routes import examples
from pasar.server.table import deciding, gathering, views, wire
from pasar.server.table.table import BOT, PERSON, Table

LEARNER, OPPONENT = "learner", "easy"
SeatMove = tuple[int, str]


class BadLesson(PasarError):
    """A lesson that its own game refuses."""


# --- As it is written -------------------------------------------------------------------------------------------------


class _PlannedStep(BaseModel):
    model_config = ConfigDict(extra="forbid")
    id: str = Field(pattern="^[a-z][a-z0-9_]*$")
    look: list[str] = []
    meanwhile: list[SeatMove] = []
    move: str | None = None
    also: list[str] = []
    others: list[SeatMove] = []


class LessonPlan(BaseModel):
    model_config = ConfigDict(extra="forbid")
    seat: int = 0
    rules: dict[str, Any]
    seed: int | None = None
    setup: dict[str, Any] = {}
    steps: list[_PlannedStep] = []


# --- As it is told ----------------------------------------------------------------------------------------------------


class Frame(BaseModel):
    """A position and what led to it: the same `play` and `story` as over a table's socket."""

    play: Annotated[dict[str, Any], As(messages.Play)] = Field(examples=[examples.SNAPSHOT["play"]])
    story: list[Annotated[dict[str, Any], As(messages.StoryLine)]] = Field(examples=[[examples.TOLD]])


class LessonStep(BaseModel):
    """One thing to learn. Its frames are shown one after another; in the last one the learner acts, or reads on."""

    id: str = Field(examples=["first_farmer"])
    look: list[str] = Field(description="places on the table to point at", examples=[["hand"]])
    jump: bool = Field(description="whether something happened unseen before it")
    frames: list[Frame] = Field(min_length=1)
    expected: str | None = Field(description="the move that leads on; null: nothing to do", examples=["play rice"])
    also: list[str] = Field(description="moves that are as good", examples=[["play peanut"]])
    what_if: dict[str, Annotated[Mapping[str, Any], As(messages.Outlook)]] = Field(
        description="what each open move would lead to",
        examples=[{"play rice": {"open": True, "events": [examples.EVENT], "more": False}}],
    )


class Lesson(BaseModel):
    """A prepared game and a path through it; `table` and `you` as over a table's socket."""

    table: Annotated[Mapping[str, Any], As(messages.TableInfo)] = Field(examples=[examples.TABLE])
    you: Annotated[Mapping[str, Any], As(messages.You)] = Field(examples=[examples.SNAPSHOT["you"]])
    steps: list[LessonStep]


# --- The walk ---------------------------------------------------------------------------------------------------------


def lesson(name: str, variant: str = "") -> Lesson | None:
    """The lesson of a game or of one of its variants, or None if it has none. Raises BadLesson if it does not hold."""
    game = find(name)
    plan = game.lessons.get(variant)
    return None if plan is None else _Walk(game, LessonPlan.model_validate(plan)).lesson()


class _Walk:
    def __init__(self, game: Game, plan: LessonPlan) -> None:
        self._plan, self._seat, self._table = plan, plan.seat, begun(game, plan)
        self._frames = [self._frame((0,))]  # what the next step shows

    def lesson(self) -> Lesson:
        table = views.table_shown(self._table)
        you = views.you_shown(self._table, LEARNER, self._seat)
        return Lesson(table=table, you=you, steps=[self._step(step) for step in self._plan.steps])

    def _step(self, step: _PlannedStep) -> LessonStep:
        try:
            return self._taken(step)
        except Refused as fault:
            raise BadLesson(f"step {step.id}: {fault}") from fault

    def _taken(self, step: _PlannedStep) -> LessonStep:
        for seat, move in step.meanwhile:
            self._play(seat, move)
        if step.meanwhile or not self._frames:
            self._frames = [self._frame(())]
        for move in (*step.also, *([step.move] if step.move else [])):
            deciding.played(self._table, self._seat, move, PERSON)  # refuses what is not open
        shown = LessonStep(
            id=step.id, look=step.look, jump=bool(step.meanwhile), frames=self._frames, expected=step.move,
            also=step.also, what_if=self._what_if() if step.move else {},
        )  # fmt: skip
        own = [(self._seat, step.move)] if step.move else []
        self._frames = [self._frame(self._play(seat, move)) for seat, move in (*own, *step.others)]
        return shown

    def _play(self, seat: int, move: str) -> tuple[int, ...]:
        """The numbers of the moves whose story is new: none while others still choose in secret."""
        new = deciding.played(self._table, seat, move, PERSON if seat == self._seat else BOT)
        return self._table.apply(new.kind, new.body, 0.0, new.prepared).told

    def _frame(self, told: tuple[int, ...]) -> Frame:
        return frame(self._table, self._seat, told)

    def _what_if(self) -> dict[str, Mapping[str, Any]]:
        match = self._table.match
        assert match is not None
        return {move: views.what_if(match, self._seat, move) for move in match.menu(self._seat).open}


def frame(table: Table, seat: int, told: Iterable[int]) -> Frame:
    """What a seat sees now, and what these moves told it."""
    play = views.plays_shown(table, (seat,))[seat]
    story = views.stories_shown(table, told, (seat,))[seat]
    return Frame.model_validate_json(views.encoded({"play": Fragment(play), "story": Fragment(story)}))


def begun(game: Game, plan: LessonPlan) -> Table:
    """A table with the learner and bots, at which the prepared game has just begun."""
    rules = game.check(**plan.rules)
    dealt = Match.new(game.name, seed=plan.seed, **rules).setup() if plan.seed is not None else {}
    switches = {name: value for name, value in rules.items() if name != "players"}
    asked = wire.AskedOptions(game=game.name, players=rules["players"], switches=switches, hints=False)
    table = Table(f"lesson-{game.name}")
    head = {"host": LEARNER, "key": "", "secret": "", "options": gathering.agreed(asked, {})}
    table.apply("opened", head, 0.0)
    for seat in range(rules["players"]):
        who = {"person": LEARNER} if seat == plan.seat else {"bot": OPPONENT}
        table.apply("sat", {"seat": seat, "name": "", **who}, 0.0)
    started = gathering.started(game, rules, {**dealt, **plan.setup})
    table.apply(started.kind, started.body, 0.0)
    if table.frozen is not None:
        raise BadLesson(f"the deal: {table.frozen}")
    return table
