"""The door: a tiny app behind the real guard, on a real server."""

import json
import socket
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from fastapi import FastAPI, Request, WebSocket
from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse, StreamingResponse
from websockets.exceptions import ConnectionClosedError, InvalidStatus
from websockets.sync.client import connect

from pasar.server.base.refusals import Refused
from pasar.server.base.settings import Settings
from pasar.server.http.guard import BODY, LARGE_BODY, check_origin, known_host
from pasar.store.contract import Conflict, StoreDown

COOKIE = {"cookie": "pasar=anything"}
BEARER = {"authorization": "Bearer anything"}
ELSEWHERE = {"origin": "https://elsewhere.example"}
SECRET = "what-nobody-may-hear"


def app() -> FastAPI:
    made = FastAPI(openapi_url=None)

    @made.get("/page/{key}")
    async def page(key: str) -> str:
        return key

    @made.api_route("/api/size", methods=["POST", "PUT", "PATCH", "DELETE"])
    @made.post("/api/records")
    async def size(request: Request) -> int:
        return len(await request.body())

    @made.post("/api/typed")
    async def typed(sent: dict[str, int]) -> int:
        return len(sent)

    @made.get("/own")
    async def own() -> PlainTextResponse:
        return PlainTextResponse("x", headers={"cache-control": "max-age=60"})

    @made.get("/api/fault/{what}")
    async def fault(what: str) -> None:
        faults = {"down": StoreDown(SECRET), "unsure": StoreDown(SECRET, uncertain=True), "conflict": Conflict(SECRET)}
        raise faults.get(what) or KeyError(SECRET)

    @made.get("/api/refused")
    async def refused() -> None:
        raise Refused("not_open", "That is not open.", 409, open=["pass"])

    @made.get("/api/broken-stream")
    async def stream() -> StreamingResponse:
        def lines() -> Iterator[bytes]:
            yield b"one\n"
            raise KeyError(SECRET)

        return StreamingResponse(lines())

    @made.websocket("/socket")
    async def echo(websocket: WebSocket) -> None:
        await websocket.accept()
        while (text := await websocket.receive_text()) != "break":
            await websocket.send_text(text)
        raise KeyError(SECRET)

    return made


@pytest.fixture
def live(serve: Callable[..., Any]) -> Any:
    return serve(app())


def error(answer: Any) -> tuple[int, str]:
    return answer.status_code, answer.json()["error"]["code"]


def raw(live: Any, request: bytes, waits: bool = False) -> bytes:
    """Bytes in, bytes out, for what no well-behaved client sends."""
    with socket.create_connection(("127.0.0.1", live.port), timeout=5) as connection:
        connection.sendall(request)
        if not waits:
            connection.shutdown(socket.SHUT_WR)
        answer = b""
        while chunk := connection.recv(65536):
            answer += chunk
    return answer


def test_every_answer_has_the_security_headers(live: Any) -> None:
    with live.program() as client:
        ways = ("/page/1", "/nothing", "/api/fault/x", "/api/fault/down", "/api/refused")
        for answer in [client.get(way) for way in ways] + [client.post("/page/1"), client.post("/api/typed")]:
            policy = answer.headers["content-security-policy"]
            assert "default-src 'none'" in policy and "unsafe" not in policy and "frame-ancestors 'none'" in policy
            assert answer.headers["x-content-type-options"] == "nosniff"
            assert answer.headers["referrer-policy"] == "same-origin"
            assert "camera=()" in answer.headers["permissions-policy"]
            assert "strict-transport-security" not in answer.headers
        assert client.get("/own").headers["cache-control"] == "max-age=60"
        assert client.get("/api/refused").headers["cache-control"] == "no-store"


def test_https_is_kept_once_it_is_there(serve: Callable[..., Any]) -> None:
    with serve(app(), public_url="https://pasar.example").program() as client:
        assert "max-age=" in client.get("/page/1").headers["strict-transport-security"]


def test_all_refusals_have_one_shape_and_quote_nothing(live: Any) -> None:
    with live.program() as client:
        expected = {
            "/nothing": (404, "not_found"),
            "/api/typed": (405, "wrong_method"),
            "/api/fault/down": (503, "store_down"),
            "/api/fault/conflict": (409, "conflict"),
            "/api/fault/else": (500, "internal"),
            "/api/refused": (409, "not_open"),
        }
        for way, code in expected.items():
            answer = client.get(way)
            assert error(answer) == code and SECRET not in answer.text, way
        assert client.get("/api/refused").json()["error"]["open"] == ["pass"]
        assert client.get("/api/fault/down").headers["retry-after"] == "5"
        assert client.get("/api/fault/unsure").json()["error"]["uncertain"] is True
        assert client.get("/api/typed").headers["allow"] == "POST"


