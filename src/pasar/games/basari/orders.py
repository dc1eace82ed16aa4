"""What a player of Basari may leave word about: how far to go in a haggle, counted in gems."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from pasar.games.basari import box
from pasar.games.basari.bidding import is_bidding, lowest_bid
from pasar.games.basari.moves import COMPOSED
from pasar.games.basari.state import ANSWER
from pasar.games.contract import Order, State

MOST_GEMS = box.COLOURS * box.GEMS_OF_A_COLOUR

ORDERS = (
    Order("ceiling", "the most gems to bid: raise by the least up to that, then accept", most=MOST_GEMS),
    Order("floor", "the fewest gems for which to leave the action to the other at once", least=1, most=MOST_GEMS),
)


def answer(state: State, seat: int, orders: Mapping[str, Any]) -> str | None:
    s, lowest = state[0], np.zeros(box.COLOURS, dtype=np.int64)
    if not orders or s.actor != seat or not is_bidding(s) or not lowest_bid(s, seat, lowest):
        return None
    if s.phase == ANSWER and sum(s.standing.tolist()) >= orders.get("floor", MOST_GEMS + 1):
        return "accept"
    if "ceiling" not in orders:
        return None
    # Who opens a haggle has to bid something, whatever the ceiling.
    within = sum(lowest.tolist()) <= orders["ceiling"] or s.phase != ANSWER
    return COMPOSED.text(lowest.tolist()) if within else "accept"
