"""Level against level, each against the one below: `python -m pasar.lab.ladder GAME --players 2`.

One of the upper level against the lower one on all other seats, every deal on all seats. What it wins is also told as
it would be among two, so that one number says the same for any number of players: even is always a half.
"""

from itertools import pairwise

import click

from pasar.bots.levels import LEVELS
from pasar.errors import PasarError
from pasar.games import find
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
    asked = LadderPlan(Plan.of(game, rules, games, seed, ("greedy",) * players), named, games, 1)
    for lower, upper in pairwise(named):
        found = climb_of(upper, lower, against(asked, upper, lower))
        mean, low, high = found.among_two
        among = f"among two {mean:.1%} ({low:.1%} to {high:.1%})"
        click.echo(f"{name} {players}: {upper} over {lower}: {found.share:.1%} of {found.games} games, {among}")


if __name__ == "__main__":
    main()
