"""What the README and the first steps show is run, line by line, as somebody would who has just come in."""

import os
import re
import shlex
import shutil
import subprocess
import tomllib
from pathlib import Path

import gymnasium  # noqa: F401  # it sets a variable for the whole process, which no test may do
import pytest
from PIL import Image
from support import starting

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
FIRST_STEPS = (ROOT / "docs" / "install.md").read_text(encoding="utf-8")
OTHER_NUMBERS = "--set"
READY = "http://"  # what a server says when it can be visited


def blocks(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", README + FIRST_STEPS, re.DOTALL)


def lines(block: str) -> list[str]:
    return [line for line in (line.partition("#")[0].strip() for line in block.splitlines()) if line]


@pytest.mark.parametrize("block", blocks("python"))
def test_python_runs(block):
    exec(compile(block, "README.md", "exec"), {})


@pytest.fixture
def outside(tmp_path):
    """A folder that holds the examples and is otherwise empty."""
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    return tmp_path


@pytest.mark.parametrize("block", blocks("sh"), ids=[lines(block)[0] for block in blocks("sh")])
def test_shell_runs(block, outside):
    for line in lines(block):
        command = shlex.split(line)
        if command[0].endswith("/pip"):
            advised(line)
        elif command[0] == "make":
            planned(command)
        elif command[:2] == ["pasar", "serve"]:
            served(command, outside)
        else:
            finished(starting.run(started(command), cwd=outside, env=shortened(command), text=True))


def started(command: list[str]) -> list[str]:
    assert command[0] == "pasar", f"{command[0]} is shown, which this test does not know"
    return [*command, "--games", "2"] if OTHER_NUMBERS in command else command


def shortened(command: list[str]) -> dict[str, str]:
    """Other numbers ask for a second compilation, which takes a minute: the fewest games of all do without."""
    return {**os.environ, "PASAR_JIT": "0"} if OTHER_NUMBERS in command else dict(os.environ)


def finished(done: "subprocess.CompletedProcess[str]") -> None:
    assert done.returncode == 0, f"{shlex.join(done.args)}: {done.stderr}"


def planned(command: list[str]) -> None:
    """Make knows the target; what it does is what these tests are run by."""
    line = [*command, "--dry-run"]
    finished(subprocess.run(line, check=False, cwd=ROOT, capture_output=True, text=True))


def advised(line: str) -> None:
    """The same that somebody hears who leaves it out (tests/test_extras.py); here the tests' own packages do."""
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    assert line in [f".venv/bin/pip install -e '.[{extra}]'" for extra in extras]


def served(command: list[str], folder: Path) -> None:
    """The server comes up and says where; then it is stopped."""
    line = [*started(command), "--port", "0", "--data", str(folder / "data")]
    with starting.start(line, stderr=subprocess.STDOUT, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        assert any(READY in said for said in server.stdout), "the server ended without saying where it is"
        server.terminate()


def test_who_has_nothing_installed_can_play_on_a_site_of_their_own():
    """No address is promised that nobody serves: a fork publishes what `make site` builds, where GitHub puts it."""
    workflow = (ROOT / ".github" / "workflows" / "site.yml").read_text(encoding="utf-8")
    assert "workflow_dispatch" in workflow and "run: make site" in workflow and "path: build/site" in workflow
    assert workflow.count("name: site\n") == 1 and "run the workflow *site*" in README
    assert "https://YOUR-NAME.github.io/REPOSITORY/" in README


PICTURES = re.findall(r"!\[[^\]]+\]\(([^)]+)\)", README)


def test_pictures_are_there_and_weigh_little():
    assert len(PICTURES) == 4
    assert all((ROOT / picture).stat().st_size < 600_000 for picture in PICTURES)


def test_each_game_moves():
    for game in ("bali", "basari"):
        with Image.open(ROOT / f"docs/pictures/{game}-moves.webp") as picture:
            assert picture.n_frames > 20
        assert f"docs/pictures/{game}-moves.webp" in PICTURES


def test_it_fits_on_two_screens():
    """Of a desktop, as looked at: what needs more room stands on the pages that it links to."""
    assert len(README.splitlines()) < 60


def test_its_figures_are_those_of_their_page():
    """Five of many, in the same words and numbers."""
    page = (ROOT / "docs" / "figures.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (.+) \| (.+) \|$", README[README.index("## Five figures") :], re.MULTILINE)[2:]
    assert len(rows) == 5
    for _, measured in rows:
        for number in re.findall(r"\d[\d.,]*(?: million| kB| s\b)?", measured):
            assert number in page, f"{number} is not on docs/figures.md"
