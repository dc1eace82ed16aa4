"""Metrics: counted for each server apart, and told only to those who may know."""

from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from fastapi import FastAPI
from starlette.requests import HTTPConnection
from support.databases import in_loop
from support.tables import Client, Server, begun, guests, moves_of

from pasar.server.base import metrics
from pasar.server.base.metrics import Metrics, may_read
from pasar.server.base.settings import Settings


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


async def posted(client: Client, path: str, **more: str) -> None:
    move = {"move": moves_of(client.menu)[0], "at": client.play["at"], **more}
    await client.guest.post(f"/api/tables/{client.at.id}/{path}", move, client.at)


WAYS: list[Callable[[Client], Awaitable[object]]] = [
    lambda client: posted(client, "commands", type="move"),
    lambda client: posted(client, "moves"),
    lambda client: client.move_somehow(),
]


@in_loop
async def test_moves_are_counted_on_every_way_and_thoughts_apart_from_waiting(table_server: Server) -> None:
    def counted(name: str) -> float:
        return table_server.services.metrics.registry.get_sample_value(f"pasar_{name}") or 0.0

    async with guests(table_server, "Ann") as (ann,):
        (client,) = await begun(ann, bots=["greedy"])
        for number, way in enumerate(WAYS, 1):
            await client.wait_for(lambda: client.my_turn)
            await way(client)
            await client.wait_for(lambda number=number: client.play["moves"] >= number)
            assert counted("moves_total") == number
        await client.play_on(lambda client: any(told["by"] == "bot" for told in client.seen.story.values()))
    assert counted("bot_wait_seconds_count") == counted("bot_seconds_count") > 0
