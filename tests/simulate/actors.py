"""People, programs and onlookers, each with chances of their own. They look at what they are told and do something
about it: mostly what makes sense, sometimes what does not (an old position, somebody else's seat, everything twice).
"""

import asyncio
import contextlib
import random
from collections.abc import Mapping
from typing import Any

import orjson

from simulate.network import HOST, Broken, Exchange, Socket
from simulate.referee import Wish

Json = Mapping[str, Any]
ORDERS: dict[str, list[Json]] = {
    "bali": [{"skip_buying": "always"}, {"skip_buying": "ask"}, {}],
    "basari": [{"ceiling": 4}, {"floor": 3}, {}],
}
AT_LEISURE = 4.0  # times as long between two looks
PATIENCE = 5.0  # seconds without an answer after which somebody hangs up and tries again


class Call:
    """A request, as the referee knows it."""

    def __init__(self, person: "Person", wish: Wish | None = None, table: str | None = None) -> None:
        self.name, self.person, self.wish = person.name, person.id, wish
        self.table = wish.table if wish is not None else table

    def wish_of(self, connection: Any, message: Json) -> Wish | None:
        return self.wish


class Visit:
    """A socket, as the referee knows it, with what is known through it."""

    def __init__(self, person: "Person", table: str) -> None:
        self.name, self.person, self.table = person.name, person.id, table
        self.wishes: dict[str, Wish] = {}
        self.waiting: dict[str, float] = {}  # what is not answered yet, and since when
        self.version = -1
        self.seen: dict[str, Any] = {}

    def wish_of(self, connection: Any, message: Json) -> Wish | None:
        return self.wishes.get(message.get("id") or "")

    def hear(self, message: Json) -> bool:
        """Keep what is told, as a browser does. Whether something is missing."""
        kind = message["type"]
        if kind == "update" and message["from"] != self.version:
            return False
        if kind in ("table", "update"):
            self.version = message["version"]
            self.seen |= {name: message[name] for name in ("table", "play", "you") if name in message}
            lines = message.get("chat") if kind == "table" else [*self.seen.get("chat", ()), *message.get("lines", ())]
            self.seen["chat"] = list(lines or ())[-200:]
        elif "id" in message:
            self.waiting.pop(message["id"], None)
        return True


