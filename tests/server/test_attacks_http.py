"""What somebody might send who means harm: records that are none, odd paths, and requests that never end."""

import asyncio
import contextlib
import json
import re
from collections.abc import Callable, Iterator
from typing import Any

import httpx
import pytest
from support.attacks import EVIL, attacked, raw, unchanged
from support.databases import in_loop
from support.tables import PATIENCE, Guest, Server, begun, guests, play_out, seated

from pasar.server.http import connections, guard
from pasar.server.http.routes import records


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with attacked(tmp_path_factory.mktemp("attacked"), limits_scale=0) as running:
        yield running


# --- Records ----------------------------------------------------------------------------------------------------------


async def _a_record(guest: Guest) -> dict[str, Any]:
    (client,) = await begun(guest, bots=["random"])
    await play_out([client])
    record: dict[str, Any] = await guest.get(f"/api/tables/{client.at.id}/record")
    return record


TAMPERED: dict[str, Callable[[dict[str, Any]], dict[str, Any]]] = {
    "another format": lambda r: r | {"format": "pasar-record/2"},
    "no format": lambda r: {key: value for key, value in r.items() if key != "format"},
    "another game": lambda r: r | {"game": "basari"},
    "no game of ours": lambda r: r | {"game": "../../etc/passwd"},
    "a game that is a list": lambda r: r | {"game": ["bali"]},
    "numbers as strings": lambda r: r | {"rules": r["rules"] | {"players": "2"}},
    "seats as strings": lambda r: r | {"moves": [[str(seat), move] for seat, move in r["moves"]]},
    "too many players": lambda r: r | {"rules": r["rules"] | {"players": 10**40}},
    "players that are no number": lambda r: r | {"rules": r["rules"] | {"players": float("nan")}},
    "a rule that is none": lambda r: r | {"rules": r["rules"] | {"__class__": True}},
    "a move less": lambda r: r | {"moves": r["moves"][:-1]},
    "a move more": lambda r: r | {"moves": [*r["moves"], r["moves"][-1]]},
    "another first move": lambda r: r | {"moves": [[0, "take 3"], *r["moves"][1:]]},
    "a move of another seat": lambda r: r | {"moves": [[1 - r["moves"][0][0], r["moves"][0][1]], *r["moves"][1:]]},
    "a move of a seat that is none": lambda r: r | {"moves": [[-1, "pass"]]},
    "moves that are none": lambda r: r | {"moves": [[0, "\ud800"], [], {}, None]},
    "a million moves": lambda r: r | {"moves": [[0, "x"]] * 1_000_000},
    "more moves than a game has": lambda r: r | {"moves": [[0, "pass"]] * (records.MOST_MOVES + 1)},
    "no moves": lambda r: r | {"moves": None},
    "not over": lambda r: r | {"moves": [], "result": None},
    "another result": lambda r: r | {"result": {"points": [99, 0], "winners": [0]}},
    "a result that is no number": lambda r: r | {"result": {"points": [float("nan")] * 2, "winners": [0]}},
    "no deal": lambda r: r | {"setup": None},
    "another deal": lambda r: r | {"setup": r["setup"] | {"deck": r["setup"]["deck"][::-1]}},
    "a deal of huge numbers": lambda r: r | {"setup": {name: [10**400] for name in r["setup"]}},
    "another secret": lambda r: r | {"fair": r["fair"] | {"secret": "00" * 32}},
    "other salts": lambda r: r | {"fair": r["fair"] | {"salts": ["a", "b"]}},
    "salts that are none": lambda r: r | {"fair": r["fair"] | {"salts": [1, None]}},
    "a proof that is none": lambda r: r | {"fair": "trust me"},
}
GARBAGE = {
    "nothing": b"", "null": b"null", "a list": b"[]", "a number": b"17", "half of it": b'{"format": "pasar-record/1", ',
    "deep": b"[" * 200_000, "deep and closed": b'{"a":' * 50_000 + b"1" + b"}" * 50_000, "no text": b"\xff\xfe\x00",
    "a huge number": b'{"moves": ' + b"9" * 1_000_000 + b"}", "not a number": b'{"format": NaN, "moves": Infinity}',
}  # fmt: skip


