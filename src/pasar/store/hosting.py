"""What the keeper of a server looks at and changes: tables, people, tokens, sizes, and the audit log of all changes.

A change and its line in the audit log are one transaction. A line gets its number from a row that stays locked until
the commit, so that lines can be read in the order of their numbers: who has read up to one has missed none before it.
"""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import orjson
from sqlalchemy import Connection, bindparam, delete, func, insert, or_, select, text, update
from sqlalchemy.exc import OperationalError

from pasar.store import appends, news, people, schema, tables
from pasar.store.appends import PreparedAppend, as_text, prepared
from pasar.store.contract import (
    Append,
    AuditLine,
    Erasure,
    Json,
    NewAuditLine,
    Person,
    Rewrite,
    Row,
    Sizes,
    Token,
)

COUNTER = "audit"  # the row of `meta` that has the number of the last line
LOG = "write-ahead log"  # what SQLite has written and not yet put in its place
AT_ONCE = 500  # ids in one question
# What the bytes of a database are for, by the tables that they belong to.
KINDS = {
    "entries": "logs", "tables": "tables", "members": "tables", "analyses": "tables", "meta": "other",
    "erasures": "people", "practice": "people",
}  # fmt: skip

_people, _tokens, _audit, _notices = schema.people.c, schema.tokens.c, schema.audit.c, schema.notices.c
_entries, _members, _erasures, _meta = schema.entries.c, schema.members.c, schema.erasures.c, schema.meta.c


class HostStore:
    """Part of the store (`Store.hosts`), with its promises."""

    def __init__(
        self,
        read: Callable[..., Awaitable[Any]],
        read_rows: Callable[..., Awaitable[Any]],
        write: Callable[..., Awaitable[Any]],
        sender: str | None,
    ) -> None:
        self._read, self._read_rows, self._write = read, read_rows, write
        self._sender = sender  # as who other processes are told; None if there are none

    async def tables(
        self,
        *,
        stage: str | None = None,
        game: str | None = None,
        listed: bool | None = None,
        person: str | None = None,
        before: float | None = None,
        limit: int = 100,
    ) -> list[Row]:
        found: list[Row] = await self._read_rows(tables.find, stage, game, listed, person, before, limit)
        return found

    async def people(
        self, *, find: str = "", blocked: bool | None = None, limit: int = 100
    ) -> list[tuple[Person, int]]:
        """Those with this id, or with this in their names; with the number of tables each belongs to."""
        found: list[tuple[Person, int]] = await self._read(_find_people, find, blocked, limit)
        return found

    async def tokens(self, *, person: str | None = None, limit: int = 100) -> list[tuple[Token, str]]:
        """With the names of those they speak for."""
        found: list[tuple[Token, str]] = await self._read(_find_tokens, person, limit)
        return found

    async def sizes(self) -> Sizes:
        found: Sizes = await self._read(_sizes)
        return found

    async def audit(
        self, *, after: int = 0, before: int | None = None, newest_first: bool = False, limit: int = 100
    ) -> list[AuditLine]:
        found: list[AuditLine] = await self._read(_lines, after, before, newest_first, limit)
        return found

    async def last_line(self) -> int:
        """The number of the newest line of the audit log, whether it is still kept or not."""
        found: int = await self._read(_last_line)
        return found

    async def append(self, append: Append, change: NewAuditLine) -> None:
        """What `Store.append` does, with a line in the audit log."""
        await self._write(_append, self._sender, prepared(append), change)

    async def block(self, person: str, since: float | None, change: NewAuditLine) -> bool:
        """Whether there is such a person."""
        done: bool = await self._write(_changed, self._sender, change, _block, person, since)
        return done

    async def revoke(self, token: str, change: NewAuditLine) -> bool:
        """Whether there was such a token."""
        done: bool = await self._write(_changed, self._sender, change, _revoke, token)
        return done

    async def begin_erasure(self, erasure: Erasure, change: NewAuditLine) -> bool:
        """The person is gone from now on, with tokens and notices; what tables say is left to `rewrite`."""
        done: bool = await self._write(_changed, self._sender, change, _begin_erasure, erasure)
        return done

    async def erasures(self) -> list[Erasure]:
        found: list[Erasure] = await self._read(_erasures_open)
        return found

    async def end_erasure(self, person: str) -> None:
        await self._write(_end_erasure, person)

    async def traces(self, person: str) -> list[str]:
        """The tables whose logs speak of a person, also as somebody who only said something or has left again.

        Looks through all logs, which takes a while on a large database; nobody waits for it but who asks.
        """
        found: list[str] = await self._read(_traces, person)
        return found

    async def notices_at(self, table: str) -> dict[str, Json]:
        """The bodies of notices that are still to be sent."""
        found: dict[str, Json] = await self._read(_notices_at, table)
        return found

    async def notices_to(self, person: str) -> list[Json]:
        found: list[Json] = await self._read(_notices_to, person)
        return found

    async def tokens_of(self, person: str) -> list[Token]:
        """Of every kind."""
        return [token for token, _ in await self.tokens(person=person)]

    async def rewrite(self, rewrite: Rewrite) -> None:
        """Raises Conflict if the table is not at the version believed in."""
        await self._write(_rewrite, self._sender, prepared(rewrite.append), rewrite)

    async def shut_out(self, ids: Sequence[str]) -> set[str]:
        """Those of these people who are blocked, or gone."""
        found: set[str] = await self._read(_shut_out, ids)
        return found

    async def blocked(self) -> list[str]:
        found: list[str] = await self._read(_blocked)
        return found

    async def forget_audit(self, before: float) -> int:
        done: int = await self._write(_forget_audit, before)
        return done


