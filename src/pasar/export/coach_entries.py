"""What a page's coach calls of a game, a file of its own: only who looks back on a game needs it. See `entries.py`."""

from typing import Any

from numba import carray

from pasar.games.contract import LedgerModule

playouts: Any  # pasar.coach.playouts, stamped for the game
ledger: LedgerModule  # the game's ledger.py

SOURCES = len(ledger.SOURCES)


def play_on(
    state, mode, seat, lines, count, longest, source, first_world, settings, unit, shares, worlds, players, parts,
    wanted,
):  # fmt: skip
    """`wanted`: 1 if `parts` is to be filled, else 0."""
    playouts.play_on(
        carray(state, 1), mode, seat, carray(lines, (count, longest, 2)), carray(source, 1)[0], first_world,
        carray(settings, 2), unit, carray(shares, (count, worlds, players)),
        carray(parts, (count * wanted, worlds, players, SOURCES)),
    )  # fmt: skip


def draw(state, seat, settings, source):
    return playouts.draw(carray(state, 1), seat, carray(settings, 1)[0], carray(source, 1))


def reshuffle(state, source):
    playouts.reshuffle(carray(state, 1), carray(source, 1))


ENTRIES = (play_on, draw, reshuffle)
