"""What the server counts, for Prometheus. Each server has a registry of its own, so that tests may run several."""

from bisect import bisect_left
from collections.abc import Iterable
from http import HTTPStatus
from ipaddress import ip_address, ip_network
from itertools import accumulate

from fastapi import APIRouter, Request, Response
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.core import CounterMetricFamily, HistogramMetricFamily, Metric
from prometheus_client.exposition import CONTENT_TYPE_LATEST
from prometheus_client.registry import Collector
from starlette.requests import HTTPConnection

from pasar.server.base.refusals import Refused
from pasar.server.base.settings import Settings

FAST = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
SLOW = (0.01, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0)


class Count(Collector):
    """A counter that only the event loop raises: Prometheus' own takes a lock, which is felt at every move."""

    def __init__(self, name: str, text: str, registry: CollectorRegistry) -> None:
        self._name, self._text, self._count = name, text, 0
        registry.register(self)

    def inc(self) -> None:
        self._count += 1

    def collect(self) -> Iterable[Metric]:
        yield CounterMetricFamily(self._name, self._text, self._count)


class Times(Collector):
    """A histogram of seconds, likewise."""

    def __init__(self, name: str, text: str, registry: CollectorRegistry) -> None:
        self._name, self._text = name, text
        self._counts, self._sum = [0] * (len(FAST) + 1), 0.0
        registry.register(self)

    def observe(self, seconds: float) -> None:
        self._counts[bisect_left(FAST, seconds)] += 1
        self._sum += seconds

    def collect(self) -> Iterable[Metric]:
        up_to = zip((*map(str, FAST), "+Inf"), accumulate(self._counts), strict=True)
        yield HistogramMetricFamily(self._name, self._text, list(up_to), self._sum)


class Metrics:
    """Use the members as they are: `metrics.moves.inc()`, `metrics.append_seconds.observe(seconds)`."""

    def __init__(self) -> None:
        own = self.registry = CollectorRegistry()
        self.moves = Count("pasar_moves", "Moves that were acknowledged", own)
        self.refusals = Counter("pasar_refusals", "What was refused, by code", ["code"], registry=own)
        self.sockets = Gauge("pasar_sockets_open", "WebSockets and event streams that are open", registry=own)
        self.slow_readers = Counter("pasar_slow_readers", "Onlookers dropped because they read nothing", registry=own)
        self.loop_held = Counter(
            "pasar_loop_held", "Steps that kept everybody waiting, by kind of message and cause", ["kind", "cause"],
            registry=own,
        )  # fmt: skip
        self.tables = Gauge("pasar_tables_loaded", "Tables in memory", registry=own)
        self.simulations_ahead = Counter(
            "pasar_simulations_ahead", "Simulations that bots made while people thought", registry=own
        )
        self.append_seconds = Times(
            "pasar_append_seconds", "From handing entries to the store until they are kept", own
        )
        self.bot_seconds = Histogram("pasar_bot_seconds", "Time a bot thought", buckets=SLOW, registry=own)
        self.bot_wait_seconds = Histogram(
            "pasar_bot_wait_seconds", "Time a bot waited for a thread", buckets=SLOW, registry=own
        )
        self.bots_waiting = Gauge("pasar_bots_waiting", "Bots that think or wait for a thread", registry=own)
        self.notices = Counter("pasar_notices", "Notices, by way and result", ["way", "result"], registry=own)
        self.requests = Counter("pasar_http_requests", "HTTP requests", ["method", "route", "status"], registry=own)
        self.request_seconds = Histogram(
            "pasar_http_request_seconds", "Time to answer", ["route"], buckets=FAST, registry=own
        )

    def refused(self, code: str) -> None:
        self.refusals.labels(code).inc()

    def answered(self, method: str, route: str, status: int, seconds: float) -> None:
        self.requests.labels(method, route, str(status)).inc()
        self.request_seconds.labels(route).observe(seconds)

    def text(self) -> bytes:
        return generate_latest(self.registry)


def may_read(connection: HTTPConnection, settings: Settings) -> bool:
    """This machine, and the networks that the settings name."""
    if connection.client is None or _comes_through_an_unknown_proxy(connection, settings):
        return False
    try:
        address = ip_address(connection.client.host)
    except ValueError:
        return False
    mapped = getattr(address, "ipv4_mapped", None)
    address = mapped if mapped is not None else address
    return address.is_loopback or any(address in ip_network(network) for network in settings.metrics_open_to)


def _comes_through_an_unknown_proxy(connection: HTTPConnection, settings: Settings) -> bool:
    """A proxy on this machine that nobody told us of makes the whole world look like this machine."""
    forwarded = any(name in connection.headers for name in ("forwarded", "x-forwarded-for", "x-real-ip", "via"))
    return forwarded and not settings.behind_proxy


router = APIRouter()


@router.get("/metrics", include_in_schema=False)
async def metrics(request: Request) -> Response:
    services = request.app.state.services
    if not may_read(request, services.settings):
        raise Refused("not_found", "There is nothing here.", HTTPStatus.NOT_FOUND)
    return Response(services.metrics.text(), media_type=CONTENT_TYPE_LATEST)
