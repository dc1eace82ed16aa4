"""What somebody might try who means harm, and what they get: an error of its own, and a table that stays as it was."""

import asyncio
import contextlib
import json
import logging
import socket
import struct
import threading
from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import Any

import httpx
import pytest
from support.attacks import CLOCK, EVIL, attacked, end_of, handshake, unchanged
from support.databases import in_loop
from support.tables import PATIENCE, At, Client, Guest, Server, begun, guests, moves_of, play_out, seated, serving

from pasar.server.base.refusals import Refused
from pasar.server.base.settings import Settings
from pasar.server.people.people import COOKIE_AGE, People

HANDSHAKE = b"""GET /api/tables/0123456789abcdef/socket HTTP/1.1\r
Host: 127.0.0.1\r
Upgrade: websocket\r
Connection: Upgrade\r
Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r
Sec-WebSocket-Version: 13\r
\r
"""
WRITES = ("post", "put", "patch", "delete")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with attacked(tmp_path_factory.mktemp("attacked"), limits_scale=0) as running:
        yield running


# --- As somebody else -------------------------------------------------------------------------------------------------


def _forged(server: Server, person: str) -> dict[str, str]:
    """Cookies that would name this person if they were believed."""
    good = server.services.people.sign_in(person)
    name, at, signature = good.rsplit(".", 2)
    later = SimpleNamespace(now=lambda: CLOCK.now() - COOKIE_AGE - 1)
    foreign, old = (
        People(server.services.store, server.settings, clock, key)
        for clock, key in ((CLOCK, b"x" * 32), (later, server.settings.key_file.read_bytes()))
    )
    return {
        "of another server": foreign.sign_in(person),
        "too old": old.sign_in(person),
        "not signed": name,
        "with an empty signature": f"{name}.{at}.",
        "with a wrong signature": f"{name}.{at}.{signature[::-1]}",
        "cut": good[:-1],
        "for somebody else": f"{'0' * 24}.{at}.{signature}",
        "signed for another purpose": server.services.people.no_mails(person),
        "doubled": f"{good}.{good}",
        "not a cookie": "\xff\xfe",
        "huge": "x" * 20_000,
    }


@in_loop
async def test_forged_cookies_are_nobody(server: Server) -> None:
    async with guests(server, "Ann", "Bob") as (ann, bob):
        client, _ = await begun(ann, bob)
        path, me = f"/api/tables/{client.at.id}", (await ann.get("/api/me"))["id"]
        move = {"move": moves_of(client.menu)[0] if client.menu else "pass", "at": client.play["at"]}
        async with (
            unchanged(server, client.at),
            httpx.AsyncClient(base_url=server.url, trust_env=False, verify=False) as http,
        ):
            for what, cookie in _forged(server, me).items():
                headers = {"origin": server.url, "cookie": f"pasar={cookie}".encode("latin-1")}
                answer = await http.post(f"{path}/moves", json=move, headers=headers)
                assert (answer.status_code, answer.json()["error"]["code"]) == (401, "no_person"), what
                assert (await http.get(path, headers=headers)).json()["error"]["code"] == "by_link_only", what
                assert (await http.get("/api/me", headers=headers)).json()["id"] != me, what
                http.cookies.clear()


@in_loop
async def test_a_forged_cookie_on_a_socket_is_nobody(server: Server) -> None:
    async with guests(server, "Ann") as (ann,):
        (client,) = await seated(ann, players=2, public=True)
        stranger = Guest(server.url)
        stranger.http.cookies.set("pasar", ann.http.cookies["pasar"][:-1])
        other = await stranger.enter(client.at.without_key)
        async with unchanged(server, client.at):
            assert await other.refused("stand", seat=0) == "no_person"
            assert await other.refused("start") == "no_person"
            assert other.seen.you == {"seats": [], "host": False, "eyes": None, "key": None}
        await stranger.leave()


