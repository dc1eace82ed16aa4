"""Who plays the seats that nobody sits at, and whom a person may ask for advice."""

from collections.abc import Callable, Sequence

from pasar.bots import advice as advising
from pasar.bots.contract import Bot, Decision, Position
from pasar.bots.own import BotFault
from pasar.bots.roster import BOTS, NamedBot, find_bot
from pasar.cli import options
from pasar.errors import PasarError
from pasar.match.match import Match

DEFAULT = "learner"
ADVISER = "search:1s"
STAND_IN = "greedy"  # plays on for a bot that has broken down


def seat_bots(names: str | None, players: int, people: Sequence[int]) -> dict[int, NamedBot]:
    """The bots of `--bots A,B` on the seats without a person; the last one also takes the seats that are left."""
    free = [seat for seat in range(players) if seat not in people]
    asked = options.names(names or DEFAULT)
    if not asked:
        raise PasarError(f"--bots {names!r:.40} names no bot; it looks like: strong,learner")
    if names and len(asked) > len(free):
        raise PasarError(f"there are {len(asked)} bots for {len(free)} free seats")
    found = [find_bot(name) for name in asked]
    return {seat: found[min(place, len(found) - 1)] for place, seat in enumerate(free)}


def name_bots(match: Match, entries: dict[int, NamedBot]) -> None:
    """Write into the record who was a bot, and give each a short name: "hard 2"."""
    match.extras["bots"] = [entries[seat].name if seat in entries else None for seat in range(match.players)]
    match.extras["names"] = [
        f"{_short(entries[seat].name)} {seat + 1}" if seat in entries else None for seat in range(match.players)
    ]


def _short(name: str) -> str:
    """`expert` of `expert:200ms`, `Cautious` of `bots/mine.py:Cautious`."""
    first, _, rest = name.partition(":")
    return first if first in BOTS else rest.partition(":")[0]


class Opponents:
    """Bots by seat. The same seed plays the same way as long as no bot's budget is in seconds."""

    def __init__(self, entries: dict[int, NamedBot], seed: int, report: Callable[[int, BotFault], None]) -> None:
        self._entries = dict(entries)
        self._seed = seed
        self._report = report  # is told the seat and the fault of a bot that has broken down
        self._bots: dict[int, Bot] = {}

    def play(self, match: Match, seat: int) -> None:
        """Make one whole move."""
        match.play(self._decided(match, seat).move, seat)

    def _decided(self, match: Match, seat: int) -> Decision:
        entry = self._entries[seat]
        bot = self._bots.setdefault(seat, entry.make(self._seed + seat))
        try:
            return bot.decide(Position.of(match, seat, bot.wants_view), entry.budget)
        except BotFault as fault:
            self._report(seat, fault)
            self._entries[seat] = find_bot(STAND_IN)
            del self._bots[seat]
            return self._decided(match, seat)


def advice(match: Match, seat: int) -> Decision:
    """What the strongest bot would do there, knowing what the seat knows, and what it expects of each move."""
    entry = find_bot(ADVISER)
    position = Position.of(match, seat)
    return advising.advice(entry.make(0).decide(position, entry.budget), position)
