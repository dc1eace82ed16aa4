"""What a player of Basari may leave word about: how far to go in a haggle, counted in gems."""

from collections.abc import Mapping
from typing import Any

from pasar.games.basari import box, moves
from pasar.games.basari.state import ANSWER
from pasar.games.contract import Order, State

MOST_GEMS = box.COLOURS * box.GEMS_OF_A_COLOUR

ORDERS = (
    Order("ceiling", "the most gems to bid: raise by the least up to that, then accept", most=MOST_GEMS),
    Order("floor", "the fewest gems for which to leave the action to the other at once", least=1, most=MOST_GEMS),
)


def answer(state: State, seat: int, orders: Mapping[str, Any]) -> str | None:
    menu = moves.menu(state, seat)
    if menu.build is None or not orders:
        return None
    s = state[0]
    if s.phase == ANSWER and sum(int(count) for count in s.standing) >= orders.get("floor", MOST_GEMS + 1):
        return "accept"
    if "ceiling" not in orders:
        return None
    fewest = menu.build.enough - bool(menu.build.fewer)  # gems of the least raise
    # Who opens a haggle has to bid something, whatever the ceiling.
    return menu.build.least if fewest <= orders["ceiling"] or "accept" not in menu.open else "accept"
