"""One history: a seed, from the first process that starts to the last comparison."""

import asyncio
import contextlib
import gc
import hashlib
import random
import sys
import warnings
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, partial
from itertools import count
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest import mock

from pasar.server import run
from pasar.server.base import logs
from pasar.server.base.clock import SystemClock
from pasar.server.base.settings import Settings
from pasar.server.http.app import make_app
from pasar.server.http.services import Services
from pasar.server.live import live_table, onlooker, thinking
from pasar.server.live.registry import Registry
from pasar.store import news, writer
from pasar.store.contract import BadDatabase, StoreFault
from pasar.store.database import Database
from simulate.actors import Onlooker, Person, Program, Reader
from simulate.database import Listener, Simulated, Site
from simulate.loop import BEGIN, Loop, Process, Queue, Thread
from simulate.network import Network
from simulate.referee import MINUTE, Referee, same_table

KEY = bytes(range(32))
SETTINGS = Settings.read({}, data=Path("/nowhere"), limits_scale=0)
TO_THE_END = 0.08  # of all histories, those in which a game is played to its end
A_MOVE = 1.0  # seconds of a history for each move that is wanted, before all is put right
SHORT = 25  # moves; longer histories have calmer weather, in which games come further
SETTLE = 120.0  # seconds in which all must then have come to rest
NOTICED = 40.0  # seconds within which a server sees that a clock has run out, though another had claimed the table


@cache
def app_of(slot: int) -> Any:
    """Routes take long to put together, and know nothing of what is behind them."""
    services: Any = SimpleNamespace(
        settings=SETTINGS, metrics=Services.make(SETTINGS, None, SystemClock(), KEY).metrics
    )
    return make_app(services, None)


class House:
    """A server of the site: processes, one after the other."""

    def __init__(self, world: "World", slot: int) -> None:
        self.world, self.slot = world, slot
        self.app: Any = None
        self.registry: Registry | None = None
        self.process = Process("none")
        self.process.alive = False

    def start(self) -> None:
        loop = self.world.loop
        self.process = loop.started(f"server {self.slot}")
        self.stopping = asyncio.Event()
        loop.inside(self.process, self._begin, self.process)

    def _begin(self, process: Process) -> None:
        process.kept.append(self.world.loop.create_task(self._serve(process)))

    async def _serve(self, process: Process) -> None:
        try:
            async with run.opened(SETTINGS, SystemClock()) as (services, registry):
                app = app_of(self.slot)
                app.state.services, app.state.registry = services, registry
                self.app, self.registry = app, registry
                self.world.up(self)
                await self.stopping.wait()
                registry.say_goodbye()
                self.app = None
                await asyncio.sleep(0.5)
        except (StoreFault, BadDatabase):
            pass  # whoever keeps it running starts it again
        self.world.loop.outside_at(self.world.loop.now, self._ended, process)

    def _ended(self, process: Process) -> None:
        if process.alive:
            self.kill()

    def kill(self) -> None:
        world, self.app, self.registry = self.world, None, None
        world.loop.kill(self.process)
        world.network.cut(self.process)
        world.site.listeners = [each for each in world.site.listeners if each.process is not self.process]
        world.went_down()
        pause = world.weather.choice([0.2, 2.0, 5.0, 80.0 if world.longest > 180 else 5.0])
        world.loop.outside_at(world.loop.now + (0.2 if world.settling else pause), self.start)


