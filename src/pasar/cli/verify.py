"""`pasar verify`: replays records and names the first fault of each file."""

import json
from dataclasses import asdict, dataclass

import click

from pasar.cli import FAULT, options, screen
from pasar.errors import BadRecord

STDIN = "/dev/stdin"


@dataclass
class Checked:
    """What was found in one file: so many good records before the end or the first fault."""

    file: str
    records: int = 0
    line: int | None = None
    fault: str | None = None


@click.command("verify")
@click.argument("files", type=click.Path(allow_dash=True), nargs=-1, required=True, metavar="FILE...")
@options.as_json
@click.pass_context
def command(ctx: click.Context, files: tuple[str, ...], as_json: bool) -> None:
    """Replay records and name the first fault.

    FILE holds one record a line, or a single one; - is standard input. A record must have a possible deal, open moves
    only, the right result and, if it has one, a proof of a fair deal that holds. The first fault of a file is named
    with its line, the move's number and the moves that were open. The exit code is 1 if there is any.

    \b
    Examples:
      pasar verify games.jsonl more.jsonl
      pasar verify - < games.jsonl
      pasar verify games.jsonl --json
    """
    checked = []
    for file in files:
        found = _checked(file)
        checked.append(found)
        if not as_json:
            _say(found)
    if as_json:
        click.echo(json.dumps([asdict(found) for found in checked]))
    if any(found.fault is not None for found in checked):
        ctx.exit(FAULT)


def _say(found: Checked) -> None:
    if found.fault is None:
        click.echo(f"{found.file}: {found.records} record{'s' if found.records != 1 else ''}, all good")
    else:
        click.echo(found.fault, err=True)


def _checked(file: str) -> Checked:
    from pasar.cli.warm import warm_record
    from pasar.match.record import read, replay

    found, path = Checked(file), STDIN if file == "-" else file
    try:
        with screen.progress("records", None) as advance:
            for line, record in read(path):
                found.line = line
                warm_record(record)
                replay(record)
                found.records += 1
                advance(found.records)
    except BadRecord as fault:
        # A file that cannot be read is named by the reader, a record that does not replay is not.
        text, named = str(fault), f"{path}:"
        found.fault = f"{file}:{text.removeprefix(named) if text.startswith(named) else f'{found.line}: {text}'}"
    else:
        found.line = None
        if not found.records:
            found.fault = f"{file}: holds no record"
    return found
