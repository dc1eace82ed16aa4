"""One person's requests to a server: as a guest with a cookie, or with a token that speaks for somebody."""

import json
from collections.abc import AsyncIterator
from typing import Any

import httpx

from pasar.client.link import Link
from pasar.errors import PasarError

ALIVE_WITHIN = 30.0  # seconds: a stream has a line every few of them, if only an empty one
LOST = (httpx.TransportError, httpx.StreamError)  # whatever can happen on the way

Json = dict[str, Any]


class Lost(Exception):
    """The server cannot be reached just now; it may be soon."""

    def __init__(self, message: str, after: float = 0.0) -> None:
        super().__init__(message)
        self.after = after  # seconds to wait, if it said so


class ServerRefused(PasarError):
    """The server says no, and will say so again."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(f"the server says: {message} ({code})")
        self.code = code


class Connection:
    def __init__(self, link: Link, token: str | None) -> None:
        speaks = {"authorization": f"Bearer {token}"} if token else {"origin": link.server}
        key = {"pasar-key": link.key} if link.key else {}
        self._http = httpx.AsyncClient(base_url=link.server, headers={**speaks, **key}, timeout=ALIVE_WITHIN)
        self._table = f"/api/tables/{link.table}"

    async def close(self) -> None:
        await self._http.aclose()

    async def arrive(self) -> str:
        """Become a guest, or who the token speaks for; their name."""
        return str((await self._asked("GET", "/api/me"))["name"])

    async def command(self, type: str, **fields: Any) -> None:
        await self._asked("POST", f"{self._table}/commands", {"type": type, **fields})

    async def move(self, move: str, at: int) -> None:
        await self._asked("POST", f"{self._table}/moves", {"move": move, "at": at})

    async def _asked(self, method: str, path: str, body: Json | None = None) -> Json:
        try:
            answer = await self._http.request(method, path, json=body)
        except LOST as fault:
            raise Lost(str(fault) or type(fault).__name__) from fault
        return _checked(answer)

    async def news(self) -> AsyncIterator[Json]:
        """What happens at the table, beginning with all of it. Raises Lost when the stream ends."""
        try:
            async with self._http.stream("GET", f"{self._table}/stream") as stream:
                if stream.is_error:
                    await stream.aread()
                    _checked(stream)
                async for line in stream.aiter_lines():
                    if line:
                        yield json.loads(line)
        except LOST as fault:
            raise Lost(str(fault) or type(fault).__name__) from fault
        raise Lost("the server has ended the stream")


def _checked(answer: httpx.Response) -> Json:
    """What was answered. A server that is busy or about to restart is lost for a moment; any other refusal stays."""
    try:
        said = answer.json()
        error = said["error"] if answer.is_error else {}
    except (ValueError, LookupError, TypeError):
        if answer.status_code in (502, 503, 504):  # a proxy whose server restarts
            raise Lost(f"status {answer.status_code}") from None
        raise PasarError(f"{answer.request.url.host} is no server of Pasar: it answers {answer.status_code}") from None
    if answer.status_code in (429, 500, 503):
        raise Lost(error["message"], error.get("retry_after", 0.0))
    if answer.is_error:
        raise ServerRefused(error["code"], error["message"])
    return dict(said)
