"""Reads a deck of bazaar cards from a CSV file, and says exactly what is wrong with one that cannot be used (S2)."""

import csv
import re
from collections.abc import Iterable, Sequence
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

from pasar.errors import BadDeck
from pasar.files import shown, why_not
from pasar.games.basari import box

Card = tuple[int, ...]  # workers, points, then gems of each colour

GEM_COLUMNS = ("red", "yellow", "green", "blue")
CARD_COLUMNS = ("workers", "points", *GEM_COLUMNS)
COLUMNS = ("id", *CARD_COLUMNS)

LARGEST_FILE = 64 * 1024  # bytes; a deck needs about one of the 64 KiB
_NUMBER = re.compile("0|[1-9][0-9]{0,3}")


@cache
def project_deck() -> tuple[Card, ...]:
    """The deck that is played with unless a table brings its own."""
    source = resources.files("pasar.games.basari") / "deck.csv"
    return parse(source.read_text(encoding="utf-8"), "deck.csv")


def read(path: Any) -> tuple[Card, ...]:
    """The cards of a deck file; raises BadDeck with the file, the line and the reason."""
    name = shown(path)
    content = _content(path, name)
    if len(content) > LARGEST_FILE:
        raise BadDeck(f"{name}: larger than {LARGEST_FILE // 1024} KiB, so it is no deck of {box.CARDS} cards")
    try:
        return parse(content.decode("utf-8-sig"), name)
    except UnicodeDecodeError as error:
        line = content[: error.start].count(b"\n") + 1
        raise BadDeck(f"{name}, line {line}: not UTF-8 text; save the file as CSV in UTF-8") from None


def _content(path: Any, name: str) -> bytes:
    """The bytes of a file, one more than a deck may have at most."""
    if not isinstance(path, str | Path):
        raise BadDeck(f"{name}: not the name of a file")
    try:
        file = Path(path)
        if not file.exists():
            raise BadDeck(f"{name}: there is no such file")
        if not file.is_file():
            raise BadDeck(f"{name}: not a file that could hold a deck")
        with file.open("rb") as opened:
            return opened.read(LARGEST_FILE + 1)
    except (OSError, ValueError) as error:
        raise BadDeck(f"{name}: cannot be read ({why_not(error)})") from None


def parse(text: str, name: str) -> tuple[Card, ...]:
    """The cards of a deck file's text; `name` is what complaints call it."""
    rows = _rows(text, name)
    if not rows:
        raise BadDeck(f"{name}: empty; the first line must name the columns {','.join(COLUMNS)}")
    line, header = rows[0]
    _check_header(header, f"{name}, line {line}")
    cards = []
    for index, (line, cells) in enumerate(rows[1:]):
        cards.append(_card(header, cells, index, f"{name}, line {line}"))
    if len(cards) != box.CARDS:
        raise BadDeck(f"{name}: {len(cards)} cards where a deck has {box.CARDS}; the last is in line {line}")
    return tuple(cards)


def _rows(text: str, name: str) -> list[tuple[int, list[str]]]:
    """The lines that are not blank, each with its number and its cells without surrounding spaces."""
    reader = csv.reader(text.splitlines(), strict=True)
    try:
        rows = [(reader.line_num, [cell.strip() for cell in cells]) for cells in reader]
        return [(line, cells) for line, cells in rows if any(cells)]
    except csv.Error as error:
        raise BadDeck(f"{name}, line {reader.line_num}: not CSV ({error})") from None


def _check_header(header: Sequence[str], where: str) -> None:
    for column in header:
        if column not in COLUMNS:
            raise BadDeck(f"{where}: unknown column {column!r:.40}; a deck has the columns {','.join(COLUMNS)}")
        if header.count(column) > 1:
            raise BadDeck(f"{where}: the column {column} stands there twice")
    for column in COLUMNS:
        if column not in header:
            raise BadDeck(f"{where}: the column {column} is missing; a deck has the columns {','.join(COLUMNS)}")


def _card(header: Sequence[str], cells: Sequence[str], index: int, where: str) -> Card:
    if len(cells) != len(header):
        raise BadDeck(f"{where}: {len(cells)} cells where the first line names {len(header)} columns")
    numbers = {}
    for column, cell in zip(header, cells, strict=True):
        if not _NUMBER.fullmatch(cell):
            raise BadDeck(f"{where}: {column} is {cell!r:.40}, which is not a whole number from 0 up")
        numbers[column] = int(cell)
    if index >= box.CARDS:
        raise BadDeck(f"{where}: a card too many, a deck has {box.CARDS}")
    if numbers["id"] != index:
        raise BadDeck(f"{where}: id {numbers['id']} where {index} is next; ids go from 0 to {box.CARDS - 1} in order")
    card = tuple(numbers[column] for column in CARD_COLUMNS)
    reason = fault(card)
    if reason:
        raise BadDeck(f"{where}: {reason}")
    return card


def fault(card: Card) -> str:
    """What the box does not allow about a card (S2), or nothing."""
    for what, number, allowed in (
        ("workers", card[box.WORKERS], box.CARD_WORKERS),
        ("points", card[box.POINTS], box.CARD_POINTS),
        ("gems", sum(card[box.FIRST_GEM :]), box.CARD_GEMS),
    ):
        if number not in allowed:
            return f"{number} {what} where a card has {_limits(allowed)}"
    return ""


def _limits(allowed: range) -> str:
    return f"{allowed.start} to {allowed.stop - 1}"


def as_json(card: Sequence[int]) -> dict[str, Any]:
    """A card as a setup and a view write it."""
    workers, points = int(card[box.WORKERS]), int(card[box.POINTS])
    return {"workers": workers, "points": points, "gems": bundle(card[box.FIRST_GEM :])}


def bundle(gems: Iterable[int]) -> dict[str, int]:
    """Gems by colour as a dict of tokens, those with none left out."""
    return {gem: int(count) for gem, count in zip(box.GEM_NAMES, gems, strict=True) if count}
