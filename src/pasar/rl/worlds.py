"""Many states at once for a search: draws worlds that a seat cannot tell from the true one, steps them, looks at them.

>>> env = VectorEnv("bali", 64, players=2)
>>> env.reset(seed=7)
>>> worlds = Worlds("bali", players=2)
>>> imagined = worlds.imagined(env.states, env.infos["seat"], generator(1))
>>> after, rewards = worlds.step(imagined, env.sample())
>>> seats, observations, masks = worlds.look(after)

A vector environment plays games one after another; this leaves what it is given as it was and keeps nothing, so that a
search can come back to any state. `states.view(np.uint8)` are its bytes, for libraries that know no records.
"""

from typing import Any

import numpy as np

from pasar.errors import BadRules, MoveNotOpen
from pasar.games import find
from pasar.games.contract import Game

Array = np.ndarray


class Worlds:
    """States of one game for so many players, a row each: arrays in, new arrays out."""

    def __init__(self, game: str, players: int | None = None) -> None:
        self.game: Game = find(game)
        self.players: int = self.game.check(players)["players"]
        self.dtype: np.dtype[Any] = self.game.state.STATE
        self.num_actions: int = self.game.rules.ACTIONS
        self.observation_size = sum(count for _, count, _ in self.game.observe.OBSERVATION)
        self._loops = self.game.stamp("pasar.rl.imagining")

    def imagined(self, states: Array, seats: Array, source: Array) -> Array:
        """For each row another state that its seat could not tell from this one (`source`: `pasar.kernel.rng`)."""
        others = self._copied(states)
        eyes = self._numbers("seats", seats, len(others))
        if ((eyes < 0) | (eyes >= self.players)).any():
            raise BadRules(f"seats are numbers from 0 to {self.players - 1}")
        self._loops.resample(others, eyes, source)
        return others

    def step(self, states: Array, actions: Array) -> tuple[Array, Array]:
        """The states after one action each, and what that pays every seat: shares of the victory when a game ends.

        Of games that are over nothing changes and nothing is paid, whatever the action. A closed action is refused.
        """
        after = self._copied(states)
        given = self._numbers("actions", actions, len(after))
        rewards = np.zeros((len(after), self.players), dtype=np.float32)
        refused = int(self._loops.step(after, given, np.zeros(self.players, dtype=np.int64), rewards))
        if refused != self._loops.ALL_OPEN:
            raise MoveNotOpen(f"action {given[refused]} is not open in row {refused}")
        return after, rewards

    def look(self, states: Array) -> tuple[Array, Array, Array]:
        """The seat that acts, its observation and its mask; where a game is over, -1 and all zeros."""
        own = self._copied(states)
        seats = np.zeros(len(own), dtype=np.int8)
        observations = np.zeros((len(own), self.observation_size), dtype=np.int16)
        masks = np.zeros((len(own), self.num_actions), dtype=np.bool_)
        self._loops.look(own, seats, observations, masks)
        return seats, observations, masks

    def _copied(self, states: Array) -> Array:
        """By their bytes: NumPy's own copy takes ten times as long for records with arrays in them."""
        if states.dtype != self.dtype or states.ndim != 1 or (states["players"] != self.players).any():
            raise BadRules(f"these are no states of {self.game.name} for {self.players} players, a row each")
        return np.frombuffer(bytearray(states.tobytes()), dtype=self.dtype)

    def _numbers(self, name: str, numbers: Array, rows: int) -> Array:
        given = np.asarray(numbers)
        if given.shape != (rows,) or given.dtype.kind not in "iu":
            raise BadRules(f"{name} are {rows} whole numbers, not an array of shape {given.shape} of {given.dtype}")
        return given.astype(np.int64)
