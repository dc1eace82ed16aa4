"""`pasar skill`: the report, and what it refuses."""

import json
from html import escape
from pathlib import Path
from typing import Any


def test_page_and_json_say_the_same(pasar: Any, tmp_path: Path) -> None:
    page = tmp_path / "skill.html"
    few = ("--games", "6", "--decisions-of", "2", "--luck-of", "2")
    run = ("--levels", "random,greedy", *few, "--seed", "7", "--workers", "1")
    found = json.loads(pasar("skill", "basari", *run, "--json", "--out", str(page)).out)
    text = page.read_text()
    assert found["levels"] == ["random", "greedy"] and "NaN" not in json.dumps(found) and "<script" not in text
    for said in [*found["verdict"], *(said for each in found["chapters"].values() for said in each["findings"])]:
        assert escape(said) in text
    command = found["about"]["Command"]
    assert escape(command) in text and "--decisions-of 2 --luck-of 2 --seed 7" in command


def test_what_cannot_be_is_one_line(pasar: Any, tmp_path: Path) -> None:
    for arguments, reason in (
        (("bali", "--levels", "greedy"), "two levels or more"),
        (("bali", "--levels", "greedy,nobody"), "there is no bot 'nobody'"),
        (("bali", "--out", str(tmp_path / "none" / "x.html")), "cannot be written"),
    ):
        said = pasar("skill", *arguments)
        assert said.code == 1 and said.err.count("\n") == 1 and reason in said.err, said.err
