"""The games for Gymnasium: one learner, and bots on the other seats.

>>> import gymnasium, pasar.rl
>>> env = gymnasium.make("pasar/Bali-v0", opponent="medium")
>>> envs = gymnasium.make_vec("pasar/Bali-v0", num_envs=1024, opponent="greedy")

Both ask for the learner's decisions alone; whatever the others do between two of them has happened when `step` returns.
"""

import secrets
from dataclasses import replace
from types import ModuleType
from typing import TYPE_CHECKING, Any

import numpy as np

from pasar.bots.contract import Position
from pasar.bots.roster import find_bot
from pasar.errors import BadRules, MoveNotOpen, NotYourMove
from pasar.games import find
from pasar.games.contract import Game, Rules, State, actions_in
from pasar.kernel.rng import any_of, game_source
from pasar.match.seeds import check_seed
from pasar.rl import drawing, gymnasium_id, opponents
from pasar.rl.extras import needed, shortened
from pasar.rl.illegal import RAISE, RANDOM
from pasar.rl.illegal import REWARD as ILLEGAL_REWARD
from pasar.rl.illegal import kind_of as illegal_kind
from pasar.rl.rewards import kind_of
from pasar.rl.vector import VectorEnv

if TYPE_CHECKING:
    from gymnasium import Env, spaces
else:
    Env = needed("gymnasium", "rl").Env
    spaces = needed("gymnasium.spaces", "rl")

Array = np.ndarray
Info = dict[str, Any]
FORFEIT = -1  # stands for an action that ends the game


class SingleEnv(Env[Array, Any]):
    """One table. `opponent` is the name of a bot, of any level or one's own, for all other seats, or a list of names.

    An observation is what `seat` may know (docs/observations); `info["action_mask"]` says which actions are open.
    """

    metadata = {"render_modes": list(drawing.RENDER_MODES), "render_fps": 1}  # noqa: RUF012  # as Gymnasium has it

    def __init__(
        self,
        game: str,
        players: int | None = None,
        *,
        seat: int = 0,
        opponent: str | list[str] = opponents.BY_CHANCE,
        rewards: str = "win",
        illegal: str = "terminate",
        illegal_reward: float = ILLEGAL_REWARD,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        drawing.check_mode(render_mode)
        self.render_mode = render_mode
        self.game = find(game)
        self.table = self.game.check(players, **options)
        self.players: int = self.table["players"]
        if isinstance(seat, bool) or seat not in range(self.players):
            raise BadRules(f"seat is a number from 0 to {self.players - 1}, not {seat!r:.40}")
        self.seat = seat
        self._kind, self._illegal, self._illegal_reward = kind_of(rewards), illegal_kind(illegal), float(illegal_reward)
        self._others = _opponents(self.game, self.table, seat, opponent)
        self._loops = self._others.loops
        self._size = sum(count for _, count, _ in self.game.observe.OBSERVATION)
        limits = np.iinfo(np.int16)
        self.observation_space = spaces.Box(limits.min, limits.max, (self._size,), np.int16)
        self.action_space = spaces.Discrete(self.game.rules.ACTIONS)
        self._seed, self._deals = secrets.randbits(63), 0
        self._is_playing = False

    # --- Playing ------------------------------------------------------------------------------------------------------

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Array, Info]:
        """Deal: with a seed the first game of its run, without one the next. They are those of a vector of one row."""
        if seed is not None:
            self._seed, self._deals = check_seed(seed), 0
        super().reset(seed=seed)
        source = game_source(self._seed, self._deals)
        self._state = self.game.deal(self.table, source)
        self._loops.start(self._state)
        self._sources = source.reshape(1, 1)
        self._others.begin(self._seed, self._deals)
        self._deals += 1
        self._scores, self._tally = np.zeros((2, self.players), dtype=np.int64)
        self._gains = np.zeros(self.players, dtype=np.float32)
        self._others.play(self._state, self._sources)
        self._is_playing = True
        self._show()
        return self._seen()

    def step(self, action: int) -> tuple[Array, float, bool, bool, Info]:
        if not self._is_playing:
            raise NotYourMove("no game is being played: call reset()")
        taken = self._taken(action)
        if taken == FORFEIT:
            return self._ended(self._illegal_reward, ())
        self._loops.advance(self._state, self.seat, taken)
        self._others.play(self._state, self._sources)
        over = bool(self.game.compiled.over(self._state))
        self._loops.reward(self._state, self._kind, over, self._tally, self._scores, self._gains)
        reward = float(self._gains[self.seat])
        if over:
            return self._ended(reward, self.game.winners(self._state))
        self._show()
        seen, info = self._seen()
        return seen, reward, False, False, info

    def _ended(self, reward: float, winners: tuple[int, ...]) -> tuple[Array, float, bool, bool, Info]:
        self._is_playing = False
        self._show()
        seen, info = self._seen()
        info["action_mask"][:] = 1  # nothing is asked any more, and a masked softmax of all 0 would be no number
        info |= {"points": self.game.points(self._state, self.players), "winners": list(winners)}
        return seen, reward, True, False, info

    def _taken(self, action: Any) -> int:
        """The action that is made, or FORFEIT."""
        is_number = isinstance(action, int | np.integer) and not isinstance(action, bool)
        if is_number and self.game.compiled.is_open(self._state, self.seat, int(action)):
            return int(action)
        if self._illegal == RAISE or not is_number:
            numbers = [str(number) for number in actions_in(self._open())]
            raise MoveNotOpen(f"action {action!r:.40} is not open to seat {self.seat} (open: {shortened(numbers)})")
        return int(any_of(self._sources[0], self._open())) if self._illegal == RANDOM else FORFEIT

    def _open(self) -> Any:
        return self.game.compiled.open_actions(self._state, self.seat)

    # --- What there is to see -----------------------------------------------------------------------------------------

    def _seen(self) -> tuple[Array, Info]:
        observation = np.empty(self._size, dtype=np.int16)
        mask = np.empty(self.game.rules.ACTIONS, dtype=np.int8)
        self._loops.look_at(self._state, self.seat, observation, mask)
        return observation, {"action_mask": mask, "seat": self.seat}

    def action_masks(self) -> Array:
        """The open actions, under the name by which sb3-contrib asks for them."""
        mask: Array = self._seen()[1]["action_mask"]
        return mask.astype(np.bool_)

    def state(self) -> Array:
        """Everything, secrets included, as bytes."""
        return np.frombuffer(self._state.tobytes(), dtype=np.uint8)

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()

    def render(self) -> Any:
        """The table as a spectator sees it."""
        return drawing.rendered(self.render_mode, gymnasium_id(self.game.name), self.game, self._state)


