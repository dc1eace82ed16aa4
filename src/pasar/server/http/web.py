"""The web client: its built files, and its one page at every address that the client knows.

All of it is read once when the server starts and then looked up by name, so that no path leads anywhere else. The
build leaves a `.br` and a `.gz` beside what shrinks; who asks is given the smallest that they can read.
"""

import gzip
import hashlib
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from html import escape
from http import HTTPStatus
from pathlib import Path
from types import MappingProxyType
from typing import Any

from fastapi import FastAPI
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.types import Receive, Scope, Send

from pasar.server.base.settings import Settings
from pasar.server.http import offline
from pasar.server.http.guard import CSP, QUIET
from pasar.server.http.services import services_of

PAGES = (
    "/", "/table/{id}", "/tables", "/games", "/watch", "/replay", "/replay/{id}", "/fair/{id}", "/learn",
    "/learn/{game}", "/learn/{game}/{variant}", "/positions/{game}", "/rules", "/rules/{game}", "/me", "/privacy",
    "/open",
)  # fmt: skip
ADMIN = "/admin"  # only where there is a token for it
NO_PAGES = frozenset({"api", "assets", "health", "link", "metrics", "ready"})  # below these only programs ask
PAGE, ASSETS = "/index.html", "/assets/"
LINK_STYLE = "/link.css"
PICTURE = b"/card.png"  # of what a link leads to, where chats show it
STYLESHEETS = re.compile(r'<link rel="stylesheet"[^>]*? href="(/assets/[\w.-]+)"')
FOR_EVER, ASK_AGAIN, NEVER = "public, max-age=31536000, immutable", "no-cache", "no-store"
ENCODINGS = {"br": ".br", "gzip": ".gz"}  # the better one first
TYPES = {
    ".bin": "application/octet-stream",
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".ico": "image/x-icon",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".mp3": "audio/mpeg",
    ".ogg": "audio/ogg",
    ".png": "image/png",
    ".svg": "image/svg+xml; charset=utf-8",
    ".txt": "text/plain; charset=utf-8",
    ".wasm": "application/wasm",
    ".wav": "audio/wav",
    ".webmanifest": "application/manifest+json",
    ".webp": "image/webp",
    ".woff2": "font/woff2",
}
NOT_BUILT = (
    '<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">'
    '<meta name="color-scheme" content="light dark"><title>Pasar</title><h1>Pasar</h1><p>The server runs, but its web '
    "client has not been built yet. In the project’s folder run</p><pre>make web</pre><p>and start the server again. "
    'Programs can play meanwhile: <a href="/api/openapi.json">the API</a>.</p></html>'
)


@dataclass(frozen=True)
class File:
    """One built file as it is sent. `bodies` has it by encoding; under "" as it is."""

    type: str
    keep: str
    bodies: Mapping[str, bytes]
    hash: str

    @classmethod
    def packed(cls, body: bytes, type: str, keep: str = ASK_AGAIN) -> "File":
        """Something that is made here, not built."""
        return cls(type, keep, {"": body, "gzip": gzip.compress(body, mtime=0)}, _hash(body))

    def answer(
        self, request: Request, status: int = HTTPStatus.OK, more: Mapping[str, str] = MappingProxyType({})
    ) -> Response:
        encoding = best_encoding(request.headers.get("accept-encoding", ""), self.bodies)
        tag = f'"{self.hash}-{encoding}"' if encoding else f'"{self.hash}"'
        headers = {"cache-control": self.keep, "etag": tag, "vary": "accept-encoding", **more}
        if status == HTTPStatus.OK and _has(request.headers.get("if-none-match", ""), tag):
            return Response(status_code=HTTPStatus.NOT_MODIFIED, headers=headers)
        if encoding:
            headers["content-encoding"] = encoding
        return Response(self.bodies[encoding], status, headers, self.type)


