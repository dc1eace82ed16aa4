"""Metrics: counted for each server apart, and told only to those who may know."""

from collections.abc import Callable
from typing import Any

import pytest
from fastapi import FastAPI
from starlette.requests import HTTPConnection

from pasar.server import metrics
from pasar.server.metrics import Metrics, may_read
from pasar.server.settings import Settings


def asking(address: str | None, **headers: str) -> HTTPConnection:
    raw = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    return HTTPConnection({"type": "http", "headers": raw, "client": (address, 1) if address is not None else None})


def test_each_server_counts_for_itself() -> None:
    first, second = Metrics(), Metrics()
    first.moves.inc()
    first.refused("not_open")
    first.append_seconds.observe(0.002)
    first.notices.labels("email", "sent").inc()
    assert b"pasar_moves_total 1.0" in first.text() and b"pasar_moves_total 0.0" in second.text()
    assert b'pasar_refusals_total{code="not_open"} 1.0' in first.text()
    assert b'pasar_notices_total{result="sent",way="email"} 1.0' in first.text()
    assert b"pasar_append_seconds_count 1.0" in first.text()


@pytest.mark.parametrize(
    ("address", "headers", "given", "allowed"),
    [
        ("127.0.0.1", {}, {}, True),
        ("::1", {}, {}, True),
        ("::ffff:127.0.0.1", {}, {}, True),
        ("192.0.2.1", {}, {}, False),
        ("10.1.2.3", {}, {"metrics_open_to": ("10.0.0.0/8",)}, True),
        ("11.1.2.3", {}, {"metrics_open_to": ("10.0.0.0/8",)}, False),
        ("2001:db8::1", {}, {"metrics_open_to": ("10.0.0.0/8", "2001:db8::/32")}, True),
        ("", {}, {}, False),
        (None, {}, {}, False),
        ("127.0.0.1", {"x_forwarded_for": "192.0.2.1"}, {}, False),
        ("127.0.0.1", {"forwarded": "for=192.0.2.1"}, {}, False),
        ("127.0.0.1", {"x_forwarded_for": "127.0.0.1"}, {"behind_proxy": True}, True),
    ],
)
def test_who_may_read_them(
    settings: Callable[..., Settings],
    address: str | None,
    headers: dict[str, str],
    given: dict[str, Any],
    allowed: bool,
) -> None:
    assert may_read(asking(address, **headers), settings(**given)) is allowed


def app() -> FastAPI:
    made = FastAPI()
    made.include_router(metrics.router)
    return made


def test_they_are_served_to_this_machine_only(serve: Callable[..., Any]) -> None:
    live = serve(app())
    with live.program() as client:
        assert "pasar_sockets_open" in client.get("/metrics").text
        hidden = client.get("/metrics", headers={"x-forwarded-for": "192.0.2.1"})
        assert hidden.status_code == 404 and "pasar_" not in hidden.text


def test_behind_a_proxy_the_real_address_counts(serve: Callable[..., Any]) -> None:
    live = serve(app(), behind_proxy=True, metrics_open_to=("192.0.2.0/24",))
    with live.program() as client:
        assert client.get("/metrics").status_code == 200
        for forwarded, status in (("192.0.2.7", 200), ("198.51.100.7", 404), ("127.0.0.1, 198.51.100.7", 404)):
            assert client.get("/metrics", headers={"x-forwarded-for": forwarded}).status_code == status
