"""What must be true of every history. The referee sees every commit when it happens, and whatever a server says when it
says it; it knows what people have asked for, and keeps books of its own.

Every entry of a log needs a cause: something that somebody asked for who may ask for it, and that has not led to such
an entry before; or a rule (a bot's turn, orders, a clock). From that follows most of what is promised: nothing is done
twice, nobody acts for another, what was refused is not done. An answer must fit what is committed by then.
"""

from collections import Counter, deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import orjson
from orjson import Fragment

from pasar.kernel.rng import generator
from pasar.match.match import Match
from pasar.server.table import views
from pasar.server.table.table import Table
from pasar.store.contract import LogEntry

Json = Mapping[str, Any]

MINUTE = 60.0
# What a wish that was granted must have led to. Whoever leaves or comes back may have done so before.
LEADS_TO = {
    "open": "opened", "sit": "sat", "start": "started", "move": "moved", "chat": "said", "orders": "ordered",
    "rematch": "rematch",
}  # fmt: skip
KEPT_SHOTS = 8
LOOKED_AT = 0.1  # of what is told, the part that is compared with what should be told
WHOLE_LOOKED_AT = 0.3  # the same of whole tables


class Wrong(AssertionError):
    """Something that must never happen."""


@dataclass(eq=False)
class Wish:
    """Something that somebody has asked for."""

    person: str
    table: str | None
    type: str
    fields: Json = field(default_factory=dict)
    led_to: list[str] = field(default_factory=list)
    open: bool = True  # it may still lead to something

    def __str__(self) -> str:
        return f"{self.type} {dict(self.fields)} of {self.person}"


@dataclass
class Seat:
    person: str | None = None
    bot: str | None = None
    program: bool = False
    away: bool = False
    orders: Json = field(default_factory=dict)

    @property
    def plays_itself(self) -> bool:
        return self.bot is not None or self.away


class Book:
    """One table, as the referee keeps it. `table` is its log once more, read by the server's own `Table`."""

    def __init__(self, id: str) -> None:
        self.id, self.number, self.position = id, 0, 0
        self.marks: set[str] = set()
        self.stage, self.host, self.since, self.clock = "lobby", "", 0.0, 0
        self.since_seen = 0.0  # the same in the time of the world
        self.seats: list[Seat] = []
        self.asked: tuple[str, int] | None = None
        self.agreed: set[str] = set()
        self.made: list[tuple[int, str, int]] = []  # seat, by, and the first of those that were chosen together
        self.chosen: dict[int, str] = {}
        self.rematch: str | None = None
        self.opened_by: Wish | None = None
        self.opened_at = 0.0  # as is every entry that was written with its first
        self.away_since: dict[str, float] = {}
        self.table = Table(id)
        self.shots: deque[Table] = deque(maxlen=KEPT_SHOTS)  # as it was, for messages about a moment ago
        self.wishes: list[Wish] = []

    @property
    def match(self) -> Match:
        assert self.table.match is not None
        return self.table.match

    def people(self) -> set[str]:
        return {seat.person for seat in self.seats if seat.person is not None} | {self.host}

    def others(self, person: str) -> set[str]:
        return {seat.person for seat in self.seats if seat.person not in (None, person) and not seat.program}

    def waiting(self) -> list[int]:
        return [seat for seat in self.match.to_act if seat not in self.chosen] if self.stage == "playing" else []


