"""Learn to judge positions from self-play: `python -m pasar.lab.train GAME --players 2` writes `net_2.npy` of the game.

In each round, players who look one decision ahead with the net of the round before play thousands of games. The net
then learns from positions of these games how likely everybody is to win. The first round is played by rules
of thumb. A run is fixed by its seed. It takes minutes and nothing but this page, NumPy and the compiled self-play.
"""

import itertools
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from typing import Any

import click
import numpy as np

from pasar.bots import stamped
from pasar.errors import PasarError
from pasar.files import check_writable
from pasar.games import find
from pasar.games.contract import Game, Rules

CHANCES = np.array([0.0, 0.02, 0.05, 0.1, 0.25])  # of a decision by chance; each game draws one of these
POSITIONS_A_GAME = 12  # about so many are kept of each game: more would tell the same story again
TRIAL = 4000  # positions from which it is found out how many a game has
BATCH = 1024
EPOCHS, LAST_EPOCHS = 8, 16  # of a round, and of the last one
RATE, SLOWEST_RATE = 2e-3, 1e-4
DECAY = 1e-5  # of weights
FIRST_SMOOTHING, SECOND_SMOOTHING, TINY = 0.9, 0.999, 1e-8  # of Adam, the method of descent
LATER = 0.8  # of a target is what came later; the rest is what the players' net says of the position that came next
HELD_BACK = 0.1  # of the positions, to see how well the net does on what it has not learned from


@dataclass(frozen=True)
class Positions:
    features: np.ndarray  # position, seat, feature
    shares: np.ndarray  # position, seat: of the victory, in the end
    targets: np.ndarray  # position, seat: what to learn, which is less a matter of luck (`softened`)

    def __len__(self) -> int:
        return len(self.features)

    def at(self, rows: Any) -> "Positions":
        return Positions(self.features[rows], self.shares[rows], self.targets[rows])

    def joined(self, other: "Positions") -> "Positions":
        return Positions(
            np.concatenate([self.features, other.features]),
            np.concatenate([self.shares, other.shares]),
            np.concatenate([self.targets, other.targets]),
        )


# --- Self-play --------------------------------------------------------------------------------------------------------


def tables(game: Game, players: int) -> list[Rules]:
    """The game with this number of players and every choice of its switches."""
    switches = [option.name for option in game.options if not option.is_file]
    choices = itertools.product((False, True), repeat=len(switches))
    return [game.check(players, **dict(zip(switches, chosen, strict=True))) for chosen in choices]


