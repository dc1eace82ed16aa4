"""One source, one module a game."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from pasar.games import games
from pasar.kernel.stamp import stamp


def test_a_stamp_has_the_games_own_rules():
    compiled = {name: game.compiled for name, game in games().items()}
    for name, module in compiled.items():
        assert module.rules is games()[name].rules
    assert len(set(map(id, compiled.values()))) == len(compiled)


def test_the_same_stamp_is_given_again_also_to_threads():
    game = games()["bali"]
    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(lambda _: game.stamp("pasar.lab.playout").random_games, range(32)))
    assert len(set(map(id, found))) == 1


def test_what_is_not_there_is_named():
    with pytest.raises(ImportError, match=r"pasar\.lab\.nothing"):
        stamp("pasar.lab.nothing", "bali")
