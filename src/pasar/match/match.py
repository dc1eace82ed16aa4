"""One game in progress: who is to act, what is open, what has happened, and the way back."""

import json
import secrets
from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Any, NamedTuple

import numpy as np

from pasar.errors import BadMove, MoveNotOpen, NotYourMove, PasarError
from pasar.games import find
from pasar.games.contract import Game, Menu, Rules, State
from pasar.games.events import Told, read
from pasar.games.spoken import EVERYTHING, MEMORIES, SIGHTS, Made, Said, WhyClosed
from pasar.games.words import words
from pasar.kernel.rng import game_source
from pasar.kernel.story import blank_story, packed, unpacked
from pasar.match.log import Log
from pasar.match.path import Path, PathMove
from pasar.match.seeds import check_seed

Move = tuple[int, str]  # seat and move text
SHARED = 4096  # moves of which matches keep one copy


class PreparedMove(NamedTuple):
    """A move that has been looked at and found good, not made yet."""

    seat: int
    text: str
    made: Made
    eyes: tuple[int | None, ...] = ()  # those whom `made.said` is for


class Match:
    """A dealt game and the moves made in it. A move that is refused changes nothing."""

    __slots__ = ("_asked", "_dealt", "_head", "_moves", "_path", "_state", "_told", "extras", "game", "rules")

    def __init__(self, game: Game, rules: Rules, dealt: State, extras: dict[str, Any] | None = None) -> None:
        self.game = game
        self.rules = rules
        self.extras = dict(extras or {})  # what a record says beside the game: names, times, a proof
        self._dealt = dealt
        self._head = _head(game.name, _json(game.written(rules)))
        self._asked: tuple[State | None, tuple[int, ...]] = (None, ())  # a state, and who is to act in it
        self._begin()

    @classmethod
    def new(cls, name: str, players: int | None = None, seed: int | None = None, **options: Any) -> "Match":
        """Deal a game; the same seed gives the same deal, namely that of game 0 of `pasar sim --seed`."""
        game = find(name)
        rules = game.check(players, **options)
        seed = secrets.randbits(63) if seed is None else check_seed(seed)
        return cls(game, rules, game.deal(rules, game_source(seed, 0)))

    @classmethod
    def resumed(cls, match: "Match", state: State) -> "Match":
        """A match of its own that goes on from `state`, with nothing told of how it came there."""
        other = cls.__new__(cls)
        other.game, other.rules, other.extras = match.game, match.rules, {}
        other._dealt, other._moves, other._told = match._dealt, Log(), Log([b""])
        other._asked, other._head = (None, ()), match._head
        other._state = match.game.copy(state)
        other._path = Path(match.game, other._state)
        return other

    def fork(self) -> "Match":
        """The same match, for going on in another way."""
        other = Match.__new__(Match)
        other.game, other.rules, other.extras = self.game, self.rules, self.extras
        other._dealt, other._state, other._asked, other._head = self._dealt, self._state, self._asked, self._head
        other._moves, other._told, other._path = self._moves.fork(), self._told.fork(), self._path
        return other

    def _begin(self) -> None:
        self._state: State = self.game.copy(self._dealt)
        self._moves: Log[Move] = Log()
        story = blank_story()
        self.game.compiled.start(self._state, story)
        self._told: Log[bytes] = Log([packed(story)])  # packed: a server keeps thousands of matches in mind
        self._path = Path(self.game, self._state)

    # --- Where it stands ----------------------------------------------------------------------------------------------

    @property
    def state(self) -> State:
        """The state itself, secrets included. Copy it before changing it."""
        return self._state

    @property
    def dealt(self) -> State:
        """The deal, before anything happened."""
        return self._dealt

    @property
    def players(self) -> int:
        players: int = self.rules["players"]
        return players

    @property
    def over(self) -> bool:
        return not self.to_act

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seats that have a decision to make; several where they choose in secret at once; none when it is over."""
        state, seats = self._asked
        if state is not self._state:
            seats = self.game.to_act(self._state)
            self._asked = (self._state, seats)
        return seats

    @property
    def moves(self) -> tuple[Move, ...]:
        """The decisions made so far. Those with one answer are not among them (T1)."""
        return tuple(self._moves)

    def __len__(self) -> int:
        """How many decisions have been made, without listing them."""
        return len(self._moves)

    def mover(self, move: int) -> int:
        """The seat that made move number `move` (from 1)."""
        return self._moves[move - 1][0]

    def __bool__(self) -> bool:
        return True  # also before the first move

    def open(self, seat: int | None = None) -> list[str]:
        """All open moves of a seat as texts, which can be hundreds of thousands: see `menu`."""
        return self.menu(self._acting(seat)).texts

    def is_open(self, text: str, seat: int | None = None) -> bool:
        """Whether a move would be accepted."""
        try:
            return self.why(text, seat) is None
        except BadMove:
            return False

    def why(self, text: str, seat: int | None = None) -> WhyClosed | None:
        """Why a move of a seat that is to act is closed; None if it is open. Raises UnreadableMove or NotYourMove."""
        return self.game.spoken.why(self._state, self._acting(seat), text)

    def menu(self, seat: int) -> Menu:
        """What a seat that is to act can do, and why not the rest."""
        return self.game.spoken.menu(self._state, self._acting(seat))

    def menu_json(self, seat: int) -> bytes:
        """The same for programs and browsers."""
        return self.game.spoken.menu_json(self._state, self._acting(seat))

    def view(self, seat: int | None = None, memory: bool = False) -> dict[str, Any]:
        """What a seat (None: a spectator) may see, and its open moves."""
        self._check_seat(seat)
        deciding = seat is not None and seat in self.to_act
        return {**self.sight(seat, memory), "open": self.open(seat) if deciding else []}

    def sight(self, seat: int | None = None, memory: bool = False) -> dict[str, Any]:
        """A view without the open moves: see `menu`."""
        self._check_seat(seat)
        sight: dict[str, Any] = json.loads(self.sights((seat,), memory)[0])
        return sight

    def sights(self, seats: Sequence[int | None], memory: bool = False) -> list[bytes]:
        """What each of several seats may see, as JSON."""
        return self._tell(seats, SIGHTS | memory * MEMORIES).sights

    def tell(self, seats: Sequence[int | None], move: int | None = None, memory: bool = False) -> Said:
        """The sights and menus of several seats, and what move number `move` (0: the start) told them, as JSON."""
        return self._tell(seats, EVERYTHING | memory * MEMORIES, b"" if move is None else self._told[move])

    def _tell(self, seats: Sequence[int | None], asked: int, story: bytes = b"") -> Said:
        return self.game.spoken.tell(self._state, seats, asked, story, self._head)

    def revealed(self, move: int) -> bool:
        """Whether move number `move` (from 1) let the one who made it see something new."""
        return any(self.game.reveals(row, self.mover(move)) for row in unpacked(self._told[move]))

    @property
    def points(self) -> list[int]:
        """Everyone's points if the game ended now."""
        return self.game.points(self._state, self.players)

    @property
    def breakdown(self) -> list[dict[str, int]]:
        """Per seat where its points come from."""
        return self.game.breakdown(self._state)

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that have won; empty while the game is not over."""
        return self.game.winners(self._state) if self.over else ()

    def story(self, seat: int | None = None, move: int | None = None, all_seeing: bool = False) -> list[Told]:
        """What happened as `seat` saw it: all of it, or what move number `move` caused (0: the start)."""
        parts = self._told if move is None else [self._told[move]]
        return [read(self.game, row, seat, all_seeing) for part in parts for row in unpacked(part)]

    def stories(self, move: int, seats: Sequence[int | None]) -> list[bytes]:
        """What move number `move` (0: the start) told to each of several seats, as JSON."""
        return self.game.spoken.stories(self._told[move], seats)

    def path(self, seat: int) -> tuple[PathMove, ...]:
        """The moves made so far as far as a seat knows them, for thinkers."""
        known = len(self._path.steps)
        if known < len(self._moves):
            self._path = self._path.further(self._moves[known:], self._told[known + 1 :])
        return self._path.seen_by(seat)

    # --- Playing ------------------------------------------------------------------------------------------------------

    def play(self, text: str, seat: int | None = None, eyes: Sequence[int | None] = ()) -> Said:
        """Make a move, and say what each of `eyes` is told: its story, their sights, and what they can do.

        Raises UnreadableMove, NotYourMove or MoveNotOpen, and then nothing has changed.
        """
        prepared = self.prepare(text, seat, eyes)
        self.make(prepared)
        return prepared.made.said

    def prepare(
        self, text: str, seat: int | None = None, eyes: Sequence[int | None] = (), memory: bool = False
    ) -> PreparedMove:
        """Everything about a move but making it. Raises what `play` raises."""
        seat = self._acting(seat)
        asked = EVERYTHING | memory * MEMORIES if eyes else 0
        made = self.game.spoken.decide(self._state, seat, text, eyes, asked, self._head)
        if isinstance(made, WhyClosed):
            raise self._not_open(text, seat, made)
        return PreparedMove(seat, text, made, tuple(eyes))

    def check(self, text: str, seat: int | None = None) -> None:
        """Raise what `play` would raise, and make nothing."""
        if (refusal := self.why(text, seat)) is not None:
            raise self._not_open(text, self._acting(seat), refusal)

    def make(self, prepared: PreparedMove) -> None:
        """Make a move that was prepared in this very position."""
        made = prepared.made
        self._state = made.state
        self._asked = (made.state, made.to_act)
        self._add(prepared.seat, prepared.text, made.story)

    def act(self, seat: int, action: int) -> None:
        """Make a decision by its number, as bots do. A move of several decisions is noted when it is complete."""
        seat = self._acting(seat)
        if not self.game.compiled.is_open(self._state, seat, action):
            raise MoveNotOpen(f"action {action} is not open to seat {seat} (open: {self.menu(seat)})")
        text = self.game.spoken.text(self._state, seat, action)
        after, story = self.game.copy(self._state), blank_story()
        self.game.compiled.apply(after, seat, action, story)
        self._state = after
        if text is not None:
            self._add(seat, text, packed(story))

    def _add(self, seat: int, text: str, story: bytes) -> None:
        self._moves.append(_move(seat, text))
        self._told.append(story)

    def _check_seat(self, seat: int | None) -> None:
        if seat is not None and seat not in range(self.players):
            raise PasarError(
                f"there is no seat {seat!r:.20}: with {self.players} players they are 0 to {self.players - 1}"
            )

    def _acting(self, seat: int | None) -> int:
        acting = self.to_act
        if not acting:
            raise NotYourMove("the game is over: there is nothing to decide")
        if seat is None:
            if len(acting) > 1:
                raise NotYourMove(f"seats {_listed(acting)} decide at once: say for which seat")
            return acting[0]
        if seat not in acting:
            raise NotYourMove(f"seat {seat!r:.20} has nothing to decide now: {_who_acts(acting)}")
        return seat

    def _not_open(self, text: str, seat: int, refusal: WhyClosed) -> MoveNotOpen:
        why = words(self.game.package, "en").say("reasons", refusal.code, **refusal.values)
        message = f"{text!r} is not open to seat {seat}: {why} (open: {self.menu(seat)})"
        return MoveNotOpen(message, refusal.code, refusal.values)

    # --- Going back ---------------------------------------------------------------------------------------------------

    def at(self, number: int) -> "Match":
        """The match as it was after its first `number` moves."""
        if not 0 <= number <= len(self._moves):
            raise PasarError(f"there is no move {number}: this match has {len(self._moves)}")
        other = Match(self.game, self.rules, self._dealt, self.extras)
        for seat, text in self._moves[:number]:
            other.play(text, seat)
        return other

    def undo(self) -> Move:
        """Take the last move back."""
        if not self._moves:
            raise PasarError("there is no move to take back")
        moves = self._moves
        self._begin()
        for seat, text in moves[:-1]:
            self.play(text, seat)
        return moves[-1]

    # --- As a record --------------------------------------------------------------------------------------------------

    def setup(self) -> dict[str, Any]:
        return self.game.deals.setup(self._dealt)

    def record(self) -> dict[str, Any]:
        from pasar.match.record import record_of

        return record_of(self)

    def save(self, path: str) -> None:
        from pasar.match.record import write

        write(path, [self.record()])


@lru_cache(SHARED)
def _move(seat: int, text: str) -> Move:
    """Many a match has the same ones."""
    return seat, text


@cache
def _head(game: str, rules: bytes) -> np.ndarray:
    """What a sight says of its match; as writable as whatever else is handed on."""
    return np.frombuffer(bytearray(b',"game":%s,"rules":%s' % (_json(game), rules)), dtype=np.uint8)


def _json(value: Any) -> bytes:
    return json.dumps(value, separators=(",", ":")).encode()


def _listed(seats: Sequence[int]) -> str:
    return ", ".join(str(seat) for seat in seats)


def _who_acts(acting: Sequence[int]) -> str:
    return f"seat {acting[0]} is to act" if len(acting) == 1 else f"seats {_listed(acting)} are to act"
