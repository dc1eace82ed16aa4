"""For those who keep the server running."""

from http import HTTPStatus

from fastapi import APIRouter, Request
from pydantic import BaseModel

from pasar.server.base.refusals import Refused, refusals
from pasar.server.http.services import services_of
from pasar.server.live.registry import registry_of

router = APIRouter(tags=["operations"])


class Well(BaseModel):
    status: str = "ok"


@router.get("/health")
async def health() -> Well:
    """Whether the process answers at all."""
    return Well()


@router.get("/ready", responses=refusals())
async def ready(request: Request) -> Well:
    """Whether it can do its work: the database answers, and it is not about to stop."""
    if registry_of(request).closing:
        raise Refused("stopping", "The server is about to stop.", HTTPStatus.SERVICE_UNAVAILABLE)
    await services_of(request).store.healthy()
    return Well()
