"""Packages that not everybody needs: a missing one says what to install."""

import importlib
from collections.abc import Sequence
from types import ModuleType

from pasar.errors import PasarError
from pasar.extras import how_to_install

SHOWN = 12  # open actions that a message lists before it only counts


class MissingExtra(PasarError, ImportError):
    """An optional package is not installed."""


def needed(module: str, extra: str) -> ModuleType:
    """An optional module, or an error that names the extra which brings it."""
    try:
        return importlib.import_module(module)
    except ModuleNotFoundError as missing:
        package = module.partition(".")[0]
        if missing.name is not None and missing.name.partition(".")[0] == package:
            raise MissingExtra(f"{package} is not installed: {how_to_install(extra)}") from None
        raise


def shortened(names: Sequence[str]) -> str:
    """Open actions for a message: all of them, or the first ones and how many more."""
    rest = len(names) - SHOWN
    return ", ".join(names[:SHOWN]) + (f" and {rest} more" if rest > 0 else "")
