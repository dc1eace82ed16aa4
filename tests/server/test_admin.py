"""Who may do what a keeper can, over the wire; what a keeper is not shown; quotas; what is kept for how long."""

import asyncio
import json
from collections.abc import Callable
from typing import Any

import httpx
import pytest
from support.databases import in_loop
from support.tables import At, Client, Guest, Server, begun, guests, seated, serving

from pasar.server.base.clock import DAY
from pasar.server.base.settings import Settings
from pasar.server.http.app import described
from pasar.server.people.quotas import Quotas
from pasar.server.table.keeping import Keeper

TOKEN = "the-keepers-own-token"
KEEPER = {"authorization": f"Bearer {TOKEN}"}
ROUTES = [
    (method.upper(), path.replace("{id}", "0" * (24 if "people" in path else 16)))
    for path, methods in described().openapi()["paths"].items()
    for method in methods
    if path.startswith("/api/admin")
]


async def ask(server: Server, method: str, path: str, **headers: str) -> tuple[int, str]:
    async with httpx.AsyncClient(base_url=server.url, trust_env=False, verify=False) as http:
        answer = await http.request(method, path, headers=headers)
        return answer.status_code, answer.json()["error"]["code"] if answer.is_error else ""


@in_loop
async def test_without_a_token_in_the_settings_there_is_nothing(table_server: Server) -> None:
    assert len(ROUTES) > 10
    for method, path in ROUTES:
        assert await ask(table_server, method, path, **KEEPER) == (404, "not_found"), path
    assert (await ask(table_server, "GET", "/admin"))[0] == 404


@in_loop
async def test_nobody_else_comes_in(settings: Callable[..., Settings], clock: Any) -> None:
    with serving(settings(limits_scale=0, admin_token=TOKEN), clock) as server:
        async with guests(server, "Eve") as (eve,):
            program = (await eve.post("/api/me/tokens", {"label": "bot"}))["token"]
            wrong = ({}, {"authorization": "Bearer x"}, {"authorization": f"Bearer {program}"}, eve.headers(),
                     {"authorization": f"Bearer {TOKEN}x"}, {"authorization": f"Basic {TOKEN}"})  # fmt: skip
            for method, path in ROUTES:
                for headers in wrong:
                    assert await ask(server, method, path, **headers) == (401, "bad_admin_token"), (path, headers)
            assert await ask(server, "GET", "/api/me/tables", **KEEPER) == (401, "bad_token")  # it is nobody's identity
            foreign = {**eve.headers(), **KEEPER, "origin": "https://evil.example"}
            assert await ask(server, "POST", f"/api/admin/tables/{'0' * 16}/close", **foreign) == (
                403,
                "foreign_origin",
            )


@in_loop
async def test_guessing_is_slowed_down(settings: Callable[..., Settings], clock: Any) -> None:
    with serving(settings(admin_token=TOKEN), clock) as server:
        codes = [await ask(server, "GET", "/api/admin/log", authorization=f"Bearer {at}") for at in range(11)]
        assert codes[-2:] == [(401, "bad_admin_token"), (429, "too_many")]
        assert (await ask(server, "GET", "/api/admin/log", **KEEPER))[0] == 200


@in_loop
async def test_the_keeper_sees_who_plays_and_never_what_they_hold(
    settings: Callable[..., Settings], clock: Any
) -> None:
    with serving(settings(limits_scale=0, admin_token=TOKEN), clock) as server:
        async with guests(server, "Ann", "Bob") as (ann, bob):
            clients = await begun(ann, bob)
            keeper = Guest(server.url, TOKEN)
            answers = {path: await keeper.get(f"/api/admin/{path}") for path in
                       ("tables", "people", "tokens", "sizes", "log")}  # fmt: skip
            (table,) = answers["tables"]["tables"]
            assert set(table) == {"table", "game", "stage", "public", "hidden", "changed_at", "entries", "seats"}
            assert [seat["name"] for seat in table["seats"]] == ["Ann", "Bob"]
            live = server.registry.tables[clients[0].at.id].table
            assert live.key not in json.dumps(answers) and live.secret.hex() not in json.dumps(answers)
            id = table["seats"][1]["person"]
            await keeper.post(f"/api/admin/people/{id}/block")
            assert [each["name"] for each in (await keeper.get("/api/admin/people", blocked=True))["people"]] == ["Bob"]
            await keeper.post(f"/api/admin/tables/{table['table']}/close")
            await clients[0].wait_for(lambda: clients[0].stage == "closed")
            assert (await keeper.http.delete(f"/api/admin/people/{id}")).status_code == 204
            told = (await keeper.get("/api/admin/log"))["log"]
            assert [line["what"] for line in told] == ["person.forget", "table.close", "person.block"]
            assert told[0]["who"] == "token from 127.0.0.1"
            await keeper.leave()


