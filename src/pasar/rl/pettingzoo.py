"""The games as PettingZoo environments: one agent a seat, stepped in turn.

>>> from pasar.rl import bali_v0
>>> env = bali_v0.env(players=3, oracle=True)

Where several seats choose in secret at once, they are asked one after the other, in the order of seats, and nobody's
observation shows what another has chosen before all have. A move of several decisions, as a bid, is several steps of
the same agent.

`illegal` says what an action that is not open leads to (`pasar.rl.illegal`): by default the game ends and whoever did
it is paid `illegal_reward`, as in PettingZoo's own classic games and by its own wrapper.
"""

import secrets
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from pasar.errors import BadRules, MoveNotOpen, NotYourMove
from pasar.games import find
from pasar.games.contract import actions_in
from pasar.kernel.rng import any_of, game_source
from pasar.match.seeds import check_seed
from pasar.rl import VERSION, drawing, opponents
from pasar.rl.extras import needed, shortened
from pasar.rl.illegal import RANDOM
from pasar.rl.illegal import REWARD as ILLEGAL_REWARD
from pasar.rl.illegal import kind_of as illegal_kind
from pasar.rl.rewards import kind_of

if TYPE_CHECKING:
    from gymnasium import spaces
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers
else:
    needed("gymnasium", "rl")
    AECEnv = needed("pettingzoo", "rl").AECEnv
    spaces = needed("gymnasium.spaces", "rl")
    wrappers = needed("pettingzoo.utils.wrappers", "rl")

Observation = dict[str, np.ndarray]


