"""Thousands of games at once: arrays in, arrays out, stepped in compiled code.

>>> env = VectorEnv("bali", 1024, players=2)
>>> observations, infos = env.reset(seed=7)
>>> observations, rewards, terminations, truncations, infos = env.step(env.sample())

The shapes are those of Gymnasium's vector environments, with one difference that games for several need: every row is
the turn of one seat (`infos["seat"]`), it is that seat's observation, and `rewards` has a column for every seat.
A game that ends is dealt anew in the same step, so the observation is the next game's first; `infos["points"]` and
`infos["winners"]` keep how the last one ended. All arrays are the environment's own and are overwritten by the next
step: copy what you keep.
"""

import secrets
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property
from itertools import pairwise
from types import ModuleType
from typing import Any

import numpy as np

from pasar.errors import BadRules, MoveNotOpen
from pasar.games import find
from pasar.games.contract import Game, actions_in
from pasar.kernel.rng import generator
from pasar.rl import opponents
from pasar.rl.extras import needed, shortened
from pasar.rl.rewards import kind_of

Array = np.ndarray
Infos = dict[str, Array]


class VectorEnv:
    """`num_envs` games of one kind, side by side.

    `learners` are the seats that are stepped (all, if not given); `opponent` decides for the others: `"random"`,
    `"greedy"`, `"easy"`, or a module with a compiled `choose(s, seat, source)`. With `threads`, so many parts of the
    batch are stepped at once.
    """

    def __init__(
        self,
        game: str,
        num_envs: int,
        players: int | None = None,
        *,
        rewards: str = "win",
        learners: tuple[int, ...] | None = None,
        opponent: str | ModuleType = opponents.BY_CHANCE,
        threads: int = 1,
        **options: Any,
    ) -> None:
        self.game: Game = find(game)
        self.rules = self.game.check(players, **options)
        self.players: int = self.rules["players"]
        self.num_envs = _counted("num_envs", num_envs)
        self.learners = tuple(range(self.players)) if learners is None else _seats(learners, self.players)
        self._kind = kind_of(rewards)
        self._loops = opponents.stepping(self.game, opponent)
        self._parts = _parts(self.num_envs, _counted("threads", threads))
        self._pool = ThreadPoolExecutor(len(self._parts) - 1) if len(self._parts) > 1 else None
        self._batch = self._allocated()
        self._seed = np.uint64(0)
        self._learning = sum(1 << seat for seat in self.learners)
        self._source = generator(0)
        self._is_dealt = False

    def _allocated(self) -> Any:
        rows, seats = self.num_envs, self.players
        size = sum(count for _, count, _ in self.game.observe.OBSERVATION)
        return self._loops.Batch(
            blank=self.game.blank(self.rules),
            states=np.zeros(rows, dtype=self.game.state.STATE),
            sources=np.zeros((rows, 1), dtype=np.uint64),
            numbers=np.zeros(rows, dtype=np.int64),
            open=np.zeros(rows, dtype=np.uint64),
            seats=np.zeros(rows, dtype=np.int8),
            observations=np.zeros((rows, size), dtype=np.int16),
            masks=np.zeros((rows, self.game.rules.ACTIONS), dtype=np.bool_),
            rewards=np.zeros((rows, seats), dtype=np.float32),
            scores=np.zeros((rows, seats), dtype=np.int64),
            tally=np.zeros((rows, seats), dtype=np.int64),
            terminations=np.zeros(rows, dtype=np.bool_),
            points=np.zeros((rows, seats), dtype=np.int64),
            winners=np.zeros(rows, dtype=np.int64),
            lengths=np.zeros(rows, dtype=np.int64),
            ended_after=np.zeros(rows, dtype=np.int64),
        )

    # --- Playing ------------------------------------------------------------------------------------------------------

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Array, Infos]:
        """Deal all games anew. Row `i` is game `i` of the run that `seed` names, then `i + num_envs`, and so on."""
        if seed is None:
            seed = secrets.randbits(63)
        self._seed = np.uint64(seed % 2**64)
        self._source = generator(seed)
        self._run(lambda first, last: self._loops.begin(self._batch, self._seed, self._learning, first, last))
        self._is_dealt = True
        return self._batch.observations, self.infos

    def step(self, actions: Array) -> tuple[Array, Array, Array, Array, Infos]:
        """One action in every game. If one of them is not open, nothing changes and an error names the open ones."""
        actions = self._checked(actions)
        batch, seed, learning, kind = self._batch, self._seed, self._learning, self._kind
        self._run(lambda first, last: self._loops.step(batch, actions, seed, learning, kind, first, last))
        return batch.observations, batch.rewards, batch.terminations, self._never, self.infos

    def sample(self) -> Array:
        """An open action for every game, by chance."""
        out = np.empty(self.num_envs, dtype=np.int64)
        self._loops.any_open(self._batch, self._source, out)
        return out

    def close(self) -> None:
        if self._pool is not None:
            self._pool.shutdown()

    def _run(self, part: Any) -> None:
        """All games, on as many threads as there are parts; this thread takes the last."""
        waiting = [] if self._pool is None else [self._pool.submit(part, *bounds) for bounds in self._parts[:-1]]
        part(*self._parts[-1])
        for future in waiting:
            future.result()

    def _checked(self, actions: Any) -> Array:
        if not self._is_dealt:
            raise MoveNotOpen("no game has been dealt yet: call reset() first")
        given = np.asarray(actions)
        if given.shape != (self.num_envs,) or given.dtype.kind not in "iu":
            raise BadRules(
                f"step takes {self.num_envs} whole numbers, not an array of shape {given.shape} of {given.dtype}"
            )
        given = given.astype(np.int64, copy=False)
        row = int(self._loops.first_refused(self._batch, given))
        if row != self._loops.ALL_OPEN:
            raise self._refused(row, int(given[row]))
        return given

    def _refused(self, row: int, action: int) -> MoveNotOpen:
        numbers = [str(number) for number in actions_in(int(self._batch.open[row]))]
        seat = int(self._batch.seats[row])
        return MoveNotOpen(f"action {action} is not open to seat {seat} of game {row} (open: {shortened(numbers)})")

    # --- What there is to see -----------------------------------------------------------------------------------------

    @cached_property
    def infos(self) -> Infos:
        """The arrays beside observations and rewards. They are views: always those of the last step."""
        batch = self._batch
        return {
            "action_mask": batch.masks,
            "seat": batch.seats,
            "points": batch.points,
            "winners": batch.winners,
            "length": batch.ended_after,
        }

    @property
    def observations(self) -> Array:
        """What the seat that acts sees, a row a game."""
        observations: Array = self._batch.observations
        return observations

    @property
    def states(self) -> Array:
        """The games themselves, secrets included."""
        states: Array = self._batch.states
        return states

    @cached_property
    def _never(self) -> Array:
        """No game is ever cut off."""
        return np.zeros(self.num_envs, dtype=np.bool_)

    @cached_property
    def single_observation_space(self) -> Any:
        """One row as Gymnasium describes it."""
        limits = np.iinfo(np.int16)
        return needed("gymnasium.spaces", "rl").Box(limits.min, limits.max, (self.observation_size,), np.int16)

    @cached_property
    def single_action_space(self) -> Any:
        return needed("gymnasium.spaces", "rl").Discrete(self.num_actions)

    @property
    def num_actions(self) -> int:
        actions: int = self.game.rules.ACTIONS
        return actions

    @property
    def observation_size(self) -> int:
        size: int = self._batch.observations.shape[1]
        return size


def _counted(name: str, value: Any) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or value < 1:
        raise BadRules(f"{name} is a whole number from 1 up, not {value!r:.40}")
    return value


def _seats(seats: tuple[int, ...], players: int) -> tuple[int, ...]:
    chosen = tuple(seats)
    if not chosen or any(seat not in range(players) for seat in chosen):
        raise BadRules(f"learners are seats from 0 to {players - 1}, not {chosen!r:.40}")
    return chosen


def _parts(rows: int, threads: int) -> list[tuple[int, int]]:
    """The batch in so many parts of about the same size."""
    bounds = [rows * part // threads for part in range(threads + 1)]
    return [(first, last) for first, last in pairwise(bounds) if first < last]
