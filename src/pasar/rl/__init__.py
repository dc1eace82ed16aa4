"""The games where researchers work: Gymnasium, PettingZoo, OpenSpiel, and thousands of games at once in one array.

Every game that is found, whoever brings it, has a PettingZoo module here (`from pasar.rl import bali_v0`). Importing
this package makes it known to Gymnasium, if that is installed: `gymnasium.make("pasar/Bali-v0")`.
"""

import sys
from collections.abc import Sequence
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from importlib.util import find_spec
from types import ModuleType

from pasar.games import games

VERSION = 0  # rises whenever the same seed and the same actions lead to other observations, masks or rewards


class _GameModules(MetaPathFinder, Loader):
    """Finds `pasar.rl.<game>_v<VERSION>` for every game there is: a module that has no file."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        package, _, name = fullname.rpartition(".")
        if package != __name__ or name not in {f"{game}_v{VERSION}" for game in games()}:
            return None
        return ModuleSpec(fullname, self)

    def exec_module(self, module: ModuleType) -> None:
        from pasar.rl.pettingzoo import makers

        game = module.__name__.rpartition(".")[2].removesuffix(f"_v{VERSION}")
        module.__doc__ = f"{game.title()} for PettingZoo: `env(players=3)`."
        vars(module).update(makers(game))


def gymnasium_id(game: str) -> str:
    return f"pasar/{game.title()}-v{VERSION}"


def _register() -> None:
    """Only names are given to Gymnasium: what they stand for is loaded when somebody makes one."""
    if find_spec("gymnasium") is None:
        return
    from gymnasium.envs.registration import register, registry

    for game in games():
        if gymnasium_id(game) not in registry:
            register(
                gymnasium_id(game),
                entry_point="pasar.rl.gymnasium:SingleEnv",
                vector_entry_point="pasar.rl.gymnasium:vector_env",
                kwargs={"game": game},
            )


if not any(type(finder).__name__ == _GameModules.__name__ for finder in sys.meta_path):
    sys.meta_path.append(_GameModules())
_register()
