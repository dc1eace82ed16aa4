"""One bot of somebody's own at one table: it sits down, plays, comes back after a lost connection, and leaves."""

import asyncio
import contextlib
import threading
from collections.abc import Callable
from dataclasses import replace

from pasar.bots.contract import Budget
from pasar.bots.own import OVERTIME, BotFault, OwnBot
from pasar.bots.roster import NamedBot
from pasar.client.connection import Connection, Json, Lost, ServerRefused
from pasar.client.link import Link
from pasar.errors import PasarError
from pasar.games.contract import Build

FIRST_PAUSE, LONGEST_PAUSE = 0.5, 8.0  # seconds between tries to come back; each is twice the one before
PATIENCE = 600.0  # seconds of trying, after which it is given up
LEAVE_WITHIN = 5.0
PASSED = frozenset({"stale", "not_your_turn", "over"})  # the table has moved on: what was decided is of no use


class Visit:
    def __init__(self, link: Link, bot: NamedBot, maker: str | None, token: str | None, tell: Callable[[str], None]):
        made = bot.make(0)
        assert isinstance(made, OwnBot)
        self._bot, self._budget = made, bot.budget
        self.program = bot.name.split(":")[1]
        self._maker, self._tell = maker, tell
        self._connection = Connection(link, token)
        self._table: Json = {}
        self._seat: int | None = None  # that it has, or has asked for
        self._sits = False  # whether the table has said so
        self._answered = -1  # the position in which it has moved: others' secret choices tell of it again

    @property
    def name(self) -> str:
        return f"{self.program} ({self._maker})"

    async def run(self) -> None:
        """Until the game is over. Whatever ends it before, the bot leaves, and a bot of the server plays on."""
        try:
            await self._arrive()
            await self._play()
        finally:
            if self._seat is not None and self._table["stage"] in ("lobby", "playing"):
                await self._leave()
            await self._connection.close()

    async def _arrive(self) -> None:
        try:
            called = await self._connection.arrive()
        except Lost as fault:
            raise PasarError(f"no server answers there ({fault}): is it running, and is the link right?") from fault
        self._maker = self._maker or called

    async def _leave(self) -> None:
        with contextlib.suppress(Lost, PasarError, TimeoutError):
            async with asyncio.timeout(LEAVE_WITHIN):
                await self._connection.command("leave")
            self._tell(f"{self.name} has left the table")

    async def _play(self) -> None:
        """Follow the table; after a lost connection again, with longer and longer pauses."""
        pause, waited = FIRST_PAUSE, 0.0
        while True:
            try:
                async for message in self._connection.news():
                    if waited:
                        self._tell(f"{self.name} is back at the table")
                    pause, waited = FIRST_PAUSE, 0.0
                    if await self._heard(message):
                        return
            except Lost as fault:
                if waited >= PATIENCE:
                    raise PasarError(f"{self.name} gives up: the server was away for {waited:.0f} s") from fault
                if not waited:  # once, however many tries it takes
                    self._tell(f"{self.name} has lost the connection ({fault}) and tries to come back")
                self._answered = -1
                wait = max(pause, fault.after)
                await asyncio.sleep(wait)
                pause, waited = min(2 * pause, LONGEST_PAUSE), waited + wait

    async def _heard(self, message: Json) -> bool:
        """Take in what the server says, and act on it; whether the visit is over."""
        self._table = message.get("table", self._table)
        if "you" in message:
            await self._seated(message["you"]["seats"])
        if self._table["stage"] == "closed":
            raise PasarError("the table was closed before the game began")
        play = message.get("play")
        if play and "result" in play:
            self._tell(_told(play["result"], self._table))
            return True
        if play and self._sits and self._seat in play["waiting"] and play["at"] != self._answered:
            await self._move(play)
        return False

    async def _seated(self, own: list[int]) -> None:
        """See to a seat, given those that the table says are ours: it may not have heard of the newest one yet."""
        seats = self._table["seats"]
        if len(own) > 1 or any(seats[number]["bot"] is None for number in own):
            raise PasarError("you sit at this table yourself: without a token your bot comes as a guest of its own")
        if own:
            self._seat, self._sits = own[0], True  # the host may have moved it
        elif self._sits:
            self._seat = None
            raise PasarError(f"{self.name} has no seat any more: the host has freed it")
        elif self._seat is None:
            await self._sit_down(seats)

    async def _sit_down(self, seats: list[Json]) -> None:
        if self._table["stage"] != "lobby":
            raise PasarError("the game has begun: a bot has to sit down before")
        for number, seat in enumerate(seats):
            if not seat["taken"] and await self._took(number):
                self._tell(f"{self.name} sits at the table and waits for the host to start")
                return
        raise PasarError(f"no seat is free for {self.name}")

    async def _took(self, seat: int) -> bool:
        self._seat = seat  # before the answer: whoever is stopped meanwhile may sit there
        try:
            await self._connection.command("sit", seat=seat, name=self._maker, bot=self.program)
        except ServerRefused as refused:
            if refused.code != "seat_taken":
                raise
            self._seat = None
            return False
        return True

    async def _move(self, play: Json) -> None:
        menu = play["menu"]
        open_moves = [*menu["open"], *(Build(**menu["build"]).texts() if menu["build"] else ())]
        try:
            move = await self._thought({**play["view"], "open": open_moves}, open_moves)
        except BotFault as fault:
            raise PasarError(f"{self.name} has broken down: {fault}") from fault
        self._answered = play["at"]
        try:
            await self._connection.move(move, play["at"])
        except ServerRefused as refused:
            if refused.code not in PASSED:
                raise

    async def _thought(self, view: Json, open_moves: list[str]) -> str:
        """Think in a thread that nobody waits for at the end: a bot may never answer."""
        loop, answer = asyncio.get_running_loop(), asyncio.get_running_loop().create_future()
        budget = replace(self._budget, cancel=threading.Event())

        def settle(move: str | None, fault: BotFault | None) -> None:
            if not answer.done():
                answer.set_exception(fault) if fault else answer.set_result(move)

        def think() -> None:
            try:
                result: tuple[str | None, BotFault | None] = (self._bot.answer(view, open_moves, budget).move, None)
            except BotFault as fault:
                result = (None, fault)
            with contextlib.suppress(RuntimeError):  # the loop has ended meanwhile
                loop.call_soon_threadsafe(settle, *result)

        threading.Thread(target=think, daemon=True).start()
        try:
            async with asyncio.timeout(_limit(budget)):  # `wait_for` would forget a Ctrl-C that comes with the answer
                move: str = await answer
        except TimeoutError:
            raise BotFault("timeout", f"no answer after {_limit(budget):g} s") from None
        finally:
            budget.cancel.set()
        return move


def _limit(budget: Budget) -> float | None:
    return None if budget.seconds is None else OVERTIME * budget.seconds + 1.0  # it tells of its lateness itself


def _told(result: Json, table: Json) -> str:
    points = ", ".join(
        f"{seat['name']} {points}" for seat, points in zip(table["seats"], result["points"], strict=True)
    )
    return f"the game is over: {points}"


async def visit_all(visits: list[Visit]) -> None:
    """Let all of them play. One that breaks down does not end the others; what went wrong is raised at the end."""
    ended = await asyncio.gather(*(visit.run() for visit in visits), return_exceptions=True)
    faults = [fault for fault in ended if isinstance(fault, BaseException)]
    for fault in faults:
        if not isinstance(fault, PasarError):
            raise fault
    if faults:
        raise PasarError("; ".join(dict.fromkeys(map(str, faults))))
