"""How bytes come in and go out. uvicorn's protocols wait for ever for who says nothing, and keep whatever is sent to
them; these do not. A request has a while to say what it wants, and everybody to take what they were sent.

A WebSocket is opened by an ASGI app as any is. From then on there are no tasks and queues between it and who listens
(`Listener`): an idle one costs little memory, and a message few steps.
"""

import asyncio
from asyncio import BaseTransport, TimerHandle
from http import HTTPStatus
from typing import Any, Protocol, cast
from urllib.parse import unquote

import uvicorn
from starlette.types import Message, Scope
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.server import ServerState
from websockets.frames import Frame, Opcode
from websockets.http11 import Request, Response
from websockets.protocol import SEND_EOF, State
from websockets.server import ServerProtocol

from pasar.server.base import logs

try:
    from websockets.speedups import apply_mask
except ImportError:
    from websockets.utils import apply_mask

HEAD_WITHIN = 10.0  # seconds for a request's line and headers
LARGEST_HEAD = 64 * 1024  # bytes of them
CUT_AFTER = 5.0  # seconds that a connection gets to take what was sent before it is cut
MOST_PIECES = 1000  # of one message
CONNECTION = "pasar.connection"  # under this name the scope of a socket has what carries it
MOST_UNTAKEN = 1024 * 1024  # bytes that may lie ready for somebody who goes on asking
RESTART, NO_TEXT = 1012, 1007  # why connections are closed
SHORT, LONG = 126, 1 << 16  # bytes: from here on a frame says its size in two bytes, and in eight
TEXT, MASKED = 0x81, 0x80  # how a frame begins that is a whole text; what is added to its size if it is masked
MASK_AT, MASKED_AT = 2, 6  # where the mask of a short frame begins, and what it masks
HEAD_ENDS = b"\r\n\r\n"


class Listener(Protocol):
    """Who hears what a connection has to say."""

    def received(self, text: str) -> None: ...
    def writable(self) -> None:
        """What was refused may be sent now."""

    def lost(self) -> None:
        """It is over. Called once, whoever ended it."""


class Carrier(Protocol):
    """An open WebSocket, as whoever listens to it has it."""

    def listen(self, listener: Listener) -> None:
        """To be called after it was accepted; the app that did so may then return."""

    def send(self, *texts: bytes) -> bool:
        """Send texts in one write, without waiting for it; False if the other side has to catch up first
        (`writable`), and then none of them is sent."""

    def pause(self, paused: bool) -> None:
        """Whether to read anything at present."""

    def close(self, code: int, reason: str = "") -> None:
        """Say why. Who does not take it is cut off."""


