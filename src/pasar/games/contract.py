"""What a game offers. Bots, rl, lab, server and command line know games through this page alone.

A game is a folder beside this file, or a package of somebody's own that names it under the entry point `pasar.games`
(examples/kuhn is one, docs/add-a-game.md explains it). Its `__init__.py` holds `GAME = Game(...)` and imports nothing
heavy: names, seats and options must be known without NumPy or Numba. The rest is in modules that are loaded when first
needed, each described by a Protocol below. There are two tiers. The core is what every game has: `state`, `rules`,
`sight`, `moves`, `events`, `secrets`. A part without a file of its own is looked for in `rules.py`, so a small game is
one file. The capabilities are what a game may bring: `deals`, `observe`, `greedy`, `beliefs`, `orders`, `ledger`,
`lab` (what reports say of it alone, see `pasar.games.chapters`), words beyond English, a lesson, nets, levels, hints.
Each has a default, but for `coach` (without it, games are not analysed), and so has whatever a Protocol below says so
of: `...Core` is what a game must have, `...Module` what there is with the defaults.

Functions marked "compiled" are kernels (`pasar.kernel.jit`) over one record `s` of the game's state.
"""

from __future__ import annotations

import importlib
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from importlib import resources
from importlib.util import find_spec
from itertools import product
from types import ModuleType
from typing import TYPE_CHECKING, Any, Literal, Protocol, TypeAlias, cast

from pasar.errors import BadRules

if TYPE_CHECKING:
    import numpy as np

    from pasar.games.layout import Layout
    from pasar.games.ledger import Column
    from pasar.games.spoken import Spoken
    from pasar.kernel.record import Record  # one element of an array of STATE, as compiled functions take it

Array: TypeAlias = "np.ndarray[Any, Any]"
State: TypeAlias = Array  # one game in progress: an array of one element of the game's STATE
Rules = dict[str, Any]  # "players" and one entry per option of the game


@dataclass(frozen=True)
class Option:
    """Something a table can choose: a switch that is part of the rules, or a file that replaces the game's own data."""

    name: str
    help: str
    is_file: bool = False


@dataclass(frozen=True)
class Event:
    """What one code of a story means."""

    name: str
    rule: str  # the ruling ("B5") or chapter it comes from
    arguments: tuple[str, ...] = ()  # what a, b, c, d are
    secret: tuple[str, ...] = ()  # the arguments that only the event's own seat may know
    # What is seen from now on: "own" is what only the event's seat knew, "table" what its seat did not know either.
    reveals: Literal["", "own", "table"] = ""
    uncovers: bool = False  # tells everybody what its seat decided last in secret
    bundle: tuple[str, ...] = ()  # instead of arguments: a, b, c, d count these tokens ("2 red, 1 blue")
    heading: bool = False  # something new begins with it, such as a turn: a story is told in paragraphs


@dataclass(frozen=True)
class Reason:
    """Why a move is closed: what one code that `why` gives means, and what the numbers beside it are."""

    name: str
    arguments: tuple[str, ...] = ()
    bundle: str = ""  # after the arguments: counts of the tokens of this name (`TOKENS`)


@dataclass(frozen=True)
class Composed:
    """Moves made of several decisions and written as one: WORD and then counts of pieces, as in `bid r2b1`.

    Each decision says how many of one piece, in the order of `pieces`: the action is `first` + that count.
    """

    word: str
    pieces: tuple[str, ...]
    first: int
    most: int  # of one piece that a text may name
    event: int  # the event that tells it, with the counts as its bundle

    def text(self, counts: Iterable[int]) -> str:
        return f"{self.word} " + _joined(self.pieces, counts)


