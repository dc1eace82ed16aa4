"""Every route with whatever schemathesis makes of its description, right and wrong: no answer is a fault of the server,
and every answer is one that the description promises.
"""

import asyncio
import importlib
import os
import pkgutil
from collections.abc import Iterator
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any, cast

import pytest
import requests
import schemathesis
from fastapi.routing import APIRoute
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)
from support.attacks import attacked
from support.tables import Server, begun, guests, play_out, seated

from pasar.server.base.settings import Settings
from pasar.server.http import routes
from pasar.server.http.app import make_app
from pasar.server.http.routes import examples

EXAMPLES = int(os.environ.get("PASAR_TEST_EXAMPLES", "5"))  # of each route, right ones and as many wrong ones
ENDLESS = ("/api/tables/{id}/stream", "/api/me/stream")  # answers that do not end by themselves
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]


def _takes(operation: Any) -> bool:
    """Whether there is anything to be wrong about."""
    return bool(operation.body or operation.path_parameters or operation.query or operation.headers)


ADMIN = "/api/admin/"
ADMIN_TOKEN = "a-token-of-the-keeper"
app = make_app(cast(Any, SimpleNamespace(settings=Settings(admin_token=ADMIN_TOKEN), metrics=None)), cast(Any, None))
described = app.openapi()
operations = {found.ok().label: found.ok() for found in schemathesis.openapi.from_dict(described).get_all_operations()}
finite = {label: operation for label, operation in operations.items() if not label.endswith(ENDLESS)}


