"""What a thinker's decision is to a person who asked for advice: one move, and no other that is shown to be better.

A thinker plays what it tried most, and where others choose in secret at the same time, it draws lots. To a person who
is shown chances both look like mistakes. So the advice is the best chance among the moves that were tried often, and a
move of which little is known is not shown as better than that.

Chances are shown as they come true: a thinker takes the best of many guesses for granted, which is too high on average.
By how much was measured on games of bots, and is data of the game (`hints.toml`, made by `pasar.lab.reliability`).
"""

from bisect import bisect
from dataclasses import dataclass, replace
from math import exp, log
from typing import Any

from pasar.bots.contract import Decision, Position
from pasar.games.contract import Game

OFTEN = 0.25  # of the tries of the most tried move
LEAST = 0.001  # a chance that is nearer to 0 or 1 than this counts as so near


@dataclass(frozen=True)
class Correction:
    """Odds as they come true: those that were found, to a power, times a factor; both change during a game."""

    moves: tuple[float, ...]  # made before, where the next two are known
    slope: tuple[float, ...]  # the power
    shift: tuple[float, ...]  # the factor's logarithm

    @classmethod
    def of(cls, game: Game, players: int) -> "Correction | None":
        found: dict[str, Any] | None = game.hints.get(str(players))
        return None if found is None else cls(*(tuple(found[name]) for name in ("moves", "slope", "shift")))

    def of_share(self, share: float, moves: int) -> float:
        """Rises with the share, so the order of moves stays."""
        bounded = min(1 - LEAST, max(LEAST, share))
        odds = self._at(self.slope, moves) * log(bounded / (1 - bounded)) + self._at(self.shift, moves)
        return 1 / (1 + exp(-odds))

    def _at(self, values: tuple[float, ...], moves: int) -> float:
        after = bisect(self.moves, moves)
        if after in (0, len(self.moves)):
            return values[min(after, len(values) - 1)]
        low, high = self.moves[after - 1], self.moves[after]
        return values[after - 1] + (values[after] - values[after - 1]) * (moves - low) / (high - low)


def advice(decision: Decision, position: Position) -> Decision:
    """What a person is told: one move, and chances that come true."""
    told, correction = advised(decision), Correction.of(position.game, position.rules["players"])
    if correction is None:
        return told
    moves = int(position.state["moves"][0])
    expected = [replace(each, share=correction.of_share(each.share, moves)) for each in told.expected]
    return replace(told, expected=tuple(expected))


def advised(decision: Decision) -> Decision:
    """The same thought with the move to advise, whose chance is the first and best of those it tells."""
    if not decision.expected:
        return decision
    enough = OFTEN * max(each.visits for each in decision.expected)
    best = max((each for each in decision.expected if each.visits >= enough), key=lambda each: each.share)
    others = [each for each in decision.expected if each is not best and each.share <= best.share]
    expected = (best, *sorted(others, key=lambda each: -each.share))
    return replace(decision, move=best.move, actions=(), expected=expected)
