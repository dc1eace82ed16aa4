"""Clocks: when one runs out, a bot plays until the person comes back. The server's clock is moved by hand."""

import asyncio
from collections.abc import Callable

import pytest
from support.databases import in_loop, until
from support.living import FakeClock
from support.tables import Client, Server, begun, forgotten, guests, serving

from pasar.server.base.clock import DAY, MINUTE, SystemClock
from pasar.server.base.settings import Settings


def acting(*clients: Client) -> tuple[Client, Client]:
    first = next(client for client in clients if client.my_turn)
    return first, next(client for client in clients if client is not first)


@in_loop
async def test_a_bot_plays_when_the_clock_has_run_out(table_server: Server) -> None:
    async with guests(table_server, "Ann", "Bob") as (ann, bob):
        first, second = acting(*await begun(ann, bob, clock=2))
        seat = first.own[0]
        assert first.play["deadline"] == first.play["since"] + 2 * MINUTE
        table_server.clock.advance(2 * MINUTE - 1)
        await asyncio.sleep(0.1)
        assert not (await ann.look(first.at))["table"]["seats"][seat]["away"]
        table_server.clock.advance(1)
        await second.wait_for(lambda: second.table["seats"][seat]["away"])
        await second.wait_for(lambda: second.my_turn)  # the bot has played
        assert {told["by"] for move, told in second.seen.story.items() if move} == {"bot"}
        await first.do("back")
        await second.wait_for(lambda: not second.table["seats"][seat]["away"])
        await second.play_on(lambda client: not client.my_turn)
        await first.wait_for(lambda: first.my_turn)  # and now the person is asked again
        assert first.play["deadline"] == table_server.clock.now() + 2 * MINUTE


@in_loop
async def test_who_opens_the_table_again_is_back_and_so_is_who_moves(table_server: Server) -> None:
    async with guests(table_server, "Ann", "Bob") as (ann, bob):
        first, second = acting(*await begun(ann, bob, clock=1440))
        seat = first.own[0]
        table_server.clock.advance(DAY)
        await second.wait_for(lambda: second.my_turn and second.table["seats"][seat]["away"])
        again = await first.guest.enter(first.at)
        await again.wait_for(lambda: not again.table["seats"][seat]["away"])
        table_server.clock.advance(DAY)
        await again.wait_for(lambda: again.table["seats"][second.own[0]]["away"])
        await second.wait_for(lambda: second.my_turn or again.my_turn)
        if not second.my_turn:  # the bot was faster: the next move of the person is theirs again
            await again.play_on(lambda client: not client.my_turn)
        await second.do("back")
        await second.wait_for(lambda: not second.table["seats"][second.own[0]]["away"])


@in_loop
async def test_tables_are_looked_after_although_nobody_is_there(table_server: Server) -> None:
    """All have gone; after a day the table is read again from its log, and a bot plays."""
    async with guests(table_server, "Ann", "Bob") as (ann, bob):
        first, second = acting(*await begun(ann, bob, clock=1440))
        await first.close()
        await second.close()
        await forgotten(table_server, first.at)
        table_server.clock.advance(DAY)
        for _ in range(3000):
            (line,) = (await second.guest.get("/api/me/tables"))["tables"]
            if line["your_turn"]:
                break
            await asyncio.sleep(0.02)
        assert line["your_turn"] and line["position"] > 0


@in_loop
async def test_without_a_clock_nothing_happens_however_long_it_takes(table_server: Server) -> None:
    async with guests(table_server, "Ann", "Bob") as (ann, bob):
        first, _ = acting(*await begun(ann, bob, clock=0))
        table_server.clock.advance(30 * DAY)
        await asyncio.sleep(0.1)
        shown = await first.guest.look(first.at)
        assert shown["play"]["deadline"] is None and shown["play"]["at"] == 0
        assert not any(seat["away"] for seat in shown["table"]["seats"])


@in_loop
async def test_a_secret_choice_waits_only_for_those_who_have_not_chosen(table_server: Server) -> None:
    async with guests(table_server, "Ann", "Bob", "Cy") as people:
        a, b, _ = await begun(*people, game="basari", clock=5)
        await a.move("A")
        await b.move("B")
        table_server.clock.advance(5 * MINUTE)
        await a.wait_for(lambda: a.table["seats"][2]["away"] and a.play["at"] >= 3)
        assert [seat["away"] for seat in a.table["seats"]] == [False, False, True]
        assert [a.seen.story[move]["by"] for move in (1, 2, 3)] == ["person", "person", "bot"]


@in_loop
async def test_who_leaves_is_replaced_at_once_and_may_return(table_server: Server) -> None:
    async with guests(table_server, "Ann", "Bob") as (ann, bob):
        first, second = acting(*await begun(ann, bob))
        await first.do("leave")
        await second.wait_for(lambda: second.my_turn)
        again = await first.guest.enter(first.at)
        await again.wait_for(lambda: not again.table["seats"][first.own[0]]["away"])
        await second.play_on(lambda client: not client.my_turn)
        await again.wait_for(lambda: again.my_turn)
        await again.move_somehow()


