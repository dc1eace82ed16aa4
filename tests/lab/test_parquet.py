"""Rows in Parquet files: read by others, kept when something goes wrong, refused when they are something else."""

import json
import signal
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from pasar.errors import PasarError
from pasar.games import find
from pasar.lab import parquet
from pasar.lab.parquet import NotRows, check_new, left, read, write
from pasar.lab.rows import Plan, calls, places, play

pyarrow = pytest.importorskip("pyarrow")


def plan_of(games: int = 60, name: str = "basari") -> Plan:
    game = find(name)
    return Plan.of(game, game.check(), games, 5)


def chunks(plan: Plan, size: int = 10):
    return (play(*call) for call in calls(plan, size))


@pytest.fixture
def small_groups(monkeypatch):
    monkeypatch.setattr(parquet, "GROUP", 20)


@pytest.fixture
def written(tmp_path) -> str:
    path = str(tmp_path / "rows.parquet")
    list(write(path, plan_of(), chunks(plan_of())))
    return path


def test_a_file_gives_back_plan_and_rows(written):
    plan, columns = read(written)
    expected = play(plan_of(), 0, 60)
    assert plan == plan_of()
    assert list(columns) == list(expected)
    assert all(np.array_equal(columns[name], expected[name]) for name in expected)
    assert [path.name for path in Path(written).parent.iterdir()] == ["rows.parquet"]


@pytest.mark.parametrize("library", ["pandas", "polars"])
def test_others_read_it(written, library):
    frame = pytest.importorskip(library).read_parquet(written)
    expected = play(plan_of(), 0, 60)
    assert list(frame.columns) == list(expected)
    assert frame["points_0"].to_list() == expected["points_0"].tolist()
    assert float(frame["share_0"].sum() + frame["share_1"].sum() + frame["share_2"].sum()) == pytest.approx(60)


def test_the_file_itself_explains_its_columns(written):
    import pyarrow.parquet

    found = pyarrow.parquet.read_schema(written)
    assert {name: found.field(name).metadata[b"help"].decode() for name in found.names} == {
        place.name: place.help for place in places(plan_of())
    }
    assert json.loads(found.metadata[b"pasar"])["plan"]["seed"] == 5


def test_the_same_rows_make_the_same_file_whatever_their_pieces(written, tmp_path, small_groups):
    paths = [tmp_path / "other.parquet", tmp_path / "another.parquet"]
    for path, size in zip(paths, (10, 5), strict=True):
        list(write(str(path), plan_of(), chunks(plan_of(), size)))
    assert paths[0].read_bytes() == paths[1].read_bytes()


def test_rows_are_passed_on_while_they_are_written(tmp_path):
    passed = write(str(tmp_path / "rows.parquet"), plan_of(), chunks(plan_of()))
    assert next(passed)["number"].tolist() == list(range(10))
    passed.close()


# --- When something goes wrong ----------------------------------------------------------------------------------------


def test_a_run_that_is_stopped_keeps_what_was_finished(tmp_path, small_groups):
    path = tmp_path / "rows.parquet"

    def stopped():
        yield from list(chunks(plan_of()))[:5]
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        list(write(str(path), plan_of(), stopped()))
    assert not path.exists()
    plan, columns = read(f"{path}.part")
    assert plan.games == 50 and columns["number"].tolist() == list(range(50))


PRESSED = """
import signal, sys
from pasar.games import find
from pasar.lab import parquet
from pasar.lab.rows import Plan, calls, play

def pressed(part, flush=parquet._Part.flush):
    if part.rows:
        signal.raise_signal(signal.SIGINT)  # is heard before, while or after this group is written
    flush(part)

parquet.GROUP, parquet._Part.flush = 20, pressed
signal.signal(signal.SIGINT, signal.default_int_handler)
game = find("basari")
plan = Plan.of(game, game.check(), 60, 5)
list(parquet.write(sys.argv[1], plan, (play(*call) for call in calls(plan, 10))))
"""


