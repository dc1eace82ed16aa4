"""The web application: its routes, and the door that everything passes."""

from functools import cache

from fastapi import FastAPI
from starlette.routing import BaseRoute

from pasar import __version__
from pasar.server.base import metrics
from pasar.server.http import guard, socket
from pasar.server.http.routes import admin, analyses, games, links, me, operations, own_data, practice, records, tables
from pasar.server.http.services import Services
from pasar.server.http.web import Client
from pasar.server.live.registry import Registry

ABOUT = """Tables for card games: open one, sit down, play, with people and bots, live or over days.

Everything that a browser can do, a program can do with a token (`POST /api/me/tokens`, then `Authorization: Bearer`).
A table's socket is at `/api/tables/{id}/socket`; its messages are those of `POST /api/tables/{id}/commands`."""


def described(with_admin: bool = True) -> FastAPI:
    """All routes, with nothing behind them: enough to say what there is."""
    app = FastAPI(
        title="Pasar",
        version=__version__,
        description=ABOUT,
        docs_url=None,  # those pages bring scripts from elsewhere along
        redoc_url=None,
        openapi_url="/api/openapi.json",
    )
    app.router.routes.extend(_routes(with_admin))
    return app


@cache
def _routes(with_admin: bool) -> list[BaseRoute]:
    """FastAPI reads all signatures anew for each app that includes a router: all of a process's apps share them."""
    holder = FastAPI(openapi_url=None)
    for module in (games, me, own_data, links, tables, analyses, records, practice, operations, metrics, socket):
        holder.include_router(module.router)
    if with_admin:
        holder.include_router(admin.router)
    return holder.routes


def make_app(services: Services, registry: Registry) -> FastAPI:
    """An app around services that are open; it neither opens nor closes them."""
    settings = services.settings
    app = described(with_admin=settings.admin_token is not None)
    app.state.registry = registry
    Client(settings).install(app)
    guard.install(app, services)
    return app