@pytest.mark.parametrize("leap", [DAY, -DAY, -MINUTE / 2])
@in_loop
async def test_a_jump_of_the_clock_makes_nobody_late(
    table_server: Server, caplog: pytest.LogCaptureFixture, leap: float
) -> None:
    async with guests(table_server, "Ann", "Bob") as (ann, bob):
        first, _ = acting(*await begun(ann, bob, clock=2))
        table_server.clock.advance(MINUTE)
        table_server.clock.jump(leap)
        await first.wait_for(lambda: first.play["deadline"] == table_server.clock.now() + 2 * MINUTE)
        assert first.my_turn and not any(seat["away"] for seat in first.table["seats"])
        assert [line.msg for line in caplog.records].count("clock_jumped") == 1
        table_server.clock.advance(2 * MINUTE)  # from now on it counts again
        await first.wait_for(lambda: first.table["seats"][first.own[0]]["away"])


@in_loop
async def test_a_jump_is_known_to_a_table_that_nobody_was_at(table_server: Server) -> None:
    async with guests(table_server, "Ann", "Bob") as (ann, bob):
        first, second = acting(*await begun(ann, bob, clock=1440))
        await first.close()
        await second.close()
        await forgotten(table_server, first.at)
        table_server.clock.jump(2 * DAY)
        await until(lambda: first.at.id in table_server.registry.tables)  # it was looked after, for it seemed to be due
        shown = await first.guest.look(first.at)
        await until(lambda: table_server.registry.tables[first.at.id].table.deadline == table_server.clock.now() + DAY)
        assert not any(seat["away"] for seat in shown["table"]["seats"])


@pytest.mark.parametrize("away", [DAY, MINUTE / 2])
@in_loop
async def test_nobody_is_late_because_the_server_was_down(
    table_server: Server, settings: Callable[..., Settings], clock: FakeClock, away: float
) -> None:
    async with guests(table_server, "Ann", "Bob") as (ann, bob):
        first, _ = acting(*await begun(ann, bob, clock=1))
        clock.advance(MINUTE / 2 - 1)
        await asyncio.to_thread(table_server.stop)
    clock.advance(away)
    with serving(settings(limits_scale=0), clock) as again:
        clock.advance(2)
        tables, id = again.registry.tables, first.at.id
        await until(lambda: id in tables and tables[id].table.since == clock.now())
        assert not any(seat.away for seat in tables[id].table.seats)
        clock.advance(MINUTE)  # from now on it counts again
        await until(lambda: any(seat.away for seat in tables[id].table.seats))


@in_loop
async def test_a_bots_turn_is_known_after_its_process_was_killed(
    table_server: Server, settings: Callable[..., Settings], clock: FakeClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The row that says so may not be written yet when it is killed: it follows from the log."""
    async with guests(table_server, "Ann") as (ann,):
        (client,) = await begun(ann, bots=["easy"])
        await client.play_on(lambda client: client.my_turn)

        async def killed() -> None:
            pass

        monkeypatch.setattr(table_server.registry.store, "bring_rows", killed)
        monkeypatch.setattr(table_server.registry.thinking, "ask", lambda live, seat: None)
        await client.play_on(lambda client: not client.my_turn)
        position = client.play["at"]
        await asyncio.to_thread(table_server.stop)
    with serving(settings(limits_scale=0), clock) as again:
        row = again.run(again.registry.store.row(client.at.id))
        assert row.about["position"] == position
        clock.advance(MINUTE)
        await until(lambda: client.at.id in again.registry.tables)
        await until(lambda: again.registry.tables[client.at.id].table.position > position)


@in_loop
async def test_a_list_shows_every_move_that_was_told(table_server: Server) -> None:
    async with guests(table_server, "Ann", "Bob") as (ann, bob):
        both = await begun(ann, bob, clock=2)
        for _ in range(4):
            first, _ = acting(*both)
            await first.move_somehow()
            (line,) = (await first.guest.get("/api/me/tables"))["tables"]
            assert line["position"] == first.play["at"] > 0 and line["deadline"] == first.play["deadline"]
            await asyncio.gather(*(client.wait_for(lambda: any(one.my_turn for one in both)) for client in both))


def test_the_time_passes_evenly_whatever_the_system_says(monkeypatch: pytest.MonkeyPatch) -> None:
    system, monotonic = 5_000.0, 100.0
    monkeypatch.setattr("time.time", lambda: system)
    monkeypatch.setattr("time.monotonic", lambda: monotonic)
    clock = SystemClock()
    system, monotonic = system + DAY + 1, monotonic + 1  # set forward, or asleep for a day
    assert clock.now() == 5_001.0
    assert clock.jumped() == DAY and clock.now() == system and clock.jumped() == 0
    system, monotonic = system + 3, monotonic + 1  # a correction
    assert clock.jumped() == 0 and clock.now() == system
    system, monotonic = system + 60, monotonic + 60  # the process was stopped
    assert clock.jumped() == 60 and clock.now() == system


@in_loop
async def test_what_a_wrong_clock_calls_old_is_not_forgotten(table_server: Server) -> None:
    async with guests(table_server, "Ann", "Bob") as (ann, bob):
        first, _ = await begun(ann, bob, game="bali")
        table_server.clock.jump(1000 * DAY)
        await until(lambda: table_server.registry.jumped_at)
        table_server.run(table_server.registry.forget())
        assert (await ann.look(first.at))["table"]["stage"] == "playing"