class HttpConnection(HttpToolsProtocol):
    """Hangs up on who is too long about their headers, in time or in bytes."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self._patience: TimerHandle | None = None
        self._head = 0  # bytes of headers that are not complete yet

    def connection_made(self, transport: BaseTransport) -> None:
        super().connection_made(transport)  # type: ignore[arg-type]
        self._await_head()

    def connection_lost(self, exc: Exception | None) -> None:
        self._have_head()
        super().connection_lost(exc)

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._await_head()

    def on_headers_complete(self) -> None:
        self._have_head()
        super().on_headers_complete()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self._patience is not None:
            self._head += len(data)
            if self._head > LARGEST_HEAD:
                self.transport.abort()

    def _await_head(self) -> None:
        if self._patience is None:
            self._head = 0
            self._patience = self.loop.call_later(HEAD_WITHIN, self.transport.abort)

    def _have_head(self) -> None:
        if self._patience is not None:
            self._patience.cancel()
            self._patience = None


class SocketConnection(asyncio.Protocol):
    """Speaks as `websockets` says, whose `ServerProtocol` is the standard without any reading or writing."""

    __slots__ = (
        "_answer", "_app", "_count", "_every", "_heard", "_listener", "_loop", "_pieces", "_protocol", "_scope",
        "_state", "_timer", "_transport", "_unread", "_writable",
    )  # fmt: skip
    _transport: asyncio.Transport

    def __init__(self, config: uvicorn.Config, server_state: ServerState, app_state: dict[str, Any]) -> None:
        self._app, self._state, self._loop = config.loaded_app, server_state, asyncio.get_running_loop()
        self._every = config.ws_ping_interval or 0.0
        self._protocol = ServerProtocol(max_size=config.ws_max_size)
        self._scope: Scope | None = None  # until it is opened, as is the answer to the request
        self._answer: Response | None = None
        self._listener: Listener | None = None
        self._pieces: list[bytes] | None = None  # of a text whose end has not come yet
        self._count = 0  # of the pieces of a message whose end has not come yet
        self._unread = 0  # bytes that the protocol was given and has made no frame of yet
        self._timer: TimerHandle | None = None
        self._writable = True  # it is open, and the other side takes what it is sent
        self._heard = True

    # --- What the event loop tells ------------------------------------------------------------------------------------

    def connection_made(self, transport: BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)
        self._state.connections.add(self)  # type: ignore[arg-type]  # of a union of its own protocols

    def connection_lost(self, exc: Exception | None) -> None:
        self._writable = False
        self._state.connections.discard(self)
        self._set_timer(None)
        self._protocol.receive_eof()
        if self._listener is not None:
            self._listener.lost()

    def eof_received(self) -> None:
        """The transport closes itself."""

    def pause_writing(self) -> None:
        self._writable = False

    def resume_writing(self) -> None:
        self._writable = self._protocol.state is State.OPEN
        if self._listener is not None and self._writable:
            self._listener.writable()

    def data_received(self, data: bytes) -> None:
        self._heard = True
        listener = self._listener
        if listener is not None and self._is_between_messages() and (text := plain_text(data)) is not None:
            listener.received(text)
            return
        self._unread += len(data)
        self._protocol.receive_data(data)
        for event in self._protocol.events_received():
            if isinstance(event, Frame):
                self._unread -= _size_of(event)
                self._on_frame(event)
            elif isinstance(event, Request):
                if data.find(HEAD_ENDS) + len(HEAD_ENDS) == self._unread:
                    self._unread = 0  # else it stays above that for good, and everything passes the protocol
                self._on_request(event)
        if output := self._protocol.data_to_send():
            self._writable &= self._protocol.state is State.OPEN
            self._write_answers(output)
            if SEND_EOF in output:
                self._finish()

    def _is_between_messages(self) -> bool:
        """Whether what comes now begins a message. Then the protocol need not see a plain text: nothing of it changes
        with one."""
        return not self._unread and not self._count and self._protocol.state is State.OPEN

    def _write_answers(self, output: list[bytes]) -> None:
        """To pings and to goodbyes. They do not pass the queue that everything else waits in."""
        if self._transport.get_write_buffer_size() > MOST_UNTAKEN:
            self._transport.abort()
        else:
            self._transport.write(b"".join(output))

    def shutdown(self) -> None:
        """The server stops."""
        self.close(RESTART)
        self._finish()

    # --- Opening ------------------------------------------------------------------------------------------------------

    def _on_request(self, request: Request) -> None:
        self._answer = self._protocol.accept(request)
        if self._answer.status_code != HTTPStatus.SWITCHING_PROTOCOLS:
            self._protocol.send_response(self._answer)
            return
        self._scope = _scope_of(request, self._transport)
        self._scope[CONNECTION] = self
        task = self._loop.create_task(self._open())
        self._state.tasks.add(task)
        task.add_done_callback(self._state.tasks.discard)

    async def _open(self) -> None:
        """Let the app decide. It refuses with an answer, or accepts and says who listens."""
        try:
            await self._app(self._scope, self._asked, self._said)
        except Exception as fault:
            logs.fault("socket", fault)
        self._scope = self._answer = None
        if self._listener is None:
            self._finish()
        elif self._every:
            self._set_timer(self._every)

    async def _asked(self) -> Message:
        return {"type": "websocket.connect"}

    async def _said(self, message: Message) -> None:
        """ASGI's `send`, before anybody listens."""
        if self._transport.is_closing():
            raise OSError("they have hung up")
        assert self._answer is not None
        match message["type"]:
            case "websocket.accept":
                self._answer.headers.update(_decoded(message))
                self._protocol.send_response(self._answer)
            case "websocket.http.response.start":
                self._answer = self._protocol.reject(message["status"], "")
                for name, value in _decoded(message):
                    self._answer.headers.pop(name, None)
                    self._answer.headers[name] = value
            case "websocket.http.response.body":
                self._answer.body = (self._answer.body or b"") + message.get("body", b"")
                if not message.get("more_body", False):
                    self._protocol.send_response(self._answer)
            case "websocket.close" if self._protocol.state is State.CONNECTING:
                self._protocol.send_response(self._protocol.reject(HTTPStatus.FORBIDDEN, ""))
            case "websocket.close":
                self.close(message.get("code", 1000), message.get("reason") or "")
        self._transport.write(b"".join(self._protocol.data_to_send()))

    # --- As a carrier -------------------------------------------------------------------------------------------------

    def listen(self, listener: Listener) -> None:
        self._listener = listener
        if self._transport.is_closing():
            self._loop.call_soon(listener.lost)

    def send(self, *texts: bytes) -> bool:
        if not self._writable:
            return False
        # Nothing of the protocol's changes with a text, so it need not pass it.
        self._transport.write(text_frame(texts[0]) if len(texts) == 1 else b"".join(map(text_frame, texts)))
        return True

    def pause(self, paused: bool) -> None:
        if not self._transport.is_closing():
            (self._transport.pause_reading if paused else self._transport.resume_reading)()

    def close(self, code: int, reason: str = "") -> None:
        if self._protocol.state is State.OPEN:
            self._writable = False
            self._protocol.send_close(code, reason)
            self._transport.write(b"".join(self._protocol.data_to_send()))
            self.pause(False)  # until they have said goodbye as well
            self._set_timer(CUT_AFTER)

    # --- Time ---------------------------------------------------------------------------------------------------------

    def _finish(self) -> None:
        """Close when all that was sent is taken, or without that after a while."""
        self._set_timer(CUT_AFTER)
        self._transport.close()

    def _set_timer(self, seconds: float | None) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._timer = None if seconds is None else self._loop.call_later(seconds, self._time_is_up)

    def _time_is_up(self) -> None:
        """Cut off who has not taken our goodbye, and who has said nothing since we asked whether they are there."""
        if self._protocol.state is not State.OPEN or not self._heard:
            self._transport.abort()
            return
        self._heard = False
        self._protocol.send_ping(b"")
        self._transport.write(b"".join(self._protocol.data_to_send()))
        self._set_timer(self._every)

    # --- Messages -----------------------------------------------------------------------------------------------------

    def _on_frame(self, frame: Frame) -> None:
        """A whole text most often; others come in pieces. What is no text is nothing we know, and heard as none."""
        match frame.opcode:
            case Opcode.TEXT if frame.fin:
                self._deliver(frame.data)
            case Opcode.BINARY if frame.fin:
                self._deliver(b"")
            case Opcode.TEXT | Opcode.BINARY | Opcode.CONT:
                self._add(frame)

    def _add(self, frame: Frame) -> None:
        """Empty pieces have no size that a limit of sizes would notice."""
        if frame.opcode is not Opcode.CONT:
            self._pieces = [] if frame.opcode is Opcode.TEXT else None
            self._count = 0
        self._count += 1
        if self._pieces is not None:
            self._pieces.append(bytes(frame.data))
        if self._count > MOST_PIECES:
            self._transport.abort()
        elif frame.fin:
            self._deliver(b"".join(self._pieces or ()))
            self._pieces, self._count = None, 0

    def _deliver(self, data: Any) -> None:
        if self._listener is None or self._protocol.state is not State.OPEN:
            return  # nobody is to hear it any more
        try:
            text = str(data, "utf-8")
        except UnicodeDecodeError:
            self._protocol.fail(NO_TEXT)
            return
        self._listener.received(text)


