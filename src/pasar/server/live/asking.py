"""What people and programs ask of a table beside looking at it; the same for sockets and for requests."""

from typing import Any

from pasar.errors import BadMove
from pasar.server.base.messages import HintMessage, WhatIfMessage
from pasar.server.base.refusals import Refused
from pasar.server.live.live_table import LiveTable
from pasar.server.live.registry import Registry
from pasar.server.live.thinking import hint_shown
from pasar.server.table import views, wire
from pasar.server.table.new_entries import NOT_HERE, NOT_NOW, Who, not_yours

# What is counted besides being a command: chat, reactions, and what opens a table or keeps a thread busy.
COUNTED: dict[type, str] = {wire.Say: "chat", wire.Rematch: "tables", wire.Hint: "hints", wire.React: "reactions"}


async def act(registry: Registry, live: LiveTable, command: Any, who: Who) -> int:
    """Carry out a command; the version of the table after it."""
    if isinstance(command, wire.Rematch):
        async with registry.quotas.opening(who.person):
            await registry.rematch(live, who)
        return live.table.public_version
    version = await live.do(command, who)
    if isinstance(command, wire.PlayMove):
        registry.metrics.moves.inc()
    return version


async def answered(
    registry: Registry, live: LiveTable, question: wire.Hint | wire.WhatIf, person: str | None
) -> HintMessage | WhatIfMessage:
    """A hint, or a look ahead, for somebody whose seat is to act."""
    seat = _deciding_seat(live, question.seat, person)
    if isinstance(question, wire.WhatIf):
        return _what_if(live, seat, question)
    if not live.table.options["hints"]:
        raise Refused("no_hints", "this table plays without hints", NOT_HERE)
    position = live.table.position
    return hint_shown(await registry.thinking.advice(live, seat), position, question.id)


def _deciding_seat(live: LiveTable, asked: int | None, person: str | None) -> int:
    table = live.table
    own = table.seats_of(person)
    if asked is not None and asked not in own:
        raise not_yours(asked)
    deciding = [seat for seat in own if table.match is not None and seat in table.match.to_act]
    if asked is not None:
        deciding = [seat for seat in deciding if seat == asked]
    if not deciding:
        raise Refused("not_your_turn", "there is nothing for you to decide now", NOT_NOW)
    return deciding[0]


def _what_if(live: LiveTable, seat: int, question: wire.WhatIf) -> WhatIfMessage:
    assert live.table.match is not None
    try:
        shown = views.what_if(live.table.match, seat, question.move)
    except BadMove as fault:
        raise Refused("unreadable_move", str(fault)) from fault
    at = live.table.position
    return {"type": "what_if", "id": question.id, "at": at, "seat": seat, "move": question.move, **shown}
