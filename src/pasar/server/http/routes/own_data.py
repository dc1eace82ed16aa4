"""What is kept about people, and for how long: to read, to take along, and to have deleted."""

from http import HTTPStatus
from typing import Any

from fastapi import APIRouter, Request, Response
from pydantic import BaseModel, ConfigDict, Field

from pasar.server.base.refusals import Refused, not_signed_in, refusals
from pasar.server.http.services import Services, services_of
from pasar.server.people.people import COOKIE
from pasar.server.table.keeping import Keeper, everything_about
from pasar.store.contract import Person

FILE = "pasar-me.json"
THEMSELVES = "the person"  # who deleted it, in the audit log

router = APIRouter(prefix="/api", tags=["me"])


class Retention(BaseModel):
    """After how many days things are deleted, as the settings say; `webhooks` and `mails` only where there are some."""

    lobby: float = Field(description="tables that never began, and closed ones", examples=[7.0])
    abandoned: float = Field(description="games that nobody plays on", examples=[90.0])
    finished: float = Field(examples=[365.0])
    people: float = Field(description="guests without a table who do not come back", examples=[400.0])
    audit: float = Field(description="what the keeper of the server changed", examples=[365.0])
    cookie: float = Field(examples=[365.0])
    mails: bool = Field(description="Whether this server can send mails.")
    privacy_url: str | None = Field(examples=["https://pasar.example/privacy"])
    imprint_url: str | None = Field(examples=["https://pasar.example/imprint"])


class MyData(BaseModel):
    """Everything that is kept about a person."""

    format: str = Field(examples=["pasar-person/1"])
    taken_at: float = Field(examples=[1763254800.0])
    person: dict[str, Any] = Field(examples=[{"id": "5f0c9a7be2d14c3a9b8e7f60", "name": "Ann"}])
    contact: dict[str, Any] = Field(examples=[{"language": "en", "email": None}])
    tokens: list[dict[str, Any]] = Field(examples=[[{"id": "0123456789abcdef", "label": "my bot"}]])
    practice: dict[str, Any] = Field(description="positions to come back to", examples=[{"cards": []}])
    notices: list[dict[str, Any]] = Field(description="that are still to be sent", examples=[[]])
    tables: list[dict[str, Any]] = Field(
        description="where the person sat, played or said something",
        examples=[[{"table": "00112233445566ff", "game": "bali", "did": []}]],
    )


class Goodbye(BaseModel):
    """A second confirmation: the person's own name, as it is kept."""

    model_config = ConfigDict(extra="forbid")
    name: str = Field(max_length=200, examples=["Guest 4821"])


async def _in_person(request: Request) -> tuple[Services, Person]:
    """Who asks with a cookie, even if blocked: what is kept about somebody is theirs."""
    if "authorization" in request.headers:
        raise Refused("not_for_programs", "This can be done only in a browser, not with a token.", HTTPStatus.FORBIDDEN)
    services = services_of(request)
    person = await services.people.even_blocked(request)
    if person is None:
        raise not_signed_in()
    return services, person


@router.get("/privacy", responses=refusals())
async def privacy(request: Request) -> Retention:
    """For how long things are kept here."""
    services = services_of(request)
    services.take("reads", request)
    chosen = services.settings
    return Retention(
        lobby=chosen.keep_lobby_days,
        abandoned=chosen.keep_abandoned_days,
        finished=chosen.keep_finished_days,
        people=chosen.keep_people_days,
        audit=chosen.keep_audit_days,
        cookie=365.0,
        mails=chosen.mails,
        privacy_url=chosen.privacy_url,
        imprint_url=chosen.imprint_url,
    )


@router.get("/me/data", responses=refusals(401))
async def my_data(request: Request, response: Response) -> MyData:
    """Everything that is kept about me, as a file."""
    services, person = await _in_person(request)
    services.take("exports", request, person)
    response.headers["content-disposition"] = f'attachment; filename="{FILE}"'
    return MyData(**await everything_about(services.store, person, services.clock.now()))


@router.post("/me/forget", status_code=HTTPStatus.NO_CONTENT, responses=refusals(401, 409))
async def forget_me(request: Request, response: Response, goodbye: Goodbye) -> None:
    """Delete all that is kept about me. Games stay, without my name. This cannot be undone."""
    services, person = await _in_person(request)
    services.take("links", request, person)
    if goodbye.name != person.name:
        message = "To confirm it, give your own name exactly as it is kept; nothing was deleted."
        raise Refused("not_confirmed", message, HTTPStatus.CONFLICT)
    await Keeper(services.store, services.clock, THEMSELVES).forget(person.id)
    await services.changed()
    response.delete_cookie(COOKIE, path="/")
