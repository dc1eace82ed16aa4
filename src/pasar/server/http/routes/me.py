"""Who one is: a guest with a name, the ways to be told things, tokens for programs, links to other devices."""

from dataclasses import replace
from http import HTTPStatus
from typing import Annotated, Any

from fastapi import APIRouter, Path, Request, Response
from pydantic import BaseModel, ConfigDict, Field

from pasar.server.base.messages import As, Face, Language
from pasar.server.base.refusals import Refused, refusals
from pasar.server.http.services import Services, services_of
from pasar.server.notices import links
from pasar.server.notices.not_sent import NotSent
from pasar.server.people import names
from pasar.server.people.contacts import Contact, check_email, check_webhook, new_webhook_secret
from pasar.server.people.passes import DEVICE, EMAIL, MOST_PROGRAMS, PROGRAM, bad_link
from pasar.store.contract import Person, Token

LONGEST_TEXT = 500  # characters of any text that is sent here; what it means is checked after that
EXAMPLE_TOKEN = "pasar_" + "0123456789abcdef" + "A" * 43

router = APIRouter(prefix="/api/me", tags=["me"])


class _Sent(BaseModel):
    """What a client sends. Unknown fields are refused: a misspelt one would be a wish that nobody hears."""

    model_config = ConfigDict(extra="forbid")


class Choices(_Sent):
    """On which ways the person wants to be told."""

    webhook: bool = True
    email: bool = True


class Me(BaseModel):
    """A person, as only the person sees it."""

    id: str = Field(examples=["5f0c9a7be2d14c3a9b8e7f60"])
    name: str = Field(examples=["Guest 4821"])
    language: Annotated[str, As(Language)] = Field(examples=["en"])
    webhook: str | None = Field(examples=["https://example.org/hook"])
    email: str | None = Field(description="Confirmed.", examples=["ann@example.org"])
    face: Annotated[str | None, As(Face | None)] = Field(examples=["tea"])
    notices: Choices
    mails: bool = Field(description="Whether this server can send mails.")
    webhook_secret: str | None = Field(
        None, description="Checks the signature of what the webhook gets. Shown once, when it is set."
    )


class ProfileChange(_Sent):
    """What is not mentioned stays as it is."""

    name: str | None = Field(None, max_length=LONGEST_TEXT, examples=["Ann"])
    language: Language | None = None
    face: Face | None = Field(None, description="null is the one that goes with the seat.")
    webhook: str | None = Field(None, max_length=LONGEST_TEXT, description="null removes it.")
    email: None = Field(None, description="null removes it; a new one is set at /api/me/email.")
    notices: Choices | None = None


class NewProgram(_Sent):
    label: str = Field(max_length=LONGEST_TEXT, examples=["my bot"])


class Program(BaseModel):
    """A token of a program, without its secret."""

    id: str = Field(examples=["0123456789abcdef"])
    label: str = Field(examples=["my bot"])
    made_at: float = Field(examples=[1763254800.0])


class ProgramMade(Program):
    token: str = Field(description="Shown only this once.", examples=[EXAMPLE_TOKEN])


class Programs(BaseModel):
    tokens: list[Program]


class DeviceLink(BaseModel):
    """Opens this identity on another device, once."""

    link: str = Field(examples=[f"https://pasar.example/link/enter/{EXAMPLE_TOKEN}"])
    token: str = Field(examples=[EXAMPLE_TOKEN])
    expires_at: float = Field(examples=[1763255400.0])


class Pass(_Sent):
    token: str = Field(max_length=LONGEST_TEXT, examples=[EXAMPLE_TOKEN])


class Address(_Sent):
    email: str = Field(max_length=LONGEST_TEXT, examples=["ann@example.org"])


class MailSent(BaseModel):
    """A mail is on its way."""

    sent_to: str = Field(examples=["ann@example.org"])


def shown(person: Person, services: Services, webhook_secret: str | None = None) -> Me:
    contact = Contact.of(person.contact)
    return Me(
        id=person.id,
        name=person.name,
        language=contact.language,
        webhook=contact.webhook,
        email=contact.email,
        face=contact.face,
        notices=Choices(webhook=contact.webhook_on, email=contact.email_on),
        mails=services.settings.mails,
        webhook_secret=webhook_secret,
    )


async def in_person(request: Request) -> tuple[Services, Person]:
    """Who asks with a cookie. A program's token must not become a whole identity, nor make more tokens."""
    if "authorization" in request.headers:
        raise Refused("not_for_programs", "This can be done only in a browser, not with a token.", HTTPStatus.FORBIDDEN)
    services = services_of(request)
    return services, await services.people.require(request)


@router.get("", responses=refusals(401))
async def me(request: Request, response: Response) -> Me:
    """Who I am. A newcomer becomes a guest and gets a cookie."""
    services = services_of(request)
    person = await services.people.identify(request)
    if person is None:
        services.take("guests", request)
        person = await services.people.new_guest(request)
        services.people.set_cookie(request, response, person.id)
    elif services.people.needs_cookie(request):
        services.people.set_cookie(request, response, person.id)
    return shown(person, services)


@router.patch("", responses=refusals(401))
async def change(request: Request, wish: ProfileChange) -> Me:
    """Change my name, my face, my language, and how I am told that it is my turn."""
    services, person = await in_person(request)
    services.take("commands", request, person)
    name = names.clean(wish.name) if wish.name is not None else person.name
    before = Contact.of(person.contact)
    contact = replace(before, **_wished(wish, before))
    await services.store.change_person(person.id, name=name, contact=contact.stored)
    after = replace(person, name=name, contact=contact.stored)
    if name != person.name or contact.face != before.face:
        services.renamed(after, person.name)
    new_secret = contact.webhook_secret if contact.webhook_secret != before.webhook_secret else None
    return shown(after, services, new_secret)


