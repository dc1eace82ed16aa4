"""`pasar join`: a bot of one's own sits down at a table of a server."""

import asyncio
import contextlib
import signal
from typing import TYPE_CHECKING

import click

from pasar.errors import PasarError

if TYPE_CHECKING:
    from pasar.bots.roster import NamedBot
    from pasar.client.link import Link


@click.command("join", short_help="Let a bot of your own sit down at a table.")
@click.argument("url", metavar="LINK")
@click.option("--bot", "bots", multiple=True, metavar="FILE.py:CLASS",
              help="Your bot, as file.py:Class or module:Class, with a budget if you like (file.py:Class:50ms); "
                   "several, if given several times.")  # fmt: skip
@click.option("--name", metavar="NAME", help="Your name, which is shown beside the bot's. [default: a guest's]")
@click.option("--token", envvar="PASAR_TOKEN", metavar="TOKEN",
              help="Play as the person who made this token (PASAR_TOKEN); without one, as a new guest.")  # fmt: skip
def command(url: str, bots: tuple[str, ...], name: str | None, token: str | None) -> None:
    """Let a bot of your own sit down at the table that LINK leads to, and play there until the game is over.

    LINK is what the table shows under "invite". Everybody sees that a bot plays, and whose. A lost connection comes
    back by itself. Ctrl-C leaves the table: in a game, a bot of the server plays on.

    \b
    Examples:
      pasar join "http://localhost:8000/table/00112233445566ff#KEY" --bot my_bot.py:Mine --name Ann
      pasar join "http://localhost:8000/table/00112233445566ff#KEY" --bot a.py:One --bot b.py:Two:50ms
    """
    from pasar.bots.roster import BOTS, find_bot
    from pasar.client.link import Link

    link = Link.read(url)
    for bot in bots:
        if bot.partition(":")[0] in BOTS:
            raise PasarError(f"{bot!r:.60} is a bot of the server, which its host seats; --bot takes file.py:Class")
        if ":" not in bot:
            raise PasarError(f"{bot!r:.60} names no class; a bot looks like file.py:Class or module:Class")
    if not bots:
        raise PasarError("no bot is named; --bot file.py:Class is yours")
    if token and len(bots) > 1:
        raise PasarError("a token speaks for one person, and so for one bot; without it each comes as a guest")
    found = [find_bot(bot) for bot in bots]
    with contextlib.suppress(asyncio.CancelledError):
        asyncio.run(_joined(link, found, name, token))


async def _joined(link: "Link", found: list["NamedBot"], name: str | None, token: str | None) -> None:
    from pasar.client.visit import Visit, visit_all

    task = asyncio.current_task()
    assert task is not None
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, task.cancel)
    await visit_all([Visit(link, bot, name, token, click.echo) for bot in found])
