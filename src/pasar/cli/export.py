"""`pasar export`: a game as files that a browser plays without a server."""

from pathlib import Path

import click

from pasar.cli import options


@click.command("export")
@click.argument("game", metavar="GAME", shell_complete=options.starting_so)
@click.option("--out", required=True, type=click.Path(file_okay=False, path_type=Path), metavar="DIR",
              help="The folder to write to; it is made if there is none.")  # fmt: skip
def command(game: str, out: Path) -> None:
    """Write a game as WebAssembly.

    GAME.wasm holds its rules, what is seen and said, its bots and their nets, compiled from the same source that Python
    runs; GAME.json holds its texts, options and words. Needs ziglang, which links: pip install 'pasar[site]'.
    The first time takes minutes; after that the same sources give the same bytes at once.

    \b
    Examples:
      pasar export bali --out build/games
    """
    from pasar.export.exporting import export, export_coach
    from pasar.games import find

    found = find(game)
    click.echo(f"compiling {game} for browsers (minutes, the first time)", err=True)
    coach = export_coach(found, out)
    for file in (*export(found, out), *([] if coach is None else [coach])):
        click.echo(f"{file}: {file.stat().st_size:,} bytes")
