"""What belongs to one game stands in its folder: the lab names no game, nothing in its box, none of its columns."""

import re
from collections.abc import Iterator
from pathlib import Path

from pasar import lab
from pasar.games import games
from pasar.games.chapters import Lab, lab_of
from pasar.games.contract import Game

LAB = Path(lab.__file__).parent
ANYBODYS = {"points", "worker", "workers"}  # every game has points, and the lab has workers of its own


def words(game: Game) -> Iterator[str]:
    yield from (game.name, *(option.name for option in game.options))
    # Phases are called by everyday words ("over"), so they are left out.
    yield from (token for name, tokens in game.events.TOKENS.items() if name != "phase" for token in tokens)
    yield from (*game.ledger.THINGS, *game.ledger.SOURCES, *lab_of(game).colours)
    yield from (argument for event in game.events.EVENTS.values() for argument in event.bundle)
    yield from (column.name for column in game.ledger.COLUMNS if "_" in column.name)
    yield from ("haggle", "gem", "altar")


def test_the_lab_names_nothing_of_a_game() -> None:
    known = {word.lower() for game in games().values() for word in words(game) if len(word) > 2}
    known = (known | {f"{word}s" for word in known}) - ANYBODYS
    named = re.compile(rf"\b({'|'.join(sorted(known))})(?![a-z])", re.IGNORECASE)
    found = [(path.name, match[0]) for path in LAB.rglob("*.py") for match in named.finditer(path.read_text("utf-8"))]
    assert found == []


def test_a_game_without_a_page_for_the_lab_has_the_usual_one() -> None:
    assert lab_of(Game("other", range(2, 3), (), "pasar.kernel")) == Lab()
