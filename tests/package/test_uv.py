"""Installing with uv: what pip has been told of (where packages are, whom to trust) holds for it as well."""

import os
import runpy
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
TOOL = ROOT / "tools" / "uv.py"
SAID = """:env:.find-links='/one /two'
global.find-links='/three'
global.extra-index-url='\\nhttps://a.example/simple\\nhttps://b.example/simple'
install.index-url='https://c.example/simple'
global.index-url='https://d.example/simple'
:env:.disable-pip-version-check='1'
"""


def test_settings_of_pip_are_handed_on_the_nearest_first() -> None:
    assert runpy.run_path(str(TOOL))["handed_on"](SAID) == {
        "UV_FIND_LINKS": "/one,/two",
        "UV_INDEX": "https://a.example/simple https://b.example/simple",
        "UV_DEFAULT_INDEX": "https://c.example/simple",
    }


def test_uv_comes_as_locked() -> None:
    entry = runpy.run_path(str(TOOL))["locked"]("uv", (ROOT / "requirements" / "dev.txt").read_text(encoding="utf-8"))
    assert entry.startswith("uv==") and "--hash=sha256:" in entry and entry.count("==") == 1


@pytest.mark.parametrize("right", [True, False])
def test_a_file_with_another_hash_is_not_installed(tmp_path: Path, right: bool) -> None:
    """A real uv, and a package in a place that only pip's settings name."""
    links, made = tmp_path / "links", tmp_path / "made"
    made.mkdir()
    (made / "pyproject.toml").write_text('[project]\nname = "pasar-nothing"\nversion = "1"\n')
    (made / "pasar_nothing.py").write_text("")
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(links)]
    subprocess.run(command, cwd=made, check=True, capture_output=True)
    (wheel,) = links.iterdir()
    said = subprocess.run([sys.executable, "-m", "pip", "hash", str(wheel)], capture_output=True, text=True, check=True)
    asked = said.stdout.split()[-1] if right else "--hash=sha256:" + "0" * 64
    (tmp_path / "asked.txt").write_text(f"pasar-nothing==1 {asked}\n")
    there = tmp_path / "there"
    done = subprocess.run(
        [sys.executable, str(TOOL), "--target", str(there), "--require-hashes", "-r", str(tmp_path / "asked.txt")],
        env={**os.environ, "PIP_FIND_LINKS": str(links)}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert (done.returncode == 0) is right, done.stderr
    assert (there / "pasar_nothing.py").exists() is right