class Referee:
    def __init__(self, world: Any) -> None:
        self.world = world
        self.books: dict[str, Book] = {}
        self.wishes: list[Wish] = []  # for tables that are not there yet
        self.entered: dict[tuple[str, str], float] = {}  # table, person: when they came last
        self.checked: Counter[str] = Counter()
        self.moves = 0
        self.announced: set[str] = set()  # rematches that the present transaction tells of

    def wrong(self, what: str) -> Wrong:
        """To be raised. Whoever catches it, the history is over."""
        fault = Wrong(f"{what} (at {self.world.loop.now:.3f})")
        self.world.loop.failure = self.world.loop.failure or fault
        return fault

    def wish(self, wish: Wish) -> Wish:
        (self.books[wish.table].wishes if wish.table in self.books else self.wishes).append(wish)
        self.world.note("wish", wish)
        return wish

    # --- What is committed --------------------------------------------------------------------------------------------

    def committed(self, rows: Sequence[tuple[Any, ...]]) -> None:
        """One transaction. A rematch is opened and announced in the same one, which tells it from other tables."""
        self.announced = {orjson.loads(row[4])["table"] for row in rows if row[3] == "rematch"}
        for table, number, at, kind, body, mark in rows:
            self.world.note("entry", f"{table} {number} {at} {kind} {body} {mark}")
            entry = LogEntry(number, at, kind, orjson.loads(body), mark)
            book = self.books.setdefault(table, Book(table))
            if number != book.number + 1 or mark in book.marks:
                raise self.wrong(f"{table}: entry {number} {kind} comes after {book.number}")
            since = book.since
            getattr(self, f"_on_{kind}")(book, entry.body, at)
            if book.since != since:
                book.since_seen = self.world.loop.now
            book.number = number
            book.marks.add(mark)
            book.table.follow(entry)
            book.shots.append(book.table.fork())
            if book.table.frozen or book.table.position != book.position or book.table.stage != book.stage:
                raise self.wrong(f"{table}: entry {number} {kind} leads somewhere else: {book.table.frozen}")
        self._check_found()

    def _check_found(self) -> None:
        """Whoever may be killed after this commit: a rematch is never a table that nobody knows of."""
        announced = {book.rematch for book in self.books.values()}
        for book in self.books.values():
            if book.opened_by is not None and book.opened_by.type == "rematch" and book.id not in announced:
                raise self.wrong(f"{book.id}: a rematch that nobody is told of")

    def _cause(self, book: Book, leads_to: str, *types: str, person: str | None = None, **fields: Any) -> Wish:
        """The wish that led to an entry: open, of that person, with these fields, and never used for it before."""
        found = self._find(book.wishes, leads_to, types, person, fields)
        if found is None:
            raise self.wrong(f"{book.id}: {leads_to} by {person} {fields} at position {book.position} has no cause")
        found.led_to.append(leads_to)
        return found

    def _find(
        self, wishes: Sequence[Wish], leads_to: str, types: tuple[str, ...], person: str | None, fields: Json
    ) -> Wish | None:
        for wish in wishes:
            fits = wish.open and wish.type in types and person in (None, wish.person) and leads_to not in wish.led_to
            if fits and all(wish.fields.get(name) == value for name, value in fields.items()):
                return wish
        return None

    def _on_opened(self, book: Book, body: Json, at: float) -> None:
        host = body["host"]
        opening = [*self.wishes, *(wish for each in self.books.values() for wish in each.wishes)]
        wish = self._find(opening, "opened", ("rematch" if book.id in self.announced else "open",), host, {})
        if wish is None:
            raise self.wrong(f"{book.id}: nobody asked for this table")
        wish.led_to.append("opened")
        book.opened_by, book.host, book.opened_at = wish, host, at
        book.clock = body["options"]["clock"]
        book.seats = [Seat() for _ in range(body["options"]["players"])]

    def _on_sat(self, book: Book, body: Json, at: float) -> None:
        seat, person = body["seat"], body.get("person")
        if book.seats[seat].person is not None or book.stage != "lobby":
            raise self.wrong(f"{book.id}: seat {seat} was taken")
        assert book.opened_by is not None
        from_beginning = at == book.opened_at
        if person is None:
            if not (from_beginning and book.opened_by.type == "rematch"):
                self._cause(book, "sat", "bot", person=book.host, seat=seat, level=body["bot"])
        elif not (from_beginning and person == book.host):
            self._cause(book, "sat", "sit", person=person, seat=seat)
        book.seats[seat] = Seat(person, body.get("bot"), body.get("program") is not None)

    def _on_stood(self, book: Book, body: Json, at: float) -> None:
        person = book.seats[body["seat"]].person
        own = self._find(book.wishes, "stood", ("stand", "leave"), person, {})
        if own is None:
            self._cause(book, "stood", "bot", person=book.host, seat=body["seat"], level=None)
        elif own.type == "stand":
            own.led_to.append("stood")
        book.seats[body["seat"]] = Seat()

    def _on_salted(self, book: Book, body: Json, at: float) -> None:
        self._cause(book, "salted", "salt", person=book.seats[body["seat"]].person, seat=body["seat"])

    def _on_reordered(self, book: Book, body: Json, at: float) -> None:
        self._cause(book, "reordered", "seats", person=book.host, order=body["order"])
        book.seats = [book.seats[seat] for seat in body["order"]]

    def _on_hosted(self, book: Book, body: Json, at: float) -> None:
        self._cause(book, "hosted", "leave", person=book.host)
        if body["person"] not in book.people():
            raise self.wrong(f"{book.id}: a stranger became its host")
        book.host = body["person"]

    def _on_closed(self, book: Book, body: Json, at: float) -> None:
        self._cause(book, "closed", "leave", person=book.host)
        book.stage = "closed"

    def _on_started(self, book: Book, body: Json, at: float) -> None:
        self._cause(book, "started", "start", person=book.host)
        if book.stage != "lobby" or any(seat.person is None and seat.bot is None for seat in book.seats):
            raise self.wrong(f"{book.id} was started too early")
        book.stage, book.since = "playing", at

    def _on_said(self, book: Book, body: Json, at: float) -> None:
        self._cause(book, "said", "chat", person=body["person"], text=body["text"])

    def _on_ordered(self, book: Book, body: Json, at: float) -> None:
        seat = book.seats[body["seat"]]
        self._cause(book, "ordered", "orders", person=seat.person, seat=body["seat"], orders=body["orders"])
        seat.orders = body["orders"]

    # --- Moves --------------------------------------------------------------------------------------------------------

    def _on_moved(self, book: Book, body: Json, at: float) -> None:
        if len(book.match.to_act) > 1:
            raise self.wrong(f"{book.id}: a move where all choose in secret")
        self._check_mover(book, body)
        book.made.append((body["seat"], body["by"], len(book.made)))
        self._after(book, body, at, 1)

    def _on_chose(self, book: Book, body: Json, at: float) -> None:
        self._check_mover(book, body)
        book.chosen[body["seat"]] = body["by"]
        if not book.waiting():
            first = len(book.made)
            book.made += [(seat, by, first) for seat, by in sorted(book.chosen.items())]
            self._after(book, body, at, len(book.chosen))

    def _check_mover(self, book: Book, body: Json) -> None:
        number, move, by = body["seat"], body["move"], body["by"]
        seat = book.seats[number]
        if book.stage != "playing" or number not in book.match.to_act:
            raise self.wrong(f"{book.id}: seat {number} moved out of turn")
        self.moves += 1
        if by == "bot" and not seat.plays_itself:
            raise self.wrong(f"{book.id}: a bot took seat {number} over without a right")
        if by == "order":
            answer = book.match.game.orders.answer(book.match.state, number, seat.orders)
            if seat.plays_itself or answer != move:
                raise self.wrong(f"{book.id}: seat {number} has no such orders")
        if by == "person":
            self._cause(book, "moved", "move", person=seat.person, move=move, at=book.position, seat=number)
            if seat.away:
                raise self.wrong(f"{book.id}: seat {number} moved while it was away")

    def _after(self, book: Book, body: Json, at: float, count: int) -> None:
        book.position += count
        book.since, book.asked = at, None
        book.agreed.clear()
        book.chosen.clear()
        if "result" in body:
            book.stage = "over"

    # --- Taking back --------------------------------------------------------------------------------------------------

    def _on_asked(self, book: Book, body: Json, at: float) -> None:
        self._cause(book, "asked", "undo", person=body["person"])
        if book.asked is not None or body["person"] != book.seats[body["seat"]].person:
            raise self.wrong(f"{book.id}: nobody may ask for that")
        book.asked = (body["person"], body["to"])

    def _on_agreed(self, book: Book, body: Json, at: float) -> None:
        self._cause(book, "agreed", "consent", person=body["person"], yes=True)
        book.agreed.add(body["person"])

    def _on_declined(self, book: Book, body: Json, at: float) -> None:
        self._cause(book, "declined", "consent", person=body["person"], yes=False)
        book.asked = None
        book.agreed.clear()

    def _on_undone(self, book: Book, body: Json, at: float) -> None:
        person, to = book.seats[body["seat"]].person, body["to"]
        assert person is not None
        own = [made for made in book.made if made[1] == "person" and book.seats[made[0]].person == person]
        if book.asked == (person, to) and book.others(person) <= book.agreed:
            pass  # all others have agreed
        elif own and own[-1][2] == to and (not book.others(person) or self._is_free(book.match, body["seat"], to)):
            self._cause(book, "undone", "undo", person=person)
        else:
            raise self.wrong(f"{book.id}: taken back to {to} without the consent of all others")
        del book.made[to:]
        self._after(book, {}, at, 1)

    def _is_free(self, match: Match, seat: int, to: int) -> bool:
        """It is still the seat's own turn; nobody else did anything, was concerned, or was seen more of."""
        moves = range(to + 1, len(match) + 1)
        if match.to_act != (seat,) or any(match.mover(move) != seat for move in moves):
            return False
        told = [each.seat for move in moves for each in match.story(seat, move)]
        return not any(match.revealed(move) for move in moves) and set(told) <= {seat}

    # --- Coming and going ---------------------------------------------------------------------------------------------

    def _on_away(self, book: Book, body: Json, at: float) -> None:
        for number in body["seats"]:
            seat = book.seats[number]
            assert seat.person is not None
            left = self._find(book.wishes, f"away {number}", ("leave",), seat.person, {})
            if left is not None:
                left.led_to.append(f"away {number}")
            else:
                self._check_late(book, number, at)
            seat.away = True
            book.away_since[seat.person] = self.world.loop.now

    def _check_late(self, book: Book, number: int, at: float) -> None:
        if number not in book.waiting() or book.seats[number].plays_itself or not book.clock:
            raise self.wrong(f"{book.id}: seat {number} is not late, it has no clock or no turn")
        if at < book.since + MINUTE * book.clock:
            raise self.wrong(f"{book.id}: seat {number} had {book.since + MINUTE * book.clock - at:.1f} s left")
        served = self.world.served_since(book.since_seen)
        if served < MINUTE - 1:
            raise self.wrong(f"{book.id}: seat {number} is late, but could only be served for {served:.1f} s")

    def _on_back(self, book: Book, body: Json, at: float) -> None:
        for number in body["seats"]:
            seat = book.seats[number]
            assert seat.person is not None
            asked = self._find(book.wishes, f"back {number}", ("back", "move"), seat.person, {})
            came = self.entered.get((book.id, seat.person), -1e9)
            if asked is None and came < book.away_since[seat.person] - MINUTE:
                raise self.wrong(f"{book.id}: seat {number} did not come back")
            seat.away = False
        book.since = at

    def _on_granted(self, book: Book, body: Json, at: float) -> None:
        if not self.world.anybody_was_hindered():
            raise self.wrong(f"{book.id}: time was granted for no reason")
        book.since = at

    def _on_rematch(self, book: Book, body: Json, at: float) -> None:
        after = self.books.get(body["table"])
        if after is None or after.opened_by is None or after.opened_by.type != "rematch":
            raise self.wrong(f"{book.id}: a rematch at a table that is not there")
        wish = after.opened_by = self._cause(book, "rematch", "rematch", person=after.opened_by.person)
        if book.stage != "over" or book.rematch is not None or wish.person not in book.people():
            raise self.wrong(f"{book.id}: a rematch that may not be offered")
        book.rematch = after.id

    # --- What is told -------------------------------------------------------------------------------------------------

    def told(self, connection: Any, text: str) -> None:
        """A server says something, at this moment."""
        who = connection.who
        if who is None or not text.startswith("{"):
            return
        self.world.note(f"told {who.name}", text)
        message = orjson.loads(text)
        kind = message.get("type")
        if kind in ("table", "update"):
            self._check_told(connection, message, kind)
        elif (wish := who.wish_of(connection, message)) is not None:
            if "error" in message:
                self._refused(wish, message["error"])
            elif kind != "bye":
                self._granted(wish)
        if message.get("error", {}).get("code") == "internal":
            raise self.wrong(f"a fault of the server: {text}")

    def _granted(self, wish: Wish) -> None:
        needed = LEADS_TO.get(wish.type)
        self.checked["acknowledged"] += 1
        if (needed not in wish.led_to) if needed else not wish.led_to:
            self._exchange(wish, lambda other: needed in other.led_to if needed else bool(other.led_to))
        if needed is not None and needed not in wish.led_to:
            raise self.wrong(f"acknowledged, but not committed: {wish}")
        self._close(wish)

    def _refused(self, wish: Wish, error: Json) -> None:
        if error.get("uncertain"):
            return
        self.checked["refused"] += 1
        if wish.led_to:
            self._exchange(wish, lambda other: len(other.led_to) < len(wish.led_to))
        if wish.led_to:
            raise self.wrong(f"refused ({error['code']}), but done: {wish} led to {wish.led_to}")
        self._close(wish)

    def _exchange(self, wish: Wish, fits: Callable[[Wish], bool]) -> None:
        """Who says the same twice cannot know which of the two was carried out: both have led to what one has."""
        for other in self.books[wish.table].wishes if wish.table in self.books else self.wishes:
            same = (other.person, other.type, other.fields) == (wish.person, wish.type, wish.fields)
            if same and other is not wish and fits(other):
                wish.led_to, other.led_to = other.led_to, wish.led_to
                return

    def _close(self, wish: Wish) -> None:
        wish.open = False
        for wishes in (self.wishes, *(book.wishes for book in self.books.values() if book.id == wish.table)):
            if wish in wishes:
                wishes.remove(wish)

    def _check_told(self, connection: Any, message: Json, kind: str) -> None:
        book, version = self.books.get(connection.who.table), message["version"]
        if book is None or version > book.table.public_version:
            raise self.wrong(f"told of version {version}, which is not committed")
        if kind == "table":
            connection.version, connection.eyes = version, message["you"]["eyes"]
        elif connection.version != message["from"]:
            raise self.wrong(f"told what comes after {message['from']} to who knows {connection.version}")
        connection.version = version
        if "you" in message:
            connection.eyes = message["you"]["eyes"]
        if self.world.chance.random() < (WHOLE_LOOKED_AT if kind == "table" else LOOKED_AT):
            self._compare(book, connection, message)

    def _compare(self, book: Book, connection: Any, message: Json) -> None:
        """It is what one of the last states of the table shows to these eyes, which are the receiver's own."""
        eyes, person = connection.eyes, connection.who.person
        then = [shot for shot in book.shots if shot.public_version == message["version"]]
        if not then or (then[0] is book.shots[0] and len(book.shots) == KEPT_SHOTS):
            return  # too long ago to be looked at: a choice that was changed since has the same version
        self.checked["told as it is"] += 1
        if eyes is not None and not any(eyes in shot.seats_of(person) for shot in then):
            raise self.wrong(f"{person} looks through seat {eyes}")
        if not any(_shows(shot, eyes, message) for shot in then):
            raise self.wrong(f"{person} was told something else than what happened: {orjson.dumps(message).decode()}")
        if eyes is not None and then[-1].match is not None and then[-1].stage == "playing":
            self._exchange_hidden(then[-1], eyes)

    def _exchange_hidden(self, table: Table, eyes: int) -> None:
        """The same for another world that these eyes cannot tell from the true one."""
        assert table.match is not None
        other, state = table.fork(), table.match.state
        match = table.match.fork()
        match._state = match.game.resampled(state, eyes, generator(self.world.chance.randrange(1000)))
        match._asked = (None, ())
        if match.to_act != table.match.to_act:
            return
        other.match = match
        other.chosen = {seat: (choice if seat == eyes else ("?", "bot")) for seat, choice in table.chosen.items()}
        other.seats = tuple(
            seat if number == eyes else _with(seat, orders={"floor": 1}, salt=seat.salt)
            for number, seat in enumerate(table.seats)
        )
        self.checked["hidden parts exchanged"] += 1
        shown = [views.plays_shown(each, (eyes,))[eyes] for each in (table, other)]
        if shown[0] != shown[1]:
            raise self.wrong(f"what seat {eyes} sees depends on what is hidden from it")
        self._exchange_story(table, eyes)

    def _exchange_story(self, table: Table, eyes: int) -> None:
        """What a move of somebody else told, told of the same move in another world, if that cannot be told apart."""
        match = table.match
        assert match is not None
        if not len(match) or match.mover(len(match)) == eyes or self.world.chance.random() > LOOKED_AT:
            return
        before = match.at(len(match) - 1)
        seat, move = match.moves[-1]
        source = self.world.chance.randrange(1000)
        twin = Match.resumed(before, before.game.resampled(before.state, eyes, generator(source)))
        if seat not in twin.to_act or not twin.is_open(move, seat):
            return
        twin.play(move, seat)
        worlds = [each.game.resampled(each.state, eyes, generator(5)).tobytes() for each in (match, twin)]
        if worlds[0] == worlds[1]:
            self.checked["stories of two worlds"] += 1
            if match.stories(len(match), (eyes,)) != twin.stories(1, (eyes,)):
                raise self.wrong(f"what seat {eyes} is told depends on what is hidden from it")

    def final(self, book: Book, visit: Any) -> None:
        """What somebody has been told bit by bit is what there is."""
        eyes = visit.seen["you"]["eyes"]
        if not _shows(book.table, eyes, {name: visit.seen[name] for name in ("table", "play", "chat")}):
            raise self.wrong(f"{visit.name} sees another table")
        self.checked["seen alike in the end"] += 1

    def listed(self, lines: Sequence[Json], table: str, at: int) -> None:
        """Whoever asks for a list was told of position `at` of this table before."""
        self.checked["listed as it was told"] += 1
        shown = [line["position"] for line in lines if line["table"] == table]
        if not shown or shown[0] < at:
            raise self.wrong(f"{table} is listed at {shown}, and was told of at {at}")

    # --- In the end ---------------------------------------------------------------------------------------------------

    def check_logs(self, rows: Sequence[tuple[Any, ...]]) -> None:
        """What was committed is there, in order, and leads to the same bytes once more."""
        kept: dict[str, Table] = {}
        for table, number, at, kind, body, mark in rows:
            kept.setdefault(table, Table(table)).follow(LogEntry(number, at, kind, orjson.loads(body), mark))
        if {id: table.version for id, table in kept.items()} != {id: book.number for id, book in self.books.items()}:
            raise self.wrong("a log is not what was committed")
        for id, table in kept.items():
            same_table(self, table, self.books[id].table, "its log")


