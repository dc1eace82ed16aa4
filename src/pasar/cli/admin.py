"""`pasar admin`: for who keeps a server. It works on the database, whether the server runs or not."""

import asyncio
import getpass
import json
import sys
from collections.abc import Awaitable, Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from pasar.cli.backup import chosen, database_option
from pasar.errors import PasarError

if TYPE_CHECKING:
    from pasar.server.table.keeping import Keeper

STAGES = ("lobby", "playing", "over", "closed")
T = TypeVar("T")

as_json = click.option("--json", "in_json", is_flag=True, help="Print JSON, for programs.")
limit = click.option(
    "--limit", type=click.IntRange(1, 100_000), default=100, show_default=True, metavar="N", help="How many at most."
)
yes = click.option("--yes", "sure", is_flag=True, help="Do not ask whether you are sure.")


@click.group("admin", short_help="Look after a server: its tables, its people, its log.")
@database_option
@click.pass_context
def command(ctx: click.Context, database: str | None) -> None:
    """Look after a server: its tables, people and tokens, how large it is, and who changed what.

    It works on the database, whether the server runs or not; a server that runs follows within a second. Whatever is
    changed is written to the audit log. No card of a running game is ever shown. The same is at /admin in the browser
    if the server has PASAR_ADMIN_TOKEN.

    \b
    Examples:
      pasar admin tables --stage playing
      pasar admin tables close 00112233445566ff
      pasar admin people --find ann
      pasar admin people block 5f0c9a7be2d14c3a9b8e7f60
      pasar admin --database postgresql://pasar@db/pasar log
    """
    ctx.obj = database


# --- Tables -----------------------------------------------------------------------------------------------------------


@command.group("tables", invoke_without_command=True)
@click.option("--stage", type=click.Choice(STAGES), help="Only those of this stage.")
@click.option("--game", metavar="GAME", help="Only those of this game.")
@click.option("--person", metavar="ID", help="Only those that this person belongs to.")
@click.option("--hidden", is_flag=True, help="Only those that are hidden from the lobby.")
@limit
@as_json
@click.pass_context
def tables(ctx: click.Context, /, hidden: bool, in_json: bool, **wanted: Any) -> None:
    """List tables, the last changed first; close them, hide them from the lobby, show them again."""
    if ctx.invoked_subcommand is not None:
        return
    from pasar.server.table.keeping import table_shown

    async def found(keeper: "Keeper") -> list[dict[str, Any]]:
        listed = False if hidden else None
        rows = [table_shown(row) for row in await keeper.store.hosts.tables(listed=listed, **wanted)]
        return [row for row in rows if row["hidden"] or not hidden]

    rows = _done(ctx, found)
    _tell(rows, in_json, "tables", lambda row: (
        row["table"], row["game"], row["stage"], _lobby(row), _when(row["changed_at"]),
        ", ".join(_plain(seat["name"]) for seat in row["seats"] if seat["name"]),
    ))  # fmt: skip


def _lobby(row: dict[str, Any]) -> str:
    return "hidden" if row["hidden"] else "public" if row["public"] else "private"


@tables.command("close")
@click.argument("ids", nargs=-1, required=True, metavar="ID...")
@yes
@click.pass_context
def close(ctx: click.Context, ids: Sequence[str], sure: bool) -> None:
    """Close tables before their games are over. This cannot be undone."""
    _ask(sure, f"close {_count(ids, 'table', 'tables')}")
    _each(ctx, ids, lambda keeper, id: keeper.close_table(id), "closed")


@tables.command("hide")
@click.argument("ids", nargs=-1, required=True, metavar="ID...")
@click.pass_context
def hide(ctx: click.Context, ids: Sequence[str]) -> None:
    """Take public tables out of the lobby. Who has their address comes in as before."""
    _each(ctx, ids, lambda keeper, id: keeper.hide_table(id, hidden=True), "hidden")


@tables.command("show")
@click.argument("ids", nargs=-1, required=True, metavar="ID...")
@click.pass_context
def show(ctx: click.Context, ids: Sequence[str]) -> None:
    """Put hidden tables back into the lobby."""
    _each(ctx, ids, lambda keeper, id: keeper.hide_table(id, hidden=False), "shown")


