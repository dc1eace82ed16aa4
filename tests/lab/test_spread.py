"""Worker pools: results in order, few calls ahead, and an end that is an end."""

import os
import time

import pytest

from pasar.errors import PasarError
from pasar.lab.spread import AHEAD, Alone, Processes, Threads, worker_pool


@pytest.mark.parametrize("each", [Alone(), Threads(3), Processes(2)], ids=str)
def test_results_come_in_the_order_of_the_calls(each):
    assert list(each.map(pow, ((number, 2) for number in range(20)))) == [number**2 for number in range(20)]


def test_a_slow_call_does_not_lose_its_place():
    def work(number: int) -> int:
        time.sleep(0.05 if number == 0 else 0)
        return number

    assert list(Threads(4).map(work, ((number,) for number in range(12)))) == list(range(12))


def test_only_a_few_calls_are_ahead():
    begun: list[int] = []
    for taken, _ in enumerate(Threads(2).map(begun.append, ((number,) for number in range(50))), 1):
        assert len(begun) <= taken + AHEAD * 2


@pytest.mark.parametrize("each", [Alone(), Threads(2)], ids=str)
def test_work_that_is_left_stops(each):
    begun: list[int] = []
    found = each.map(begun.append, ((number,) for number in range(10_000)))
    next(found)
    found.close()
    time.sleep(0.05)
    assert len(begun) <= 1 + AHEAD * 2


def test_what_a_call_raises_is_raised_here():
    for each in (Alone(), Threads(2), Processes(2)):
        with pytest.raises(ZeroDivisionError):
            list(each.map(divmod, [(1, 1), (1, 0)]))


def test_a_process_that_ends_is_said():
    with pytest.raises(PasarError, match="a worker died in the middle of a game"):
        list(Processes(2).map(os._exit, [(3,)]))


def test_the_right_workers_are_found():
    assert worker_pool(None, 3, compiled=True) == Threads(3)
    assert worker_pool(None, 3, compiled=False) == Processes(3)
    assert worker_pool(None, 1, compiled=False) == Alone()
    assert [str(each) for each in (Alone(), Threads(1), Threads(2), Processes(2))] == [
        "1 process", "1 thread", "2 threads", "2 processes",
    ]  # fmt: skip
