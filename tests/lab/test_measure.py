"""The figures: sizes and shapes here; what the machine reaches is for `pasar bench`."""

from pasar.lab import measure
from pasar.lab.measure import Figure


def test_a_figure_knows_whether_it_meets_its_target() -> None:
    assert Figure("games", 5, "games/s", 4).met is True
    assert Figure("games", 5, "games/s", 6).met is False
    assert Figure("wait", 5, "s", 6, at_least=False).met is True
    assert Figure("wait", 7, "s", 6, at_least=False).met is False
    assert Figure("size", 7, "bytes").met is None


def test_states_are_small() -> None:
    assert all(figure.met for figure in measure.state_sizes())


def test_the_machine_is_one_line() -> None:
    assert "\n" not in measure.machine() and "Python" in measure.machine()
