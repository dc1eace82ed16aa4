"""What a game says to anybody, as JSON: sights, menus, reasons, stories. Python's way into `pasar.games.encoding`."""

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from threading import local
from typing import Any, NamedTuple

import numpy as np

from pasar.errors import UnreadableMove
from pasar.games.contract import Build, Composed, Event, Game, Menu, Reason, State, seats_in
from pasar.games.layout import Constant, Group, Hidden, Layout, Node, Number, Pairs, Script, Tokens
from pasar.kernel.record import blank_like
from pasar.kernel.stamp import stamp
from pasar.kernel.story import LONGEST, blank_story, packed, unpack_into

SPECTATOR, ALL_SEEING = -1, -2
REASON = 10  # numbers that `why` can give
SHOWN = 8  # moves that a message gives as examples
PHRASES = (
    ',"remembered":', '{"open":[', '],"closed":[', '{"move":', '],"build":', '],"build":null}',
    '{"seat":', ',"to_act":[', '],"over":false,', '],"over":true,',
)  # fmt: skip
DECISION, STORIES, SIGHTS, MEMORIES, MENUS = 1, 2, 4, 8, 16  # what can be asked of `encoding.say`
EVERYTHING = STORIES | SIGHTS | MENUS
NO_HEAD, NO_PARTS = np.zeros(0, np.uint8), np.zeros(1, np.int64)
Eyes = Sequence[int | None]
NO_MENU = b'{"open":[],"closed":[],"build":null}'
LONGEST_HEAD = 200  # bytes that a sight says of who is to act, beside what its match says of itself


@cache
def encode_seats(seats: tuple[int | None, ...]) -> np.ndarray:
    return np.array([SPECTATOR if seat is None else seat for seat in seats], dtype=np.int64)


# --- The steps that write a game's JSON -------------------------------------------------------------------------------


@dataclass(frozen=True)
class Tables:
    """Everything that `encoding` has to know of a game beside its compiled functions."""

    steps: np.ndarray
    texts: np.ndarray
    tokens: np.ndarray
    sight: Any
    memory: Any
    build: Any
    members: np.ndarray  # of a sight: the step at which each begins, its bytes of a record, whether it is hidden
    entries: int  # of lists whose elements stand in several places of one JSON
    memory_step: int
    build_step: int
    event_steps: np.ndarray  # by code: for others than its seat, for its seat, and for that if the answer was forced
    reason_steps: np.ndarray
    move_tokens: np.ndarray
    phrases: tuple[int, ...]
    longest: dict[str, int]  # bytes that a sight, a menu, an event can take


def tables_of(game: Game) -> Tables:
    script = Script()
    events = [_event_layouts(game, event) for _, event in sorted(game.events.EVENTS.items())]
    reasons = [_reason_layout(game, reason) for reason in game.moves.REASONS]
    sight, memory, build = game.sight.SIGHT, game.sight.MEMORY, game.moves.BUILD
    move_tokens = [-1 if text is None else script.tokens((text,)) for text in game.moves.TEXTS]
    members = np.array(script.add_members(sight), dtype=np.int64)
    memory_step = script.add(memory) if memory is not None else -1
    build_step = script.add(build) if build is not None else -1
    event_steps = np.array([[script.add(layout) for layout in layouts] for layouts in events], dtype=np.int64)
    reason_steps = np.array([script.add(layout) for layout in reasons], dtype=np.int64)
    phrases = tuple(script.phrase(text) for text in PHRASES)
    remembered = memory.longest if memory is not None else 0
    longest_reason = max((layout.longest for layout in reasons), default=0)
    longest_text = max(len(text or "") for text in game.moves.TEXTS)
    longest = {
        "sight": sight.longest + remembered + len(PHRASES[0]) + LONGEST_HEAD,
        "event": max(layout.longest for layouts in events for layout in layouts) + 1,
        "reason": longest_reason,
        "menu": sum(map(len, PHRASES)) + len(game.moves.TEXTS) * (longest_text + longest_reason + len('"",{"move":'))
        + (build.longest if build is not None else 0),
    }  # fmt: skip
    steps, texts, tokens = script.arrays()
    blank = np.dtype([("none", "i1")])
    return Tables(
        steps, texts, tokens, sight.dtype, memory.dtype if memory is not None else blank,
        build.dtype if build is not None else blank, members, script.entries, memory_step, build_step, event_steps,
        reason_steps, np.array(move_tokens, dtype=np.int64), phrases, longest,
    )  # fmt: skip


def _event_layouts(game: Game, event: Event) -> tuple[Layout, Layout, Layout]:
    """A row of a story: its code, its seat, and what its other numbers say, without and with what is secret.

    That an answer was forced only its own seat may know: from others' answers one could tell what they hold.
    """
    head: dict[str, Node] = {
        "code": Hidden(Number("i2")), "event": Constant(event.name), "rule": Constant(event.rule), "seat": Number("i2"),
    }  # fmt: skip
    arguments = {argument: _number(game, argument) for argument in event.arguments}
    hidden = {name: Hidden(node) if name in event.secret else node for name, node in arguments.items()}
    bundle: dict[str, Node] = {"bundle": Pairs(Tokens("Piece", event.bundle), "i2")} if event.bundle else {}
    whole = {**head, **arguments, **bundle}
    return Layout(**head, **hidden, **bundle), Layout(**whole), Layout(**whole, forced=Constant(True))


