"""`pasar balance`: the report, its numbers, and what it refuses."""

import base64
import csv
import io
import json
import re
from collections.abc import Callable
from html import escape
from pathlib import Path
from typing import Any

import pandas
import pytest
from pyarrow import parquet

from pasar.lab.statistics import t95

RUN = ("--games", "60", "--seed", "7", "--workers", "2")
OF_THE_RUN = re.compile(r"<dt>(Date|Machine|Time)</dt>.*")


MADE: dict[str, tuple[dict[str, Any], str]] = {}  # its findings and its page, by game


@pytest.fixture
def reported(pasar: Any, tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], tuple[dict[str, Any], str]]:
    """`reported("bali")` is a report, made once for all tests that only read it."""

    def made(game: str) -> tuple[dict[str, Any], str]:
        if game not in MADE:
            page = tmp_path_factory.mktemp("report") / "report.html"
            said = pasar("balance", game, *RUN, "--json", "--out", str(page))
            assert (said.code, said.err) == (0, "")
            MADE[game] = json.loads(said.out), page.read_text()
        return MADE[game]

    return made


def report(pasar: Any, path: Path, *arguments: str) -> str:
    said = pasar("balance", *arguments, "--out", str(path))
    assert (said.code, said.err) == (0, "")
    return path.read_text()


@pytest.mark.parametrize(("chosen", "chapters"), [
    ("bali", {"seats", "sources", "length", "course", "winning", "evening", "worth", "variants"}),
    ("basari", {"seats", "sources", "length", "course", "winning", "collisions", "prices", "workers", "evening",
                "worth"}),
])  # fmt: skip
def test_page_and_json_say_the_same(reported: Any, chosen: str, chapters: set[str]) -> None:
    found, text = reported(chosen)
    assert set(found["chapters"]) == chapters and found["games"] == 60 and found["seed"] == 7
    for chapter in found["chapters"].values():
        for finding in chapter["findings"]:
            assert escape(finding) in text
    assert "<script" not in text and 'src="' not in text and "NaN" not in json.dumps(found)


def test_the_same_plan_gives_the_same_page(pasar: Any, tmp_path: Path) -> None:
    pages = [report(pasar, tmp_path / name, "basari", "--games", "40", "--seed", "3", "--workers", workers)
             for name, workers in (("one.html", "1"), ("two.html", "2"))]  # fmt: skip
    assert OF_THE_RUN.sub("", pages[0]) == OF_THE_RUN.sub("", pages[1])


def test_remarkable_games_open_as_records(pasar: Any, reported: Any, tmp_path: Path) -> None:
    _, text = reported("bali")
    links = re.findall(r'download="([^"]+)" href="data:application/json;base64,([^"]+)"', text)
    assert len(links) == 4
    for name, data in links:
        file = tmp_path / name
        file.write_bytes(base64.b64decode(data))
        assert pasar("verify", str(file)).code == 0


def test_rows_can_be_drawn_again_without_playing(pasar: Any, tmp_path: Path) -> None:
    rows = tmp_path / "rows.parquet"
    played = json.loads(pasar("balance", "bali", *RUN, "--rows", str(rows), "--json").out)
    again = json.loads(pasar("balance", "--from", str(rows), "--json").out)
    for chapter in ("seats", "sources", "length", "course", "winning"):
        assert again["chapters"][chapter] == played["chapters"][chapter]
    assert "found by playing" in again["chapters"]["left_out"]["findings"][0]
    assert again["outliers"] == played["outliers"]


def test_figures_are_those_that_pandas_finds_in_the_rows(pasar: Any, tmp_path: Path) -> None:
    path = tmp_path / "rows.parquet"
    found = json.loads(pasar("balance", "basari", *RUN, "--rows", str(path), "--json").out)
    rows = pandas.read_parquet(path).astype(float)
    numbers = {key: chapter["numbers"] for key, chapter in found["chapters"].items()}
    assert numbers["seats"]["shares"]["Seat 1"]["value"] == pytest.approx(rows.share_1.mean(), rel=1e-5)
    turns = {"value": rows.turns.mean(), "plus_minus": t95(len(rows)) * rows.turns.sem()}
    assert numbers["length"]["turns"] == pytest.approx(turns, rel=1e-5)
    assert numbers["collisions"]["two"]["C (gems)"]["value"] == pytest.approx(
        rows.haggles_C.sum() / rows.turns.sum(), rel=1e-5
    )
    price = rows.filter(regex="^price_B_").to_numpy().sum() / rows.filter(regex="^won_B_").to_numpy().sum()
    assert numbers["prices"]["gems"]["B (points)"]["value"] == pytest.approx(price, rel=1e-5)
    paid = rows.filter(regex="^workers_paid_").to_numpy().mean() / 3
    assert numbers["workers"]["workers"]["a_seat"]["value"] == pytest.approx(paid, rel=1e-5)


def test_what_cannot_be_is_one_line(pasar: Any, tmp_path: Path) -> None:
    rows = tmp_path / "other.parquet"
    rows.write_text("no rows")
    for arguments, reason in (
        (("bali", "--set", "shrine_prise=6"), "did you mean shrine_price?"),
        (("bali", "--bot", "nobody"), "there is no bot 'nobody'"),
        (("bali", "--out", str(tmp_path / "none" / "x.html")), "cannot be written"),
        (("--from", str(rows)), str(rows)),
    ):
        said = pasar("balance", *arguments)
        assert said.code == 1 and said.err.count("\n") == 1 and reason in said.err, said.err


