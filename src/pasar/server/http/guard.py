"""The door of the server: what every request and every WebSocket has to pass, and what every answer takes along.

Plain ASGI around the whole app: nothing here costs a message of an open WebSocket anything.

- A `Host` that we do not go by is refused: a foreign name that was pointed at this machine.
- A write, or a WebSocket, that carries a cookie must come from a page of ours (`Origin`), because browsers send
  cookies along whoever asks. Programs with a token and no cookie need no origin: no browser sends tokens by itself.
- A body beyond its limit is refused, whether its length is announced or not, and one that does not come to its end.
- Every answer has the security headers. A fault that nobody expected is logged and answered without details.
"""

import asyncio
import contextlib
import logging
import time
from collections.abc import Coroutine, Iterable
from http import HTTPStatus
from ipaddress import ip_address
from typing import Any, cast

from fastapi import FastAPI
from starlette.datastructures import Headers
from starlette.requests import ClientDisconnect, HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocketDisconnect

from pasar.server.base import logs, refusals
from pasar.server.base.loop_watch import watched
from pasar.server.base.metrics import Metrics
from pasar.server.base.refusals import Refused
from pasar.server.base.settings import Settings
from pasar.server.http.services import Services

BODY = 64 * 1024  # bytes
BODY_WITHIN = 60.0  # seconds
LARGE_BODY = 2 * 1024 * 1024
LARGE_PATHS = frozenset({"/api/records", "/api/positions", "/api/me/practice"})  # where records come along
HUNG_UP = 1006  # how a connection is said to have ended that nobody closed
SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS", "TRACE"})
LOOPBACK_NAMES = frozenset({"localhost", "127.0.0.1", "::1"})
UNKNOWN_ROUTE = "-"
SILENT_ROUTES = frozenset({"/metrics", "/health", "/ready"})  # asked all day long by machines
QUIET = "pasar.quiet"  # whose scope has this asked for a file: nothing to log if it got it

