"""Finds the games: every folder beside this file is one, and installed packages may bring more (`kernel.plugins`).

Adding a game edits nothing here.
"""

import importlib
import pkgutil
from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING

from pasar.errors import BadGame, UnknownGame
from pasar.games.contract import Game
from pasar.kernel import plugins

if TYPE_CHECKING:  # holds what is stamped for every game against what is said of it
    from pasar.games import compiled, contract

    _compiled: contract.CompiledRules = compiled


@cache
def games() -> dict[str, Game]:
    """All games by name, in alphabetical order."""
    folders = [module.name for module in pkgutil.iter_modules(__path__) if module.ispkg]
    found = {name: importlib.import_module(f"{__name__}.{name}").GAME for name in folders}
    for entry in plugins.installed():
        if entry.name in found:
            raise BadGame(f"there are two games {entry.name!r:.40}: uninstall the one of the package {entry.module}")
        found[entry.name] = _brought(entry.name, entry.module, entry.load)
    return dict(sorted(found.items()))


def _brought(name: str, package: str, load: Callable[[], object]) -> Game:
    """The game of another package; one that is broken is named, so that it can be mended or uninstalled."""
    from pasar.kernel.seats import MOST_SEATS  # brings the compiler along, which `--help` does not wait for

    try:
        game = load()
    except Exception as fault:
        raise BadGame(f"the game {name!r:.40} of the package {package} cannot be loaded: {fault}") from fault
    if not isinstance(game, Game) or (game.name, game.package) != (name, package):
        raise BadGame(f"the entry point {name!r:.40} of the package {package} is no Game of that name and package")
    if max(game.seats) > MOST_SEATS:
        raise BadGame(
            f"the game {name!r:.40} of the package {package} is for more than {MOST_SEATS} players: cut `seats`"
        )
    return game


def find(name: str) -> Game:
    try:
        return games()[name]
    except (KeyError, TypeError):
        raise UnknownGame(f"there is no game {name!r:.40} (there are: {', '.join(games())})") from None
