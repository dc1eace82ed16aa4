"""How the server says no. Every refusal has the same shape, whatever refused and however the request came:

    {"error": {"code": "too_many", "message": "...", "retry_after": 12}}

`code` is for programs and never changes its meaning; `message` is one clear line for people; anything else belongs to
the code. Of what was sent, an answer quotes at most a few words (a move that is none), and only to who sent them.
"""

import logging
import math
import re
import secrets
from collections.abc import Iterable, Mapping
from http import HTTPStatus
from typing import Any, Unpack

import orjson
from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError, WebSocketRequestValidationError
from pydantic import BaseModel, ConfigDict, Field
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection
from starlette.responses import Response

from pasar.server.base import logs
from pasar.server.base.messages import Details, Refusal
from pasar.store.contract import Conflict, StoreDown

STORE_PAUSE = 5  # seconds after which to ask a server again whose database was away
FIELD = re.compile(r"[A-Za-z0-9_-]{1,40}")
_store_down = logs.Seldom(10.0)


class Refused(Exception):
    """Something that was asked for and not done. Nothing has changed."""

    def __init__(
        self, code: str, message: str, status: int = HTTPStatus.BAD_REQUEST, **details: Unpack[Details]
    ) -> None:
        super().__init__(message)
        self.code, self.message, self.status, self.details = code, message, int(status), details

    @property
    def body(self) -> Refusal:
        return {"error": {"code": self.code, "message": self.message, **self.details}}

    @property
    def headers(self) -> dict[str, str]:
        after = self.details.get("retry_after")
        return {} if after is None else {"retry-after": str(math.ceil(after))}


class Fault(BaseModel):
    """Why something was not done."""

    model_config = ConfigDict(extra="allow")
    code: str = Field(description="For programs: never changes its meaning.", examples=["not_found"])
    message: str = Field(description="For people: one line.", examples=["There is nothing here."])


class ErrorAnswer(BaseModel):
    """The one shape of every refusal."""

    error: Fault


def refusals(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """For the `responses` of a route: those it may refuse with, besides the ones that any route may."""
    everywhere = (400, 403, 413, 422, 429, 500, 503)
    return {
        status: {"model": ErrorAnswer, "description": HTTPStatus(status).phrase}
        for status in sorted({*everywhere, *statuses})
    }


def answer(refused: Refused, headers: Mapping[str, str] | None = None) -> Response:
    """Also for a WebSocket that has not been accepted yet."""
    return Response(
        orjson.dumps(refused.body), refused.status, {**refused.headers, **(headers or {})}, "application/json"
    )


def internal(fault: BaseException) -> Refused:
    """A fault of ours: the log keeps it under a number, and the client hears nothing but the number."""
    number = secrets.token_hex(6)
    logs.fault("internal", fault, id=number)
    return Refused(
        "internal",
        "Something went wrong on the server; please tell its keeper the id.",
        HTTPStatus.INTERNAL_SERVER_ERROR,
        id=number,
    )


def from_store(fault: StoreDown) -> Refused:
    """Why, only the keeper reads."""
    _store_down.event("store_down", logging.ERROR, why=str(fault))
    what = "It is not known whether it was done" if fault.uncertain else "Nothing was changed"
    return Refused(
        "store_down",
        f"The server cannot reach its database just now. {what}; try again soon.",
        HTTPStatus.SERVICE_UNAVAILABLE,
        uncertain=fault.uncertain,
        retry_after=STORE_PAUSE,
    )


def no_table() -> Refused:
    return Refused("no_table", "There is no such table (any more).", HTTPStatus.NOT_FOUND)


def not_signed_in() -> Refused:
    return Refused("no_person", "You are not signed in; GET /api/me makes you a guest.", HTTPStatus.UNAUTHORIZED)


def from_conflict() -> Refused:
    return Refused("conflict", "This has changed in the meantime; look again.", HTTPStatus.CONFLICT)


def from_validation(fault: RequestValidationError | WebSocketRequestValidationError) -> Refused:
    """Names the first field that is wrong, and never what was in it."""
    errors = fault.errors()
    first = errors[0] if errors else {"type": "", "loc": (), "msg": "it cannot be read"}
    place = [part for part in first["loc"] if not _is_offset(first, part)]
    field = place_of(place[1:] or place[:1]) or "request"
    return Refused("bad_request", f"{field}: {reason_of(first)}.", HTTPStatus.UNPROCESSABLE_ENTITY, field=field)


def place_of(parts: Iterable[Any]) -> str:
    """Where a field is. What could not be a field's name was made up by the sender, and is not repeated."""
    return ".".join(part if FIELD.fullmatch(part) else "?" for part in map(str, parts))


def reason_of(error: Mapping[str, Any]) -> str:
    """What is wrong with a field, in the validator's words where they do not quote what was in it."""
    if error["type"] == "union_tag_invalid":
        return f"{error['ctx']['discriminator']} is one of {error['ctx']['expected_tags']}"
    return str(error["msg"])


def _is_offset(error: Mapping[str, Any], part: Any) -> bool:
    """JSON that cannot be parsed is placed by a number of characters, which names no field."""
    return error.get("type") == "json_invalid" and isinstance(part, int)


HTTP_CODES = {
    401: ("no_person", "You are not signed in."),
    404: ("not_found", "There is nothing here."),
    405: ("wrong_method", "This cannot be done here with that method."),
    413: ("too_large", "That is too large."),
}


def from_http(fault: HTTPException) -> Refused:
    """What the framework refuses by itself, in our shape."""
    code, message = HTTP_CODES.get(fault.status_code, ("bad_request", "The request cannot be read."))
    return Refused(code, message, fault.status_code)


def install(app: FastAPI) -> None:
    """Make an app answer every exception in the one shape. Exceptions that nobody expected are left to the guard."""

    async def refused(connection: HTTPConnection, fault: Exception) -> Response:
        known, headers = as_refusal(fault)
        services = getattr(connection.app.state, "services", None)
        if services is not None:
            services.metrics.refused(known.code)
        return answer(known, headers)

    for type_ in (Refused, RequestValidationError, WebSocketRequestValidationError, HTTPException, Conflict, StoreDown):
        app.add_exception_handler(type_, refused)


def as_refusal(fault: Exception) -> tuple[Refused, Mapping[str, str] | None]:
    """Any exception as a refusal, with the headers that belong to it."""
    match fault:
        case Refused():
            return fault, None
        case RequestValidationError() | WebSocketRequestValidationError():
            return from_validation(fault), None
        case Conflict():
            return from_conflict(), None
        case StoreDown():
            return from_store(fault), None
        case HTTPException():
            return from_http(fault), fault.headers
        case _:
            return internal(fault), None
