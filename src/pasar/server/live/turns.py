"""Whose turn it is to change something: a lock that can be taken without waiting, and so without a task."""

import asyncio
from collections import deque


class Turns:
    """First come, first served. As `asyncio.Lock`, which only a coroutine can take."""

    __slots__ = ("_waiting", "taken")

    def __init__(self) -> None:
        self.taken = False
        self._waiting: deque[asyncio.Future[None]] | None = None  # made when somebody has to wait

    def take(self) -> bool:
        """Whether it is one's turn now; then `give` ends it."""
        free, self.taken = not self.taken, True
        return free

    def give(self) -> None:
        """The next one's turn: it is theirs before they know."""
        while self._waiting:
            turn = self._waiting.popleft()
            if not turn.done():
                turn.set_result(None)
                return
        self.taken, self._waiting = False, None

    async def __aenter__(self) -> None:
        if self.take():
            return
        turn = asyncio.get_running_loop().create_future()
        if self._waiting is None:
            self._waiting = deque()
        self._waiting.append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self.give()  # it had come just then
            raise

    async def __aexit__(self, *_: object) -> None:
        self.give()
