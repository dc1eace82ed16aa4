"""`pasar replay`: the story of a game, in three languages and through one player's eyes."""

import json
import os
import pty
from pathlib import Path
from typing import Any

import pytest
from support import starting


@pytest.mark.parametrize(
    ("language", "player", "score"),
    [("en", "Player 1", "Score"), ("de", "Spieler 1", "Wertung"), ("fr", "Joueur 1", "Décompte")],
)
@pytest.mark.parametrize("name", ["bali", "basari"])
def test_three_languages(pasar: Any, recorded: Any, name: str, language: str, player: str, score: str) -> None:
    file = recorded(name)
    said = pasar("replay", str(file), "--lang", language)
    assert (said.code, said.err) == (0, "")
    assert player in said.out and score in said.out and "\x1b" not in said.out
    record = json.loads(file.read_text().splitlines()[0])
    assert all(str(points) in said.out for points in record["result"]["points"])


def test_lines_end_in_their_ruling_and_turns_are_apart(pasar: Any, recorded: Any) -> None:
    story = pasar("replay", str(recorded("bali"))).out
    assert story.startswith("It is Player 1’s turn.  [B1]\n  ")
    assert "\n\nIt is Player 2’s turn.  [B1]\n" in story


def test_one_of_many(pasar: Any, recorded: Any) -> None:
    file = str(recorded("bali"))
    assert pasar("replay", file, "--game", "1").out != pasar("replay", file, "--game", "3").out
    said = pasar("replay", file, "--game", "4")
    assert (said.code, said.out) == (1, "") and said.err == f"pasar: {file}: there is no game 4: the file holds 3\n"


def test_a_seat_is_told_only_what_it_saw(pasar: Any, recorded: Any) -> None:
    file = recorded("bali", "--players", "4", games=30)
    records = [json.loads(line) for line in file.read_text().splitlines()]
    number = next(place for place, record in enumerate(records, 1) if [1, "play shrine"] in record["moves"])
    told = ("replay", str(file), "--game", str(number))
    everything, one = pasar(*told).out, pasar(*told, "--seat", "0").out
    hidden = "a good face down on the altar"
    assert hidden not in everything and "face down on the altar" in everything
    assert hidden in one
    assert pasar(*told, "--seat", "4").code == 1


def test_an_unfinished_game_keeps_its_secrets(pasar: Any, recorded: Any) -> None:
    file: Path = recorded("basari", games=1)
    record = json.loads(file.read_text())
    record["moves"], record["result"] = record["moves"][:1], None
    file.write_text(json.dumps(record))
    said = pasar("replay", str(file))
    assert said.code == 0 and "Player 1 has chosen." in said.out and "The game is not over." in said.out


@pytest.mark.parametrize("other", ["chess", ["bali"], None])
def test_a_record_of_no_game_of_ours_is_one_line(pasar: Any, recorded: Any, other: Any) -> None:
    file: Path = recorded("bali", games=1)
    file.write_text(json.dumps(json.loads(file.read_text()) | {"game": other}))
    said = pasar("replay", str(file))
    assert (said.code, said.out) == (1, "") and said.err.startswith(f"pasar: {file}:1: ") and said.err.count("\n") == 1


def test_names_of_a_record_cannot_paint_the_screen(pasar: Any, recorded: Any) -> None:
    file: Path = recorded("basari", games=1)
    record = json.loads(file.read_text())
    record["names"] = ["[red]An\x1b[2Jna[/red]", 7, ""]
    file.write_text(json.dumps(record))
    story = pasar("replay", str(file)).out
    assert "[red]An[2Jna[/red]" in story and "\x1b" not in story and "Player 2" in story


def _on_a_terminal(*arguments: str, **environment: str) -> str:
    """What a program writes when it believes to be on a terminal."""
    ours, theirs = pty.openpty()
    kept = {name: value for name, value in os.environ.items() if name != "NO_COLOR"}
    own = {**kept, "TERM": "xterm-256color", **environment}
    running = starting.start(["pasar", *arguments], stdout=theirs, stdin=theirs, env=own)
    os.close(theirs)
    written = b""
    while True:
        try:
            part = os.read(ours, 65536)
        except OSError:  # how Linux says that the other side is closed
            break
        if not part:
            break
        written += part
    os.close(ours)
    assert running.wait() == 0
    return written.decode()


def test_colours_only_on_a_terminal_that_wants_them(recorded: Any) -> None:
    file = str(recorded("bali", games=1))
    assert "\x1b[" in _on_a_terminal("replay", file)
    assert "\x1b" not in _on_a_terminal("replay", file, NO_COLOR="1")
    assert "\x1b" not in _on_a_terminal("replay", file, TERM="dumb")
