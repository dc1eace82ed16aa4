import numpy as np
import pytest

from pasar.kernel.record import Record

STATE = np.dtype((Record, [("moves", "u4"), ("hand", "i1", 3)]))


def test_fields_are_attributes():
    states = np.zeros(1, STATE)
    record = states[0]
    record.moves = 7
    record.hand[1] = 2
    assert (states["moves"][0], *states["hand"][0]) == (7, 0, 2, 0)
    assert (record.moves, *record.hand) == (7, 0, 2, 0)


def test_other_names_are_refused():
    record = np.zeros(1, STATE)[0]
    with pytest.raises(AttributeError, match="there is no field mooves"):
        record.mooves  # noqa: B018
    with pytest.raises(ValueError, match="no field of name mooves"):
        record.mooves = 3


def test_what_numpy_knows_of_a_record_is_there_too():
    record = np.zeros(1, STATE)[0]
    assert record.tobytes() == bytes(7)
    assert record.copy().dtype == STATE
