"""S2: deck files, good and bad. Every fault is one line that names the file, the line and the reason."""

import pytest

from pasar.errors import BadDeck
from pasar.games.basari import GAME, deck

HEADER = "id,workers,points,red,yellow,green,blue"
GOOD = [HEADER, *(f"{card},2,5,1,0,0,{1 + card % 2}" for card in range(39))]


@pytest.fixture
def write(tmp_path):
    def written(lines):
        file = tmp_path / "deck.csv"
        file.write_bytes(lines if isinstance(lines, bytes) else "\n".join(lines).encode())
        return file

    return written


def changed(line, text):
    """The good deck with another text in this line, counted from 1."""
    return [*GOOD[: line - 1], text, *GOOD[line:]]


def test_s2_a_loaded_deck_is_played_with(write):
    state = GAME.blank(GAME.check(3, deck=write(GOOD)))
    assert state[0].cards[1].tolist() == [2, 5, 1, 0, 0, 2]


def test_s2_without_a_file_the_projects_deck():
    assert GAME.blank(GAME.check(3))[0].cards.tolist() == [list(card) for card in deck.project_deck()]


@pytest.mark.parametrize(
    "lines",
    [
        "\n".join(GOOD).encode("utf-8-sig"),
        "\r\n".join(GOOD).encode(),
        [*GOOD, "", ""],
        [", ".join(reversed(line.split(","))) for line in GOOD],
    ],
    ids=["byte order mark", "Windows line ends", "blank lines at the end", "columns in another order"],
)
def test_s2_what_programs_save_is_read(write, lines):
    assert deck.read(write(lines))[1] == (2, 5, 1, 0, 0, 2)


@pytest.mark.parametrize(
    ("line", "text", "reason"),
    [
        (1, HEADER + ",purple", "'purple'"),
        (1, "id,workers,points,red,yellow,green", "blue is missing"),
        (1, HEADER.replace("blue", "red"), "red stands there twice"),
        (1, "0,2,5,1,0,0,1", "unknown column '0'"),
        (5, "3,0,5,1,0,0,1", "0 workers where a card has 1 to 4"),
        (5, "3,5,5,1,0,0,1", "5 workers where a card has 1 to 4"),
        (5, "3,2,3,1,0,0,1", "3 points where a card has 4 to 7"),
        (5, "3,2,8,1,0,0,1", "8 points where a card has 4 to 7"),
        (5, "3,2,5,1,0,0,0", "1 gems where a card has 2 to 4"),
        (5, "3,2,5,1,2,1,1", "5 gems where a card has 2 to 4"),
        (5, "3,2,5,1,0,0,-1", "blue is '-1'"),
        (5, "3,2.0,5,1,0,0,1", "workers is '2.0'"),
        (5, "3,two,5,1,0,0,1", "workers is 'two'"),
        (5, "3,2,5,1,0,0,", "blue is ''"),
        (5, "3,²,5,1,0,0,1", "workers is '²'"),
        (5, "3,2,5,1,0,0", "6 cells where the first line names 7"),
        (5, "3,2,5,1,0,0,1,1", "8 cells where the first line names 7"),
        (5, "2,2,5,1,0,0,1", "id 2 where 3 is next"),
        (5, "9,2,5,1,0,0,1", "id 9 where 3 is next"),
        (5, '3,"2,5,1,0,0,1', "not CSV"),
    ],
)
def test_s2_a_bad_line_is_refused_by_its_number(write, line, text, reason):
    lines = changed(line, text)
    if "not CSV" in reason:
        lines = lines[:line]
    with pytest.raises(BadDeck) as refusal:
        deck.read(write(lines))
    assert f"deck.csv, line {line}: " in str(refusal.value)
    assert reason in str(refusal.value)
    assert "\n" not in str(refusal.value)


@pytest.mark.parametrize(
    ("lines", "reason"),
    [
        (b"", "empty"),
        (b"\n\n\n", "empty"),
        (GOOD[:1], "0 cards where a deck has 39"),
        (GOOD[:39], "38 cards where a deck has 39; the last is in line 39"),
        ([*GOOD, "39,2,5,1,0,0,1"], "line 41: a card too many"),
        (b"id,w\xe9", "line 1: not UTF-8"),
        (b"1,1,1\n" * 20_000, "larger than 64 KiB"),
    ],
)
def test_s2_a_file_that_is_no_deck_is_refused(write, lines, reason):
    with pytest.raises(BadDeck, match=r"deck\.csv") as refusal:
        deck.read(write(lines))
    assert reason in str(refusal.value)


@pytest.mark.parametrize(
    ("path", "reason"),
    [
        ("none.csv", "none.csv: there is no such file"),
        ("long" * 2000, "cannot be read (file name too long)"),
        (".", "not a file"),
        ("", "not a file"),
        ("a\0b", "'a\\x00b'"),
        ("two\nlines", "'two\\nlines'"),
        (7.5, "7.5: not the name of a file"),
        (None, "None: not the name of a file"),
    ],
)
def test_s2_a_file_that_cannot_be_read_is_refused(path, reason):
    with pytest.raises(BadDeck) as refusal:
        GAME.blank({"players": 3, "deck": path})
    assert reason in str(refusal.value)
    assert "\n" not in str(refusal.value)
