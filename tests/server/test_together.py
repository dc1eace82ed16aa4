"""Commands that come while a table is being written to are decided one after the other and written together."""

import asyncio

import pytest
from support.databases import in_loop
from support.tables import Server, begun, guests

from pasar.server.base.refusals import Refused
from pasar.server.live.together import QueuedCommand, outcome_of
from pasar.server.table import deciding, wire
from pasar.server.table.new_entries import Who
from pasar.server.table.table import Table

from .test_short_way import PEOPLE, playing


def asks(seat: int, move: str, at: int = 0) -> QueuedCommand:
    """Somebody chooses at this seat."""
    command = wire.PlayMove(type="move", move=move, at=at, seat=seat)
    who = Who(PEOPLE[seat], PEOPLE[seat].title())
    return QueuedCommand(lambda table: deciding.decide(table, command, who), asyncio.get_running_loop().create_future())


def a_choice() -> Table:
    table = playing("basari", 7)
    assert table.secret_choice and table.position == 0
    return table


@in_loop
async def test_what_several_choose_at_once_is_one_piece_of_work() -> None:
    table = a_choice()
    asked = [asks(0, "A"), asks(1, "B"), asks(2, "C")]
    outcome = outcome_of(asked, table, 2.0)
    assert [new.kind for new in outcome.news] == ["chose", "chose", "chose"]
    assert outcome.after.position == 3 and table.position == 0 and not table.chosen
    assert outcome.change is not None and outcome.change.told == (1, 2, 3)
    outcome.answer(asked, outcome.after.public_version)
    assert [each.answer.result() for each in asked] == [outcome.after.public_version] * 3


@in_loop
async def test_a_refusal_is_not_told_before_that_is_kept_which_it_follows_from() -> None:
    table = a_choice()
    last = asks(0, "B")
    asked = [asks(0, "A"), asks(1, "B"), asks(2, "C"), last]
    outcome = outcome_of(asked, table, 2.0)
    assert not last.answer.done()
    outcome.answer(asked, outcome.after.public_version)
    with pytest.raises(Refused) as fault:
        last.answer.result()
    assert fault.value.code == "stale"


@in_loop
async def test_who_has_gone_is_passed_over_and_takes_nobody_along() -> None:
    table = a_choice()
    asked = [asks(0, "A"), asks(1, "B"), asks(2, "C")]
    asked[1].answer.cancel()
    outcome = outcome_of(asked, table, 2.0)
    assert [new.body["seat"] for new in outcome.news] == [0, 2]
    outcome.answer(asked, outcome.after.public_version)
    assert asked[0].answer.done() and asked[2].answer.done() and asked[1].answer.cancelled()


@in_loop
async def test_a_table_is_changed_only_by_what_is_kept() -> None:
    table = a_choice()
    outcome = outcome_of([asks(0, "nonsense"), asks(1, "B", at=5)], table, 2.0)
    assert outcome.after is table and outcome.change is None and not outcome.news
    assert [fault.code for _, fault in outcome.refused if isinstance(fault, Refused)] == ["unreadable_move", "stale"]


@in_loop
async def test_all_choose_in_the_same_moment(table_server: Server) -> None:
    async with guests(table_server, "Ann", "Bob", "Cy") as (ann, bob, cy):
        clients = await begun(ann, bob, cy, game="basari")
        await asyncio.gather(*(client.move(move) for client, move in zip(clients, "ABC", strict=True)))
        for client in clients:
            await client.do("ping")
            assert client.play["at"] == 3
            assert sorted(client.seen.story) == [0, 1, 2, 3]
