"""A bot of your own for Bali: buys what is cheap, builds shrines, and takes cards where the priests are.

pasar arena bali --bots examples/own_bot.py:Builder,greedy,random --games 60
"""

import random
from typing import Any

from pasar.bots.contract import Budget

LIKED = ("play shrine", "points", "look", "play priest", "play mason")


class Builder:
    def __init__(self) -> None:
        self.dice = random.Random(1)

    def choose(self, view: dict[str, Any], open_moves: list[str], budget: Budget) -> str:
        """`view` is what this seat sees; one of `open_moves` is to be returned."""
        me = view["seats"][view["seat"]]
        for move in open_moves:
            word, _, what = move.partition(" ")
            if word == "buy" and me["prices"][what] <= 2:
                return move
            if word == "take" and view["offer"][int(what) - 1][-1] == "priest":
                return move
        if "pass" in open_moves:
            return "pass"
        liked = [move for move in LIKED if move in open_moves]
        return liked[0] if liked else self.dice.choice(open_moves)
