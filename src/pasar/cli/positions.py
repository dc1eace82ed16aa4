"""`pasar positions`: positions to solve, each with the proof that one move is clearly the best."""

import json

import click

from pasar.cli import options, screen
from pasar.files import check_writable, write_lines
from pasar.games import find


@click.command("positions")
@click.argument("game", metavar="GAME", shell_complete=options.starting_so)
@click.option("--count", type=click.IntRange(1, 10_000), default=200, show_default=True, metavar="N",
              help="How many.")  # fmt: skip
@click.option("--seed", type=int, default=0, show_default=True, metavar="S",
              help="The same seed gives the same positions.")  # fmt: skip
@click.option("--out", required=True, metavar="FILE.json", help="Where they go.")
def command(game: str, count: int, seed: int, out: str) -> None:
    """Find positions of GAME in which one move is clearly the best.

    They are taken from games between bots. In worlds that the player could not tell apart every other move surely
    loses more than 5 points of chance, and a long search agrees. A position takes a few seconds.

    \b
    Examples:
      pasar positions bali --out positions.json
      pasar positions basari --count 20 --seed 7 --out few.json
    """
    from pasar.cli.warm import warm_coach
    from pasar.lab.positions import make

    found = find(game)
    check_writable(out)
    warm_coach(found)
    with screen.progress("positions", count) as advance:
        sheet = make(found, count, seed, advance)
    write_lines(out, [json.dumps(sheet, separators=(",", ":"))])
