"""Learns two-player Bali against a bot with MaskablePPO of sb3-contrib, in a few minutes on a CPU.

    pip install '.[rl]' sb3-contrib
    python examples/maskable_ppo.py

Stable-Baselines3 wants an environment of its own kind, so a vector of ours is dressed as one: thirty lines. Prints the
share of games won in each part of the training, and at the end against the same opponent in fresh deals.
"""

import argparse
import json
from typing import Any

import numpy as np

from pasar.rl.extras import needed
from pasar.rl.vector import VectorEnv

needed("sb3_contrib", "train")

from sb3_contrib import MaskablePPO  # noqa: E402  # only now, so that its absence has been explained
from stable_baselines3.common.vec_env import VecEnv  # noqa: E402

ENVS, STEPS = 64, 64  # games side by side, and decisions in each before the network learns from them


class Dressed(VecEnv):
    """A vector environment as Stable-Baselines3 has it: infos are a list, and masks are asked for by name."""

    def __init__(self, env: VectorEnv) -> None:
        super().__init__(env.num_envs, env.single_observation_space, env.single_action_space)
        self.env = env
        self.won: list[float] = []  # the result of every game so far

    def reset(self) -> np.ndarray:
        return self.env.reset(seed=self._seeds[0])[0].copy()

    def step_async(self, actions: np.ndarray) -> None:
        self.actions = actions

    def step_wait(self) -> tuple[np.ndarray, np.ndarray, np.ndarray, list[dict[str, Any]]]:
        observations, rewards, ended, _, told = self.env.step(self.actions)
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        for row in np.flatnonzero(ended).tolist():
            infos[row] = {"terminal_observation": told["final_obs"][row]}
        self.won.extend(rewards[ended].tolist())
        return observations.copy(), rewards.copy(), ended.copy(), infos

    def env_method(self, name: str, *args: Any, indices: Any = None, **kwargs: Any) -> list[Any]:
        assert name == "action_masks"
        return list(self.env.infos["action_mask"].copy())

    def has_attr(self, name: str) -> bool:
        return name == "action_masks"

    def get_attr(self, name: str, indices: Any = None) -> list[Any]:
        return [None] * self.num_envs  # as render_mode, which is asked for

    def set_attr(self, name: str, value: Any, indices: Any = None) -> None:
        raise AttributeError(f"{name} cannot be set")

    def env_is_wrapped(self, wrapper_class: Any, indices: Any = None) -> list[bool]:
        return [False] * self.num_envs

    def close(self) -> None:
        self.env.close()


def train(steps: int, parts: int, opponent: str, seed: int) -> tuple[MaskablePPO, list[float]]:
    """A network, and the share of games that it won in each part of its training."""
    env = Dressed(VectorEnv("bali", ENVS, 2, learners=(0,), opponent=opponent))
    env.seed(seed)
    model = MaskablePPO(
        "MlpPolicy", env, n_steps=STEPS, batch_size=512, n_epochs=4, gamma=1.0, ent_coef=0.01, seed=seed
    )
    curve = []
    for part in range(parts):
        env.won.clear()
        model.learn(steps // parts, reset_num_timesteps=part == 0)
        curve.append(float(np.mean(env.won)))
        print(json.dumps({"decisions": model.num_timesteps, "won": round(curve[-1], 3)}), flush=True)
    return model, curve


def share_won(model: MaskablePPO, opponent: str, games: int, seed: int) -> float:
    """By its likeliest actions, over the first game of every row: short games would count twice."""
    env = VectorEnv("bali", games, 2, learners=(0,), opponent=opponent)
    observations, infos = env.reset(seed=seed)
    won, is_open = 0.0, np.ones(games, dtype=bool)
    while is_open.any():
        actions, _ = model.predict(observations, action_masks=infos["action_mask"], deterministic=True)
        observations, rewards, ended, _, infos = env.step(actions)
        won += float(rewards[ended & is_open].sum())
        is_open &= ~ended
    return won / games


def main() -> None:
    parser = argparse.ArgumentParser(description="Learn two-player Bali with MaskablePPO.")
    parser.add_argument("--steps", type=int, default=400_000)
    parser.add_argument("--parts", type=int, default=8, help="after each of which the share of games won is printed")
    parser.add_argument("--opponent", default="random", choices=("random", "easy", "greedy"))
    parser.add_argument("--games", type=int, default=1000, help="for the last measurement")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    model, _ = train(options.steps, options.parts, options.opponent, options.seed)
    share = share_won(model, options.opponent, options.games, options.seed + 1)
    print(json.dumps({"opponent": options.opponent, "games": options.games, "won": share}))


if __name__ == "__main__":
    main()