@dataclass(frozen=True)
class Build:
    """The open moves of a `Composed` kind, described and not listed: they can be hundreds of thousands.

    Open are those with `fewest` to `most` of each piece that beat `beats`: with more pieces, or with as many and more
    of the first piece that differs.
    """

    word: str
    fewest: Mapping[str, int]
    most: Mapping[str, int]
    beats: Mapping[str, int]
    least: str  # the lowest of them

    def texts(self) -> list[str]:
        """All of them after all, from the lowest up."""
        ranges = [range(self.fewest[piece], most + 1) for piece, most in self.most.items()]
        lowest = _rank(tuple(self.beats.values()))
        ranked = sorted(_rank(counts) for counts in product(*ranges))
        return [f"{self.word} " + _joined(self.most, counts) for size, counts in ranked if (size, counts) > lowest]


def _joined(pieces: Iterable[str], counts: Iterable[int]) -> str:
    return "".join(f"{piece}{count}" for piece, count in zip(pieces, counts, strict=False) if count)


def _rank(counts: tuple[int, ...]) -> tuple[int, tuple[int, ...]]:
    return sum(counts), counts


@dataclass(frozen=True)
class Menu:
    """Everything that a seat could think of doing now."""

    open: tuple[str, ...]
    closed: tuple[tuple[str, str, Mapping[str, Any]], ...]  # moves of this phase that are not open, with their reason
    build: Build | None = None

    @property
    def texts(self) -> list[str]:
        """All open moves."""
        return [*self.open, *(self.build.texts() if self.build is not None else ())]

    def __str__(self) -> str:
        """For a message: the open moves, those that are put together by the lowest of them."""
        built = [f"{self.build.least} or higher"] if self.build is not None else []
        return ", ".join([*self.open, *built])


@dataclass(frozen=True)
class Order:
    """A standing order: one of some words, or a whole number."""

    name: str
    help: str
    words: tuple[str, ...] = ()  # empty: a whole number
    least: int = 0
    most: int = 99

    def check(self, value: Any) -> None:
        if self.words:
            if value not in self.words:
                raise BadRules(f"order {self.name} is one of {', '.join(self.words)}, not {value!r:.40}")
        elif isinstance(value, bool) or not isinstance(value, int) or not self.least <= value <= self.most:
            raise BadRules(f"order {self.name} is a whole number from {self.least} to {self.most}, not {value!r:.40}")


# --- The core: what every game has ------------------------------------------------------------------------------------


class StateCore(Protocol):
    """`state.py`: one game in progress as one record."""

    @property
    def STATE(self) -> np.dtype[Any]:
        """Of `kernel.record.Record`, at most 512 bytes, every field commented.

        `moves` counts the moves made, forced ones too; `players` is how many there are.
        """

    @property
    def PHASES(self) -> Sequence[str]:
        """What the game can be waiting for; a sight's `phase` is one of them, and words tell what to do then."""


class StateModule(StateCore, Protocol):
    """The same, whole."""

    def blank(self, rules: Rules) -> State:
        """A one-element array of STATE that knows its rules (what `Game.check` returns) and nothing else.

        Default: all zeros but for the fields that are called like the players and options.
        """


class RulesCore(Protocol):
    """`rules.py`: compiled functions over a record, all in place."""

    @property
    def ACTIONS(self) -> int:
        """How many numbered actions there are, at most 64."""

    @property
    def DEAL_NUMBERS(self) -> int:
        """How many random numbers a deal reads."""

    @property
    def LONGEST(self) -> int:
        """More asked decisions than any game of random play can have."""

    def deal(self, s: Record, source: Array) -> None:
        """Fill a blank state: everything random in the game, and nothing else (T2)."""

    def start(self, s: Record, story: Array | None) -> None:
        """Begin the first turn of a dealt game, and play every decision with one answer (T1)."""

    def to_act(self, s: Record) -> int:
        """The seats that have a decision to make, as an int with bit `seat` set; 0 when over."""

    def open_actions(self, s: Record, seat: int) -> int:
        """The open ones as a `uint64` set (see `kernel.bits`); empty if the seat is not to act."""

    def apply(self, s: Record, seat: int, action: int, story: Array | None) -> None:
        """Make an open decision, then every decision that has one answer (T1)."""

    def points(self, s: Record, out: Array) -> None:
        """Everyone's points if the game ended now, into `out` (int64, one per seat)."""


