"""Files appear whole or not at all."""

import os

import pytest

from pasar.errors import PasarError
from pasar.files import check_writable, write_lines


def names(folder):
    return sorted(file.name for file in folder.iterdir())


def test_a_file_takes_the_place_of_the_old_one(tmp_path):
    target = tmp_path / "games.jsonl"
    target.write_text("old\n")
    write_lines(target, ["one", "two"])
    assert target.read_text() == "one\ntwo\n"
    assert names(tmp_path) == ["games.jsonl"]


def test_an_interrupted_file_leaves_the_old_one(tmp_path):
    def lines():
        yield "new"
        raise KeyboardInterrupt

    target = tmp_path / "games.jsonl"
    target.write_text("old\n")
    with pytest.raises(KeyboardInterrupt):
        write_lines(target, lines())
    assert target.read_text() == "old\n"
    assert names(tmp_path) == ["games.jsonl"]


@pytest.mark.parametrize("ask", [check_writable, lambda path: write_lines(path, ["x"])])
@pytest.mark.parametrize("what", ["folder", "link", "pipe", "nowhere", "nul"])
def test_what_is_no_plain_file_is_refused_and_left_alone(tmp_path, ask, what):
    target = tmp_path / "target"
    if what == "folder":
        target.mkdir()
    elif what == "link":
        target.symlink_to(tmp_path / "elsewhere")
    elif what == "pipe":
        os.mkfifo(target)
    elif what == "nowhere":
        target = tmp_path / "missing" / "target"
    else:
        target = tmp_path / "a\0b"
    before = names(tmp_path)
    with pytest.raises(PasarError, match="cannot be written") as refused:
        ask(target)
    assert "\n" not in str(refused.value)
    assert names(tmp_path) == before


def test_asking_leaves_nothing_behind(tmp_path):
    check_writable(tmp_path / "games.jsonl")
    assert names(tmp_path) == []
