"""`pasar coach`: a file of finished games, as text, JSON and a page."""

import json

import pytest

from pasar.coach.judge import JUDGES
from pasar.match.match import Match
from pasar.match.record import read

RECORDS = "tests/records/bali.jsonl"


@pytest.fixture(scope="module")
def record(tmp_path_factory):
    """A game of two that is over."""
    path = tmp_path_factory.mktemp("coach") / "game.json"
    path.write_text(json.dumps(next(read(RECORDS))[1] | {"names": ["Ada", "<b>Ben"]}))
    return str(path)


def test_a_game_is_told_in_words_and_written_as_a_page(pasar, record, tmp_path):
    page = tmp_path / "game.html"
    done = pasar("coach", record, "--budget", "quick", "--lang", "de", "--html", str(page))
    assert done.code == 0, done.err
    assert "Ada" in done.out and "Eigenes Spiel" in done.out and JUDGES["thumb"].shown in done.out
    written = page.read_text(encoding="utf-8")
    assert '<html lang="de">' in written and "<svg" in written and "&lt;b&gt;Ben" in written and "<b>Ben" not in written


def test_json_is_the_analysis(pasar, record):
    done = pasar("coach", record, "--budget", "quick", "--json")
    found = json.loads(done.out)
    assert found["format"] == "pasar-analysis/1" and found["budget"] == "quick"
    for seat in found["seats"]:
        assert seat["result"] == seat["even"] + seat["luck"] + seat["own_play"] + seat["others_play"]


def test_what_cannot_be_analysed_is_named_with_its_file_and_line(pasar, tmp_path):
    begun, broken = tmp_path / "begun.json", tmp_path / "broken.json"
    begun.write_text(json.dumps(Match.new("bali", seed=1).record()))
    broken.write_text(json.dumps(Match.new("bali", seed=1).record() | {"game": "go"}))
    done = pasar("coach", str(begun))
    assert done.code == 1 and f"{begun}:1: after 0 moves the game is not over" in done.err
    done = pasar("coach", str(broken))
    assert done.code == 1 and f"{broken}:1:" in done.err and "go" in done.err
    assert pasar("coach", str(tmp_path / "missing.json")).code == 1
