"""What the keeper of a server changes reaches the tables of a server that runs, on both databases."""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from sqlalchemy import text
from support.databases import in_loop, opened, until
from support.tables import Guest, Server, begun, guests, play_out, seated, serving

from pasar.server.base.settings import Settings
from pasar.server.live import following as following_module
from pasar.server.table.keeping import Keeper
from pasar.store.database import Database

NAME = "Zaphodine"  # found nowhere else


@pytest.fixture
def server(
    settings: Callable[..., Settings], clock: Any, database_url: str, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Server]:
    monkeypatch.setattr(following_module, "LOOK_EVERY", 0.02)
    monkeypatch.setattr(following_module, "SETTLE_EVERY", 0.02)
    with serving(settings(limits_scale=0, database=database_url, admin_token="k" * 20), clock) as running:
        yield running


@contextmanager
def everything_in(url: str) -> Iterator[Callable[[], str]]:
    """All that the database holds, as one text."""
    database = Database(url)

    def read() -> str:
        with database.reading() as connection:
            tables = ("meta", "tables", "entries", "members", "people", "tokens", "notices", "audit", "erasures",
                      "analyses", "practice")  # fmt: skip
            return repr([connection.execute(text(f"SELECT * FROM {name}")).all() for name in tables])

    yield read
    database.close()


async def me(guest: Guest) -> str:
    return str((await guest.get("/api/me"))["id"])


@in_loop
async def test_what_another_process_changes_reaches_the_table(server: Server) -> None:
    """As `pasar admin` does it: with a store of its own."""
    async with opened(server.settings.database) as store, guests(server, "Ann", "Bob") as (ann, bob):
        keeper = Keeper(store, server.clock, "a test")
        public = await seated(ann, public=True, players=2)
        lobby = "/api/tables?stage=lobby"
        assert len((await bob.get(lobby))["tables"]) == 1
        await keeper.hide_table(public[0].at.id, hidden=True)
        assert (await bob.get(lobby))["tables"] == []
        await public[0].do("chat", text="hello")  # whatever is written later leaves it hidden
        assert (await bob.get(lobby))["tables"] == []
        await keeper.hide_table(public[0].at.id, hidden=False)
        assert len((await bob.get(lobby))["tables"]) == 1
        clients = await begun(ann, bob)
        await keeper.close_table(clients[0].at.id)
        for client in clients:
            await client.wait_for(lambda client=client: client.stage == "closed")
        mover = next(client for client in clients)
        assert await mover.refused("move", move="pass", at=0) == "over"
        assert [line.what for line in await store.hosts.audit()] == ["table.hide", "table.show", "table.close"]
        assert "secret" not in json.dumps(await ann.get(f"/api/tables/{clients[0].at.id}/record", clients[0].at))


@in_loop
async def test_who_is_blocked_leaves_and_stays_out(server: Server) -> None:
    async with opened(server.settings.database) as store, guests(server, "Ann", "Eve") as (ann, eve):
        keeper, id = Keeper(store, server.clock, "a test"), await me(eve)
        token = (await eve.post("/api/me/tokens", {"label": "bot"}))["token"]
        clients = await begun(ann, eve)
        await keeper.block(id, blocked=True)
        await until(lambda: clients[1].closed)
        assert clients[1].closed == (4003, "blocked")
        await clients[0].wait_for(lambda: clients[0].table["seats"][1]["away"])
        assert await eve.refused("GET", "/api/me") == (403, "blocked")
        program = Guest(server.url, token)
        assert await program.refused("GET", "/api/me/tables") == (403, "blocked")
        await program.leave()
        assert (await eve.get("/api/me/data"))["person"]["id"] == id  # what is kept about her is hers
        await keeper.block(id, blocked=False)
        assert await me(eve) == id


