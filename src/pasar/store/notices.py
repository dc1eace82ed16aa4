"""Notices that are still to be sent. They are written with the append that causes them."""

import orjson
from sqlalchemy import Connection, select, update

from pasar.store import schema
from pasar.store.contract import Notice

_notices = schema.notices.c


def are_due(connection: Connection, now: float) -> bool:
    return connection.execute(select(_notices.key).where(_notices.send_at <= now).limit(1)).first() is not None


def claim(connection: Connection, now: float, hold: float, limit: int) -> list[Notice]:
    """Those that are due. For a while nobody else gets them; unless they are reported as sent, somebody then does."""
    query = select(schema.notices).where(_notices.send_at <= now).order_by(_notices.send_at).limit(limit)
    found = connection.execute(query.with_for_update(skip_locked=True)).all()
    keys = [one.key for one in found]
    connection.execute(update(schema.notices).where(_notices.key.in_(keys)).values(send_at=now + hold))
    return [Notice(one.key, one.person, one.send_at, orjson.loads(one.body)) for one in found]


def sent(connection: Connection, key: str) -> None:
    """Its text goes, its key stays."""
    connection.execute(update(schema.notices).where(_notices.key == key).values(send_at=None, body="{}"))


def later(connection: Connection, key: str, send_at: float) -> None:
    unsent = (_notices.key == key) & _notices.send_at.is_not(None)
    connection.execute(update(schema.notices).where(unsent).values(send_at=send_at))
