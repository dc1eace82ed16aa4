"""`pasar balance`: a report on how balanced a game is, from many games."""

import json
import shlex
from contextlib import closing
from dataclasses import replace
from time import perf_counter
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from pasar.cli import options, screen
from pasar.cli.warm import warm, warm_bots, warm_match
from pasar.errors import PasarError
from pasar.files import check_writable, write_lines
from pasar.games.contract import Game, Rules

if TYPE_CHECKING:
    from pasar.lab.balance.report import BalanceReport
    from pasar.lab.balance.study import Study
    from pasar.lab.rows import Plan

GAMES = 20_000
OF_A_FILE = ("out", "as_json", "source")  # what can be said beside --from; all else is in the file


class _MayNameAFile(click.Command):
    """`--from rows.parquet` needs no GAME: the file knows it."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        words = [part for arg in args for part in (arg.split("=", 1) if arg.startswith("--from=") else [arg])]
        if "--from" in words[:-1] and words[0].startswith("-"):
            from pasar.lab import parquet

            args = [parquet.plan_of(words[words.index("--from") + 1]).game, *words]
        return super().parse_args(ctx, args)


@click.command("balance", cls=_MayNameAFile)
@options.table
@click.option("--bot", default="greedy", show_default=True, metavar="BOT",
              help="Who plays, on every seat: random, easy, greedy, search:400sims, file.py:Class ...")  # fmt: skip
@click.option(
    "--games", type=click.IntRange(min=2), default=GAMES, show_default=True, metavar="N", help="How many games."
)
@options.seed
@click.option("--workers", type=click.IntRange(1, options.MOST_WORKERS), metavar="N",
              help="How many share the games; one a core if not given. It never changes the result.")  # fmt: skip
@options.on
@click.option("--set", "settings", multiple=True, metavar="NAME=VALUE",
              help="Compare with another number of the rulebook (NAME=5..8: several); may be repeated.")  # fmt: skip
@click.option("--settings", "lists_settings", is_flag=True, help="List the numbers that --set can change, and leave.")
@click.option("--out", metavar="FILE.html", help="Where the report goes (balance-GAME.html); it needs no other file.")
@click.option("--rows", metavar="FILE.parquet", help="Keep the games as well, one row each.")
@options.overwrite
@click.option("--from", "source", metavar="FILE.parquet", help="Draw the report of such a file, without playing.")
@options.as_json
def command(**given: Any) -> None:
    """Find out how balanced GAME is, and write a report of it.

    Seats, sources of points, length, closeness, what goes with winning, what start would be even, what one more of a
    thing is worth, what variants change, and remarkable games; every finding with its uncertainty.

    \b
    Examples:
      pasar balance bali --players 4 --games 200000 --seed 1
      pasar balance basari --players 5 --bot search:100sims --games 200
      pasar balance bali --set shrine_price=6
      pasar balance bali --set shrine_price=5..8 --set majority=2..3
      pasar balance basari --settings
      pasar balance --from rows.parquet --out again.html
    """
    run(**given)


def run(
    game: Game, rules: Rules, bot: str, games: int, seed: int | None, workers: int | None, on: str | None,
    settings: tuple[str, ...], lists_settings: bool, out: str | None, rows: str | None, overwrite: bool,
    source: str | None, as_json: bool,
) -> None:  # fmt: skip
    from pasar.games.experiment import require_printed

    require_printed("a report")
    if lists_settings:
        _list_settings(game, as_json)
        return
    path = out or (None if as_json else f"balance-{game.name}.html")
    _check_outputs(path, rows, overwrite)
    if source is not None:
        report = _redrawn(game, source)
    else:
        report = _played(_study(game, rules, bot, games, seed, workers, on, settings), rows)
    _hand_over(report, path, as_json)


def _check_outputs(path: str | None, rows: str | None, overwrite: bool) -> None:
    if path is not None:
        from pasar.lab.balance.figures import check_installed

        check_writable(path)
        check_installed()
    if rows is not None:
        from pasar.lab.parquet import check_new

        check_new(rows, overwrite)


def _hand_over(report: "BalanceReport", path: str | None, as_json: bool) -> None:
    """Findings are told before the page is written: a full disk does not take them away."""
    if as_json:
        click.echo(json.dumps(report.as_json()))
    else:
        _print(report)
    if path is not None:
        write_lines(path, [report.html().rstrip("\n")])
        if not as_json:
            click.echo(f"Report: {path}")


def _study(
    game: Game,
    rules: Rules,
    bot: str,
    games: int,
    seed: int | None,
    workers: int | None,
    on: str | None,
    settings: tuple[str, ...],
) -> "Study":
    from pasar.lab.arena import seat_bots
    from pasar.lab.balance.grid import grid
    from pasar.lab.balance.study import Study
    from pasar.lab.rows import Plan
    from pasar.lab.simulate import available_cores
    from pasar.lab.spread import worker_pool

    asked = grid(game.name, settings)
    game.blank(rules)  # a deck file that cannot be used is named before anything is compiled
    plan = Plan.of(game, rules, games, options.drawn(seed), seat_bots([bot], game, rules["players"]))
    workers = workers or available_cores()
    return Study(plan, worker_pool(on, workers, plan.compiled), workers, asked)


def _played(study: "Study", rows: str | None) -> "BalanceReport":
    from pasar.lab.rows import play
    from pasar.lab.spread import lasting

    game = study.plan.found
    warm_match(game)
    warm(game, "rows", lambda: play(study.experimental, 0, 1))
    if not study.plan.compiled:
        warm_bots(game)
    with lasting(study.pool):
        return _reported(study, rows)


def _reported(study: "Study", rows: str | None) -> "BalanceReport":
    from pasar.lab.balance.run import Provenance, played, rows_of, tallied

    plan = study.plan
    asked = Provenance(_command(study), perf_counter())
    with (
        screen.progress("games", plan.games) as advance,
        closing(rows_of(replace(study, report=screen.counting(advance)), rows)) as chunks,
    ):
        tally = tallied(plan, chunks)
    if study.grid:
        points = len(study.grid.points)
        click.echo(f"Playing {plan.game} with {_set(study)} as well; compiling that takes a minute or two, once"
                   f"{f' for each of {points} changes' if points > 1 else ''} ...", err=True)  # fmt: skip
    with screen.progress("experiments", None) as advance:
        return played(tally, replace(study, report=screen.counting(advance)), asked)


def _redrawn(game: Game, source: str) -> "BalanceReport":
    from pasar.lab.balance.run import Provenance, redrawn

    ctx = click.get_current_context()
    for param in ctx.command.params:
        name = param.name or ""
        if name not in (*OF_A_FILE, "game") and ctx.get_parameter_source(name) is ParameterSource.COMMANDLINE:
            raise PasarError(f"{source} says everything about its games: leave {param.opts[0]} out")
    warm_match(game)
    return redrawn(source, Provenance(shlex.join(["pasar", "balance", "--from", source]), perf_counter()))


def _command(study: "Study") -> str:
    """What repeats the report."""
    plan: Plan = study.plan
    words = ["pasar", "balance", plan.game, "--players", str(plan.players)]
    for name, value in plan.rules.items():
        if name != "players" and value:
            words += [f"--{name}"] if value is True else [f"--{name}", str(value)]
    words += ["--bot", plan.bots[0], "--games", str(plan.games), "--seed", str(plan.seed)]
    return " ".join([shlex.join(words), _set(study)]).rstrip()


def _set(study: "Study") -> str:
    return " ".join(f"--set {text}" for text in study.grid.texts)


def _print(report: "BalanceReport") -> None:
    console = screen.console()
    console.print(report.title, style="bold", markup=False)
    for said in report.verdict:
        console.print(said, markup=False)
    for chapter in report.chapters:
        console.print(f"\n{chapter.title}", style="bold", markup=False)
        for finding in chapter.findings:
            console.print(finding, markup=False)
    console.print(f"\n{report.tally.games:,} games, {report.seconds:.1f} s", markup=False)


def _list_settings(game: Game, as_json: bool) -> None:
    from rich.table import Table

    from pasar.games.experiment import settings, shown

    known = settings(game.name).values()
    if as_json:
        click.echo(json.dumps({each.name: {"printed": each.printed, "least": each.least, "most": each.most,
                                           "what": each.what} for each in known}))  # fmt: skip
        return
    console = screen.console()
    table = Table("Number", "Printed", "Can be", "What it is", box=screen.frame(console))
    for each in known:
        table.add_row(each.name, shown(each.printed), f"{each.least} to {each.most}", each.what)
    console.print(table)
