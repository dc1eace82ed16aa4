"""A search that thinks on while others are to decide, wherever it plays: in the arena this shows what that is worth."""

from threading import Event

from pasar.bots.contract import Budget, Decision, Position
from pasar.bots.search import SearchBot, SearchSettings

AHEAD = 4  # times the simulations of a decision are made while somebody else decides


class AheadBot:
    """One seat's thinker for one game."""

    wants_view = False

    def __init__(self, settings: SearchSettings, seed: int) -> None:
        self._search = SearchBot(settings, seed)
        self._usual = 0  # simulations of a decision

    def decide(self, position: Position, budget: Budget) -> Decision:
        decision = self._search.decide(position, budget)
        self._usual = budget.simulations or decision.simulations
        return decision

    def ahead(self, position: Position, cancel: Event) -> int:
        """Think while others are to decide; the simulations made."""
        return self._search.ahead(position, Budget(simulations=AHEAD * self._usual, cancel=cancel))
