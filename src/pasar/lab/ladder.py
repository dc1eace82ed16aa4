"""Level against level, each against the one below: `python -m pasar.lab.ladder GAME --players 2`.

One of the upper level against the lower one on all other seats, every deal on all seats. What it wins is also told as
it would be among two, so that one number says the same for any number of players: even is always a half. Levels think
as many simulations as always and have all the time for it, so that a busy machine changes nothing.
"""

from itertools import pairwise

import click

from pasar.bots.levels import LEVELS
from pasar.errors import PasarError
from pasar.games import find
from pasar.games.contract import Game
from pasar.lab.rows import Plan
from pasar.lab.skill.levels import LadderPlan, against, check_levels, climb_of


@click.command()
@click.argument("name", metavar="GAME")
@click.option("--players", type=int, required=True, metavar="N")
@click.option("--levels", default=",".join(LEVELS), show_default=True, metavar="A,B,...", help="The weakest first.")
@click.option("--games", type=click.IntRange(min=2), default=120, show_default=True, metavar="N", help="Of each step.")
@click.option("--seed", type=int, default=1, show_default=True)
def main(name: str, players: int, levels: str, games: int, seed: int) -> None:
    """Measure each level against the one below it."""
    try:
        game = find(name)
        rules = game.check(players)
        named = check_levels(levels.split(","))
    except PasarError as fault:
        raise click.ClickException(str(fault)) from None
    unhurried = {level: without_clock(level, game, players) for level in named}
    asked = LadderPlan(Plan.of(game, rules, games, seed, ("greedy",) * players), tuple(unhurried.values()), games, 1)
    for lower, upper in pairwise(named):
        above, below = unhurried[upper], unhurried[lower]
        found = climb_of(above, below, against(asked, above, below))
        mean, low, high = found.among_two
        among = f"among two {mean:.1%} ({low:.1%} to {high:.1%})"
        click.echo(f"{name} {players}: {upper} over {lower}: {found.share:.1%} of {found.games} games, {among}")


def without_clock(name: str, game: Game, players: int) -> str:
    """A level with the simulations that it makes, and no limit in seconds; any other bot as it is."""
    if name not in LEVELS:
        return name
    return f"{name}:{LEVELS[name].for_game(game, players).simulations}sims"


if __name__ == "__main__":
    main()