CSP = "; ".join(
    (
        "default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self' data:", "font-src 'self'",
        "connect-src 'self'", "manifest-src 'self'", "media-src 'self'", "base-uri 'none'", "form-action 'self'",
        "frame-ancestors 'none'",
    )
)  # fmt: skip
HEADERS = {
    "content-security-policy": CSP,
    "x-content-type-options": "nosniff",
    # Not "no-referrer": browsers would then send the origin "null" with our own forms.
    "referrer-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}
HSTS = (b"strict-transport-security", b"max-age=31536000")
NOT_KEPT = (b"cache-control", b"no-store")  # what the API answers is for one person and one moment
RAW_HEADERS = [(name.encode(), value.encode()) for name, value in HEADERS.items()]


def install(app: FastAPI, services: Services) -> None:
    """Put the guard around an app and give it the one shape of refusals."""
    app.state.services = services
    app.add_middleware(Guard, settings=services.settings, metrics=services.metrics)
    refusals.install(app)


class Guard:
    def __init__(self, app: ASGIApp, settings: Settings, metrics: Metrics) -> None:
        self.app, self.settings, self.metrics = app, settings, metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            await self._http(scope, receive, send)
        elif scope["type"] == "websocket":
            await self._websocket(scope, receive, send)
        else:
            await self.app(scope, receive, send)

    async def _http(self, scope: Scope, receive: Receive, send: Send) -> None:
        started = time.perf_counter()
        passing = _Passing(scope, receive, send, self._is_https(scope))
        try:
            self._check(scope)
            passing.check_announced()
            work = cast(Coroutine[Any, Any, None], self.app(scope, passing.receive, passing.send))
            await watched(work, self.metrics, lambda: route_of(scope))
        except ClientDisconnect:
            return  # nobody is there to hear an answer
        except Exception as fault:
            passing.refusal = passing.refusal or refusals.as_refusal(fault)[0]
        if passing.refusal is not None and not passing.status:
            self.metrics.refused(passing.refusal.code)
            await passing.refuse()
        self._note(scope, passing.status, time.perf_counter() - started)

    async def _websocket(self, scope: Scope, receive: Receive, send: Send) -> None:
        answered = False

        async def watch(message: Message) -> None:
            nonlocal answered
            answered = True
            try:
                await send(message)
            except OSError as fault:
                raise WebSocketDisconnect(HUNG_UP) from fault

        try:
            self._check(scope)
            await self.app(scope, receive, watch)
        except WebSocketDisconnect:
            return  # nobody is there to hear an answer
        except Exception as fault:
            refusal = refusals.as_refusal(fault)[0]
            self.metrics.refused(refusal.code)
            with contextlib.suppress(OSError):  # they have hung up meanwhile
                await (_close(send) if answered else _deny(scope, receive, send, refusal))

    def _check(self, scope: Scope) -> None:
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        if not known_host(host, self.settings):
            raise Refused(
                "unknown_host",
                "This server does not go by that name; its keeper can name it with PASAR_PUBLIC_URL or PASAR_HOSTS.",
                HTTPStatus.MISDIRECTED_REQUEST,
            )
        if scope["type"] == "websocket" or scope["method"] not in SAFE_METHODS:
            check_origin(headers, host, self.settings)

    def _is_https(self, scope: Scope) -> bool:
        return scope["scheme"] == "https" or self.settings.https

    def _note(self, scope: Scope, status: int, seconds: float) -> None:
        route, method = route_of(scope), scope["method"]
        # A method that somebody made up must not become a new line in the metrics.
        known = method if method in SAFE_METHODS or method in ("POST", "PUT", "PATCH", "DELETE") else "OTHER"
        self.metrics.answered(known, route, status, seconds)
        if route not in SILENT_ROUTES:
            level = logging.DEBUG if QUIET in scope and status < HTTPStatus.BAD_REQUEST else logging.INFO
            logs.event("request", level, method=known, route=route, status=status, ms=round(seconds * 1000, 1))


class _Passing:
    """One request on its way through: counts what comes in, dresses what goes out."""

    def __init__(self, scope: Scope, receive: Receive, send: Send, https: bool) -> None:
        self.scope, self._receive, self._send, self._https = scope, receive, send, https
        self.limit = LARGE_BODY if scope["path"] in LARGE_PATHS else BODY
        self.size = self.status = 0
        self._until = asyncio.get_running_loop().time() + BODY_WITHIN
        self._whole = False  # whether the body has come to its end
        self.refusal: Refused | None = None

    def check_announced(self) -> None:
        announced = Headers(scope=self.scope).get("content-length", "0")
        if announced.isdecimal() and int(announced) > self.limit:
            raise self._too_large()

    def _too_large(self) -> Refused:
        self.refusal = Refused(
            "too_large",
            f"That is too large: at most {self.limit // 1024} KB are read here.",
            HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
            limit=self.limit,
        )
        return self.refusal

    def _too_slow(self) -> Refused:
        self.refusal = Refused("too_slow", "That took too long to arrive.", HTTPStatus.REQUEST_TIMEOUT)
        return self.refusal

    async def _in_time(self) -> Message:
        """After the body, what is waited for is that somebody hangs up, however long that takes."""
        try:
            async with asyncio.timeout_at(None if self._whole else self._until):
                message = await self._receive()
        except TimeoutError:
            raise self._too_slow() from None
        self._whole = not message.get("more_body", False)
        return message

    async def receive(self) -> Message:
        message = await self._in_time()
        self.size += len(message.get("body", b""))
        if self.size > self.limit:
            raise self._too_large()
        return message

    async def send(self, message: Message) -> None:
        if self.refusal is not None and not self.status:
            return  # the app answers something of its own to a body that it could not read; ours is better
        if message["type"] == "http.response.start":
            self.status = message["status"]
            message["headers"] = self._dressed(message.get("headers", ()))
        await self._send(message)

    def _dressed(self, headers: Iterable[tuple[bytes, bytes]]) -> list[tuple[bytes, bytes]]:
        own = [(name.lower(), value) for name, value in headers]
        there = {name for name, _ in own}
        added = RAW_HEADERS + ([HSTS] if self._https else []) + ([NOT_KEPT] if self._is_api() else [])
        return own + [header for header in added if header[0] not in there]

    def _is_api(self) -> bool:
        return bool(self.scope["path"].startswith("/api/"))

    async def refuse(self) -> None:
        refusal = self.refusal
        assert refusal is not None
        self.refusal = None
        # The rest of a body that is too large or too slow is not waited for.
        headers = {"connection": "close"} if refusal.code in ("too_large", "too_slow") else None
        await refusals.answer(refusal, headers)(self.scope, self._receive, self.send)


def known_host(host: str, settings: Settings) -> bool:
    """Whether we go by this name. Addresses always are: only a name can be pointed at a machine by somebody else."""
    name = _name(host)
    if settings.hosts:
        return "*" in settings.hosts or name in settings.hosts or name in settings.own_names
    if name in LOOPBACK_NAMES or name in settings.own_names or _is_address(name):
        return True
    # On other addresses than loopback people may use any name that leads here, unless the host said which one.
    return settings.host not in LOOPBACK_NAMES and settings.public_url is None


def on_own_machine(connection: HTTPConnection) -> bool:
    """Whether somebody at the server's own keyboard asks: from this machine, and under a name that only it has."""
    client = connection.client.host if connection.client else ""
    return client in LOOPBACK_NAMES and _name(connection.headers.get("host", "")) in LOOPBACK_NAMES


def check_origin(headers: Headers, host: str, settings: Settings) -> None:
    """A browser names the page that asks; only ours may act for a guest."""
    origin, by_cookie = headers.get("origin"), "cookie" in headers
    if not by_cookie and (origin is None or "authorization" in headers):
        return
    if origin is None:
        message = "A request with a cookie must name its origin; programs use a token instead."
        raise Refused("no_origin", message, HTTPStatus.FORBIDDEN)
    if origin not in settings.own_origins and not _same_host(origin, host):
        raise Refused("foreign_origin", "Only pages of this server may do that.", HTTPStatus.FORBIDDEN)


def _same_host(origin: str, host: str) -> bool:
    """The scheme may differ: a proxy that ends https may not have told us of it."""
    return bool(host) and origin in (f"http://{host.lower()}", f"https://{host.lower()}")


def _name(host: str) -> str:
    """A Host header without its port."""
    host = host.lower()
    if host.startswith("["):
        return host[1:].partition("]")[0]
    return host.partition(":")[0]


def _is_address(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


def route_of(scope: Scope) -> str:
    """The template of the route that answered, never the path itself: it may hold a secret."""
    return getattr(scope.get("route"), "path", None) or UNKNOWN_ROUTE


async def _deny(scope: Scope, receive: Receive, send: Send, refusal: Refused) -> None:
    """Refuse a WebSocket with an answer where the server can, else by closing it unopened."""
    if "websocket.http.response" in scope.get("extensions", {}):
        await refusals.answer(refusal)(scope, receive, send)
    else:
        await send({"type": "websocket.close", "code": 1008, "reason": refusal.code})


async def _close(send: Send) -> None:
    with contextlib.suppress(RuntimeError):  # it is closed already
        await send({"type": "websocket.close", "code": 1011, "reason": "internal"})