# --- Quotas -----------------------------------------------------------------------------------------------------------


@in_loop
async def test_a_network_has_only_so_many_unfinished_tables(settings: Callable[..., Settings], clock: Any) -> None:
    with serving(settings(limits_scale=100, tables_per_address=3), clock) as server:
        async with guests(server, "Ann", "Bob", "Cem") as people:
            opened = [await guest.open() for guest in people]
            assert await people[0].refused("POST", "/api/tables", {"game": "bali"}) == (409, "too_many_tables")
            await people[1].command(opened[1], "leave")  # which closes it
            await people[0].open()
            assert await people[0].refused("POST", "/api/tables", {"game": "bali"}) == (409, "too_many_tables")


@in_loop
async def test_a_person_has_only_so_many_connections(settings: Callable[..., Settings], clock: Any) -> None:
    with serving(settings(limits_scale=100, sockets_per_person=2), clock) as server:
        async with guests(server, "Ann", "Bob") as (ann, bob):
            clients = await seated(ann, players=2)
            second = await ann.enter(clients[0].at)
            assert await ann.refused("GET", "/api/me/stream") == (429, "too_many_sockets")
            assert await ann.refused("GET", f"/api/tables/{clients[0].at.id}/stream") == (429, "too_many_sockets")
            await bob.enter(clients[0].at)  # another person may
            await second.close()
            await ann.enter(clients[0].at)


@in_loop
async def test_who_asks_for_everything_at_once_gets_no_more(settings: Callable[..., Settings], clock: Any) -> None:
    with serving(settings(limits_scale=100, tables_per_person=3, sockets_per_person=2), clock) as server:
        async with guests(server, "Ann") as (ann,):
            asked = [ann.http.post("/api/tables", json={"game": "bali"}, headers=ann.headers()) for _ in range(8)]
            opened = [answer.json()["id"] for answer in await asyncio.gather(*asked) if answer.status_code == 201]
            assert 1 <= len(opened) <= 3  # one that is just written may be counted twice for a moment
            entering = [ann.enter(At(opened[0])) for _ in range(6)]
            came = [one for one in await asyncio.gather(*entering, return_exceptions=True) if isinstance(one, Client)]
            assert len(came) == 2


def test_counts_of_connections_leave_nothing_behind(house: Any) -> None:
    quotas = Quotas(house.services.settings, house.services.store)
    with quotas.connected("ann", "192.0.2.1"), quotas.connected(None, "2001:db8::1"):
        assert len(quotas._sockets) == 3
    assert not quotas._sockets


# --- Retention --------------------------------------------------------------------------------------------------------


@in_loop
async def test_what_is_past_its_time_is_deleted_and_nothing_else(
    settings: Callable[..., Settings], clock: Any, database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The days that the page about privacy names are those in force; more than one portion goes in one sweep."""
    kept = {"lobby": 1, "abandoned": 2, "finished": 3, "people": 4, "audit": 5}
    given = {f"keep_{name}_days": days for name, days in kept.items()}
    with serving(settings(limits_scale=0, database=database_url, **given), clock) as server:
        store, registry = server.services.store, server.registry
        async with guests(server, "Ann", "Bob") as (ann, bob):
            told = await ann.get("/api/privacy")
            assert {name: told[name] for name in kept} == kept
            lobbies = [await ann.open() for _ in range(3)]
            playing = await begun(ann, bob)
            server.run(Keeper(store, clock, "a test").close_table((await bob.open()).id))
            await ann.leave()
            await bob.leave()
        forget = type(store).forget_tables
        monkeypatch.setattr(store, "forget_tables", lambda stage, before: forget(store, stage, before, 1))
        clock.advance(1 * DAY - 1)
        server.run(registry.forget())
        assert server.run(store.row(lobbies[0].id)) is not None
        clock.advance(2)
        server.run(registry.forget())
        assert [server.run(store.row(at.id)) for at in lobbies] == [None] * 3
        assert server.run(store.row(playing[0].at.id)) is not None
        clock.advance(DAY)
        server.run(registry.forget())
        assert server.run(store.row(playing[0].at.id)) is None
        assert len(server.run(store.hosts.people())) == 2
        clock.advance(2 * DAY)
        server.run(registry.forget())
        assert server.run(store.hosts.people()) == []
        assert len(server.run(store.hosts.audit())) == 1
        clock.advance(DAY)
        server.run(registry.forget())
        assert server.run(store.hosts.audit()) == []
