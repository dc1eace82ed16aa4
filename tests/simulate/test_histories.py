"""Some short histories of the whole server; `make simulate` lets thousands happen. See docs/simulation.md."""

import asyncio
import os
import subprocess
import sys
import tomllib
from collections import Counter
from pathlib import Path

import pytest
from histories import MUTANTS, seeds_of

from pasar.kernel.jit import ENABLED
from simulate.loop import Loop, NoEnd
from simulate.network import Network, Pipe
from simulate.world import history

SOURCES = MUTANTS.parents[2] / "src" / "pasar"
MOVES = 8
# Seeds and lengths of histories that found something once. The second to the fourth were faults of the referee: it took
# a table for the answer to an earlier wish of the same person whose own answer was lost. So was the last but one: it
# had forgotten one of several secret choices of the same version.
KEPT = {
    "a clock that ran while the server was down": (8, 25),
    "a table opened twice, whose host takes a second seat": (246, 150),
    "a rematch with bots after a lost answer": (7, 150),
    "a rematch while another table is still wished for": (659, 150),
    "a move with which somebody comes back": (41, 25),
    "a bot's turn that is due tomorrow by a clock that was put right": (411, 115),
    "a rematch that somebody enters before it is registered": (1423, 115),
    "news of a table that is just being read": (20461, 115),
    "a choice told late that was changed meanwhile": (40111, 115),
    "a clock that ran while the database was slow to keep a move": (110, 8),
}
compiled = pytest.mark.skipif(not ENABLED, reason="thousands of moves need compiled rules")


@compiled
@pytest.mark.parametrize("first", range(1, 201, 50))
def test_nothing_goes_wrong_in(first: int) -> None:
    outcomes = [history(seed, MOVES) for seed in range(first, first + 50)]

    assert sum(outcome.moves for outcome in outcomes) > 200
    assert sum(outcome.checked["acknowledged"] for outcome in outcomes) > 300


@compiled
@pytest.mark.parametrize(("seed", "moves"), KEPT.values(), ids=list(KEPT))
def test_what_was_found_once(seed: int, moves: int) -> None:
    history(seed, moves)


@compiled
def test_one_seed_is_one_history_byte_for_byte() -> None:
    here = [history(seed, MOVES).trace for seed in (3, 4, 3, 4)]
    program = "from simulate.world import history; print(*[history(seed, 8).trace for seed in (3, 4)])"
    path = os.pathsep.join([str(SOURCES.parent), str(Path(__file__).parents[1])])
    own = {**os.environ, "PYTHONHASHSEED": "7", "PYTHONPATH": path}
    there = subprocess.run([sys.executable, "-c", program], env=own, capture_output=True, text=True, check=True)

    assert here[:2] == here[2:] == there.stdout.split()
    assert here[0] != here[1]


def test_time_jumps_to_what_comes_next_and_threads_wait_in_it() -> None:
    loop, heard = Loop(1), []

    async def main() -> None:
        work = loop.run_in_executor(None, lambda: (loop.pause(3600), heard.append("thread")))
        await asyncio.sleep(10)
        heard.append("loop")
        await work

    loop.run(main())

    assert heard == ["loop", "thread"] and 3600 < loop.now < 3601


def test_a_world_in_which_all_wait_has_no_end() -> None:
    loop = Loop(1)

    with pytest.raises(NoEnd):
        loop.run(asyncio.Event().wait())


def test_a_connection_keeps_its_order_even_when_it_stalls() -> None:
    loop, heard = Loop(1), []
    pipe = Pipe(Network(loop, 1, Counter()), heard.append)

    async def main() -> None:
        for number in range(50):
            pipe.send(number)
            if number % 10 == 5:
                pipe.stalled_until = loop.now + 0.02
            await asyncio.sleep(0.003)
        await asyncio.sleep(5)

    loop.run(main())

    assert heard == list(range(50))


@pytest.mark.parametrize("mutant", tomllib.loads(MUTANTS.read_text())["mutants"], ids=lambda mutant: mutant["name"])
def test_a_deliberate_fault_has_one_place(mutant: dict[str, str]) -> None:
    assert (SOURCES / mutant["file"]).read_text(encoding="utf-8").count(mutant["text"]) == 1
    assert mutant["text"] != mutant["instead"]


def test_seeds_are_a_number_or_two() -> None:
    assert list(seeds_of("3")) == [1, 2, 3] and list(seeds_of("3-4")) == [3, 4]
