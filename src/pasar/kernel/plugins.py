"""Games that other packages bring along: each names its folder under the entry point `pasar.games`.

The kernel has to know where their sources are, because it compiles them.
"""

from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP = "pasar.games"


@cache
def installed() -> tuple["EntryPoint", ...]:
    """What installed packages say, by the names of their games."""
    from importlib.metadata import entry_points  # takes longer to load than all of Pasar that `--help` needs

    return tuple(sorted(entry_points(group=GROUP), key=lambda entry: entry.name))


def game_of(module: str) -> str:
    """The game that a module belongs to, if another package brings it: its own, or one stamped for it. Else empty."""
    for entry in sorted(installed(), key=lambda entry: -len(entry.name)):
        if f"{module}.".startswith((f"{entry.module}.", f"pasar.stamped.{entry.name}_")):
            return entry.name
    return ""


def sources(game: str = "") -> list[Path]:
    """Every file that may be compiled, of one of these games or of all."""
    packages = [entry.module for entry in installed() if game in ("", entry.name)]
    return [file for package in packages for folder in _folders(package) for file in sorted(folder.rglob("*.py"))]


def _folders(package: str) -> list[Path]:
    spec = find_spec(package)
    return [Path(folder) for folder in (spec and spec.submodule_search_locations) or ()]