def plain_text(data: bytes) -> str | None:
    """The text of a frame if that is whole and short and nothing else came, as nearly always; None if not.

    The protocol takes ten times as long to find it.
    """
    size = len(data) - MASKED_AT
    if not 0 <= size < SHORT or data[0] != TEXT or data[1] != MASKED | size:
        return None
    try:
        return apply_mask(data[MASKED_AT:], data[MASK_AT:MASKED_AT]).decode()
    except UnicodeDecodeError:
        return None


def _size_of(frame: Frame) -> int:
    """Bytes that a client's frame takes at least, and takes if it says its size as the standard wants it."""
    size = len(frame.data)
    return MASKED_AT + size + (0 if size < SHORT else 2 if size < LONG else 8)


def text_frame(payload: bytes) -> bytes:
    """As `Frame(Opcode.TEXT, payload).serialize(mask=False)`, which takes ten times as long, four times a move."""
    size = len(payload)
    if size < SHORT:
        return b"\x81%c%b" % (size, payload)
    if size < LONG:
        return b"\x81\x7e%b%b" % (size.to_bytes(2), payload)
    return b"\x81\x7f%b%b" % (size.to_bytes(8), payload)


def _scope_of(request: Request, transport: asyncio.Transport) -> Scope:
    path, _, query = request.path.partition("?")
    return {
        "type": "websocket",
        "asgi": {"version": "3.0", "spec_version": "2.4"},
        "http_version": "1.1",
        "scheme": "ws",
        "server": transport.get_extra_info("sockname")[:2],
        "client": transport.get_extra_info("peername")[:2],
        "root_path": "",
        "path": unquote(path),
        "raw_path": path.encode("ascii"),
        "query_string": query.encode("ascii"),
        "headers": [(name.encode("ascii"), value.encode("latin-1")) for name, value in request.headers.raw_items()],
        "subprotocols": [],
        "state": {},
        "extensions": {"websocket.http.response": {}},
    }


def _decoded(message: Message) -> list[tuple[str, str]]:
    return [(name.decode("latin-1"), value.decode("latin-1")) for name, value in message.get("headers", ())]
