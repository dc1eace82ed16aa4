"""`pasar bench`: the figures of the README, on this machine."""

import json
from collections.abc import Iterable
from functools import partial
from typing import TYPE_CHECKING

import click

from pasar.cli import options, screen

if TYPE_CHECKING:
    from pasar.lab.measure import Figure


@click.command("bench", short_help="Measure how fast this machine plays.")
@click.option(
    "--all", "everything", is_flag=True, help="Also a million games, compiling anew, and starting: a minute more."
)
@options.as_json
def command(everything: bool, as_json: bool) -> None:
    """Measure how fast this machine plays, against the project's targets.

    Nothing else should be running. Speeds and starts are the best of three; what takes long is measured once.

    \b
    Examples:
      pasar bench
      pasar bench --all --json
    """
    from pasar.cli.warm import warm
    from pasar.games import games
    from pasar.lab import measure
    from pasar.lab.rows import Plan
    from pasar.lab.simulate import played

    for game in games().values():
        warm(game, "sim", partial(played, Plan.of(game, game.check(), 1, 0), 0, 1))
    figures: list[Figure] = []
    jobs = measure.ALL if everything else measure.QUICK
    with screen.progress("figures", len(jobs)) as advance:
        for done, job in enumerate(jobs, 1):
            figures += job()
            advance(done)
    if as_json:
        click.echo(json.dumps({"machine": measure.machine(), "figures": [figure.as_json() for figure in figures]}))
    else:
        show(figures)


def show(figures: Iterable["Figure"]) -> None:
    """Print figures as a table with the machine below it."""
    from rich.table import Table

    from pasar.lab.measure import machine

    console = screen.console()
    table = Table(box=screen.frame(console))
    for heading in ("Figure", "Measured", "", "Target", "Compared"):
        table.add_column(heading, justify="right" if heading in ("Measured", "Target") else "left")
    for figure in figures:
        table.add_row(figure.name, _number(figure.value), figure.unit, _target(figure), figure.note)
    console.print(table)
    console.print(machine(), markup=False)


def _number(value: float) -> str:
    return f"{value:,.0f}" if value >= 100 else f"{value:.2f}"


def _target(figure: "Figure") -> str:
    if figure.target is None:
        return ""
    missed = "" if figure.met else " missed"
    return f"{'>=' if figure.at_least else '<='} {figure.target:,g}{missed}"