class RulesModule(RulesCore, Protocol):
    """The same, whole."""

    def over(self, s: Record) -> bool:
        """Whether the game has ended. Default: nobody is to act."""

    def is_open(self, s: Record, seat: int, action: int) -> bool:
        """Whether one action is open. Default: whether it is in the open set."""

    def winners(self, s: Record) -> int:
        """The seats that have won (bit set), by points and tie rules as things stand. Default: the most points."""


class SightCore(Protocol):
    """`sight.py`: what a seat may see, as a record that is filled from nothing up."""

    @property
    def SIGHT(self) -> Layout:
        """What the fields mean; the JSON that people and programs are sent follows from it."""

    def see(self, s: Record, seat: int, out: Record) -> None:
        """Compiled: fill a blank record of SIGHT with what `seat` (-1: a spectator) may see."""


class SightModule(SightCore, Protocol):
    """The same, whole."""

    @property
    def MEMORY(self) -> Layout | None:
        """The same for what a seat could have remembered. Default: None, nothing that it does not see."""

    def remember(self, s: Record, seat: int, out: Record) -> None:
        """Compiled: the same for MEMORY."""


class MovesCore(Protocol):
    """`moves.py`: moves as texts, and why one is closed."""

    @property
    def TEXTS(self) -> Sequence[str | None]:
        """The text of each action; None where it is a part of a composed move."""


class MovesReasons(MovesCore, Protocol):
    """The same, with what is said of a move that is closed."""

    @property
    def REASONS(self) -> Sequence[Reason]:
        """What the codes of `why` mean; code 0 is "open". Default: one reason, `closed`."""

    def why(self, s: Record, seat: int, parts: Array, out: Array) -> int:
        """Compiled: 0 if the move is open, else the code of why not, also in `out[0]`, with its numbers after it.

        `parts` are the actions of a composed move, or the one action. Default: whether it is open, and nothing more.
        """

    def listed(self, s: Record, seat: int) -> int:
        """Compiled: the actions, as a set, that a menu explains if they are closed. Default: none."""


class MovesModule(MovesReasons, Protocol):
    """The same, with moves that are made of several decisions."""

    @property
    def COMPOSED(self) -> Composed | None:
        """The kind of moves that are made of several decisions. Default: None."""

    @property
    def BUILD(self) -> Layout | None:
        """The `Build` of composed moves as a record: fewest, most, beats, least. Default: None."""

    def part(self, s: Record) -> int:
        """Compiled: which part of a composed move is asked now. Default: 0."""

    def build(self, s: Record, seat: int, out: Record) -> bool:
        """Compiled: fill a blank record of BUILD; whether composed moves are open now. Default: they never are."""


class EventsCore(Protocol):
    """`events.py`: what a story tells. Whatever a player would notice is told as an event."""

    @property
    def EVENTS(self) -> Mapping[int, Event]:
        """What the codes of `story` rows mean, from 0 on."""


class EventsModule(EventsCore, Protocol):
    """The same, whole."""

    @property
    def TOKENS(self) -> Mapping[str, tuple[str, ...]]:
        """What an argument's numbers stand for: one that is not listed is a plain number, one named `other` a seat.

        Default: none is listed.
        """


class SecretsModule(Protocol):
    """`secrets.py`: what a seat cannot know."""

    def resample(self, s: Record, seat: int, source: Array) -> None:
        """Compiled, in place: replace all that `seat` cannot know by something it could not tell from the truth.

        The result depends on nothing that is hidden from the seat: two states that look the same to it give the same
        result from the same source.
        """


class OneFile(StateCore, RulesCore, SightCore, MovesCore, EventsCore, SecretsModule, Protocol):
    """The least there is: a game whose core stands in `rules.py` and that leaves the rest to defaults."""


# --- Capabilities: what a game may bring ------------------------------------------------------------------------------


class DealsModule(Protocol):
    """`deals.py`: a deal as JSON, and back. Default: the lists that a deal fills, in any order."""

    def setup(self, state: State) -> dict[str, Any]:
        """The deal of a dealt, not started game."""

    def load(self, rules: Rules, setup: Any) -> State:
        """A dealt game from its JSON; raises BadSetup for anything that the box does not allow."""


