"""A plain move goes a short way: what is written and told of it is the same as the long way would have done."""

import asyncio
import json
from random import Random
from typing import Any

import pytest
import uvicorn
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError
from support.databases import in_loop
from uvicorn.server import ServerState
from websockets.frames import Frame, Opcode

from pasar.match.match import Match
from pasar.server.http.connections import CONNECTION, SocketConnection, plain_text, text_frame
from pasar.server.live import live_table
from pasar.server.live.turns import Turns
from pasar.server.table import deciding, gathering, wire
from pasar.server.table.new_entries import Who
from pasar.server.table.rows import row_of
from pasar.server.table.table import OVER, PERSON, Table
from pasar.store.appends import prepared
from pasar.store.contract import Append, LogEntry

PEOPLE = ("ann", "bob", "cyd")
REQUEST = (
    b"GET / HTTP/1.1\r\nhost: here\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
)


def playing(game: str, seed: int, **options: Any) -> Table:
    table, match = Table("00112233445566ff"), Match.new(game, 3, seed=seed)
    agreed = gathering.agreed(wire.AskedOptions(game=game, players=3, **options), {})
    seated = [gathering.seated(seat, Who(person, person.title())) for seat, person in enumerate(PEOPLE)]
    started = gathering.started(match.game, match.rules, match.setup())
    for new in (gathering.opened(agreed, Who("ann", "Ann")), *seated, started):
        table.apply(new.kind, new.body, 1.0)
    return table


@pytest.mark.parametrize(("name", "clock"), [("bali", 0), ("basari", 2)])
def test_what_is_written_of_a_move_is_what_a_table_says_on_which_it_was_made(name: str, clock: int) -> None:
    table, chance, now = playing(name, 7, clock=clock), Random(7), 1.0
    while table.stage != OVER:
        now += 0.25
        assert table.match is not None
        seat = chance.choice(table.match.to_act)  # who has chosen in secret may choose anew
        menu = table.match.menu(seat)
        move = chance.choice([*menu.open, *([menu.build.least] if menu.build else [])])
        new = deciding.played(table, seat, move, PERSON, (0, None))
        waiting = live_table._waiting_after(table, new)
        later = live_table._append_of(table, new, waiting, now, shared=False)
        short = live_table._append_of(table, new, waiting, now, shared=True)
        assert (later.row is None) == ("result" not in new.body)  # lists are told of the end at once
        assert later.entries[0][:-1] == short.entries[0][:-1]
        table.apply(new.kind, new.body, now, new.prepared)
        entry = LogEntry(table.version, now, new.kind, new.body, short.entries[0][-1])
        assert short == prepared(Append(row_of(table), [entry]))


VALUES = st.one_of(
    st.none(), st.booleans(), st.integers(-2, 20), st.integers(-(1 << 70), 1 << 70), st.floats(allow_nan=False),
    st.text(max_size=90), st.just([]), st.just({}),
)  # fmt: skip
FIELDS = {"move": "play rice", "at": 7, "seat": 2, "id": "9"}


def as_model(text: str) -> wire.PlainMove | None:
    try:
        model = wire.from_client.validate_json(text)
    except ValidationError:
        return None
    return wire.PlainMove(model.move, model.at, model.seat, model.id) if isinstance(model, wire.PlayMove) else None


@given(st.dictionaries(st.sampled_from(["type", "move", "at", "seat", "id", "more"]), VALUES))
def test_a_plain_move_says_what_its_model_says(changed: dict[str, Any]) -> None:
    for text in (json.dumps({"type": "move", **FIELDS, **changed}), json.dumps(changed)):
        plain = wire.plain_move(text)
        assert plain is None or (plain == as_model(text) and type(plain.at) is int)


@pytest.mark.parametrize("left_out", [(), ("seat",), ("id",), ("seat", "id")])
def test_every_move_that_is_right_is_read_without_its_model(left_out: tuple[str, ...]) -> None:
    text = json.dumps({"type": "move", **{name: value for name, value in FIELDS.items() if name not in left_out}})
    assert wire.plain_move(text) == as_model(text) is not None


@pytest.mark.parametrize("text", ["", "[]", "null", '{"type":"move"', '{"type":"ping"}', "x" * 20000])
def test_what_is_no_plain_move_is_left_to_the_models(text: str) -> None:
    assert wire.plain_move(text) is None


@pytest.mark.parametrize("size", [0, 1, 125, 126, 127, 65535, 65536, 70000])
def test_a_frame_is_as_the_standard_says(size: int) -> None:
    payload = b"x" * size
    assert text_frame(payload) == Frame(Opcode.TEXT, payload).serialize(mask=False)


def masked(opcode: Opcode, payload: bytes, fin: bool = True) -> bytes:
    return Frame(opcode, payload, fin=fin).serialize(mask=True)


@pytest.mark.parametrize("size", [0, 1, 60, 125])
def test_a_short_text_is_read_as_the_standard_says(size: int) -> None:
    text = ("é" * size)[:size].encode()[:size].decode(errors="ignore")
    assert plain_text(masked(Opcode.TEXT, text.encode())) == text


