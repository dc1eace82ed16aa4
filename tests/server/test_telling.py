"""How a change is told: written with the move, the same as if it were asked for afterwards, and in one write."""

import json
from collections.abc import Sequence
from typing import Any

import pytest

from pasar.match.match import Match
from pasar.server.live.onlooker import Onlooker
from pasar.server.table import deciding, gathering, views, wire
from pasar.server.table.new_entries import NewEntry, Who
from pasar.server.table.table import NO_ORDERS, PERSON, Change, Table

EYES = (0, 1, 2, None)


@pytest.fixture(params=[False, True], ids=["", "memory"])
def table(request: pytest.FixtureRequest) -> Table:
    table = Table("00112233445566ff")
    who = Who("ann", "Ann")
    options = gathering.agreed(wire.AskedOptions(game="bali", players=3, memory=request.param), {})
    started = gathering.started(table_game := Match.new("bali", 3, seed=5).game, table_game.check(3), _setup())
    for new in (gathering.opened(options, who), *(gathering.seated(seat, who) for seat in range(3)), started):
        table.apply(new.kind, new.body, 1.0)
    return table


def _setup() -> Any:
    return Match.new("bali", 3, seed=5).setup()


def moved(table: Table, eyes: Sequence[int | None]) -> NewEntry:
    seat = table.waiting[0]
    assert table.match is not None
    return deciding.played(table, seat, table.match.open(seat)[0], PERSON, eyes)


def told(table: Table, new: NewEntry, with_the_move: bool) -> dict[int | None, Any]:
    after = table.fork()
    change = after.apply(new.kind, new.body, 2.0, new.prepared)
    shown = views.updates_shown(after, 7, change, EYES, new.prepared[-1] if with_the_move else None)
    return {eyes: json.loads(message) for eyes, message in shown.items()}


def test_what_is_written_with_a_move_is_what_is_told_of_it(table: Table) -> None:
    new = moved(table, EYES)
    assert told(table, new, True) == told(table, new, False)


def test_who_came_after_the_move_was_written_is_told_as_well(table: Table) -> None:
    new = moved(table, (0,))
    shown = told(table, new, True)
    assert shown == told(table, new, False) and shown[None]["play"]["view"]["seat"] is None


def test_a_move_in_the_place_of_one_taken_back_is_told_as_well(table: Table) -> None:
    new = moved(table, EYES)
    table.apply(new.kind, new.body, 2.0, new.prepared)
    shown = views.updates_shown(table, 7, Change(play=True, told=(1, 1)), EYES)
    assert all([line["move"] for line in json.loads(message)["story"]] == [1, 1] for message in shown.values())


def test_a_copy_of_a_table_has_all_of_it_and_changes_nothing_of_the_first(table: Table) -> None:
    copy = table.fork()
    assert {name for name in Table.__slots__ if not hasattr(copy, name)} == set()
    before = [getattr(table, name) for name in ("version", "position", "waiting", "since")]
    new = moved(copy, ())
    copy.apply(new.kind, new.body, 2.0, new.prepared)
    copy.apply("ordered", {"seat": 0, "orders": {"skip_buying": "always"}}, 2.0)
    assert [getattr(table, name) for name in ("version", "position", "waiting", "since")] == before
    assert len(table.made) == 0 and table.seats[0].orders == {} == NO_ORDERS


def test_what_cannot_go_out_at_once_waits_in_order() -> None:
    onlooker = Onlooker("ann", "Ann", 0)
    onlooker.send_now = lambda message: False
    onlooker.send(b"update")
    onlooker.send_now = lambda message: pytest.fail("nothing may overtake what waits")
    onlooker.send(b"ack")
    onlooker.send(b"later")
    taken: list[bytes] = []
    onlooker.send_now = lambda message: len(taken) < 2 and not taken.append(message)  # type: ignore[func-returns-value]
    onlooker.flush()
    assert taken == [b"update", b"ack"]
    onlooker.send_now = lambda message: not taken.append(message)  # type: ignore[func-returns-value]
    onlooker.flush()
    assert taken == [b"update", b"ack", b"later"]
