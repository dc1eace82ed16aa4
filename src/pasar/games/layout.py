"""What a record of numbers means, declared once: from a layout come its dtype, its JSON and its TypeScript.

    SIGHT = Layout(
        phase=Number(tokens=PHASE),                       # "phase": "buy"
        stock=Counts(GEM),                                # "stock": {"r": 7, ...}
        seats=Each(SEATS, Group(points=Number("i2"))),    # "seats": [{"points": 3}, ...]
    )

Fields of the dtype are called by their way through the layout: `phase`, `stock`, `seats_points`. What stands inside an
`Each` has an axis more. A blank record is all zeros, and the compiled function that fills it sets the rest.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

import numpy as np

from pasar.kernel import json
from pasar.kernel.record import Record

NONE = -1  # what a field holds that may have nothing to show


class Tokens(tuple[str, ...]):
    """The words that numbers stand for, in order, and what such a word is called in TypeScript."""

    name: str

    def __new__(cls, name: str, tokens: Sequence[str]) -> "Tokens":
        made = super().__new__(cls, tokens)
        made.name = name
        return made


@dataclass(frozen=True)
class Number:
    """A whole number. With `tokens` it stands for one of them; `none` is what stands for nothing (null)."""

    type: str = "i1"
    tokens: Tokens | None = None
    none: int | None = None
    add: int = 0  # people count rows from 1


@dataclass(frozen=True)
class Flag:
    """0 or 1, shown as false or true."""


@dataclass(frozen=True)
class Counts:
    """How many of each token, as an object; `zeros`: also of those there are none."""

    tokens: Tokens
    type: str = "i1"
    zeros: bool = True


@dataclass(frozen=True)
class Pairs:
    """How many of each token, as a list of [how many, token]."""

    tokens: Tokens
    type: str = "i1"


@dataclass(frozen=True)
class Joined:
    """How many of each token, as one text after a word: "bid r2b1"."""

    word: str
    tokens: Tokens
    type: str = "i1"


@dataclass(frozen=True)
class Each:
    """A list. It is as long as a number field says (`count`), as its own field `NAME_size` says, or always the same."""

    size: int
    of: "Node"
    count: str = ""
    sized: bool = False


@dataclass(frozen=True)
class Entry:
    """The number of an element of a list elsewhere in this layout, shown as that element.

    NONE: null, but not in a list that has a size of its own: there is something at each of its places.
    """

    of: str
    type: str = "i1"


@dataclass(frozen=True)
class Constant:
    """The same text, or true, in every record, which holds nothing for it."""

    text: str | Literal[True]

    @property
    def json(self) -> str:
        return "true" if self.text is True else f'"{self.text}"'


@dataclass(frozen=True)
class Optional:
    """Shown only if the field `has_NAME` is set; else it is left out, or null where `null` says so."""

    of: "Node"
    null: bool = False


@dataclass(frozen=True)
class Hidden:
    """In the record, but not shown by itself: others need it."""

    of: "Node"


@dataclass(frozen=True, init=False)
class Group:
    """An object. Its first member is never left out."""

    members: Mapping[str, "Node"]

    def __init__(self, **members: "Node") -> None:
        object.__setattr__(self, "members", members)


Node = Number | Flag | Counts | Pairs | Joined | Each | Entry | Constant | Optional | Hidden | Group


class Layout(Group):
    """A whole record."""

    @property
    def dtype(self) -> np.dtype[Any]:
        return np.dtype((Record, np.dtype(list(_fields(self, "", ())))))

    @property
    def longest(self) -> int:
        """How many bytes its JSON can have."""
        return _longest(self, self)

    def listed(self, name: str) -> Each:
        """The list of that name."""
        listed = self.members[name]
        listed = listed.of if isinstance(listed, Hidden) else listed
        if not isinstance(listed, Each):
            raise TypeError(f"{name} is no list: an Entry needs one")
        return listed


# --- The dtype --------------------------------------------------------------------------------------------------------

Shape = tuple[int, ...]


def _fields(node: Node, name: str, shape: Shape) -> Iterator[tuple[str, str, Shape]]:
    match node:
        case Number(type=type_) | Entry(type=type_):
            yield name, type_, shape
        case Flag():
            yield name, "i1", shape
        case Counts(tokens=tokens, type=type_) | Pairs(tokens=tokens, type=type_) | Joined(tokens=tokens, type=type_):
            yield name, type_, (*shape, len(tokens))
        case Each():
            if node.sized:
                yield f"{name}_size", "i1", shape
            yield from _fields(node.of, name, (*shape, node.size))
        case Optional():
            yield f"has_{name}", "i1", shape
            yield from _fields(node.of, name, shape)
        case Hidden():
            yield from _fields(node.of, name, shape)
        case Group():
            for key, member in node.members.items():
                yield from _fields(member, _joined(name, key), shape)
        case Constant():
            pass


def _joined(name: str, key: str) -> str:
    return f"{name}_{key}" if name else key


# --- The JSON ---------------------------------------------------------------------------------------------------------


@dataclass
class Script:
    """Layouts as steps of `kernel.json`, with the texts that they share."""

    _steps: list[list[int]] = field(default_factory=list)
    _texts: bytearray = field(default_factory=bytearray)
    _tokens: list[tuple[int, int]] = field(default_factory=list)
    _known: dict[tuple[str, ...], int] = field(default_factory=dict)
    entries: int = 0  # of lists whose elements stand in several places

    def add(self, layout: Layout) -> int:
        """The step at which this layout begins."""
        start = len(self._steps)
        _Writing(self, layout).value(layout, "", ())
        self.end()
        return start

    def add_members(self, layout: Layout) -> list[tuple[int, int, int, bool]]:
        """The same member by member: the step at which each begins, its bytes of the record, and whether it is hidden.

        Beside its own, a member reads nothing but hidden ones: lists that it names entries of, and how many there are.
        """
        return list(_Writing(self, layout).members())

    def end(self) -> None:
        self._steps.append([json.END] + [0] * (json.COLUMNS - 1))

    def tokens(self, tokens: Sequence[str]) -> int:
        """The number of the first of these tokens; the others follow."""
        key = tuple(tokens)
        if key not in self._known:
            self._known[key] = len(self._tokens)
            self._tokens.extend(self.text(f'"{token}"') for token in tokens)
        return self._known[key]

    def phrase(self, text: str) -> int:
        """The number of a text that is written as it stands, without quotes around it."""
        self._tokens.append(self.text(text))
        return len(self._tokens) - 1

    def text(self, text: str) -> tuple[int, int]:
        encoded = text.encode()
        start = self._texts.find(encoded)
        if start < 0:
            start = len(self._texts)
            self._texts += encoded
        return start, len(encoded)

    def step(self, *row: int) -> int:
        self._steps.append(list(row))
        return len(self._steps) - 1

    def leads_on(self, step: int) -> None:
        """What this step jumps to is what follows now."""
        self._steps[step][json.C] = len(self._steps)

    @property
    def here(self) -> int:
        return len(self._steps)

    def arrays(self) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        steps = np.array(self._steps, dtype=np.int32)
        return steps, np.frombuffer(bytes(self._texts), dtype=np.uint8), np.array(self._tokens, dtype=np.int32)


class _Writing:
    """Makes the steps of one layout. `loops` are the levels at which the axes of the field at hand are counted."""

    def __init__(self, script: Script, layout: Layout) -> None:
        self.script, self.layout, self.dtype = script, layout, layout.dtype
        self.pending = ""
        self.entries: dict[str, int] = {}  # the first number of each list whose elements stand elsewhere

    def value(self, node: Node, name: str, loops: Shape) -> None:
        match node:
            case Each():
                self._list(node, name, loops)
            case Entry():
                self._entry(node, name, loops)
            case Group():
                self._object(node, name, loops)
            case Optional():
                jump = self.step(json.OR_NULL, f"has_{name}", loops)
                self.value(node.of, name, loops)
                self._land(jump)
            case Constant():
                self.pending += node.json
            case Hidden():
                raise TypeError(f"{name} is hidden: it has no JSON")
            case _:
                self._leaf(node, name, loops)
        if isinstance(node, Layout):
            self._flush()

    def members(self) -> Iterator[tuple[int, int, int, bool]]:
        """One after another, each ended for itself; the closing brace comes last. Nothing precedes the first."""
        comma = ""
        for key, member in self.layout.members.items():
            start = self.script.here
            if not isinstance(member, Hidden):
                self._member(key, member, key, (), comma)
                self._flush()
                comma = ","
            self.script.end()
            fields = [self.dtype.fields[name] for name, _, _ in _fields(member, key, ())]  # type: ignore[index]
            kind, last = fields[-1][:2]
            yield start, fields[0][1], last + kind.itemsize, isinstance(member, Hidden)
        start = self.script.here
        self.pending = "}"
        self._flush()
        self.script.end()
        yield start, 0, 0, False

    def _leaf(self, node: Number | Flag | Counts | Pairs | Joined, name: str, loops: Shape) -> None:
        match node:
            case Number():
                start = self.script.tokens(node.tokens) if node.tokens is not None else node.add
                nothing = json.ANY if node.none is None else node.none
                self.step(json.NUMBER if node.tokens is None else json.TOKEN, name, loops, nothing, start)
            case Flag():
                self.step(json.FLAG, name, loops)
            case Counts():
                start = self.script.tokens(node.tokens)
                self.step(json.COUNTS, name, loops, start, len(node.tokens), int(not node.zeros))
            case Pairs():
                self.step(json.PAIRS, name, loops, self.script.tokens(node.tokens), len(node.tokens))
            case Joined():
                word = self.script.tokens((node.word,))
                self.step(json.JOINED, name, loops, self.script.tokens(node.tokens), len(node.tokens), word)

    def _object(self, node: Group, name: str, loops: Shape) -> None:
        comma = "{"
        for key, member in node.members.items():
            if not isinstance(member, Hidden):
                self._member(key, member, _joined(name, key), loops, comma)
                comma = ","
        self.pending += "}" if comma == "," else "{}"

    def _member(self, key: str, member: Node, way: str, loops: Shape, comma: str) -> None:
        left_out = isinstance(member, Optional) and not member.null
        jump = self.step(json.UNLESS, f"has_{way}", loops) if left_out else -1
        self.pending += f'{comma}"{key}":'
        self.value(member.of if left_out and isinstance(member, Optional) else member, way, loops)
        if left_out:
            self._land(jump)

    def _list(self, node: Each, name: str, loops: Shape) -> None:
        count = node.count or (f"{name}_size" if node.sized else "")
        if node.count and not isinstance(self.layout.members.get(node.count), Hidden):
            raise TypeError(f"{name} is as long as {node.count} says, which is to be a hidden member of the layout")
        counted = () if node.count else loops
        level = len(loops)
        self.pending += "["
        jump = self._loop(json.LOOP, count, counted, level, node.size)
        body = self.script.here
        self.value(node.of, name, (*loops, level))
        again = self._loop(json.NEXT, count, counted, level, node.size)
        self.script._steps[again][json.C] = body
        self._land(jump)
        self.pending += "]"

    def _loop(self, op: int, count: str, loops: Shape, level: int, size: int) -> int:
        self._flush()
        place = self._place(count, loops) if count else [json.CONSTANT, 0] + [0] * json.LOOPS
        return self.script.step(op, *place, level, size, 0, 0)

    def _entry(self, node: Entry, name: str, loops: Shape) -> None:
        level = len(loops)
        jump = self.step(json.ENTRY, name, loops, NONE, level, d=self._first_entry(node.of))
        self.value(self.layout.listed(node.of).of, node.of, (level,))
        self._flush()
        self.script.step(json.WRITTEN, 0, 0, *([0] * json.LOOPS), 0, level, 0, self._first_entry(node.of))
        self._land(jump)

    def _first_entry(self, name: str) -> int:
        """The number that the first element of a list has among all that the script knows."""
        if name not in self.entries:
            self.entries[name] = self.script.entries
            self.script.entries += self.layout.listed(name).size
        return self.entries[name]

    def step(self, op: int, name: str, loops: Shape, a: int = 0, b: int = 0, c: int = 0, d: int = 0) -> int:
        self._flush()
        return self.script.step(op, *self._place(name, loops), a, b, c, d)

    def _place(self, name: str, loops: Shape) -> list[int]:
        """Type, offset and what each level of loops adds to it."""
        kind, offset = self.dtype.fields[name][:2]  # type: ignore[index]  # a layout has fields
        item, shape = kind.base, kind.shape
        strides = [0] * json.LOOPS
        for axis, level in enumerate(loops):
            strides[level] = item.itemsize * int(np.prod(shape[axis + 1 :], dtype=int))
        return [json.TYPES.index(item.str[1:]), offset, *strides]

    def _land(self, jump: int) -> None:
        self._flush()
        self.script.leads_on(jump)

    def _flush(self) -> None:
        if self.pending:
            start, size = self.script.text(self.pending)
            self.script.step(json.TEXT, 0, 0, *([0] * json.LOOPS), start, size, 0, 0)
            self.pending = ""


LONGEST_NUMBER = len(str(-(2**31)))


def _longest(node: Node, layout: Layout) -> int:
    match node:
        case Number(tokens=None):
            return LONGEST_NUMBER
        case Number(tokens=tokens):
            return max(len("null"), *(len(token) + 2 for token in tokens or ()))
        case Flag():
            return len("false")
        case Constant():
            return len(node.json)
        case Counts(tokens=tokens) | Pairs(tokens=tokens):
            return 2 + sum(len(token) + 2 + LONGEST_NUMBER + len("[,],") for token in tokens)
        case Joined(word=word, tokens=tokens):
            return len(word) + 3 + sum(len(token) + LONGEST_NUMBER for token in tokens)
        case Each(size=size, of=of):
            return 2 + size * (_longest(of, layout) + 1)
        case Entry(of=name):
            return max(len("null"), _longest(layout.listed(name).of, layout))
        case Optional(of=of):
            return max(len("null"), _longest(of, layout))
        case Group(members=members):
            shown = {key: member for key, member in members.items() if not isinstance(member, Hidden)}
            return 2 + sum(len(key) + len('"":,') + _longest(member, layout) for key, member in shown.items())
    return 0


# --- The TypeScript ---------------------------------------------------------------------------------------------------


def typescript(**layouts: Layout) -> str:
    """The types of some layouts' JSON, with the tokens that they speak of."""
    named: dict[str, Tokens] = {}
    bodies = {name: _type(layout, layout, named, 0) for name, layout in layouts.items()}
    parts = [_tokens(tokens) for tokens in named.values()]
    return "\n".join([*parts, *(f"export interface {name} {body}\n" for name, body in bodies.items())])


