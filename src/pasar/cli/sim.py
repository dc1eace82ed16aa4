"""`pasar sim`: many games of random play, and what came of them."""

import json
import secrets
from typing import TYPE_CHECKING, Any

import click

from pasar.cli import options, screen
from pasar.cli.warm import warm, warm_match
from pasar.files import check_writable
from pasar.games.contract import Game, Rules

if TYPE_CHECKING:
    from pasar.lab.simulate import Plan, Summary
    from pasar.lab.statistics import Interval

GAMES = 10_000
MOST_WORKERS = 256
DRAWN_SEEDS = 2**31  # short enough to be typed again


@click.command("sim")
@options.table
@click.option(
    "--games", type=click.IntRange(min=1), default=GAMES, show_default=True, metavar="N", help="How many games."
)
@options.seed
@click.option(
    "--workers", type=click.IntRange(1, MOST_WORKERS), metavar="N",
    help="Threads that share the games; one for each core if not given. It changes the time, never the result.",
)  # fmt: skip
@click.option("--records", metavar="FILE.jsonl", help="Write every game to a file, one record a line.")
@options.as_json
def command(
    game: Game, rules: Rules, games: int, seed: int | None, workers: int | None, records: str | None, as_json: bool
) -> None:
    """Simulate many games of GAME with random moves.

    Prints how fast it went, and for every seat its points and its share of the victories, each with the interval that
    holds the true value in 95 of 100 runs.

    \b
    pasar sim bali --players 4 --oracle --demon --games 1000000
    pasar sim basari --games 100 --seed 7 --records games.jsonl
    """
    if records is not None:
        check_writable(records)
    from pasar.lab.simulate import Plan, available_cores

    seed = secrets.randbelow(DRAWN_SEEDS) if seed is None else seed
    plan = Plan(game, rules, games, seed, workers or available_cores())
    game.blank(rules)  # a deck file that cannot be used is named before anything is compiled
    summary = _simulated(plan, records)
    if as_json:
        click.echo(json.dumps(summary.as_json()))
    else:
        _print(summary, records)


def _simulated(plan: "Plan", records: str | None) -> "Summary":
    from pasar.lab.simulate import Recording, played, recorded, simulate
    from pasar.match.record import write

    warm(plan.game, "sim", lambda: played(plan, 0, 1))
    if records is None:
        with screen.progress("games", plan.games) as advance:
            return simulate(plan, advance)
    warm_match(plan.game)
    warm(plan.game, "records", lambda: recorded(plan, 0, 1))
    with screen.progress("games", plan.games) as advance:
        recording = Recording(plan, advance)
        write(records, recording)
    assert recording.summary is not None
    return recording.summary


def _print(summary: "Summary", records: str | None) -> None:
    from rich.table import Table

    found = summary.as_json()
    console = screen.console()
    console.print(_title(found), style="bold")
    table = Table(box=screen.frame(console))
    table.add_column("Seat", justify="right")
    for heading in ("Points", "95 %", "Deviation", "Victories", "95 %"):
        table.add_column(heading, justify="right", style="dim" if heading == "95 %" else None)
    for seat in found["seats"]:
        table.add_row(
            str(seat["seat"]),
            f"{seat['points_mean']:.2f}",
            _range(seat["points_interval"], "{:.2f}"),
            "-" if seat["points_sd"] is None else f"{seat['points_sd']:.2f}",
            f"{seat['win_share']:.2%}",
            _range(seat["win_interval"], "{:.2%}"),
        )
    console.print(table)
    console.print(_speed(found))
    if records is not None:
        console.print(f"Records: {records}", markup=False)


def _title(found: dict[str, Any]) -> str:
    rules = found["rules"]
    chosen = ", ".join([f"{rules['players']} players", *(name for name, value in rules.items() if value is True)])
    games = f"{found['games']:,} random game{'s' if found['games'] > 1 else ''}"
    return f"{found['game']}, {chosen}: {games}, seed {found['seed']}"


def _speed(found: dict[str, Any]) -> str:
    threads = f"{found['workers']} worker{'s' if found['workers'] > 1 else ''}"
    return (
        f"{found['seconds']:.2f} s on {threads}: {found['games_per_s']:,.0f} games/s, "
        f"{found['decisions_per_s']:,.0f} decisions/s ({found['decisions'] / found['games']:.1f} decisions a game)"
    )


def _range(interval: "Interval | None", form: str) -> str:
    return "-" if interval is None else f"{form.format(interval[0])} to {form.format(interval[1])}"
