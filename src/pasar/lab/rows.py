"""Games as rows of numbers: what is written down of each, whoever plays it, and in which columns it stands.

Game `i` of a plan is dealt from `game_seed(seed, i)`, and its bots draw from seeds that follow from the same number. So
a row depends on the plan and its number alone, not on where or beside which others it was played.
"""

from collections.abc import Generator, Iterator, Mapping
from dataclasses import asdict, dataclass, fields, replace
from functools import cached_property
from types import ModuleType
from typing import Any

import numpy as np

from pasar.bots import stamped
from pasar.bots.roster import COMPILED
from pasar.coach import luck
from pasar.errors import PasarError
from pasar.games import find
from pasar.games.contract import Game, Rules, State
from pasar.games.ledger import Books, Place, books
from pasar.kernel import jit
from pasar.kernel.rng import game_seed, generator
from pasar.kernel.stamp import stamp
from pasar.lab.bot_match import play_match
from pasar.lab.spread import WorkerPool
from pasar.match.match import Match

# Games of one call: some tenths of a second, so that starting it costs nothing beside it and a progress bar moves.
BY_CHANCE, BY_THUMB, THINKING, UNCOMPILED = 16_384, 8_192, 1, 16

COURSE = ("turns", "lead_changes", "led", "decided")
SMALL = np.int16  # of everything that is counted in one game

Columns = dict[str, np.ndarray]  # by name, a number for each game


@dataclass(frozen=True)
class Gift:
    """Something that a seat is given at the beginning of a stage, to see what it changes."""

    seat: int
    thing: str
    amount: int
    stage: int = 1