def test_a_bot_that_cannot_play_the_game_is_named(pasar: Any, tmp_path: Path) -> None:
    file = tmp_path / "lost.py"
    file.write_text("class Lost:\n    def choose(self, *told):\n        raise KeyError('only Basari')\n")
    said = pasar("balance", "bali", "--bot", f"{file}:Lost", "--games", "2", "--workers", "1", "--json")
    assert said.code == 1 and said.err.count("\n") == 1 and "lost.py:Lost" in said.err, said.err


def test_a_full_disk_takes_the_page_but_not_the_findings(small_disk: Any, tmp_path: Path) -> None:
    page = tmp_path / "report.html"
    page.write_text("the report of yesterday")
    said = small_disk(4096, "balance", "bali", *RUN, "--out", str(page))
    assert said.code == 1 and f"{page} cannot be written: file too large" in said.err
    assert "Does the seat matter?" in said.out and [file.name for file in tmp_path.iterdir()] == [page.name]
    assert page.read_text() == "the report of yesterday"


def test_rows_of_another_version_are_refused(pasar: Any, tmp_path: Path) -> None:
    rows, less = tmp_path / "rows.parquet", tmp_path / "less.parquet"
    pasar("sim", "basari", "--games", "20", "--seed", "1", "--out", str(rows))
    parquet.write_table(parquet.read_table(rows).drop_columns(["won_by_A_opener"]), less)
    said = pasar("balance", f"--from={less}")
    assert said.code == 1 and "has no column won_by_A_opener" in said.err


def test_settings_are_listed(pasar: Any) -> None:
    said = pasar("balance", "bali", "--settings")
    assert said.code == 0 and "shrine_price" in said.out and "2,3,4,5" in said.out
    told = json.loads(pasar("balance", "basari", "--settings", "--json").out)
    assert told["workers_needed"] == {"printed": 15, "least": 1, "most": 99,
                                      "what": "workers that end a stage and bring their prize"}  # fmt: skip


def test_a_sweep_is_curves_over_the_same_deals(pasar: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PASAR_JIT", "0")
    page = tmp_path / "sweep.html"
    run = ("--bot", "random", "--games", "4", "--seed", "1", "--set", "shrine_points=3..5", "--workers", "2")
    found = json.loads(pasar("balance", "bali", *run, "--json", "--out", str(page)).out)
    points = found["chapters"]["what_if"]["numbers"]["points"]
    apart = {label: each["differences"]["from_shrines"]["all"]["value"] for label, each in points.items()}
    assert list(apart) == ["shrine_points=3", "shrine_points=5"]  # four is printed
    assert apart["shrine_points=5"] == -apart["shrine_points=3"] > 0  # random play does not look at points
    curve = csv_files(page.read_text())["bali-what_if-0.csv"]
    assert [(row["line"], row["at"]) for row in curve if row["line"] == "seat 0"] == [("seat 0", at) for at in "345"]
    assert found["verdict"][0].startswith("Of 2 changes, none surely brings the seats closer together")


def csv_files(text: str) -> dict[str, list[dict[str, str]]]:
    links = re.findall(r'download="([^"]+)" href="data:text/csv;base64,([^"]+)"', text)
    return {name: list(csv.DictReader(io.StringIO(base64.b64decode(data).decode()))) for name, data in links}


def test_beside_every_figure_are_its_numbers(reported: Any) -> None:
    _, text = reported("basari")
    files = csv_files(text)
    assert len(files) == text.count("<figure") == text.count("<svg")
    shares = [[float(row[name]) for name in ("low", "value", "high")] for row in files["basari-seats-0.csv"]]
    assert sum(value for _, value, _ in shares) == pytest.approx(1) and all(
        low <= at <= high for low, at, high in shares
    )


def test_a_report_begins_with_a_verdict_and_ends_with_how_it_was_made(reported: Any) -> None:
    _, text = reported("bali")
    verdict, made = text.index('class="verdict"'), text.index("How this was made")
    assert verdict < text.index("<h2>") and "between greedy bots" in text[verdict : verdict + 400]
    assert text.rindex("<h2>") < made < text.index("<dt>Command</dt>") and "Bars of ours" in text


def test_a_file_says_everything_itself(pasar: Any, tmp_path: Path) -> None:
    rows = tmp_path / "rows.parquet"
    pasar("sim", "bali", "--games", "20", "--seed", "1", "--out", str(rows))
    said = pasar("balance", "bali", "--from", str(rows), "--games", "5")
    assert said.code == 1 and "leave --games out" in said.err


def test_another_number_is_compared_over_the_same_seeds(pasar: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PASAR_JIT", "0")  # the changed half is another process: a few games are faster than a compiler
    run = ("--bot", "random", "--games", "4", "--seed", "1", "--set", "shrine_points=9")
    found = json.loads(pasar("balance", "bali", *run, "--json").out)
    changed = found["chapters"]["what_if"]["numbers"]
    assert changed["changes"] == {"shrine_points": 9}
    apart = {what: each["all"]["value"] for what, each in changed["differences"].items() if "all" in each}
    assert apart["turns"] == 0 and apart["points"] == apart["from_shrines"] > 0
    assert found["about"]["Changed"] == "shrine_points is 9 instead of 4 (points for each shrine at the end)"
    assert found["chapters"]["what_if"]["findings"][0] == f"Changed: {found['about']['Changed']}."
    assert "--set shrine_points=9" in found["about"]["Command"]
