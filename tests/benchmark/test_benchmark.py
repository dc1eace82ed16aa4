"""The standing benchmark: what it says of players whose strength is known, and that it stays what it was."""

import hashlib
import json
import re
from pathlib import Path

import numpy as np
import pytest

from pasar.benchmark.budget import BUDGETS, LearningBudget, Spent
from pasar.benchmark.judge import judged, shares
from pasar.benchmark.players import FROZEN, ByBot, ByObservation, Network
from pasar.benchmark.tasks import chosen, tasks
from pasar.cli import run
from pasar.errors import MoveNotOpen, PasarError
from pasar.kernel.jit import ENABLED

pytestmark = pytest.mark.skipif(not ENABLED, reason="it plays many games")
EXAMPLE = Path(__file__).parents[2] / "examples" / "benchmark_entry.py"
BALI, BASARI = chosen(["bali-2", "basari-3"])
PLAYED = {"bali-2": "6649d4557c5c", "basari-3": "d656b61f0ab3"}

ENTRIES = """
import numpy as np

class First:
    def __init__(self, task):
        assert task.observation_size > 10 and task.actions > 10
    def act(self, observations, masks):
        return masks.argmax(axis=1)

class Closed(First):
    def act(self, observations, masks):
        return (~masks).argmax(axis=1)

class Wrong(First):
    def act(self, observations, masks):
        return np.zeros(3)

class Greedy(First):
    '''Wants more than it was given.'''
    def learn(self, budget):
        env = budget.env(8)
        env.reset(seed=1)
        while True:
            env.step(env.sample())
"""


@pytest.fixture
def entries(tmp_path: Path) -> str:
    file = tmp_path / "entries.py"
    file.write_text(ENTRIES, encoding="utf-8")
    return str(file)


def verdict(name: str, *opponents: str, task=BALI, deals: int = 20, budget: str = "none"):
    return judged(name, [task], list(opponents), budget, deals, lambda said: None)


def test_every_game_with_every_number_of_players_is_a_task() -> None:
    assert {"bali-2", "bali-3", "bali-4", "basari-3", "basari-4", "basari-5"} <= tasks().keys()


@pytest.mark.parametrize("task", [BALI, BASARI], ids=lambda task: task.name)
def test_who_plays_against_itself_is_as_good_as_itself(task) -> None:
    won = shares(task, ByBot("greedy"), "greedy", 60, 1)
    assert won.shape == (60, task.players)
    assert abs(won.mean() - 1 / task.players) < 0.12


def test_a_stronger_one_scores_more_and_the_interval_says_how_sure_that_is() -> None:
    strong, weak = verdict("greedy", "random").cells[0], verdict("random", "greedy").cells[0]
    assert strong.share > 0.9 > 0.1 > weak.share
    assert strong.interval[0] < strong.share <= strong.interval[1] <= 1
    assert strong.score == pytest.approx(2 * strong.share - 1)


def test_more_deals_make_it_surer() -> None:
    few, many = (verdict("easy", "greedy", deals=deals).interval for deals in (10, 160))
    assert many[1] - many[0] < (few[1] - few[0]) / 2


@pytest.mark.parametrize(("task", "opponent"), [("bali-3", FROZEN), ("bali-3", "medium"), ("basari-3", "medium")])
def test_chance_loses_to_the_frozen_network_and_to_the_search(task: str, opponent: str) -> None:
    (cell,) = verdict("random", opponent, task=chosen([task])[0], deals=15).cells
    assert cell.share < 1 / 3


def test_the_frozen_network_plays_every_task() -> None:
    for task in tasks().values():
        if task.game in ("bali", "basari"):
            assert verdict(FROZEN, FROZEN, task=task, deals=2).cells[0].share == pytest.approx(1 / task.players)


