"""What a deal consists of, and the steps that write it as JSON."""

from types import ModuleType
from typing import Any

import numpy as np

from pasar.games.contract import Game
from pasar.games.layout import Each, Layout, Number, Script
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
    parts = {"layout": found, "lay_out": getattr(game.deals, "lay_out", None), "json": writer}
    return stamp("pasar.export.setup_kernel", game.name, **parts)


def setup_room(game: Game) -> int:
    """Bytes that the JSON can have."""
    return setup_of(game).layout.longest  # type: ignore[no-any-return]


def _lists(game: Game) -> Layout:
    state = game.state.STATE
    dealt = game.deals.setup(game.deal(game.check(), np.zeros(1, np.uint64)))
    kinds = {name: state[name].base.str[1:] for name in dealt}
    found = _Lists(**{name: Each(len(cards), Number(kinds[name])) for name, cards in dealt.items()})
    object.__setattr__(found, "state", state)
    return found