@in_loop
async def test_records_that_are_none_are_refused_and_leave_nothing(server: Server) -> None:
    async with guests(server, "Ann") as (ann,):
        record, before = await _a_record(ann), await ann.get("/api/me/tables")
        bodies = GARBAGE | {what: json.dumps(change(record)).encode() for what, change in TAMPERED.items()}
        for what, body in bodies.items():
            headers = {"content-type": "application/json"}
            if len(body) > guard.LARGE_BODY:  # who goes on sending may miss the answer
                with contextlib.suppress(httpx.TransportError):
                    assert (await ann.http.post("/api/records", content=body, headers=headers)).status_code == 413
                continue
            answer = await ann.http.post("/api/records", content=body, headers=headers)
            error = answer.json()["error"]
            assert answer.status_code in (400, 422) and error["code"] in ("bad_record", "bad_request"), (what, error)
            assert len(error["message"]) < 600 and error["message"].isprintable(), what
        assert await ann.get("/api/me/tables") == before


@in_loop
async def test_a_record_brings_nothing_along_that_was_not_checked(server: Server) -> None:
    async with guests(server, "Ann") as (ann,):
        record = await _a_record(ann)
        more = {"x": "\ud800", "y": 10**30, "z": "hocuspocus" * 1000}
        brought = record | more | {"fair": record["fair"] | more, "names": ["<b>", "a\u202eb"], "table": "elsewhere"}
        unproved = record | {"fair": {"method": "pasar-fair/1", "commitment": "hocuspocus"}}
        for given, proof in ((brought, record["fair"]), (unproved, None)):
            answer = await ann.http.post(
                "/api/records", content=json.dumps(given), headers={"content-type": "application/json"}
            )
            assert answer.status_code == 201, answer.text
            shown = await ann.get(f"/api/tables/{answer.json()['id']}")
            assert shown["table"]["fair"] == proof
            kept = await ann.get(f"/api/tables/{answer.json()['id']}/record")
            assert "hocuspocus" not in json.dumps([shown, kept])
            assert kept["moves"] == record["moves"] and kept["rules"] == record["rules"]


# --- Plain HTTP -------------------------------------------------------------------------------------------------------


PATHS = (
    "/../../etc/passwd", "/..%2f..%2fetc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "/api/../../key", "/static/",
    "/api/tables/../../key", "/.git/config", "/api/", "/api", "//evil.example", "/%00", "/api/tables/%00",
    "/api/tables/" + "a" * 9000, "/api/games/..%2f..%2fetc/words/en", "/api/games/bali/words/..%2f", "/docs", "/redoc",
    "/api/games/os/words/en", "/openapi.json", "/api/tables/0123456789ABCDEF", "/link/enter/", "/pasar.sqlite3",
    "/api/tables/0123456789abcde%D9%A0", "//evil.example/%2e%2e", "/api/tables//evil.example/", "/api/tables/",
)  # fmt: skip


@in_loop
async def test_no_path_leads_anywhere_else(server: Server) -> None:
    for path in PATHS:
        answer = await raw(server, f"GET {path} HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: close\r\n\r\n".encode())
        status = int(answer.split()[1])
        assert status in (307, 400, 404, 422), (path, answer[:200])
        assert not re.search(rb"root:|SQLite format|Index of", answer)
        if status == 307:  # a slash too many
            assert re.search(rb"location: http://127\.0\.0\.1(/[^/\r\n]+)+\r\n", answer), answer


@in_loop
async def test_methods_that_are_not_meant_are_refused(server: Server) -> None:
    async with guests(server, "Ann") as (ann,):
        (client,) = await seated(ann, players=2)
        paths = ["/", "/health", "/api/me", "/api/tables", f"/api/tables/{client.at.id}", "/api/records", "/metrics"]
        async with unchanged(server, client.at):
            for path in paths:
                for method in ("PUT", "DELETE", "TRACE", "OPTIONS", "CONNECT"):
                    answer = await ann.http.request(method, path)
                    assert answer.status_code in (404, 405), (method, path)
                    assert answer.json()["error"]["code"] in ("wrong_method", "not_found")
            made_up = await raw(server, b"PASAR /api/me HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n")
            assert made_up.startswith(b"HTTP/1.1 400 ")