# --- Looking ----------------------------------------------------------------------------------------------------------


def _find_people(connection: Connection, find: str, blocked: bool | None, limit: int) -> list[tuple[Person, int]]:
    sits = select(func.count()).select_from(schema.members).where(_members.person == _people.id).scalar_subquery()
    query = select(schema.people, sits.label("tables"))
    if find:
        lower = func.lower(_people.name).contains(find.lower(), autoescape=True)
        query = query.where(or_(_people.id == find, _people.name.contains(find, autoescape=True), lower))
    if blocked is not None:
        query = query.where(_people.blocked_at.is_not(None) if blocked else _people.blocked_at.is_(None))
    found = connection.execute(query.order_by(_people.seen_at.desc(), _people.id).limit(limit))
    return [(people.as_person(one), one.tables) for one in found]


def _find_tokens(connection: Connection, person: str | None, limit: int) -> list[tuple[Token, str]]:
    query = select(schema.tokens, _people.name.label("owner")).join(schema.people, _people.id == _tokens.person)
    if person is not None:
        query = query.where(_tokens.person == person)
    found = connection.execute(query.order_by(_tokens.made_at.desc(), _tokens.id).limit(limit))
    return [(people.as_token(one), one.owner) for one in found]


def _lines(connection: Connection, after: int, before: int | None, newest_first: bool, limit: int) -> list[AuditLine]:
    query = select(schema.audit).where(_audit.number > after)
    if before is not None:
        query = query.where(_audit.number < before)
    found = connection.execute(query.order_by(_audit.number.desc() if newest_first else _audit.number).limit(limit))
    return [AuditLine(one.number, one.at, one.who, one.what, one.subject, orjson.loads(one.body)) for one in found]


def _last_line(connection: Connection) -> int:
    return int(connection.execute(select(_meta.value).where(_meta.key == COUNTER)).scalar() or 0)


def _shut_out(connection: Connection, ids: Sequence[str]) -> set[str]:
    welcome: set[str] = set()
    for start in range(0, len(ids), AT_ONCE):
        some = _people.id.in_(ids[start : start + AT_ONCE])
        welcome |= set(connection.execute(select(_people.id).where(some, _people.blocked_at.is_(None))).scalars())
    return set(ids) - welcome


def _blocked(connection: Connection) -> list[str]:
    return list(connection.execute(select(_people.id).where(_people.blocked_at.is_not(None))).scalars())


def _traces(connection: Connection, person: str) -> list[str]:
    said = select(_entries.table_id).where(_entries.body.contains(person, autoescape=True))
    belongs = select(_members.table_id).where(_members.person == person)
    return sorted(set(connection.execute(said.union(belongs)).scalars()))


def _notices_at(connection: Connection, table: str) -> dict[str, Json]:
    waiting = select(_notices.key, _notices.body).where(_notices.table_id == table, _notices.send_at.is_not(None))
    return {key: orjson.loads(body) for key, body in connection.execute(waiting)}


def _notices_to(connection: Connection, person: str) -> list[Json]:
    waiting = select(_notices.body).where(_notices.person == person, _notices.send_at.is_not(None))
    return [orjson.loads(body) for body in connection.execute(waiting).scalars()]


def _erasures_open(connection: Connection) -> list[Erasure]:
    found = connection.execute(select(schema.erasures).order_by(_erasures.asked_at))
    return [Erasure(one.person, one.alias, one.name, one.asked_at) for one in found]


# --- Changing ---------------------------------------------------------------------------------------------------------


def _note(connection: Connection, sender: str | None, change: NewAuditLine) -> None:
    """A line in the audit log, and word of it to the other processes."""
    counted = text(
        "INSERT INTO meta (key, value) VALUES (:key, '1') ON CONFLICT (key)"
        " DO UPDATE SET value = CAST(CAST(meta.value AS INTEGER) + 1 AS TEXT) RETURNING value"
    )
    number = int(connection.execute(counted, {"key": COUNTER}).scalar_one())
    values = {"at": change.at, "who": change.who, "what": change.what, "subject": change.subject}
    connection.execute(insert(schema.audit).values(number=number, body=as_text(change.body), **values))
    if sender is not None:
        news.tell(connection, sender, {"audit": number})


