"""Learn what people probably do in secret: `python -m pasar.lab.believe GAME` writes `likelihoods.py` of the game.

Searching bots play games, the game's `beliefs.evidence` lists what everybody chose among what, and a log-linear model
(a conditional logit) is fitted for each kind of choice: the weight of an option is a product, a factor for each of its
features. Done again with the bots that have these beliefs, it is the next generation. A run is fixed by its seed.
"""

from collections.abc import Iterator
from importlib import resources
from pathlib import Path
from typing import cast

import click
import numpy as np

from pasar.bots.roster import find_bot
from pasar.errors import PasarError
from pasar.files import check_writable, write_lines
from pasar.games import find
from pasar.games.contract import Game, LearnedBeliefs, State
from pasar.kernel.rng import game_source
from pasar.lab.bot_match import play_match
from pasar.lab.train import tables
from pasar.match.match import Match

MOST_CHOICES = 512  # of a game
CLOSED = -1
SMOOTHING = 2.0  # how much the weights of neighbouring cells are held together
TOWARDS_NOTHING = 0.1  # and all of them to 0
STEPS = 12  # of Newton's method
HEAD = '''"""How likely people are to choose what, learned from self-play: written by `python -m pasar.lab.believe {}`.

For each kind of choice and feature of an option the logarithm of a weight in each cell (see `beliefs.py`).
"""

# fmt: off
LIKELIHOODS = ('''


class NothingToLearn(PasarError):
    """The game brings no likelihoods."""


def beliefs_of(game: Game) -> LearnedBeliefs:
    """The game's beliefs, if they can be learned."""
    if not hasattr(game.beliefs, "evidence"):
        raise NothingToLearn(f"{game.name} brings no likelihoods to learn: its beliefs.py would need `evidence`")
    return cast(LearnedBeliefs, game.beliefs)


def finished_games(game: Game, bot: str, games: int, seed: int) -> Iterator[State]:
    """The ends of games with every number of players and every choice of switches."""
    kinds = [rules for players in game.seats for rules in tables(game, players)]
    for number in range(games):
        rules = kinds[number % len(kinds)]
        match = Match(game, rules, game.deal(rules, game_source(seed, number)))
        players = rules["players"]
        play_match(match, [bot] * players, [seed + number * players + seat for seat in range(players)])
        yield match.state


def choices_of(beliefs: LearnedBeliefs, state: State) -> np.ndarray:
    rows = np.full((MOST_CHOICES, 2 + beliefs.OPTIONS * beliefs.FEATURES), CLOSED, dtype=np.int16)
    return rows[: beliefs.evidence(state[0], rows)]


def fit(options: np.ndarray, chosen: np.ndarray, cells: int) -> np.ndarray:
    """The weights (feature, cell) that make the choices likeliest; `options` are choice, option, feature: its cell."""
    features = options.shape[2]
    closed = options[:, :, 0] == CLOSED
    marks = np.concatenate([np.eye(cells)[np.maximum(options[:, :, each], 0)] for each in range(features)], axis=2)
    marks[closed] = 0.0
    made = marks[np.arange(len(chosen)), chosen].sum(axis=0)
    penalty = _penalty(features, cells)
    weights = np.zeros(features * cells)
    for _ in range(STEPS):
        odds = np.where(closed, 0.0, np.exp(marks @ weights))
        odds /= odds.sum(axis=1, keepdims=True)
        means = np.einsum("no,nof->nf", odds, marks)
        curve = np.einsum("no,nof,nog->fg", odds, marks, marks, optimize=True) - means.T @ means + penalty
        weights += np.linalg.solve(curve, made - means.sum(axis=0) - penalty @ weights)
    return weights.reshape(features, cells)


def _penalty(features: int, cells: int) -> np.ndarray:
    apart = np.diff(np.eye(cells), axis=0)
    one = SMOOTHING * apart.T @ apart + TOWARDS_NOTHING * np.eye(cells)
    return np.kron(np.eye(features), one)


def likelihoods(beliefs: LearnedBeliefs, choices: np.ndarray) -> np.ndarray:
    """For each kind of choice its weights; 0 for a kind that was never seen."""
    found = np.zeros((beliefs.KINDS, beliefs.FEATURES, beliefs.CELLS))
    for kind in range(beliefs.KINDS):
        some = choices[choices[:, 0] == kind]
        options = some[:, 2:].reshape(len(some), beliefs.OPTIONS, beliefs.FEATURES)
        real = (options[:, :, 0] != CLOSED).sum(axis=1) > 1
        if real.any():
            found[kind] = fit(options[real], some[real, 1], beliefs.CELLS)
    return found


def written(game: str, found: np.ndarray) -> list[str]:
    lines = HEAD.format(game).split("\n")
    for kind in found:
        rows = [f"        ({', '.join(f'{weight + 0.0:.2f}' for weight in feature)})," for feature in kind]
        lines += ["    (", *rows, "    ),"]
    return [*lines, ")", "# fmt: on"]


def learn_beliefs(name: str, games: int, bot: str, seed: int, out: str | None) -> str:
    """Play, fit and write; what was done, in a line."""
    game = find(name)
    beliefs = beliefs_of(game)
    find_bot(bot)
    path = Path(out) if out else Path(str(resources.files(game.package))) / "likelihoods.py"
    check_writable(path)
    choices = np.concatenate([choices_of(beliefs, state) for state in finished_games(game, bot, games, seed)])
    write_lines(str(path), written(name, likelihoods(beliefs, choices)))
    return f"{len(choices):,} choices of {games} games, written to {path}"


@click.command()
@click.argument("name", metavar="GAME")
@click.option("--games", type=click.IntRange(min=1), default=1200, show_default=True)
@click.option("--bot", default="search:400sims", show_default=True, help="Who plays.")
@click.option("--seed", type=int, default=1, show_default=True)
@click.option("--out", metavar="FILE.py", help="Where to write it; in the game's own folder if not given.")
def main(name: str, games: int, bot: str, seed: int, out: str | None) -> None:
    """Learn the likelihoods that thinkers of GAME suppose worlds by."""
    try:
        click.echo(learn_beliefs(name, games, bot, seed, out))
    except PasarError as fault:
        raise click.ClickException(str(fault)) from None


if __name__ == "__main__":
    main()
