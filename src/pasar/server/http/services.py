"""What the routes work with. One object for each server, at `app.state.services`."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from starlette.requests import HTTPConnection

from pasar.server.base.clock import Clock
from pasar.server.base.metrics import Metrics
from pasar.server.base.settings import Settings
from pasar.server.notices.outbox import Notices
from pasar.server.people.limits import Limits
from pasar.server.people.people import People
from pasar.server.people.quotas import Quotas
from pasar.store.contract import Person
from pasar.store.store import Store


async def _nothing() -> None:
    """Where no tables are in use."""


@dataclass
class Services:
    settings: Settings
    clock: Clock
    store: Store
    people: People
    limits: Limits
    metrics: Metrics
    notices: Notices
    quotas: Quotas
    renamed: Callable[[Person, str], None] = lambda person, before: None  # tells the tables of somebody's new name
    revoked: Callable[[str], None] = lambda token: None  # sends away who came with a token

    changed: Callable[[], Awaitable[None]] = _nothing  # does what the newest lines of the audit log ask for

    @classmethod
    def make(cls, settings: Settings, store: Store, clock: Clock, key: bytes) -> "Services":
        metrics, people = Metrics(), People(store, settings, clock, key)
        limits, notices = Limits(clock, settings.limits_scale), Notices(store, settings, clock, metrics, people)
        return cls(settings, clock, store, people, limits, metrics, notices, Quotas(settings, store))

    def take(self, what: str, connection: HTTPConnection, person: Person | None = None) -> None:
        """Count something against the limits of whoever asks, or raise `Limited`."""
        self.limits.take(what, person=person.id if person else None, address=address_of(connection))


def address_of(connection: HTTPConnection) -> str | None:
    return connection.client.host if connection.client else None


def services_of(connection: HTTPConnection) -> Services:
    services: Services = connection.app.state.services
    return services