@in_loop
async def test_nothing_that_is_sent_becomes_a_header(server: Server) -> None:
    broken = "%0d%0aset-cookie:%20pasar=evil%0d%0a"
    async with guests(server, "Ann") as (ann,):
        for path in (
            f"/api/tables?game={broken}",
            f"/link/enter/{broken}",
            f"/api/games/x{broken}/words/en",
            f"/{broken}/",
        ):
            answer = await ann.http.get(path)
            assert "evil" not in str(answer.headers)
        link = await ann.http.post("/link/enter/x", headers={"accept-language": "de"})
        assert link.status_code == 403 and "location" not in link.headers
        device = (await ann.post("/api/me/link"))["token"]
        entered = await ann.http.post(f"/link/enter/{device}?next={EVIL}", headers={"referer": EVIL})
        assert (entered.status_code, entered.headers["location"]) == (303, "/")
        for key in (b"a\r\nset-cookie: x=y", b"a\0b", b"\x7f"):
            request = b"GET /api/me HTTP/1.1\r\nhost: 127.0.0.1\r\npasar-key: " + key + b"\r\nconnection: close\r\n\r\n"
            assert b"x=y" not in await raw(server, request)


@in_loop
async def test_every_answer_is_dressed_and_cookies_are_out_of_reach(server: Server) -> None:
    async with httpx.AsyncClient(base_url=server.url, trust_env=False, verify=False) as http:
        answers = [await http.get(path) for path in ("/", "/api/me", "/nowhere", "/link/enter/x", "/api/openapi.json")]
        answers += [await http.post("/api/tables", json={}), await http.delete("/api/me"), await http.get("/metrics")]
        for answer in answers:
            csp = answer.headers["content-security-policy"]
            assert "default-src 'none'" in csp and "unsafe" not in csp and "*" not in csp
            assert answer.headers["x-content-type-options"] == "nosniff"
            assert "server" not in answer.headers
        cookie = answers[1].headers["set-cookie"].lower()
        assert {"httponly", "samesite=lax", "path=/"} <= set(cookie.split("; ")) and "domain" not in cookie


@pytest.mark.parametrize(
    "head", [b"", b"GET /health HTTP/1.1\r\nhost: 127.0.0.1\r\nx-slow: ", b"POST"], ids=["silent", "slow", "begun"]
)
@in_loop
async def test_who_is_long_about_a_request_is_cut_off(
    server: Server, monkeypatch: pytest.MonkeyPatch, head: bytes
) -> None:
    monkeypatch.setattr(connections, "HEAD_WITHIN", 0.3)
    with contextlib.suppress(ConnectionError):
        assert await asyncio.wait_for(raw(server, head), PATIENCE) == b""


@in_loop
async def test_headers_have_an_end(server: Server) -> None:
    host, port = server.url.removeprefix("http://").split(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    writer.write(b"GET /health HTTP/1.1\r\nhost: 127.0.0.1\r\nx-long: ")
    for _ in range(1000):
        if writer.is_closing() or reader.at_eof() or reader.exception():
            break
        writer.write(b"x" * 16_000)
        await asyncio.sleep(0.002)
    assert writer.is_closing() or reader.at_eof() or reader.exception()
    writer.close()


@in_loop
async def test_a_body_that_does_not_come_is_not_waited_for(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guard, "BODY_WITHIN", 0.3)
    async with guests(server, "Ann") as (ann,):
        cookie = ann.headers()["cookie"].encode()
        head = b"POST /api/tables HTTP/1.1\r\nhost: %s\r\norigin: %s\r\ncookie: %s\r\ncontent-length: 100\r\n\r\n{" % (
            server.url.removeprefix("http://").encode(), server.url.encode(), cookie
        )  # fmt: skip
        answer = await asyncio.wait_for(raw(server, head), PATIENCE)
        assert answer.startswith(b"HTTP/1.1 408 ") and b"too_slow" in answer and b"connection: close" in answer
        async with ann.http.stream("GET", "/api/me/stream") as quiet:
            with pytest.raises(TimeoutError):  # it has nothing to send, and is not cut off for that
                await asyncio.wait_for(anext(quiet.aiter_lines()), 1)