class Client:
    """The built client, ready to be sent."""

    def __init__(self, settings: Settings) -> None:
        self._pages = (*PAGES, ADMIN) if settings.admin_token is not None else PAGES
        self._files = {**dict(_read(settings.web)), LINK_STYLE: _file(Path(__file__).with_name("link.css"), LINK_STYLE)}
        self._page = self._files.pop(PAGE, None)
        manifest = settings.web / offline.MANIFEST
        self._manifest = manifest.read_text(encoding="utf-8") if manifest.is_file() else "{}"
        if self._page is not None and settings.public_url is not None:
            self._page = _with_picture_at(self._page, settings.public_url)
        if self._page is not None:
            self._page = _with_links(self._page, {"imprint": settings.imprint_url, "privacy": settings.privacy_url})
        self._local = self._add_local(settings.local)
        own = [] if self._page is None else STYLESHEETS.findall(self._page.bodies[""].decode())
        styles = "".join(f'<link rel="stylesheet" href="{name}">' for name in (*own, LINK_STYLE))
        self.look = '<link rel="icon" href="/icon.svg"><script src="/theme.js"></script>' + styles

    def _add_local(self, wanted: bool) -> File | None:
        """The page that plays by itself, if its games are there; the other pages then lead to it."""
        template = self._files.pop(offline.WORKER, None)
        bodies = {name: file.bodies[""] for name, file in self._files.items()}
        names = offline.games_in(bodies) if wanted else []
        if self._page is None or template is None or not names:
            return None
        page = self._page.bodies[""].decode()
        ahead = offline.fetches_ahead(offline.later(page), self._manifest, names, "/", offline.GAMES)
        local = offline.with_said(ahead, offline.names_games(names), offline.SAYS_WHERE_THE_SERVER_IS)
        self._page = File.packed(offline.with_said(page, offline.SAYS_WHERE_THE_PAGE_IS).encode(), self._page.type)
        code = offline.worker(template.bodies[""].decode(), offline.PAGE, bodies, [local.encode()])
        self._files[offline.WORKER] = File.packed(code.encode(), template.type)
        return File.packed(local.encode(), self._page.type)

    def install(self, app: FastAPI) -> None:
        own = [name for name in self._files if not name.startswith(ASSETS)]
        pages = ((self._send_page, self._pages), (self._send_local, (offline.PAGE,)))
        for send, paths in (*pages, (self._send_file, (*own, ASSETS + "{name:path}"))):
            for path in paths:
                app.add_api_route(path, send, methods=["GET", "HEAD"], include_in_schema=False)
        app.router.default = self._send_lost
        app.state.web = self

    async def _send_page(self, request: Request) -> Response:
        _count(request)
        if self._page is None:
            return HTMLResponse(NOT_BUILT, HTTPStatus.SERVICE_UNAVAILABLE, {"cache-control": NEVER})
        return self._page.answer(request)

    async def _send_local(self, request: Request) -> Response:
        _count(request)
        if self._local is None:
            return HTMLResponse(offline.NO_GAMES, HTTPStatus.NOT_FOUND, {"cache-control": NEVER})
        return self._local.answer(request, more={"content-security-policy": CSP.replace(*offline.CODE_MAY_BE_WASM)})

    async def _send_file(self, request: Request) -> Response:
        _count(request)
        file = self._files.get(request.scope["path"])
        if file is None:  # of another version: it may be there again after the next start
            raise HTTPException(HTTPStatus.NOT_FOUND, headers={"cache-control": NEVER})
        return file.answer(request)

    async def _send_lost(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Whatever has no route. Who looks for a page gets ours, which says so and knows the way back."""
        if self._page is None or not _wants_page(scope):
            await scope["app"].router.not_found(scope, receive, send)
            return
        request = Request(scope)
        _count(request)
        services_of(request).metrics.refused("not_found")
        await self._page.answer(request, HTTPStatus.NOT_FOUND)(scope, receive, send)


def _with_picture_at(page: File, public_url: str) -> File:
    """Who shows where a link leads asks for the picture by its whole address."""
    whole = page.bodies[""].replace(b'content="' + PICTURE, b'content="' + public_url.encode() + PICTURE)
    return File.packed(whole, page.type, page.keep)


def _with_links(page: File, links: Mapping[str, str | None]) -> File:
    """What the footer of every page points to, without a question of its own."""
    told = "".join(f'<meta name="pasar-{name}" content="{escape(url)}">' for name, url in links.items() if url)
    if not told:
        return page
    return File.packed(page.bodies[""].replace(b"</head>", told.encode() + b"</head>", 1), page.type, page.keep)


def look_of(request: Request) -> str:
    """What goes into the head of a page that the server writes itself, so that it looks like the client's."""
    client: Client | None = getattr(request.app.state, "web", None)
    return "" if client is None else client.look


def _count(request: Request) -> None:
    services_of(request).take("files", request)
    request.scope[QUIET] = True


def _wants_page(scope: Scope) -> bool:
    if scope["type"] != "http" or scope["method"] not in ("GET", "HEAD"):
        return False
    first = scope["path"].lstrip("/").partition("/")[0]
    return first not in NO_PAGES and "text/html" in Request(scope).headers.get("accept", "")


# --- Reading the build ------------------------------------------------------------------------------------------------


def _read(folder: Path) -> Iterator[tuple[str, File]]:
    for path in sorted(folder.rglob("*")):
        inside = path.relative_to(folder)
        hidden = any(part.startswith(".") for part in inside.parts)
        if path.is_file() and not hidden and path.suffix not in ENCODINGS.values():
            yield "/" + inside.as_posix(), _file(path, "/" + inside.as_posix())


def _file(path: Path, name: str) -> File:
    bodies = {"": path.read_bytes()}
    for encoding, suffix in ENCODINGS.items():
        smaller = path.with_name(path.name + suffix)
        if smaller.is_file():
            bodies[encoding] = smaller.read_bytes()
    kind = TYPES.get(path.suffix, "application/octet-stream")
    keep = FOR_EVER if name.startswith(ASSETS) else ASK_AGAIN  # assets have a hash of what is in them in their names
    return File(kind, keep, bodies, _hash(bodies[""]))


def _hash(body: bytes) -> str:
    return hashlib.sha256(body).hexdigest()[:20]


# --- What was asked for -----------------------------------------------------------------------------------------------


def best_encoding(accepted: str, there: Mapping[str, Any]) -> str:
    """The first of ours that an Accept-Encoding header takes; "" if it takes none."""
    weights = dict(_weighed(part) for part in accepted.lower().split(","))
    for encoding in ENCODINGS:
        if encoding in there and weights.get(encoding, weights.get("*", 0.0)) > 0:
            return encoding
    return ""


def _weighed(part: str) -> tuple[str, float]:
    name, _, parameter = part.partition(";")
    weight = parameter.strip().removeprefix("q=")
    try:
        return name.strip(), float(weight) if weight else 1.0
    except ValueError:
        return name.strip(), 0.0


def _has(tags: str, tag: str) -> bool:
    """Whether an If-None-Match header names this tag. A proxy that packed the file anew has made the tag weak."""
    named = {each.strip().removeprefix("W/") for each in tags.split(",")}
    return tag in named or "*" in named