class PasarEnv(AECEnv[str, Observation, int | None]):
    """One table. Agents are `player_0`, `player_1`, ... and stay in the game to its end."""

    def __init__(
        self,
        game: str,
        players: int | None = None,
        *,
        rewards: str = "win",
        illegal: str = "raise",
        max_cycles: int | None = None,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        super().__init__()
        self.game = find(game)
        self.table = self.game.check(players, **options)
        drawing.check_mode(render_mode)
        if max_cycles is not None and (not isinstance(max_cycles, int) or max_cycles < 1):
            raise BadRules(f"max_cycles is a whole number from 1 up, not {max_cycles!r:.40}")
        self.metadata = {
            "name": f"{game}_v{VERSION}",
            "render_modes": list(drawing.RENDER_MODES),
            "render_fps": 1,
            "is_parallelizable": False,
        }
        self.render_mode = render_mode
        self.max_cycles = max_cycles
        self._kind, self._illegal = kind_of(rewards), illegal_kind(illegal)
        self._loops = opponents.stepping(self.game, opponents.BY_CHANCE)
        self.possible_agents = [f"player_{seat}" for seat in range(self.table["players"])]
        self._seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._make_spaces()
        self._seed = secrets.randbits(63)
        self._deals = 0

    def _make_spaces(self) -> None:
        self._size = sum(count for _, count, _ in self.game.observe.OBSERVATION)
        self._actions: int = self.game.rules.ACTIONS
        limits, one_byte = np.iinfo(np.int16), np.iinfo(np.uint8)
        self.state_space = spaces.Box(one_byte.min, one_byte.max, (self.game.state.STATE.itemsize,), np.uint8)
        self.action_spaces = {agent: spaces.Discrete(self._actions) for agent in self.possible_agents}
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(limits.min, limits.max, (self._size,), np.int16),
                    "action_mask": spaces.Box(0, 1, (self._actions,), np.int8),
                }
            )
            for agent in self.possible_agents
        }

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    # --- Playing ------------------------------------------------------------------------------------------------------

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal. The same seed gives the same deal as `pasar.new(game, seed=seed)`; without one, the next of the run."""
        if seed is not None:
            self._seed, self._deals = check_seed(seed), 0
        self._source = game_source(self._seed, self._deals)
        self._state = self.game.deal(self.table, self._source)
        self._deals += 1
        seat = int(self._loops.start(self._state))
        self._scores, self._tally = np.zeros((2, len(self.possible_agents)), dtype=np.int64)
        self._gains = np.zeros(len(self.possible_agents), dtype=np.float32)
        self.steps = 0
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = self._infos()
        self._skip_agent_selection = None
        self.agent_selection = self.possible_agents[seat]

    def step(self, action: int | None) -> None:
        """Make the decision of `agent_selection`. What is no action of the game is refused and changes nothing."""
        if not self.agents:
            raise NotYourMove("the game is over and all have left it: call reset()")
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        seat = self._seat_of[agent]
        if not isinstance(action, int | np.integer) or isinstance(action, bool):
            raise self._refused(agent, action)
        if not self._loops.advance(self._state, seat, int(action)):
            if self._illegal != RANDOM:
                raise self._refused(agent, action)
            instead = any_of(self._source, self.game.compiled.open_actions(self._state, seat))
            self._loops.advance(self._state, seat, int(instead))
        self.steps += 1
        self._cumulative_rewards[agent] = 0.0
        self._go_on()

    def _go_on(self) -> None:
        """What a decision has led to: rewards, whose turn it is, and whether that was the end."""
        following = int(self._loops.next_seat(self._state))
        ended = following == self._loops.NOBODY
        cut = not ended and self.max_cycles is not None and self.steps >= self.max_cycles
        self._loops.reward(self._state, self._kind, ended, self._tally, self._scores, self._gains)
        for agent, gain in zip(self.agents, self._gains.tolist(), strict=True):
            self.rewards[agent] = gain
            self._cumulative_rewards[agent] += gain
        if ended or cut:
            self._end(ended)
        else:
            self.infos = self._infos()
            self.agent_selection = self.possible_agents[following]
        if self.render_mode == "human":
            self.render()

    def _end(self, ended: bool) -> None:
        self.terminations = dict.fromkeys(self.agents, ended)
        self.truncations = dict.fromkeys(self.agents, not ended)
        points = self.game.points(self._state, len(self.agents))
        winners = self.game.winners(self._state) if ended else ()
        self.infos = self._infos()
        for seat, agent in enumerate(self.agents):
            self.infos[agent] |= {"points": points[seat], "won": seat in winners}
        self.agent_selection = self.agents[0]

    def _refused(self, agent: str, action: Any) -> MoveNotOpen:
        seat = self._seat_of[agent]
        texts = [self._named(seat, number) for number in actions_in(self.game.compiled.open_actions(self._state, seat))]
        return MoveNotOpen(f"action {action!r:.40} is not open to {agent} (open: {shortened(texts)})")

    def _named(self, seat: int, action: int) -> str:
        text = self.game.spoken.text(self._state, seat, action)
        return str(action) if text is None else f"{action} = {text}"

    # --- What there is to see -----------------------------------------------------------------------------------------

    def observe(self, agent: str) -> Observation:
        observation = np.empty(self._size, dtype=np.int16)
        mask = np.empty(self._actions, dtype=np.int8)
        self._loops.look_at(self._state, self._seat_of[agent], observation, mask)
        return {"observation": observation, "action_mask": self._or_any(mask, agent)}

    def _infos(self) -> dict[str, dict[str, Any]]:
        masks = np.empty((len(self.agents), self._actions), dtype=np.int8)
        self._loops.fill_masks(self._state, masks)
        return {agent: {"action_mask": self._or_any(masks[seat], agent)} for seat, agent in enumerate(self.agents)}

    def _or_any(self, mask: np.ndarray, agent: str) -> np.ndarray:
        """All 1 once the game is over: nothing is asked any more, and a masked softmax of all 0 would be no number."""
        if self.terminations[agent] or self.truncations[agent]:
            mask[:] = 1
        return mask

    def state(self) -> np.ndarray:
        """Everything, secrets included, as bytes: for training that looks into all hands."""
        return np.frombuffer(self._state.tobytes(), dtype=np.uint8)

    def render(self) -> Any:
        """The table as a spectator sees it."""
        return drawing.rendered(self.render_mode, str(self), self.game, self._state)

    def close(self) -> None:
        """Nothing is held open."""


# --- Making one -------------------------------------------------------------------------------------------------------

Maker = Callable[..., Any]


def makers(game: str) -> dict[str, Maker]:
    """`env`, `raw_env` and `parallel_env` of a game's module; the registry knows the first and the last."""

    def raw_env(**settings: Any) -> PasarEnv:
        """Refuses closed actions with an error, unless `illegal="random"`: ending the game is a wrapper's work."""
        return PasarEnv(game, **settings)

    def env(*, illegal: str = "terminate", illegal_reward: float = ILLEGAL_REWARD, **settings: Any) -> Any:
        made: Any = raw_env(illegal=illegal, **settings)
        if illegal == "terminate":
            made = wrappers.AssertOutOfBoundsWrapper(wrappers.TerminateIllegalWrapper(made, illegal_reward))
        return wrappers.OrderEnforcingWrapper(made)

    def parallel_env(**settings: Any) -> Any:
        """Every agent gives an action at every step, and only that of `infos[agent]["active_agent"]` is made."""
        from pettingzoo.utils.conversions import turn_based_aec_to_parallel

        return turn_based_aec_to_parallel(env(**settings))

    _register(f"pasar/{game}_v{VERSION}", env, parallel_env)
    return {"env": env, "raw_env": raw_env, "parallel_env": parallel_env}


def _register(name: str, env: Maker, parallel_env: Maker) -> None:
    """`pettingzoo.make("aec", "pasar/bali_v0")`, where PettingZoo has a registry (from 1.26 on)."""
    import pettingzoo

    if hasattr(pettingzoo, "register"):
        pettingzoo.register("aec", name, entry_point=env)
        pettingzoo.register("parallel", name, entry_point=parallel_env)
