"""Thousands of games at once: arrays in, arrays out, stepped in compiled code.

>>> env = VectorEnv("bali", 1024, players=2)
>>> observations, infos = env.reset(seed=7)
>>> observations, rewards, terminations, truncations, infos = env.step(env.sample())

Where Gymnasium is installed this is one of its vector environments, and its wrappers work; it is not needed.

Every row is the turn of one seat (`infos["seat"]`): it is that seat's observation and mask, and the reward is what the
seat that acted has gained since. `infos["rewards"]` has a column for every seat. A game that ends is dealt anew in the
same step (`SAME_STEP`), so the observation is the next game's first; `infos["final_obs"]` and `infos["final_info"]`
tell how the last one ended. Unless made with `copy=True`, the arrays are the environment's own and are overwritten by
the next step: copy what you keep.
"""

import secrets
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property
from itertools import pairwise
from types import ModuleType
from typing import TYPE_CHECKING, Any

import numpy as np

from pasar.errors import BadRules, MoveNotOpen
from pasar.games import find
from pasar.games.contract import Game, actions_in
from pasar.kernel.rng import generator
from pasar.match.seeds import check_seed
from pasar.rl import drawing, opponents
from pasar.rl.extras import needed, shortened
from pasar.rl.illegal import RAISE
from pasar.rl.illegal import REWARD as ILLEGAL_REWARD
from pasar.rl.illegal import kind_of as illegal_kind
from pasar.rl.rewards import kind_of

Array = np.ndarray
Infos = dict[str, Any]
ALIGNED = 64  # bytes
SAME_STEP, NEXT_STEP = "SameStep", "NextStep"  # what Gymnasium calls them

if TYPE_CHECKING:
    from gymnasium.vector import AutoresetMode
    from gymnasium.vector import VectorEnv as GymnasiumVectorEnv

    Base = GymnasiumVectorEnv[Array, Array, Array]
else:
    try:
        from gymnasium.vector import AutoresetMode
        from gymnasium.vector import VectorEnv as Base
    except ImportError:  # there is none, or one before 1.1, which knows no modes
        AutoresetMode, Base = None, object


