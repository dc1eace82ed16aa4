"""`pasar serve`: tables on the network."""

import os
import sys
import threading
from functools import partial
from pathlib import Path
from typing import Any

import click


@click.command(short_help="Serve tables to browsers and programs, here or on the network.")
@click.option("--host", metavar="ADDRESS", help="Where to listen; 0.0.0.0 for everybody.  [default: 127.0.0.1]")
@click.option("--port", type=click.IntRange(0, 65535), metavar="PORT",
              help="Which port to listen on; 0 for any free one.  [default: 8000]")  # fmt: skip
@click.option("--data", type=click.Path(path_type=Path, file_okay=False), metavar="FOLDER",
              help="Where to keep tables and the key.  [default: your data folder]")  # fmt: skip
@click.option("--database", metavar="URL",
              help="postgresql://... lets several processes serve the same tables.  [default: SQLite]")  # fmt: skip
@click.option("--key-file", type=click.Path(path_type=Path), metavar="FILE",
              help="What cookies are signed with, shared by all processes of one site.  [default: in the data folder]",
              )  # fmt: skip
@click.option("--public-url", metavar="URL", help="The address that people use, if another (behind a proxy).")
@click.option("--behind-proxy", is_flag=True, default=None, help="Believe a proxy on this machine who is asking.")
@click.option("--bot-threads", type=click.IntRange(1, 256), metavar="N",
              help="How many bots may think at once.  [default: one less than there are cores]")  # fmt: skip
@click.option("--log-format", type=click.Choice(["auto", "json", "text"]),
              help="How to write the log.  [default: auto: text on a terminal, else json]")  # fmt: skip
@click.option("--open", "opens", is_flag=True, help="Open it in the browser, on another port if that one is taken.")
def command(opens: bool, **given: Any) -> None:
    """Serve tables to people and programs; with nothing chosen, on this machine alone, kept in your data folder.

    Every option, and many more, can also be given as an environment variable (PASAR_PORT); secrets only so. The docs
    list them all (host). The first start on a machine compiles the rules, which takes a minute. Ctrl-C stops; nothing
    is lost.

    \b
    Examples:
      pasar serve --open                      play on this machine
      pasar serve --host 0.0.0.0              for everybody in the house
      pasar serve --port 8001 --data tables   beside another one
    """
    from pasar.cli.warm import warm_apart
    from pasar.games.experiment import require_printed
    from pasar.server.base import logs
    from pasar.server.base.settings import Settings
    from pasar.server.run import run

    if opens:
        given["log_level"] = os.environ.get("PASAR_LOG_LEVEL") or "warning"  # who plays wants no line a request
    require_printed("a server")
    settings = Settings.read(**given)
    as_json = {"json": True, "text": False}.get(settings.log_format, not sys.stderr.isatty())
    logs.configure(settings.log_level, as_json)
    chosen = given["port"] is not None or bool(os.environ.get("PASAR_PORT"))
    run(
        settings,
        partial(_tell, settings.port, opens),
        prepare=partial(warm_apart, in_log=as_json and not opens),
        else_any_port=opens and not chosen,
    )


def _tell(wanted: int, opens: bool, address: str, others: list[str]) -> None:
    if wanted and not address.endswith(f":{wanted}"):
        click.echo(f"Port {wanted} is taken by another program, so this is another one.")
    if others:
        click.echo(f"For others it is at {' and '.join(others)}")
    click.echo(f"Pasar is at {address} (Ctrl-C to stop)")
    if opens:
        threading.Thread(target=_open, args=(address,), daemon=True).start()  # some browsers return when closed


def _open(address: str) -> None:
    import webbrowser

    if not (_has_screen() and webbrowser.open(address)):
        click.echo("There is no browser to open here: type that address into one yourself.")


def _has_screen() -> bool:
    """Browsers for terminals cannot show the table; but whoever names a program in BROWSER knows what it does."""
    named = any(os.environ.get(name) for name in ("BROWSER", "DISPLAY", "WAYLAND_DISPLAY"))
    return named or sys.platform in ("darwin", "win32")
