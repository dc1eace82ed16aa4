"""`pasar restore`: a backup becomes a database again."""

from pathlib import Path

import click

from pasar.cli.backup import chosen, database_option, in_words


@click.command("restore")
@click.argument("file", type=click.Path(path_type=Path))
@database_option
@click.option("--replace", is_flag=True, help="Restore even if the database holds tables, which are then lost.")
def command(file: Path, database: str | None, replace: bool) -> None:
    """Put what `pasar backup` saved in FILE into a database.

    FILE is checked to its end before anything is changed, and then everything is restored or nothing. It may come from
    either kind of database and from an older version of pasar. A server with SQLite has to be stopped first; with
    PostgreSQL servers may go on running and notice by themselves.

    \b
    Examples:
      pasar restore tables.gz
      pasar restore tables.gz --database postgresql://pasar@db/pasar     also from SQLite
      pasar restore tables.gz --replace                                  what is there now is lost
    """
    from pasar.store.restore import restore

    counts = restore(chosen(database), file, replace)
    click.echo(f"{file}: restored {in_words(counts)}")
