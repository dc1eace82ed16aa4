"""One match that bots play, until it is over or one of them breaks down: for simulation and for tournaments."""

from collections.abc import Sequence
from dataclasses import dataclass
from threading import Event
from typing import Any

from pasar.bots.ahead import AheadBot
from pasar.bots.contract import Decision, Position
from pasar.bots.own import BotFault
from pasar.bots.roster import NamedBot, find_bot
from pasar.match.match import Match


@dataclass(frozen=True)
class Played:
    """What became of a match: how many decisions bots made, and who lost it by breaking down."""

    decisions: int
    fault: dict[str, Any] | None


def play_match(match: Match, seating: Sequence[str], seeds: Sequence[int]) -> Played:
    """Let bots play a match, by their names and with a seed each."""
    return play_bots(match, [find_bot(name) for name in seating], seeds)


def play_bots(match: Match, players: Sequence[NamedBot], seeds: Sequence[int]) -> Played:
    """The same for bots that have been found, or that no name finds."""
    bots = [entry.make(seed) for entry, seed in zip(players, seeds, strict=True)]
    ahead = {seat: bot for seat, bot in enumerate(bots) if isinstance(bot, AheadBot)}
    decisions = 0
    while not match.over:
        made: list[tuple[int, Decision]] = []
        for seat in match.to_act:  # who decides at the same time is asked before anybody's choice is made
            try:
                position = Position.of(match, seat, bots[seat].wants_view, with_path=seat in ahead)
                made.append((seat, bots[seat].decide(position, players[seat].budget)))
            except BotFault as broken:
                return Played(decisions, _fault(match, seat, players[seat].name, broken))
        for seat, bot in ahead.items():
            if match.to_act != (seat,):
                bot.ahead(Position.of(match, seat, with_path=True), Event())
        for seat, decision in made:
            make_move(match, seat, decision)
            decisions += 1
    return Played(decisions, None)


def make_move(match: Match, seat: int, decision: Decision) -> None:
    if decision.actions:
        for action in decision.actions:
            match.act(seat, action)
    else:
        match.play(decision.move, seat)


def _fault(match: Match, seat: int, bot: str, broken: BotFault) -> dict[str, Any]:
    return {"bot": bot, "seat": seat, "kind": broken.kind, "message": broken.message, "record": match.record()}