# --- People -----------------------------------------------------------------------------------------------------------


@command.group("people", invoke_without_command=True)
@click.option("--find", default="", metavar="TEXT", help="Only those with this id, or with this in their name.")
@click.option("--blocked", is_flag=True, default=None, help="Only those who are blocked.")
@limit
@as_json
@click.pass_context
def people(ctx: click.Context, /, in_json: bool, **wanted: Any) -> None:
    """List people, the last seen first; block them, let them in again, forget them."""
    if ctx.invoked_subcommand is not None:
        return
    from pasar.server.table.keeping import person_shown

    async def found(keeper: "Keeper") -> list[dict[str, Any]]:
        return [person_shown(person, count) for person, count in await keeper.store.hosts.people(**wanted)]

    _tell(_done(ctx, found), in_json, "people", lambda row: (
        row["id"], _when(row["seen_at"]), "blocked" if row["blocked_at"] else "", f"{row['tables']} tables",
        _plain(row["name"]),
    ))  # fmt: skip


@people.command("block")
@click.argument("ids", nargs=-1, required=True, metavar="ID...")
@click.pass_context
def block(ctx: click.Context, ids: Sequence[str]) -> None:
    """Do not let people in any more. They leave their tables, and their connections end."""
    _each(ctx, ids, lambda keeper, id: keeper.block(id, blocked=True), "blocked")


@people.command("unblock")
@click.argument("ids", nargs=-1, required=True, metavar="ID...")
@click.pass_context
def unblock(ctx: click.Context, ids: Sequence[str]) -> None:
    """Let people in again."""
    _each(ctx, ids, lambda keeper, id: keeper.block(id, blocked=False), "may come in again")


@people.command("forget")
@click.argument("ids", nargs=-1, required=True, metavar="ID...")
@yes
@click.pass_context
def forget(ctx: click.Context, ids: Sequence[str], sure: bool) -> None:
    """Delete all that is kept about people; games stay, without the names. This cannot be undone."""
    _ask(sure, f"forget {_count(ids, 'person', 'people')}")

    async def forgotten(keeper: "Keeper", id: str) -> None:
        await keeper.erase(await keeper.forget(id))

    _each(ctx, ids, forgotten, "forgotten")


# --- Tokens, sizes, log -----------------------------------------------------------------------------------------------


@command.group("tokens", invoke_without_command=True)
@click.option("--person", metavar="ID", help="Only those of this person.")
@limit
@as_json
@click.pass_context
def tokens(ctx: click.Context, /, in_json: bool, **wanted: Any) -> None:
    """List tokens and links that speak for people, the newest first; revoke them."""
    if ctx.invoked_subcommand is not None:
        return
    from pasar.server.table.keeping import token_shown

    async def found(keeper: "Keeper") -> list[dict[str, Any]]:
        return [token_shown(token, name) for token, name in await keeper.store.hosts.tokens(**wanted)]

    _tell(_done(ctx, found), in_json, "tokens", lambda row: (
        row["id"], row["kind"], _when(row["made_at"]), row["person"], _plain(row["name"]), _plain(row["label"]),
    ))  # fmt: skip


@tokens.command("revoke")
@click.argument("ids", nargs=-1, required=True, metavar="ID...")
@yes
@click.pass_context
def revoke(ctx: click.Context, ids: Sequence[str], sure: bool) -> None:
    """Revoke tokens: their programs are refused from now on. This cannot be undone."""
    _ask(sure, f"revoke {_count(ids, 'token', 'tokens')}")
    _each(ctx, ids, lambda keeper, id: keeper.revoke(id), "revoked")


@command.command("sizes")
@as_json
@click.pass_context
def sizes(ctx: click.Context, in_json: bool) -> None:
    """Say how many bytes lie on the disk, by what they are for, and how many rows the database has."""
    found = _done(ctx, lambda keeper: keeper.store.hosts.sizes())
    if in_json:
        click.echo(json.dumps({"bytes": dict(found.bytes), "rows": dict(found.rows)}))
        return
    total = {**found.bytes, "together": sum(found.bytes.values())}
    _columns([(name, f"{size:,}", "bytes") for name, size in total.items()])
    _columns([(name, f"{count:,}", "rows") for name, count in found.rows.items()])


