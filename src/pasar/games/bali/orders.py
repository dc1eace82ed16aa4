"""What a player of Bali may leave word about. When nothing can be afforded, the rules pass by themselves (T1)."""

from collections.abc import Mapping
from typing import Any

from pasar.games.bali.state import BUY
from pasar.games.contract import Order, State

ASK, ALWAYS = "ask", "always"

ORDERS = (Order("skip_buying", "whether to pass over buying: ask me, or always pass", words=(ASK, ALWAYS)),)


def answer(state: State, seat: int, orders: Mapping[str, Any]) -> str | None:
    s = state[0]
    skips = s.phase == BUY and s.actor == seat and orders.get("skip_buying", ASK) == ALWAYS
    return "pass" if skips else None
