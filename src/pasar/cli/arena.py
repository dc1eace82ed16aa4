"""`pasar arena`: bots against each other, and how strong each of them is."""

import json
from dataclasses import replace
from time import perf_counter
from typing import TYPE_CHECKING, Any

import click

from pasar.cli import options, screen
from pasar.cli.warm import warm_bots, warm_coach, warm_match
from pasar.errors import PasarError
from pasar.files import check_writable, write_lines
from pasar.games.contract import Game, Rules

if TYPE_CHECKING:
    from pasar.lab.arena import Tournament
    from pasar.lab.results import Results
    from pasar.lab.standings import Standings

GAMES = 100


@click.command("arena")
@options.table
@click.option("--bots", metavar="A,B,...", help="The bots, one a seat; the last one also takes seats that are left.")
@click.option(
    "--games",
    type=click.IntRange(min=1),
    metavar="N",
    help=f"At least so many games, {GAMES} if not given; every deal is played with all bots on all seats.",
)
@options.seed
@click.option(
    "--workers",
    type=click.IntRange(1, options.MOST_WORKERS),
    metavar="N",
    help="Processes that share the games, 1 if not given (with --on ray one for each core). Bots with a budget in time "
    "think worse if there are more than cores.",
)
@options.on
@click.option(
    "--adjusted",
    is_flag=True,
    help="Measure luck in every game and show the victories without it: the same mean, fewer games needed.",
)
@click.option("--results", "path", metavar="FILE.jsonl", help="Where finished games are kept (arena-GAME.jsonl).")
@click.option("--resume", is_flag=True, help="Go on with the run that the results file holds.")
@click.option("--html", metavar="FILE.html", help="Write a page with tables and plots that needs no other file.")
@click.option("--records", metavar="FILE.jsonl", help="Write every game to a file, one record a line.")
@options.as_json
def command(**given: Any) -> None:
    """Let bots play GAME against each other and rate them.

    Bots: the levels first, learner, casual, club, strong, expert, champion; random, greedy, easy;
    search:200ms or search:400sims (any budget); even:200ms (search without beliefs),
    plain:200ms (search with random rollouts only);
    module:Class or file.py:Class for your own.

    \b
    Examples:
      pasar arena bali --bots expert,greedy,random --games 60
      pasar arena basari --bots search:200ms,greedy --players 3 --html basari.html
    """  # fmt: skip
    run(**given)


def run(
    game: Game, rules: Rules, bots: str | None, games: int | None, seed: int | None, workers: int | None,
    on: str | None, adjusted: bool, path: str | None, resume: bool, html: str | None, records: str | None,
    as_json: bool,
) -> None:  # fmt: skip
    for output in (html, records):
        if output is not None:
            check_writable(output)
    path, workers = path or f"arena-{game.name}.jsonl", _workers(workers, on)
    results = (
        _resumed(path, workers, bots, seed)
        if resume
        else _begun(path, game, rules, bots, games, seed, workers, adjusted)
    )
    warm_match(game)
    warm_bots(game)
    if results.plan.adjusted:
        warm_coach(game)
    standing = _played(results, records, on)
    if html is not None:
        from pasar.lab.report import page

        write_lines(html, [page(standing)])
    if as_json:
        click.echo(json.dumps(standing.as_json()))
    else:
        _print(standing, path, html)
    _check_played(standing, path)


def _check_played(found: "Standings", path: str) -> None:
    """Ratings without one whole game say nothing, and a script that asks for them should hear that."""
    if len(found.faults) == found.games:
        names = " and ".join(bot.name for bot in found.bots if bot.faults)
        raise PasarError(f"{names} forfeited every game; why is in {path}")


def _workers(asked: int | None, on: str | None) -> int:
    from pasar.lab.simulate import available_cores

    return asked or (1 if on is None else available_cores())


