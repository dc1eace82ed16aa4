"""What must not be told: who somebody is, keys, secrets before their time, second thoughts, and what went wrong."""

import asyncio
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from support.attacks import attacked, handshake
from support.databases import in_loop
from support.tables import At, Guest, Server, begun, guests, moves_of, play_out, process, seated


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with attacked(tmp_path_factory.mktemp("attacked"), limits_scale=0) as running:
        yield running


@pytest.mark.parametrize("name", ["bali", "basari"])
@in_loop
async def test_nothing_that_is_sent_names_a_person_or_a_secret(server: Server, name: str) -> None:
    async with guests(server, "Ann", "Bob", "Eve") as (ann, bob, eve):
        ids = [(await guest.get("/api/me"))["id"] for guest in (ann, bob, eve)]
        players = await seated(ann, bob, bots=["random"], game=name, public=True, watch="anyone")
        at = players[0].at
        watcher = await eve.enter(at.without_key)
        table = server.registry.tables[at.id].table
        await players[0].do("salt", seat=0, salt="salt-of-ann")
        await players[1].do("salt", seat=1, salt="salt-of-bob")
        orders = {"bali": {"skip_buying": "always"}, "basari": {"ceiling": 33}}[name]
        await players[0].do("orders", seat=0, orders=orders)
        before = [*await _all_answers(eve, at.without_key), *watcher.raw, *players[1].raw]
        assert not any("salt-of-" in text or table.commitment not in text for text in watcher.raw[:1])
        assert not any("salt-of-" in text for text in before)
        await players[0].do("start")
        for client in players:
            await client.wait_for(lambda client=client: client.stage == "playing")
        during = await _all_answers(eve, at.without_key)
        await players[0].do("orders", seat=0, orders={})  # or it would play along
        await play_out(players)
        running = [text for text in watcher.raw + players[1].raw if '"stage":"over"' not in text]
        for text in before + during + running:
            assert table.secret.hex() not in text
        everything = before + during + watcher.raw + players[0].raw + players[1].raw
        everything += await _all_answers(eve, at.without_key)
        assert not any(id in text for id in ids for text in everything)
        assert not any(table.key in text for text in watcher.raw + during)
        assert not any(json.dumps(orders, separators=(",", ":")) in text for text in watcher.raw + players[1].raw)


async def _all_answers(guest: Guest, at: At) -> list[str]:
    """What this guest can read about a table over HTTP; refusals too."""
    paths = [
        f"/api/tables/{at.id}{part}" for part in ("", "?eyes=0", "/story", "/record", "/replay", "/replay?eyes=all")
    ]
    paths += ["/api/tables", "/api/tables?stage=playing", "/api/tables?stage=over", "/api/me/tables"]
    return [(await guest.http.get(path)).text for path in paths]


@in_loop
async def test_a_changed_choice_and_orders_are_noticed_by_nobody_else(server: Server) -> None:
    async with guests(server, "Ann", "Bob", "Eve") as (ann, bob, eve):
        clients = await begun(ann, bob, eve, game="basari")
        first, other = clients[0], clients[1]
        moves = moves_of(first.menu)
        await first.move(moves[0], seat=0)
        await other.wait_for(lambda: other.play["chosen"] == [0])
        seen, listed = len(other.messages), await bob.get("/api/me/tables")
        await first.move(moves[1], seat=0)
        await first.do("orders", seat=0, orders={"floor": 2})
        await other.do("ping")
        assert [message["type"] for message in other.messages[seen:]] == ["pong"]
        assert await bob.get("/api/me/tables") == listed


@in_loop
async def test_a_fault_of_ours_tells_nothing(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: Any, **__: Any) -> Any:
        raise ZeroDivisionError("the secret is hunter2")

    async with guests(server, "Ann") as (ann,):
        (client,) = await begun(ann, bots=["random"])
        monkeypatch.setattr("pasar.server.table.deciding.decide", broken)
        monkeypatch.setattr("pasar.server.table.views.record_shown", broken)
        monkeypatch.setattr("pasar.server.table.views.stories_shown", broken)
        answers = [(await ann.http.get(f"/api/tables/{client.at.id}{path}")).text for path in ("/record", "", "/story")]
        answers += [json.dumps(await client.ask("chat", text="hello"))]
        answers += [(await ann.http.post(f"/api/tables/{client.at.id}/commands", json={"type": "leave"})).text]
    for answer in answers:
        assert re.search(r'"code": ?"internal"', answer), answer
        assert not re.search("hunter2|Zero|Traceback|line|\\.py|pasar/", answer)


def test_the_logs_of_a_real_server_hold_nothing_that_was_sent(tmp_path: Path) -> None:
    secrets: set[str] = set()
    with process(tmp_path, PASAR_LOG_LEVEL="debug", PASAR_LOG_FORMAT="json") as running:
        asyncio.run(_leave_secrets(running.url, secrets))
    logged = running.errors.read_text()
    lines = [json.loads(line) for line in logged.splitlines()]
    assert {"started", "request"} <= {line["event"] for line in lines}
    assert len(secrets) > 12
    assert [secret for secret in secrets if secret in logged] == []
    assert [line for line in lines if line["level"] == "error"] == []


async def _leave_secrets(url: str, secrets: set[str]) -> None:
    """Do all that a log could have noticed."""
    async with guests(url, "Zephyrine", "Balthazar") as (ann, bob):
        clients = await begun(ann, bob, bots=["random"])
        await clients[0].do("chat", text="abracadabra")
        await clients[1].send('{"type": "chat", "text": "simsalabim"')
        await clients[1].refused("sit", seat=77, name="Rumpelstilz")
        token = (await ann.post("/api/me/tokens", {"label": "Kaspar"}))["token"]
        device = (await ann.post("/api/me/link"))["token"]
        hook = await ann.http.patch("/api/me", json={"webhook": "https://example.org/hook-of-zoe"})
        await bob.http.get(f"/link/enter/{device}")
        await bob.http.get(f"/api/tables/{clients[0].at.id}?key={clients[0].at.key}&eyes=xanadu")
        await bob.http.post("/api/records", content=b'{"format": "hocuspocus", ')
        await bob.http.get("/nowhere/openSesame")
        program = Guest(url, token=token)
        await program.look(clients[0].at)
        await program.leave()
        await handshake(url, At(clients[0].at.id), authorization="Bearer pasar_alohomora")
        await handshake(url, At(f"nosuchtable{clients[0].at.key}"))
        for guest in (ann, bob):
            secrets |= {(await guest.get("/api/me"))["id"], guest.http.cookies["pasar"]}
        secrets |= {token, device, clients[0].at.key, hook.json()["webhook_secret"], "Zephyrine", "Balthazar"}
        secrets |= {"abracadabra", "simsalabim", "Rumpelstilz", "Kaspar", "hook-of-zoe", "xanadu", "hocuspocus"}
        secrets |= {"openSesame", "alohomora", "nosuchtable"}
