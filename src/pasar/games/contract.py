"""What a game must offer. Bots, rl, lab, server and command line know games through this page alone.

A game is a folder beside this file, or a package of somebody's own that names it under the entry point `pasar.games`
(docs/add-a-game.md makes one). Its `__init__.py` holds `GAME = Game(...)` and imports nothing heavy: names, seats and
options must be known without NumPy or Numba. The rest is in modules that are loaded when first needed:

`state.py`
    STATE          the dtype of one game in progress (of `kernel.record.Record`, at most 512 bytes), every field
                   commented. It has a field `moves` (whole moves made so far, forced ones included).
    blank(rules)   a one-element array of STATE that knows its rules and nothing else. `rules` is what
                   `Game.check` returns: `{"players": 3, "oracle": True, ...}`.

`rules.py`: compiled functions over one record `s` (`states[0]`), all in place
    ACTIONS                   how many numbered actions there are, at most 64
    DEAL_WORDS                how many random words a deal reads
    LONGEST                   more asked decisions than any game of random play can have
    deal(s, source)           fill a blank state: everything random in the game, and nothing else (T2)
    start(s, story)           begin the first turn of a dealt game, and play every decision with one answer (T1)
    over(s)                   whether the game has ended
    to_act(s)                 the seats that have a decision to make, as an int with bit `seat` set; 0 when over
    open_actions(s, seat)     the open ones as a `uint64` set (see `kernel.bits`); empty if the seat is not to act
    is_open(s, seat, action)  the same for one action, without listing all
    apply(s, seat, action, story)   make an open decision, then every decision that has one answer (T1)
    points(s, out)            everyone's points if the game ended now, into `out` (int64, one per seat)
    winners(s)                the seats that have won (bit set), by points and tie rules as things stand

`secrets.py`
    resample(s, seat, source)  compiled, in place: replace all that `seat` cannot know by something it could not tell
                               from the truth. The result depends on nothing that is hidden from the seat: two
                               states that look the same to it give the same result from the same source.
    OBSERVATION                tuple of (name, count, meaning): the layout of an observation
    observe(s, seat, out)      compiled: fill `out` (int16) in that layout, seats counted from the observer on
    view(state, seat, memory)  a JSON-ready dict of what the seat (None: a spectator) may see, built up from nothing;
                               with `memory`, under "remembered", also what it could have remembered
    views(state, seats, memory)  the same for several at once, by seat; they may share what is the same for all

`moves.py`
    text(state, seat, action)         the move text that an open action completes, or None if more actions of the same
                                      move are still to come (a bid is made colour by colour)
    action(state, seat, text)         the action that this text asks for now; raises UnreadableMove. Whether it is
                                      open is asked of the rules.
    texts(state, seat)                all open moves as texts
    reason(state, seat, text)         why a readable move is not open: (code, numbers and names for the sentence)
    menu(state, seat)                 a `Menu`: what a seat that is to act can do, and why not the rest
    setup(state) / load(rules, setup) the deal of a dealt, not started state as JSON, and back; raises BadSetup
    breakdown(state)                  per seat where its points come from, as a dict whose values add up to its points

`events.py`
    EVENTS         code -> Event(name, rule, arguments, secret): what `story` rows mean. Whatever a player would
                   notice is told as an event.
    TOKENS         argument name -> the tokens that its numbers stand for (`"good": ("rice", ...)`); an argument that is
                   not listed is a plain number, one named `other` is a seat

`orders.py`: what a player may leave word about, to be done while they are away
    ORDERS         the standing orders there are, as `Order`s
    answer(state, seat, orders)   the move text that orders (checked by `Game.check_orders`) give to what the seat is
                   asked now, or None if they say nothing about it

`greedy.py`: what bots are told about the game, compiled; a bot knows no game's name
    weigh(s, seat, action)    about how many points an open decision is worth to the seat; only differences count
    quiet(s)                  whether the position can be judged as it stands: nothing is half done
    reopen(s, seat)           take back what others have chosen in secret, so that a thinker can decide for all at once
    FEATURES, features(s, seat, out)    the numbers that a learned judgement of a seat's prospects reads
`net_N.npy`: weights of that judgement for N players, made by `python -m pasar.lab.train`; a game may have none

`ledger.py`: what the lab writes down of a game, see `pasar.games.ledger`
`lab.py`: what its reports and benches say of it alone, see `pasar.games.chapters`; a game may have none
`box.py`: every number of the rulebook by name; those that an experiment may change, see `pasar.games.experiment`
`words/en.toml`, `de.toml`, `fr.toml`: see `pasar.games.words`.
`lesson.toml`: a prepared deal and a path through it, see `pasar.server.lessons`; a game may have none
"""

import importlib
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from importlib import resources
from types import ModuleType
from typing import TYPE_CHECKING, Any, Literal

from pasar.errors import BadRules

if TYPE_CHECKING:
    import numpy as np

State = Any  # a one-element array of the game's STATE
Rules = dict[str, Any]  # "players" and one entry per switch of the game


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
    bundle: tuple[str, ...] = ()  # instead of arguments: a, b, c, d count these tokens ("2 red, 1 blue")


