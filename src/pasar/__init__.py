"""Pasar: Bali and Basari on any table with a screen. `pasar.new("bali", players=3, seed=7)` deals a game.

Not affiliated with the games' authors or publishers.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pasar.match.match import Match

__version__ = "0.1.0"


def new(game: str, players: int | None = None, seed: int | None = None, **options: Any) -> "Match":
    """A freshly dealt match; without a seed every deal is another one. Options are the game's own."""
    from pasar.match.match import Match

    return Match.new(game, players, seed, **options)


def load(path: str) -> "Match":
    """A match from a file that holds one record, replayed to its last move."""
    from pasar.match.record import read_one

    return read_one(path)
