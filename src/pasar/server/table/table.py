"""One table as its log tells it. `apply` is the only way in which anything changes, and it does what it is told:
whether something may happen is decided before (`deciding.py`), and it is on the disk before it is applied
(`live_table.py`).
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any, Final, NamedTuple

from pasar.errors import PasarError
from pasar.games import find
from pasar.games.contract import Game, Rules
from pasar.match import fair
from pasar.match.log import Log
from pasar.match.match import Match, PreparedMove
from pasar.server.base.clock import MINUTE
from pasar.server.base.messages import By, Face, Fair, Options, Outcome, Stage
from pasar.store.contract import LogEntry

LOBBY: Final = "lobby"
PLAYING: Final = "playing"
OVER: Final = "over"
CLOSED: Final = "closed"
PERSON: Final = "person"
BOT: Final = "bot"
ORDER: Final = "order"
CHAT_KEPT = 200
BOT_GRACE = 5.0  # seconds after which another process may think for a bot whose process seems to be gone

Body = Mapping[str, Any]
Prepared = Sequence[PreparedMove]  # the moves that an entry leads to, if they have been tried already
NO_ORDERS: Mapping[str, Any] = {}  # of most seats, and never changed


@dataclass(frozen=True, slots=True)
class Seat:
    person: str | None = None
    name: str = ""
    bot: str | None = None  # a level: the server decides
    salt: str | None = None
    away: bool = False  # a bot stands in until the person comes back
    orders: Mapping[str, Any] = field(default_factory=lambda: NO_ORDERS)
    guest: bool = False  # plays on the device of somebody who sat down before
    program: str | None = None  # decides for the person, who has said so: its name and theirs
    face: Face | None = None

    @property
    def free(self) -> bool:
        return self.person is None and self.bot is None

    @property
    def shown_bot(self) -> str | None:
        """What everybody is told that plays here, if it is no person."""
        return self.bot or self.program

    @property
    def plays_itself(self) -> bool:
        """Whether a bot decides here."""
        return self.bot is not None or self.away


@dataclass(frozen=True, slots=True)
class MoveOrigin:
    """How a move of the match came about."""

    by: By
    back: int = 0  # so many moves before it the first of those was made that were chosen in secret together


made_by = lru_cache(MoveOrigin)  # nearly all are alike: many tables share them


@dataclass(frozen=True, slots=True)
class UndoWish:
    """Somebody would like to take a decision back."""

    person: str
    seat: int
    to: int
    agreed: frozenset[str] = frozenset()


class Change(NamedTuple):
    """What one or more entries changed, as far as onlookers are concerned."""

    table: bool = False  # people, options, stage
    play: bool = False  # the position
    told: tuple[int, ...] = ()  # moves of the match whose story is new
    lines: tuple[Mapping[str, Any], ...] = ()  # of chat
    only: frozenset[int] | None = None  # the seats that may notice anything at all; None: everybody

    def then(self, later: "Change") -> "Change":
        """Both together. What only some may notice is lost in what all notice."""
        return Change(
            self.table or later.table,
            self.play or later.play,
            self.told + later.told,
            self.lines + later.lines,
            None if self.only is None or later.only is None else self.only | later.only,
        )


class Table:
    __slots__ = (
        "about", "asked", "changed_at", "chat", "chosen", "frozen", "hidden", "host", "id", "invited", "key", "made",
        "made_at", "mark", "match", "options", "people", "position", "proof", "public_version", "rematch", "result",
        "seats", "secret", "since", "stage", "unplayed", "unread", "version", "waiting",
    )  # fmt: skip
    options: Options  # from its first entry on

    def __init__(self, id: str) -> None:
        self.id = id
        self.version = 0  # entries
        self.mark = ""  # of the last entry: tells whether the log goes on from what is known here
        self.public_version = 0  # of these, entries that more than one seat may notice
        self.stage: Stage = LOBBY
        self.made_at = self.changed_at = 0.0
        self.host: str | None = None
        self.people: tuple[str, ...] = ()  # everybody who has a seat, and the host; each once
        self.about = ""  # what lists show of it and no move changes, as JSON: written when it is asked for
        self.key = ""
        self.secret = b""
        self.invited: frozenset[str] = frozenset()
        self.proof: Fair | None = None  # of a record that somebody brought along
        self.seats: tuple[Seat, ...] = ()
        self.chat: tuple[Mapping[str, Any], ...] = ()
        self.match: Match | None = None
        self.frozen: str | None = None  # why this server cannot replay it
        self.position = 0
        self.since = 0.0  # when the present decision began
        self.waiting: tuple[int, ...] = ()  # seats that the game waits for: to act, and no choice sealed yet
        self.chosen: dict[int, tuple[str, By]] = {}  # sealed choices: seat -> move, by whom
        self.made: Log[MoveOrigin] = Log()
        self.asked: UndoWish | None = None
        self.result: Outcome | None = None
        self.rematch: str | None = None
        self.hidden = False  # the server's keeper does not want it in the lobby
        self.unread: Mapping[str, Any] = {}  # rules and setup of a game that cannot be replayed
        self.unplayed: Log[tuple[int, str]] = Log()  # the moves of a game that cannot be replayed

    # --- What is asked of it ------------------------------------------------------------------------------------------

    @property
    def game(self) -> Game:
        return find(self.options["game"])

    @property
    def rules(self) -> Rules:
        return self.game.check(self.options["players"], **self.options["switches"])

    @property
    def moves(self) -> tuple[tuple[int, str], ...]:
        """All moves of the game, whether it can be replayed or not."""
        return tuple(self.unplayed) if self.match is None else self.match.moves

    @property
    def dealt(self) -> Mapping[str, Any]:
        """The rules and the setup of its game, as a record has them; nothing before it has begun."""
        match = self.match
        return self.unread if match is None else {"rules": match.game.written(match.rules), "setup": match.setup()}

    @property
    def commitment(self) -> str:
        return fair.commitment(self.secret)

    def seats_of(self, person: str | None) -> tuple[int, ...]:
        return tuple([k for k, seat in enumerate(self.seats) if seat.person == person]) if person is not None else ()

    @property
    def secret_choice(self) -> bool:
        """Whether several seats decide at once now."""
        return self.match is not None and len(self.match.to_act) > 1

    @property
    def deadline(self) -> float | None:
        """When the clock of the present decision runs out."""
        return self.deadline_of(self.waiting, self.since)

    def deadline_of(self, waiting: tuple[int, ...], since: float) -> float | None:
        """The same for others who are waited for, or since another time."""
        minutes = self.options.get("clock")
        return since + MINUTE * minutes if minutes and waiting else None

    @property
    def due(self) -> float | None:
        """When somebody has to look at this table even if nobody asks."""
        return self.due_of(self.waiting, self.since)

    def due_of(self, waiting: tuple[int, ...], since: float) -> float | None:
        seats, deadline = [self.seats[seat] for seat in waiting], self.deadline_of(waiting, since)
        times = [since + BOT_GRACE for seat in seats if seat.bot is not None or seat.away or seat.orders]
        if deadline is not None and not all(seat.plays_itself for seat in seats):
            times.append(deadline)
        return min(times, default=None)

    def fork(self) -> "Table":
        """A copy to try something on. What it costs does not depend on how long the game is."""
        other: Table = Table.__new__(Table)  # each by its name: a loop over the names takes four times as long
        other.id, other.key, other.secret, other.invited = self.id, self.key, self.secret, self.invited
        other.version, other.public_version, other.mark = self.version, self.public_version, self.mark
        other.made_at, other.changed_at, other.since = self.made_at, self.changed_at, self.since
        other.stage, other.options, other.unread, other.proof = self.stage, self.options, self.unread, self.proof
        other.host, other.people, other.seats, other.chat = self.host, self.people, self.seats, self.chat
        other.position, other.waiting, other.hidden = self.position, self.waiting, self.hidden
        other.about = self.about
        other.asked, other.result, other.rematch, other.frozen = self.asked, self.result, self.rematch, self.frozen
        other.chosen = self.chosen.copy()
        other.made, other.unplayed = self.made.fork(), self.unplayed.fork()
        other.match = self.match.fork() if self.match is not None else None
        return other

    # --- What happens to it -------------------------------------------------------------------------------------------

    def follow(self, entry: LogEntry) -> Change:
        """Go on with what the log says."""
        self.mark = entry.mark
        return self.apply(entry.kind, entry.body, entry.at)

    def apply(self, kind: str, body: Body, at: float, prepared: Prepared = ()) -> Change:
        change = _HANDLERS[kind](self, body, at, prepared)
        if change.table:
            self.people, self.about = self._belonging(), ""
        self.waiting = self._undecided()
        self.version += 1
        if change.only is None:  # lists show when a table has changed, which is nobody's business otherwise
            self.public_version += 1
            self.changed_at = at
        return change

    def _belonging(self) -> tuple[str, ...]:
        held = [seat.person for seat in self.seats if seat.person is not None]
        return tuple(dict.fromkeys([*held, *([self.host] if self.host else [])]))

    def _undecided(self) -> tuple[int, ...]:
        if self.match is None or self.stage != PLAYING:
            return ()
        acting = self.match.to_act
        return tuple([seat for seat in acting if seat not in self.chosen]) if self.chosen else acting

    def _on_opened(self, body: Body, at: float, _: Prepared) -> Change:
        self.made_at = at
        self.host, self.key, self.secret = body["host"], body["key"], bytes.fromhex(body["secret"])
        self.invited, self.proof = frozenset(body.get("invited", ())), body.get("proof")
        self.options = body["options"]
        self.seats = (Seat(),) * self.options["players"]
        return Change(table=True)

    def _on_options(self, body: Body, at: float, _: Prepared) -> Change:
        if body["options"]["game"] != self.options["game"]:
            self._reseat(range(len(self.seats)), orders={})  # another game has other ones
        self.options = body["options"]
        players = self.options["players"]
        self.seats = (self.seats + (Seat(),) * players)[:players]
        return Change(table=True)

    def _on_sat(self, body: Body, at: float, _: Prepared) -> Change:
        person = body.get("person")
        guest = person is not None and person in (seat.person for seat in self.seats)
        sitting = Seat(
            person,
            body["name"],
            body.get("bot"),
            body.get("salt"),
            guest=guest,
            program=body.get("program"),
            face=body.get("face"),
        )
        self._seat(body["seat"], sitting)
        return Change(table=True)

    def _seat(self, number: int, seat: Seat) -> None:
        self.seats = (*self.seats[:number], seat, *self.seats[number + 1 :])

    def _reseat(self, seats: Sequence[int], **changes: Any) -> None:
        for seat in seats:
            self._seat(seat, replace(self.seats[seat], **changes))

    def _on_stood(self, body: Body, at: float, _: Prepared) -> Change:
        self._seat(body["seat"], Seat())
        return Change(table=True)

    def _on_salted(self, body: Body, at: float, _: Prepared) -> Change:
        self._reseat([body["seat"]], salt=body["salt"])
        return Change(table=True)

    def _on_reordered(self, body: Body, at: float, _: Prepared) -> Change:
        self.seats = tuple(self.seats[seat] for seat in body["order"])
        return Change(table=True)

    def _on_hosted(self, body: Body, at: float, _: Prepared) -> Change:
        self.host = body["person"]
        return Change(table=True)

    def _on_named(self, body: Body, at: float, _: Prepared) -> Change:
        self._reseat(body["seats"], name=body["name"])
        return Change(table=True)

    def _on_faced(self, body: Body, at: float, _: Prepared) -> Change:
        self._reseat(body["seats"], face=body["face"])
        return Change(table=True)

    def _on_said(self, body: Body, at: float, _: Prepared) -> Change:
        self.chat = (*self.chat, {**body, "at": at})[-CHAT_KEPT:]
        return Change(lines=self.chat[-1:])

    def _on_closed(self, body: Body, at: float, _: Prepared) -> Change:
        self.stage = CLOSED
        return Change(table=True, play=True)

    def _on_hidden(self, body: Body, at: float, _: Prepared) -> Change:
        self.hidden = body["hidden"]
        return Change(table=True)

    def _on_forgotten(self, body: Body, at: float, _: Prepared) -> Change:
        """Somebody was taken out of what the log says before."""
        return Change(table=True)

    def _on_rematch(self, body: Body, at: float, _: Prepared) -> Change:
        self.rematch = body["table"]
        return Change(table=True)

    # --- The game -----------------------------------------------------------------------------------------------------

    def _on_started(self, body: Body, at: float, _: Prepared) -> Change:
        self.stage, self.since = PLAYING, at
        for seat, salt in enumerate(body["salts"]):
            self._reseat([seat], salt=salt)
        if body["version"] != self.game.version:
            why = f"it was begun with version {body['version']} of the rules, and this is {self.game.version}"
            self._freeze(why, body)
        else:
            self._begin(body)
        return Change(table=True, play=True, told=(0,))

    def _begin(self, body: Body) -> None:
        try:
            rules = self.game.check(**body["rules"])
            self.match = Match(self.game, rules, self.game.deals.load(rules, body["setup"]))
        except PasarError as fault:
            self._freeze(str(fault), body)

    def _freeze(self, why: str, dealt: Body) -> None:
        self.frozen, self.match = why, None
        self.unread = {"rules": dealt["rules"], "setup": dealt["setup"]}

    def _on_moved(self, body: Body, at: float, prepared: Prepared) -> Change:
        before = len(self.made)
        self._play(body["seat"], body["move"], body["by"], before, prepared)
        return self._after_moves(body, at, before)

    def _on_chose(self, body: Body, at: float, prepared: Prepared) -> Change:
        """A sealed choice. When it is the last, all are played together, in the order of the seats."""
        seat, again = body["seat"], body["seat"] in self.chosen
        self.chosen[seat] = (body["move"], body["by"])
        if self._undecided() or self.match is None:
            return Change(play=True, only=frozenset({seat}) if again else None)
        before = len(self.made)
        for chooser, (move, by) in sorted(self.chosen.items()):
            self._play(chooser, move, by, before, prepared)
        return self._after_moves(body, at, before)

    def _play(self, seat: int, move: str, by: By, first: int, prepared: Prepared) -> None:
        place = len(self.made) - first
        self.made.append(made_by(by, place))
        if self.match is None:
            self.unplayed.append((seat, move))
            return
        try:
            self.match.make(prepared[place] if prepared else self.match.prepare(move, seat))
        except PasarError as fault:
            self.unplayed = Log([*self.match.moves, (seat, move)])
            self._freeze(f"move {len(self.made)}: {fault}", self.dealt)

    def _after_moves(self, body: Body, at: float, before: int) -> Change:
        self.position += len(self.made) - before
        forgotten, self.since, self.asked = self.asked is not None, at, None
        self.chosen.clear()
        if "result" in body:
            self.result, self.stage = body["result"], OVER
        told = tuple(range(before + 1, len(self.made) + 1))
        return Change(play=True, told=told, table=forgotten or self.stage == OVER)

    def _on_undone(self, body: Body, at: float, _: Prepared) -> Change:
        self.position += 1  # never the number of an earlier position: a move meant for that one must not fit this one
        self.since, self.asked = at, None
        self.chosen.clear()
        self.made.cut(body["to"])
        self.unplayed.cut(body["to"])
        if self.match is not None:
            self.match = self.match.at(body["to"])
        return Change(play=True, table=True)

    def _on_asked(self, body: Body, at: float, _: Prepared) -> Change:
        self.asked = UndoWish(body["person"], body["seat"], body["to"])
        return Change(table=True)

    def _on_agreed(self, body: Body, at: float, _: Prepared) -> Change:
        if self.asked is not None:
            self.asked = UndoWish(
                self.asked.person, self.asked.seat, self.asked.to, self.asked.agreed | {body["person"]}
            )
        return Change(table=True)

    def _on_declined(self, body: Body, at: float, _: Prepared) -> Change:
        self.asked = None
        return Change(table=True)

    def _on_ordered(self, body: Body, at: float, _: Prepared) -> Change:
        self._reseat([body["seat"]], orders=body["orders"])
        return Change(play=True, only=frozenset({body["seat"]}))

    def _on_away(self, body: Body, at: float, _: Prepared) -> Change:
        self._reseat(body["seats"], away=True)
        return Change(table=True)

    def _on_back(self, body: Body, at: float, _: Prepared) -> Change:
        """The clock begins anew for whoever comes back."""
        self._reseat(body["seats"], away=False)
        self.since = at
        return Change(table=True, play=True)

    def _on_granted(self, body: Body, at: float, _: Prepared) -> Change:
        """The clock begins anew for everybody who is waited for."""
        self.since = at
        return Change(play=True)


# What each kind of entry does. Found once: every move passes here.
_HANDLERS: dict[str, Callable[[Table, Body, float, Prepared], Change]] = {
    name.removeprefix("_on_"): handler for name, handler in vars(Table).items() if name.startswith("_on_")
}
