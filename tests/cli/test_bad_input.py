"""Whatever is typed wrongly is answered by one line and an exit code, and nothing is written."""

import os
from pathlib import Path
from typing import Any

import pytest

FAULT, USAGE = 1, 2
LINK = "http://127.0.0.1:9/table/00112233445566ff#KEY"

REFUSED = [
    (("sim", "chess"), FAULT, "no game 'chess' (there are: bali, basari"),
    (("sim", "bali", "--players", "5"), FAULT, "bali is for 2 to 4 players, not 5"),
    (("sim", "basari", "--players", "2"), FAULT, "basari is for 3 to 5 players"),
    (("sim", "basari", "--oracle"), FAULT, "basari has no option 'oracle' (it has: deck)"),
    (("sim", "bali", "--deck", "cards.csv"), FAULT, "bali has no option 'deck'"),
    (("sim", "basari", "--deck", "/nowhere/cards.csv"), FAULT, "/nowhere/cards.csv"),
    (("sim", "bali", "--records", "/nowhere/games.jsonl"), FAULT, "/nowhere/games.jsonl cannot be written"),
    (("sim", "bali", "--records", "/"), FAULT, "/ cannot be written: it is a folder"),
    (("sim", "bali", "--records", ""), FAULT, "cannot be written"),
    (("sim", "bali", "--games", "0"), USAGE, "--games"),
    (("sim", "bali", "--games", "-3"), USAGE, "--games"),
    (("sim", "bali", "--games", "many"), USAGE, "'many'"),
    (("sim", "bali", "--workers", "0"), USAGE, "--workers"),
    (("sim", "bali", "--players", "two"), USAGE, "'two'"),
    (("sim", "bali", "--seed", "1.5"), USAGE, "'1.5'"),
    (("sim", "bali", "--gamse", "5"), USAGE, "--gamse"),
    (("sim",), USAGE, "GAME"),
    (
        ("sim", "bali", "--bots", "greedy,expret"),
        FAULT,
        "there is no bot 'expret' (did you mean expert?); there are: first",
    ),
    (("sim", "bali", "--bots", ","), FAULT, "no bots are named"),
    (("sim", "bali", "--bots", "greedy,,random"), FAULT, "a name is missing in 'greedy,,random'"),
    (("sim", "bali", "--seed", str(2**63)), USAGE, "--seed"),
    (("sim", "bali", "--bots", "nothing.py:Missing"), FAULT, "no file nothing.py"),
    (("sim", "bali", "--bots", "greedy,random,easy", "--players", "2"), FAULT, "3 bots are more than 2 seats"),
    (("sim", "bali", "--out", "/nowhere/rows.parquet"), FAULT, "/nowhere/rows.parquet cannot be written"),
    (("sim", "bali", "--out", "/"), FAULT, "/ cannot be written: it is a folder"),
    (("sim", "bali", "--out", "a.parquet", "--records", "a.jsonl"), FAULT, "--out and --records are two runs"),
    (("sim", "bali", "--on", "rays"), FAULT, "'rays' is no cluster"),
    (("sim", "bali", "--on", "ray://host"), FAULT, "'ray://host' is no cluster"),
    (("arena", "bali", "--bots", "greedy,random", "--on", "here"), FAULT, "'here' is no cluster"),
    (("simulate",), USAGE, "no such command 'simulate'; see pasar --help"),
    (("serv",), USAGE, "no such command 'serv' (did you mean serve?); see pasar --help"),
    (("join",), USAGE, "LINK"),
    (("join", "localhost:8000", "--bot", "a.py:A"), FAULT, "'localhost:8000' is no link to a table; one looks like"),
    (("join", "http://host:port/table/x", "--bot", "a.py:A"), FAULT, "is no link to a table"),
    (("join", "http://localhost:8000/", "--bot", "a.py:A"), FAULT, "leads to no table: open one there"),
    (("join", LINK), FAULT, "no bot is named; --bot file.py:Class is yours"),
    (("join", LINK, "--bot", "hard"), FAULT, "'hard' is a bot of the server, which its host seats"),
    (("join", LINK, "--bot", "mine.py"), FAULT, "'mine.py' names no class; a bot looks like file.py:Class"),
    (("join", LINK, "--bot", "nothing.py:Missing"), FAULT, "no file nothing.py"),
    (("join", LINK, "--bot", "json:JSONDecodr"), FAULT, "no class 'JSONDecodr' (bots there: none)"),
    (("join", LINK, "--bot", "json:A", "--bot", "json:B", "--token", "x"), FAULT, "a token speaks for one person"),
    (("join", LINK, "--bot", "json:JSONDecoder"), FAULT, "json:JSONDecoder is not a bot: it has no method choose"),
    (("verify",), USAGE, "FILE"),
    (("replay", "/nowhere/games.jsonl"), FAULT, "/nowhere/games.jsonl"),
    (("replay", "x", "--lang", "it"), USAGE, "'it'"),
    (("replay", "x", "--game", "0"), USAGE, "--game"),
    (("play", "chess"), FAULT, "no game 'chess'"),
    (("play", "bali", "--seat", "2"), FAULT, "there is no seat 2: with 2 players the seats are 0 to 1"),
    (("play", "bali", "--seat", "-1"), FAULT, "there is no seat -1"),
    (("play", "bali", "--save", "/nowhere/game.json"), FAULT, "/nowhere/game.json cannot be written"),
]