@in_loop
async def test_tokens_that_are_not_valid(server: Server) -> None:
    async with guests(server, "Ann") as (ann,):
        (client,) = await begun(ann, bots=["random"])
        good = (await ann.post("/api/me/tokens", {"label": "bot"}))["token"]
        revoked = await ann.post("/api/me/tokens", {"label": "old"})
        assert (await ann.http.delete(f"/api/me/tokens/{revoked['id']}")).status_code == 204
        device = (await ann.post("/api/me/link"))["token"]
        bad = [revoked["token"], device, good[:-1], good + "A", good.upper(), good[6:], "pasar_", "x", "\xe9" * 60]
        async with (
            unchanged(server, client.at),
            httpx.AsyncClient(base_url=server.url, trust_env=False, verify=False) as http,
        ):
            for token in bad:
                headers = {"authorization": f"Bearer {token}".encode("latin-1")}
                answer = await http.post(
                    f"/api/tables/{client.at.id}/commands", json={"type": "leave"}, headers=headers
                )
                assert (answer.status_code, answer.json()["error"]["code"]) == (401, "bad_token")
            for token in bad[:4]:
                assert await handshake(server.url, client.at, authorization=f"Bearer {token}") == (401, "bad_token")


@in_loop
async def test_a_revoked_token_ends_what_was_opened_with_it(server: Server) -> None:
    async with guests(server, "Ann") as (ann,):
        (client,) = await seated(ann, players=2)
        made = [await ann.post("/api/me/tokens", {"label": label}) for label in ("stays", "goes")]
        stays, goes = (Guest(server.url, token=token["token"]) for token in made)
        kept, ended = await stays.enter(client.at), await goes.enter(client.at)
        stream = asyncio.ensure_future(_lines(goes, client.at))
        await client.wait_for(lambda: len(server.registry.tables[client.at.id].onlookers) == 4)
        assert (await ann.http.delete(f"/api/me/tokens/{made[1]['id']}")).status_code == 204
        assert await asyncio.wait_for(end_of(ended), PATIENCE) == (4001, "bad_token")
        assert await asyncio.wait_for(stream, PATIENCE)
        assert await kept.do("ping")
        for program in (stays, goes):
            await program.leave()


@pytest.mark.parametrize("known", [True, False])
@in_loop
async def test_who_hangs_up_during_the_handshake_is_no_fault(
    server: Server, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch, known: bool
) -> None:
    async def thoughtful(connection: Any) -> None:
        asked.set()
        await asyncio.sleep(0.1)
        done.set()
        if not known:
            raise Refused("bad_token", "This token is not valid.")

    asked, done = threading.Event(), threading.Event()
    monkeypatch.setattr(server.services.people, "identify", thoughtful)
    with socket.create_connection(("127.0.0.1", int(server.url.rpartition(":")[2]))) as leaving:
        leaving.sendall(HANDSHAKE)
        assert await asyncio.to_thread(asked.wait, PATIENCE)
        leaving.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))  # hang up at once
    assert await asyncio.to_thread(done.wait, PATIENCE)
    await asyncio.sleep(0.1)
    assert [line for line in caplog.records if line.levelno >= logging.ERROR] == []


@in_loop
async def test_a_program_cannot_become_its_person(server: Server) -> None:
    async with guests(server, "Ann") as (ann,):
        program = Guest(server.url, token=(await ann.post("/api/me/tokens", {"label": "bot"}))["token"])
        for method, path, body in (
            ("POST", "/api/me/tokens", {"label": "more"}),
            ("GET", "/api/me/tokens", None),
            ("POST", "/api/me/link", None),
            ("PATCH", "/api/me", {"name": "Eve"}),
            ("POST", "/api/me/email", {"email": "eve@example.org"}),
        ):
            assert await program.refused(method, path, body) == (403, "not_for_programs")
        answer = await program.http.get("/api/me")
        assert answer.status_code == 200 and "set-cookie" not in answer.headers
        await program.leave()


# --- From another page ------------------------------------------------------------------------------------------------


def _writes(server: Server) -> list[tuple[str, str]]:
    paths = httpx.get(f"{server.url}/api/openapi.json", trust_env=False).json()["paths"]
    return [(method, path) for path, operations in paths.items() for method in operations if method in WRITES]


