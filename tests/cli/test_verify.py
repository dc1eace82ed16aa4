"""`pasar verify`: finds the first fault and says where it is."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest


@pytest.fixture
def broken(recorded: Any) -> Callable[..., Path]:
    """Three games of which the second is changed by `change`."""

    def file(change: Callable[[dict[str, Any]], object]) -> Path:
        path: Path = recorded("bali", "--players", "3")
        lines = path.read_text().splitlines()
        record = json.loads(lines[1])
        change(record)
        lines[1] = json.dumps(record)
        path.write_text("\n".join(lines) + "\n")
        return path

    return file


def test_good_files(pasar: Any, recorded: Any) -> None:
    one, other = recorded("bali"), recorded("basari", games=1)
    said = pasar("verify", str(one), str(other))
    assert (said.code, said.err) == (0, "")
    assert said.out == f"{one}: 3 records, all good\n{other}: 1 record, all good\n"


def test_an_illegal_move_is_named_with_the_open_ones(pasar: Any, broken: Any) -> None:
    file = broken(lambda record: record["moves"][16].__setitem__(1, "keep 4"))
    said = pasar("verify", str(file))
    assert (said.code, said.out) == (1, "")
    assert said.err.startswith(f"{file}:2: move 17: 'keep 4' is not open") and "(open: " in said.err
    assert said.err.count("\n") == 1


@pytest.mark.parametrize(
    ("change", "part"),
    [
        (lambda record: record["result"]["points"].__setitem__(0, 99), ":2: wrong result"),
        (lambda record: record.__setitem__("format", "pasar-record/9"), ":2: unknown format"),
        (lambda record: record["setup"]["deck"].append("mason"), ":2: offer and deck have 51 cards"),
        (lambda record: record["moves"].__setitem__(3, "pass"), ":2: move 4"),
        (lambda record: record.__setitem__("game", "chess"), ":2: there is no game 'chess'"),
        (lambda record: record.__setitem__("game", ["bali"]), ":2: there is no game"),
        (lambda record: record.clear(), ":2: unknown format"),
    ],
)
def test_faults_are_named_with_file_and_line(pasar: Any, broken: Any, change: Any, part: str) -> None:
    file = broken(change)
    said = pasar("verify", str(file))
    assert said.code == 1 and said.err.startswith(f"{file}{part}") and said.err.count("\n") == 1


def test_a_fault_does_not_hide_the_next_file(pasar: Any, broken: Any, recorded: Any) -> None:
    bad, good = broken(lambda record: record["moves"].pop()), recorded("basari")
    said = pasar("verify", str(bad), str(good))
    assert said.code == 1 and "all good" in said.out and str(bad) in said.err


@pytest.mark.parametrize(
    ("content", "part"), [("", "holds no record"), ("{", "not JSON"), (b"\xff\xfe", "cannot be read")]
)
def test_files_without_records(pasar: Any, tmp_path: Path, content: str | bytes, part: str) -> None:
    file = tmp_path / "games.jsonl"
    file.write_bytes(content if isinstance(content, bytes) else content.encode())
    said = pasar("verify", str(file))
    assert said.code == 1 and part in said.err and said.err.count(str(file)) == 1 and said.err.count("\n") == 1


def test_a_missing_file(pasar: Any) -> None:
    said = pasar("verify", "/nowhere/games.jsonl")
    assert said.code == 1 and said.err == "/nowhere/games.jsonl: cannot be read: no such file or directory\n"


def test_json(pasar: Any, broken: Any) -> None:
    file = broken(lambda record: record["moves"].__setitem__(0, [0, "fly"]))
    said = pasar("verify", "--json", str(file), "/nowhere")
    first, second = json.loads(said.out)
    assert said.code == 1 and said.err == ""
    assert (first["file"], first["records"], first["line"]) == (str(file), 1, 2)
    assert first["fault"].startswith(f"{file}:2: move 1: ")
    assert (second["records"], second["line"]) == (0, None) and "cannot be read" in second["fault"]


def test_standard_input(program: Any, recorded: Any) -> None:
    said = program("verify", "-", typed=recorded("bali").read_text())
    assert (said.code, said.out) == (0, "-: 3 records, all good\n")
    said = program("verify", "-", typed="nonsense\n")
    assert said.code == 1 and said.err.startswith("-:1: not JSON")