class PageDeals(DealsModule, Protocol):
    """The same for pages without Python (`pasar export`): a game that brings its own `setup` needs it there."""

    @property
    def SETUP(self) -> Layout:
        """What a deal consists of; its JSON is that of `setup`."""

    def lay_out(self, s: Record, out: Record) -> None:
        """Compiled: fill a blank record of SETUP with the deal of a dealt, not started game."""

    def take_in(self, given: Record, s: Record) -> bool:
        """Compiled: fill a blank state from a record of SETUP; whether the box allows it."""


class ObserveModule(Protocol):
    """`observe.py`: what a seat sees as a fixed number of small integers. Default: its sight, number by number."""

    @property
    def OBSERVATION(self) -> Sequence[tuple[str, int, str]]:
        """The layout: name, count, meaning."""

    def observe(self, s: Record, seat: int, out: Array) -> None:
        """Compiled: fill `out` (int16) in that layout, seats counted from the observer on."""


class GreedyModule(Protocol):
    """`greedy.py`: rules of thumb for bots. Default: all decisions are worth the same, and every position is quiet."""

    @property
    def FEATURES(self) -> int:
        """How many numbers a learned judgement reads (`net_N.npy`, made by `python -m pasar.lab.train`)."""

    def weigh(self, s: Record, seat: int, action: int) -> float:
        """Compiled: about how many points an open decision is worth to the seat; only differences count."""

    def quiet(self, s: Record) -> bool:
        """Compiled: whether the position can be judged as it stands: nothing is half done."""

    def reopen(self, s: Record, seat: int) -> None:
        """Compiled: take back what others have chosen in secret, so that a thinker can decide for all at once."""

    def features(self, s: Record, seat: int, out: Array) -> None:
        """Compiled: fill `out` with the numbers that a judgement of the seat's prospects reads."""


class BeliefsModule(Protocol):
    """`beliefs.py`: what is probably hidden, for thinkers. Default: whatever `secrets.resample` gives."""

    def suppose(self, s: Record, seat: int, source: Array) -> float:
        """Compiled, in place: like `resample`, and the logarithm of how likely that world is beside others it gives.

        The likelihood is that of what everybody was seen to do. It may be shared between what is drawn and the result:
        a world that is drawn twice as often as another and weighs the same is twice as likely.
        """


class LearnedBeliefs(BeliefsModule, Protocol):
    """The same with likelihoods that can be learned: `python -m pasar.lab.believe` writes `likelihoods.py`."""

    @property
    def KINDS(self) -> int:
        """Kinds of choice that are told apart."""

    @property
    def OPTIONS(self) -> int:
        """The most options of a choice."""

    @property
    def FEATURES(self) -> int:
        """Features of an option, of each of which it is in one cell."""

    @property
    def CELLS(self) -> int:
        """The most cells of a feature."""

    def evidence(self, s: Record, rows: Array) -> int:
        """Compiled: the choices of a game that is over: kind, option, each option's cells (-1: closed). How many."""


class OrdersModule(Protocol):
    """`orders.py`: what a player may leave word about, to be done while they are away. Default: nothing."""

    @property
    def ORDERS(self) -> Sequence[Order]:
        """All that there are."""

    def answer(self, state: State, seat: int, orders: Mapping[str, Any]) -> str | None:
        """The move that orders (checked by `Game.check_orders`) give to what the seat is asked now, if any."""