def self_play(game: Game, players: int, net: np.ndarray, count: int, seed: int) -> Positions:
    """About so many positions, evenly from all tables, in an order that has nothing to do with time."""
    kinds = tables(game, players)
    parts = [
        _sampled(game, rules, net, count // len(kinds), seed * len(kinds) + kind, every_so_many(game, rules, seed))
        for kind, rules in enumerate(kinds)
    ]
    every = parts[0]
    for part in parts[1:]:
        every = every.joined(part)
    # Positions of one game stay together, so that none of a game that was learned from is held back.
    blocks = np.array_split(np.arange(len(every)), 200)
    np.random.default_rng(seed).shuffle(blocks)
    return every.at(np.concatenate(blocks))


def _sampled(game: Game, rules: Rules, net: np.ndarray, count: int, seed: int, every: int) -> Positions:
    return _played(game, rules, net, count, seed, every)[0]


def _played(game: Game, rules: Rules, net: np.ndarray, count: int, seed: int, every: int) -> tuple[Positions, int]:
    """Positions, and of how many games they are."""
    features = np.zeros((count, rules["players"], game.greedy.FEATURES), dtype=np.float32)
    shares = np.zeros((count, rules["players"]), dtype=np.float32)
    loop = stamped.samples(game).sample_games
    numbers = np.zeros(count, dtype=np.int64)
    filled, games = loop(game.blank(rules), np.uint64(seed), 0, CHANCES, every, net, features, shares, numbers)
    features, shares, numbers = features[:filled], shares[:filled], numbers[:filled]
    targets = shares if net is stamped.NO_NET else softened(Net.of(net), features, shares, numbers)
    return Positions(features, shares, targets), games


def softened(net: "Net", features: np.ndarray, shares: np.ndarray, games: np.ndarray) -> np.ndarray:
    """How games ended, mixed with what the net says of later positions: the more of it, the later the end (TD(lambda)).

    Rows of one game stand together, in the order they were met.
    """
    targets = shares.copy()
    said = np.concatenate([net.shares(some) for some in np.array_split(features, len(features) // BATCH + 1)])
    for row in range(len(features) - 2, -1, -1):
        if games[row] == games[row + 1]:
            targets[row] = (1 - LATER) * said[row + 1] + LATER * targets[row + 1]
    return targets


def every_so_many(game: Game, rules: Rules, seed: int) -> int:
    """One position in so many is kept; found out from some games by rules of thumb."""
    found, games = _played(game, rules, stamped.NO_NET, TRIAL, seed, 1)
    return max(1, round(len(found) / games / POSITIONS_A_GAME))


# --- The fit ----------------------------------------------------------------------------------------------------------


class Net:
    """One hidden layer, a score for each seat, and shares from the scores; the same as `pasar.bots.judge` computes."""

    def __init__(self, features: int, seed: int, cells: int | None = None) -> None:
        hidden = cells or stamped.HIDDEN
        dice = np.random.default_rng(seed)
        self.weights = [
            dice.normal(0, np.sqrt(3 / features), (features, hidden)).astype(np.float32),
            np.zeros(hidden, dtype=np.float32),
            dice.normal(0, np.sqrt(1 / hidden), hidden).astype(np.float32),
        ]

    @classmethod
    def of(cls, array: np.ndarray) -> "Net":
        """One that goes on from there."""
        made = cls(len(array) - 2, 0)
        made.weights = [array[:-2].copy(), array[-2].copy(), array[-1].copy()]
        return made

    @classmethod
    def after(cls, array: np.ndarray, features: int, room: int | None = None) -> "Net":
        """One that judges as that does, with room for features and cells that it did not have."""
        known, cells = len(array) - 2, array.shape[1]
        made = cls(features, 0, room)
        made.weights[0][:, :cells] = 0
        made.weights[0][:known, :cells] = array[:-2]
        made.weights[1][:cells] = array[-2]
        made.weights[2][:] = 0
        made.weights[2][:cells] = array[-1]
        return made

    def array(self) -> np.ndarray:
        """As `judge` takes it: a row for each feature, then the biases, then the weights out."""
        return np.vstack([self.weights[0], self.weights[1][None], self.weights[2][None]])

    def shares(self, features: np.ndarray) -> np.ndarray:
        return self._forward(features)[2]

    def _forward(self, features: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        inner, bias, out = self.weights
        hidden = features @ inner + bias
        active = np.maximum(hidden, 0)
        scores = active @ out
        odds = np.exp(scores - scores.max(axis=1, keepdims=True))
        return hidden, active, odds / odds.sum(axis=1, keepdims=True)

    def slopes(self, batch: Positions) -> list[np.ndarray]:
        """How the loss (cross-entropy) changes with each weight."""
        inner, _, out = self.weights
        hidden, active, shares = self._forward(batch.features)
        errors = (shares - batch.targets) / len(batch)
        back = errors[:, :, None] * out
        back[hidden <= 0] = 0
        return [
            np.tensordot(batch.features, back, ([0, 1], [0, 1])) + DECAY * inner,
            back.sum(axis=(0, 1)),
            np.einsum("np,nph->h", errors, active),
        ]

    def loss(self, positions: Positions) -> float:
        return float(-(positions.shares * np.log(self.shares(positions.features) + 1e-9)).sum(axis=1).mean())


def fit(net: Net, positions: Positions, epochs: int, seed: int) -> float:
    """Improve the net in place; its loss on the positions held back."""
    held = int(HELD_BACK * len(positions))
    steps = epochs * ((len(positions) - held) // BATCH)
    means = [np.zeros_like(weights) for weights in net.weights]
    squares = [np.zeros_like(weights) for weights in net.weights]
    for step, rows in enumerate(itertools.islice(_batches(held, len(positions), seed), steps), 1):
        rate = SLOWEST_RATE + (RATE - SLOWEST_RATE) * (1 - step / steps)
        for weights, slope, mean, square in zip(
            net.weights, net.slopes(positions.at(rows)), means, squares, strict=True
        ):
            mean += (1 - FIRST_SMOOTHING) * (slope - mean)
            square += (1 - SECOND_SMOOTHING) * (slope * slope - square)
            direction = mean / (1 - FIRST_SMOOTHING**step)
            weights -= (rate * direction / (np.sqrt(square / (1 - SECOND_SMOOTHING**step)) + TINY)).astype(np.float32)
    return net.loss(positions.at(slice(0, held)))


def _batches(first: int, stop: int, seed: int) -> Iterator[np.ndarray]:
    dice = np.random.default_rng(seed)
    while True:
        order = first + dice.permutation(stop - first)
        yield from (order[at : at + BATCH] for at in range(0, len(order) - BATCH + 1, BATCH))


# --- Rounds -----------------------------------------------------------------------------------------------------------


def self_play_round(game: Game, players: int, net: np.ndarray | None, positions: int, seed: int) -> Positions:
    """What a round is played with: the net of the round before, in the first one rules of thumb."""
    return self_play(game, players, stamped.NO_NET if net is None else net, positions, seed)


def learn(net: Net, played: Positions, before: Positions | None, seed: int, is_last: bool) -> float:
    """Improve the net by what was played and half of what was played before; its loss on what was held back."""
    known = played if before is None else played.joined(before.at(slice(len(before) // 2, None)))
    return fit(net, known, LAST_EPOCHS if is_last else EPOCHS, seed)


def train(
    game: Game, players: int, rounds: int, positions: int, seed: int, report: Callable[[str], None]
) -> np.ndarray:
    net = Net(game.greedy.FEATURES, seed)
    before: Positions | None = None
    for number in range(rounds):
        played = self_play_round(game, players, net.array() if number > 0 else None, positions, seed + number)
        loss = learn(net, played, before, seed + number, number == rounds - 1)
        report(f"round {number + 1} of {rounds}: {len(played):,} new positions, loss {loss:.4f}")
        before = played
    return net.array()


@click.command()
@click.argument("name", metavar="GAME")
@click.option("--players", type=int, required=True)
@click.option("--rounds", type=click.IntRange(min=1), default=6, show_default=True)
@click.option("--positions", type=click.IntRange(min=20_000), default=120_000, show_default=True, help="A round.")
@click.option("--seed", type=int, default=1, show_default=True)
@click.option("--out", metavar="FILE.npy", help="Where to write it; in the game's own folder if not given.")
def main(name: str, players: int, rounds: int, positions: int, seed: int, out: str | None) -> None:
    """Train the net that judges positions of GAME."""
    try:
        game = find(name)
        game.check(players)
        path = Path(out) if out else Path(str(resources.files(game.package))) / f"net_{players}.npy"
        check_writable(path)
    except PasarError as fault:
        raise click.ClickException(str(fault)) from None
    np.save(path, train(game, players, rounds, positions, seed, lambda line: click.echo(f"{name} {players}: {line}")))
    click.echo(f"written to {path}")


if __name__ == "__main__":
    main()
