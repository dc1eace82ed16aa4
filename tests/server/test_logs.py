"""Logs: one JSON object a line, and never a secret."""

import io
import json
import logging
from collections.abc import Callable, Iterator
from typing import Any

import httpx
import pytest
from fastapi import FastAPI, WebSocket
from websockets.sync.client import connect

from pasar.server.base import logs

SECRET = "what-nobody-may-read"


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture
def stream() -> Iterator[io.StringIO]:
    """Logs of this test, with the loggers put back afterwards."""
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    written = io.StringIO()
    logs.configure("debug", stream=written)
    yield written
    root.handlers[:] = handlers
    root.setLevel(level)


def lines(stream: io.StringIO) -> list[dict[str, Any]]:
    return [json.loads(line) for line in stream.getvalue().splitlines()]


def test_an_event_is_one_line_of_json(stream: io.StringIO) -> None:
    logs.event("started", port=8000, where="127.0.0.1")
    (line,) = lines(stream)
    assert line.pop("time").endswith("Z")
    assert line == {"level": "info", "event": "started", "port": 8000, "where": "127.0.0.1"}


def test_what_thousands_are_refused_for_is_one_line(stream: io.StringIO) -> None:
    seldom = logs.Seldom(60.0)
    for _ in range(1000):
        seldom.event("store_down", logging.ERROR, why="the disk is full")
    assert [line["why"] for line in lines(stream)] == ["the disk is full"]


def test_fields_with_secret_names_are_left_out(stream: io.StringIO) -> None:
    logs.event("odd", **dict.fromkeys(sorted(logs.SECRET), SECRET), table="t1", what=object)
    (line,) = lines(stream)
    assert SECRET not in stream.getvalue()
    assert line["cookie"] == line["token"] == line["name"] == "(left out)" and line["table"] == "t1"


def test_of_a_fault_the_places_are_kept_and_its_text_is_not(stream: io.StringIO) -> None:
    try:
        try:
            int(SECRET)
        except ValueError as first:
            raise KeyError(SECRET) from first
    except KeyError as fault:
        logs.fault("internal", fault, id="abc")
    (line,) = lines(stream)
    assert (line["exception"], line["because_of"], line["id"]) == ("KeyError", "ValueError", "abc")
    assert "test_logs.py" in line["stack"][0] and SECRET not in stream.getvalue()


def test_lines_of_other_packages_go_the_same_way_and_are_cut(stream: io.StringIO) -> None:
    logging.getLogger("asyncio").error("Task exception was never retrieved\nfuture: <Task %s>", SECRET)
    logging.getLogger("uvicorn.error").info("Started server process [%d]", 7)
    logging.getLogger("uvicorn.error").info('%s - "WebSocket %s" [accepted]', "1.2.3.4", f"/socket?key={SECRET}")
    logging.getLogger("httpx").info("HTTP Request: POST https://example.org/%s", SECRET)
    first, second = lines(stream)
    assert (first["event"], first["line"]) == ("asyncio", "Task exception was never retrieved")
    assert second["line"] == "Started server process [7]"
    assert SECRET not in stream.getvalue()


def test_a_terminal_gets_readable_lines(stream: io.StringIO) -> None:
    terminal = Terminal()
    logs.configure(stream=terminal)
    logs.event("started", port=8000)
    try:
        raise KeyError(SECRET)
    except KeyError as fault:
        logs.fault("internal", fault)
    shown = terminal.getvalue().splitlines()
    assert shown[0].endswith(" info started port=8000")
    assert "error internal exception=KeyError" in shown[1] and shown[2].startswith("    ")
    logs.configure(as_json=True, stream=terminal)
    logs.event("again")
    assert terminal.getvalue().splitlines()[-1].startswith("{")


def test_what_is_below_the_level_is_not_written(stream: io.StringIO) -> None:
    logs.configure("warning", stream=stream)
    logs.event("quiet")
    logs.event("loud", logging.WARNING)
    assert [line["event"] for line in lines(stream)] == ["loud"]


def test_a_server_logs_requests_without_anything_that_was_sent(serve: Callable[..., Any], stream: io.StringIO) -> None:
    app = FastAPI()

    @app.post("/table/{key}")
    async def table(key: str, sent: dict[str, str]) -> dict[str, str]:
        return sent

    @app.websocket("/socket/{key}")
    async def socket(websocket: WebSocket, key: str) -> None:
        await websocket.accept()
        await websocket.send_text(await websocket.receive_text())

    live = serve(app)
    headers = {"authorization": f"Bearer {SECRET}", "user-agent": SECRET}
    with httpx.Client(trust_env=False, headers=headers, verify=False) as client:
        client.post(f"{live.url}/table/{SECRET}?key={SECRET}", json={"name": SECRET})
        client.post(f"{live.url}/table/{SECRET}", json={SECRET: 5})
        client.get(f"{live.url}/{SECRET}", headers={"cookie": f"pasar={SECRET}"})
    url = f"ws{live.url[4:]}/socket/{SECRET}?key={SECRET}"
    with connect(url, additional_headers={"cookie": f"pasar={SECRET}", "origin": live.url}, proxy=None) as opened:
        opened.send(SECRET)
        assert opened.recv(timeout=60) == SECRET
    requests = [line for line in lines(stream) if line["event"] == "request"]
    shown = [(line["method"], line["route"], line["status"]) for line in requests]
    assert shown == [("POST", "/table/{key}", 200), ("POST", "/table/{key}", 422), ("GET", "-", 404)]
    assert all(line["ms"] >= 0 for line in requests)
    assert SECRET not in stream.getvalue()
