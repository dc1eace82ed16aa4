"""`make play` where something is missing: each time one line says what, and what to do about it."""

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
NOBODY = 65534
TOOLS = (
    "sh",
    "cat",
    "cut",
    "cksum",
    "cmp",
    "cp",
    "dirname",
    "du",
    "env",
    "grep",
    "mkdir",
    "rm",
    "sed",
    "tail",
    "touch",
)

# A Python that is only looked at: how old it is, and whether it can make environments.
LOOKED_AT = '#!/bin/sh\necho "{version} {venv}"\n'

# A Python whose environments have no uv, and a pip that says what it is told to say.
WITH_PIP = """#!/bin/sh
case "$*" in
    *find_spec*) echo "3.13 yes" ;;
    *sys.base_prefix*) echo "3.13 here" ;;
    --version) echo "Python 3.13.0" ;;
    "-m venv .venv") mkdir -p .venv/bin && cp "$0" .venv/bin/python ;;
    tools/uv.py*) exit 1 ;;
    "-m pip install"*) echo "Collecting numpy"; echo "$PIP_SAYS"; [ -z "$PIP_SAYS" ] ;;
esac
"""


@pytest.fixture
def checkout() -> Iterator[Path]:
    """What setting up needs of the checkout, in a folder whose name has a space; others may look into it, too."""
    with tempfile.TemporaryDirectory() as outside:
        Path(outside).chmod(0o755)
        yield _copied(Path(outside) / "a checkout")


def _copied(folder: Path) -> Path:
    for name in ("tools", "requirements"):
        shutil.copytree(ROOT / name, folder / name)
    shutil.copy(ROOT / "pyproject.toml", folder)
    return folder


def script(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    path.chmod(0o755)
    return path


def programs(folder: Path, **pythons: str) -> str:
    """A search path that has the usual tools and these Pythons, and no other."""
    for name in TOOLS:
        found = shutil.which(name)
        assert found is not None
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).symlink_to(found)
    for name, text in pythons.items():
        script(folder / name, text)
    return str(folder)


def set_up(checkout: Path, *, user: int | None = None, **environment: str) -> subprocess.CompletedProcess[str]:
    home = str(checkout.parent)  # pip asks other programs for their versions, and some of them write there
    own = {"PATH": os.environ["PATH"], "HOME": home, "PYENV_ROOT": home, **environment}
    return subprocess.run(
        ["sh", "tools/setup.sh", "runtime"], cwd=checkout, env=own, capture_output=True, text=True, check=False,
        timeout=120, user=user,
    )  # fmt: skip


def only_line(done: subprocess.CompletedProcess[str]) -> str:
    assert done.returncode == 1
    (line,) = done.stderr.splitlines()
    return line


def test_an_old_python_is_named_with_the_way_out(checkout: Path, tmp_path: Path) -> None:
    path = programs(tmp_path / "bin", python3=LOOKED_AT.format(version="3.10", venv="yes"))
    line = only_line(set_up(checkout, PATH=path))
    assert "needs Python 3.11 or newer" in line and "3.10 (python3)" in line and "PYTHON=/path/to/python" in line


def test_no_python_at_all(checkout: Path, tmp_path: Path) -> None:
    line = only_line(set_up(checkout, PATH=programs(tmp_path / "bin")))
    assert "python3 was not found" in line and "python.org" in line


def test_a_python_that_cannot_make_environments(checkout: Path, tmp_path: Path) -> None:
    path = programs(tmp_path / "bin", python3=LOOKED_AT.format(version="3.12", venv="no"))
    assert "apt install python3.12-venv" in only_line(set_up(checkout, PATH=path))


def test_a_good_one_is_found_beside_an_old_one(checkout: Path, tmp_path: Path) -> None:
    old, good = LOOKED_AT.format(version="3.9", venv="yes"), WITH_PIP
    done = set_up(checkout, PATH=programs(tmp_path / "bin", python3=old, **{"python3.12": good}), PIP_SAYS="")
    assert done.returncode == 0 and "(python3.12)" in done.stdout


def test_a_folder_that_cannot_be_written_to(checkout: Path) -> None:
    root = os.geteuid() == 0
    python = script(checkout.parent / "python", WITH_PIP)
    checkout.chmod(0o555)
    try:
        line = only_line(set_up(checkout, PYTHON=str(python), user=NOBODY if root else None))
    finally:
        checkout.chmod(0o755)
    assert "cannot be written to" in line and "Copy it to a folder of your own" in line


@pytest.mark.parametrize(
    ("said", "answer"),
    [
        ("ERROR: Could not install packages due to an OSError: [Errno 28] No space left on device", "the disk is full"),
        ("ERROR: No matching distribution found for numba==0.68.1", "try another Python"),
        ("ERROR: THESE PACKAGES DO NOT MATCH THE HASHES", "everything that was said is in .venv/setup.log"),
    ],
)
def test_what_pip_could_not_do_is_explained(checkout: Path, tmp_path: Path, said: str, answer: str) -> None:
    python = script(tmp_path / "some python", WITH_PIP)
    done = set_up(checkout, PYTHON=str(python), PIP_SAYS=said)
    assert done.returncode == 1 and answer in done.stderr
    again = set_up(checkout, PYTHON=str(python), PIP_SAYS="")
    assert again.returncode == 0 and "installing" in again.stdout


def test_no_network_is_explained_by_a_real_pip(checkout: Path) -> None:
    nowhere = {"PIP_CONFIG_FILE": os.devnull, "PIP_INDEX_URL": "http://127.0.0.1:9/", "PIP_RETRIES": "1"}
    line = only_line(set_up(checkout, PYTHON=sys.executable, **nowhere))
    assert "connect to the network and run the same command again" in line


def test_the_second_time_nothing_is_said(checkout: Path, tmp_path: Path) -> None:
    python = str(script(tmp_path / "python", WITH_PIP))
    first, second = (set_up(checkout, PYTHON=python, PIP_SAYS="") for _ in range(2))
    assert (
        first.stdout.splitlines()[0].startswith("Setting up Pasar in this folder") and "Python packages" in first.stdout
    )
    assert (second.returncode, second.stdout, second.stderr) == (0, "", "")
