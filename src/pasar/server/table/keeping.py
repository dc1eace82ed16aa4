"""What the keeper of a server can do, and people to all that is kept about them.

It is done to the database, whether servers run or not. Those that run read the audit log and do the rest
(`live/following.py`): they send people away and tell the tables. No game is needed here, and no hand is ever read.
"""

import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any, Final

from pasar.games.words import words
from pasar.server.base.clock import Clock
from pasar.server.base.refusals import Refused, no_table
from pasar.server.people.contacts import Contact
from pasar.server.people.passes import EMAIL
from pasar.server.table import persons_log, rows
from pasar.store.contract import (
    Append,
    AuditLine,
    Conflict,
    Erasure,
    Json,
    LogEntry,
    NewAuditLine,
    Person,
    Rewrite,
    Row,
    Token,
)
from pasar.store.store import Store

CLOSE: Final = "table.close"
HIDE: Final = "table.hide"
SHOW: Final = "table.show"
BLOCK: Final = "person.block"
UNBLOCK: Final = "person.unblock"
FORGET: Final = "person.forget"
REVOKE: Final = "token.revoke"

TRIES = 20  # at a table that is being played at
ALIAS_BYTES = 12
FORMAT = "pasar-person/1"


@dataclass(frozen=True)
class Keeper:
    store: Store
    clock: Clock
    who: str  # as the audit log names them

    # --- Tables -------------------------------------------------------------------------------------------------------

    async def close_table(self, id: str) -> None:
        """Nobody plays on at it. Its deal stays secret: it is not over."""

        def closed(row: Row) -> tuple[Row, LogEntry]:
            if row.stage == "closed":
                raise Refused("closed", "This table is closed already.", HTTPStatus.CONFLICT)
            if row.stage == "over":
                raise Refused("over", "The game at this table is over.", HTTPStatus.CONFLICT)
            about = {**row.about, "waiting": [], "deadline": None}
            return row._replace(stage="closed", due=None, about=about), self._entry(row, "closed", {})

        await self._write(id, CLOSE, closed)

    async def hide_table(self, id: str, hidden: bool) -> None:
        """Whether everybody finds a public table in the lobby. Who has its address comes in as before."""

        def shown(row: Row) -> tuple[Row, LogEntry]:
            if not row.about["options"]["public"]:
                raise Refused("not_public", "This table is private: nobody finds it anyway.", HTTPStatus.CONFLICT)
            if row.listed != hidden:
                what = "hidden" if hidden else "shown"
                raise Refused("already_so", f"This table is {what} already.", HTTPStatus.CONFLICT)
            return row._replace(listed=not hidden), self._entry(row, "hidden", {"hidden": hidden})

        await self._write(id, HIDE if hidden else SHOW, shown)

    def _entry(self, row: Row, kind: str, body: Json) -> LogEntry:
        return LogEntry(row.version + 1, self.clock.now(), kind, body, secrets.token_hex(6))

    async def _write(self, id: str, what: str, decided: Any) -> None:
        """Decide on the table as it is; again if somebody was faster."""
        for _ in range(TRIES):
            found = await rows.current(self.store, id)
            if found is None:
                raise no_table()
            row, _ = found
            after, entry = decided(row)
            after = after._replace(version=entry.number, changed=entry.at)
            try:
                await self.store.hosts.append(Append(after, [entry]), self._change(what, id, {"game": row.game}))
            except Conflict:
                continue
            return
        raise Refused("busy", "Too much happens at this table; try again.", HTTPStatus.SERVICE_UNAVAILABLE)

    def _change(self, what: str, subject: str, body: Json | None = None) -> NewAuditLine:
        return NewAuditLine(self.clock.now(), self.who, what, subject, body or {})

    # --- People and tokens --------------------------------------------------------------------------------------------

    async def block(self, person: str, blocked: bool) -> None:
        since = self.clock.now() if blocked else None
        change = self._change(BLOCK if blocked else UNBLOCK, person)
        if not await self.store.hosts.block(person, since, change):
            raise no_person()

    async def forget(self, person: str) -> Erasure:
        """Whatever is kept about a person goes; games stay, without the name. Here and now the person is gone.

        Servers that run take the name out of the tables (`erase`), and so does who calls this where none runs.
        """
        known = await self.store.person(person)
        if known is None:
            raise no_person()
        name = words("pasar.server", Contact.of(known.contact).language).name("nobody")
        erasure = Erasure(person, secrets.token_hex(ALIAS_BYTES), name, self.clock.now())
        if not await self.store.hosts.begin_erasure(erasure, self._change(FORGET, person)):
            raise no_person()
        return erasure

    async def erase(self, erasure: Erasure) -> list[str]:
        """Take a person out of all tables; which those were. What was done already is not done again."""
        tables = await self.store.hosts.traces(erasure.person)
        for table in tables:
            await self._erase_at(table, erasure)
        return tables

    async def _erase_at(self, table: str, erasure: Erasure) -> None:
        for _ in range(TRIES):
            found = await rows.current(self.store, table)
            if found is None:
                return
            row, entries = found
            rewrite = await self._rewrite(row, entries, erasure)
            if not rewrite.bodies and rewrite.append.row.about == row.about and erasure.person not in row.people:
                return  # another process was faster
            try:
                await self.store.hosts.rewrite(rewrite)
            except Conflict:
                continue
            return

    async def _rewrite(self, row: Row, entries: list[LogEntry], erasure: Erasure) -> Rewrite:
        """Lists show the table where it was: that it was changed is nobody's business."""
        person, alias, name = erasure.person, erasure.alias, erasure.name
        about = persons_log.about_without(row.about, person, alias, name)
        entry = LogEntry(row.version + 1, row.changed, "forgotten", {}, secrets.token_hex(6))
        notices = {
            key: persons_log.notice_without(body, about, name, alias)
            for key, body in (await self.store.hosts.notices_at(row.id)).items()
        }
        bodies = persons_log.bodies_without(entries, person, alias, name)
        append = Append(row._replace(version=entry.number, about=about), [entry])
        return Rewrite(append, bodies, notices, person, alias)

    async def revoke(self, token: str) -> None:
        if not await self.store.hosts.revoke(token, self._change(REVOKE, token)):
            raise Refused("not_found", "There is no such token (any more).", HTTPStatus.NOT_FOUND)


