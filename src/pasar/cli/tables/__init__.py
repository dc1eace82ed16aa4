"""How a table looks in the terminal. A game may bring a drawing as its `terminal`; any other is drawn by `plain`.

A drawing knows no rule and no secret: it is given a seat's view and draws that. Such a module has

`board(view, names, language, console)`  what lies on the table, for the person at `view["seat"]`
`hint(view, text, language)`             a few words beside an open move: its price, what it brings; may be empty
"""

import importlib
import importlib.util
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Protocol, cast

from pasar.games.contract import Game

if TYPE_CHECKING:
    from rich.console import Console, RenderableType

View = dict[str, Any]


class Drawing(Protocol):
    def board(self, view: View, names: Sequence[str], language: str, console: "Console") -> "RenderableType": ...

    def hint(self, view: View, text: str, language: str) -> str: ...


def drawing(game: Game) -> Drawing:
    name = f"{game.package}.terminal"
    return cast(Drawing, importlib.import_module(name if importlib.util.find_spec(name) else f"{__name__}.plain"))
