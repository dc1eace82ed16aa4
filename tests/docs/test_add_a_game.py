"""docs/add-a-game.md works: the folder that it is about, installed, is a third game, and nothing of Pasar is edited."""

import json
import os
import re
import runpy
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import httpx
import pytest
from support.added_game import FOLDER, Added, added_game
from support.tables import process

from pasar.kernel.jit import ENABLED

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "add-a-game.md"
CONTRACT = ("-m", "pytest", "-p", "no:cacheprovider", "-q", "-k", "kuhn")
LINES = 200  # a small game is a small folder
PLAIN = {"PASAR_JIT": "0"}

pytestmark = pytest.mark.skipif(not ENABLED, reason="its parts are compared with their plain selves by the contract")


@pytest.fixture(scope="module")
def added(tmp_path_factory: pytest.TempPathFactory) -> Added:
    return added_game(tmp_path_factory.mktemp("added"))


def files() -> list[Path]:
    return [file for file in FOLDER.rglob("*") if file.suffix in (".py", ".toml")]


def test_the_whole_folder_is_short() -> None:
    assert sum(len(file.read_text(encoding="utf-8").splitlines()) for file in files()) < LINES


def test_the_page_is_about_every_file_of_the_folder() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert [file.name for file in files() if f"{file.relative_to(FOLDER)}`" not in page] == []


def test_the_folder_is_copied_and_renamed_as_the_page_says(tmp_path: Path) -> None:
    block = re.search(r"^```sh\n(cp .*?)^pip", PAGE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    assert block is not None
    subprocess.run(["sh", "-ec", block[1].replace("CHECKOUT", shlex.quote(str(ROOT)))], cwd=tmp_path, check=True)
    mine = tmp_path / "my-game"
    assert 'mygame = "pasar_mygame:GAME"' in (mine / "pyproject.toml").read_text()
    ask = "from pasar_mygame import GAME; print(GAME.name, GAME.blank(GAME.check())['players'])"
    assert Added(mine, {}).run("-c", ask, **PLAIN) == "mygame [2]\n"


def test_the_contract_holds(added: Added) -> None:
    """As plain Python, which is quicker than compiling all of it; one of its tests compares the two."""
    said = added.run(*CONTRACT, str(ROOT / "tests" / "contract"), **PLAIN)
    passed = re.search(r"(\d+) passed", said)
    assert passed is not None and int(passed[1]) > 45, said


# Changes that tell somebody what is hidden from them, and what the contract's tests say of each.
LEAKS = {
    "an argument that is not declared secret": ({', secret=("card",)': ""}, "the event got tells card: "),
    "a move that tells a card": (
        {'"bet", "K2"': '"bet", "K2", ("card",)', "action, seat)": "action, seat, s.cards[seat])"},
        "the event bet tells card: ",
    ),
    "a menu that depends on a card": ({"span(CHECK, 2)": "span(CHECK, 1 + int(s.cards[2]))"}, "open: ["),
}


@pytest.mark.parametrize("leak", LEAKS)
def test_the_contract_notices_a_leak_and_names_it(added: Added, tmp_path: Path, leak: str) -> None:
    changes, said = LEAKS[leak]
    leaky = Added(tmp_path / "kuhn", added.environment)  # where tests are started comes before what is installed
    shutil.copytree(added.folder, leaky.folder)
    rules = leaky.folder / "pasar_kuhn" / "rules.py"
    for before, after in changes.items():
        assert before in rules.read_text()
        rules.write_text(rules.read_text().replace(before, after, 1))
    done = leaky.done(*CONTRACT, str(ROOT / "tests" / "contract" / "test_secrets.py"), **PLAIN)
    assert done.returncode == 1 and said in done.stdout, done.stdout[-3000:]


def test_it_is_simulated(added: Added) -> None:
    said = added.run("-m", "pasar", "sim", "kuhn", "--games", "2000", "--seed", "1", "--json", **PLAIN)
    points = [seat["points_mean"] for seat in json.loads(said)["seats"]]
    # Four chips in all; by chance somebody folds to the first player one time in four, to the second one in eight.
    assert sum(points) == pytest.approx(4) and points[0] == pytest.approx(2 + 1 / 4 - 1 / 8, abs=0.15)


def test_a_bot_that_searches_plays_it_without_knowing_it(added: Added) -> None:
    """Nobody has told it what is good: with the default rules of thumb, all it has are rollouts.

    As plain Python, a tenth of what compiling it takes; tests/export compiles the same search for browsers.
    """
    arena = ("-m", "pasar", "arena", "kuhn", "--bots", "search:100sims,random", "--games", "60", "--seed", "1")
    said = added.run(*arena, "--json", "--results", "arena.jsonl", **PLAIN)
    shares = {each["bot"]: each["win_share"] for each in json.loads(said)["bots"]}
    assert shares["search:100sims"] > 0.6


def test_the_lab_reports_on_it(added: Added) -> None:
    said = added.run("-m", "pasar", "balance", "kuhn", "--games", "200", "--seed", "1", "--bot", "random", **PLAIN)
    assert "names nothing that a seat could be given" in " ".join(said.split())


def test_it_is_played_in_a_terminal_in_a_language_that_it_does_not_speak(added: Added) -> None:
    command = [sys.executable, "-m", "pasar", "play", "kuhn", "--seed", "1", "--lang", "de", "--bots", "random"]
    world = {**os.environ, **added.environment, **PLAIN}
    done = subprocess.run(
        command, env=world, input="fold\nbet\nbet\n", capture_output=True, text=True, check=False, timeout=60
    )
    assert "Das geht jetzt nicht." in done.stdout and "Spieler 1 bets." in done.stdout, done.stdout + done.stderr


def visitor(url: str) -> httpx.Client:
    return httpx.Client(base_url=url, headers={"origin": url}, trust_env=False, timeout=60)


def test_it_is_played_at_a_table_of_a_server(added: Added, tmp_path: Path) -> None:
    # Uncompiled: a server would compile the other games as well, which nobody plays here.
    with process(tmp_path, **added.environment, **PLAIN) as server, visitor(server.url) as guest:
        guest.get("/api/me").raise_for_status()
        result = runpy.run_path(str(ROOT / "examples" / "play_by_api.py"))["play"](guest, "kuhn")
        words = guest.get("/api/games/kuhn/words/de").raise_for_status().json()
    assert result["winners"] and sum(result["points"]) == 4
    assert words["phases"]["act"] == "Check, or bet your chip."  # a language that it lacks falls back to English,
    assert words["sources"]["points"] == "Punkte"  # but for what is the same in every game


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