def _wished(wish: ProfileChange, before: Contact) -> dict[str, Any]:
    """The parts of a contact that change. A webhook at another address gets another secret."""
    wished: dict[str, Any] = {}
    if wish.language is not None:
        wished["language"] = wish.language
    if "face" in wish.model_fields_set:
        wished["face"] = wish.face
    if "webhook" in wish.model_fields_set and wish.webhook != before.webhook:
        removed = wish.webhook is None
        wished["webhook"] = None if wish.webhook is None else check_webhook(wish.webhook)
        wished["webhook_secret"] = None if removed else new_webhook_secret()
    if "email" in wish.model_fields_set:
        wished["email"] = None
    if wish.notices is not None:
        chosen = wish.notices.model_dump(include=wish.notices.model_fields_set)
        wished |= {f"{way}_on": on for way, on in chosen.items()}
    return wished


@router.get("/tokens", responses=refusals(401))
async def tokens(request: Request) -> Programs:
    """The tokens of my programs, without their secrets."""
    services, person = await in_person(request)
    return Programs(tokens=[_program(token) for token in await services.store.tokens_of(person.id, PROGRAM)])


@router.post("/tokens", status_code=HTTPStatus.CREATED, responses=refusals(401, 409))
async def make_token(request: Request, wish: NewProgram) -> ProgramMade:
    """A token for a program that plays as me. It goes into the header `Authorization: Bearer …`."""
    services, person = await in_person(request)
    services.take("links", request, person)
    label = names.clean(wish.label, "bad_label")
    if len(await services.store.tokens_of(person.id, PROGRAM)) >= MOST_PROGRAMS:
        message = f"You have {MOST_PROGRAMS} tokens, which is the most; revoke one first."
        raise Refused("too_many_tokens", message, HTTPStatus.CONFLICT)
    token, text = await services.people.passes.make(person.id, PROGRAM, label)
    return ProgramMade(**_program(token).model_dump(), token=text)


@router.delete("/tokens/{token_id}", status_code=HTTPStatus.NO_CONTENT, responses=refusals(401, 404))
async def revoke_token(
    request: Request, token_id: Annotated[str, Path(pattern="^[0-9a-f]{16}$", examples=["0123456789abcdef"])]
) -> None:
    """Revoke a token. Its program is refused from now on, and its connections end."""
    services, person = await in_person(request)
    services.take("links", request, person)
    if token_id not in {token.id for token in await services.store.tokens_of(person.id, PROGRAM)}:
        raise Refused("not_found", "You have no such token.", HTTPStatus.NOT_FOUND)
    await services.store.drop_token(token_id, person.id)
    services.revoked(token_id)


def _program(token: Token) -> Program:
    return Program(id=token.id, label=token.label, made_at=token.made_at)


@router.post("/link", status_code=HTTPStatus.CREATED, responses=refusals(401))
async def make_link(request: Request) -> DeviceLink:
    """A link that opens my identity on another device: once, within ten minutes."""
    services, person = await in_person(request)
    services.take("links", request, person)
    token, text = await services.people.passes.make(person.id, DEVICE)
    assert token.expires_at is not None
    base = services.settings.public_url or f"{request.url.scheme}://{request.headers.get('host', '')}"
    return DeviceLink(link=links.enter(base, text), token=text, expires_at=token.expires_at)


@router.post("/enter", responses=refusals())
async def enter(request: Request, response: Response, sent: Pass) -> Me:
    """Become, in this browser, the person who made the link."""
    services = services_of(request)
    person = await enter_with(services, request, response, sent.token)
    return shown(person, services)


async def enter_with(services: Services, request: Request, response: Response, text: str) -> Person:
    services.take("links", request)
    token = await services.people.passes.use_up(text, DEVICE)
    person = await services.store.person(token.person)
    if person is None:
        raise bad_link()
    services.people.set_cookie(request, response, person.id)
    return person


@router.post("/email", status_code=HTTPStatus.ACCEPTED, responses=refusals(401, 409))
async def ask_email(request: Request, wish: Address) -> MailSent:
    """Send a mail with a link to this address. It is used once the link was confirmed."""
    services, person = await in_person(request)
    if not services.settings.mails:
        raise Refused("no_mails", "This server does not send mails.", HTTPStatus.CONFLICT)
    address = check_email(wish.email)
    services.take("mails", request, person)
    _, text = await services.people.passes.make(person.id, EMAIL, address)
    try:
        language = Contact.of(person.contact).language
        await services.notices.mails.confirm(address, person.name, language, text)
    except NotSent:
        message = "The mail could not be sent; check the address, or try again later."
        raise Refused("mail_failed", message, HTTPStatus.SERVICE_UNAVAILABLE) from None
    return MailSent(sent_to=address)


@router.post("/email/confirm", responses=refusals())
async def confirm_email(request: Request, sent: Pass) -> MailSent:
    """Confirm the address that the mail went to. The mail proves who asks; no sign-in is needed."""
    services = services_of(request)
    return MailSent(sent_to=await confirm_with(services, request, sent.token))


async def confirm_with(services: Services, request: Request, text: str) -> str:
    services.take("links", request)
    token = await services.people.passes.use_up(text, EMAIL)
    person = await services.store.person(token.person)
    if person is not None:
        contact = replace(Contact.of(person.contact), email=token.label, email_on=True)
        await services.store.change_person(person.id, contact=contact.stored)
    return token.label