def _changed(
    connection: Connection, sender: str | None, change: NewAuditLine, work: Callable[..., bool], *arguments: Any
) -> bool:
    done = work(connection, *arguments)
    if done:
        _note(connection, sender, change)
    return done


def _append(connection: Connection, sender: str | None, append: PreparedAppend, change: NewAuditLine) -> None:
    _written(connection, sender, append)
    _note(connection, sender, change)


def _written(connection: Connection, sender: str | None, append: PreparedAppend) -> None:
    appends.write(connection, [append])
    if sender is not None:
        news.tell_versions(connection, sender, {append.table: append.version})


def _block(connection: Connection, person: str, since: float | None) -> bool:
    query = update(schema.people).where(_people.id == person).values(blocked_at=since)
    return connection.execute(query).rowcount == 1


def _revoke(connection: Connection, token: str) -> bool:
    return connection.execute(delete(schema.tokens).where(_tokens.id == token)).rowcount == 1


def _begin_erasure(connection: Connection, erasure: Erasure) -> bool:
    connection.execute(delete(schema.notices).where(_notices.person == erasure.person))
    if connection.execute(delete(schema.people).where(_people.id == erasure.person)).rowcount != 1:
        return False
    values = {"alias": erasure.alias, "name": erasure.name, "asked_at": erasure.asked_at}
    connection.execute(insert(schema.erasures).values(person=erasure.person, **values))
    return True


def _end_erasure(connection: Connection, person: str) -> None:
    connection.execute(delete(schema.erasures).where(_erasures.person == person))


def _rewrite(connection: Connection, sender: str | None, append: PreparedAppend, rewrite: Rewrite) -> None:
    """Other marks on all entries: whoever has the table in memory finds that its log is another, and reads it anew."""
    _written(connection, sender, append)
    here = _entries.table_id == append.table
    connection.execute(update(schema.entries).where(here).values(mark=_entries.mark + "."))
    body = update(schema.entries).where(here, _entries.number == bindparam("of")).values(body=bindparam("new"))
    _each(connection, body, rewrite.bodies)
    notice = update(schema.notices).where(_notices.key == bindparam("of")).values(body=bindparam("new"))
    _each(connection, notice, rewrite.notices)
    theirs = (_members.table_id == append.table) & (_members.person == rewrite.person)
    connection.execute(update(schema.members).where(theirs).values(person=rewrite.alias))
    own = (_notices.table_id == append.table) & (_notices.person == rewrite.person)
    connection.execute(delete(schema.notices).where(own))


def _each(connection: Connection, query: Any, bodies: Mapping[Any, Json]) -> None:
    if bodies:
        connection.execute(query, [{"of": key, "new": as_text(body)} for key, body in bodies.items()])


def _forget_audit(connection: Connection, before: float) -> int:
    return connection.execute(delete(schema.audit).where(_audit.at < before)).rowcount


# --- Sizes ------------------------------------------------------------------------------------------------------------


def _sizes(connection: Connection) -> Sizes:
    rows = {
        name: connection.execute(select(func.count()).select_from(table)).scalar_one()
        for name, table in schema.metadata.tables.items()
    }
    by_table = _in_postgres(connection) if connection.dialect.name == "postgresql" else _in_sqlite(connection)
    by_kind: dict[str, int] = {}
    for table, size in by_table.items():
        kind = KINDS.get(table, table if table in rows or table == LOG else "other")
        by_kind[kind] = by_kind.get(kind, 0) + size
    return Sizes(by_kind, rows)


def _in_postgres(connection: Connection) -> dict[str, int]:
    """With indexes. What PostgreSQL keeps for itself is not ours."""
    size = text("SELECT pg_total_relation_size(CAST(:name AS regclass))")
    return {name: connection.execute(size, {"name": name}).scalar_one() for name in schema.metadata.tables}


def _in_sqlite(connection: Connection) -> dict[str, int]:
    """With indexes; the files beside the database, and pages that hold nothing now, by names of their own."""
    try:
        pages = connection.exec_driver_sql(
            "SELECT coalesce(m.tbl_name, d.name), sum(d.pgsize) FROM dbstat AS d"
            " LEFT JOIN sqlite_master AS m ON m.name = d.name GROUP BY 1"
        )
        sizes = {str(name): int(size) for name, size in pages}
    except OperationalError:  # an SQLite that was built without it
        sizes = {}
    file = Path(connection.engine.url.database or "")
    rest = max(0, _size(file) - sum(sizes.values()))  # pages that are only in the log as yet are counted there too
    return {**sizes, "other": rest, LOG: _size(Path(f"{file}-wal")) + _size(Path(f"{file}-shm"))}


def _size(file: Path) -> int:
    return file.stat().st_size if file.exists() else 0