# --- The other seats --------------------------------------------------------------------------------------------------


class _Compiled:
    """An opponent that decides inside compiled code, for all other seats."""

    def __init__(self, game: Game, seat: int, name: str) -> None:
        self.loops: ModuleType = opponents.stepping(game, name)
        self._learners = 1 << seat

    def begin(self, seed: int, deal: int) -> None:
        """It keeps nothing from decision to decision."""

    def play(self, state: State, sources: Array) -> None:
        self.loops.play_others(state, sources, self._learners)


class _Bots:
    """A bot for each of the other seats."""

    def __init__(self, game: Game, rules: Rules, seat: int, names: list[str]) -> None:
        self.loops: ModuleType = opponents.stepping(game, opponents.BY_CHANCE)
        self._game, self._rules = game, rules
        seats = [other for other in range(rules["players"]) if other != seat]
        self._entries = dict(zip(seats, map(find_bot, names), strict=True))

    def begin(self, seed: int, deal: int) -> None:
        seeds = game_source(seed, deal)
        self._bots = {seat: entry.make(int(seeds[0] >> 1) + seat) for seat, entry in self._entries.items()}

    def play(self, state: State, sources: Array) -> None:
        while (seat := int(self.loops.next_seat(state))) in self._bots:
            self._move(state, seat)

    def _move(self, state: State, seat: int) -> None:
        """One move, which may be several decisions: it is complete when the rules have counted it."""
        game, bot = self._game, self._bots[seat]
        position = Position.at(game, self._rules, state, seat)
        if bot.wants_view:
            position = replace(
                position, view=game.view(state, seat, True), open=tuple(game.spoken.menu(state, seat).texts)
            )
        move, made = bot.decide(position, self._entries[seat].budget).move, state["moves"][0]
        while state["moves"][0] == made:
            game.compiled.apply(state, seat, game.spoken.action(state, move), None)


def _opponents(game: Game, rules: Rules, seat: int, opponent: str | list[str]) -> _Compiled | _Bots:
    others = rules["players"] - 1
    names = [opponent] * others if isinstance(opponent, str) else list(opponent)
    if len(names) != others:
        raise BadRules(f"opponent is a bot's name or {others} of them, not {opponent!r:.60}")
    if len(set(names)) == 1 and names[0] in opponents.OPPONENTS:
        return _Compiled(game, seat, names[0])
    return _Bots(game, rules, seat, names)


# --- Many at once -----------------------------------------------------------------------------------------------------


def vector_env(
    num_envs: int,
    game: str,
    players: int | None = None,
    *,
    seat: int | None = 0,
    illegal: str = "terminate",
    copy: bool = True,
    **settings: Any,
) -> VectorEnv:
    """What `gymnasium.make_vec` makes: like `SingleEnv`, in compiled code. `seat=None` steps all seats in turn.

    As Gymnasium's own vector environments do, it hands out copies; `copy=False` is faster.
    """
    learners = None if seat is None else (seat,)
    return VectorEnv(game, num_envs, players, learners=learners, illegal=illegal, copy=copy, **settings)
