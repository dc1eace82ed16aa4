"""`pasar sim`: many games, and what came of them."""

import json
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import click

from pasar.cli import options, screen
from pasar.cli.warm import warm, warm_bots, warm_coach, warm_match
from pasar.errors import PasarError
from pasar.files import check_new
from pasar.games.contract import Game, Rules

if TYPE_CHECKING:
    from pasar.lab.rows import Plan
    from pasar.lab.simulate import Summary
    from pasar.lab.spread import WorkerPool
    from pasar.lab.statistics import Interval

GAMES = 10_000
T = TypeVar("T")


@click.command("sim")
@options.table
@click.option(
    "--bots", metavar="A,B,...", help="Who plays, one a seat, the last one on all that are left; random if not given."
)
@click.option(
    "--games", type=click.IntRange(min=1), default=GAMES, show_default=True, metavar="N", help="How many games."
)
@options.seed
@click.option(
    "--workers", type=click.IntRange(1, options.MOST_WORKERS), metavar="N",
    help="Who share the games; one for each core if not given. It changes the time, never the result.",
)  # fmt: skip
@options.on
@click.option("--out", metavar="FILE.parquet", help="Write a row of numbers about every game (docs/lab.md).")
@click.option("--adjusted", is_flag=True, help="Measure luck in every game: rows have each seat's result without it.")
@options.overwrite
@click.option("--records", metavar="FILE.jsonl", help="Write every game to a file, one record a line.")
@options.as_json
def command(**given: Any) -> None:
    """Simulate many games of GAME, with random moves or by bots.

    Prints how fast it went, and for every seat its points and its share of the victories, each with the interval that
    holds the true value in 95 of 100 runs.

    \b
    Examples:
      pasar sim bali --players 4 --oracle --demon --games 1000000
      pasar sim basari --games 100 --seed 7 --records games.jsonl
      pasar sim bali --bots greedy,random --games 100000 --out rows.parquet
      pasar sim bali --bots search:400sims --games 1000 --out rows.parquet --on ray
      pasar sim bali --bots greedy --games 500 --out rows.parquet --adjusted
    """  # fmt: skip
    run(**given)


def run(
    game: Game, rules: Rules, bots: str | None, games: int, seed: int | None, workers: int | None, on: str | None,
    out: str | None, adjusted: bool, overwrite: bool, records: str | None, as_json: bool,
) -> None:  # fmt: skip
    from pasar.lab.rows import Plan
    from pasar.lab.simulate import available_cores
    from pasar.lab.spread import worker_pool

    _check_outputs(out, overwrite, records)
    if adjusted:
        _check_adjusted(game, out)
    seated, rules = _seated(game, rules, bots)
    plan = Plan.of(game, rules, games, options.drawn(seed), seated, adjusted)
    game.blank(rules)  # a deck file that cannot be used is named before anything is compiled
    summary = _simulated(
        plan, worker_pool(on, workers or available_cores(), plan.compiled and not adjusted), out, records
    )
    if as_json:
        click.echo(json.dumps(summary.as_json()))
    else:
        _print(summary, {"Rows": out, "Records": records})


def _check_outputs(out: str | None, overwrite: bool, records: str | None) -> None:
    if out is not None and records is not None:
        raise PasarError("--out and --records are two runs: the same --seed gives the same games")
    if records is not None:
        check_new(records, overwrite)
    if out is not None:
        from pasar.lab import parquet

        parquet.check_new(out, overwrite)


def _check_adjusted(game: Game, out: str | None) -> None:
    if out is None:
        raise PasarError("--adjusted is for rows: say where they go with --out rows.parquet")
    if game.coach is None:
        raise PasarError(f"luck cannot be measured in {game.name}: it does not say what nobody can know (coach.py)")


def _seated(game: Game, rules: Rules, bots: str | None) -> tuple[tuple[str, ...], Rules]:
    """Who sits where; without --players there are as many seats as bots."""
    if bots is None:
        return (), rules
    from pasar.lab.arena import seat_bots

    asked = click.get_current_context().params.get("players")
    seated = seat_bots(options.names(bots), game, asked)
    return seated, game.check(**rules | {"players": len(seated)})


def _simulated(plan: "Plan", pool: "WorkerPool", out: str | None, records: str | None) -> "Summary":
    from pasar.lab import parquet
    from pasar.lab.simulate import Recording, simulate, write_rows
    from pasar.match.record import write

    _compile(plan, out, records)
    with screen.progress("games", plan.games) as advance:
        if out is not None:
            return _told(lambda: write_rows(out, plan, pool, advance), lambda: parquet.left(out))
        if records is None:
            return simulate(plan, pool, advance)
        recording = Recording(plan, pool, advance)
        _told(
            lambda: write(records, recording), lambda: f"{records} was not written: records appear whole or not at all"
        )
    assert recording.summary is not None
    return recording.summary


def _compile(plan: "Plan", out: str | None, records: str | None) -> None:
    from dataclasses import replace

    from pasar.lab.rows import play
    from pasar.lab.simulate import played, recorded

    game, one = plan.found, replace(plan, games=1, adjusted=False)
    if records is not None or not plan.compiled or plan.adjusted:
        warm_match(game)
    if plan.adjusted:
        warm_coach(game)
    if not plan.compiled:
        warm_bots(game)
    elif records is not None:
        warm(game, "records", lambda: recorded(one, 0, 1))
    elif out is not None or not plan.by_chance:
        warm(game, "rows", lambda: play(one, 0, 1))
    else:
        warm(game, "sim", lambda: played(one, 0, 1))


def _told(work: Callable[[], T], left: Callable[[], str]) -> T:
    """Say what is left of a run that is stopped."""
    try:
        return work()
    except KeyboardInterrupt:
        click.echo(f"stopped; {left()}", err=True)
        raise


def _print(summary: "Summary", files: dict[str, str | None]) -> None:
    from rich.table import Table

    found = summary.as_json()
    console = screen.console()
    console.print(_title(found), style="bold", markup=False)
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
    console.print(_speed(found, str(summary.pool)), markup=False)
    for name, path in files.items():
        if path is not None:
            console.print(f"{name}: {path}", markup=False)


def _title(found: dict[str, Any]) -> str:
    rules, bots = found["rules"], found["bots"]
    chosen = ", ".join([f"{rules['players']} players", *(name for name, value in rules.items() if value is True)])
    kind, by = ("random ", "") if set(bots) == {"random"} else ("", f" of {', '.join(bots)}")
    games = f"{found['games']:,} {kind}game{'s' if found['games'] > 1 else ''}{by}"
    return f"{found['game']}, {chosen}: {games}, seed {found['seed']}"


def _speed(found: dict[str, Any], pool: str) -> str:
    return (
        f"{found['seconds']:.2f} s on {pool}: {found['games_per_s']:,.0f} games/s, "
        f"{found['decisions_per_s']:,.0f} decisions/s ({found['decisions'] / found['games']:.1f} decisions a game)"
    )


def _range(interval: "Interval | None", form: str) -> str:
    return "-" if interval is None else f"{form.format(interval[0])} to {form.format(interval[1])}"
