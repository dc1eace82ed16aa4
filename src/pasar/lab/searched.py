"""Positions that a search has thought about, to learn from: it judges them better than the net that it asks.

Searching bots play games against themselves, and some of their decisions are by chance, as in `pasar.lab.train`. What
is learned of a quiet position is half of what the search expects of it and half of how the game ended. Of a game only
some positions are learned from, and thought about so much: all of them tell the same story.
"""

from dataclasses import dataclass

import numpy as np

from pasar.bots import stamped
from pasar.bots.search import LISTED, STRONG
from pasar.bots.tree import TOP, clear, list_children, plant
from pasar.games.contract import Game, Rules, State
from pasar.kernel.rng import game_source, generator
from pasar.kernel.seats import MOST_SEATS
from pasar.lab.train import Positions, every_so_many, tables

CHANCES = (0.0, 0.0, 0.02, 0.05, 0.15)  # of a decision by chance: of each game in turn
UNLEARNED = 4  # a position from which nothing is learned, as in the midst of a move, is thought about so much less
LEAST = 16  # simulations
ROOM = 12  # nodes for each simulation
EXPECTED = 0.5  # of a target is what the search expects, the rest is how the game ended


@dataclass(frozen=True)
class Thought:
    """What a search found out about the decisions of the seats that are to act."""

    choices: list[tuple[int, np.ndarray, np.ndarray]]  # seat, actions, tries
    expected: np.ndarray  # by everybody, whether to act or not


class Players:
    """Everybody at a table of searching bots."""

    def __init__(self, game: Game, net: np.ndarray, simulations: int, seed: int) -> None:
        self.game, self.net, self.simulations = game, net, simulations
        self._kernel, self._cells = stamped.search_kernel(game), STRONG.cells()
        self._tree, self._control = plant(ROOM * max(simulations, 256))
        self._rows = np.zeros((LISTED, 4), dtype=np.float64)
        self._source, self._dice = generator(seed), np.random.default_rng(seed)

    def think(self, state: State, is_learned: bool) -> Thought:
        seats = self.game.to_act(state)
        simulations = self.simulations if is_learned else max(LEAST, self.simulations // UNLEARNED)
        everybody = np.zeros(MOST_SEATS)
        clear(self._tree, self._control)
        self._kernel.expect(
            state, seats[0], self._tree, self._control, self._cells, self.net, self._source, simulations, everybody
        )
        choices = []
        for seat in seats:
            count = int(list_children(self._tree, int(self._control[TOP]), seat, self._rows))
            _, actions, tries, _ = self._rows[:count].T.copy()
            choices.append((seat, actions, tries))
        return Thought(choices, (everybody / simulations).astype(np.float32))

    def is_learned(self, state: State, every: int) -> bool:
        """Whether the position is one to learn from: one in so many of those that can be judged."""
        return bool(self.game.greedy.quiet(state[0])) and self._dice.integers(every) == 0

    def act(self, state: State, thought: Thought, chance: float) -> None:
        made = [(seat, self._pick(actions, tries, len(thought.choices) > 1, chance))
                for seat, actions, tries in thought.choices]  # fmt: skip
        for seat, action in made:
            self.game.compiled.apply(state, seat, action, None)

    def _pick(self, actions: np.ndarray, tries: np.ndarray, together: bool, chance: float) -> int:
        at = self._dice.choice(len(tries), p=STRONG.odds(tries.tolist())) if together else tries.argmax()
        if self._dice.random() < chance:
            at = self._dice.integers(len(tries))
        return int(actions[at])


def searched_play(game: Game, players: int, net: np.ndarray, count: int, simulations: int, seed: int) -> Positions:
    """At least so many positions, evenly from all tables, whole games."""
    kinds = tables(game, players)
    parts = [_searched(game, rules, net, count // len(kinds), simulations, seed * len(kinds) + kind)
             for kind, rules in enumerate(kinds)]  # fmt: skip
    every = parts[0]
    for part in parts[1:]:
        every = every.joined(part)
    return every


def _searched(game: Game, rules: Rules, net: np.ndarray, count: int, simulations: int, seed: int) -> Positions:
    thinkers, every = Players(game, net, simulations, seed), every_so_many(game, rules, seed)
    features: list[np.ndarray] = []
    shares: list[np.ndarray] = []
    targets: list[np.ndarray] = []
    number = 0
    while len(features) < count:
        source, chance = game_source(seed, number), CHANCES[number % len(CHANCES)]
        told, expected, ended = _played(thinkers, rules, source, chance, every)
        features += told
        shares += [ended] * len(told)
        targets += [EXPECTED * each + (1 - EXPECTED) * ended for each in expected]
        number += 1
    return Positions(np.array(features), np.array(shares), np.array(targets))


def _played(
    thinkers: Players, rules: Rules, source: np.ndarray, chance: float, every: int
) -> tuple[list[np.ndarray], list[np.ndarray], np.ndarray]:
    """One game: of some quiet positions everybody's features and what they may expect; the shares of the victory."""
    game, players = thinkers.game, rules["players"]
    state = game.deal(rules, source)
    game.compiled.start(state, None)
    told: list[np.ndarray] = []
    expected: list[np.ndarray] = []
    while game.to_act(state):
        is_learned = thinkers.is_learned(state, every)
        thought = thinkers.think(state, is_learned)
        if is_learned:
            told.append(_features(game, state, players))
            expected.append(thought.expected[:players])
        thinkers.act(state, thought, chance)
    ended = np.zeros(players, dtype=np.float32)
    winners = list(game.winners(state))
    ended[winners] = 1 / len(winners)
    return told, expected, ended


def _features(game: Game, state: State, players: int) -> np.ndarray:
    out = np.zeros((players, game.greedy.FEATURES), dtype=np.float32)
    for seat in range(players):
        game.greedy.features(state[0], seat, out[seat])
    return out
