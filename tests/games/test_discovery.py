"""Which games there are: those of the house, and those that other packages bring along."""

import sys
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from pasar.errors import BadGame
from pasar.games import games
from pasar.games.words import LANGUAGES, own_words
from pasar.kernel import plugins

GAME = """\
from pasar.games.contract import Game
GAME = Game(name={name!r}, seats={seats!r}, options=(), package="brought")
"""


@pytest.fixture
def bring(monkeypatch, tmp_path):
    """Puts a package `brought` where Python finds it, under the name of a game."""

    def install(name, source):
        (tmp_path / "brought.py").write_text(source)
        monkeypatch.syspath_prepend(tmp_path)
        monkeypatch.setattr(plugins, "installed", lambda: (EntryPoint(name, "brought:GAME", plugins.GROUP),))
        games.cache_clear()

    yield install
    games.cache_clear()
    sys.modules.pop("brought", None)


def test_a_game_of_another_package_stands_beside_ours(bring):
    bring("chess", GAME.format(name="chess", seats=range(2, 3)))
    assert list(games()) == ["bali", "basari", "chess"]


@pytest.mark.parametrize(
    ("name", "source", "fault"),
    [
        ("bali", GAME.format(name="bali", seats=range(2, 3)), "two games 'bali': uninstall the one of .* brought"),
        ("chess", "import nothing_there", "cannot be loaded: No module named 'nothing_there'"),
        ("chess", "GAME = 3", "is no Game of that name and package"),
        ("chess", GAME.format(name="draughts", seats=range(2, 3)), "is no Game of that name and package"),
        ("chess", GAME.format(name="chess", seats=range(2, 18)), "is for more than 16 players: cut `seats`"),
    ],
)
def test_a_game_that_cannot_be_used_is_named(bring, name, source, fault):
    bring(name, source)
    with pytest.raises(BadGame, match=fault):
        games()


def test_our_own_games_speak_every_language_and_have_every_page():
    """A game of another package may do without: what it lacks is said in English, and tests without a page skipped."""
    ours = [game for game in games().values() if game.package.startswith("pasar.games.")]
    assert len(ours) >= 2
    for game in ours:
        assert all(own_words(game.package, language) for language in LANGUAGES)
        assert {"hidden.py", "perft.py", "pieces.py"} <= {
            page.name for page in (Path(__file__).parent / game.name).iterdir()
        }