@in_loop
async def test_no_other_page_writes_for_a_guest(server: Server) -> None:
    async with guests(server, "Ann") as (ann,):
        (client,) = await seated(ann, players=2, public=True)
        cookie = {"cookie": ann.headers()["cookie"]}
        writes = _writes(server)
        assert len(writes) >= 13
        async with (
            unchanged(server, client.at),
            httpx.AsyncClient(base_url=server.url, trust_env=False, verify=False) as http,
        ):
            for method, path in writes:
                path = path.replace("{id}", client.at.id).replace("{token_id}", "0" * 16).replace("{token}", "x")
                for origin in (None, EVIL, "null", server.url + ".evil.example", ""):
                    headers = cookie | ({} if origin is None else {"origin": origin})
                    code = "no_origin" if origin is None else "foreign_origin"
                    answer = await http.request(method, path, headers=headers, json={"type": "start"})
                    assert (answer.status_code, answer.json()["error"]["code"]) == (403, code), (method, path, origin)
                # Without a cookie nobody is signed in, but a page elsewhere has no business here either.
                answer = await http.request(method, path, headers={"origin": EVIL}, json={})
                assert answer.json()["error"]["code"] == "foreign_origin"
                assert "access-control-allow-origin" not in answer.headers


@in_loop
async def test_no_other_page_opens_a_socket_for_a_guest(server: Server) -> None:
    async with guests(server, "Ann") as (ann,):
        (client,) = await seated(ann, players=2)
        cookie = ann.headers()["cookie"]
        assert await handshake(server.url, client.at, cookie=cookie) == (403, "no_origin")
        for origin in (EVIL, "null", server.url + ".evil.example", server.url.replace("127.0.0.1", "localhost")):
            assert await handshake(server.url, client.at, cookie=cookie, origin=origin) == (403, "foreign_origin")
            assert await handshake(server.url, client.at, origin=origin) == (403, "foreign_origin")


# --- Tables that are not for everybody --------------------------------------------------------------------------------


@in_loop
async def test_private_tables_open_to_their_own_key_alone(server: Server) -> None:
    async with guests(server, "Ann", "Eve") as (ann, eve):
        (client,) = await begun(ann, bots=["random"])
        elsewhere = await eve.open()
        wrong = [
            None,
            "",
            "x",
            client.at.key[:-1],
            client.at.key + "A",
            client.at.key.swapcase(),
            elsewhere.key,
            "é" * 22,
        ]
        path = f"/api/tables/{client.at.id}"
        reads = ["", "/story", "/stream", "/record", "/replay"]
        async with unchanged(server, client.at):
            for key in wrong:
                headers = {} if key is None else {"pasar-key": key.encode()}
                for read in reads:
                    answer = await eve.http.get(path + read, headers=headers)
                    assert (answer.status_code, answer.json()["error"]["code"]) == (403, "by_link_only"), (read, key)
                for write, body in (("moves", {"move": "pass", "at": 0}), ("commands", {"type": "chat", "text": "hi"}),
                                    ("questions", {"type": "hint"})):  # fmt: skip
                    answer = await eve.http.post(f"{path}/{write}", json=body, headers=headers)
                    assert (answer.status_code, answer.json()["error"]["code"]) == (403, "by_link_only")
                assert await _sent_away(eve, At(client.at.id, key)) == "by_link_only"
        assert (await eve.http.get(path, headers={"pasar-key": client.at.key})).status_code == 200
        listed = await eve.get("/api/tables", stage="playing")
        assert client.at.id not in json.dumps(listed)


async def _sent_away(guest: Guest, at: At) -> str:
    client = Client(guest, at)
    with contextlib.suppress(AssertionError):
        await client.connect()
    await client.close()
    assert client.messages[0]["type"] == "bye" and not client.seen.table
    code: str = client.messages[0]["error"]["code"]
    return code


@in_loop
async def test_a_seat_at_a_private_table_is_by_link_only(server: Server) -> None:
    """Also for who once saw it while it was public."""
    async with guests(server, "Ann", "Eve") as (ann, eve):
        (client,) = await seated(ann, players=2, public=True)
        early = await eve.enter(client.at.without_key)
        await client.do("options", options={"public": False})
        assert await end_of(early) == (4003, "by_link_only")
        assert await eve.refused("POST", f"/api/tables/{client.at.id}/commands", {"type": "sit", "seat": 1}) == (
            403, "by_link_only"
        )  # fmt: skip