class Person:
    """Somebody with a browser. `seats`: how many they would like to have."""

    def __init__(self, world: Any, name: str, seats: int = 1) -> None:
        self.world, self.name, self.wanted = world, name, seats
        self.random = random.Random(f"{name} {world.seed}")
        self.id = ""
        self.headers: dict[str, str] = {}
        self.pace = self.random.choice([0.05, 0.1, 0.3])  # seconds between two looks
        if world.moves_wanted > 100:
            self.pace = 0.05
        self.mischief = self.random.choice([0.0, 0.05, 0.2])
        self.steady = self.random.choice([0.002, 0.01, 0.05])  # the chance to hang up, at each look
        self.short_way = self.random.random() < 0.7
        self.visit: Visit | None = None
        self.socket: Socket | None = None
        self.numbers = 0

    # --- Asking -------------------------------------------------------------------------------------------------------

    async def request(
        self, method: str, path: str, body: Json | None = None, wish: Wish | None = None, key: str = ""
    ) -> tuple[int, Any] | None:
        """The status and the answer; None if nobody can say what became of it."""
        headers = {**self.headers, "content-type": "application/json", **({"pasar-key": key} if key else {})}
        sent = b"" if body is None else orjson.dumps(body)
        house, table = self.random.choice(self.world.houses), self.world.at and self.world.at[0]
        try:
            status, told, answer = await self.world.network.request(
                house, method, path, headers, sent, Call(self, wish, table)
            )
        except Broken:
            return None
        if cookie := told.get("set-cookie"):
            self.headers = {"cookie": cookie.split(";")[0], "origin": f"http://{HOST}"}
        return status, orjson.loads(answer) if answer else None

    async def sign_in(self) -> None:
        while not self.id:
            answer = await self.request("GET", "/api/me")
            if answer is not None and answer[0] == 200 and self.headers:
                self.id = answer[1]["id"]
            else:
                await self.rest()

    async def rest(self, seconds: float = 0.5) -> None:
        await asyncio.sleep(self.random.expovariate(1 / seconds))

    async def open(self, **options: Any) -> tuple[str, str]:
        while True:
            wish = self.world.referee.wish(Wish(self.id, None, "open", options))
            answer = await self.request("POST", "/api/tables", options, wish)
            if answer is not None and answer[0] == 201:
                return answer[1]["id"], answer[1]["key"]
            await self.rest()

    # --- Looking on ---------------------------------------------------------------------------------------------------

    async def live(self) -> None:
        await self.sign_in()
        while True:
            while self.world.at is None:
                await self.rest()
            with contextlib.suppress(Broken):
                await self._visit(*self.world.at)
            self.visit, self.socket = None, None
            await self.rest(0.2 if self.world.settling else self.random.choice([0.1, 0.5, 2.0]))

    async def _visit(self, table: str, key: str) -> None:
        visit = Visit(self, table)
        socket = Socket(
            self.world.network, self.random.choice(self.world.houses), f"/api/tables/{table}/socket", self.headers,
            visit, self.short_way,
        )  # fmt: skip
        self.world.referee.entered[table, self.id] = self.world.loop.now
        socket.say(orjson.dumps({"type": "enter", "key": key}).decode())
        self.visit, self.socket = visit, socket
        heard = self.world.loop.now
        while self.world.at == (table, key):
            message = await socket.next(self._until_next_look())
            if message is not None:
                heard = self.world.loop.now
                self._hear(orjson.loads(message))
            if visit.waiting and self.world.loop.now - max(heard, *visit.waiting.values()) > PATIENCE:
                self.world.counts["given up on a silent connection"] += 1
                break
            if message is None and visit.version < 0 and self.world.loop.now - heard > PATIENCE:
                break
            if message is None and visit.seen and not self.world.settling:
                if self.random.random() < self.steady:
                    return self._hang_up()
                self.act()
        return self._hang_up()

    def _hang_up(self) -> None:
        assert self.socket is not None
        silent = self.random.random() < 0.3
        self.world.counts["half-open: somebody gone without a word" if silent else "somebody hung up"] += 1
        self.socket.hang_up(silent)

    def _hear(self, message: Json) -> None:
        assert self.visit is not None
        if not self.visit.hear(message):
            raise self.world.referee.wrong(
                f"{self.name} missed something: {message['from']} after {self.visit.version}"
            )

    def say(self, type: str, claimed: Json | None = None, **fields: Any) -> None:
        """Send a command; `claimed` is what the referee compares, if it is not the same."""
        assert self.visit is not None and self.socket is not None
        self.numbers += 1
        id = f"{self.name}{self.numbers}"
        wish = Wish(self.id, self.visit.table, type, {**fields, **(claimed or {})})
        self.visit.wishes[id] = self.world.referee.wish(wish)
        self.visit.waiting[id] = self.world.loop.now
        self.socket.say(orjson.dumps({"type": type, "id": id, **fields}).decode())

    # --- Acting -------------------------------------------------------------------------------------------------------

    @property
    def own(self) -> list[int]:
        assert self.visit is not None
        return list(self.visit.seen["you"]["seats"])

    def _until_next_look(self) -> float:
        """Who has nothing to do looks up less often."""
        assert self.visit is not None
        play = self.visit.seen.get("play")
        idle = play is not None and not any(seat in play["waiting"] for seat in self.own)
        return self.random.expovariate(1 / self.pace) * (AT_LEISURE if idle else 1.0)

    def act(self) -> None:
        assert self.visit is not None
        if len(self.visit.waiting) > 2:
            return
        stage = self.visit.seen["table"]["stage"]
        if self.random.random() < 0.04:
            self._talk()
        elif stage == "lobby":
            self._gather()
        elif stage == "playing":
            self._play()
        elif stage == "over":
            self._after()

    def _talk(self) -> None:
        kind = self.random.choice(["chat", "chat", "ping", "snapshot", "eyes", "presence"])
        if kind == "chat":
            self.say("chat", text=f"{self.name} says {self.numbers}")
        elif kind == "eyes":
            seat = self.random.choice([None, *self.own, *([self.random.randrange(3)] if self.mischief else [])])
            self.say("eyes", seat=seat)
        elif kind == "presence" and self.mischief:
            self.say("back")
        else:
            self.say(kind if kind != "presence" else "ping")

    def _gather(self) -> None:
        assert self.visit is not None
        seats, own = self.visit.seen["table"]["seats"], self.own
        free = [number for number, seat in enumerate(seats) if not seat["taken"]]
        if free and len(own) < self.wanted:
            self.say("sit", seat=self.random.choice(free))
        elif not free and own and self.random.random() < 0.05:
            self.say(self.random.choice(["stand", "salt"]), seat=own[0])
        elif self.visit.seen["you"]["host"] or self.random.random() < self.mischief:
            self._host(free)

    def _host(self, free: list[int]) -> None:
        if not free:
            if self.random.random() < 0.1:
                order = list(range(self.world.players))
                self.random.shuffle(order)
                self.say("seats", order=order)
            else:
                self.say("start")
        elif self.world.loop.now > self.world.patience:
            self.say("bot", seat=self.random.choice(free), level=self.random.choice(["random", "greedy"]))

    def _play(self) -> None:
        assert self.visit is not None
        play, asked, draw = self.visit.seen["play"], self.visit.seen["table"]["asked"], self.random.random()
        if asked is not None and asked["seat"] not in self.own and self.own and draw < 0.5:
            self.say("consent", yes=self.random.random() < 0.7)
        elif draw < 0.03:
            self.say("undo")
        elif draw < 0.035:
            self.say("leave")
            if self.random.random() < 0.5:  # while somebody thinks for them already
                self.say("back")
        elif draw < 0.05 and self.own:
            self.say("orders", seat=self.random.choice(self.own), orders=self.random.choice(ORDERS[self.world.game]))
        elif play is not None and self.own:
            self._move(play)

    def _move(self, play: Json) -> None:
        assert self.visit is not None
        mine = [seat for seat in self.own if seat in play["waiting"]]
        eyes, menu = self.visit.seen["you"]["eyes"], play["menu"]
        if mine and eyes not in mine and self.random.random() < 0.8:
            self.say("eyes", seat=mine[0])
        elif menu is not None and eyes is not None and (mine or self.random.random() < 0.05):
            move = self.random.choice([*menu["open"], *([menu["build"]["least"]] if menu["build"] else [])])
            self._try(move, play["at"], eyes)

    def _try(self, move: str, at: int, seat: int) -> None:
        draw = self.random.random()
        if draw < self.mischief / 3 and at:
            at -= self.random.choice([1, 1, 2])  # a browser that has been asleep
        elif draw < self.mischief / 2:
            seat = (seat + 1) % self.world.players  # somebody else's
        if self.random.random() < 0.05:
            self.say("what_if", move=move, seat=seat)
        fields = {"seat": seat} if self.random.random() < 0.5 or len(self.own) > 1 or seat not in self.own else {}
        self.say("move", {"seat": seat}, move=move, at=at, **fields)
        if self.random.random() < self.mischief:
            self.world.counts["everything said twice"] += 1
            self.say("move", {"seat": seat}, move=move, at=at, **fields)

    def _after(self) -> None:
        assert self.visit is not None
        rematch = self.visit.seen["table"]["rematch"]
        if rematch is None and self.own and self.world.rematches and self.random.random() < 0.3:
            self.say("rematch")
        elif rematch is not None:
            self.world.go_on(rematch)

    def settled(self, version: int) -> bool:
        return self.visit is not None and self.visit.version == version and not self.visit.waiting