@pytest.mark.parametrize("task", [BALI, BASARI], ids=lambda task: task.name)
def test_opponents_play_as_they_did(task) -> None:
    """Else scores cannot be compared with older ones: raise VERSION, measure ours again, and write the new hashes."""
    played = [shares(task, ByObservation(FirstOpen()), opponent, 30, 1) for opponent in ("random", "easy", "greedy")]
    frozen = Network.of(task)  # what it plays may differ in the last digit of a processor; what it is may not
    kept = [*played, frozen.first, frozen.second]
    assert (
        hashlib.sha256(b"".join(each.astype(np.float32).tobytes() for each in kept)).hexdigest()[:12]
        == PLAYED[task.name]
    )


class FirstOpen:
    def act(self, observations: np.ndarray, masks: np.ndarray) -> np.ndarray:
        return masks.argmax(axis=1)


def test_the_example_learns_within_its_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(BUDGETS, "small", (200_000, 3600.0))  # by decisions alone: however busy the machine is
    name = f"{EXAMPLE}:Learner"
    before, after = verdict(name, "random", deals=60), verdict(name, "random", deals=60, budget="small")
    assert after.score > before.score + 0.1
    (spent,) = after.learned
    assert 200_000 <= spent.steps < 200_000 + 256


def test_the_entry_of_the_page_is_judged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = (EXAMPLE.parents[1] / "docs" / "benchmark.md").read_text(encoding="utf-8")
    file = tmp_path / "mine.py"
    file.write_text(re.findall(r"```python\n(.*?)```", page, re.DOTALL)[0], encoding="utf-8")
    monkeypatch.setitem(BUDGETS, "small", (1000, 60.0))
    found = verdict(f"{file}:Mine", "random", budget="small")
    assert found.learned[0].steps >= 1000 and found.cells[0].games == 40


def test_who_spends_more_is_stopped(entries: str, monkeypatch: pytest.MonkeyPatch) -> None:
    budget = LearningBudget(BALI, 100, 60.0)
    env = budget.env(8)
    env.reset(seed=1)
    for _ in range(13):
        env.step(env.sample())
    with pytest.raises(Spent, match="after 104 decisions"):
        env.step(env.sample())
    monkeypatch.setitem(BUDGETS, "small", (100, 60.0))
    (spent,) = verdict(f"{entries}:Greedy", "random", budget="small").learned
    assert spent.steps == 104


def test_an_entry_that_closes_its_eyes_is_refused(entries: str) -> None:
    assert verdict(f"{entries}:First", "random").cells[0].games == 40
    with pytest.raises(MoveNotOpen, match="is not open to seat 0"):
        verdict(f"{entries}:Closed", "random")
    with pytest.raises(PasarError, match="act gives a whole number for each of 20 rows"):
        verdict(f"{entries}:Wrong", "random")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["nobody"], "'nobody' is no entry; one looks like file.py:Class"),
        (["greedy", "--tasks", "bali-9"], "there is no task 'bali-9' (did you mean bali-4?)"),
        (["greedy", "--opponents", "greedi"], "there is no opponent 'greedi' (did you mean greedy?)"),
        (["greedy", "--budget", "smalll"], "there is no budget 'smalll' (did you mean small?)"),
        (["greedy", "--budget", "small"], "'greedy' cannot learn, so it takes no budget"),
        (["json:JSONDecoder"], "json:JSONDecoder is not a bot: it has no method act(observations, masks)"),
        (["greedy", "--out", "/nowhere/mine.json"], "/nowhere/mine.json cannot be written"),
    ],
)
def test_one_line_names_the_fault(arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["benchmark", *arguments]) == 1
    assert said in capsys.readouterr().err


def test_the_command_writes_a_verdict_to_send_in(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "mine.json"
    few = ["--tasks", "bali-2", "--opponents", "random,easy", "--deals", "10", "--out", str(file)]
    assert run(["benchmark", "greedy", *few]) == 0
    kept = json.loads(file.read_text(encoding="utf-8"))
    assert f"score {kept['score']:.3f}" in capsys.readouterr().out
    assert kept["benchmark"] == 1 and len(kept["cells"]) == 2 and kept["machine"] and kept["date"]