def _begun(
    path: str,
    game: Game,
    rules: Rules,
    bots: str | None,
    games: int | None,
    seed: int | None,
    workers: int,
    adjusted: bool,
) -> "Results":
    from pasar.lab.arena import Tournament, seat_bots
    from pasar.lab.results import Results

    asked = click.get_current_context().params.get("players")
    seated = seat_bots(options.names(bots), game, asked)
    checked = game.check(**rules | {"players": len(seated)})
    game.blank(checked)
    check_writable(path)
    if adjusted and game.coach is None:
        raise PasarError(f"--adjusted: {game.name} does not say what nobody can know (coach.py, see docs/coach.md)")
    plan = Tournament(game.name, checked, seated, games or GAMES, options.drawn(seed), workers, adjusted)
    return Results.begin(path, plan)


def _resumed(path: str, workers: int, bots: str | None, seed: int | None) -> "Results":
    from pasar.lab.results import Results

    results = Results.read(path, workers)
    named = options.names(bots)
    if named and named != results.plan.names[: len(named)]:
        raise PasarError(f"{path} holds a run of {', '.join(results.plan.bots)}: leave --bots out to go on with it")
    if seed is not None and seed != results.plan.seed:
        raise PasarError(f"{path} holds a run with the seed {results.plan.seed}: leave --seed out to go on with it")
    return results


def _played(results: "Results", records: str | None, on: str | None) -> "Standings":
    from pasar.lab.arena import outcomes
    from pasar.lab.spread import worker_pool
    from pasar.lab.standings import standings
    from pasar.match.record import write

    plan, began = results.plan, perf_counter()
    kept: list[dict[str, Any]] = []
    done = [outcome.number for outcome in results.played]
    cluster = None if on is None else worker_pool(on, plan.workers, compiled=False)
    try:
        with screen.progress("games", plan.deals * plan.players) as advance:
            for outcome in outcomes(plan, done, records is not None, cluster):
                results.add(outcome)
                if outcome.record is not None:
                    kept.append(outcome.record)
                advance(len(results.played))
    except KeyboardInterrupt:
        click.echo(f"stopped; {_kept(results)} kept in {results.path}; go on with --resume", err=True)
        raise
    finally:
        results.close()
    if records is not None:
        write(records, kept)
    workers = plan.workers if cluster is None else cluster.workers
    return standings(replace(plan, workers=workers), results.played, perf_counter() - began)


def _kept(results: "Results") -> str:
    return f"{len(results.played)} of {results.plan.deals * results.plan.players} games are"


def _print(found: "Standings", path: str, html: str | None) -> None:
    from rich.table import Table

    from pasar.lab.standings import ADJUSTED, SHOWN

    console = screen.console()
    console.print(_title(found.plan, found.games), style="bold", markup=False)
    table = Table(box=screen.frame(console))
    shown = (*SHOWN, *(ADJUSTED if found.plan.adjusted else ()))
    for heading in (*shown, *(f"Seat {s}" for s in range(found.plan.players))):
        table.add_column(heading, justify="left" if heading == "Bot" else "right",
                         style="dim" if heading == "95 %" else None)  # fmt: skip
    for bot in found.bots:
        table.add_row(
            *bot.shown, *bot.shown_adjusted, *("-" if share is None else f"{share:.1%}" for share in bot.by_seat)
        )
    table.add_section()
    table.add_row("any", *[""] * (len(shown) - 1), *(f"{share:.1%}" for share, _ in found.seats))
    console.print(table)
    _print_rest(console, found, path, html)


def _print_rest(console: Any, found: "Standings", path: str, html: str | None) -> None:
    if found.seconds:
        console.print(f"{found.seconds:.1f} s: {found.games / found.seconds:.2f} games/s on "
                      f"{found.plan.workers} worker{'s' if found.plan.workers > 1 else ''}")  # fmt: skip
    for fault in found.faults[:5]:
        console.print(f"Game {fault['game']}: {fault['bot']} lost by {fault['kind']}: {fault['message']}", markup=False)
    if len(found.faults) > 5:
        console.print(f"... and {len(found.faults) - 5} more; all of them, with the positions, are in {path}")
    console.print(f"Results: {path}" + (f"; page: {html}" if html else ""), markup=False)


def _title(plan: "Tournament", games: int) -> str:
    chosen = [f"{plan.players} players", *(name for name, value in plan.rules.items() if value is True)]
    return f"{plan.game}, {', '.join(chosen)}: {games} games of {plan.deals} deals, seed {plan.seed}"