class VectorEnv(Base):
    """`num_envs` games of one kind, side by side.

    `learners` are the seats that are stepped (all, if not given); `opponent` decides for the others: `"random"`,
    `"greedy"`, `"easy"`, or a module with a compiled `choose(s, seat, source)`. `illegal` says what an action that is
    not open leads to (`pasar.rl.illegal`), `autoreset_mode` when a game that has ended is followed by the next:
    `"SameStep"`, or `"NextStep"` for wrappers that ask for it. With `threads`, so many parts are stepped at once.
    """

    closed = False

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
        illegal: str = "raise",
        illegal_reward: float = ILLEGAL_REWARD,
        autoreset_mode: Any = SAME_STEP,
        copy: bool = False,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        drawing.check_mode(render_mode)
        self.render_mode = render_mode
        self.game: Game = find(game)
        self.rules = self.game.check(players, **options)
        self.players: int = self.rules["players"]
        self.num_envs = _counted("num_envs", num_envs)
        self.learners = tuple(range(self.players)) if learners is None else _seats(learners, self.players)
        self._kind = kind_of(rewards)
        self._illegal, self._illegal_reward = illegal_kind(illegal), float(illegal_reward)
        self._waits = _mode(autoreset_mode) == NEXT_STEP
        self.metadata = {"render_modes": list(drawing.RENDER_MODES), "render_fps": 1}
        if AutoresetMode is not None:
            self.metadata["autoreset_mode"] = AutoresetMode(_mode(autoreset_mode))
        self._copies = copy
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
            states=_zeros(rows, self.game.state.STATE),
            sources=_zeros((rows, 1), np.uint64),
            numbers=_zeros(rows, np.int64),
            open=_zeros(rows, np.uint64),
            seats=_zeros(rows, np.int8),
            observations=_zeros((rows, size), np.int16),
            masks=_zeros((rows, self.game.rules.ACTIONS), np.bool_),
            rewards=_zeros((rows, seats), np.float32),
            own=_zeros(rows, np.float32),
            scores=_zeros((rows, seats), np.int64),
            tally=_zeros((rows, seats), np.int64),
            finals=_zeros((rows, size), np.int16),
            terminations=_zeros(rows, np.bool_),
            points=_zeros((rows, seats), np.int64),
            winners=_zeros(rows, np.int64),
            lengths=_zeros(rows, np.int64),
            ended_after=_zeros(rows, np.int64),
        )

    # --- Playing ------------------------------------------------------------------------------------------------------

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Array, Infos]:
        """Deal all games anew. Row `i` is game `i` of the run that `seed` names, then `i + num_envs`, and so on."""
        if options and "reset_mask" in options:
            raise BadRules("reset_mask has no use here: a game that ends is dealt anew in the same step")
        seed = secrets.randbits(63) if seed is None else check_seed(seed)
        self._seed = np.uint64(seed % 2**64)
        self._np_random_seed = seed
        self._source = generator(seed)
        self._run(lambda first, last: self._loops.begin(self._batch, self._seed, self._learning, first, last))
        self._is_dealt = True
        return self._given(self._batch.observations), self._infos_given()

    def step(self, actions: Array) -> tuple[Array, Array, Array, Array, Infos]:
        """One action in every game. With `illegal="raise"`, a closed one is refused and nothing changes."""
        actions = self._checked(actions)
        batch, seed, learning = self._batch, self._seed, self._learning
        how = self._kind, self._illegal, self._illegal_reward, self._waits
        self._run(lambda first, last: self._loops.step(batch, actions, seed, learning, *how, first, last))
        infos = self._infos_given()
        if batch.terminations.any():
            infos |= self._finals()
        given = self._given
        return given(batch.observations), given(batch.own), given(batch.terminations), given(self._never), infos

    def sample(self) -> Array:
        """An open action for every game, by chance."""
        out = np.empty(self.num_envs, dtype=np.int64)
        self._loops.any_open(self._batch, self._source, out)
        return out

    def close(self, **kwargs: Any) -> None:
        if self._pool is not None:
            self._pool.shutdown()
        self.closed = True

    def render(self) -> tuple[Any, ...]:
        """All tables as a spectator sees them, one after the other."""
        title, states = str(self.game.name), self._batch.states
        return tuple(
            drawing.rendered(self.render_mode, f"{title} {row}", self.game, states[row : row + 1])
            for row in range(self.num_envs)
        )

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
        if self._illegal == RAISE:
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
        """The arrays beside observations and rewards. They are views: always those of the last step.

        As Gymnasium has it, an array whose name begins with an underscore says which rows the other is about.
        """
        batch, all_rows = self._batch, np.ones(self.num_envs, dtype=np.bool_)
        arrays = {"action_mask": batch.masks, "seat": batch.seats, "rewards": batch.rewards}
        return arrays | {f"_{name}": all_rows for name in arrays}

    def _infos_given(self) -> Infos:
        """Wrappers add to it, so it is a new one each time."""
        return {name: self._given(array) for name, array in self.infos.items()}

    def _finals(self) -> Infos:
        """How the games that the last step ended did end."""
        batch, ended = self._batch, self._batch.terminations.copy()
        results = {"points": batch.points, "winners": batch.winners, "length": batch.ended_after}
        info = {name: self._given(array) for name, array in results.items()}
        info |= {f"_{name}": ended for name in results}
        if self._waits:
            return info
        return {"final_obs": self._last_seen(ended), "_final_obs": ended, "final_info": info, "_final_info": ended}

    def _last_seen(self, ended: Array) -> Array:
        """What was seen at the end where a game has ended, None elsewhere: as Gymnasium has it."""
        rows = np.flatnonzero(ended)
        if self._copies:
            seen = np.empty(self.num_envs, dtype=object)
            seen[rows] = np.fromiter(self._batch.finals[rows], dtype=object, count=len(rows))
            return seen
        self._seen[self._seen_rows] = None
        self._seen[rows], self._seen_rows = self._final_rows[rows], rows
        return self._seen

    @cached_property
    def _seen(self) -> Array:
        return np.empty(self.num_envs, dtype=object)

    @cached_property
    def _seen_rows(self) -> Array:
        """Where it is not None."""
        return np.empty(0, dtype=np.int64)

    @cached_property
    def _final_rows(self) -> Array:
        """Each row of the finals as an array of its own, made once: to make them takes longer than to step."""
        return np.fromiter(self._batch.finals, dtype=object, count=self.num_envs)

    def _given(self, array: Array) -> Array:
        return array.copy() if self._copies else array

    @property
    def observations(self) -> Array:
        """What the seat that acts sees, a row a game."""
        observations: Array = self._batch.observations
        return observations

    @property
    def arrays(self) -> Infos:
        """What `step` fills, by name: the environment's own memory, the same arrays for as long as it lives."""
        batch = self._batch
        return {
            "observations": batch.observations,
            "action_mask": batch.masks,
            "own_rewards": batch.own,
            "rewards": batch.rewards,
            "terminations": batch.terminations,
            "seat": batch.seats,
        }

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
    def single_observation_space(self) -> Any:  # type: ignore[override]
        """One row as Gymnasium describes it."""
        limits = np.iinfo(np.int16)
        return needed("gymnasium.spaces", "rl").Box(limits.min, limits.max, (self.observation_size,), np.int16)

    @cached_property
    def single_action_space(self) -> Any:  # type: ignore[override]
        return needed("gymnasium.spaces", "rl").Discrete(self.num_actions)

    @cached_property
    def observation_space(self) -> Any:  # type: ignore[override]
        """All rows. Made when first asked for: of many games it takes as much memory as the games."""
        return needed("gymnasium.vector.utils", "rl").batch_space(self.single_observation_space, self.num_envs)

    @cached_property
    def action_space(self) -> Any:  # type: ignore[override]
        return needed("gymnasium.vector.utils", "rl").batch_space(self.single_action_space, self.num_envs)

    @property
    def num_actions(self) -> int:
        actions: int = self.game.rules.ACTIONS
        return actions

    @property
    def observation_size(self) -> int:
        size: int = self._batch.observations.shape[1]
        return size


