"""Whoever lacks an optional package is told a command that works where they are."""

import sys
from pathlib import Path

import pytest

from pasar import extras
from pasar.extras import how_to_install


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A checkout with its .venv, as `make play` leaves it."""
    for file in ("my pasar/.venv/bin/pip", "my pasar/tools/setup.sh"):
        (tmp_path / file).parent.mkdir(parents=True)
        (tmp_path / file).touch()
    monkeypatch.setattr(extras, "CHECKOUT", tmp_path / "my pasar")
    monkeypatch.setattr(sys, "prefix", str(tmp_path / "my pasar" / ".venv"))
    return tmp_path / "my pasar"


def test_in_a_checkout_it_is_short(checkout: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(checkout)
    assert how_to_install("lab") == ".venv/bin/pip install -e '.[lab]'"


def test_elsewhere_it_names_the_checkout(checkout: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert how_to_install("lab") == "'my pasar/.venv/bin/pip' install -e 'my pasar[lab]'"


def test_a_wheel_is_known_by_its_name(checkout: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (checkout / "tools" / "setup.sh").unlink()
    monkeypatch.chdir(checkout / "tools")
    assert how_to_install("rl") == f"'{checkout}/.venv/bin/pip' install 'pasar[rl]'"
    (checkout / ".venv" / "bin" / "pip").unlink()
    assert how_to_install("rl") == "pip install 'pasar[rl]'"
