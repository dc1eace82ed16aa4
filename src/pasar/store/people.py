"""People and the tokens that speak for them."""

from typing import Any

import orjson
from sqlalchemy import Connection, Row, delete, exists, insert, select, update

from pasar.store import schema
from pasar.store.appends import as_text
from pasar.store.contract import Json, Person, Token

_people, _tokens, _members, _notices = schema.people.c, schema.tokens.c, schema.members.c, schema.notices.c


def add(connection: Connection, person: Person) -> None:
    connection.execute(
        insert(schema.people).values(
            id=person.id,
            name=person.name,
            made_at=person.made_at,
            seen_at=person.seen_at,
            contact=as_text(person.contact),
        )
    )


def person(connection: Connection, id: str) -> Person | None:
    found = connection.execute(select(schema.people).where(_people.id == id)).one_or_none()
    if found is None:
        return None
    return as_person(found)


def as_person(found: Row[Any]) -> Person:
    contact = orjson.loads(found.contact)
    return Person(found.id, found.name, found.made_at, found.seen_at, contact, found.blocked_at)


def change(connection: Connection, id: str, name: str | None, contact: Json | None, seen_at: float | None) -> bool:
    """Whether there is such a person."""
    new: dict[str, Any] = {"name": name, "contact": None if contact is None else as_text(contact), "seen_at": seen_at}
    values = {key: value for key, value in new.items() if value is not None}
    if not values:
        return person(connection, id) is not None
    return connection.execute(update(schema.people).where(_people.id == id).values(values)).rowcount == 1


def forget(connection: Connection, seen_before: float, limit: int) -> int:
    """Those who have not been here for long and belong to no table, with their tokens and notices."""
    sits = exists().where(_members.person == _people.id)
    old = select(_people.id).where(_people.seen_at < seen_before, ~sits).order_by(_people.seen_at)
    chosen = connection.execute(old.limit(limit).with_for_update(skip_locked=True)).scalars().all()
    connection.execute(delete(schema.notices).where(_notices.person.in_(chosen)))
    connection.execute(delete(schema.people).where(_people.id.in_(chosen)))
    return len(chosen)


def add_token(connection: Connection, token: Token) -> None:
    connection.execute(
        insert(schema.tokens).values(
            id=token.id,
            person=token.person,
            kind=token.kind,
            hash=token.hash.hex(),
            label=token.label,
            made_at=token.made_at,
            expires_at=token.expires_at,
        )
    )


def token(connection: Connection, id: str) -> Token | None:
    found = connection.execute(select(schema.tokens).where(_tokens.id == id)).one_or_none()
    return None if found is None else as_token(found)


def tokens_of(connection: Connection, person: str, kind: str) -> list[Token]:
    query = select(schema.tokens).where(_tokens.person == person, _tokens.kind == kind)
    return [as_token(found) for found in connection.execute(query.order_by(_tokens.made_at, _tokens.id))]


def drop_token(connection: Connection, id: str, person: str) -> bool:
    query = delete(schema.tokens).where(_tokens.id == id, _tokens.person == person)
    return connection.execute(query).rowcount == 1


def take_token(connection: Connection, id: str) -> Token | None:
    """The token, which is gone from now on: of several who take it one gets it."""
    query = delete(schema.tokens).where(_tokens.id == id).returning(*schema.tokens.c)
    found = connection.execute(query).one_or_none()
    return None if found is None else as_token(found)


def forget_tokens(connection: Connection, expired_before: float) -> int:
    return connection.execute(delete(schema.tokens).where(_tokens.expires_at < expired_before)).rowcount


def as_token(found: Row[Any]) -> Token:
    hash = bytes.fromhex(found.hash)
    return Token(found.id, found.person, found.kind, hash, found.label, found.made_at, found.expires_at)
