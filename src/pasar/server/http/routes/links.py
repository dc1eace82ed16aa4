"""Links that people open: to another device, to confirm a mail address, to switch mails off.

GET shows a page with a button and changes nothing; the button posts. Mail programs post by themselves when somebody
chooses "unsubscribe", without a cookie and without an origin (RFC 8058).
"""

from dataclasses import replace
from http import HTTPStatus
from typing import Annotated, Any

from fastapi import APIRouter, Path, Request, Response
from starlette.responses import HTMLResponse, RedirectResponse

from pasar.server.base.refusals import Refused, refusals
from pasar.server.http import pages
from pasar.server.http.routes.me import confirm_with, enter_with
from pasar.server.http.services import services_of
from pasar.server.people.contacts import Contact, language_of
from pasar.server.people.passes import DEVICE, EMAIL
from pasar.store.contract import Person

router = APIRouter(prefix="/link", tags=["links"])

Text = Annotated[str, Path(max_length=200)]
REFUSAL = {"application/json": {"schema": {"$ref": "#/components/schemas/ErrorAnswer"}}}
# These routes answer with pages; what is refused before they are reached has the shape that it has everywhere.
PAGE: dict[int | str, dict[str, Any]] = {
    **{status: {"description": about["description"], "content": REFUSAL} for status, about in refusals().items()},
    403: {
        "description": "The link is not valid any more",
        "content": {"text/html": {"schema": {"type": "string"}}, **REFUSAL},
    },
}


def _language(request: Request, person: Person | None = None) -> str:
    if person is not None:
        return Contact.of(person.contact).language
    return language_of(request.headers.get("accept-language"))


async def _ask(request: Request, text: str, kind: str, what: str) -> HTMLResponse:
    """The question that a link stands for, in the language of whoever made it. Asking does not use the link up."""
    services = services_of(request)
    services.take("links", request)
    token = await services.people.passes.check(text, kind)
    person = await services.store.person(token.person) if token is not None else None
    if token is None or person is None:
        return pages.gone(request, _language(request))
    return pages.question(request, _language(request, person), what, name=person.name, address=token.label)


@router.get("/enter/{token}", response_class=HTMLResponse, responses=PAGE)
async def ask_enter(request: Request, token: Text) -> HTMLResponse:
    """Ask whether this browser is to become the person who made the link."""
    return await _ask(request, token, DEVICE, "enter")


@router.post("/enter/{token}", response_class=RedirectResponse, status_code=HTTPStatus.SEE_OTHER, responses=PAGE)
async def do_enter(request: Request, token: Text) -> Response:
    """Become that person and go to the front page."""
    answer = RedirectResponse("/", HTTPStatus.SEE_OTHER)
    try:
        await enter_with(services_of(request), request, answer, token)
    except Refused as refused:
        return _gone_or(refused, request)
    return answer


@router.get("/email/{token}", response_class=HTMLResponse, responses=PAGE)
async def ask_confirm(request: Request, token: Text) -> HTMLResponse:
    """Ask whether mails are wanted at this address."""
    return await _ask(request, token, EMAIL, "confirm")


@router.post("/email/{token}", response_class=HTMLResponse, responses=PAGE)
async def do_confirm(request: Request, token: Text) -> HTMLResponse:
    """Confirm the address."""
    try:
        await confirm_with(services_of(request), request, token)
    except Refused as refused:
        return _gone_or(refused, request)
    return pages.done(request, _language(request), "confirm")


@router.get("/off/{token}", response_class=HTMLResponse, responses=PAGE)
async def ask_off(request: Request, token: Text) -> HTMLResponse:
    """Ask whether to send no more mails."""
    person = await _who_got_mail(request, token)
    return (
        pages.gone(request, _language(request))
        if person is None
        else pages.question(request, _language(request, person), "off")
    )


@router.post("/off/{token}", response_class=HTMLResponse, responses=PAGE)
async def do_off(request: Request, token: Text) -> HTMLResponse:
    """Send no more mails to the person who got this link in one."""
    person = await _who_got_mail(request, token)
    if person is None:
        return pages.gone(request, _language(request))
    contact = replace(Contact.of(person.contact), email_on=False)
    await services_of(request).store.change_person(person.id, contact=contact.stored)
    return pages.done(request, _language(request, person), "off")


async def _who_got_mail(request: Request, text: str) -> Person | None:
    services = services_of(request)
    services.take("links", request)
    person = services.people.read_no_mails(text)
    return None if person is None else await services.store.person(person)


def _gone_or(refused: Refused, request: Request) -> HTMLResponse:
    """A link that is used up gets a page for people; any other refusal goes its usual way."""
    if refused.code != "bad_link":
        raise refused
    return pages.gone(request, _language(request))
