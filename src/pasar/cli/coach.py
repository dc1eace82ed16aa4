"""`pasar coach`: what was luck in a finished game, what was play, and what could have been better."""

import json
from typing import TYPE_CHECKING, Any

import click

from pasar.cli import options, screen
from pasar.errors import BadRecord, PasarError
from pasar.files import check_writable, write_lines

if TYPE_CHECKING:
    from pasar.coach import Analysis
    from pasar.coach.telling import Coach
    from pasar.match.match import Match

BUDGETS = ("quick", "normal", "deep")
JUDGES = ("thumb", "strict")
SUMS, GRADES = range(1, 6), range(6, 10)  # columns: what the result is made of, and how well somebody decided

Listed = tuple[list[str], list[list[str]]]  # headings and rows


@click.command("coach")
@click.argument("files", type=click.Path(), nargs=-1, required=True, metavar="RECORD...")
@click.option("--budget", type=click.Choice(BUDGETS), default="normal", show_default=True,
              help="How closely to look: about one second a game, several, or a minute.")  # fmt: skip
@click.option("--judge", type=click.Choice(JUDGES), default="thumb", show_default=True,
              help="Who judges: nearly by rules of thumb, or strictly.")  # fmt: skip
@click.option("--seed", type=int, default=0, show_default=True, metavar="S",
              help="The same seed gives the same answer.")  # fmt: skip
@click.option("--html", metavar="FILE.html", help="Write a page with the curve that needs no other file.")
@options.language
@options.as_json
def command(
    files: tuple[str, ...], budget: str, judge: str, seed: int, html: str | None, lang: str, as_json: bool
) -> None:
    """Say what was luck in finished games, and what was play.

    RECORD holds one record a line, or a single one. For every player the result is an even share, luck, the player's
    own play and the others' play, which add up. An error is what a decision lost by what its player could know.

    \b
    Examples:
      pasar coach evening.json
      pasar coach games.jsonl --json > analyses.jsonl
      pasar coach evening.json --html evening.html --lang de
    """
    if html is not None:
        check_writable(html)
    pages: list[str] = []
    for place, match in _matches(files):
        found = _analysed(place, match, judge, budget, seed)
        if as_json:
            click.echo(json.dumps(found.as_json()))
        said = _coach(found, lang)
        if not as_json:
            _print(said)
        if html is not None:
            from pasar.lab.coach_page import part

            pages.append(part(said))
    if html is not None:
        from pasar.lab.coach_page import page

        write_lines(html, [page(pages, lang).rstrip("\n")])


def _matches(files: tuple[str, ...]) -> "list[tuple[str, Match]]":
    """All records, read and replayed before the first one is analysed: faults are found at once."""
    from pasar.cli.warm import warm_record
    from pasar.match.record import read, replay

    found = []
    for file in files:
        for line, record in read(file):
            warm_record(record)
            try:
                match = replay(record)
            except BadRecord as fault:
                raise BadRecord(f"{file}:{line}: {fault}") from fault
            if not match.over:
                moves = len(match)
                raise PasarError(f"{file}:{line}: after {moves} moves the game is not over: only finished games are "
                                 "analysed")  # fmt: skip
            found.append((f"{file}:{line}", match))
    if not found:
        raise BadRecord(f"{files[0]}: holds no record")
    return found


def _analysed(place: str, match: "Match", judge: str, budget: str, seed: int) -> "Analysis":
    from pasar.cli.warm import warm_coach
    from pasar.coach import analyse

    if match.game.coach is not None:
        warm_coach(match.game)
    with screen.progress(place, None) as advance:
        try:
            return analyse(match, judge=judge, budget=budget, seed=seed, report=lambda done, of: advance(done))
        except PasarError as fault:
            raise PasarError(f"{place}: {fault}") from fault


def _coach(found: "Analysis", language: str) -> "Coach":
    from pasar.cli.telling import player_names
    from pasar.coach.telling import Coach

    return Coach(found, language, player_names(found.match, language))


def _print(said: "Coach") -> None:
    console = screen.console()

    def block(title: str, lines: list[str]) -> None:
        console.print(f"\n{title}", style="bold", markup=False)
        for line in lines:
            console.print(line, markup=False, soft_wrap=True)

    block(said.heading("title"), [said.headline(seat) for seat in range(len(said.names))])
    wide = said.table()
    for headings, rows in (_columns(wide, 0, *SUMS), said.luck_table(), _columns(wide, 0, *GRADES)):
        console.print(_table(headings, rows, console))
    block(said.say("turning"), said.turning_points())
    errors = [line for first, *rest in said.errors() for line in (first, *(f"    {each}" for each in rest))]
    block(said.say("errors"), errors or [said.say("no_errors")])
    if unknown := said.unknown():
        block(said.say("unknown"), unknown)
    console.print()
    for line in said.reading():
        console.print(line, style="dim", markup=False, soft_wrap=True)


def _columns(table: Listed, *places: int) -> Listed:
    """Some of a table's columns: all of them are too wide for a terminal."""
    headings, rows = table
    return [headings[place] for place in places], [[row[place] for place in places] for row in rows]


def _table(headings: list[str], rows: list[list[str]], console: Any) -> Any:
    from rich.table import Table

    if screen.is_narrow(console):
        return screen.listed(headings, rows)
    table = Table(box=screen.frame(console))
    for heading in headings:
        table.add_column(heading, justify="left" if heading == headings[0] else "right", overflow="fold")
    for row in rows:
        table.add_row(*row)
    return table