def test_ctrl_c_in_the_middle_of_writing_leaves_nothing_half_done(tmp_path):
    path = str(tmp_path / "rows.parquet")
    ended = subprocess.run([sys.executable, "-c", PRESSED, path], capture_output=True, text=True, check=False)
    assert ended.returncode == -signal.SIGINT and "KeyboardInterrupt" in ended.stderr
    plan, columns = read(f"{path}.part")
    assert plan.games >= 40 and columns["number"].tolist() == list(range(plan.games))


def test_a_bot_that_breaks_down_does_not_take_the_finished_games_with_it(tmp_path):
    path = str(tmp_path / "rows.parquet")

    def broken():
        yield from list(chunks(plan_of()))[:2]
        raise PasarError("game 20: a bot on seat 0: no")

    with pytest.raises(PasarError, match=r"game 20: a bot on seat 0: no; 20 finished games are in .*rows.parquet.part"):
        list(write(path, plan_of(), broken()))
    assert read(f"{path}.part")[0].games == 20
    assert left(path) == f"20 finished games are in {path}.part"


def test_a_run_that_is_stopped_at_once_leaves_nothing(tmp_path):
    def stopped():
        raise KeyboardInterrupt
        yield

    with pytest.raises(KeyboardInterrupt):
        list(write(str(tmp_path / "rows.parquet"), plan_of(), stopped()))
    assert list(tmp_path.iterdir()) == []
    assert left(str(tmp_path / "rows.parquet")) == "nothing was finished"


def test_what_is_there_already_is_kept_unless_somebody_says_otherwise(written):
    with pytest.raises(PasarError, match=r"rows.parquet is there already: name another file, or say --overwrite"):
        check_new(written)
    check_new(written, overwrite=True)


def test_the_games_of_a_stopped_run_are_kept_too(written):
    part = Path(written).rename(f"{written}.part")
    with pytest.raises(NotRows, match=r"rows.parquet.part holds the games of a run that was stopped"):
        check_new(written)
    assert part.exists()


# --- What is something else -------------------------------------------------------------------------------------------


def test_a_file_that_is_not_there(tmp_path):
    with pytest.raises(NotRows, match="cannot be read: no such file"):
        read(str(tmp_path / "none.parquet"))


def test_what_is_no_parquet_file(tmp_path):
    path = tmp_path / "letter.parquet"
    path.write_text("Dear Sir\n")
    with pytest.raises(NotRows, match=r"letter\.parquet holds no rows of games: `pasar sim --out` writes such files"):
        read(str(path))


def test_a_parquet_file_of_something_else(tmp_path):
    import pyarrow.parquet

    path = str(tmp_path / "cities.parquet")
    pyarrow.parquet.write_table(pyarrow.table({"city": ["Ubud"]}), path)
    with pytest.raises(NotRows, match="holds no rows of games"):
        read(path)


def test_rows_of_a_changed_game_do_not_pass_as_the_printed_one(tmp_path, monkeypatch):
    path = str(tmp_path / "rows.parquet")
    found = list(chunks(plan_of()))
    monkeypatch.setattr(parquet, "changes_of", lambda game: {"prizes": (14, 12, 10, 9)})
    list(write(path, plan_of(), iter(found)))
    assert read(path)[0] == parquet.plan_of(path) == plan_of()
    monkeypatch.undo()
    for look in (read, parquet.plan_of):
        with pytest.raises(NotRows, match=r"is of another game: it was played with prizes=\[14,12,10,9\]"):
            look(path)


@pytest.mark.parametrize("share", [0.1, 0.5, 0.99])
def test_a_file_that_was_cut_off(written, share):
    whole = Path(written).read_bytes()
    Path(written).write_bytes(whole[: int(share * len(whole))])
    with pytest.raises(NotRows, match=r"holds no rows of games|it is damaged"):
        read(written)


def test_without_pyarrow_the_way_to_install_it_is_said(monkeypatch, tmp_path):
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(NotRows, match=r"pip install .*\[lab\]'"):
        read(str(tmp_path / "rows.parquet"))
