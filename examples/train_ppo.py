"""Learns two-player Bali by playing against itself: PPO in one file, on a CPU, in a quarter of an hour.

    .venv/bin/pip install -e '.[train]'
    python examples/train_ppo.py --minutes 12

Both seats are played by one network. It sees what the seat that acts may see and gives a likelihood for every open
action and an estimate of how the game will end for that seat. Prints how often it beats opponents that it never met
in training, and writes the curve as a picture.
"""

import argparse
import json
from pathlib import Path
from time import perf_counter

import numpy as np

from pasar.rl.extras import needed
from pasar.rl.vector import VectorEnv

needed("torch", "train")

import torch  # noqa: E402  # only now, so that its absence has been explained
from torch import nn  # noqa: E402

GAME, PLAYERS = "bali", 2
OPPONENTS = ("random", "greedy")  # to be measured against; it never meets them in training
ENVS, STEPS = 512, 64  # games side by side, and decisions in each before the network learns from them
WIDTH = 128
EPOCHS, PARTS = 2, 8  # how often all decisions are learned from, and in how many parts
CLIP, ENTROPY, RATE, LAMBDA = 0.2, 0.01, 1e-3, 0.95
MARGIN = 20.0  # points of margin that are worth 1


class Network(nn.Module):
    """From an observation to likelihoods and an estimate."""

    def __init__(self, size: int, actions: int) -> None:
        super().__init__()
        self.body = nn.Sequential(nn.Linear(size, WIDTH), nn.ReLU(), nn.Linear(WIDTH, WIDTH), nn.ReLU())
        self.policy = nn.Linear(WIDTH, actions)
        self.value = nn.Linear(WIDTH, 1)

    def forward(self, seen: torch.Tensor, mask: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Logits, those of closed actions out of reach, and the estimate. Counts are squeezed: 20 is not 20 times 1."""
        body = self.body(torch.sign(seen) * torch.log1p(seen.abs()))
        return self.policy(body).masked_fill(~mask, -1e9), self.value(body).squeeze(-1)


class Rollout:
    """What happened in STEPS decisions of every game."""

    def __init__(self, env: VectorEnv) -> None:
        shape = (STEPS, ENVS)
        self.seen = torch.zeros(*shape, env.observation_size)
        self.masks = torch.zeros(*shape, env.num_actions, dtype=torch.bool)
        self.actions = torch.zeros(shape, dtype=torch.int64)
        self.likelihoods, self.values = torch.zeros(shape), torch.zeros(shape)
        self.seats = np.zeros(shape, dtype=np.int64)
        self.rewards = np.zeros((*shape, PLAYERS), dtype=np.float32)
        self.ended = np.zeros(shape, dtype=bool)

    def play(self, env: VectorEnv, network: Network) -> torch.Tensor:
        """Fill it; returns the estimates for the decisions that come next."""
        for step in range(STEPS):
            self.seen[step], self.masks[step] = looked(env)
            self.seats[step] = env.infos["seat"]
            logits, self.values[step] = network(self.seen[step], self.masks[step])
            chosen = torch.distributions.Categorical(logits=logits, validate_args=False)
            self.actions[step] = chosen.sample()
            self.likelihoods[step] = chosen.log_prob(self.actions[step])
            _, _, ended, _, infos = env.step(self.actions[step].numpy())
            self.rewards[step], self.ended[step] = infos["rewards"] / MARGIN, ended
        return network(*looked(env))[1]

    def advantages(self, following: torch.Tensor, seats: np.ndarray) -> torch.Tensor:
        """How much better each decision turned out than estimated (GAE), from a seat's decision to its next one."""
        rows, values = np.arange(ENVS), self.values.numpy()
        value, later, gain = (np.zeros((ENVS, PLAYERS), dtype=np.float32) for _ in range(3))
        # What one seat gains the other loses, so one estimate serves both.
        value[:] = -following.numpy()[:, np.newaxis]
        value[rows, seats] = following.numpy()
        found = np.zeros((STEPS, ENVS), dtype=np.float32)
        for step in reversed(range(STEPS)):
            over, seat = self.ended[step], self.seats[step]
            value[over], later[over], gain[over] = 0, 0, 0
            gain += self.rewards[step]
            error = gain[rows, seat] + value[rows, seat] - values[step]
            found[step] = error + LAMBDA * later[rows, seat]
            value[rows, seat], later[rows, seat], gain[rows, seat] = values[step], found[step], 0
        return torch.from_numpy(found)


def looked(env: VectorEnv) -> tuple[torch.Tensor, torch.Tensor]:
    return torch.from_numpy(env.observations).float(), torch.from_numpy(env.infos["action_mask"])


def learn(network: Network, optimizer: torch.optim.Optimizer, rollout: Rollout, advantages: torch.Tensor) -> None:
    """A few steps towards what turned out better than estimated, none of them far (PPO's clip)."""
    seen, masks = rollout.seen.flatten(0, 1), rollout.masks.flatten(0, 1)
    actions, before = rollout.actions.flatten(), rollout.likelihoods.flatten()
    targets = (advantages + rollout.values).flatten()
    scaled = ((advantages - advantages.mean()) / (advantages.std() + 1e-8)).flatten()
    for _ in range(EPOCHS):
        for part in torch.randperm(len(actions)).chunk(PARTS):
            logits, values = network(seen[part], masks[part])
            chosen = torch.distributions.Categorical(logits=logits, validate_args=False)
            ratio = (chosen.log_prob(actions[part]) - before[part]).exp()
            better = torch.min(ratio * scaled[part], ratio.clamp(1 - CLIP, 1 + CLIP) * scaled[part])
            loss = -better.mean() + 0.5 * (values - targets[part]).pow(2).mean() - ENTROPY * chosen.entropy().mean()
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(network.parameters(), 0.5)
            optimizer.step()


def share_won(network: Network, opponent: str, games: int, seed: int) -> float:
    """The share of victories of the likeliest actions against an opponent, from both seats alike."""
    won, played = 0.0, 0
    for seat in range(PLAYERS):
        env = VectorEnv(GAME, games // PLAYERS, PLAYERS, learners=(seat,), opponent=opponent)
        env.reset(seed=seed)
        first = np.zeros(env.num_envs, dtype=bool)  # only the first game of a row counts: short games would count twice
        while not first.all():
            logits, _ = network(*looked(env))
            _, rewards, ended, _, _ = env.step(logits.argmax(1).numpy())
            won += float(rewards[ended & ~first].sum())
            first |= ended
        played += env.num_envs
    return won / played


def picture(curve: list[dict[str, float]], path: Path) -> None:
    """The curve as SVG."""
    width, height, left, top = 640, 360, 60, 30
    longest = max(point["minutes"] for point in curve) or 1.0
    colours = {"random": "#b5533c", "greedy": "#3f6f8f"}

    def place(minutes: float, share: float) -> str:
        return f"{left + minutes / longest * (width - left - 90):.1f},{top + (1 - share) * (height - top - 50):.1f}"

    size = f'viewBox="0 0 {width} {height}" font-family="sans-serif" font-size="13"'
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" {size}>']
    parts.append(f'<rect width="{width}" height="{height}" fill="#f7f1e3"/>')
    for share in (0, 0.25, 0.5, 0.75, 1):
        parts.append(f'<polyline points="{place(0, share)} {place(longest, share)}" stroke="#cfc4ac" fill="none"/>')
        parts.append(
            f'<text x="{left - 8}" y="{float(place(0, share).split(",")[1]) + 4}" text-anchor="end">{share:.0%}</text>'
        )
    for name, colour in colours.items():
        points = [(point["minutes"], point[name]) for point in curve if name in point]
        if points:
            line = " ".join(place(*point) for point in points)
            x, y = place(*points[-1]).split(",")
            parts.append(f'<polyline points="{line}" stroke="{colour}" stroke-width="2.5" fill="none"/>')
            parts.append(f'<text x="{float(x) + 8}" y="{float(y) + 4}" fill="{colour}">{name}</text>')
    parts.append(
        f'<text x="{left}" y="{height - 15}">0</text><text x="{width - 90}" y="{height - 15}" text-anchor="end">'
        f"{longest:.0f} minutes of training</text>"
    )
    parts.append(f'<text x="{left}" y="18">games won against ... ({GAME}, {PLAYERS} players)</text></svg>')
    path.write_text("\n".join(parts) + "\n", encoding="utf-8")


def train(minutes: float, seed: int, games: int) -> tuple[Network, list[dict[str, float]]]:
    torch.manual_seed(seed)
    env = VectorEnv(GAME, ENVS, PLAYERS, rewards="margin")
    env.reset(seed=seed)
    network = Network(env.observation_size, env.num_actions)
    optimizer = torch.optim.Adam(network.parameters(), lr=RATE, eps=1e-5)
    rollout, curve, decisions, due = Rollout(env), [], 0, 0.0
    measured(network, PLAYERS, seed)  # the first use compiles, which is no part of the time given
    began = perf_counter()
    while (passed := (perf_counter() - began) / 60) < minutes:
        for group in optimizer.param_groups:
            group["lr"] = RATE * max(0.1, 1 - passed / minutes)
        if passed >= due:
            due = passed + minutes / 16
            curve.append({"minutes": passed, "decisions": decisions, **measured(network, games // 4, seed)})
            print(json.dumps(curve[-1]), flush=True)
        with torch.no_grad():
            following = rollout.play(env, network)
        learn(network, optimizer, rollout, rollout.advantages(following, env.infos["seat"].astype(np.int64)))
        decisions += STEPS * ENVS
    curve.append(
        {"minutes": (perf_counter() - began) / 60, "decisions": decisions, **measured(network, games, seed + 1)}
    )
    return network, curve


def measured(network: Network, games: int, seed: int) -> dict[str, float]:
    with torch.no_grad():
        return {name: share_won(network, name, games, seed) for name in OPPONENTS}


def main() -> None:
    parser = argparse.ArgumentParser(description="Learn two-player Bali by playing against itself.")
    parser.add_argument("--minutes", type=float, default=12.0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--games", type=int, default=4000, help="against each opponent, for the last measurement")
    parser.add_argument("--threads", type=int, default=1, help="of PyTorch; two help only if nothing else runs")
    parser.add_argument("--curve", type=Path, default=Path("curve.svg"))
    options = parser.parse_args()
    torch.set_num_threads(options.threads)
    _, curve = train(options.minutes, options.seed, options.games)
    picture(curve, options.curve)
    print(json.dumps({"last": curve[-1], "games": options.games}))


if __name__ == "__main__":
    main()
