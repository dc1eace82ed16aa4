"""Nothing of a game is outside its folder: no other source speaks of its name, options, pieces or sources of points.

Examples for people may: docstrings, help of commands, and the examples in the description of the API.
"""

import ast
import re
from pathlib import Path

import pytest

import pasar
from pasar.games import games

SOURCES = Path(pasar.__file__).parent
EXAMPLES = SOURCES / "server" / "http" / "routes" / "examples.py"
FOR_PEOPLE = {"examples", "help"}  # arguments that hold them
OTHER_MEANINGS = {"worker", "workers", "red", "yellow", "green", "blue"}  # who plays games for the lab; of terminals
OURS = [game for game in games().values() if game.package.startswith("pasar.games.")]


def tokens_of(game):
    things = {token for name, tokens in game.events.TOKENS.items() if name != "phase" for token in tokens}
    switches = {option.name for option in game.options if not option.is_file}
    return {game.name, *switches, *things, *game.ledger.SOURCES, *game.ledger.THINGS}


def only_of(game):
    """Tokens of this game alone; letters and words that mean something else, too, tell nothing."""
    others = set().union(*(tokens_of(other) for other in OURS if other is not game))
    return {token for token in tokens_of(game) - others - OTHER_MEANINGS if len(token) > 2}


def said_in(source):
    """Every name and text of a source but examples: (line, its words joined by underscores)."""
    tree = ast.parse(source)
    passed_over = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            passed_over |= {each.value for each in node.body[:1] if isinstance(each, ast.Expr)}
        elif isinstance(node, ast.keyword) and node.arg in FOR_PEOPLE:
            passed_over |= set(ast.walk(node.value))
    for node in ast.walk(tree):
        if node not in passed_over:
            texts = (getattr(node, field, None) for field in ("value", "id", "attr", "arg", "name"))
            for text in texts:
                if isinstance(text, str):
                    yield node.lineno, "_".join(re.findall("[a-z]+", text.lower()))


def spoken_of(tokens, source):
    pattern = re.compile(rf"(?:^|_)({'|'.join(sorted(tokens))})(?:_|$)")
    return [(line, found[1]) for line, text in said_in(source) if (found := pattern.search(text))]


@pytest.mark.parametrize("own", OURS, ids=lambda game: game.name)
def test_a_game_is_spoken_of_in_its_own_folder_alone(own):
    folder = SOURCES / "games" / own.name
    sources = [path for path in SOURCES.rglob("*.py") if folder not in path.parents and path != EXAMPLES]
    assert len(sources) > 200
    found = {str(path): spoken_of(only_of(own), path.read_text(encoding="utf-8")) for path in sources}
    assert {path: lines for path, lines in found.items() if lines} == {}


def test_whatever_speaks_of_it_is_named():
    tokens = {"shrine", "rice_farmer"}
    source = '"""A shrine."""\nSHRINE_PRICE = 7\nkind = "rice_farmer" if s.shrine else field(help="a shrine")\n'
    assert sorted(spoken_of(tokens, source)) == [(2, "shrine"), (3, "rice_farmer"), (3, "shrine")]
