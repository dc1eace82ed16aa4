"""A plain move goes a short way: what is written and told of it is the same as the long way would have done."""

import asyncio
from random import Random
from typing import Any

import pytest
from support.databases import in_loop
from websockets.frames import Frame, Opcode

from pasar.match.match import Match
from pasar.server.http.connections import text_frame
from pasar.server.live import live_table
from pasar.server.live.turns import Turns
from pasar.server.table import deciding, gathering, wire
from pasar.server.table.new_entries import Who
from pasar.server.table.rows import row_of
from pasar.server.table.table import OVER, PERSON, Table
from pasar.store.appends import prepared
from pasar.store.contract import Append, LogEntry

PEOPLE = ("ann", "bob", "cyd")


def playing(game: str, seed: int, **options: Any) -> Table:
    table, match = Table("00112233445566ff"), Match.new(game, 3, seed=seed)
    agreed = gathering.agreed(wire.AskedOptions(game=game, players=3, **options), {})
    seated = [gathering.seated(seat, Who(person, person.title())) for seat, person in enumerate(PEOPLE)]
    started = gathering.started(match.game, match.rules, match.setup())
    for new in (gathering.opened(agreed, Who("ann", "Ann")), *seated, started):
        table.apply(new.kind, new.body, 1.0)
    return table


@pytest.mark.parametrize(("name", "clock"), [("bali", 0), ("basari", 2)])
def test_what_is_written_of_a_move_is_what_a_table_says_on_which_it_was_made(name: str, clock: int) -> None:
    table, chance, now = playing(name, 7, clock=clock), Random(7), 1.0
    while table.stage != OVER:
        now += 0.25
        assert table.match is not None
        seat = chance.choice(table.match.to_act)  # who has chosen in secret may choose anew
        menu = table.match.menu(seat)
        move = chance.choice([*menu.open, *([menu.build.least] if menu.build else [])])
        new = deciding.played(table, seat, move, PERSON, (0, None))
        waiting = live_table._waiting_after(table, new)
        later = live_table._append_of(table, new, waiting, now, shared=False)
        short = live_table._append_of(table, new, waiting, now, shared=True)
        assert (later.row is None) == ("result" not in new.body)  # lists are told of the end at once
        assert later.entries[0][:-1] == short.entries[0][:-1]
        table.apply(new.kind, new.body, now, new.prepared)
        entry = LogEntry(table.version, now, new.kind, new.body, short.entries[0][-1])
        assert short == prepared(Append(row_of(table), [entry]))


@pytest.mark.parametrize("size", [0, 1, 125, 126, 127, 65535, 65536, 70000])
def test_a_frame_is_as_the_standard_says(size: int) -> None:
    payload = b"x" * size
    assert text_frame(payload) == Frame(Opcode.TEXT, payload).serialize(mask=False)


@in_loop
async def test_turns_come_in_order_and_who_leaves_is_passed_over() -> None:
    turns, had = Turns(), list[int]()

    async def wait(number: int) -> None:
        async with turns:
            had.append(number)

    assert turns.take() and not turns.take()
    tasks = [asyncio.create_task(wait(number)) for number in range(4)]
    await asyncio.sleep(0)
    tasks[1].cancel()
    turns.give()
    tasks[0].cancel()  # its turn has come, and it does not know yet
    await asyncio.gather(*tasks, return_exceptions=True)
    assert had == [2, 3] and not turns.taken


@pytest.mark.parametrize(("kept_after", "late_after"), [(0.0, 60.0), (3.0, 63.0)])
def test_what_the_store_took_is_nobodys_time(kept_after: float, late_after: float) -> None:
    table = playing("bali", 7, clock=1)
    kept_at = table.since + kept_after
    assert deciding.overdue(table, table.since + late_after - 0.01, kept_at=kept_at) == []
    (new,) = deciding.overdue(table, table.since + late_after, kept_at=kept_at)
    assert (new.kind, new.body) == ("away", {"seats": list(table.waiting)})
