"""`make bench` writes a page: what was measured, on which machine, when."""

from pathlib import Path

import figures
import pytest


@pytest.fixture
def bench(tmp_path: Path) -> Path:
    folder = tmp_path / "bench"
    folder.mkdir()
    (folder / "games.py").write_text('"""How many games a second.\n\nMore."""\n\nprint("120,000 games")\n')
    (folder / "rows.py").write_text('"""Rows."""\nprint("rows: 3")\n')
    return folder


def run(bench: Path, *names: str) -> int:
    return figures.main(list(names), bench, bench.parent / "page.md", bench.parent / "build" / "done")


def page(bench: Path) -> str:
    return (bench.parent / "page.md").read_text(encoding="utf-8")


def test_a_section_has_what_was_measured_with_the_machine(bench: Path) -> None:
    assert run(bench, "games") == 0
    assert page(bench).startswith(figures.HEAD)
    assert "## `bench/games.py`\n\nHow many games a second.\n\n20" in page(bench)
    assert "```text\n120,000 games\n```\n" in page(bench) and "cores" in page(bench) and "load" in page(bench)


def test_what_is_measured_again_takes_the_place_of_what_was(bench: Path) -> None:
    run(bench)
    (bench / "games.py").write_text('print("130,000 games")\n')
    run(bench, "games")
    assert "130,000" in page(bench) and "120,000" not in page(bench) and "rows: 3" in page(bench)
    assert page(bench).index("bench/games.py") < page(bench).index("bench/rows.py")


def test_the_page_names_what_was_not_measured_and_forgets_what_is_gone(bench: Path) -> None:
    run(bench, "games")
    assert page(bench).endswith("## Not measured yet\n\n`bench/rows.py`\n")
    (bench / "games.py").unlink()
    run(bench, "rows")
    assert "Not measured yet" not in page(bench) and "games.py" not in page(bench)


def test_a_run_goes_on_where_it_stopped(bench: Path) -> None:
    (bench / "later.py").write_text('print("half")\nraise SystemExit(3)\n')
    assert run(bench) == 3
    assert "games" in page(bench) and "half" not in page(bench)
    (bench / "later.py").write_text('print("whole")\n')
    (bench / "games.py").write_text('print("measured twice")\n')
    assert run(bench) == 0
    assert "whole" in page(bench) and "rows: 3" in page(bench) and "measured twice" not in page(bench)
    assert run(bench) == 0 and "measured twice" in page(bench)


def test_a_file_that_there_is_not_is_refused(bench: Path) -> None:
    with pytest.raises(SystemExit, match=r"there is no game\.py in bench/ \(there are: games, rows\)"):
        run(bench, "game")


def test_the_page_is_as_make_bench_writes_it(tmp_path: Path) -> None:
    written = figures.PAGE.read_text(encoding="utf-8")
    name, section = next(iter(figures.sections(written).items()))
    copy = tmp_path / "page.md"
    copy.write_text(written, encoding="utf-8")
    figures.write(copy, figures.BENCH, figures.BENCH / name, section)
    assert copy.read_text(encoding="utf-8") == written


def test_every_file_that_measures_says_what() -> None:
    for file in figures.BENCH.glob("*.py"):
        assert file.read_text(encoding="utf-8").startswith('"""'), file.name
