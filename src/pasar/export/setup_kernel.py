"""A deal as a record that JSON is written from. Stamped for each game (`pasar.export.setups`)."""

from typing import Any

import numpy as np

from pasar.kernel.jit import kernel

layout: Any  # what a deal consists of
lay_out: Any  # the game's function that fills a record of that; None if all of it is read from the state itself
json: Any  # `pasar.kernel.json` with the steps that write it

DTYPE = layout.dtype


@kernel
def _laid_out(states):
    record = np.zeros(1, DTYPE)
    lay_out(states[0], record[0])
    return record.view(np.uint8)


@kernel
def _itself(states):
    return states.view(np.uint8)


record_of = _itself if lay_out is None else _laid_out
