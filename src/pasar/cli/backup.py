"""`pasar backup`: everything that a server keeps, in one file, while it runs."""

from pathlib import Path

import click


def database_option(command: click.decorators.FC) -> click.decorators.FC:
    return click.option(
        "--database",
        metavar="URL",
        help="sqlite:///FILE or postgresql://USER:PASSWORD@HOST/NAME; if not given, the one that a server would use.",
    )(command)


def chosen(database: str | None) -> str:
    """The one given or, like a server's, that of PASAR_DATABASE or of the data folder."""
    from pasar.server.base.settings import Settings

    return Settings.read(database=database).database


_SINGULAR = {"tables": "table", "entries": "entry", "people": "person", "tokens": "token"}


def in_words(counts: dict[str, int]) -> str:
    found = {name: counts.get(name, 0) for name in _SINGULAR}
    return ", ".join(f"{count:,} {name if count != 1 else _SINGULAR[name]}" for name, count in found.items())


@click.command("backup")
@click.argument("file", type=click.Path(path_type=Path))
@database_option
def command(file: Path, database: str | None) -> None:
    """Save everything that a server keeps to FILE.

    Servers may go on running: the backup is one moment of the database. FILE appears only when it is complete; an older
    backup gives way to it, any other file stays as it is. It holds what is secret in running games and how people can
    be reached, so only you may read it; keep it as safe as the database. `pasar restore` puts it back, into SQLite or
    PostgreSQL, whichever it came from.

    \b
    Examples:
      pasar backup tables.gz
      pasar backup tables.gz --database postgresql://pasar@db/pasar
    """
    from pasar.store.backup import backup

    counts = backup(chosen(database), file)
    click.echo(f"{file}: {in_words(counts)}; it holds secrets, keep it safe")
