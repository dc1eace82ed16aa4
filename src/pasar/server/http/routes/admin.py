"""For who keeps the server: what `pasar admin` does on a command line. There only if the settings have a token for it.

Nothing here shows a card, a table's key or how somebody can be reached.
"""

import hmac
from http import HTTPStatus
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Path, Query, Request
from pydantic import BaseModel, Field

from pasar.server.base.messages import Stage
from pasar.server.base.refusals import Refused, refusals
from pasar.server.http.services import address_of, services_of
from pasar.server.people.limits import network
from pasar.server.people.people import bearer
from pasar.server.table import wire
from pasar.server.table.keeping import Keeper, line_shown, person_shown, table_shown, token_shown

MOST = 500  # lines of one answer

Limit = Annotated[int, Query(ge=1, le=MOST)]
PersonId = Annotated[str, Path(pattern="^[0-9a-f]{24}$", examples=["5f0c9a7be2d14c3a9b8e7f60"])]
TokenId = Annotated[str, Path(pattern="^[0-9a-f]{16}$", examples=["0123456789abcdef"])]


def keeper_of(request: Request) -> Keeper:
    """Who has the token. Wrong ones are counted, so that nobody tries them all."""
    services, given = services_of(request), bearer(request) or ""
    wanted = services.settings.admin_token
    if wanted is None or not hmac.compare_digest(given.encode(), wanted.encode()):
        services.take("wrong_keys", request)
        message = "This is for the keeper of the server, who has its token (PASAR_ADMIN_TOKEN)."
        raise Refused("bad_admin_token", message, HTTPStatus.UNAUTHORIZED)
    return Keeper(services.store, services.clock, f"token from {network(address_of(request) or 'nowhere')}")


Admin = Annotated[Keeper, Depends(keeper_of)]
router = APIRouter(prefix="/api/admin", tags=["admin"], dependencies=[Depends(keeper_of)])


class AdminSeat(BaseModel):
    name: str = Field(examples=["Ann"])
    bot: str | None = Field(examples=["hard"])
    person: str | None = Field(examples=["5f0c9a7be2d14c3a9b8e7f60"])


class AdminTable(BaseModel):
    """A table as its server's keeper sees it."""

    table: str = Field(examples=["00112233445566ff"])
    game: str = Field(examples=["bali"])
    stage: Stage
    public: bool
    hidden: bool = Field(description="public, and not shown in the lobby")
    changed_at: float = Field(examples=[1763254800.0])
    entries: int = Field(description="of its log", examples=[17])
    seats: list[AdminSeat]


class AdminTables(BaseModel):
    tables: list[AdminTable]


class AdminPerson(BaseModel):
    id: str = Field(examples=["5f0c9a7be2d14c3a9b8e7f60"])
    name: str = Field(examples=["Ann"])
    made_at: float = Field(examples=[1763254800.0])
    seen_at: float = Field(examples=[1763254800.0])
    blocked_at: float | None = Field(examples=[None])
    tables: int = Field(description="that they belong to", examples=[3])


class AdminPeople(BaseModel):
    people: list[AdminPerson]


class AdminToken(BaseModel):
    id: str = Field(examples=["0123456789abcdef"])
    kind: str = Field(examples=["program"])
    label: str = Field(description="what its owner calls it", examples=["my bot"])
    person: str = Field(examples=["5f0c9a7be2d14c3a9b8e7f60"])
    name: str = Field(examples=["Ann"])
    made_at: float = Field(examples=[1763254800.0])
    expires_at: float | None = Field(examples=[None])


class AdminTokens(BaseModel):
    tokens: list[AdminToken]


class AdminSizes(BaseModel):
    bytes: dict[str, int] = Field(description="on the disk, by what they are for", examples=[{"logs": 40960}])
    rows: dict[str, int] = Field(description="of each table of the database", examples=[{"tables": 3, "entries": 145}])


class AuditEntry(BaseModel):
    number: int = Field(examples=[7])
    at: float = Field(examples=[1763254800.0])
    who: str = Field(examples=["token from 192.0.2.7"])
    what: str = Field(examples=["table.close"])
    subject: str = Field(examples=["00112233445566ff"])
    about: dict[str, Any] = Field(examples=[{"game": "bali"}])


class AuditLog(BaseModel):
    log: list[AuditEntry]


# --- Tables -----------------------------------------------------------------------------------------------------------