def _reason_layout(game: Game, reason: Reason) -> Layout:
    arguments = {argument: _number(game, argument) for argument in reason.arguments}
    if reason.bundle:
        arguments[reason.bundle] = Pairs(Tokens("Piece", game.events.TOKENS[reason.bundle]), "i2")
    return Layout(number=Hidden(Number("i2")), code=Constant(reason.name), values=Group(**arguments))


def _number(game: Game, argument: str) -> Node:
    tokens = game.events.TOKENS.get(argument)
    return Number("i2", Tokens(argument, tokens) if tokens is not None else None)


# --- Asking -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class WhyClosed:
    """Why a move is closed: a code of the game's `[reasons]`, and what its sentence names."""

    code: str
    values: dict[str, Any]


class Said(NamedTuple):
    """What each of some eyes is told, as JSON, in their order: events, what they see, what they can do or nothing."""

    stories: list[bytes]
    sights: list[bytes]
    menus: list[bytes]


NOTHING = Said([], [], [])


class Made(NamedTuple):
    """What a move leads to: the state after it, what happened (packed), who is to act, and what is said of it."""

    state: State
    story: bytes
    to_act: tuple[int, ...]
    said: Said


class _Buffers:
    """Arrays to work in, of each thread's own."""

    def __init__(self, blank: State) -> None:
        self.after, self.story, self.reason = blank_like(blank), blank_story(), np.zeros(REASON, np.int16)
        self.out = np.empty(0, dtype=np.uint8)

    def has(self, size: int) -> np.ndarray:
        if len(self.out) < size:
            self.out = np.empty(size, dtype=np.uint8)
        return self.out


