"""What a deal consists of, the steps that write it as JSON, and how a page reads that."""

from types import ModuleType
from typing import Any

import numpy as np

from pasar.games.contract import Game
from pasar.games.layout import Counts, Each, Group, Hidden, Layout, Node, Number, Script
from pasar.kernel.stamp import stamp


class _Lists(Layout):
    """The lists that a deal fills, read from the state itself."""

    state: np.dtype[Any]

    @property
    def dtype(self) -> np.dtype[Any]:
        return self.state


def setup_of(game: Game) -> ModuleType:
    """The stamped module of a game, with the tables that its JSON is written by."""
    own = getattr(game.deals, "SETUP", None)
    found = own if own is not None else _lists(game)
    script = Script()
    script.add(found)
    steps, texts, tokens = script.arrays()
    if tokens.ndim == 1:  # a deal of numbers alone has none, and compiled code wants a table all the same
        tokens = np.zeros((1, 2), np.int32)
    writer = stamp("pasar.kernel.json", f"{game.name}_setup", steps=steps, texts=texts, tokens=tokens)
    own = {name: getattr(game.deals, name, None) for name in ("lay_out", "take_in")}
    parts = {"layout": found, "lists": _spans(found), "rules": game.rules, "json": writer}
    return stamp("pasar.export.setup_kernel", game.name, **own, **parts)


def setup_room(game: Game) -> int:
    """Bytes that the JSON can have."""
    return setup_of(game).layout.longest  # type: ignore[no-any-return]


def setup_shape(game: Game) -> dict[str, Any]:
    """How a page writes a deal's JSON into the record that `load` reads."""
    layout: Layout = setup_of(game).layout
    return {"bytes": layout.dtype.itemsize, "shape": _shape(layout, "", layout), "exact": isinstance(layout, _Lists)}


def _shape(node: Node, name: str, layout: Layout) -> dict[str, Any]:
    match node:
        case Number(tokens=tokens):
            return {"number": _place(layout, name), **({} if tokens is None else {"tokens": list(tokens)})}
        case Counts(tokens=tokens):
            return {"counts": _place(layout, name), "tokens": list(tokens)}
        case Each():
            count = node.count or (f"{name}_size" if node.sized else "")
            length = {"length": _place(layout, count)} if count else {}
            return {"list": _shape(node.of, name, layout), "size": node.size, **length}
        case Group():
            shown = {key: member for key, member in node.members.items() if not isinstance(member, Hidden)}
            return {
                "group": {key: _shape(each, f"{name}_{key}" if name else key, layout) for key, each in shown.items()}
            }
    raise TypeError(f"{name} is a {type(node).__name__}, which no page reads in a setup")


def _place(layout: Layout, name: str) -> list[int]:
    """Where a field begins, the bytes of a number in it, and what each of its axes adds."""
    assert layout.dtype.fields is not None
    kind, offset = layout.dtype.fields[name][:2]
    size = kind.base.itemsize
    return [offset, size, *(size * int(np.prod(kind.shape[axis + 1 :], dtype=int)) for axis in range(kind.ndim))]


def _spans(layout: Layout) -> tuple[tuple[int, int, int], ...]:
    fields = layout.dtype.fields
    assert fields is not None
    found = [
        (fields[name][1], fields[name][0].base.itemsize, fields[name][0].shape)
        for name in layout.members
        if name in fields
    ]
    return tuple((begin, size, int(np.prod(shape, dtype=int))) for begin, size, shape in found)


def _lists(game: Game) -> Layout:
    state = game.state.STATE
    dealt = game.deals.setup(game.deal(game.check(), np.zeros(1, np.uint64)))
    kinds = {name: state[name].base.str[1:] for name in dealt}
    found = _Lists(**{name: Each(len(cards), Number(kinds[name])) for name, cards in dealt.items()})
    object.__setattr__(found, "state", state)
    return found