@command.command("log")
@click.option("--before", type=click.IntRange(1), metavar="NUMBER", help="Only lines before this number.")
@limit
@as_json
@click.pass_context
def log(ctx: click.Context, /, in_json: bool, **wanted: Any) -> None:
    """Say who changed what and when, the newest first. Lines are kept for PASAR_KEEP_AUDIT_DAYS, a year if not said."""
    from pasar.server.table.keeping import line_shown

    async def found(keeper: "Keeper") -> list[dict[str, Any]]:
        return [line_shown(line) for line in await keeper.store.hosts.audit(newest_first=True, **wanted)]

    _tell(_done(ctx, found), in_json, "log", lambda row: (
        row["number"], _when(row["at"]), row["what"], row["subject"], _plain(row["who"]),
    ))  # fmt: skip


# --- What they share --------------------------------------------------------------------------------------------------


def _done(ctx: click.Context, work: Callable[["Keeper"], Awaitable[T]]) -> T:
    """Open the database, which has to be there, and do something with it."""
    from pasar.server.base.clock import SystemClock
    from pasar.server.base.refusals import Refused
    from pasar.server.table.keeping import Keeper
    from pasar.store.contract import BadDatabase, StoreDown
    from pasar.store.database import sqlite_file
    from pasar.store.store import Store

    url = chosen(ctx.obj)
    file = sqlite_file(url)
    if file is not None and not Path(file).exists():
        raise BadDatabase(f"there is no database {file}: name another with --database, or its folder with PASAR_DATA")

    async def opened() -> T:
        store = await Store.open(url)
        try:
            return await work(Keeper(store, SystemClock(), f"command line: {_user()}"))
        finally:
            await store.close()

    try:
        return asyncio.run(opened())
    except Refused as refused:
        raise PasarError(refused.message) from refused
    except StoreDown as fault:
        raise PasarError(f"nothing was changed: {fault}") from fault


def _user() -> str:
    try:
        return getpass.getuser()
    except (OSError, KeyError):  # an account without a name, as in some containers
        return "somebody"


def _each(ctx: click.Context, ids: Sequence[str], work: Callable[["Keeper", str], Awaitable[None]], said: str) -> None:
    """One after the other; the first that cannot be done ends it, and names itself."""
    from pasar.server.base.refusals import Refused

    async def all_of_them(keeper: "Keeper") -> None:
        for id in ids:
            try:
                await work(keeper, id)
            except Refused as refused:
                raise PasarError(f"{id!r:.60}: {refused.message}") from refused
            click.echo(f"{id}: {said}")

    _done(ctx, all_of_them)


def _ask(sure: bool, what: str) -> None:
    if sure:
        return
    if not sys.stdin.isatty():
        raise PasarError(f"to {what} cannot be undone: say --yes if you mean it")
    click.confirm(f"This cannot be undone: {what}?", abort=True)


def _count(ids: Sequence[str], one: str, many: str) -> str:
    return f"{one} {ids[0]:.40}" if len(ids) == 1 else f"{len(ids)} {many}"


def _tell(rows: list[dict[str, Any]], in_json: bool, what: str, columns: Callable[[dict[str, Any]], Any]) -> None:
    if in_json:
        click.echo(json.dumps(rows, ensure_ascii=False))
    elif not rows:
        click.echo(f"no {what}" if what != "log" else "nothing was changed yet")
    else:
        _columns([tuple(map(str, columns(row))) for row in rows])


def _columns(rows: list[tuple[str, ...]]) -> None:
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        click.echo("  ".join(part.ljust(width) for part, width in zip(row, widths, strict=True)).rstrip())


def _when(at: float) -> str:
    return datetime.fromtimestamp(at, UTC).strftime("%Y-%m-%d %H:%M")


def _plain(text: str) -> str:
    """Control characters could repaint the terminal."""
    return "".join(sign if sign.isprintable() else " " for sign in text)
