"""Finds the games: every folder beside this file is one. Adding a game edits nothing here."""

import importlib
import pkgutil
from functools import cache

from pasar.errors import UnknownGame
from pasar.games.contract import Game


@cache
def games() -> dict[str, Game]:
    """All games by name, in alphabetical order."""
    folders = sorted(module.name for module in pkgutil.iter_modules(__path__) if module.ispkg)
    return {name: importlib.import_module(f"{__name__}.{name}").GAME for name in folders}


def find(name: str) -> Game:
    try:
        return games()[name]
    except (KeyError, TypeError):
        raise UnknownGame(f"there is no game {name!r:.40} (there are: {', '.join(games())})") from None