class Program(Person):
    """Has a token, asks by requests, and hears by a stream."""

    async def live(self) -> None:
        await self.sign_in()
        while "authorization" not in self.headers:
            answer = await self.request("POST", "/api/me/tokens", {"label": "program"})
            if answer is not None and answer[0] == 201:
                self.headers = {"authorization": f"Bearer {answer[1]['token']}"}
        while True:
            while self.world.at is None:
                await self.rest()
            with contextlib.suppress(Broken):
                await self._stream(*self.world.at)
            self.visit = None
            await self.rest(0.2 if self.world.settling else 1.0)

    async def _stream(self, table: str, key: str) -> None:
        visit, house = Visit(self, table), self.random.choice(self.world.houses)
        stream = Exchange(self.world.network, house, visit)
        self.world.referee.entered[table, self.id] = self.world.loop.now
        stream.ask("GET", f"/api/tables/{table}/stream", {**self.headers, "pasar-key": key}, b"")
        self.visit, heard = visit, self.world.loop.now
        while self.world.at == (table, key) and self.world.loop.now - heard < 2 * PATIENCE:
            part = await stream.next(self._until_next_look())
            if part is not None:
                heard = self.world.loop.now
                if part.strip() and b'"type"' in part:
                    self._hear(orjson.loads(part))
            elif visit.seen and not self.world.settling:
                await self._decide(table, key)
        stream.hang_up()

    async def _decide(self, table: str, key: str) -> None:
        assert self.visit is not None
        stage, own, play = self.visit.seen["table"]["stage"], self.own, self.visit.seen["play"]
        free = [number for number, seat in enumerate(self.visit.seen["table"]["seats"]) if not seat["taken"]]
        if stage == "lobby" and free and not own:
            await self.command(table, key, "sit", seat=self.random.choice(free), bot="Builder")
        elif stage == "playing" and own and own[0] in play["waiting"] and play["menu"] is not None:
            menu = play["menu"]
            move = self.random.choice([*menu["open"], *([menu["build"]["least"]] if menu["build"] else [])])
            await self.command(table, key, "move", seat=own[0], move=move, at=play["at"])
        elif stage == "over" and (rematch := self.visit.seen["table"]["rematch"]) is not None:
            self.world.go_on(rematch)

    async def command(self, table: str, key: str, type: str, **fields: Any) -> None:
        wish = self.world.referee.wish(Wish(self.id, table, type, fields))
        short = type == "move" and self.random.random() < 0.5
        path = f"/api/tables/{table}/{'moves' if short else 'commands'}"
        await self.request("POST", path, fields if short else {"type": type, **fields}, wish, key)