class Spoken:
    """A game's moves, sights, menus and stories, for Python. What is written stays bytes until somebody wants more."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.tables = tables_of(game)
        tables = self.tables
        writer = stamp("pasar.kernel.json", game.name, steps=tables.steps, texts=tables.texts, tokens=tables.tokens)
        parts = {"rules": game.rules, "sight": game.sight, "moves": game.moves, "json": writer, "tables": tables}
        self.kernels = stamp("pasar.games.encoding", game.name, **parts)
        self._local = local()
        self._actions = {text: np.array([action]) for action, text in enumerate(game.moves.TEXTS) if text is not None}
        self._pattern = _pattern(game.moves.COMPOSED)
        longest = self.tables.longest
        self._longest = longest["sight"] + longest["menu"] + 2 + LONGEST * longest["event"]  # for one who looks on

    @property
    def _buffers(self) -> _Buffers:
        try:
            buffers: _Buffers = self._local.buffers
        except AttributeError:
            buffers = self._local.buffers = _Buffers(np.zeros(1, self.game.state.STATE))
        return buffers

    # --- Moves --------------------------------------------------------------------------------------------------------

    def parts(self, text: object) -> np.ndarray:
        """The actions that a text asks for: one, or those of a composed move. Raises UnreadableMove."""
        found = self._actions.get(text) if isinstance(text, str) else None
        if found is not None:
            return found
        composed = self.game.moves.COMPOSED
        if composed is None or not isinstance(text, str) or text.partition(" ")[0] != composed.word:
            raise UnreadableMove(f"{text!r:.60} is no move of {self.game.name} ({self._like(text)})")
        counts = _counts(self._pattern, text)
        if not any(counts) or max(counts) > composed.most:
            pieces, example = " ".join(composed.pieces), composed.text((2, *[0] * (len(composed.pieces) - 2), 1))
            raise UnreadableMove(
                f"{text!r:.60} is no {composed.word}; write {pieces} in this order, each with 1 to {composed.most} and "
                f"at least one of them, like: {example}"
            )
        return composed.first + np.array(counts)

    def _like(self, text: object) -> str:
        """A hint: the moves that begin with the same word, or some of each."""
        word = text.split(" ")[0] if isinstance(text, str) else ""
        known = list(self._actions)
        alike = [each for each in known if each.split(" ")[0] == word]
        if alike:
            return "there is: " + ", ".join(alike)
        composed = self.game.moves.COMPOSED
        examples = list({each.split(" ")[0]: each for each in reversed(known)}.values())[::-1][:SHOWN]
        return "moves look like: " + ", ".join([*examples, *([composed.text((2, 1))] if composed is not None else [])])

    def action(self, state: State, text: str) -> int:
        """The action that a text asks for now: of a composed move the part that is to be decided."""
        parts = self.parts(text)
        return int(parts[self.game.moves.part(state[0])] if len(parts) > 1 else parts[0])

    def text(self, state: State, seat: int, action: int) -> str | None:
        """The move that an open action completes; None for a part of a composed one that leaves a choice open."""
        text = self.game.moves.TEXTS[action]
        composed = self.game.moves.COMPOSED
        if text is not None or composed is None:
            return text
        after, story = self.game.copy(state), blank_story()
        self.game.compiled.apply(after, seat, action, story)
        if after["moves"][0] == state["moves"][0]:
            return None
        told = next(row for row in story[1:].tolist() if row[0] == composed.event and row[1] == seat)
        return composed.text(told[2:])

    def decide(
        self, state: State, seat: int, text: str, eyes: Eyes = (), asked: int = 0, head: np.ndarray = NO_HEAD
    ) -> Made | WhyClosed:
        """Make a move on a copy and say what is asked about it, or why it is closed."""
        buffers, after = self._buffers, blank_like(state)
        buffers.story[0] = 0
        said = self._say(buffers, state, seat, self.parts(text), after, head, eyes, DECISION | asked)
        if said is None:
            return self._refusal(buffers.reason)
        return Made(after, packed(buffers.story), *said)

    def why(self, state: State, seat: int, text: str) -> WhyClosed | None:
        """Why a move is closed; None if it is open."""
        reason = self._buffers.reason
        return self._refusal(reason) if self.kernels.why(state, seat, self.parts(text), reason) else None

    def _refusal(self, reason: np.ndarray) -> WhyClosed:
        out = self._buffers.has(self.tables.longest["reason"])
        end = self.kernels.write_reason(reason.reshape(1, REASON), out)
        return WhyClosed(**json.loads(out[:end].tobytes()))

    # --- JSON ---------------------------------------------------------------------------------------------------------

    def tell(self, state: State, eyes: Eyes, asked: int, story: bytes = b"", head: np.ndarray = NO_HEAD) -> Said:
        """What is asked about a state and a packed story (`kernel.story`)."""
        buffers = self._buffers
        unpack_into(buffers.story, story)
        said = self._say(buffers, state, 0, NO_PARTS, buffers.after, head, eyes, asked)
        assert said is not None  # nothing was to be decided
        return said[1]

    def _say(
        self, buffers: _Buffers, state: State, seat: int, parts: np.ndarray, after: State, head: np.ndarray, eyes: Eyes,
        asked: int,
    ) -> tuple[tuple[int, ...], Said] | None:  # fmt: skip
        seats, ends = encode_seats(tuple(eyes)), np.zeros(3 * len(eyes), dtype=np.int64)
        out = buffers.has(len(eyes) * (self._longest + len(head)))
        acting = self.kernels.say(
            state, seat, parts, after, buffers.story, buffers.reason, head, seats, asked, out, ends
        )
        return (seats_in(acting), _split(out, ends) if eyes else NOTHING) if acting >= 0 else None

    def sights(self, state: State, eyes: Eyes, memory: bool = False) -> list[bytes]:
        """What each of `eyes` may see, as JSON objects; with `memory`, also what it could have remembered."""
        return self.tell(state, eyes, SIGHTS | memory * MEMORIES).sights

    def view(self, state: State, seat: int | None, memory: bool = False) -> dict[str, Any]:
        view: dict[str, Any] = json.loads(self.sights(state, (seat,), memory)[0])
        return view

    def stories(self, story: bytes, eyes: Eyes) -> list[bytes]:
        """What a packed story (`kernel.story`) told to each of `eyes`, as JSON lists."""
        return self.tell(self._buffers.after, eyes, STORIES, story).stories

    def menu_json(self, state: State, seat: int) -> bytes:
        """What a seat that is to act can do, and why not the rest; nothing if it is not."""
        return self.tell(state, (seat,), MENUS).menus[0]

    def menu(self, state: State, seat: int) -> Menu:
        """What a seat that is to act can do, and why not the rest; nothing for others."""
        shown = json.loads(self.menu_json(state, seat) or NO_MENU)
        closed = tuple((each["move"], each["code"], each["values"]) for each in shown["closed"])
        return Menu(tuple(shown["open"]), closed, Build(**shown["build"]) if shown["build"] else None)


def _pattern(composed: Composed | None) -> re.Pattern[str]:
    pieces = "".join(f"(?:{re.escape(piece)}([1-9][0-9]?))?" for piece in (composed.pieces if composed else ()))
    return re.compile(f"{composed.word if composed else ''} {pieces}")


def _counts(pattern: re.Pattern[str], text: str) -> list[int]:
    found = pattern.fullmatch(text)
    return [int(count or 0) for count in found.groups()] if found else [0]


def _split(out: np.ndarray, ends: np.ndarray) -> Said:
    """The parts of `out`; those that were not asked for are empty."""
    places = ends.tolist()
    whole, start, parts = out[: max(places)].tobytes(), 0, []
    for end in places:
        parts.append(whole[start:end])
        start = end or start
    count = len(places) // 3
    return Said(parts[:count], parts[count : 2 * count], parts[2 * count :])