@dataclass
class World:
    """A server with a table in every stage, and somebody who is at all of them."""

    server: Server
    tables: list[str]
    session: requests.Session


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def world(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    database = request.getfixturevalue("postgres").make() if request.param == "postgresql" else None
    with (
        attacked(tmp_path_factory.mktemp("fuzz"), limits_scale=0, database=database, admin_token=ADMIN_TOKEN) as server,
        requests.Session() as session,
    ):
        headers, tables = asyncio.run(_furnished(server))
        session.trust_env = False
        session.headers.update(headers)
        yield World(server, tables, session)


async def _furnished(server: Server) -> tuple[dict[str, str], list[str]]:
    async with guests(server, "Ann") as (ann,):
        lobby = await seated(ann, game="basari", public=True, players=3)
        playing = [await begun(ann, bots=["random", "random"], game=game) for game in ("bali", "basari")]
        over = await begun(ann, bots=["random"], game="bali")
        await play_out(over)
        ids = [clients[0].at.id for clients in (lobby, *playing, over)]
        return ann.headers(), [*ids, "0123456789abcdef"]


def test_the_examples_look_like_the_answers(world: World) -> None:
    """Field by field, down to where they are cut. The first test: the tables are still as they were furnished."""
    playing, over = (f"{world.server.url}/api/tables/{world.tables[number]}" for number in (1, 3))
    ask = world.session
    told = ask.get(f"{playing}?eyes=0").json()
    for part in ("table", "you", "presence"):
        assert examples.SNAPSHOT[part].keys() == told[part].keys()
    assert examples.SNAPSHOT.keys() == told.keys()
    assert examples.SNAPSHOT["play"].keys() == told["play"].keys()
    assert examples.SNAPSHOT["play"]["menu"].keys() == told["play"]["menu"].keys()
    assert examples.SEAT.keys() == told["table"]["seats"][0].keys()
    assert examples.OPTIONS.keys() == told["table"]["options"].keys()
    assert examples.TOLD.keys() == told["story"][0].keys()
    assert examples.LINE.keys() == ask.get(f"{world.server.url}/api/me/tables").json()["tables"][0].keys()
    (finished,) = ask.get(f"{world.server.url}/api/me/games").json()["games"]
    assert examples.FINISHED.keys() == finished.keys()
    assert examples.RECORD.keys() == ask.get(f"{over}/record").json().keys()
    replayed = ask.get(f"{over}/replay").json()
    assert examples.REPLAY.keys() == replayed.keys()
    assert examples.REPLAY["frames"][0].keys() == replayed["frames"][1].keys()
    assert examples.HINT.keys() == ask.post(f"{playing}/questions", json={"type": "hint"}).json().keys()


@pytest.mark.parametrize("label", finite)
def test_no_request_is_too_much(world: World, label: str) -> None:
    _ask(world, label, GenerationMode.POSITIVE)


@pytest.mark.parametrize("world", ["sqlite"], indirect=True)
@pytest.mark.parametrize("label", [label for label, operation in finite.items() if _takes(operation)])
def test_no_request_is_too_wrong(world: World, label: str) -> None:
    _ask(world, label, GenerationMode.NEGATIVE)


def _ask(world: World, label: str, mode: GenerationMode) -> None:
    @given(data=st.data())
    @settings(max_examples=EXAMPLES, suppress_health_check=list(HealthCheck))
    def ask(data: st.DataObject) -> None:
        case = data.draw(operations[label].as_strategy(generation_mode=mode))
        if "{id}" in label and data.draw(st.booleans()):
            case.path_parameters["id"] = data.draw(st.sampled_from(world.tables))
        if ADMIN in label:
            case.headers = {**(case.headers or {}), "authorization": f"Bearer {ADMIN_TOKEN}"}
        answer = case.call(base_url=world.server.url, session=world.session)
        case.validate_response(answer, checks=CHECKS)

    ask()


@pytest.mark.parametrize("path", ENDLESS)
@pytest.mark.parametrize("query", ["", "?eyes=0", "?eyes=-1", "?eyes=x", "?eyes=99999999999999999999", "?eyes=%00&%ff"])
def test_streams_begin_or_are_refused(world: World, path: str, query: str) -> None:
    for table in world.tables:
        address = world.server.url + path.replace("{id}", table) + query
        with world.session.get(address, stream=True, timeout=10) as answer:
            assert answer.status_code in (200, 404, 422)
            kind = "application/x-ndjson" if answer.status_code == 200 else "application/json"
            assert answer.headers["content-type"].startswith(kind)


@pytest.mark.parametrize(
    "query", ["game=%00", "game=a%00b", "game=%ED%A0%80", "before=nan", "before=-inf", "before=1e400", "before=%00"]
)
@pytest.mark.parametrize("path", ["/api/tables", "/api/me/tables", "/api/me/games"])
def test_lists_take_any_question(world: World, path: str, query: str) -> None:
    answer = world.session.get(f"{world.server.url}{path}?{query}")
    assert answer.status_code in (200, 422), answer.text


def test_salts_and_chat_are_kept_in_any_writing(world: World) -> None:
    lobby = f"{world.server.url}/api/tables/{_new_table(world)}/commands"
    for text in ("\0", "a\0b\u202e", "\U0010ffff", "'; DROP TABLE tables; --", '"}', "\\u0000"):
        answer = world.session.post(lobby, json={"type": "salt", "seat": 0, "salt": text})
        assert answer.status_code == 200, answer.text
        answer = world.session.post(lobby, json={"type": "chat", "text": "x" + text})
        assert answer.status_code == 200, answer.text


def _new_table(world: World) -> str:
    return str(world.session.post(f"{world.server.url}/api/tables", json={"game": "bali"}).json()["id"])


# --- The description --------------------------------------------------------------------------------------------------


def _routes() -> Iterator[APIRoute]:
    """Those of every file of routes, also of one that somebody forgot to include."""
    for file in pkgutil.iter_modules(routes.__path__, f"{routes.__name__}."):
        router = getattr(importlib.import_module(file.name), "router", None)
        yield from (route for route in router.routes if isinstance(route, APIRoute)) if router is not None else ()


def test_every_route_is_described() -> None:
    there = {(route.path, method.lower()) for route in _routes() for method in route.methods}
    told = {(path, method) for path, found in described["paths"].items() for method in found}
    assert there == told and len(told) > 25


@pytest.mark.parametrize("label", operations)
def test_every_route_says_what_it_does_and_shows_how(label: str) -> None:
    method, path = label.split(" ", 1)
    about = described["paths"][path][method.lower()]
    assert about["description"].rstrip().endswith(".")
    assert {status for status in about["responses"] if status[0] == "2" or status == "303"}, about["responses"].keys()
    contents = [answer.get("content", {}) for status, answer in about["responses"].items() if status[0] == "2"]
    for content in [about.get("requestBody", {}).get("content", {}), *contents]:
        if "application/json" in content:
            assert "example" in content["application/json"] or _has_example(content["application/json"]["schema"])


def _has_example(schema: dict[str, Any]) -> bool:
    """Whether a client could be written from it: an example, or parts that all have one or speak for themselves."""
    if "$ref" in schema:
        return _has_example(described["components"]["schemas"][schema["$ref"].rsplit("/", 1)[-1]])
    if "examples" in schema or "enum" in schema or "const" in schema or schema.get("type") in ("boolean", "null"):
        return True
    if "oneOf" in schema or "anyOf" in schema:
        return all(_has_example(part) for part in schema.get("oneOf", schema.get("anyOf")))
    if "items" in schema:
        return _has_example(schema["items"])
    parts = schema.get("properties", {})
    wanting = [name for name, part in parts.items() if name in schema.get("required", ()) and not _has_example(part)]
    return bool(parts) and not wanting