def test_a_fault_is_logged_under_the_id_that_the_client_gets(live: Any, caplog: pytest.LogCaptureFixture) -> None:
    with live.program() as client:
        number = client.get("/api/fault/else").json()["error"]["id"]
    logged = [record for record in caplog.records if getattr(record, "fields", {}).get("id") == number]
    assert len(logged) == 1 and logged[0].exc_info is not None


def test_a_bad_body_is_refused_with_the_field(live: Any) -> None:
    with live.program() as client:
        wrong = client.post("/api/typed", json={"a": "one", "b": SECRET})
        assert error(wrong) == (422, "bad_request") and wrong.json()["error"]["field"] == "a"
        assert SECRET not in wrong.text
        for body in (b"{", b"\xff\xfe", b"[" * 10_000, b'{"a": 1e999}', b"", b"null"):
            answer = client.post("/api/typed", content=body, headers={"content-type": "application/json"})
            assert answer.status_code in (400, 422), body[:10]
            assert answer.json()["error"]["code"] == "bad_request"


@pytest.mark.parametrize("method", ["POST", "PUT", "PATCH", "DELETE"])
def test_a_write_with_a_cookie_must_come_from_a_page_of_ours(live: Any, method: str) -> None:
    with live.program() as client:

        def ask(**headers: str) -> Any:
            return client.request(method, "/api/size", headers=headers)

        assert ask(**COOKIE, origin=live.url).status_code == 200
        assert error(ask(**COOKIE)) == (403, "no_origin")
        for origin in ("https://elsewhere.example", "null", "", "http://127.0.0.1", live.url + "0", f"ws{live.url[4:]}",
                       f"http://127.0.0.1.elsewhere.example:{live.port}", "http://[", live.url + "/"):  # fmt: skip
            assert error(ask(**COOKIE, origin=origin)) == (403, "foreign_origin"), origin
        assert error(ask(**COOKIE, **BEARER)) == (403, "no_origin")
        assert error(ask(**COOKIE, **BEARER, **ELSEWHERE)) == (403, "foreign_origin")


def test_programs_need_no_origin_but_a_foreign_page_is_never_let_in(live: Any) -> None:
    with live.program() as client:
        assert client.post("/api/size", headers=BEARER).status_code == 200
        assert client.post("/api/size").status_code == 200
        assert error(client.post("/api/size", headers=ELSEWHERE)) == (403, "foreign_origin")
        assert client.get("/page/1", headers={**COOKIE, **ELSEWHERE}).status_code == 200


def test_origins_of_the_settings_are_ours(serve: Callable[..., Any]) -> None:
    live = serve(app(), public_url="https://pasar.example", origins=("http://dev.example:5173",))
    with live.program() as client:
        for origin in ("https://pasar.example", "http://dev.example:5173"):
            assert client.post("/api/size", headers={**COOKIE, "origin": origin}).status_code == 200
        for origin in ("http://pasar.example", "https://pasar.example:444", "https://dev.example:5173"):
            assert client.post("/api/size", headers={**COOKIE, "origin": origin}).status_code == 403


def test_a_socket_with_a_cookie_must_come_from_a_page_of_ours(live: Any) -> None:
    url = f"ws{live.url[4:]}/socket"

    def refused(**headers: str) -> tuple[int, str]:
        with pytest.raises(InvalidStatus) as fault, connect(url, additional_headers=headers, proxy=None):
            pass
        answer = fault.value.response
        return answer.status_code, json.loads(answer.body or b"")["error"]["code"]

    assert refused(**COOKIE) == (403, "no_origin")
    assert refused(**COOKIE, **ELSEWHERE) == (403, "foreign_origin")
    assert refused(**ELSEWHERE) == (403, "foreign_origin")
    for let_in in ({**COOKIE, "origin": live.url}, BEARER, {}):
        with connect(url, additional_headers=let_in, proxy=None) as opened:
            opened.send("hello")
            assert opened.recv(timeout=60) == "hello"


def test_a_fault_in_a_socket_closes_it_without_details(live: Any) -> None:
    with connect(f"ws{live.url[4:]}/socket", proxy=None) as opened:
        opened.send("break")
        with pytest.raises(ConnectionClosedError) as closed:
            opened.recv(timeout=60)
    assert closed.value.rcvd is not None
    assert (closed.value.rcvd.code, closed.value.rcvd.reason) == (1011, "internal")


