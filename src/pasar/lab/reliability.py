"""Whether the chances that people are shown come true: `python -m pasar.lab.reliability GAME --players 2`.

Bots play against themselves. Whoever is to decide says what a person who asked for advice would be told, and in the end
it is seen what became of it. Games of one deal's length are cut into thirds by their decisions. A run
is fixed by its seed if budgets are in simulations. With `--fit` the games are not judged: from them is learned how
found chances have to be told (`pasar.bots.advice.Correction`), and that is written where the game keeps it.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib import resources
from pathlib import Path

import click
import numpy as np

from pasar.bots.advice import LEAST, Correction, advised
from pasar.bots.contract import Position
from pasar.bots.roster import find_bot
from pasar.errors import PasarError
from pasar.files import write_lines
from pasar.games import find
from pasar.games.contract import Game
from pasar.kernel.rng import game_source
from pasar.lab.bot_match import make_move
from pasar.lab.train import tables
from pasar.match.match import Match

PARTS = 3  # of a game
BINS = 10  # of chances
SURE = 1.96  # standard errors on either side of a mean: 95 %
PART, CHANCE, BECAME, MOVES = range(4)  # columns of what was told
DECIMALS = 3  # of what is fitted
STEPS = 30  # of Newton's method, which needs a handful
TRUST = 10.0  # decisions that speak for telling chances as they were found, in each part of a game


@dataclass(frozen=True)
class Bias:
    """By how much chances were too high, with half the width of its interval; games count as one piece of luck each."""

    mean: float
    error: float
    count: int


@dataclass(frozen=True)
class Asking:
    """Who plays, who is asked for advice (nobody else, if not named), and before which decisions: every so many-th.

    Whoever is told too much, somebody else is told too little: asking before all decisions takes much chance out.
    """

    bot: str = "search:400sims"
    adviser: str | None = None
    every: int = 1


def told(game: Game, players: int, asking: Asking, games: int, seed: int) -> Iterator[np.ndarray]:
    """For each game a row an advice: part of the game, chance found, share of the victory it became, moves before."""
    kinds = tables(game, players)
    for number in range(games):
        rules = kinds[number % len(kinds)]
        match = Match(game, rules, game.deal(rules, game_source(seed, number)))
        yield _told_in(match, asking, number, seed)


def _told_in(match: Match, asking: Asking, number: int, seed: int) -> np.ndarray:
    entry = find_bot(asking.bot)
    adviser = None if asking.adviser is None else find_bot(asking.adviser)
    bots = [entry.make(seed + number * match.players + seat) for seat in range(match.players)]
    rows: list[tuple[int, int, float, int]] = []  # decisions before, seat, chance, moves before
    decisions = 0
    while not match.over:
        moves = int(match.state["moves"][0])
        positions = [(seat, Position.of(match, seat)) for seat in match.to_act]
        for seat, position in positions:
            decision = thought = bots[seat].decide(position, entry.budget)
            if decisions % asking.every == number % asking.every:
                if adviser is not None:
                    thought = adviser.make(0).decide(position, adviser.budget)
                rows += [(decisions, seat, each.share, moves) for each in advised(thought).expected[:1]]
            make_move(match, seat, decision)
            decisions += 1
    shares = [(seat in match.winners) / len(match.winners) for seat in range(match.players)]
    return np.array([(PARTS * at // decisions, chance, shares[seat], moves) for at, seat, chance, moves in rows])


def corrected(games: Sequence[np.ndarray], correction: Correction | None) -> list[np.ndarray]:
    """The same with the chances that a person is shown."""
    if correction is None:
        return list(games)
    shown = []
    for rows in games:
        chances = [correction.of_share(row[CHANCE], int(row[MOVES])) for row in rows]
        shown.append(np.column_stack([rows[:, PART], chances, rows[:, BECAME:]]))
    return shown


# --- How found chances come true --------------------------------------------------------------------------------------


def fitted(games: Sequence[np.ndarray]) -> Correction:
    """The likeliest correction (a logistic regression), which bends at the ends of a game's thirds."""
    rows = np.concatenate(list(games))
    length = float(np.mean([game[-1, MOVES] for game in games]))
    knots = np.round(np.linspace(0, length, PARTS + 1))
    chances = np.clip(rows[:, CHANCE], LEAST, 1 - LEAST)
    odds = np.log(chances / (1 - chances))
    near = np.array([np.interp(rows[:, MOVES], knots, row) for row in np.eye(len(knots))]).T
    columns = np.hstack([near * odds[:, None], near])
    as_found = np.repeat([1.0, 0.0], len(knots))
    weights = as_found.copy()
    for _ in range(STEPS):
        expected = 1 / (1 + np.exp(-columns @ weights))
        slope = columns.T @ (rows[:, BECAME] - expected) - TRUST * (weights - as_found)
        bend = (columns * (expected * (1 - expected))[:, None]).T @ columns + TRUST * np.eye(len(weights))
        weights = weights + np.linalg.solve(bend, slope)
    rounded = [tuple(round(float(each), DECIMALS) for each in part) for part in np.split(weights, 2)]
    return Correction(tuple(knots.tolist()), *rounded)