def _tokens(tokens: Tokens) -> str:
    """GOODS, a list, and Good, one of it."""
    every = f"{tokens.name.upper()}S"
    listed = ", ".join(f'"{token}"' for token in tokens)
    return f"export const {every} = [{listed}] as const;\nexport type {tokens.name} = (typeof {every})[number];\n"


def _type(node: Node, layout: Layout, named: dict[str, Tokens], depth: int) -> str:
    match node:
        case Number(tokens=None):
            return "number" + _or_null(node)
        case Number(tokens=tokens):
            return _named(tokens, named) + _or_null(node)
        case Flag():
            return "boolean"
        case Constant():
            return node.json
        case Counts(tokens=tokens, zeros=zeros):
            record = f"Record<{_named(tokens, named)}, number>"
            return record if zeros else f"Partial<{record}>"
        case Pairs(tokens=tokens):
            return f"[number, {_named(tokens, named)}][]"
        case Joined():
            return "string"
        case Each(of=of):
            always = layout.listed(of.of).of if isinstance(of, Entry) and node.sized else of
            inner = _type(always, layout, named, depth)
            return f"({inner})[]" if inner.endswith(" | null") else f"{inner}[]"
        case Entry(of=name):
            return _type(layout.listed(name).of, layout, named, depth) + " | null"
        case Optional(of=of):
            return _type(of, layout, named, depth) + " | null"
        case Group(members=members):
            return _interface(members, layout, named, depth)
    raise TypeError(f"{node} has no JSON")


def _interface(members: Mapping[str, Node], layout: Layout, named: dict[str, Tokens], depth: int) -> str:
    lines = []
    for key, member in members.items():
        if isinstance(member, Hidden):
            continue
        left_out = isinstance(member, Optional) and not member.null
        shown = member.of if left_out and isinstance(member, Optional) else member
        lines.append(f"{'  ' * (depth + 1)}{key}{'?' if left_out else ''}: {_type(shown, layout, named, depth + 1)};\n")
    return "{\n" + "".join(lines) + "  " * depth + "}"


def _or_null(node: Number) -> str:
    return " | null" if node.none is not None else ""


def _named(tokens: Tokens | None, named: dict[str, Tokens]) -> str:
    assert tokens is not None
    if named.setdefault(tokens.name, tokens) != tokens:
        raise TypeError(f"two different sets of tokens are called {tokens.name}")
    return tokens.name