def test_a_body_may_be_as_large_as_its_limit_and_no_larger(live: Any) -> None:
    with live.program() as client:
        assert client.post("/api/size", content=b"x" * BODY).json() == BODY
        assert error(client.post("/api/size", content=b"x" * (BODY + 1))) == (413, "too_large")
        assert client.post("/api/records", content=b"x" * LARGE_BODY).json() == LARGE_BODY
        too_large = client.post("/api/records", content=b"x" * (LARGE_BODY + 1))
        assert error(too_large) == (413, "too_large") and too_large.headers["connection"] == "close"


@pytest.mark.parametrize("way", ["/api/size", "/api/typed"])
def test_a_body_without_a_length_is_limited_too(live: Any, way: str) -> None:
    def chunks() -> Iterator[bytes]:
        for _ in range(BODY // 1000 + 2):
            yield b"x" * 1000

    with live.program() as client:
        answer = client.post(way, content=chunks(), headers={"content-type": "application/json"})
        assert error(answer) == (413, "too_large")
        assert client.post("/api/size", content=iter([b"x" * 1000] * 3)).json() == 3000


def test_a_huge_length_is_refused_before_the_body_comes(live: Any) -> None:
    head = f"POST /api/size HTTP/1.1\r\nHost: 127.0.0.1:{live.port}\r\nContent-Length: 9999999999999\r\n\r\n"
    assert raw(live, head.encode()).startswith(b"HTTP/1.1 413 ")


def test_nonsense_gets_an_answer_and_the_server_goes_on(live: Any) -> None:
    for nonsense in (b"\x00\x01\x02\r\n\r\n", b"GET\r\n\r\n", b"GET / HTTP/9.9\r\n\r\n", b"A" * 100_000):
        assert not raw(live, nonsense).startswith(b"HTTP/1.1 5")
    with live.program() as client:
        assert client.get("/page/1").status_code == 200


def test_a_stream_that_breaks_ends_without_details(live: Any) -> None:
    request = f"GET /api/broken-stream HTTP/1.1\r\nHost: 127.0.0.1:{live.port}\r\n\r\n"
    answer = raw(live, request.encode(), waits=True)
    assert answer.startswith(b"HTTP/1.1 200 ") and b"one" in answer and SECRET.encode() not in answer


def test_a_foreign_name_for_this_machine_is_refused(live: Any) -> None:
    with live.program() as client:
        assert error(client.get("/page/1", headers={"host": "rebound.example"})) == (421, "unknown_host")
        assert client.get("/page/1", headers={"host": "localhost:1"}).status_code == 200


@pytest.mark.parametrize(
    ("given", "known", "unknown"),
    [
        ({}, ["localhost", "127.0.0.1:8000", "[::1]:8000", "192.168.1.5"], ["a.example", "", "localhost.a.example"]),
        ({"host": "0.0.0.0"}, ["a.example", "192.168.1.5:8000"], []),
        ({"host": "0.0.0.0", "public_url": "https://a.example"}, ["A.example", "10.0.0.1"], ["b.example"]),
        ({"hosts": ("a.example",)}, ["a.example:80"], ["localhost", "b.example"]),
        ({"hosts": ("*",)}, ["anything"], []),
    ],
)
def test_the_names_that_the_server_goes_by(
    settings: Callable[..., Settings], given: dict[str, Any], known: list[str], unknown: list[str]
) -> None:
    chosen = settings(**given)
    assert [known_host(host, chosen) for host in known] == [True] * len(known)
    assert [known_host(host, chosen) for host in unknown] == [False] * len(unknown)


def test_requests_are_counted_by_route_and_never_by_path(live: Any) -> None:
    with live.program() as client:
        for number in range(5):
            client.get(f"/page/{SECRET}-{number}")
        client.get(f"/{SECRET}")
        client.request(SECRET, "/page/1")
        client.post("/api/size", headers=ELSEWHERE)
    text = live.counted()
    assert 'pasar_http_requests_total{method="GET",route="/page/{key}",status="200"} 5.0' in text
    assert 'pasar_http_requests_total{method="GET",route="-",status="404"} 1.0' in text
    assert 'pasar_refusals_total{code="foreign_origin"} 1.0' in text and 'code="not_found"' in text
    assert SECRET not in text


def test_check_origin_needs_a_host(settings: Callable[..., Settings]) -> None:
    with pytest.raises(Refused, match="Only pages"):
        check_origin(Headers({"cookie": "a=b", "origin": "http://"}), "", settings())
