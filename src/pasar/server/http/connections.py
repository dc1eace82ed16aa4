"""How bytes come in and go out. uvicorn's protocols wait for ever for who says nothing, and keep whatever is sent to
them; these do not. A request has a while to say what it wants, and everybody to take what they were sent.
"""

import struct
from asyncio import BaseTransport, TimerHandle
from collections.abc import Sequence
from typing import Any

from uvicorn._types import ASGISendEvent
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame

HEAD_WITHIN = 10.0  # seconds for a request's line and headers
LARGEST_HEAD = 64 * 1024  # bytes of them
CUT_AFTER = 5.0  # seconds that a connection gets to take what was sent before it is cut
MOST_PIECES = 1000  # of one message
SEND_NOW = "pasar.send_now"  # under this name a socket's scope has the short way out
WHOLE_TEXT, SHORT = 0x81, 126
MOST_UNTAKEN = 1024 * 1024  # bytes that may lie ready for somebody who goes on asking


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


def text_head(size: int) -> bytes:
    """What goes before a whole text message of so many bytes (RFC 6455, 5.2)."""
    if size < SHORT:
        return bytes((WHOLE_TEXT, size))
    if size < 1 << 16:
        return struct.pack("!BBH", WHOLE_TEXT, SHORT, size)
    return struct.pack("!BBQ", WHOLE_TEXT, SHORT + 1, size)


class SocketConnection(WebSocketsSansIOProtocol):
    """Cuts off who takes nothing, and who sends what never becomes a message."""

    async def run_asgi(self) -> None:
        """Closing alone would wait for ever for who takes nothing."""
        self.scope[SEND_NOW] = self.send_now  # type: ignore[literal-required]
        await super().run_asgi()
        self.loop.call_later(CUT_AFTER, self.transport.abort)

    def send_now(self, payloads: Sequence[bytes]) -> bool:
        """Send messages in one write, without anybody's waiting for it; False if the other side has to catch up first.

        A message to a whole table goes this way: a third of what the ways through the framework cost.
        """
        if self.close_sent or self.disconnected or not self.handshake_complete or not self.writable.is_set():
            return False
        self.transport.write(b"".join([part for one in payloads for part in (text_head(len(one)), one)]))
        return True

    async def send(self, message: ASGISendEvent) -> None:
        """A handshake that was refused is complete, which uvicorn would log as a fault."""
        await super().send(message)
        if message["type"] == "websocket.http.response.body" and self.close_sent:
            self.handshake_complete = True

    def handle_ping(self) -> None:
        """Answers to pings do not pass the queue that everything else waits in."""
        if self.transport.get_write_buffer_size() > MOST_UNTAKEN:
            self.transport.abort()
        else:
            super().handle_ping()

    def handle_cont(self, event: Frame) -> None:
        """Empty pieces have no size that a limit of sizes would notice."""
        if len(self.frames) > MOST_PIECES:
            self.transport.abort()
        else:
            super().handle_cont(event)