NO_SHORT_TEXT = {
    "nothing": b"",
    "a size in two bytes": masked(Opcode.TEXT, b"x" * 126),
    "two frames": masked(Opcode.TEXT, b"one") + masked(Opcode.TEXT, b"two"),
    "half a frame": masked(Opcode.TEXT, b"half")[:-1],
    "a piece": masked(Opcode.TEXT, b"a piece", fin=False),
    "bytes": masked(Opcode.BINARY, b"bytes"),
    "a ping": masked(Opcode.PING, b"there?"),
    "not masked": Frame(Opcode.TEXT, b"not masked").serialize(mask=False),
    "no UTF-8": masked(Opcode.TEXT, b"\xff"),
}


# Masks differ from process to process, so the cases have names: whoever shares the tests finds the same ones.
@pytest.mark.parametrize("data", NO_SHORT_TEXT.values(), ids=NO_SHORT_TEXT)
def test_what_is_no_short_text_is_left_to_who_knows_the_standard(data: bytes) -> None:
    assert plain_text(data) is None


class Line(asyncio.Transport):
    """A connection that keeps what it is given, and whoever listens at its end."""

    def __init__(self) -> None:
        super().__init__()
        self.heard, self.written, self.aborted = list[str](), list[bytes](), False

    def write(self, data: Any) -> None:
        self.written.append(bytes(data))

    def get_extra_info(self, name: str, default: Any = None) -> Any:
        return "127.0.0.1", 1

    def get_write_buffer_size(self) -> int:
        return 0

    def is_closing(self) -> bool:
        return False

    def close(self) -> None:
        pass

    def resume_reading(self) -> None:
        pass

    def abort(self) -> None:
        self.aborted = True

    def received(self, text: str) -> None:
        self.heard.append(text)

    def writable(self) -> None:
        pass

    def lost(self) -> None:
        pass


async def connected(*, pieces: int = 1) -> tuple[SocketConnection, Line]:
    """A socket whose request came in so many pieces."""
    line = Line()

    async def app(scope: Any, receive: Any, send: Any) -> None:
        await send({"type": "websocket.accept"})
        scope[CONNECTION].listen(line)

    config = uvicorn.Config(app, ws_ping_interval=None, ws_max_size=1 << 20, interface="asgi3", log_config=None)
    config.load()
    connection = SocketConnection(config, ServerState(), {})
    connection.connection_made(line)
    size = len(REQUEST) // pieces + 1
    for start in range(0, len(REQUEST), size):
        connection.data_received(REQUEST[start : start + size])
    await asyncio.sleep(0.01)
    return connection, line


@pytest.mark.parametrize("pieces", [1, 2])
@in_loop
async def test_texts_are_heard_in_order_however_they_come(pieces: int) -> None:
    chance, said = Random(pieces), list[str]()
    connection, line = await connected(pieces=pieces)
    for number in range(200):
        said.append(f"{number} " + "é" * chance.choice([0, 5, 50, 70, 40000]))
        frames = masked(Opcode.TEXT, said[-1].encode())
        if chance.random() < 0.3:
            whole = said[-1].encode()
            frames = (
                masked(Opcode.TEXT, whole[:1], fin=False) + masked(Opcode.PING, b"") + masked(Opcode.CONT, whole[1:])
            )
        if chance.random() < 0.2:
            said.append("another")
            frames += masked(Opcode.TEXT, b"another")
        cut = chance.choice([0, 1, 3, 8, len(frames)])
        for part in (frames[:cut], frames[cut:]):
            if part:
                connection.data_received(part)
    assert line.heard == said and not line.aborted


@in_loop
async def test_a_text_in_the_middle_of_another_is_not_heard() -> None:
    connection, line = await connected()
    connection.data_received(masked(Opcode.TEXT, b"begun", fin=False))
    connection.data_received(masked(Opcode.TEXT, b"between"))
    assert line.heard == []
    assert line.written[-1][:4] == b"\x88" + line.written[-1][1:2] + (1002).to_bytes(2)  # a fault of theirs


@in_loop
async def test_nothing_is_heard_after_goodbye() -> None:
    connection, line = await connected()
    connection.close(1000)
    connection.data_received(masked(Opcode.TEXT, b"more"))
    assert line.heard == []
    connection._set_timer(None)


@in_loop
async def test_several_texts_are_one_write() -> None:
    connection, line = await connected()
    line.written.clear()
    assert connection.send(b"update", b"ack")
    assert line.written == [text_frame(b"update") + text_frame(b"ack")]
    connection.pause_writing()
    assert not connection.send(b"update", b"ack") and len(line.written) == 1


@in_loop
async def test_turns_come_in_order_and_who_leaves_is_passed_over() -> None:
    turns, had = Turns(), list[int]()

    async def wait(number: int) -> None:
        async with turns:
            had.append(number)

    assert turns.take() and not turns.take()
    tasks = [asyncio.create_task(wait(number)) for number in range(4)]
    await asyncio.sleep(0)
    tasks[1].cancel()
    turns.give()
    tasks[0].cancel()  # its turn has come, and it does not know yet
    await asyncio.gather(*tasks, return_exceptions=True)
    assert had == [2, 3] and not turns.taken


@pytest.mark.parametrize(("kept_after", "late_after"), [(0.0, 60.0), (3.0, 63.0)])
def test_what_the_store_took_is_nobodys_time(kept_after: float, late_after: float) -> None:
    table = playing("bali", 7, clock=1)
    kept_at = table.since + kept_after
    assert deciding.overdue(table, table.since + late_after - 0.01, kept_at=kept_at) == []
    (new,) = deciding.overdue(table, table.since + late_after, kept_at=kept_at)
    assert (new.kind, new.body) == ("away", {"seats": list(table.waiting)})