@pytest.mark.parametrize(
    ("arguments", "code", "part"), REFUSED, ids=lambda value: " ".join(value) if isinstance(value, tuple) else ""
)
def test_one_line_names_the_fault(pasar: Any, arguments: tuple[str, ...], code: int, part: str) -> None:
    said = pasar(*arguments)
    assert said.code == code
    assert said.out == ""
    assert said.err.count("\n") == 1 and said.err.startswith("pasar: ")
    assert part in said.err


def test_a_wrong_option_points_to_the_help_of_its_command(pasar: Any) -> None:
    assert pasar("sim", "bali", "--games", "0").err.endswith("; see pasar sim --help\n")


@pytest.mark.parametrize(
    ("content", "part"),
    [("workers,points\n", "cards.csv"), ("", "cards.csv"), ("\0\1", "cards.csv")],
)
def test_a_bad_deck_is_refused_before_anything_runs(pasar: Any, tmp_path: Path, content: str, part: str) -> None:
    deck = tmp_path / "cards.csv"
    deck.write_text(content)
    for command in ("sim", "play"):
        said = pasar(command, "basari", "--deck", str(deck))
        assert (said.code, said.out) == (FAULT, "")
        assert part in said.err and said.err.count("\n") == 1


def test_a_refused_run_leaves_no_file(pasar: Any, tmp_path: Path) -> None:
    pasar("sim", "basari", "--oracle", "--records", str(tmp_path / "games.jsonl"))
    pasar("sim", "bali", "--players", "9", "--records", str(tmp_path / "games.jsonl"))
    assert list(tmp_path.iterdir()) == []


def test_an_unwritable_folder_is_named_before_the_games_are_played(
    pasar: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def forbidden(*_: Any) -> None:
        raise AssertionError("the run began")

    monkeypatch.setattr("pasar.cli.sim._simulated", forbidden)
    (tmp_path / "file").write_text("")
    said = pasar("sim", "bali", "--records", str(tmp_path / "file" / "games.jsonl"))
    assert said.code == FAULT and "cannot be written" in said.err


def test_a_full_disk_is_one_line(pasar: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def full(*_: Any) -> None:
        raise OSError(28, "No space left on device", "games.jsonl")

    monkeypatch.setattr("pasar.match.record.write", full)
    said = pasar("sim", "bali", "--games", "1", "--records", str(tmp_path / "games.jsonl"))
    assert (said.code, said.err) == (FAULT, "pasar: games.jsonl: No space left on device\n")


def test_a_file_that_is_there_gives_way_only_if_told_so(pasar: Any, tmp_path: Path) -> None:
    """Records of three games were replaced by those of one."""
    file = tmp_path / "games.jsonl"
    file.write_text("kept")
    for command in (("sim", "bali", "--games", "1", "--records"), ("play", "bali", "--save")):
        said = pasar(*command, str(file))
        assert (said.code, file.read_text()) == (FAULT, "kept")
        assert "is there already: name another file, or say --overwrite" in said.err
    assert pasar("sim", "bali", "--games", "1", "--records", str(file), "--overwrite").code == 0
    assert pasar("verify", str(file)).code == 0


@pytest.mark.parametrize("special_kind", ["pipe", "link"])
def test_what_is_no_plain_file_is_never_replaced(pasar: Any, tmp_path: Path, special_kind: str) -> None:
    """The same as with /dev/null, which a test must not try: whoever may write there would lose it."""
    special, aim = tmp_path / "special", tmp_path / "aim"
    if special_kind == "pipe":
        os.mkfifo(special)
    else:
        aim.write_text("kept")
        special.symlink_to(aim)
    before = special.lstat()
    for command in (("sim", "bali", "--games", "1", "--records"), ("play", "bali", "--save")):
        said = pasar(*command, str(special))
        assert (said.code, said.out) == (FAULT, "") and "not a plain file" in said.err
    assert "not a plain file" in pasar("play", "bali", typed=f"save {special}\n").out
    after = special.lstat()
    assert (after.st_ino, after.st_mode) == (before.st_ino, before.st_mode)
    assert special_kind == "pipe" or aim.read_text() == "kept"
