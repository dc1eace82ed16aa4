"""The web application: its routes, and the door that everything passes."""

from fastapi import FastAPI

from pasar import __version__
from pasar.server.base import metrics
from pasar.server.http import guard, socket
from pasar.server.http.routes import games, links, me, operations, records, tables
from pasar.server.http.services import Services
from pasar.server.http.web import Client
from pasar.server.live.registry import Registry

ABOUT = """Tables for card games: open one, sit down, play, with people and bots, live or over days.

Everything that a browser can do, a program can do with a token (`POST /api/me/tokens`, then `Authorization: Bearer`).
A table's socket is at `/api/tables/{id}/socket`; its messages are those of `POST /api/tables/{id}/commands`."""


def described() -> FastAPI:
    """All routes, with nothing behind them: enough to say what there is."""
    app = FastAPI(
        title="Pasar",
        version=__version__,
        description=ABOUT,
        docs_url=None,  # those pages bring scripts from elsewhere along
        redoc_url=None,
        openapi_url="/api/openapi.json",
    )
    for module in (games, me, links, tables, records, operations, metrics, socket):
        app.include_router(module.router)
    return app


def make_app(services: Services, registry: Registry) -> FastAPI:
    """An app around services that are open; it neither opens nor closes them."""
    app = described()
    app.state.registry = registry
    Client(services.settings.web, services.settings.public_url).install(app)
    guard.install(app, services)
    return app
