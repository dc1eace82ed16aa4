"""Bali: farmers, stone, shrines, and an altar that decides what everything was worth."""

from pasar.games.contract import Game, Option

GAME = Game(
    name="bali",
    seats=range(2, 5),
    options=(
        Option("oracle", "the oracle variant: some new rows let one look into the altar"),
        Option("demon", "the demon variant: one row of the offer is barred"),
    ),
    package=__name__,
)
