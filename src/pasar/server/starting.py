"""A server that is not ready yet, because it compiles: it says that it lives, and asks everybody else to come back."""

import asyncio
import contextlib
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

PATIENCE = 5.0  # seconds that a request may take to arrive
ANSWER = (
    "HTTP/1.1 {status}\r\nContent-Type: application/json\r\nContent-Length: {length}\r\n"
    "Cache-Control: no-store\r\nConnection: close\r\n{more}\r\n{body}"
)
ALIVE = '{"status":"ok"}'
LATER = (
    '{"error":{"code":"starting","message":'
    '"The server is starting; the first time it compiles the rules. Come back soon."}}'
)


@asynccontextmanager
async def answered(sock: socket.socket) -> AsyncIterator[None]:
    """Whoever comes to this socket meanwhile gets an answer; it stays open for the real server."""
    server = await asyncio.start_server(_answer, sock=sock.dup())
    try:
        yield
    finally:
        server.close()


async def _answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with contextlib.suppress(OSError, EOFError, TimeoutError, asyncio.LimitOverrunError), contextlib.closing(writer):
        async with asyncio.timeout(PATIENCE):
            head = await reader.readuntil(b"\r\n\r\n")
            if head.split(b"\r\n", 1)[0].startswith((b"GET /health ", b"HEAD /health ")):
                writer.write(_written("200 OK", ALIVE))
            else:  # a browser tries again by itself
                writer.write(_written("503 Service Unavailable", LATER, "Retry-After: 5\r\nRefresh: 5\r\n"))
            await writer.drain()


def _written(status: str, body: str, more: str = "") -> bytes:
    return ANSWER.format(status=status, length=len(body), more=more, body=body).encode()
