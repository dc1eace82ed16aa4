"""The page about the lab lists every column of every game; `python tests/lab/test_rows_docs.py` prints the lists."""

import re
import sys
from collections.abc import Iterator
from pathlib import Path

from pasar.games import games
from pasar.games.contract import Game
from pasar.games.ledger import COLOUR, CONTEXT, CONTEXT_SIDE, NOBODY, SIDES, Column
from pasar.lab.rows import Plan, places

PAGE = Path(__file__).parents[2] / "docs" / "lab.md"


def tokens(game: Game, column: Column) -> tuple[str, ...]:
    if column.key == COLOUR:
        return tuple(game.events.EVENTS[column.event].bundle)
    if column.key == CONTEXT_SIDE:
        return tuple(f"{token}_{side}" for token in game.events.TOKENS[game.ledger.CONTEXT_KEY] for side in SIDES)
    key = game.ledger.CONTEXT_KEY if column.key == CONTEXT else column.key
    return tuple(game.events.TOKENS[key]) if key else ()


def lines(game: Game) -> Iterator[str]:
    yield "| Columns | What |"
    yield "|---|---|"
    yield f"| `from_SOURCE_S` | points from a source: {', '.join(game.ledger.SOURCES)} |"
    for column in game.ledger.COLUMNS:
        told = tokens(game, column)
        name = column.name + ("_X" if told else "") + ("" if column.of == NOBODY else "_S")
        which = f"; X: {', '.join(told)}" if told else ""
        yield f"| `{name}` | {column.help}{which} |"


def general(game: Game) -> Iterator[str]:
    yield "| Columns | What |"
    yield "|---|---|"
    plan = Plan.of(game, game.check(), 1, 1)
    for place in places(plan):
        if place.name.startswith("from_"):
            return
        if not re.search("_[1-9]$", place.name):
            yield f"| `{re.sub('_0$', '_S', place.name)}` | {place.help} |"


def test_the_page_lists_every_column():
    page = PAGE.read_text(encoding="utf-8")
    for game in games().values():
        assert "\n".join(general(game)) in page
        assert "\n".join(lines(game)) in page


if __name__ == "__main__":
    for each in games().values():
        sys.stdout.write("\n".join([*general(each), "", *lines(each), "", ""]))