def written(game: str, corrections: dict[str, Correction]) -> list[str]:
    """As a game keeps it."""
    lines = [
        "# How the chances that a search finds come true, by players: after so many moves, odds to the power of",
        "# `slope`, times e to the power of `shift` (pasar.bots.advice). Made from games of bots, for each number of",
        f"# players by `python -m pasar.lab.reliability {game} --players N --fit` (docs/results/hints.md).",
    ]
    for players, each in sorted(corrections.items()):
        parts = [f"{name} = {list(getattr(each, name))}" for name in ("moves", "slope", "shift")]
        lines += ["", f"[{players}]", *parts]
    return lines


# --- Whether they do --------------------------------------------------------------------------------------------------


def bias(games: Sequence[np.ndarray]) -> Bias:
    """Of some decisions of each game."""
    counts = np.array([len(rows) for rows in games])
    sums = np.array([(rows[:, CHANCE] - rows[:, BECAME]).sum() for rows in games])
    if counts.sum() == 0:
        return Bias(math.nan, math.nan, 0)
    mean = sums.sum() / counts.sum()
    error = SURE * math.sqrt(((sums - mean * counts) ** 2).sum()) / counts.sum()
    return Bias(float(mean), error, int(counts.sum()))


def by_part(games: Sequence[np.ndarray]) -> list[Bias]:
    return [bias([rows[rows[:, PART] == part] for rows in games]) for part in range(PARTS)]


def by_chance(games: Sequence[np.ndarray]) -> list[Bias]:
    """Of chances from 0 to a tenth, and so on."""
    tenths = [np.minimum((rows[:, CHANCE] * BINS).astype(int), BINS - 1) for rows in games]
    return [bias([rows[tenth == each] for rows, tenth in zip(games, tenths, strict=True)]) for each in range(BINS)]


@click.command()
@click.argument("name", metavar="GAME")
@click.option("--players", type=int, required=True)
@click.option("--games", type=click.IntRange(min=2), default=400, show_default=True)
@click.option("--bot", default=Asking.bot, show_default=True, help="Who plays.")
@click.option("--adviser", help="Who is asked for advice, if not who plays.")
@click.option("--every", type=click.IntRange(min=1), default=Asking.every, show_default=True,
              help="Advice is asked for before every so many-th decision.")  # fmt: skip
@click.option("--seed", type=int, default=1, show_default=True)
@click.option("--fit", is_flag=True, help="Learn from these games how chances have to be shown, for the game to keep.")
def main(
    name: str, players: int, games: int, bot: str, adviser: str | None, every: int, seed: int, fit: bool
) -> None:  # fmt: skip
    """Compare the chances that people are shown with how games of bots end, over all variants of GAME."""
    try:
        game = find(name)
        game.check(players)
        asking = Asking(find_bot(bot).name, find_bot(adviser).name if adviser else None, every)
    except PasarError as fault:
        raise click.ClickException(str(fault)) from None
    played = list(told(game, players, asking, games, seed))
    if fit:
        _keep(game, players, fitted(played))
        return
    for what, correction in (("found", None), ("shown", Correction.of(game, players))):
        rows = corrected(played, correction)
        for at, found in enumerate(by_part(rows), 1):
            click.echo(f"{what}, third {at}: {_told(found)}")
        for at, found in enumerate(by_chance(rows)):
            click.echo(f"{what}, chances from {at * 10} to {at * 10 + 10} %: {_told(found)}")


def _keep(game: Game, players: int, correction: Correction) -> None:
    known = {each: Correction.of(game, int(each)) for each in game.hints}
    kept = {each: found for each, found in known.items() if found is not None} | {str(players): correction}
    path = Path(str(resources.files(game.package) / "hints.toml"))
    write_lines(path, written(game.name, kept))
    click.echo(f"{path}: {correction}")


def _told(found: Bias) -> str:
    return f"{100 * found.mean:+.1f} points, +- {100 * found.error:.1f}, in {found.count:,} decisions"


if __name__ == "__main__":
    main()