class LedgerModule(Protocol):
    """`ledger.py`: what the lab writes down, see `pasar.games.ledger`. Default: the points."""

    @property
    def SOURCES(self) -> Sequence[str]:
        """Where points come from."""

    @property
    def THINGS(self) -> Sequence[str]:
        """What a seat can be given for an experiment."""

    @property
    def COLUMNS(self) -> Sequence[Column]:
        """What is counted."""

    @property
    def TURN(self) -> int:
        """The event with which a turn begins."""

    @property
    def STAGE(self) -> int:
        """The event with which a part of the game begins; -1 if there is one part."""

    @property
    def STAGES(self) -> int:
        """How many parts there are."""

    @property
    def CONTEXT_EVENT(self) -> int:
        """An event that later ones belong to; -1 if there is none."""

    @property
    def CONTEXT_KEY(self) -> str:
        """Its argument that tells them apart."""

    def sources(self, s: Record, out: Array) -> None:
        """Compiled: where everybody's points come from, a row for each seat in the order of SOURCES."""

    def grant(self, s: Record, seat: int, thing: int, amount: int) -> None:
        """Compiled: give a seat so many of THINGS."""


class CoachModule(Protocol):
    """`coach.py`: what an analysis of finished games has to know. No default: without it there is no analysis.

    `rules.deal` must then also deal a game anew that has been dealt.
    """

    @property
    def RULINGS(self) -> Mapping[str, str]:
        """The ruling behind each of the ledger's SOURCES."""

    def reshuffle(self, s: Record, source: Array) -> None:
        """Compiled, in place: draw anew what nobody can know yet, as likely as it is, and nothing else.

        The result depends on nothing that nobody knows: two states that differ in it alone give the same.
        """


# --- Asking a game from Python ----------------------------------------------------------------------------------------


class CompiledRules(Protocol):
    """`games/compiled.py`, stamped for a game: its functions as Python calls them, over one-element arrays."""

    def copy(self, states: State, others: State) -> None: ...
    def deal(self, states: State, source: Array) -> None: ...
    def start(self, states: State, story: Array | None) -> None: ...
    def over(self, states: State) -> bool: ...
    def to_act(self, states: State) -> int: ...
    def open_actions(self, states: State, seat: int) -> int: ...
    def is_open(self, states: State, seat: int, action: int) -> bool: ...
    def apply(self, states: State, seat: int, action: int, story: Array | None) -> None: ...
    def points(self, states: State, out: Array) -> None: ...
    def winners(self, states: State) -> int: ...
    def resample(self, states: State, seat: int, source: Array) -> None: ...
    def observe(self, states: State, seat: int, out: Array) -> None: ...