def no_person() -> Refused:
    return Refused("no_such_person", "There is no such person (any more).", HTTPStatus.NOT_FOUND)


def table_shown(row: Row) -> dict[str, Any]:
    """A table as its server's keeper sees it: what lists show and who sits there, never its key or its cards."""
    about = row.about
    public = bool(about.get("options", {}).get("public"))
    return {
        "table": row.id,
        "game": row.game,
        "stage": row.stage,
        "public": public,
        "hidden": public and not row.listed,
        "changed_at": row.changed,
        "entries": row.version,
        "seats": [
            {"name": seat["name"] or "", "bot": seat["bot"], "person": seat["person"]}
            for seat in about.get("seats", ())
        ],
    }


def person_shown(person: Person, tables: int) -> dict[str, Any]:
    """Without the ways on which they can be reached."""
    return {
        "id": person.id,
        "name": person.name,
        "made_at": person.made_at,
        "seen_at": person.seen_at,
        "blocked_at": person.blocked_at,
        "tables": tables,
    }


def token_shown(token: Token, name: str) -> dict[str, Any]:
    """Without its hash; and without the address of a mail, which is how somebody can be reached."""
    return {
        "id": token.id,
        "kind": token.kind,
        "label": "" if token.kind == EMAIL else token.label,
        "person": token.person,
        "name": name,
        "made_at": token.made_at,
        "expires_at": token.expires_at,
    }


def line_shown(line: AuditLine) -> dict[str, Any]:
    return {
        "number": line.number,
        "at": line.at,
        "who": line.who,
        "what": line.what,
        "subject": line.subject,
        "about": dict(line.body),
    }


async def everything_about(store: Store, person: Person, now: float) -> dict[str, Any]:
    """All that is kept about a person, for the person. Secrets that are kept as hashes cannot be told."""
    contact = Contact.of(person.contact)
    tables = [await _table_of(store, id, person.id) for id in await store.hosts.traces(person.id)]
    return {
        "format": FORMAT,
        "taken_at": now,
        "person": {key: value for key, value in person_shown(person, 0).items() if key != "tables"},
        "contact": {name: value for name, value in contact.stored.items() if name != "webhook_secret"},
        "tokens": [
            {"id": each.id, "kind": each.kind, "label": each.label, "made_at": each.made_at, "until": each.expires_at}
            for each in await store.hosts.tokens_of(person.id)
        ],
        "practice": dict(await store.practice(person.id) or {}),
        "notices": [dict(body) for body in await store.hosts.notices_to(person.id)],
        "tables": [table for table in tables if table is not None],
    }


async def _table_of(store: Store, id: str, person: str) -> Mapping[str, Any] | None:
    row = await store.row(id)
    if row is None:
        return None
    seats = [number for number, seat in enumerate(row.about["seats"]) if seat["person"] == person]
    return {
        "table": row.id,
        "game": row.game,
        "stage": row.stage,
        "changed_at": row.changed,
        "host": row.about["host"] == person,
        "seats": seats,
        "result": row.about["result"],
        "did": persons_log.own_entries(await store.entries(id), person),
    }
