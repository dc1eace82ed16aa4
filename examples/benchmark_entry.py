"""An entry of the benchmark to start from: PPO with one hidden layer, in NumPy alone.

    pasar benchmark examples/benchmark_entry.py:Learner --budget small

`Learner` is made for each task, learns with the budget it is given by playing every seat against `greedy`, and then
acts. `python examples/benchmark_entry.py FOLDER` writes what it has learned: so the opponent `frozen-1` was made, by
256 games side by side instead of 64, which learn less from as many decisions.
"""

import sys
from pathlib import Path
from typing import Any

import numpy as np

from pasar.benchmark.budget import LearningBudget, Spent, find_budget
from pasar.benchmark.players import Network, squeezed
from pasar.benchmark.tasks import Task, tasks
from pasar.rl.vector import Array, VectorEnv

ENVS, STEPS = 64, 64  # games side by side, and decisions in each before the network learns from them
WIDTH = 96
EPOCHS, PARTS = 3, 8  # how often all decisions are learned from, and in how many parts
CLIP, ENTROPY, RATE, LAMBDA = 0.2, 0.01, 1e-3, 0.95
MARGIN = 50.0  # points of margin that are worth 1
OPPONENT = "greedy"


class Learner:
    def __init__(self, task: Task) -> None:
        self.task, self.source = task, np.random.default_rng(1)
        self.first = self._layer(task.observation_size, WIDTH, 1.4)
        self.second = self._layer(WIDTH, task.actions, 0.1)
        self.value = self._layer(WIDTH, 1, 0.1)
        self.moments: list[tuple[Array, Array]] = [(np.zeros_like(w), np.zeros_like(w)) for w in self.weights]
        self.updates = 0

    def _layer(self, size: int, width: int, scale: float) -> Array:
        weights: Array = self.source.normal(size=(size + 1, width)) * scale / np.sqrt(size)
        return weights.astype(np.float32)

    @property
    def weights(self) -> tuple[Array, Array, Array]:
        return self.first, self.second, self.value

    def act(self, observations: Array, masks: Array) -> Array:
        """The likeliest actions."""
        return Network((self.first, self.second)).act(observations, masks)

    # --- Learning -----------------------------------------------------------------------------------------------------

    def learn(self, budget: LearningBudget) -> None:
        players = self.task.players
        how: dict[str, Any] = {"rewards": "margin", "opponent": OPPONENT}
        envs = [budget.env(ENVS // players, learners=(seat,), **how) for seat in range(players)]
        for seat, env in enumerate(envs):
            env.reset(seed=seat)
        try:
            while budget.left:
                used = max(budget.steps / budget.most_steps, budget.seconds / budget.most_seconds)
                rollouts = [self._played(env) for env in envs]
                self._improve([np.concatenate(parts) for parts in zip(*rollouts, strict=True)], RATE * (1.05 - used))
        except Spent:
            return

    def _played(self, env: VectorEnv) -> tuple[Array, ...]:
        """Observations, masks, actions, their likelihoods, advantages and what the estimates should have been."""
        rows, kept = np.arange(env.num_envs), []
        for _ in range(STEPS):
            seen, mask = squeezed(env.observations), env.infos["action_mask"].copy()
            chances, values, _ = self._forward(seen, mask)
            actions = (chances.cumsum(axis=1) > self.source.random((env.num_envs, 1))).argmax(axis=1)
            _, rewards, ended, _, _ = env.step(actions)
            kept.append((seen, mask, actions, chances[rows, actions], values, rewards / MARGIN, ended.copy()))
        seen, masks, actions, likelihoods, values, rewards, ended = map(np.stack, zip(*kept, strict=True))
        following = self._forward(squeezed(env.observations), env.infos["action_mask"])[1]
        advantages, gained = np.zeros_like(values), np.zeros(env.num_envs, dtype=np.float32)
        for step in reversed(range(STEPS)):
            goes_on = ~ended[step]
            error = rewards[step] + goes_on * following - values[step]
            gained = advantages[step] = error + LAMBDA * goes_on * gained
            following = values[step]
        parts = (seen, masks, actions, likelihoods, advantages, advantages + values)
        return tuple(part.reshape(-1, *part.shape[2:]) for part in parts)

    def _forward(self, seen: Array, masks: Array) -> tuple[Array, Array, Array]:
        """The chance of each action, the estimate of how the game will end, and the hidden layer."""
        hidden = np.maximum(seen @ self.first[:-1] + self.first[-1], 0.0)
        logits = np.where(masks, hidden @ self.second[:-1] + self.second[-1], -1e9)
        chances = np.exp(logits - logits.max(axis=1, keepdims=True))
        chances /= chances.sum(axis=1, keepdims=True)
        return chances, (hidden @ self.value[:-1] + self.value[-1])[:, 0], hidden

    def _improve(self, rollout: list[Array], rate: float) -> None:
        """A few steps towards what turned out better than estimated, none of them far (PPO's clip)."""
        rollout[4] = (rollout[4] - rollout[4].mean()) / (rollout[4].std() + 1e-8)
        for _ in range(EPOCHS):
            for part in np.array_split(self.source.permutation(len(rollout[0])), PARTS):
                self._step(self._gradients(*(each[part] for each in rollout)), rate)

    def _gradients(
        self, seen: Array, masks: Array, actions: Array, before: Array, advantages: Array, targets: Array
    ) -> tuple[Array, ...]:
        count, rows = len(seen), np.arange(len(seen))
        chances, values, hidden = self._forward(seen, masks)
        ratio = chances[rows, actions] / before
        far = np.where(advantages > 0, ratio > 1 + CLIP, ratio < 1 - CLIP)
        pull = (-advantages * ratio * ~far)[:, None]
        logs = np.log(np.maximum(chances, 1e-9))
        spread = chances * (logs - (chances * logs).sum(axis=1, keepdims=True))
        logits = -pull * chances + ENTROPY * spread
        logits[rows, actions] += pull[:, 0]
        error = (values - targets)[:, None]
        back = (logits @ self.second[:-1].T + error @ self.value[:-1].T) * (hidden > 0)
        pairs = ((seen, back), (hidden, logits), (hidden, error))
        return tuple(np.vstack([below.T @ above, above.sum(axis=0)]) / count for below, above in pairs)

    def _step(self, gradients: tuple[Array, ...], rate: float) -> None:
        """Adam, with steps of bounded length."""
        self.updates += 1
        scale = min(1.0, 0.5 / (np.sqrt(sum(float((each**2).sum()) for each in gradients)) + 1e-8))
        for weights, gradient, (mean, square) in zip(self.weights, gradients, self.moments, strict=True):
            mean += 0.1 * (scale * gradient - mean)
            square += 0.001 * ((scale * gradient) ** 2 - square)
            fair = mean / (1 - 0.9**self.updates), square / (1 - 0.999**self.updates)
            weights -= (rate * fair[0] / (np.sqrt(fair[1]) + 1e-5)).astype(np.float32)


def main(folder: Path) -> None:
    for task in tasks().values():
        learner = Learner(task)
        learner.learn(find_budget("small", task))
        first, second = learner.first.astype(np.float16), learner.second.astype(np.float16)
        np.savez_compressed(folder / f"{task.name}.npz", first=first, second=second)
        print(task.name, flush=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
