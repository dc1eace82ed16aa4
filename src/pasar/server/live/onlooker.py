"""Somebody who looks at a table: a socket or a stream, with what is still to be sent to it."""

import asyncio
from collections import deque
from collections.abc import Callable

MOST_WAITING = 256  # messages
MOST_BYTES = 4 * 1024 * 1024


class Onlooker:
    """A bounded queue of outgoing messages. Nobody waits for a connection that takes none: it is closed."""

    __slots__ = (
        "_bytes", "_waiting", "_wake", "as_spectator", "by_link", "closed", "eyes", "face", "name", "person",
        "send_now", "token", "when_closed",
    )  # fmt: skip

    def __init__(
        self, person: str | None, name: str, eyes: int | None, by_link: bool = False, token: str | None = None
    ) -> None:
        self.person, self.name, self.eyes = person, name, eyes
        self.face: str | None = None  # that the person has chosen
        self.by_link = by_link  # whether they came with the table's key
        self.token = token  # the id of the one with which a program came
        self.as_spectator = False  # whether they want to see what a spectator sees, although a seat is theirs
        self.closed: str | None = None  # why nothing more is sent
        self.when_closed: Callable[[], object] = _nothing
        self.send_now: Callable[..., bool] | None = None  # a short way, if the connection has one (`Carrier.send`)
        self._waiting: deque[bytes] | None = None  # made when there is something to wait, as most never have
        self._bytes = 0
        self._wake: asyncio.Event | None = None

    def send(self, *messages: bytes) -> bool:
        """Send messages, or queue them; False if that is one too many, and then the onlooker is closed."""
        if self.closed is not None:
            return True
        if self.send_now is not None and not self._waiting and self.send_now(*messages):
            return True
        return all(self._queue(message) for message in messages)

    def _queue(self, message: bytes) -> bool:
        if self._waiting is None:
            self._waiting = deque()
        self._bytes += len(message)
        if len(self._waiting) >= MOST_WAITING or self._bytes > MOST_BYTES:
            self.close("too_slow")
            return False
        self._waiting.append(message)
        if self._wake is not None:
            self._wake.set()
        return True

    def flush(self) -> None:
        """Send what waits, as far as the connection takes it."""
        assert self.send_now is not None
        while self._waiting and self.send_now(self._waiting[0]):
            self._bytes -= len(self._waiting.popleft())

    def close(self, why: str) -> None:
        """Send nothing more."""
        if self.closed is None:
            self.closed, self._waiting = why, None
            if self._wake is not None:
                self._wake.set()
            self.when_closed()

    async def next(self) -> bytes | None:
        """The next message, as soon as there is one; None when closed."""
        while not self._waiting:
            if self.closed is not None:
                return None
            self._wake = asyncio.Event()
            await self._wake.wait()
        message = self._waiting.popleft()
        self._bytes -= len(message)
        return message


def _nothing() -> None:
    pass
