"""A state as plain numbers and lists, for code that reads many of its fields: a record is slow to ask one by one."""

from types import SimpleNamespace

import numpy as np

from pasar.games.contract import State


def plain(state: State) -> SimpleNamespace:
    """All fields of a one-element state; arrays become lists. Changing it changes nothing."""
    fields = zip(state.dtype.names, state.tolist()[0], strict=True)
    return SimpleNamespace(
        **{name: value.tolist() if isinstance(value, np.ndarray) else value for name, value in fields}
    )