class Onlooker(Person):
    """Has no seat and wants none."""

    def act(self) -> None:
        if self.random.random() < 0.02:
            self._talk()
        elif self.random.random() < self.mischief and self.visit is not None and self.visit.seen["play"]:
            self.say("move", {"seat": 0}, move="pass", at=self.visit.seen["play"]["at"], seat=0)


class Reader:
    """Asks for the list of somebody's tables again and again: it shows no less than they were told before."""

    def __init__(self, world: Any, person: Person) -> None:
        self.world, self.person = world, person
        self.random = random.Random(f"reader {world.seed}")

    async def live(self) -> None:
        while True:
            await asyncio.sleep(self.random.expovariate(1.0))
            visit = self.person.visit
            if visit is not None and visit.seen.get("play") and visit.seen["you"]["seats"]:
                await self._ask(visit.table, visit.seen["play"]["at"])

    async def _ask(self, table: str, at: int) -> None:
        hindered = self._hindered()
        answer = await self.person.request("GET", "/api/me/tables")
        if answer is None or answer[0] != 200 or self._hindered() != hindered:
            return  # while nothing can be written, lists may be behind
        self.world.referee.listed(answer[1]["tables"], table, at)

    def _hindered(self) -> tuple[Any, ...]:
        site, counts = self.world.site, self.world.counts
        return site.full, site.down, counts["disk full"], counts["database out of reach"]