@dataclass(frozen=True)
class Game:
    name: str
    seats: range
    options: tuple[Option, ...]
    package: str
    version: int = 1  # rises whenever the moves of an older record could lead elsewhere
    simultaneous: bool = False  # whether several seats are ever to act at once; `to_act` says when

    @property
    def seats_shown(self) -> str:
        """How many may play, as one says it: 2 to 4, or 2."""
        low, high = self.seats.start, self.seats.stop - 1
        return f"{low} to {high}" if low < high else str(low)

    def check(self, /, players: int | None = None, **options: Any) -> Rules:
        """The rules of a table, complete; raises BadRules for anything this game does not have."""
        players = self.seats.start if players is None else players
        if isinstance(players, bool) or not isinstance(players, int) or players not in self.seats:
            raise BadRules(f"{self.name} is for {self.seats_shown} players, not {players!r:.40}")
        known = {option.name: option for option in self.options}
        for name in options:
            if name not in known:
                having = ", ".join(known) or "none"
                raise BadRules(f"{self.name} has no option {name!r:.40} (it has: {having})")
        rules: Rules = {"players": players}
        for name, option in known.items():
            value = options.get(name, None if option.is_file else False)
            if option.is_file:
                if value is not None:
                    rules[name] = value
            elif not isinstance(value, bool):
                raise BadRules(f"{self.name}: option {name} is true or false, not {value!r:.40}")
            else:
                rules[name] = value
        return rules

    def check_orders(self, orders: Mapping[str, Any]) -> None:
        """Raises BadRules for a standing order that this game does not have, or that cannot be."""
        known = {order.name: order for order in self.orders.ORDERS}
        for name, value in orders.items():
            if name not in known:
                raise BadRules(f"{self.name} has no standing order {name!r:.40} (it has: {', '.join(known)})")
            known[name].check(value)

    def written(self, rules: Mapping[str, Any]) -> Rules:
        """The rules as a record writes them: files are part of the setup there, not of the rules."""
        files = {option.name for option in self.options if option.is_file}
        return {name: value for name, value in rules.items() if name not in files}

    # --- Its modules --------------------------------------------------------------------------------------------------

    @cached_property
    def state(self) -> StateModule:
        return cast(StateModule, self._with_defaults("state", ("blank",)))

    @cached_property
    def rules(self) -> RulesModule:
        return cast(RulesModule, self._with_defaults("rules", ("over", "is_open", "winners")))

    @cached_property
    def sight(self) -> SightModule:
        return cast(SightModule, self._with_defaults("sight", ("MEMORY", "remember")))

    @cached_property
    def moves(self) -> MovesModule:
        optional = ("COMPOSED", "REASONS", "BUILD", "why", "part", "listed", "build")
        return cast(MovesModule, self._with_defaults("moves", optional))

    @cached_property
    def events(self) -> EventsModule:
        return cast(EventsModule, self._with_defaults("events", ("TOKENS",)))

    @cached_property
    def secrets(self) -> SecretsModule:
        return cast(SecretsModule, self._part("secrets"))

    @cached_property
    def deals(self) -> DealsModule:
        return cast(DealsModule, self._with_defaults("deals", ("setup", "load")))

    @cached_property
    def observe(self) -> ObserveModule:
        own = self._part("observe")
        if hasattr(own, "observe"):
            return cast(ObserveModule, own)
        from pasar.kernel.stamp import stamp

        return cast(ObserveModule, stamp("pasar.games.plain_observe", self.name, sight=self.sight))

    @cached_property
    def greedy(self) -> GreedyModule:
        return cast(GreedyModule, self._with_defaults("greedy", ("FEATURES", "weigh", "quiet", "reopen", "features")))

    @cached_property
    def beliefs(self) -> BeliefsModule:
        return cast(BeliefsModule, self._with_defaults("beliefs", ("suppose",)))

    @cached_property
    def orders(self) -> OrdersModule:
        return cast(OrdersModule, self._with_defaults("orders", ("ORDERS", "answer")))

    @cached_property
    def ledger(self) -> LedgerModule:
        optional = (
            "SOURCES", "THINGS", "COLUMNS", "TURN", "STAGE", "STAGES", "CONTEXT_EVENT", "CONTEXT_KEY", "sources",
            "grant",
        )  # fmt: skip
        return cast(LedgerModule, self._with_defaults("ledger", optional))

    @cached_property
    def coach(self) -> CoachModule | None:
        own = self._part("coach")
        return cast(CoachModule, own) if hasattr(own, "reshuffle") else None

    def _part(self, name: str) -> ModuleType:
        """The module of that name, or `rules.py` in a game so small that it has none."""
        own = f"{self.package}.{name}"
        return importlib.import_module(own if find_spec(own) is not None else f"{self.package}.rules")

    def _with_defaults(self, name: str, optional: Sequence[str]) -> ModuleType:
        """The same, with the defaults of whatever it leaves out."""
        own = self._part(name)
        missing = [attribute for attribute in optional if not hasattr(own, attribute)]
        if not missing:
            return own
        from pasar.kernel.stamp import stamp

        own_parts = {name: self._part(name) for name in ("rules", "state", "secrets")}
        defaults = stamp("pasar.games.defaults", self.name, **own_parts)
        whole = ModuleType(f"{own.__name__}_with_defaults")
        vars(whole).update({attribute: getattr(defaults, attribute) for attribute in missing} | vars(own))
        return whole

    @cached_property
    def lessons(self) -> dict[str, dict[str, Any]]:
        """What the game's lessons say: the one of the game under "", those of its variants by the option's name."""
        files = {"": "lesson.toml", **{option.name: f"lesson_{option.name}.toml" for option in self.options}}
        return {variant: plan for variant, name in files.items() if (plan := self._table(name)) is not None}

    @cached_property
    def levels(self) -> dict[str, Any]:
        """By players and name: what makes a level of bots as strong as it should be here (`pasar.bots.levels`)."""
        return self._table("levels.toml") or {}

    @cached_property
    def hints(self) -> dict[str, Any]:
        """By players: how the chances that a search finds come true (`pasar.bots.advice`)."""
        return self._table("hints.toml") or {}

    def _table(self, name: str) -> dict[str, Any] | None:
        file = resources.files(self.package) / name
        return tomllib.loads(file.read_text(encoding="utf-8")) if file.is_file() else None

    @property
    def positions(self) -> bytes | None:
        """Positions to solve, as `pasar positions` has written them, if the game has some."""
        file = resources.files(self.package) / "positions.json"
        return file.read_bytes() if file.is_file() else None

    @cached_property
    def spoken(self) -> Spoken:
        """Moves as texts, and everything that the game says as JSON."""
        from pasar.games.spoken import Spoken

        return Spoken(self)

    # --- Asking its rules from Python ---------------------------------------------------------------------------------

    @cached_property
    def compiled(self) -> CompiledRules:
        """The rules as Python calls them: each takes a one-element array, which is ten times as fast as a record."""
        return cast(CompiledRules, self.stamp("pasar.games.compiled"))

    def stamp(self, template: str) -> ModuleType:
        """A loop over any game's rules (see `pasar.kernel.stamp`), compiled for this one."""
        from pasar.kernel.stamp import stamp

        return stamp(template, self.name, rules=self.rules, secrets=self.secrets, observing=self.observe)

    def blank(self, rules: Rules) -> State:
        return self.state.blank(rules)

    def deal(self, rules: Rules, source: Array) -> State:
        """A dealt game, not started: its setup can still be written down."""
        state = self.blank(rules)
        self.compiled.deal(state, source)
        return state

    def to_act(self, state: State) -> tuple[int, ...]:
        return seats_in(self.compiled.to_act(state))

    def winners(self, state: State) -> tuple[int, ...]:
        return seats_in(self.compiled.winners(state))

    def points(self, state: State, players: int) -> list[int]:
        import numpy as np

        out = np.zeros(players, dtype=np.int64)
        self.compiled.points(state, out)
        return out.tolist()

    def view(self, state: State, seat: int | None, memory: bool = False) -> dict[str, Any]:
        """What `seat` (None: a spectator) may see; with `memory`, also what it could have remembered."""
        return self.spoken.view(state, seat, memory)

    def reveals(self, row: Sequence[int], seat: int) -> bool:
        """Whether an event, as a row of a story, shows something to `seat` that it did not know."""
        event = self.events.EVENTS[row[0]]
        return event.reveals == "table" or (event.reveals == "own" and row[1] != seat)

    def breakdown(self, state: State) -> list[dict[str, int]]:
        """Per seat where its points come from; what it names adds up to its points."""
        import numpy as np

        parts = np.zeros((int(state["players"][0]), len(self.ledger.SOURCES)), dtype=np.int64)
        self.ledger.sources(state[0], parts)
        return [dict(zip(self.ledger.SOURCES, own, strict=True)) for own in parts.tolist()]

    def copy(self, state: State) -> State:
        """A copy that shares nothing."""
        from pasar.kernel.record import blank_like

        other = blank_like(state)
        self.compiled.copy(state, other)
        return other

    def resampled(self, state: State, seat: int, source: Array) -> State:
        """Another state that `seat` could not tell from this one."""
        other = self.copy(state)
        self.compiled.resample(other, seat, source)
        return other

    def observation(self, state: State, seat: int) -> Array:
        import numpy as np

        out = np.zeros(sum(count for _, count, _ in self.observe.OBSERVATION), dtype=np.int16)
        self.compiled.observe(state, seat, out)
        return out


@cache
def seats_in(seats: int) -> tuple[int, ...]:
    return tuple(seat for seat in range(int(seats).bit_length()) if seats >> seat & 1)


def actions_in(actions: int) -> Iterator[int]:
    """The actions of an open set, in order."""
    rest = int(actions)
    while rest:
        yield (rest & -rest).bit_length() - 1
        rest &= rest - 1