def _zeros(shape: Any, dtype: Any) -> Array:
    """As NumPy's, but where JAX can use it as it lies: it copies what does not begin at a multiple of 64 bytes."""
    kind = np.dtype(dtype)
    size = int(np.prod(shape)) * kind.itemsize
    buffer = np.zeros(size + ALIGNED, dtype=np.uint8)
    start = -buffer.ctypes.data % ALIGNED
    array: Array = buffer[start : start + size].view(kind).reshape(shape)
    return array


def _counted(name: str, value: Any) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or value < 1:
        raise BadRules(f"{name} is a whole number from 1 up, not {value!r:.40}")
    return value


def _mode(mode: Any) -> str:
    """One of Gymnasium's modes or its name."""
    name = getattr(mode, "value", mode)
    if name not in (SAME_STEP, NEXT_STEP):
        raise BadRules(f"autoreset_mode is {SAME_STEP} or {NEXT_STEP}, not {name!r:.40}")
    return str(name)


def _seats(seats: tuple[int, ...], players: int) -> tuple[int, ...]:
    chosen = tuple(seats)
    if not chosen or any(seat not in range(players) for seat in chosen):
        raise BadRules(f"learners are seats from 0 to {players - 1}, not {chosen!r:.40}")
    return chosen


def _parts(rows: int, threads: int) -> list[tuple[int, int]]:
    """The batch in so many parts of about the same size."""
    bounds = [rows * part // threads for part in range(threads + 1)]
    return [(first, last) for first, last in pairwise(bounds) if first < last]
