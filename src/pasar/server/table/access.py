"""Who may look at a table and who may sit down."""

import hmac
from http import HTTPStatus

from pasar.server.base.refusals import Refused
from pasar.server.table.table import LOBBY, Table


def may_sit(table: Table, person: str | None, key: str | None) -> bool:
    """From the lobby at public tables; at private ones by link, or as somebody who was invited."""
    return may_sit_with(table, person, fits(table, key))


def may_sit_with(table: Table, person: str | None, by_link: bool) -> bool:
    return bool(table.options["public"]) or belongs(table, person) or by_link


def check_sight(table: Table, person: str | None, key: str | None) -> None:
    """Raise Refused for who may not even look on."""
    by_link = fits(table, key)
    if may_look(table, person, by_link):
        return
    if by_link or (table.options["public"] and table.options["watch"] == "nobody"):  # no link would help
        raise Refused("no_watching", "Nobody but its players may look on at this table.", HTTPStatus.FORBIDDEN)
    raise Refused("by_link_only", "This table is only for those who have its link.", HTTPStatus.FORBIDDEN)


def may_look(table: Table, person: str | None, by_link: bool) -> bool:
    watch = table.options["watch"]
    open_to_all = table.options["public"] and (watch == "anyone" or table.stage == LOBBY)
    linked = by_link and (watch != "nobody" or table.stage == LOBBY)
    return belongs(table, person) or open_to_all or linked


def belongs(table: Table, person: str | None) -> bool:
    return person is not None and (person in table.people or person in table.invited)


def fits(table: Table, key: str | None) -> bool:
    return key is not None and hmac.compare_digest(key.encode(), table.key.encode())
