"""Who plays: entries, and the opponents that stay as they are."""

from importlib.resources import as_file, files
from pathlib import Path
from typing import Any, Protocol

import numpy as np

from pasar.benchmark.tasks import Task
from pasar.bots.contract import Bot, Position
from pasar.bots.own import load
from pasar.bots.roster import BOTS, find_bot
from pasar.errors import PasarError
from pasar.kernel.rng import game_source
from pasar.rl.vector import Array, VectorEnv

# Played inside the environment, which is fast. The others are not: opponents there are handed the whole state, and
# rules of thumb may look at what is hidden; as bots of the roster they are told what their seat may know.
INSIDE = "random"
FROZEN = "frozen-1"  # a network that examples/benchmark_entry.py has learned
SEARCHES = "medium"
OPPONENTS = (INSIDE, "easy", "greedy", FROZEN, SEARCHES)


class Policy(Protocol):
    """What an entry is: its class is made with a `Task`, and may have `learn(budget)`."""

    def act(self, observations: Array, masks: Array) -> Array:
        """An open action for every row, from what the seat to act may know."""
        ...


class BatchPlayer(Protocol):
    def begin(self, seed: int) -> None: ...
    def actions(self, env: VectorEnv, rows: Array) -> Array: ...


class ByObservation:
    """A policy at the seats of some rows."""

    def __init__(self, policy: Policy) -> None:
        self.policy = policy

    def begin(self, seed: int) -> None:
        """It keeps nothing from deal to deal."""

    def actions(self, env: VectorEnv, rows: Array) -> Array:
        return np.asarray(self.policy.act(env.observations[rows], env.infos["action_mask"][rows]))


class ByBot:
    """A bot of the roster, one for each row and seat, which is told what its seat may know."""

    def __init__(self, name: str) -> None:
        self._entry = find_bot(name)
        self._seed = 0
        self._bots: dict[tuple[int, int], Bot] = {}
        self._moves: dict[tuple[int, int], tuple[str, int]] = {}  # a move may be several decisions

    def begin(self, seed: int) -> None:
        self._seed = seed
        self._bots.clear()
        self._moves.clear()

    def actions(self, env: VectorEnv, rows: Array) -> Array:
        return np.array([self._action(env, row, int(env.infos["seat"][row])) for row in rows.tolist()], dtype=np.int64)

    def _action(self, env: VectorEnv, row: int, seat: int) -> int:
        state, place = env.states[row : row + 1], (row, seat)
        if self._moves.get(place, ("", -1))[1] != int(state["moves"][0]):
            bot = self._bots.get(place) or self._entry.make((int(game_source(self._seed, row)[0]) >> 1) + seat)
            self._bots[place] = bot
            decided = bot.decide(Position.at(env.game, env.rules, state, seat), self._entry.budget)
            self._moves[place] = decided.move, int(state["moves"][0])
        return int(env.game.spoken.action(state, self._moves[place][0]))


# --- A network that was learned once ----------------------------------------------------------------------------------


def squeezed(observations: Array) -> Array:
    """Counts as a network takes them: 20 is not twenty times 1."""
    seen = observations.astype(np.float32)
    return np.asarray(np.sign(seen) * np.log1p(np.abs(seen)))


class Network:
    """One hidden layer, decided by its highest output. Kept as one array: the layers' weights below each other."""

    def __init__(self, layers: tuple[Array, Array]) -> None:
        self.first, self.second = (layer.astype(np.float32) for layer in layers)

    @classmethod
    def of(cls, task: Task) -> "Network":
        file = files("pasar.benchmark") / "frozen" / f"{task.name}.npz"
        if not file.is_file():
            raise PasarError(f"{FROZEN} does not play {task.name}: leave it out with --opponents")
        with as_file(file) as path:
            return cls.read(path)

    @classmethod
    def read(cls, path: Path) -> "Network":
        with np.load(path) as kept:
            return cls((kept["first"], kept["second"]))

    def act(self, observations: Array, masks: Array) -> Array:
        ones = np.ones((len(observations), 1), dtype=np.float32)
        hidden = np.maximum(np.hstack([squeezed(observations), ones]) @ self.first, 0.0)
        return np.asarray(np.where(masks, np.hstack([hidden, ones]) @ self.second, -np.inf).argmax(axis=1))


# --- By name ----------------------------------------------------------------------------------------------------------


def opponent_of(name: str, task: Task) -> BatchPlayer:
    return ByObservation(Network.of(task)) if name == FROZEN else ByBot(name)


def entry_of(name: str, task: Task) -> tuple[BatchPlayer, Any]:
    """Who is judged, and what can learn if anything can: `file.py:Class`, `module:Class`, or a bot as a yardstick."""
    source, _, rest = name.partition(":")
    if source in BOTS:
        return ByBot(name), None
    if name == FROZEN:
        return ByObservation(Network.of(task)), None
    if not rest:
        raise PasarError(f"{name!r:.60} is no entry; one looks like file.py:Class or module:Class, or is a bot's name")
    made = load(source, rest, "act(observations, masks)")(task)
    return ByObservation(made), made
