"""The seven levels that people play against: what each does not see, and how much each thinks.

A level is never weak by dice. It is the search with something that people lack too: sight beyond the points on the
table, an eye for what others gain, conclusions from what others did, a choice that cannot be foreseen, patience. How
much of it is a game's own (`levels.toml`), so that each level beats the one below by about as much in every game with
every number of players: docs/results/strength.md.
"""

from dataclasses import dataclass, replace
from threading import Event
from typing import Any

from pasar.bots.ahead import AheadBot
from pasar.bots.contract import Budget, Decision, Position
from pasar.bots.search import STRONG, SearchSettings
from pasar.games.contract import Game

# The choice that looks best, whoever foresees it. All below the expert search as when they were tuned.
FORESEEABLE = replace(STRONG, exploration=0.4, mixing=0.0, horizon=0, sharpness=20.0)
FORGETFUL = replace(FORESEEABLE, belief=0.0)  # whatever others did, it means nothing
GRASPING = replace(FORGETFUL, greed=1.0)  # others count as they stand, whatever a move gives them
SHORT_OF_SIGHT = replace(FORGETFUL, sight=1.0, margin_scale=4.0)  # points on the table, and nothing else
NAIVE = replace(SHORT_OF_SIGHT, greed=1.0, prior=30.0)  # both, and hardly a rule of thumb


@dataclass(frozen=True)
class Level:
    """How it thinks about one game with so many players."""

    name: str
    settings: SearchSettings
    simulations: int
    seconds: float  # that a move takes at most, however slow the machine is
    help: str
    thinks_ahead: bool = False  # while somebody else decides, if its table lets it

    def for_game(self, game: Game, players: int) -> "Level":
        """The same with what the game says of it: simulations, and settings by their names."""
        own: dict[str, Any] = dict(game.levels.get(str(players), {}).get(self.name, {}))
        simulations = own.pop("simulations", self.simulations)
        return replace(self, settings=replace(self.settings, **own), simulations=simulations)


LEVELS = {
    level.name: level
    for level in (
        Level("first", NAIVE, 4, 1.0, "plays its first game: sees the points on the table, and only its own"),
        Level("learner", SHORT_OF_SIGHT, 8, 1.0, "is short of sight: takes the points that it can have now"),
        Level("casual", GRASPING, 12, 1.0, "is greedy: overlooks what its moves give to others"),
        Level("club", FORGETFUL, 32, 1.0, "plays soundly, but draws no conclusions from what others did"),
        Level("strong", FORESEEABLE, 100, 1.0, "thinks ahead, but never bluffs and can be foreseen"),
        Level("expert", STRONG, 800, 1.0, "guesses what others hide and cannot be foreseen, but decides quickly"),
        Level("champion", STRONG, 6400, 2.0, "the same, and takes its time", thinks_ahead=True),
    )
}


class LevelBot:
    """One seat's player of a level, for one game."""

    wants_view = False

    def __init__(self, level: Level, seed: int, own_budget: bool = False) -> None:
        self._level, self._seed = level, seed
        self._own_budget = own_budget  # whether somebody asked for another budget than the level's
        self._bot: AheadBot | None = None

    @property
    def thinks_ahead(self) -> bool:
        return self._level.thinks_ahead

    def ahead(self, position: Position, cancel: Event) -> int:
        """Think while others are to decide; the simulations made."""
        return self._bot.ahead(position, cancel) if self._bot is not None and self.thinks_ahead else 0

    def decide(self, position: Position, budget: Budget) -> Decision:
        if self._bot is None:
            self._level = self._level.for_game(position.game, position.rules["players"])
            self._bot = AheadBot(self._level.settings, self._seed)
        if not self._own_budget and budget.simulations is None:
            budget = replace(budget, simulations=self._level.simulations)
        return self._bot.decide(position, budget)
