"""The drawings: every view of every game can be drawn in every language, from the view alone."""

import json
import re
import string
from collections import Counter
from collections.abc import Iterator
from importlib import resources
from itertools import islice, product
from typing import Any

import pytest
from rich.console import Console

from pasar.bots.roster import find_bot
from pasar.cli.opponents import Opponents
from pasar.cli.tables import drawing, plain
from pasar.cli.typed import meant
from pasar.games import games
from pasar.games.words import LANGUAGES, words
from pasar.match.match import Match

NAMES = ("Ann", "Bob", "Cem", "Dia", "Eva")
OWN_WORDS = ["pasar.cli", "pasar.games.bali.terminal", "pasar.games.basari.terminal"]


def _no_fault(seat: int, fault: Exception) -> None:
    raise AssertionError(f"seat {seat}: {fault}")


def _views(name: str) -> Iterator[dict[str, Any]]:
    """What the acting seats see in games with everything in them, as JSON makes it."""
    found = games()[name]
    switches = {option.name: True for option in found.options if not option.is_file}
    for seed in range(3):
        match = Match.new(name, found.seats[-1], seed=seed, **switches)
        opponents = Opponents(dict.fromkeys(range(match.players), find_bot("random")), seed, _no_fault)
        while not match.over:
            seat = match.to_act[0]
            yield json.loads(json.dumps(match.view(seat)))
            opponents.play(match, seat)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", list(games()))
def test_every_position_fits_on_a_small_terminal(name: str, language: str) -> None:
    table = drawing(games()[name])
    console = Console(width=80, color_system=None)
    for view in islice(_views(name), 0, None, 3):
        with console.capture() as drawn:
            console.print(table.board(view, NAMES, language, console))
        lines = drawn.get().splitlines()
        assert 4 < len(lines) <= 19 and max(len(line.rstrip()) for line in lines) <= 80
        assert "…" not in drawn.get()  # nothing is cut off
        for text in view["open"]:
            assert "{" not in table.hint(view, text, language)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", list(games()))
def test_a_narrow_terminal_shows_all_that_a_wide_one_does(name: str, language: str) -> None:
    table, labels = drawing(games()[name]), words(f"pasar.games.{name}.terminal", language).tables["labels"]
    of_nothing = {labels["player"], labels.get("choice")}  # headings without anything below them
    for view, width in product(list(_views(name))[::9], (40, 60, 79)):
        wide, narrow = (_drawn(table.board, view, language, columns) for columns in (250, width))
        assert max(len(line.rstrip()) for line in narrow.splitlines()) <= width and "…" not in narrow
        missing = _signs(wide) - _signs(narrow)
        assert set(missing) <= of_nothing, f"{missing} of\n{wide}\nin\n{narrow}"


def _drawn(board: Any, view: dict[str, Any], language: str, width: int) -> str:
    console = Console(width=width, color_system=None)
    with console.capture() as drawn:
        console.print(board(view, NAMES, language, console))
    return drawn.get()


def _signs(drawn: str) -> Counter[str]:
    """Every word and number, without frames and what stands between them."""
    return Counter(re.findall(r"[^\s|+\-,;:()]+", drawn))


@pytest.mark.parametrize("name", list(games()))
def test_a_game_without_a_drawing_is_outlined(name: str) -> None:
    console = Console(width=80, color_system=None)
    view = next(_views(name))
    with console.capture() as drawn:
        console.print(plain.board(view, NAMES, "en", console))
    for key in view.keys() - {*plain.SHOWN_ELSEWHERE, "seats"}:
        assert f"{words(games()[name].package, 'en').name(key)}:" in drawn.get()
    assert all(f"{person}:" in drawn.get() for person in NAMES[: len(view["seats"])])


def test_the_offer_shows_what_can_be_taken_and_what_comes_next() -> None:
    view = next(view for view in _views("bali") if view["phase"] == "take")
    row = next(int(text.split()[1]) for text in view["open"] if len(view["offer"][int(text.split()[1]) - 1]) > 1)
    hint = drawing(games()["bali"]).hint(view, f"take {row}", "en")
    card, below = view["offer"][row - 1][-1], view["offer"][row - 1][-2]
    assert card in hint and below in hint


@pytest.mark.parametrize("package", OWN_WORDS)
def test_the_languages_have_the_same_sentences_with_the_same_places(package: str) -> None:
    assert {file.name for file in (resources.files(package) / "words").iterdir()} == {
        f"{name}.toml" for name in LANGUAGES
    }
    english, *others = (words(package, language).tables for language in LANGUAGES)
    for other in others:
        assert [(table, list(keys)) for table, keys in other.items()] == [
            (table, list(keys)) for table, keys in english.items()
        ]
        for table, sentences in english.items():
            for key, sentence in sentences.items():
                assert _places(other[table][key]) <= _places(sentence), f"{package} {table}.{key}"


def _places(sentence: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(sentence) if name}


@pytest.mark.parametrize(
    ("typed", "moves"),
    [
        ("play mason", ["play mason"]),
        ("  PLAY   Mason ", ["play mason"]),
        ("p m", ["play mason"]),
        ("play r", ["play rice", "play rice*2"]),
        ("play rice", ["play rice"]),
        ("3", ["play rice*2"]),
        ("4", []),
        ("0", []),
        ("fly", []),
        ("", []),
        ("play mason now", []),
    ],
)
def test_what_was_meant(typed: str, moves: list[str]) -> None:
    assert meant(typed, ["play mason", "play rice", "play rice*2"]) == moves