@in_loop
async def test_a_person_is_forgotten_everywhere(server: Server) -> None:
    """Names, words and sessions go at once; finished games stay, and running ones go on."""
    with everything_in(server.settings.database) as kept:
        async with guests(server, NAME, "Bob") as (zoe, bob):
            id = await me(zoe)
            token = (await zoe.post("/api/me/tokens", {"label": f"bot of {NAME}"}))["token"]
            card = {"id": f"by {NAME}", "box": 0, "due": 0, "changed": 0, "exercise": None}
            assert (await zoe.http.put("/api/me/practice", json={"cards": [card]})).status_code == 204
            over = await begun(zoe, bots=["random"])
            await play_out(over)
            playing = await begun(bob, zoe)
            await playing[1].do("chat", text=f"{NAME} was here")
            alone = await seated(zoe, public=True, players=2)
            elsewhere = await seated(bob, public=True, watch="anyone", players=2)
            watching = await zoe.enter(elsewhere[0].at)
            await watching.do("chat", text=f"nice table, says {NAME}")
            assert NAME in kept() and id in kept()
            assert await zoe.refused("POST", "/api/me/forget", {"name": "Zaphod"}) == (409, "not_confirmed")
            assert NAME in kept()
            await zoe.post("/api/me/forget", {"name": NAME})
            assert NAME not in kept()
            await until(lambda: playing[1].closed and watching.closed)
            assert playing[1].closed[0] == 4001
            await playing[0].wait_for(lambda: playing[0].table["seats"][1]["name"] == "Anonymous")
            await playing[0].wait_for(lambda: playing[0].table["seats"][1]["away"])
            assert playing[0].seen.chat[-1]["text"] == "…"
            program = Guest(server.url, token)
            assert await program.refused("GET", "/api/me/tables") == (401, "bad_token")
            await program.leave()
            assert await me(zoe) != id  # the cookie was taken back: somebody new
            record = await bob.get(f"/api/tables/{over[0].at.id}/record", over[0].at)
            assert record["names"][0] == "Anonymous" and record["moves"] and record["result"]
            row = server.run(server.services.store.row(alone[0].at.id))
            assert row.stage == "closed"  # a host who leaves an empty table closes it
            server.clock.advance(following_module.SURELY_GONE + 1)
            await until(lambda: not server.run(server.services.store.hosts.erasures()))
            assert kept().count(id) == 1  # only the audit log says who was forgotten
            await playing[0].play_on()


@in_loop
async def test_what_a_person_takes_along_is_theirs_alone(server: Server) -> None:
    async with guests(server, "Ann", "Bob") as (ann, bob):
        clients = await begun(ann, bob, game="basari", players=3, bots=["random"])
        await clients[0].do("chat", text="mine")
        await clients[1].do("chat", text="not mine")
        await clients[0].move_somehow()
        told = await ann.http.get("/api/me/data")
        assert told.headers["content-disposition"] == 'attachment; filename="pasar-me.json"'
        (table,) = told.json()["tables"]
        assert (table["seats"], table["host"], table["stage"]) == ([0], True, "playing")
        assert [did["what"] for did in table["did"]] == ["sat", "said", "chose"]
        assert "not mine" not in told.text and "Bob" not in told.text
        live = server.registry.tables[clients[0].at.id].table
        assert live.secret.hex() not in told.text and live.key not in told.text


@in_loop
async def test_another_process_lets_go_of_who_is_forgotten(
    settings: Callable[..., Settings], clock: Any, postgres_url: str
) -> None:
    chosen = settings(limits_scale=0, database=postgres_url)
    with serving(chosen, clock) as one, serving(chosen, clock) as other:
        async with guests(one, "Zoe") as (zoe,), guests(other, "Bob") as (bob,):
            twin = Guest(other.url)
            twin.http.cookies.update(zoe.http.cookies)
            clients = await seated(bob, public=True, watch="anyone", players=2)
            there = await twin.enter(clients[0].at)
            await there.do("chat", text="secret words")
            await zoe.post("/api/me/forget", {"name": "Zoe"})
            await until(lambda: there.closed)
            assert there.closed == (4001, "gone")
            await clients[0].wait_for(lambda: clients[0].seen.chat[-1]["text"] == "…")
            assert await twin.refused("PATCH", "/api/me", {"name": "Zoe"}) == (401, "no_person")
            await twin.leave()


def test_an_entry_of_every_kind_with_a_name_is_known() -> None:
    """A log's entries that could hold what a person wrote are those that are looked through."""
    from pasar.server.table.table import Table

    kinds = {name.removeprefix("_on_") for name in dir(Table) if name.startswith("_on_")}
    assert kinds == {
        "opened", "options", "sat", "stood", "salted", "reordered", "hosted", "named", "said", "closed",
        "rematch", "faced",
        "started", "moved", "chose", "undone", "asked", "agreed", "declined", "ordered", "away", "back", "granted",
        "hidden", "forgotten",
    }  # fmt: skip
