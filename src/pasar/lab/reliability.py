"""Whether the chances that people are shown come true: `python -m pasar.lab.reliability GAME --players 2`.

A searching bot plays against itself. Before each of its moves it says what a person who asked for advice would be told,
and in the end it is seen what became of it. Games of one deal's length are cut into thirds by their decisions. A run is
fixed by its seed if the bot's budget is in simulations.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import click
import numpy as np

from pasar.bots.advice import advised
from pasar.bots.contract import Position
from pasar.bots.roster import find_bot
from pasar.errors import PasarError
from pasar.games import find
from pasar.games.contract import Game
from pasar.kernel.rng import game_source
from pasar.lab.bot_match import make_move
from pasar.lab.train import tables
from pasar.match.match import Match

PARTS = 3  # of a game
BINS = 10  # of chances
SURE = 1.96  # standard errors on either side of a mean: 95 %


@dataclass(frozen=True)
class Bias:
    """By how much chances were too high, with half the width of its interval; games count as one piece of luck each."""

    mean: float
    error: float
    count: int


def told(game: Game, players: int, bot: str, games: int, seed: int) -> Iterator[np.ndarray]:
    """For each game a row a decision: the part of the game, the chance told, the share of the victory it became."""
    entry, kinds = find_bot(bot), tables(game, players)
    for number in range(games):
        rules = kinds[number % len(kinds)]
        match = Match(game, rules, game.deal(rules, game_source(seed, number)))
        bots = [entry.make(seed + number * players + seat) for seat in range(players)]
        rows: list[tuple[int, float]] = []
        while not match.over:
            asked = [(seat, bots[seat].decide(Position.of(match, seat), entry.budget)) for seat in match.to_act]
            for seat, decision in asked:
                if decision.expected:
                    rows.append((seat, advised(decision).expected[0].share))
                make_move(match, seat, decision)
        shares = [(seat in match.winners) / len(match.winners) for seat in range(players)]
        yield np.array([(PARTS * at // len(rows), chance, shares[seat]) for at, (seat, chance) in enumerate(rows)])


def bias(games: Sequence[np.ndarray]) -> Bias:
    """Of some decisions of each game."""
    counts = np.array([len(rows) for rows in games])
    sums = np.array([(rows[:, 1] - rows[:, 2]).sum() for rows in games])
    if counts.sum() == 0:
        return Bias(math.nan, math.nan, 0)
    mean = sums.sum() / counts.sum()
    error = SURE * math.sqrt(((sums - mean * counts) ** 2).sum()) / counts.sum()
    return Bias(float(mean), error, int(counts.sum()))


def by_part(games: Sequence[np.ndarray]) -> list[Bias]:
    return [bias([rows[rows[:, 0] == part] for rows in games]) for part in range(PARTS)]


def by_chance(games: Sequence[np.ndarray]) -> list[Bias]:
    """Of chances from 0 to a tenth, and so on."""
    tenths = [np.minimum((rows[:, 1] * BINS).astype(int), BINS - 1) for rows in games]
    return [bias([rows[tenth == each] for rows, tenth in zip(games, tenths, strict=True)]) for each in range(BINS)]


@click.command()
@click.argument("name", metavar="GAME")
@click.option("--players", type=int, required=True)
@click.option("--games", type=click.IntRange(min=2), default=400, show_default=True)
@click.option("--bot", default="search:400sims", show_default=True)
@click.option("--seed", type=int, default=1, show_default=True)
def main(name: str, players: int, games: int, bot: str, seed: int) -> None:
    """Compare the chances that BOT would show with how its games end, over all variants of GAME."""
    try:
        game = find(name)
        game.check(players)
        find_bot(bot)
    except PasarError as fault:
        raise click.ClickException(str(fault)) from None
    played = list(told(game, players, bot, games, seed))
    for at, found in enumerate(by_part(played), 1):
        click.echo(f"third {at}: {_shown(found)}")
    for at, found in enumerate(by_chance(played)):
        click.echo(f"chances from {at * 10} to {at * 10 + 10} %: {_shown(found)}")


def _shown(found: Bias) -> str:
    return f"{100 * found.mean:+.1f} points, +- {100 * found.error:.1f}, in {found.count:,} decisions"


if __name__ == "__main__":
    main()
