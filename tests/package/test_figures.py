"""`make bench` writes a page: what was measured, on which machine, when."""

from pathlib import Path

import figures
import pytest


@pytest.fixture
def bench(tmp_path: Path) -> Path:
    (tmp_path / "games.py").write_text('"""How many games a second.\n\nMore."""\n\nprint("120,000 games")\n')
    (tmp_path / "rows.py").write_text('"""Rows."""\nprint("rows: 3")\n')
    (tmp_path / "broken.py").write_text('print("half")\nraise SystemExit(3)\n')
    (tmp_path / "page.md").write_text("# Figures\n\nBy hand.\n\n" + figures.BEGIN)
    return tmp_path


def written(bench: Path, *names: str) -> str:
    assert figures.main([bench / name for name in names], bench / "page.md") == 0
    return (bench / "page.md").read_text(encoding="utf-8")


def test_a_section_has_what_was_measured_with_the_machine(bench: Path) -> None:
    page = written(bench, "games.py")
    assert page.startswith("# Figures\n\nBy hand.\n\n")
    assert "## `bench/games.py`\n\nHow many games a second.\n\n20" in page
    assert "```text\n120,000 games\n```\n" in page and "cores" in page and "load" in page


def test_what_is_measured_again_takes_the_place_of_what_was(bench: Path) -> None:
    written(bench, "rows.py", "games.py")
    (bench / "games.py").write_text('print("130,000 games")\n')
    page = written(bench, "games.py")
    assert "130,000" in page and "120,000" not in page and "rows: 3" in page
    assert page.index("bench/games.py") < page.index("bench/rows.py")


def test_a_file_that_fails_ends_it_and_leaves_the_page(bench: Path) -> None:
    before = (bench / "page.md").read_text(encoding="utf-8")
    assert figures.main([bench / "broken.py", bench / "games.py"], bench / "page.md") == 3
    assert (bench / "page.md").read_text(encoding="utf-8") == before


def test_every_file_that_measures_says_what() -> None:
    for file in (figures.ROOT / "bench").glob("*.py"):
        assert file.read_text(encoding="utf-8").startswith('"""'), file.name
