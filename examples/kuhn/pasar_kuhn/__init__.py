"""Kuhn poker: three cards, two players, one bet."""

from typing import TYPE_CHECKING

from pasar.games.contract import Game, OneFile

if TYPE_CHECKING:  # a type checker holds the game against the contract
    from . import rules

    _: OneFile = rules

GAME = Game(name="kuhn", seats=range(2, 3), options=(), package=__name__)
