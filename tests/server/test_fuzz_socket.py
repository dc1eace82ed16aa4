"""Whatever comes in on a table's socket: each is answered with an error of its own, and the table stays as it was."""

import asyncio
import contextlib
import json
import random
import struct
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
import websockets
from support.attacks import attacked, unchanged
from support.databases import in_loop
from support.tables import PATIENCE, At, Client, Guest, Server, begun, guests, moves_of, play_out, seated

from pasar.server.http import connections, socket
from pasar.server.run import LARGEST_FRAME

NESTED = 10_000
NOTICED = 5.0  # seconds of waiting for an answer: a machine with much else to do takes one of them
COMMANDS: list[dict[str, Any]] = [
    {"type": "sit", "seat": 1, "name": "Bob", "salt": "s"},
    {"type": "stand", "seat": 0},
    {"type": "salt", "seat": 0, "salt": "s"},
    {"type": "bot", "seat": 1, "level": "easy"},
    {"type": "seats", "order": [1, 0]},
    {"type": "options", "options": {"players": 3, "public": True, "clock": 5}},
    {"type": "move", "move": "pass", "at": 0, "seat": 0},
    {"type": "consent", "yes": True},
    {"type": "orders", "seat": 0, "orders": {"skip_buying": "always"}},
    {"type": "eyes", "seat": 0},
    {"type": "hint", "seat": 0},
    {"type": "what_if", "move": "pass", "seat": 0},
]
NOT_NUMBERS: list[Any] = ["0", 0.5, -1, 16, 10**40, True, None, [], {}, float("nan")]
NOT_TEXTS: list[Any] = [7, True, [], {}, "x" * 10_000]


@pytest.fixture(scope="module")
def table_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with attacked(tmp_path_factory.mktemp("fuzz"), limits_scale=0) as server:
        yield server


def _shapes() -> list[str]:
    """JSON, but nothing that anybody could have meant."""
    whole = ["null", "true", "1", '"enter"', "[]", "{}", "[{}]", '{"type": null}', '{"type": 1}', '{"type": []}']
    unknown = [{"type": "drop table"}, {"type": "MOVE"}, {"type": "enter"}, {"Type": "ping"}, {"type": "ping", "x": 1}]
    deep = ["[" * NESTED + "]" * NESTED, '{"a":' * 3000 + "1" + "}" * 3000]
    return whole + [json.dumps(shape) for shape in unknown] + [text[: socket.LONGEST_MESSAGE] for text in deep] + deep


def _with_wrong_parts() -> list[str]:
    """Every command with every part of it replaced by what it cannot be."""
    wrong = [json.dumps(command | {"id": part}) for command in COMMANDS for part in ([], 1, "x" * 41)]
    for command in COMMANDS:
        for name, value in command.items():
            if name not in ("type", "seat") and not (isinstance(value, (bool, dict))):
                parts = NOT_NUMBERS if isinstance(value, int) else NOT_TEXTS
                wrong += [json.dumps(command | {name: part}) for part in parts if not _could_be(command, name, part)]
            if name == "seat":
                wrong += [json.dumps(command | {name: part}) for part in NOT_NUMBERS if part is not None]
    wrong += [json.dumps({"type": "orders", "seat": 0, "orders": orders}) for orders in (None, [], "x", 1)]
    return wrong + [json.dumps({"type": "options", "options": x}) for x in ({"clock": "5"}, {"public": 7}, {"x": 1}, 5)]


def _could_be(command: dict[str, Any], name: str, part: Any) -> bool:
    """A position may be any number, and a list of seats may be empty: those are refused later, for another reason."""
    return (name == "at" and part in (16, 10**40) and part is not True) or (name == "order" and part == [])


def _broken(rng: random.Random) -> Iterator[str | bytes]:
    for command in COMMANDS:
        text = json.dumps(command)
        yield text[: rng.randrange(len(text))]
        yield text.replace('"', "'")
        yield text + rng.choice(["}", ",", " x", "\0"])
        yield text.encode()  # a binary frame
        yield text.encode("utf-16")
    for _ in range(60):
        yield rng.randbytes(rng.randrange(200))
        yield "".join(chr(rng.randrange(1, 0xD7FF)) for _ in range(rng.randrange(60)))
        yield json.dumps(rng.choice(COMMANDS))[:-1] + f', "{chr(rng.randrange(33, 0x2FFF))}": 1}}'
    yield from ("", " ", "\0", "\ufeff", '{"type": "chat", "text": "\\ud800"}', '{"type": "chat", "text": "a\\udc00b"}')
    yield '{"type": "move", "move": "pass", "at": 1e999}'
    yield '{"type": "move", "move": "pass", "at": NaN}'
    yield '{"type": "chat", "text": "' + "x" * (LARGEST_FRAME - 100) + '"}'


