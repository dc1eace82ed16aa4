"""Compiled opponents: modules with `choose(s, seat, source)`, an open action for a seat of a state.

Such a function is handed the whole state; it must decide by what its seat may know.
"""

import hashlib
import secrets
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

from pasar.bots.roster import COMPILED
from pasar.bots.stamped import policy
from pasar.errors import BadRules
from pasar.games.contract import Game
from pasar.kernel.stamp import stamp

BY_CHANCE = "random"


def stepping(game: Game, opponent: str | ModuleType) -> ModuleType:
    """The compiled loops of `pasar.rl.stepping` for a game and an opponent."""
    module = named(game, opponent) if isinstance(opponent, str) else opponent
    if not hasattr(module, "choose"):
        raise BadRules(f"{module!r:.60} cannot be an opponent: it has no choose(s, seat, source)")
    # Kept code asks for the modules it was made of by name; one loaded from a file by hand is found under none.
    sys.modules.setdefault(module.__name__, module)
    name = f"{game.name}_{_signature(module)}"
    return stamp("pasar.rl.stepping", name, rules=game.rules, observing=game.observe, opponent=module)


def _signature(module: ModuleType) -> str:
    """Compiled code is kept under this name, so it tells opponents apart, and an edited one from what it was."""
    file = getattr(module, "__file__", None)
    source = Path(file).read_bytes() if file else secrets.token_bytes()
    return f"{module.__name__.replace('.', '_')}_{hashlib.sha256(source).hexdigest()[:10]}"


def named(game: Game, name: str) -> ModuleType:
    if name not in OPPONENTS:
        raise BadRules(f"there is no compiled opponent {name!r:.40} (there are: {', '.join(OPPONENTS)})")
    return OPPONENTS[name](game)


def _by_chance(game: Game) -> ModuleType:
    return game.stamp("pasar.rl.chance")


def _by_thumb(name: str, chance: float) -> Callable[[Game], ModuleType]:
    """Rules of thumb, with so much chance of a decision by none of them: the bots of the same names."""

    def stamped(game: Game) -> ModuleType:
        parts = {"rules": game.rules, "policy": policy(game), "chance": chance}
        return stamp("pasar.rl.rules_of_thumb", f"{game.name}_{name}", **parts)

    return stamped


OPPONENTS: dict[str, Callable[[Game], ModuleType]] = {
    BY_CHANCE: _by_chance,
    **{name: _by_thumb(name, chance) for name, chance in COMPILED.items() if name != BY_CHANCE},
}