@pytest.mark.parametrize("with_key", [True, False])
@in_loop
async def test_nobody_watches_where_nobody_may(server: Server, with_key: bool) -> None:
    """Nor goes on watching who was there before the game began."""
    async with guests(server, "Ann", "Eve") as (ann, eve):
        (client,) = await seated(ann, bots=["random"], public=True, watch="nobody")
        at = client.at if with_key else client.at.without_key
        early = await eve.enter(at)
        stream = asyncio.ensure_future(_lines(eve, at))
        await client.wait_for(lambda: client.seen.presence["watchers"] == 2)
        await client.do("start")
        assert await end_of(early) == (4003, "by_link_only")
        for seen in (early.messages, await asyncio.wait_for(stream, PATIENCE)):
            assert not any(message.get("play") for message in seen)
        assert await _sent_away(eve, at) == "no_watching"
        assert await eve.refused("GET", f"/api/tables/{at.id}", at=at) == (403, "no_watching")
        await play_out([client])
        for read in ("", "/record", "/replay", "/story"):
            assert await eve.refused("GET", f"/api/tables/{at.id}{read}", at=at) == (403, "no_watching")


async def _lines(guest: Guest, at: At) -> list[Any]:
    """Everything on a table's stream, until it ends."""
    headers = {"pasar-key": at.key} if at.key else {}
    async with guest.http.stream("GET", f"/api/tables/{at.id}/stream", headers=headers) as answer:
        return [json.loads(line) async for line in answer.aiter_lines() if line]


# --- Too much ---------------------------------------------------------------------------------------------------------


@in_loop
async def test_a_guest_opens_only_so_many_tables(settings: Callable[..., Settings], clock: Any) -> None:
    with serving(settings(), clock) as running:
        async with guests(running, "Eve", "Ann") as (eve, ann):
            answers = [await eve.http.post("/api/tables", json={"game": "bali"}) for _ in range(100)]
            opened = [answer.json()["id"] for answer in answers if answer.status_code == 201]
            refused = [answer for answer in answers if answer.status_code == 429]
            assert (len(opened), len(refused)) == (20, 80)
            assert refused[0].json()["error"]["limit"] == "tables" and int(refused[0].headers["retry-after"]) > 0
            assert len((await eve.get("/api/me/tables"))["tables"]) == 20
            assert await ann.open()  # others may


@in_loop
async def test_a_patient_guest_has_only_so_many_unfinished_tables(
    settings: Callable[..., Settings], clock: Any
) -> None:
    most = 20
    with serving(settings(limits_scale=100, tables_per_person=most), clock) as running:
        async with guests(running, "Eve") as (eve,):
            answers = [await eve.http.post("/api/tables", json={"game": "bali"}) for _ in range(most + 5)]
            assert [answer.status_code for answer in answers] == [201] * most + [409] * 5
            assert answers[-1].json()["error"]["code"] == "too_many_tables"


@in_loop
async def test_a_rematch_counts_as_a_table_and_is_opened_once(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    counted: list[str] = []
    monkeypatch.setattr(server.services.limits, "take", lambda what, **_: counted.append(what))
    async with guests(server, "Ann", "Bob") as (ann, bob):
        clients = await begun(ann, bob)
        await play_out(clients)
        counted.clear()
        answers = await asyncio.gather(*(client.ask("rematch") for client in clients))
        assert counted.count("tables") == 2
        assert sorted(answer["type"] for answer in answers) == ["ack", "refused"]
        lobbies = [(await guest.get("/api/me/tables", stage="lobby"))["tables"] for guest in (ann, bob)]
        assert sum(map(len, lobbies)) == 1


@in_loop
async def test_what_costs_most_is_counted_apart(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    async with guests(server, "Ann") as (ann,):
        (client,) = await begun(ann, bots=["random"])
        await client.wait_for(lambda: client.my_turn)
        counted: list[str] = []
        monkeypatch.setattr(server.services.limits, "take", lambda what, **_: counted.append(what))
        await ann.http.get(f"/api/tables/{client.at.id}/replay", headers={"pasar-key": client.at.key or ""})
        await ann.http.post(f"/api/tables/{client.at.id}/questions", json={"type": "hint"})
        await client.ask("hint")
        await ann.http.post("/api/records", json={})
    assert counted == ["reads", "replays", "commands", "hints", "commands", "hints", "imports"]
