"""What the tests that mean harm share."""

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator
from contextlib import AbstractContextManager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import websockets

from pasar.server.base.settings import Settings
from pasar.server.table.views import encoded
from support.tables import PATIENCE, At, Client, Server, serving

CLOCK = SimpleNamespace(now=lambda: 1_800_000_000.0, jumped=lambda: 0.0)
EVIL = "https://evil.example"


def attacked(folder: Path, **chosen: Any) -> AbstractContextManager[Server]:
    """A server for many tests, each with tables of its own. Its clock stands still: limits give nothing back."""
    return serving(Settings.read({}, data=folder, **chosen), CLOCK)


async def there(server: Server, work: Any) -> Any:
    """What a coroutine returns, run where the server runs."""
    return await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(work, server.loop))


async def kept(server: Server, at: At) -> tuple[int, Any]:
    live = server.registry.tables[at.id]
    while live.thinking:  # bots do as they please
        await asyncio.sleep(0.01)
    entries = await there(server, server.services.store.entries(at.id))

    async def shown() -> Any:
        return json.loads(encoded(live.snapshot(live.table.host, 0) | {"presence": None}))

    return len(entries), await there(server, shown())


@contextlib.asynccontextmanager
async def unchanged(server: Server, at: At) -> AsyncIterator[None]:
    """The log's length and the table, as its host sees it, are afterwards what they were."""
    before = await kept(server, at)
    yield
    assert await kept(server, at) == before


async def end_of(client: Client) -> tuple[int, str]:
    """How the server ends a connection: code and reason."""
    await asyncio.wait_for(client.socket.wait_closed(), PATIENCE)
    return client.socket.close_code, client.socket.close_reason


async def handshake(url: str, at: At, **headers: str) -> tuple[int, str]:
    """Status and code of a socket that is refused before it is open."""
    address = f"{url.replace('http', 'ws', 1)}/api/tables/{at.id}/socket"
    with pytest.raises(websockets.InvalidStatus) as refused:
        await websockets.connect(address, additional_headers=headers, proxy=None)
    answer = refused.value.response
    return answer.status_code, json.loads(answer.body)["error"]["code"]


async def raw(server: Server, request: bytes) -> bytes:
    host, port = server.url.removeprefix("http://").split(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    writer.write(request)
    answer = await asyncio.wait_for(reader.read(), PATIENCE)
    writer.close()
    with contextlib.suppress(ConnectionError):
        await writer.wait_closed()
    return answer
