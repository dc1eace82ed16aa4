"""The compiled parts of the bots, stamped for a game (see `pasar.kernel.stamp`)."""

from functools import cache
from importlib import resources
from types import ModuleType
from typing import Any

import numpy as np

from pasar.games import find
from pasar.games.contract import Game
from pasar.kernel.stamp import stamp

HIDDEN = 64  # cells of a net's hidden layer
NO_NET = np.zeros((1, 1), dtype=np.float32)  # stands for none where the compiled parts want one


def _stamped(template: str, game: Game, **parts: Any) -> ModuleType:
    return stamp(template, game.name, rules=game.rules, secrets=game.secrets, greedy=game.greedy, **parts)


def policy(game: Game) -> ModuleType:
    return _stamped("pasar.bots.policy", game)


def judge(game: Game) -> ModuleType:
    return _stamped("pasar.bots.judge", game)


def search_kernel(game: Game) -> ModuleType:
    parts: dict[str, Any] = {"beliefs": game.beliefs, "policy": policy(game), "judge": judge(game)}
    return _stamped("pasar.bots.search_kernel", game, **parts)


def samples(game: Game) -> ModuleType:
    return _stamped("pasar.bots.samples", game, policy=policy(game), judge=judge(game))


@cache
def net(game_name: str, players: int, judgement: str = "net") -> np.ndarray | None:
    """The weights with which positions of this game are judged; None if it has learned none.

    A game that has judged in the same way all along has no nets of `before`.
    """
    folder = resources.files(find(game_name).package)
    kept = (folder / f"{each}_{players}.npy" for each in (judgement, "net"))
    file = next((each for each in kept if each.is_file()), None)
    if file is None:
        return None
    with file.open("rb") as opened:
        weights: np.ndarray = np.load(opened)
    return weights
