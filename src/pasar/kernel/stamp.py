"""One source for a loop that every game needs, one cached compilation per game.

Numba caches a function only if what it calls is fixed in its module. A loop over any game's rules is therefore
written once, as an ordinary module that names the game's parts without importing them (`rules: RulesModule`), and
stamped for a game: the module is loaded again under a name of its own, with that game's parts in their place.
"""

import importlib.util
import sys
from threading import RLock
from types import ModuleType
from typing import Any

# A module is found by its name before it is filled, so only one thread at a time may look or load.
_LOADING = RLock()


def stamp(template: str, game: str, **parts: Any) -> ModuleType:
    """The module `template`, loaded for `game` with `parts` as its globals; the same module when asked again."""
    # The folder where compiled code is kept is named so, too: the name must tell games apart.
    name = f"pasar.stamped.{game}_{template.rpartition('.')[2]}"
    with _LOADING:
        return sys.modules[name] if name in sys.modules else _load(template, name, parts)


def _load(template: str, name: str, parts: dict[str, Any]) -> ModuleType:
    found = importlib.util.find_spec(template)
    if found is None or found.origin is None:
        raise ImportError(f"there is no module {template} to load as {name}")
    spec = importlib.util.spec_from_file_location(name, found.origin)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    vars(module).update(parts)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module