class World:
    def __init__(self, seed: int, moves: int = 40) -> None:
        self.seed, self.moves_wanted = seed, moves
        self.loop = Loop(seed)
        self.chance, self.weather = random.Random(f"referee {seed}"), random.Random(f"weather {seed}")
        self.counts: Counter[str] = Counter()
        self.trace = hashlib.sha256()
        self.lines: list[str] | None = None  # the trace itself, if somebody wants to read it
        self.referee = Referee(self)
        setting = random.Random(f"setting {seed}")
        self.shared = setting.random() < 0.5
        self.game = setting.choice(["bali", "bali", "basari"])
        self.players = 3 if self.game == "basari" else setting.choice([2, 2, 3])
        self.clock = setting.choice([0, 0, 0, 1])
        self.longest = A_MOVE * moves + (180.0 if self.clock and setting.random() < 0.5 else 5.0)
        self.rematches = setting.random() < 0.5
        self.loop.a_thought = random.Random(f"bots {seed}").choice([0.001, 0.001, 0.4])
        self.calm = setting.choice([0.3, 1.0, 3.0]) * max(1.0, moves / SHORT)  # seconds between two faults
        if random.Random(f"end {seed}").random() < TO_THE_END:
            self._to_the_end()
        self.site = Site(self.loop, seed, self.shared, self.counts, self.referee.committed)
        self.network = Network(self.loop, seed, self.counts)
        self.network.tap = self.referee.told
        self.houses = [House(self, slot) for slot in range(2 if self.shared else 1)]
        self.people = self._people(setting)
        self.at: tuple[str, str] | None = None
        self.patience = setting.uniform(1, 5)
        self.settling = False
        self.hindered = False
        self.down_at: float | None = 0.0  # since when no server is up
        self.down: list[tuple[float, float]] = []
        self._tasks: list[asyncio.Task[None]] = []

    def _to_the_end(self) -> None:
        """A whole game and what comes after it, in weather that lets it come there."""
        self.moves_wanted, self.longest, self.calm, self.rematches = 1000, 150.0, 4.0, True
        self.game, self.players = "bali", 2

    def _people(self, setting: random.Random) -> list[Person]:
        persons = [Person(self, "Ann", seats=setting.choice([1, 1, 1, 2])), Person(self, "Bob")]
        if setting.random() < 0.4:
            persons.append(Program(self, "Cyd"))
        if setting.random() < 0.5:
            persons.append(Onlooker(self, "Dan"))
        return persons

    def note(self, kind: str, what: Any) -> None:
        line = f"{self.loop.now:.6f} {kind} {what}\n"
        self.trace.update(line.encode())
        if self.lines is not None:
            self.lines.append(line)

    # --- When servers could be asked ----------------------------------------------------------------------------------

    def up(self, house: House) -> None:
        if self.down_at is not None:
            self.down.append((self.down_at, self.loop.now))
            self.down_at = None

    def went_down(self) -> None:
        self.hindered = True
        if self.down_at is None and all(house.app is None for house in self.houses):
            self.down_at = self.loop.now

    def served_since(self, begun: float) -> float:
        """Seconds since then in which somebody could have been served."""
        now = self.loop.now
        away = sum(max(0.0, end - max(start, begun)) for start, end in self.down)
        return now - begun - away

    def anybody_was_hindered(self) -> bool:
        return self.hindered

    # --- One history --------------------------------------------------------------------------------------------------

    async def main(self) -> None:
        for house in self.houses:
            house.start()
        self._tasks = [self.loop.create_task(person.live()) for person in self.people]
        self._tasks.append(self.loop.create_task(Reader(self, self.people[0]).live()))
        await self._open()
        storm = self.loop.create_task(self._storm())
        while self.loop.now < self.longest and not self._enough():
            await asyncio.sleep(0.5)
            self._look()
        storm.cancel()
        await self._settle()
        await self._outwait()
        self.referee.check_logs(self.site.everything())

    async def _open(self) -> None:
        ann = self.people[0]
        while not ann.id:
            await asyncio.sleep(0.1)
            self._look()
        self.at = await ann.open(game=self.game, players=self.players, clock=self.clock)

    def _look(self) -> None:
        for task in self._tasks:
            if task.done():
                task.result()
        if self.loop.faults:
            raise self.referee.wrong(f"nobody caught this: {self.loop.faults[0]}") from self.loop.faults[0].get(
                "exception"
            )

    def _enough(self) -> bool:
        assert self.at is not None
        book = self.referee.books[self.at[0]]
        over = book.stage == "over" and not self.rematches
        opener = book.opened_by
        again = book.stage == "playing" and opener is not None and opener.type == "rematch"
        return over or again or book.stage == "closed" or self.referee.moves >= self.moves_wanted

    def go_on(self, table: str) -> None:
        """Somebody has found the rematch, and passes its link on to all who look at the old table."""
        if self.at is not None and self.at[0] != table and self.referee.books[self.at[0]].rematch == table:
            self.at = (table, self.referee.books[table].table.key)

    async def _settle(self) -> None:
        """All is put right. Then everybody must see the same table, and it waits only for people."""
        self._calm_down()
        until = self.loop.now + SETTLE
        while not self._at_rest():
            self._look()
            if self.loop.now > until:
                raise self.referee.wrong(f"they do not come to rest: {self._unrest()}")
            await asyncio.sleep(0.5)
        self._compare()

    def _calm_down(self) -> None:
        self.settling = True
        self.site.down = self.site.full = False
        self.site.cut_off.clear()
        self.site.lost, self.site.delay, self.network.lost, self.network.delay = 0.0, 0.002, 0.0, 0.01
        for house in self.houses:
            house.process.paused = False
        for connection in self.network.open:
            connection.stall(0.0)
            if hasattr(connection, "takes"):
                connection.takes = True

    def _at_rest(self) -> bool:
        return not self._unrest()

    def _unrest(self) -> str:
        assert self.at is not None
        book = self.referee.books[self.at[0]]
        if any(house.app is None for house in self.houses):
            return "a server does not come up"
        if any(book.seats[seat].plays_itself for seat in book.waiting()):
            return f"a bot does not play: {book.waiting()}"
        unsettled = [each.name for each in self.people if not each.settled(book.table.public_version)]
        return f"these do not see the end: {unsettled}" if unsettled else ""

    def _compare(self) -> None:
        """What everybody has been told bit by bit is what the log says; and so is what the servers have in mind."""
        assert self.at is not None
        book = self.referee.books[self.at[0]]
        for person in self.people:
            assert person.visit is not None
            self.referee.final(book, person.visit)
        for house in self.houses:
            live = house.registry.tables.get(book.id) if house.registry is not None else None
            if live is not None and live.table.version == book.number:
                same_table(self.referee, live.table, book.table, "a server's memory")

    async def _outwait(self) -> None:
        """Nobody does anything any more. Where there is a clock it runs out for who is waited for, and that is seen.

        It may begin anew once, after what has happened. Where somebody has set the clock nothing is asked: when
        a table is to be looked at was noted by that.
        """
        assert self.at is not None
        book = self.referee.books[self.at[0]]
        if not book.clock or not book.waiting() or self.counts["clock set"]:
            return
        here = [number for number, seat in enumerate(book.seats) if not seat.away]
        until = self.loop.now + 2 * MINUTE * book.clock + NOTICED
        while book.waiting() and not any(book.seats[seat].away for seat in here):
            self._look()
            if self.loop.now > until:
                raise self.referee.wrong(f"{book.id}: the clock of seats {book.waiting()} does not run out")
            await asyncio.sleep(0.5)
        self.referee.checked["clocks that ran out in the end"] += 1

    # --- What goes wrong ----------------------------------------------------------------------------------------------

    async def _storm(self) -> None:
        faults = [getattr(self, name) for name in dir(self) if name.startswith("fault_")]
        while True:
            await asyncio.sleep(self.weather.expovariate(1 / self.calm))
            self.weather.choice(faults)()

    def _for(self, seconds: float, end: Any) -> None:
        self.loop.outside_at(self.loop.now + self.weather.expovariate(1 / seconds), end)

    def _some_house(self) -> House | None:
        alive = [house for house in self.houses if house.process.alive]
        return self.weather.choice(alive) if alive else None

    def fault_kill(self) -> None:
        if (house := self._some_house()) is not None:
            self.counts["process killed"] += 1
            self.note("fault", "kill")
            house.kill()

    def fault_stop(self) -> None:
        if (house := self._some_house()) is not None and house.app is not None and not house.process.paused:
            self.counts["process told to stop"] += 1
            self.loop.inside(house.process, house.stopping.set)

    def fault_suspend(self) -> None:
        if (house := self._some_house()) is not None and not house.process.paused:
            self.counts["process suspended"] += 1
            self.hindered = house.process.paused = True
            process = house.process
            self._for(
                self.weather.choice([0.2, 2.0, 40.0 if self.clock else 4.0]), lambda: setattr(process, "paused", False)
            )

    def fault_leap(self) -> None:
        """Somebody sets the clock of a machine, which is the only one."""
        if not self.shared and (house := self._some_house()) is not None:
            self.counts["clock set"] += 1
            self.hindered = True
            house.process.leapt += self.weather.choice([-3600.0, -20.0, 20.0, 100.0, 86400.0])

    def fault_cut(self) -> None:
        if self.network.open:
            self.counts["connection cut"] += 1
            self.weather.choice(self.network.open).lose(self.weather.choice([0.01, 1.0, 20.0]))

    def fault_stall(self) -> None:
        if self.network.open:
            self.counts["connection stalled"] += 1
            self.weather.choice(self.network.open).stall(self.weather.expovariate(0.2))

    def fault_partition(self) -> None:
        """Nobody reaches one of the servers for a while, although it runs."""
        if (house := self._some_house()) is not None:
            self.counts["server cut off from everybody"] += 1
            for connection in self.network.open:
                if connection.process is house.process:
                    connection.stall(self.weather.uniform(0.5, 5))

    def fault_deaf(self) -> None:
        takers = [each for each in self.network.open if getattr(each, "takes", False)]
        if takers:
            self.counts["somebody takes nothing"] += 1
            deaf = self.weather.choice(takers)
            deaf.takes = False
            self._for(4.0, lambda: setattr(deaf, "takes", True))

    def fault_slow_network(self) -> None:
        self.counts["slow network"] += 1
        self.network.delay = self.weather.choice([0.001, 0.05, 0.5])
        self._for(2.0, lambda: setattr(self.network, "delay", 0.01))

    def fault_lossy_requests(self) -> None:
        self.network.lost = self.weather.choice([0.2, 0.5])
        self._for(6.0, lambda: setattr(self.network, "lost", 0.0))

    def fault_slow_database(self) -> None:
        self.counts["slow database"] += 1
        self.site.delay = self.weather.choice([0.0005, 0.05, 0.5])
        self._for(2.0, lambda: setattr(self.site, "delay", 0.002))

    def fault_lost_commits(self) -> None:
        if self.shared:
            self.site.lost = self.weather.choice([0.1, 0.5, 1.0])  # with the last for longer than anybody waits
            self._for(14.0 if self.site.lost == 1.0 else 2.0, lambda: setattr(self.site, "lost", 0.0))

    def fault_full(self) -> None:
        self.site.full = True
        self._for(1.5, lambda: setattr(self.site, "full", False))

    def fault_database_crash(self) -> None:
        if self.shared:
            self.counts["database crashed"] += 1
            self.site.crash()
        else:
            self.site.down = True  # another program has locked the file
            self.counts["database locked"] += 1
        self._for(self.weather.choice([0.5, 1.5, 12.0]), lambda: setattr(self.site, "down", False))

    def fault_cut_off(self) -> None:
        if self.shared and (house := self._some_house()) is not None:
            self.counts["server cut off from its database"] += 1
            process = house.process
            self.site.cut_off.add(process)
            for listener in self.site.listeners:
                if listener.process is process:
                    listener.lose()
            self._for(3.0, lambda: self.site.cut_off.discard(process))

    def fault_lost_news(self) -> None:
        if self.site.listeners:
            self.weather.choice(self.site.listeners).lose()