@router.get("/tables", responses=refusals(401))
async def tables(
    keeper: Admin,
    stage: Stage | None = None,
    game: Annotated[str | None, Query(max_length=40, pattern="^[a-z0-9_]*$", examples=["bali"])] = None,
    person: Annotated[str | None, Query(pattern="^[0-9a-f]{24}$", description="who belongs to them")] = None,
    before: Annotated[float | None, Query(description="only those changed before (seconds since 1970)")] = None,
    limit: Limit = 100,
) -> AdminTables:
    """Any tables, the last changed first."""
    rows = await keeper.store.hosts.tables(stage=stage, game=game, person=person, before=before, limit=limit)
    return AdminTables(tables=[AdminTable(**table_shown(row)) for row in rows])


@router.post("/tables/{id}/close", status_code=HTTPStatus.NO_CONTENT, responses=refusals(401, 404, 409))
async def close_table(request: Request, keeper: Admin, id: wire.TableId) -> None:
    """Close a table before its end. This cannot be undone."""
    await keeper.close_table(id)
    await services_of(request).changed()


@router.post("/tables/{id}/hide", status_code=HTTPStatus.NO_CONTENT, responses=refusals(401, 404, 409))
async def hide_table(request: Request, keeper: Admin, id: wire.TableId) -> None:
    """Show a public table in the lobby no more. Who has its address comes in as before."""
    await keeper.hide_table(id, hidden=True)
    await services_of(request).changed()


@router.post("/tables/{id}/show", status_code=HTTPStatus.NO_CONTENT, responses=refusals(401, 404, 409))
async def show_table(request: Request, keeper: Admin, id: wire.TableId) -> None:
    """Show a hidden table in the lobby again."""
    await keeper.hide_table(id, hidden=False)
    await services_of(request).changed()


# --- People -----------------------------------------------------------------------------------------------------------


@router.get("/people", responses=refusals(401))
async def people(
    keeper: Admin,
    find: Annotated[str, Query(max_length=60, pattern=r"^[^\x00]*$", examples=["Ann"])] = "",
    blocked: bool | None = None,
    limit: Limit = 100,
) -> AdminPeople:
    """People by id or by a part of their name, the last seen first."""
    found = await keeper.store.hosts.people(find=find, blocked=blocked, limit=limit)
    return AdminPeople(people=[AdminPerson(**person_shown(person, count)) for person, count in found])


@router.post("/people/{id}/block", status_code=HTTPStatus.NO_CONTENT, responses=refusals(401, 404))
async def block(request: Request, keeper: Admin, id: PersonId) -> None:
    """Do not let a person in any more. They leave their tables, and their connections end."""
    await keeper.block(id, blocked=True)
    await services_of(request).changed()


@router.post("/people/{id}/unblock", status_code=HTTPStatus.NO_CONTENT, responses=refusals(401, 404))
async def unblock(request: Request, keeper: Admin, id: PersonId) -> None:
    """Let a person in again."""
    await keeper.block(id, blocked=False)
    await services_of(request).changed()


@router.delete("/people/{id}", status_code=HTTPStatus.NO_CONTENT, responses=refusals(401, 404))
async def forget(request: Request, keeper: Admin, id: PersonId) -> None:
    """Delete all that is kept about a person. Games stay, without the name. This cannot be undone."""
    await keeper.forget(id)
    await services_of(request).changed()


# --- Tokens, sizes, log -----------------------------------------------------------------------------------------------


@router.get("/tokens", responses=refusals(401))
async def tokens(
    keeper: Admin,
    person: Annotated[str | None, Query(pattern="^[0-9a-f]{24}$", description="whose")] = None,
    limit: Limit = 100,
) -> AdminTokens:
    """Tokens and links that speak for people, without their secrets, the newest first."""
    found = await keeper.store.hosts.tokens(person=person, limit=limit)
    return AdminTokens(tokens=[AdminToken(**token_shown(token, name)) for token, name in found])


@router.delete("/tokens/{id}", status_code=HTTPStatus.NO_CONTENT, responses=refusals(401, 404))
async def revoke(request: Request, keeper: Admin, id: TokenId) -> None:
    """Revoke a token. Its program is refused from now on, and its connections end. This cannot be undone."""
    await keeper.revoke(id)
    await services_of(request).changed()


@router.get("/sizes", responses=refusals(401))
async def sizes(keeper: Admin) -> AdminSizes:
    """How much lies on the disk, and how many rows the database has."""
    found = await keeper.store.hosts.sizes()
    return AdminSizes(bytes=dict(found.bytes), rows=dict(found.rows))


@router.get("/log", responses=refusals(401))
async def log(
    keeper: Admin,
    before: Annotated[int | None, Query(ge=0, le=2**31 - 1, description="only lines before this number")] = None,
    limit: Limit = 100,
) -> AuditLog:
    """Who changed what and when, the newest first."""
    lines = await keeper.store.hosts.audit(before=before, newest_first=True, limit=limit)
    return AuditLog(log=[AuditEntry(**line_shown(line)) for line in lines])
