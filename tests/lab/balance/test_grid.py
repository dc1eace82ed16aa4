"""`--set` as it is typed: one number, a sweep, a grid."""

from types import SimpleNamespace

import pytest

from pasar.games import find
from pasar.games.experiment import BadExperiment
from pasar.lab.balance.comparing import Difference
from pasar.lab.balance.grid import grid
from pasar.lab.balance.moments import Estimate
from pasar.lab.balance.study import Study
from pasar.lab.balance.whatif import _evenest, _sweep, curves
from pasar.lab.rows import Plan
from pasar.lab.spread import worker_pool


def test_one_number_is_one_point() -> None:
    found = grid("bali", ["shrine_price=6"])
    assert found.points == ({"shrine_price": 6},) and not found.axes


def test_a_sweep_has_a_point_for_each_value_but_the_printed_one() -> None:
    found = grid("bali", ["shrine_price=5..8"])
    assert [point["shrine_price"] for point in found.points] == [5, 6, 8] and found.has_printed
    assert found.axes == (("shrine_price", ("5", "6", "7", "8")),)


def test_sweeps_together_are_a_grid() -> None:
    found = grid("bali", ["shrine_price=6..7", "majority=2..3", "shrine_points=5"])
    assert len(found.points) == 4 and not found.has_printed
    assert found.points[-1] == {"majority": 3, "shrine_points": 5}


def test_one_number_of_a_list_can_be_swept() -> None:
    found = grid("bali", ["start_stone=2,3..5,4,5"])
    assert [point["start_stone"] for point in found.points] == [(2, 4, 4, 5), (2, 5, 4, 5)]


@pytest.mark.parametrize(("texts", "reason"), [
    (["shrine_price=8..5"], "no range"),
    (["shrine_price=5.."], "shrine_price=5..8"),
    (["shrine_prise=5..8"], "did you mean shrine_price"),
    (["shrine_price=1..50"], "36 at most"),
    (["shrine_price=58..64"], "can be 0 to 60"),
    (["shrine_price=5..8", "shrine_price=9"], "set twice"),
])  # fmt: skip
def test_what_cannot_be_is_refused_before_anything_is_compiled(texts: list[str], reason: str) -> None:
    with pytest.raises(BadExperiment, match=reason):
        grid("bali", texts)


def test_curves_go_through_the_printed_point_with_a_line_for_each_other_number() -> None:
    found = grid("bali", ["shrine_price=6..8", "majority=2..3"])
    one = Difference("turns", None, 40.0, Estimate(1.0, 0.5), 0.1, 0.0)
    labels = [" ".join(f"{name}={value}" for name, value in point.items()) for point in found.points]
    axis, lines = curves("bali", found, dict.fromkeys(labels, one), 40.0)
    assert axis == "shrine_price" and [name for name, _ in lines] == ["majority=2", "majority=3"]
    assert lines[0][1] == [(6, 41.0, (40.5, 41.5)), (7, 40.0, (40.0, 40.0)), (8, 41.0, (40.5, 41.5))]


def test_a_sweep_of_one_other_number_is_told_as_one_change() -> None:
    plan = Plan.of(find("bali"), find("bali").check(2), 4, 1)
    study = Study(plan, worker_pool(None, 1, plan.compiled), 1, grid("bali", ["shrine_price=6..7"]))
    same = SimpleNamespace(games=4)
    change = [Difference("share", seat, 0.5, Estimate(0.1, 0.01), 0.1, 0.001) for seat in (0, 1)]
    said = _sweep(study, {"shrine_price=6": change}, {"shrine_price=6": same}).findings
    assert [text.partition(" ")[0] for text in said] == ["Changed:", "With"]


def test_a_change_is_praised_for_even_seats_only_if_it_surely_moves_them() -> None:
    def seats(more: float, p: float) -> list[Difference]:
        return [Difference("share", seat, even, Estimate(change, 0.01), 0.1, p)
                for seat, even, change in ((0, 0.6, -more), (1, 0.4, more))]  # fmt: skip

    assert _evenest({"price=5": seats(0.05, 0.001), "price=6": seats(0.08, 0.2)}).startswith("price=5 brings the seats")
    assert _evenest({"price=6": seats(0.08, 0.2)}) == "none surely brings the seats closer together"
