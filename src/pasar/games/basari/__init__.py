"""Basari: choose in secret, haggle with gems, and be the one who leads when a stage is counted."""

from pasar.games.contract import Game, Option

GAME = Game(
    name="basari",
    seats=range(3, 6),
    options=(Option("deck", "a deck file (CSV) to play with instead of the project's 39 bazaar cards", is_file=True),),
    package=__name__,
    simultaneous=True,  # everybody chooses an action in secret
)