def same_table(referee: Referee, one: Table, two: Table, what: str) -> None:
    for eyes in (None, referee.world.chance.randrange(len(two.seats))):
        shown = [views.encoded(views.snapshot(each, None, eyes, {"seats": [], "watchers": 0})) for each in (one, two)]
        if shown[0] != shown[1]:
            raise referee.wrong(f"{two.id} is not what {what} says: {shown[0].decode()} and {shown[1].decode()}")
    states = [b"" if each.match is None else each.match.state.tobytes() for each in (one, two)]
    if states[0] != states[1] or one.version != two.version or one.mark != two.mark:
        raise referee.wrong(f"{two.id} is not what {what} says")


def _shows(table: Table, eyes: int | None, message: Json) -> bool:
    said: dict[str, Any] = {}
    if "table" in message:
        said["table"] = views.table_shown(table)
    if "play" in message:
        said["play"] = Fragment(views.plays_shown(table, (eyes,))[eyes])
    if message.get("story"):
        moves = [line["move"] for line in message["story"]]
        said["story"] = Fragment(views.stories_shown(table, moves, (eyes,))[eyes])
    if "chat" in message:
        said["chat"] = [views.line_shown(table, line) for line in table.chat]
        for line in (*said["chat"], *message["chat"]):
            line["seats"] = []  # those of the speaker now, who may have sat down since
    return all(message[name] == value for name, value in orjson.loads(orjson.dumps(said)).items())


def _with(seat: Any, **changes: Any) -> Any:
    from dataclasses import replace

    return replace(seat, **changes)
