"""Commands that wait for the same table are decided one after the other and written together.

Several choose at once in some games, and each write takes its time: written one by one, the last would wait for all.
"""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from pasar.server.table.new_entries import NewEntry
from pasar.server.table.table import Change, Table

Decider = Callable[[Table], list[NewEntry]]


class QueuedCommand(NamedTuple):
    """A command, and where its answer is waited for: the table's version after it, when it is kept."""

    decider: Decider
    answer: asyncio.Future[int]


@dataclass(slots=True)
class GroupOutcome:
    """What commands lead to if it is written: until then nobody may hear of it, not even those who are refused."""

    after: Table
    news: list[NewEntry] = field(default_factory=list)
    change: Change | None = None
    refused: list[tuple[QueuedCommand, Exception]] = field(default_factory=list)

    def answer(self, asked: Sequence[QueuedCommand], version: int) -> None:
        for each, fault in self.refused:
            refuse([each], fault)
        for each in asked:
            if not each.answer.done():
                each.answer.set_result(version)


def outcome_of(asked: Sequence[QueuedCommand], table: Table, now: float) -> GroupOutcome:
    """Each command is decided on what those before it lead to. Whoever has gone meanwhile is passed over."""
    outcome = GroupOutcome(table)
    for each in asked:
        if each.answer.done():
            continue
        try:
            news = each.decider(outcome.after)
        except Exception as fault:
            outcome.refused.append((each, fault))
            continue
        for new in news:
            _try(outcome, table, new, now)
    return outcome


def _try(outcome: GroupOutcome, table: Table, new: NewEntry, now: float) -> None:
    if outcome.after is table:
        outcome.after = table.fork()
    change = outcome.after.apply(new.kind, new.body, now, new.prepared)
    outcome.change = change if outcome.change is None else outcome.change.then(change)
    outcome.news.append(new)


def refuse(asked: Sequence[QueuedCommand], fault: BaseException) -> None:
    for each in asked:
        if each.answer.done():
            continue
        if isinstance(fault, asyncio.CancelledError):
            each.answer.cancel()
        else:
            each.answer.set_exception(fault)