@dataclass(frozen=True)
class Build:
    """Moves that are put together from pieces, too many to list: WORD and then counts of pieces, as in `bid r2b1`.

    Open are those with at most `most` of each piece that have `enough` pieces or more, and those listed in `fewer`.
    """

    word: str
    most: Mapping[str, int]
    enough: int
    fewer: tuple[str, ...]
    least: str  # the open one that gives the least


@dataclass(frozen=True)
class Menu:
    """Everything that a seat could think of doing now."""

    open: tuple[str, ...]
    closed: tuple[tuple[str, str, Mapping[str, Any]], ...]  # moves of this phase that are not open, with their reason
    build: Build | None = None

    def as_json(self) -> dict[str, Any]:
        closed = [{"move": move, "code": code, "values": values} for move, code, values in self.closed]
        return {"open": self.open, "closed": closed, "build": self.build and vars(self.build)}


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


@dataclass(frozen=True)
class Game:
    name: str
    seats: range
    options: tuple[Option, ...]
    package: str
    version: int = 1  # rises whenever the moves of an older record could lead elsewhere
    simultaneous: bool = False  # whether several seats are ever to act at once; `to_act` says when

    def check(self, /, players: int | None = None, **options: Any) -> Rules:
        """The rules of a table, complete; raises BadRules for anything this game does not have."""
        players = self.seats.start if players is None else players
        if isinstance(players, bool) or not isinstance(players, int) or players not in self.seats:
            low, high = self.seats.start, self.seats.stop - 1
            raise BadRules(f"{self.name} is for {low} to {high} players, not {players!r:.40}")
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

    @cached_property
    def state(self) -> ModuleType:
        return importlib.import_module(f"{self.package}.state")

    @cached_property
    def rules(self) -> ModuleType:
        return importlib.import_module(f"{self.package}.rules")

    @cached_property
    def secrets(self) -> ModuleType:
        return importlib.import_module(f"{self.package}.secrets")

    @cached_property
    def moves(self) -> ModuleType:
        return importlib.import_module(f"{self.package}.moves")

    @cached_property
    def greedy(self) -> ModuleType:
        return importlib.import_module(f"{self.package}.greedy")

    @cached_property
    def events(self) -> ModuleType:
        return importlib.import_module(f"{self.package}.events")

    @cached_property
    def ledger(self) -> ModuleType:
        return importlib.import_module(f"{self.package}.ledger")

    @cached_property
    def orders(self) -> ModuleType:
        return importlib.import_module(f"{self.package}.orders")

    @cached_property
    def lesson(self) -> dict[str, Any] | None:
        """What the game's lesson says, if it has one."""
        file = resources.files(self.package) / "lesson.toml"
        return tomllib.loads(file.read_text(encoding="utf-8")) if file.is_file() else None

    @cached_property
    def doors(self) -> ModuleType:
        """The rules as Python calls them: each takes a one-element array, which is ten times as fast as a record."""
        return self.stamp("pasar.games.doors")

    def stamp(self, template: str) -> ModuleType:
        """A loop over any game's rules (see `pasar.kernel.stamp`), compiled for this one."""
        from pasar.kernel.stamp import stamp

        return stamp(template, self.name, rules=self.rules, secrets=self.secrets)

    def blank(self, rules: Rules) -> State:
        state: State = self.state.blank(rules)
        return state

    def deal(self, rules: Rules, source: "np.ndarray[Any, Any]") -> State:
        """A dealt game, not started: its setup can still be written down."""
        state = self.blank(rules)
        self.doors.deal(state, source)
        return state

    def to_act(self, state: State) -> tuple[int, ...]:
        return seats_in(self.doors.to_act(state))

    def winners(self, state: State) -> tuple[int, ...]:
        return seats_in(self.doors.winners(state))

    def points(self, state: State, players: int) -> list[int]:
        import numpy as np

        out = np.zeros(players, dtype=np.int64)
        self.doors.points(state, out)
        return out.tolist()

    def copy(self, state: State) -> State:
        """A copy that shares nothing. NumPy's own takes four times as long for a record with arrays in it."""
        import numpy as np

        other = np.empty(1, dtype=state.dtype)
        self.doors.copy(state, other)
        return other

    def resampled(self, state: State, seat: int, source: "np.ndarray[Any, Any]") -> State:
        """Another state that `seat` could not tell from this one."""
        other = self.copy(state)
        self.doors.resample(other, seat, source)
        return other

    def observation(self, state: State, seat: int) -> "np.ndarray[Any, Any]":
        import numpy as np

        out = np.zeros(sum(count for _, count, _ in self.secrets.OBSERVATION), dtype=np.int16)
        self.doors.observe(state, seat, out)
        return out


def seats_in(seats: int) -> tuple[int, ...]:
    return tuple(seat for seat in range(int(seats).bit_length()) if seats >> seat & 1)


def actions_in(actions: int) -> Iterator[int]:
    """The actions of an open set, in order."""
    rest = int(actions)
    while rest:
        yield (rest & -rest).bit_length() - 1
        rest &= rest - 1
