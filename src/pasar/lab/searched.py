"""Positions that a search has thought about, to learn from: it judges them better than the net that it asks.

Searching bots play games against themselves, and some of their decisions are by chance, as in `pasar.lab.train`. What
is learned of a quiet position is half of what the search expects of it and half of how the game ended.
"""

from dataclasses import dataclass

import numpy as np

from pasar.bots import stamped
from pasar.bots.search import LISTED, STRONG
from pasar.bots.tree import TOP, clear, list_children, plant
from pasar.games.contract import Game, Rules, State
from pasar.kernel.rng import game_source, generator
from pasar.lab.train import Net, Positions, tables

CHANCES = (0.0, 0.0, 0.02, 0.05, 0.15)  # of a decision by chance: of each game in turn
IN_A_MOVE = 4  # a position in the midst of a move, from which nothing is learned, is thought about so much less
LEAST = 16  # simulations
ROOM = 12  # nodes for each simulation
EXPECTED = 0.5  # of a target is what the search expects, the rest is how the game ended


@dataclass(frozen=True)
class Thought:
    """What a search found out about the decisions of the seats that are to act."""

    choices: list[tuple[int, np.ndarray, np.ndarray]]  # seat, actions, tries
    means: dict[int, float]  # what each of these seats may expect


class Players:
    """Everybody at a table of searching bots."""

    def __init__(self, game: Game, net: np.ndarray, simulations: int, seed: int) -> None:
        self.game, self.net, self.simulations = game, net, simulations
        self.judgement = Net.of(net)
        self._kernel, self._cells = stamped.search_kernel(game), STRONG.cells()
        self._tree, self._control = plant(ROOM * max(simulations, 256))
        self._rows = np.zeros((LISTED, 4), dtype=np.float64)
        self._source, self._dice = generator(seed), np.random.default_rng(seed)

    def think(self, state: State, is_quiet: bool) -> Thought:
        seats = self.game.to_act(state)
        simulations = self.simulations if is_quiet else max(LEAST, self.simulations // IN_A_MOVE)
        clear(self._tree, self._control)
        self._kernel.search(
            state, seats[0], self._tree, self._control, self._cells, self.net, self._source, simulations
        )
        choices, means = [], {}
        for seat in seats:
            count = int(list_children(self._tree, int(self._control[TOP]), seat, self._rows))
            _, actions, tries, rewards = self._rows[:count].T.copy()
            choices.append((seat, actions, tries))
            means[seat] = float(tries @ rewards / tries.sum())
        return Thought(choices, means)

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
    thinkers = Players(game, net, simulations, seed)
    features: list[np.ndarray] = []
    shares: list[np.ndarray] = []
    targets: list[np.ndarray] = []
    number = 0
    while len(features) < count:
        told, expected, ended = _played(thinkers, rules, game_source(seed, number), CHANCES[number % len(CHANCES)])
        features += told
        shares += [ended] * len(told)
        targets += [EXPECTED * each + (1 - EXPECTED) * ended for each in expected]
        number += 1
    return Positions(np.array(features), np.array(shares), np.array(targets))


def _played(
    thinkers: Players, rules: Rules, source: np.ndarray, chance: float
) -> tuple[list[np.ndarray], list[np.ndarray], np.ndarray]:
    """One game: of each quiet position everybody's features and what they may expect; the shares of the victory."""
    game, players = thinkers.game, rules["players"]
    state = game.deal(rules, source)
    game.compiled.start(state, None)
    told: list[np.ndarray] = []
    expected: list[np.ndarray] = []
    while game.to_act(state):
        is_quiet = bool(game.greedy.quiet(state[0]))
        thought = thinkers.think(state, is_quiet)
        if is_quiet:
            told.append(_features(game, state, players))
            expected.append(_prospects(thinkers.judgement, told[-1], thought.means))
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


def _prospects(net: Net, features: np.ndarray, means: dict[int, float]) -> np.ndarray:
    """What the search expects for those who are to act; the others share the rest as the net says."""
    said = net.shares(features[None])[0]
    found = np.array([means.get(seat, 0.0) for seat in range(len(said))], dtype=np.float32)
    others = np.array([seat not in means for seat in range(len(said))])
    if others.any():
        found[others] = said[others] * max(0.0, 1 - found.sum()) / said[others].sum()
    return found
