"""docs/add-a-game.md works: its files, installed as they stand, are a third game, and nothing of Pasar is edited."""

import json
import os
import re
import runpy
import subprocess
import sys
from pathlib import Path

import httpx
import pytest
from added_game import Added, added_game
from table_helpers import process

from pasar.kernel.jit import ENABLED

ROOT = Path(__file__).parents[2]

pytestmark = pytest.mark.skipif(not ENABLED, reason="its parts are compared with their plain selves by the contract")


@pytest.fixture(scope="module")
def added(tmp_path_factory: pytest.TempPathFactory) -> Added:
    return added_game(tmp_path_factory.mktemp("added"))


def test_the_page_is_written_as_the_project_is(added: Added) -> None:
    config = ("--config", str(ROOT / "pyproject.toml"), str(added.folder))
    added.run("-m", "ruff", "format", "--check", *config)
    added.run("-m", "ruff", "check", *config)


def test_the_contract_holds(added: Added) -> None:
    said = added.run(
        "-m", "pytest", "-p", "no:cacheprovider", "-q", str(ROOT / "tests" / "contract"), "-k", "goofspiel"
    )
    passed = re.search(r"(\d+) passed", said)
    assert passed is not None and int(passed[1]) > 100, said
    assert "skipped" not in said


def test_it_is_simulated(added: Added) -> None:
    said = added.run("-m", "pasar", "sim", "goofspiel", "--players", "4", "--games", "2000", "--seed", "1", "--json")
    points = [seat["points_mean"] for seat in json.loads(said)["seats"]]
    assert len(points) == 4 and 60 < sum(points) <= sum(range(1, 14))  # some prizes are nobody's (G4)


@pytest.mark.parametrize("bot", ["greedy", "search:100sims"])
def test_bots_play_it_without_knowing_it_and_better_than_chance(added: Added, bot: str) -> None:
    arena = ("-m", "pasar", "arena", "goofspiel", "--bots", f"{bot},random", "--games", "60", "--seed", "1", "--json")
    kept = ("--results", f"{bot.partition(':')[0]}.jsonl")
    shares = {each["bot"]: each["win_share"] for each in json.loads(added.run(*arena, *kept))["bots"]}
    assert shares[bot] > 0.6 and shares["random"] < 0.4


LEARN = """
import os
os.environ["PASAR_JIT"] = "0"  # one game is played: compiling would take longer
import gymnasium
from gymnasium.utils.env_checker import check_env
from pasar.rl import goofspiel_v0
env = goofspiel_v0.env(players=3)
env.reset(seed=1)
for agent in env.agent_iter():
    seen, _, ended, cut, _ = env.last()
    env.step(None if ended or cut else env.action_space(agent).sample(seen["action_mask"]))
check_env(gymnasium.make("pasar/Goofspiel-v0").unwrapped, skip_render_check=True)
"""


def test_learners_find_it_under_its_name(added: Added) -> None:
    pytest.importorskip("pettingzoo")
    added.run("-W", "error", "-c", LEARN)


def visitor(url: str) -> httpx.Client:
    return httpx.Client(base_url=url, headers={"origin": url}, trust_env=False, timeout=60)


def test_it_is_played_at_a_table_of_a_server(added: Added, tmp_path: Path) -> None:
    # Uncompiled: a server would compile the other games as well, which nobody plays here.
    with process(tmp_path, **added.environment, PASAR_JIT="0") as server, visitor(server.url) as guest:
        guest.get("/api/me").raise_for_status()
        result = runpy.run_path(str(ROOT / "examples" / "play_by_api.py"))["play"](guest, "goofspiel")
        words = guest.get("/api/games/goofspiel/words/de").raise_for_status().json()
    assert result["winners"] and sum(result["points"]) <= sum(range(1, 14))
    assert words["phases"]["bid"] == "Wähle verdeckt eine Karte."


def test_a_package_that_is_broken_is_named(added: Added, tmp_path: Path) -> None:
    info = tmp_path / "broken-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: broken\nVersion: 1\n")
    (info / "entry_points.txt").write_text("[pasar.games]\nbroken = no_such_package:GAME\n")
    world = {**os.environ, "PYTHONPATH": str(tmp_path), "PASAR_CACHE": added.environment["PASAR_CACHE"]}
    command = [sys.executable, "-m", "pasar", "sim", "bali"]
    done = subprocess.run(command, env=world, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr.startswith("pasar: the game 'broken' of the package no_such_package cannot be loaded")
    assert done.stderr.count("\n") == 1
