"""`pasar sim` with bots and rows: what it prints, writes and keeps."""

import json
from pathlib import Path
from typing import Any

import pytest

from pasar.lab import parquet

pytest.importorskip("pyarrow")


def test_bots_take_the_seats_and_the_last_one_all_that_are_left(pasar: Any) -> None:
    said = pasar("sim", "bali", "--bots", "greedy,random", "--players", "4", "--games", "40", "--seed", "3")
    assert "40 games of greedy, random, random, random, seed 3" in said.out
    found = json.loads(pasar("sim", "basari", "--bots", "easy,greedy,random", "--games", "10", "--json").out)
    assert found["bots"] == ["easy", "greedy", "random"] and found["rules"]["players"] == 3


def test_naming_random_is_the_same_as_naming_nobody(pasar: Any) -> None:
    arguments = ("sim", "bali", "--games", "200", "--seed", "4", "--json")
    nobody, named = (json.loads(pasar(*arguments, *bots).out) for bots in ((), ("--bots", "random")))
    assert nobody["seats"] == named["seats"] and nobody["decisions"] == named["decisions"]


@pytest.mark.parametrize("bots", ["random", "greedy,random", "greedy,search:3sims"])
def test_rows_are_the_games_that_are_summed_up(pasar: Any, tmp_path: Path, bots: str) -> None:
    path, games = str(tmp_path / "rows.parquet"), "3" if "search" in bots else "60"
    arguments = ("sim", "bali", "--bots", bots, "--games", games, "--seed", "11", "--workers", "1")
    written, plain = (json.loads(pasar(*arguments, "--json", *more).out) for more in (("--out", path), ()))
    assert written["seats"] == plain["seats"] and written["decisions"] == plain["decisions"]
    plan, columns = parquet.read(path)
    assert (plan.games, plan.seed, plan.bots) == (int(games), 11, tuple(plain["bots"]))
    assert columns["points_0"].mean() == pytest.approx(plain["seats"][0]["points_mean"])
    assert columns["decisions"].sum() == plain["decisions"]


def test_records_of_bots_are_the_games_of_the_rows(pasar: Any, tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    arguments = ("sim", "basari", "--bots", "greedy,easy,random", "--games", "12", "--seed", "2", "--json")
    plain = json.loads(pasar(*arguments).out)
    written = json.loads(pasar(*arguments, "--records", str(file)).out)
    assert written["seats"] == plain["seats"] and written["decisions"] == plain["decisions"]
    assert pasar("verify", str(file)).out == f"{file}: 12 records, all good\n"


def test_the_file_does_not_depend_on_the_workers(pasar: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pasar.lab.rows.BY_THUMB", 1000)
    paths = [tmp_path / f"{workers}.parquet" for workers in (1, 3)]
    for path, workers in zip(paths, "13", strict=True):
        pasar("sim", "basari", "--bots", "greedy", "--games", "5000", "--seed", "2", "--workers", workers,
              "--out", str(path))  # fmt: skip
    assert paths[0].read_bytes() == paths[1].read_bytes()


def test_a_bot_that_breaks_down_is_one_line_and_what_was_finished_is_kept(pasar: Any, tmp_path: Path) -> None:
    bot, out = tmp_path / "late.py", tmp_path / "rows.parquet"
    bot.write_text(
        "class Late:\n    asked = 0\n    def choose(self, view, open_moves, budget):\n"
        "        Late.asked += 1\n        return open_moves[0] if Late.asked < 150 else 'nonsense'\n"
    )
    said = pasar("sim", "bali", "--bots", f"{bot}:Late,random", "--games", "50", "--workers", "1", "--out", str(out))
    assert said.code == 1 and "late.py:Late on seat 0" in said.err and said.err.count("\n") == 1
    kept = parquet.read(f"{out}.part")[0].games
    assert 0 < kept < 50 and f"; {kept} finished game" in said.err


def test_a_file_is_not_overwritten_without_a_word(pasar: Any, tmp_path: Path) -> None:
    out = tmp_path / "rows.parquet"
    out.write_text("something else")
    run = ("sim", "bali", "--games", "20", "--out", str(out))
    said = pasar(*run)
    assert said.code == 1 and said.err == f"pasar: {out} is there already: name another file, or say --overwrite\n"
    assert out.read_text() == "something else"
    assert pasar(*run, "--overwrite").code == 0 and parquet.read(str(out))[0].games == 20


def test_a_full_disk_is_one_line_that_says_what_is_kept(small_disk: Any, tmp_path: Path) -> None:
    out = tmp_path / "rows.parquet"
    said = small_disk(600_000, "sim", "bali", "--bots", "greedy", "--games", "400", "--seed", "1", "--out", str(out))
    assert said.code == 1 and said.err.count("\n") == 1
    assert "rows.parquet cannot be written: file too large;" in said.err and "finished games are in" in said.err
    kept, columns = parquet.read(f"{out}.part")
    assert 0 < kept.games < 400 and columns["number"].tolist() == list(range(kept.games))
    assert not out.exists()


def test_a_disk_that_is_full_from_the_start_keeps_nothing(small_disk: Any, tmp_path: Path) -> None:
    said = small_disk(1000, "sim", "basari", "--games", "60", "--out", str(tmp_path / "rows.parquet"))
    assert said.code == 1 and "nothing was finished" in said.err
    assert list(tmp_path.iterdir()) == []


def test_an_older_file_stays_until_the_new_one_is_whole(small_disk: Any, tmp_path: Path) -> None:
    older = tmp_path / "rows.parquet"
    older.write_text("the rows of yesterday")
    said = small_disk(1000, "sim", "basari", "--games", "60", "--out", str(older), "--overwrite")
    assert said.code == 1 and older.read_text() == "the rows of yesterday"