async def _refusals(client: Client, frames: list[str | bytes]) -> list[dict[str, Any]]:
    """What is answered to frames that are all refused."""
    so_far = len(client.messages)
    answers: Callable[[], list[Any]] = lambda: [m for m in client.messages[so_far:] if m["type"] == "refused"]  # noqa: E731
    for count, frame in enumerate(frames, 1):
        await client.send(frame)
        await client.wait_for(lambda count=count: len(answers()) >= count)
    assert (await client.do("ping"))["type"] == "pong"  # the connection is as good as before
    return [answer["error"] for answer in answers()]


@in_loop
async def test_frames_that_are_no_messages(table_server: Server) -> None:
    async with guests(table_server, "Ann", "Bob") as (ann, bob):
        client, _ = await begun(ann, bob)
        frames = [*_shapes(), *_with_wrong_parts(), *_broken(random.Random(1))]
        assert len(frames) > 300
        async with unchanged(table_server, client.at):
            errors = await _refusals(client, frames)
        assert {error["code"] for error in errors} == {"bad_message", "too_large"}
        assert all(len(error["message"]) < 300 and error["message"].isprintable() for error in errors)


@in_loop
async def test_what_is_wrong_is_named_and_not_repeated(table_server: Server) -> None:
    async with guests(table_server, "Ann") as (ann,):
        (client,) = await seated(ann, players=2)
        markup = "<script>alert(1)</script>"
        frames = [json.dumps({"type": markup}), json.dumps({"type": "chat", "text": "a", markup: 1})]
        frames += [json.dumps({"type": "chat", "text": markup * 100}), json.dumps({"type": "sit", "seat": markup})]
        frames += [json.dumps({"type": "options", "options": {"switches": {markup: 5}}})]
        errors = await _refusals(client, list(frames))
    assert [error["field"] for error in errors] == [
        "message",
        "chat.?",
        "chat.text",
        "sit.seat",
        "options.options.switches.?",
    ]
    assert not any("script" in json.dumps(error) for error in errors)


@pytest.mark.parametrize(
    ("sent", "code"),
    [
        (lambda ws: ws.send(b"\xff\xfe{}", text=True), 1007),
        (lambda ws: ws.send("x" * (LARGEST_FRAME + 1)), 1009),
        (lambda ws: ws.send(["x" * 1000] * 80), 1009),
        (lambda ws: ws.send(b"\0" * 10_000_000), 1009),
    ],
    ids=["no text", "too large", "too large in pieces", "huge"],
)
@in_loop
async def test_frames_that_end_the_connection(table_server: Server, sent: Any, code: int) -> None:
    async with guests(table_server, "Ann", "Eve") as (ann, eve):
        (client,) = await seated(ann, players=2, public=True)
        other = await eve.enter(client.at.without_key)
        async with unchanged(table_server, client.at):
            with contextlib.suppress(websockets.ConnectionClosedError):
                await sent(other.socket)
            await asyncio.wait_for(other.socket.wait_closed(), PATIENCE)
            assert other.socket.close_code in (code, 1006)  # who goes on sending may not hear why
        await client.wait_for(lambda: client.seen.presence["watchers"] == 0)


# --- Before one has entered -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "first", ["", "{}", "[]", '{"type": "sit", "seat": 1}', '{"type": "enter", "key": 5}', "x" * 60_000, "[" * 60_000,
              '{"type": "enter", "eyes": "0"}', '{"type": "enter", "x": 1}', b'{"type": "enter"}']
)  # fmt: skip
@in_loop
async def test_nobody_acts_before_they_have_entered(table_server: Server, first: str | bytes) -> None:
    async with guests(table_server, "Ann", "Bob") as (ann, bob):
        (client,) = await seated(ann, players=2, public=True)
        async with unchanged(table_server, client.at), _socket(bob, client.at) as other:
            await other.send(first)
            await other.send('{"type": "sit", "seat": 1}')
            assert await _bye(other) == ("no_enter", 4000)


