"""`pasar sim`: what it prints and what it writes."""

import json
from pathlib import Path
from typing import Any

import pytest


def test_json_says_all_that_a_program_needs(pasar: Any) -> None:
    said = pasar("sim", "bali", "--players", "3", "--demon", "--games", "50", "--seed", "7", "--workers", "2", "--json")
    found = json.loads(said.out)
    assert (found["game"], found["games"], found["seed"], found["workers"]) == ("bali", 50, 7, 2)
    assert found["rules"] == {"players": 3, "oracle": False, "demon": True}
    assert found["decisions"] > 50 * 20
    assert found["games_per_s"] == pytest.approx(50 / found["seconds"])
    assert found["decisions_per_s"] == pytest.approx(found["decisions"] / found["seconds"])
    assert sum(seat["win_share"] for seat in found["seats"]) == pytest.approx(1)
    for seat in found["seats"]:
        assert seat["points_interval"][0] < seat["points_mean"] < seat["points_interval"][1]
        assert seat["win_interval"][0] < seat["win_share"] < seat["win_interval"][1]


def test_the_table_shows_the_same_numbers(pasar: Any) -> None:
    arguments = ("sim", "basari", "--games", "200", "--seed", "3")
    found = json.loads(pasar(*arguments, "--json").out)
    said = pasar(*arguments)
    assert "seed 3" in said.out and "games/s" in said.out and "\x1b" not in said.out
    for seat in found["seats"]:
        assert f"{seat['points_mean']:.2f}" in said.out and f"{seat['win_share']:.2%}" in said.out


def test_a_drawn_seed_is_printed_and_repeats_the_run(pasar: Any) -> None:
    first = json.loads(pasar("sim", "basari", "--games", "30", "--json").out)
    again = json.loads(pasar("sim", "basari", "--games", "30", "--seed", str(first["seed"]), "--json").out)
    assert again["seats"] == first["seats"]


@pytest.mark.parametrize("chosen", [("bali", "--players", "4", "--oracle", "--demon"), ("basari", "--players", "5")])
def test_records_are_the_simulated_games(pasar: Any, tmp_path: Path, chosen: tuple[str, ...]) -> None:
    file = tmp_path / "games.jsonl"
    arguments = ("sim", *chosen, "--games", "70", "--seed", "11", "--json")
    written = json.loads(pasar(*arguments, "--workers", "2", "--records", str(file)).out)
    plain = json.loads(pasar(*arguments).out)
    assert written["seats"] == plain["seats"] and written["decisions"] == plain["decisions"]
    records = [json.loads(line) for line in file.read_text().splitlines()]
    assert len(records) == 70
    mean = sum(record["result"]["points"][0] for record in records) / 70
    assert mean == pytest.approx(plain["seats"][0]["points_mean"])
    assert pasar("verify", str(file)).out == f"{file}: 70 records, all good\n"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["games.jsonl"]


def test_records_do_not_depend_on_the_workers(pasar: Any, tmp_path: Path) -> None:
    texts = []
    for workers in ("1", "3"):
        file = tmp_path / f"{workers}.jsonl"
        pasar("sim", "basari", "--games", "150", "--seed", "2", "--workers", workers, "--records", str(file))
        texts.append(file.read_text())
    assert texts[0] == texts[1]


def test_the_first_use_says_what_it_waits_for(pasar: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("pasar.kernel.jit.ENABLED", True)
    monkeypatch.setattr("pasar.cli.warm._marker", lambda game, what: tmp_path / f"{game.name}-{what}")
    first = pasar("sim", "bali", "--games", "1")
    assert first.err.count("\n") == 1 and first.err.startswith("Compiling the rules of bali for this machine (once")
    assert pasar("sim", "bali", "--games", "1").err == ""