@dataclass(frozen=True)
class Plan:
    """What is played: everything here decides the rows. One bot a seat."""

    game: str
    rules: Rules
    bots: tuple[str, ...]
    games: int
    seed: int
    gifts: tuple[Gift, ...] = ()
    adjusted: bool = False  # whether luck is measured, and rows have results without it

    @classmethod
    def of(
        cls, game: Game, rules: Rules, games: int, seed: int, bots: tuple[str, ...] = (), adjusted: bool = False
    ) -> "Plan":
        """Without bots everybody plays at random."""
        return cls(game.name, rules, bots or ("random",) * rules["players"], games, seed, adjusted=adjusted)

    @property
    def players(self) -> int:
        return len(self.bots)

    @cached_property
    def found(self) -> Game:
        return find(self.game)

    @cached_property
    def books(self) -> Books:
        return books(self.found, self.players)

    @cached_property
    def checked(self) -> Rules:
        return self.found.check(**self.rules)

    @property
    def word(self) -> np.uint64:
        """The seed as the kernels take it."""
        return np.uint64(self.seed % 2**64)

    @property
    def compiled(self) -> bool:
        """Whether every bot decides inside the compiled loop."""
        return all(bot in COMPILED for bot in self.bots)

    @property
    def by_chance(self) -> bool:
        """Whether it is nothing but random play of the game as it is."""
        return set(self.bots) == {"random"} and not self.gifts

    @property
    def chunk(self) -> int:
        """Games that are played in one call."""
        if not self.compiled or self.adjusted:
            return THINKING
        if not jit.ENABLED:
            return UNCOMPILED
        return BY_CHANCE if set(self.bots) == {"random"} else BY_THUMB

    def __getstate__(self) -> dict[str, Any]:
        """What goes to another process: what was looked up here is looked up there."""
        return {field.name: getattr(self, field.name) for field in fields(self)}

    def as_json(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def from_json(cls, told: Mapping[str, Any]) -> "Plan":
        gifts = tuple(Gift(**gift) for gift in told["gifts"])
        return cls(**{**told, "bots": tuple(told["bots"]), "gifts": gifts})

    def with_games(self, games: int) -> "Plan":
        return replace(self, games=games)

    @property
    def loop(self) -> ModuleType:
        game = self.found
        parts = {"rules": game.rules, "policy": stamped.policy(game), "ledger": game.ledger}
        return stamp("pasar.lab.bookkeeping", game.name, **parts)

    @property
    def gift_rows(self) -> np.ndarray:
        things = self.found.ledger.THINGS
        rows = [(gift.seat, things.index(gift.thing), gift.amount, gift.stage) for gift in self.gifts]
        return np.array(rows, dtype=np.int64).reshape(-1, 4)


# --- Columns ----------------------------------------------------------------------------------------------------------


def places(plan: Plan) -> tuple[Place, ...]:
    """Every column of a plan's rows, in order, with what it means."""
    seats, sources = range(plan.players), plan.found.ledger.SOURCES
    general = (
        Place("number", "of the game in its run"),
        Place("decisions", "made by all, without those that the rules made themselves"),
        Place("turns", "begun"),
        Place("lead_changes", "how often another seat came to be alone in front, looked at when a turn begins"),
        Place("led", "turns that began with a later winner alone in front"),
        Place("decided", "the last turn that did not begin so; from then on a winner stayed in front"),
        Place("winners", "seats, as a set of bits: 5 is seats 0 and 2"),
        Place("margin", "points between the first and the second; 0 if shared"),
        *(Place(f"points_{seat}", "at the end") for seat in seats),
        *(Place(f"share_{seat}", "of the victory") for seat in seats),
        *(Place(f"from_{source}_{seat}", f"points from {source}") for seat in seats for source in sources),
    )
    adjusted = tuple(Place(f"adjusted_{seat}", "share of the victory without luck") for seat in seats)
    return general + plan.books.places + (adjusted if plan.adjusted else ())


@dataclass(frozen=True)
class _Sheet:
    """The arrays that the compiled loop fills, a row a game."""

    points: np.ndarray
    winners: np.ndarray
    decisions: np.ndarray
    course: np.ndarray
    sources: np.ndarray
    counts: np.ndarray
    luck: np.ndarray  # has no columns if it is not measured

    @classmethod
    def blank(cls, plan: Plan, games: int) -> "_Sheet":
        sources = (games, plan.players, len(plan.found.ledger.SOURCES))
        return cls(
            np.zeros((games, plan.players), np.int64),
            np.zeros(games, np.int64),
            np.zeros(games, np.int64),
            np.zeros((games, len(COURSE)), np.int64),
            np.zeros(sources, SMALL),
            np.zeros((games, len(plan.books.places)), SMALL),
            np.zeros((games, plan.players if plan.adjusted else 0), np.float32),
        )

    def columns(self, plan: Plan, first: int) -> Columns:
        won = (self.winners[:, np.newaxis] >> np.arange(plan.players) & 1).astype(np.float32)
        shares = won / won.sum(axis=1, keepdims=True)
        ranked = np.sort(self.points, axis=1)
        course = dict(zip(COURSE, self.course.T, strict=True))
        parts = [
            self.decisions,
            *course.values(),
            self.winners,
            np.where(won.sum(axis=1) > 1, 0, ranked[:, -1] - ranked[:, -2]),
            *self.points.T,
            *shares.T,
            *self.sources.reshape(len(self.winners), -1).T,
            *self.counts.T,
            *(shares[:, : self.luck.shape[1]] - self.luck).T,
        ]
        columns = {place.name: _small(part) for place, part in zip(places(plan)[1:], parts, strict=True)}
        return {"number": np.arange(first, first + len(self.winners)), **columns}


def _small(column: np.ndarray) -> np.ndarray:
    """As a file keeps it: what happens in one game is never many."""
    return np.ascontiguousarray(column, column.dtype if column.dtype == np.float32 else SMALL)


# --- Playing ----------------------------------------------------------------------------------------------------------


def rows(plan: Plan, pool: WorkerPool) -> Generator[Columns, None, None]:
    """All games of a plan in order, in chunks."""
    return pool.map(play, calls(plan, plan.chunk))


def calls(plan: Plan, chunk: int) -> Iterator[tuple[Plan, int, int]]:
    """A plan in pieces: from which game on, and how many."""
    return ((plan, first, min(chunk, plan.games - first)) for first in range(0, plan.games, chunk))


def play(plan: Plan, first: int, count: int) -> Columns:
    """Games `first` to `first + count - 1` of a plan."""
    sheet = _Sheet.blank(plan, count)
    if plan.compiled:
        _play_compiled(plan, first, sheet)
    else:
        for row in range(count):
            _play_one(plan, first + row, sheet, row)
    if plan.adjusted:
        for row in range(count):
            sheet.luck[row] = luck(played_match(plan, first + row), int(game_seed(plan.word, first + row)))
    return sheet.columns(plan, first)


def _play_compiled(plan: Plan, first: int, sheet: _Sheet) -> None:
    chances = np.array([COMPILED[bot] for bot in plan.bots])
    plan.loop.booked_games(
        plan.found.blank(plan.checked), plan.word, first, chances, plan.gift_rows, plan.books.entries,
        sheet.points, sheet.winners, sheet.decisions, sheet.course, sheet.sources, sheet.counts,
    )  # fmt: skip


def _play_one(plan: Plan, number: int, sheet: _Sheet, row: int) -> None:
    """A game of bots that think: played as a match, and then once more by the compiled loop for the ledger."""
    match, sheet.decisions[row] = counted_match(plan, number)
    log = np.array(decisions(plan, match), dtype=np.int64)
    plan.loop.booked_log(
        match.dealt.copy(), log, plan.gift_rows, plan.books.entries,
        sheet.points[row], sheet.winners[row : row + 1], sheet.course[row], sheet.sources[row], sheet.counts[row],
    )  # fmt: skip


def played_match(plan: Plan, number: int) -> Match:
    """Game `number` of a plan as a match, to be replayed or written as a record."""
    return counted_match(plan, number)[0]


def counted_match(plan: Plan, number: int) -> tuple[Match, int]:
    """The same, and how many decisions it took."""
    game, rules = plan.found, plan.checked
    source = generator(int(game_seed(plan.word, number)))
    match = Match(game, rules, game.deal(rules, source))
    _endow(plan, match.state)
    if plan.compiled:
        return match, _play_by_thumb(plan, match, source)
    seeds = [int(game_seed(np.uint64(int(source[0])), seat)) for seat in range(plan.players)]
    fault = play_match(match, plan.bots, seeds).fault
    if fault is not None:
        raise PasarError(f"game {number}: {fault['bot']} on seat {fault['seat']}: {fault['message']}")
    return match, len(decisions(plan, match))


def _play_by_thumb(plan: Plan, match: Match, source: np.ndarray) -> int:
    """As the compiled loop does: all seats draw from the source that dealt the game."""
    policy, made = stamped.policy(plan.found), 0
    while not match.over:
        seat = match.to_act[0]
        match.act(seat, int(policy.decide(match.state, seat, COMPILED[plan.bots[seat]], source)))
        made += 1
    return made


def _endow(plan: Plan, state: State) -> None:
    """Give what is given at the beginning. What is given later only the compiled loop knows to give in time."""
    for seat, thing, amount, stage in plan.gift_rows.tolist():
        if stage > 1:
            raise PasarError(f"gifts in a later stage are for games of {', '.join(COMPILED)} only")
        plan.found.ledger.grant(state[0], seat, thing, amount)


def decisions(plan: Plan, match: Match) -> list[tuple[int, int]]:
    """A match as the numbered decisions of its seats. A text may stand for several of them."""
    game, state = match.game, match.dealt.copy()
    game.compiled.start(state, None)
    _endow(plan, state)
    log: list[tuple[int, int]] = []
    for seat, text in match.moves:
        whole = None
        while whole is None:
            action = game.spoken.action(state, text)
            whole = game.spoken.text(state, seat, action)
            game.compiled.apply(state, seat, action, None)
            log.append((seat, action))
    return log