@in_loop
async def test_who_opens_a_socket_and_says_nothing_is_sent_away(
    table_server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(socket, "ENTER_WITHIN", 0.05)
    async with guests(table_server, "Ann", "Bob") as (ann, bob):
        (client,) = await seated(ann, players=2, public=True)
        async with _socket(bob, client.at) as other:
            assert await _bye(other) == ("no_enter", 4000)
        assert client.seen.presence["watchers"] == 0


@asynccontextmanager
async def _socket(guest: Guest, at: At, **more: Any) -> AsyncIterator[Any]:
    address = f"{guest.url.replace('http', 'ws', 1)}/api/tables/{at.id}/socket"
    given = {"compression": None, "proxy": None, "close_timeout": 1, "ping_interval": None} | more
    async with websockets.connect(address, additional_headers=guest.headers(), **given) as opened:
        yield opened


async def _bye(opened: Any) -> tuple[str, int]:
    said = json.loads(await asyncio.wait_for(opened.recv(), PATIENCE))
    assert said["type"] == "bye", said
    await asyncio.wait_for(opened.wait_closed(), PATIENCE)
    return said["error"]["code"], opened.close_code


# --- Moves ------------------------------------------------------------------------------------------------------------


@in_loop
async def test_moves_that_are_not_made(table_server: Server) -> None:
    async with guests(table_server, "Ann", "Bob", "Eve") as (ann, bob, eve):
        players = await begun(ann, bob, public=True, watch="anyone")
        watcher = await eve.enter(players[0].at.without_key)
        actor = next(client for client in players if client.my_turn)
        other = next(client for client in players if client is not actor)
        at, good = actor.play["at"], moves_of(actor.menu)[0]
        async with unchanged(table_server, actor.at):
            assert await watcher.refused("move", move=good, at=at) == "no_seat"
            assert await watcher.refused("move", move=good, at=at, seat=actor.own[0]) == "no_seat"
            assert await other.refused("move", move=good, at=at) == "not_your_turn"
            assert await other.refused("move", move=good, at=at, seat=actor.own[0]) == "not_your_seat"
            assert await actor.refused("move", move=good, at=at, seat=other.own[0]) == "not_your_seat"
            assert await actor.refused("move", move=good, at=at, seat=9) == "no_such_seat"
            assert await actor.refused("move", move=good, at=at - 1 if at else at + 1) == "stale"
            assert await actor.refused("move", move=good, at=10**30) == "stale"
            for nonsense in ("", "abc", good + "\n", "<b>", "0" * 80, "\u202e" + good, "\u017f"):
                assert await actor.refused("move", move=nonsense, at=at) == "unreadable_move"
        await actor.move(good)
        async with unchanged(table_server, actor.at):
            assert await actor.refused("move", move=good, at=at) == "stale"  # twice


@pytest.mark.parametrize("name", ["bali", "basari"])
@in_loop
async def test_a_move_that_is_not_open_is_refused_with_the_reason(table_server: Server, name: str) -> None:
    real = {"bali": ["buy rice", "play mason", "take 3", "pass", "play rice*2"], "basari": ["bid r1", "accept", "gems"]}
    async with guests(table_server, "Ann") as (ann,):
        (client,) = await begun(ann, bots=["random", "random"], game=name)
        await client.wait_for(lambda: client.my_turn)
        closed = [move for move in real[name] if move not in moves_of(client.menu)]
        async with unchanged(table_server, client.at):
            answers = [await client.ask("move", move=move, at=client.play["at"]) for move in closed]
        errors = [answer["error"] for answer in answers if answer["error"]["code"] == "not_open"]
        assert errors
        assert all(error["reason"] and isinstance(error["values"], dict) for error in errors)


@in_loop
async def test_moves_before_the_beginning_and_after_the_end(table_server: Server) -> None:
    async with guests(table_server, "Ann") as (ann,):
        (client,) = await seated(ann, bots=["random"])
        async with unchanged(table_server, client.at):
            assert await client.refused("move", move="pass", at=0) == "not_begun"
            assert await client.refused("undo") == "not_begun"
            assert await client.refused("hint") == "not_your_turn"
        await client.do("start")
        await play_out([client])
        async with unchanged(table_server, client.at):
            assert await client.refused("move", move="pass", at=client.play["at"]) == "over"
            assert await client.refused("undo") == "over"
            assert await client.refused("orders", seat=0, orders={}) == "over"
            assert await client.refused("sit", seat=0) == "begun"
            assert await client.refused("start") == "begun"


@in_loop
async def test_who_may_do_nothing_but_look(table_server: Server) -> None:
    async with guests(table_server, "Ann", "Eve") as (ann, eve):
        (client,) = await seated(ann, bots=["random"], public=True)
        watcher = await eve.enter(client.at.without_key)
        async with unchanged(table_server, client.at):
            assert await watcher.refused("bot", seat=1, level=None) == "not_host"
            assert await watcher.refused("seats", order=[1, 0]) == "not_host"
            assert await watcher.refused("options", options={"public": False}) == "not_host"
            assert await watcher.refused("start") == "not_host"
            assert await watcher.refused("stand", seat=0) == "not_your_seat"
            assert await watcher.refused("salt", seat=0, salt="mine") == "not_your_seat"
            assert await watcher.refused("orders", seat=0, orders={}) == "not_your_seat"
            assert await watcher.refused("eyes", seat=0) == "not_your_seat"
            assert await watcher.refused("hint", seat=0) == "not_your_seat"
            assert await watcher.refused("what_if", seat=0, move="pass") == "not_your_seat"
            assert await watcher.refused("sit", seat=0) == "seat_taken"
            assert await watcher.refused("sit", seat=15) == "no_such_seat"
            assert await watcher.refused("rematch") == "not_over"
            assert await watcher.do("leave")
            assert await watcher.do("back")


# --- Chat and names ---------------------------------------------------------------------------------------------------


@in_loop
async def test_chat_is_data_and_has_no_hidden_signs(table_server: Server) -> None:
    said = {
        "<img src=x onerror=alert(1)>": "<img src=x onerror=alert(1)>",
        "a\0b\x1b[31mc\u202ed\u2028e\r\nf": "a b [31mc d e  f",
        "\u200f \u2066": None,
        "\U0001d4b3 👩🏽 e\u0301": "\U0001d4b3 👩🏽 e\u0301",
        "x" * 500: "x" * 500,
    }
    async with guests(table_server, "Ann", "Bob") as (ann, bob):
        (client,) = await seated(ann, players=2, public=True)
        other = await bob.enter(client.at)
        for text, shown in said.items():
            if shown is None:
                assert await client.refused("chat", text=text) == "empty"
            else:
                await client.do("chat", text=text)
        await other.wait_for(lambda: len(other.seen.chat) == 4)
        assert [line["text"] for line in other.seen.chat] == [shown for shown in said.values() if shown]
        assert await client.refused("chat", text="x" * 501) == "bad_message"


@in_loop
async def test_names_at_a_seat_are_names(table_server: Server) -> None:
    async with guests(table_server, "Ann") as (ann,):
        (client,) = await seated(ann, players=2)
        async with unchanged(table_server, client.at):
            assert await client.refused("sit", seat=1, name="x" * 10_000) == "bad_message"
            for name in ("x" * 41, "", " ", "a\0", "a\u202eb", "\u200d"):
                assert await client.refused("sit", seat=1, name=name) == "bad_name"


# --- Too much ---------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def limited_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with attacked(tmp_path_factory.mktemp("limited")) as server:
        yield server


@pytest.mark.parametrize(
    ("message", "allowed", "limit"),
    [('{"type": "ping"}', 60, "commands"), ("{", 60, "commands"), ('{"type": "chat", "text": "hey"}', 10, "chat"),
     ('{"type": "snapshot"}', 60, "commands")],
    ids=["commands", "nonsense", "chat", "snapshots"],
)  # fmt: skip
@in_loop
async def test_a_flood_is_stopped_and_others_do_not_notice(
    limited_server: Server, message: str, allowed: int, limit: str
) -> None:
    async with guests(limited_server, "Ann", "Eve") as (ann, eve):
        (client,) = await seated(ann, players=2, public=True)
        flooder = await eve.enter(client.at.without_key)
        flood = asyncio.ensure_future(_flood(flooder, message))
        waits = [await _seconds(client) for _ in range(20)]
        await flood
        await flooder.wait_for(lambda: any(m.get("error", {}).get("code") == "too_many" for m in flooder.messages))
        answers = [m for m in flooder.messages if m["type"] in ("ack", "pong", "refused")]
        stopped = [m["error"] for m in answers if m.get("error", {}).get("code") == "too_many"]
        assert len(answers) - len(stopped) <= allowed
        assert stopped[0]["limit"] == limit and stopped[0]["retry_after"] >= 1
        assert max(waits) < NOTICED
        assert len(client.seen.chat) <= allowed


async def _flood(client: Client, message: str) -> None:
    for _ in range(150):
        await client.socket.send(message)


async def _seconds(client: Client) -> float:
    start = time.perf_counter()
    await client.do("ping")
    return time.perf_counter() - start


def _frame(opcode: int, payload: bytes = b"", last: bool = True) -> bytes:
    """A frame of a client, masked with nothing."""
    assert len(payload) < 126
    return struct.pack("!BB", (0x80 if last else 0) | opcode, 0x80 | len(payload)) + bytes(4) + payload


@pytest.mark.parametrize(
    ("first", "again"), [(b"", _frame(9, b"x" * 125)), (_frame(1, last=False), _frame(0, last=False))],
    ids=["pings, of which no answer is read", "a message of endless empty pieces"],
)  # fmt: skip
@in_loop
async def test_what_never_becomes_a_message_is_cut_off(
    table_server: Server, monkeypatch: pytest.MonkeyPatch, first: bytes, again: bytes
) -> None:
    monkeypatch.setattr(connections, "MOST_UNTAKEN", 10_000)
    async with guests(table_server, "Ann", "Bob") as (ann, bob):
        (client,) = await seated(ann, players=2, public=True)
        async with _socket(bob, client.at) as opened:
            transport = opened.transport
            transport.pause_reading()
            transport.write(first)
            for _ in range(2000):
                if transport.is_closing():
                    break
                transport.write(again * 200)
                await asyncio.sleep(0.002)
            assert transport.is_closing()
        assert await _seconds(client) < NOTICED
