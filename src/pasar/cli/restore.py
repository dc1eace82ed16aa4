"""`pasar restore`: a backup becomes a database again."""

from pathlib import Path

import click

from pasar.cli.backup import database_option, in_words


@click.command("restore")
@click.argument("file", type=click.Path(path_type=Path))
@database_option
@click.option("--replace", is_flag=True, help="Restore even if the database holds tables, which are then lost.")
def command(file: Path, database: str | None, replace: bool) -> None:
    """Put what `pasar backup` saved in FILE into a database.

    FILE is checked to its end before anything is changed, and then everything is restored or nothing. It may come from
    either kind of database and from an older version of pasar. Servers may go on running and notice by themselves.
    """
    from pasar.store.place import default_url
    from pasar.store.restore import restore

    counts = restore(database or default_url(), file, replace)
    click.echo(f"{file}: restored {in_words(counts)}")