@dataclass(frozen=True)
class Outcome:
    seed: int
    trace: str
    moves: int
    seconds: float  # of the simulated world
    counts: Counter[str]
    checked: Counter[str]
    steps: int


@contextlib.contextmanager
def patched(world: World) -> Iterator[None]:
    """Whatever the server asks the outside world for, time, chance, threads, its database, it is given by the seed."""
    loop, chance, numbers = world.loop, random.Random(f"secrets {world.seed}"), count()
    met: dict[int, tuple[Any, int]] = {}

    def opened(url: str, patience: float) -> Database:
        if world.site.down:
            world.site.travel()
            raise BadDatabase("it is down")
        return Simulated(world.site, loop.current)

    def fault(name: str, exception: BaseException, /, **fields: Any) -> None:
        if loop.current.alive and loop.failure is None:
            failure = world.referee.wrong(f"a fault of the server ({name}): {exception!r}")
            failure.__cause__ = exception

    def serial(self: Any) -> int:
        """Where something lies in memory is no part of a history. It is kept: another must not lie there later."""
        return met.setdefault(id(self), (self, next(numbers)))[1]

    times = {
        "time": lambda: BEGIN + loop.now + loop.current.leapt,
        "monotonic": lambda: loop.now,
        "perf_counter": lambda: loop.now,
        "thread_time": lambda: 0.0,
        "sleep": loop.pause,
    }
    drawn = {
        "token_hex": lambda size=32: chance.randbytes(size).hex(),
        "token_bytes": lambda size=32: chance.randbytes(size),
        "token_urlsafe": lambda size=32: chance.randbytes(size).hex()[: (4 * size + 2) // 3],
        "randbits": chance.getrandbits,
        "randbelow": chance.randrange,
    }
    with contextlib.ExitStack() as stack:
        for change in (
            mock.patch.multiple("time", **times),
            mock.patch.multiple("secrets", **drawn),
            mock.patch.object(live_table, "_chance", chance),
            mock.patch.object(logs, "fault", fault),
            mock.patch.multiple(run, load_key=lambda path: KEY),
            mock.patch.multiple(Database, open=staticmethod(opened)),
            mock.patch.multiple(writer, SimpleQueue=_Generic(partial(Queue, loop))),
            mock.patch.object(writer, "threading", SimpleNamespace(Thread=partial(Thread, loop))),
            mock.patch.multiple(news, NewsListener=Listener),
            mock.patch.multiple(thinking, STAND_IN="greedy", ADVISER="medium:8sims"),
            mock.patch.object(onlooker.Onlooker, "__hash__", serial),  # a set of them has the same order every time
        ):
            stack.enter_context(change)
        yield


class _Generic:
    """Something that may be written with the type of what is in it."""

    def __init__(self, make: Any) -> None:
        self._make = make

    def __getitem__(self, _: Any) -> Any:
        return self._make

    def __call__(self) -> Any:
        return self._make()


def history(seed: int, moves: int = 40, lines: list[str] | None = None) -> Outcome:
    """Let one happen. Raises Wrong (or NoEnd) if something is."""
    for slot in range(2):
        app_of(slot)
    world = World(seed, moves)
    world.lines = lines
    collecting = gc.isenabled()
    gc.disable()
    try:
        with patched(world):
            world.loop.run(world.main())
        return Outcome(
            seed, world.trace.hexdigest(), world.referee.moves, world.loop.now, world.counts, world.referee.checked,
            world.loop.steps,
        )  # fmt: skip
    finally:
        _bury(world)
        if collecting:
            gc.enable()


def _bury(world: World) -> None:
    """What was alive in the end is thrown away now, where what it says about that disturbs nobody."""
    world.__dict__.clear()
    with warnings.catch_warnings(), mock.patch.object(sys, "unraisablehook"):
        warnings.simplefilter("ignore")
        gc.collect(0)  # all that came to be while nothing was collected
