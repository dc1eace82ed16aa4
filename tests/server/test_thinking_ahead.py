"""Bots that think on while somebody thinks who plays alone."""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any
from unittest import mock

import pytest
from support.databases import in_loop, until
from support.tables import Client, Server, begun, guests, serving

from pasar.bots import search
from pasar.bots.levels import LEVELS, LevelBot
from pasar.server.base.settings import Settings


@pytest.fixture
def server_ahead(settings: Callable[..., Settings], clock: Any) -> Iterator[Server]:
    with serving(settings(limits_scale=0, think_ahead=True), clock) as server:
        yield server


def made(server: Server) -> int:
    """Simulations so far, while people thought."""
    return int(server.registry.metrics.simulations_ahead._value.get())


@contextmanager
def instead(ahead: Callable[[threading.Event], int]) -> Iterator[None]:
    with mock.patch.object(LevelBot, "ahead", lambda self, position, cancel: ahead(cancel)):
        yield


async def own_turn(client: Client) -> None:
    await client.wait_for(lambda: client.my_turn)


async def past_first_answer(client: Client) -> None:
    """A bot has made a move, so that it has something to go on from, and it is the person's turn again."""
    await client.play_on(lambda client: client.play["at"] > 12)
    await own_turn(client)


@in_loop
async def test_a_host_has_no_bots_that_think_ahead_unless_it_says_so(table_server: Server) -> None:
    async with guests(table_server, "Ann") as (ann,):
        (a,) = await begun(ann, bots=["champion"], game="bali")
        await past_first_answer(a)
        assert table_server.registry.tables[a.at.id].bots
        assert made(table_server) == 0 and not table_server.registry.settings.think_ahead


@pytest.mark.parametrize(("name", "bots"), [("bali", 1), ("basari", 2)])
@in_loop
async def test_the_strongest_bot_thinks_on_and_uses_it(server_ahead: Server, name: str, bots: int) -> None:
    async with guests(server_ahead, "Ann") as (ann,):
        (a,) = await begun(ann, bots=["champion"] * bots, game=name)
        with mock.patch.object(search, "prune", wraps=search.prune) as prune:
            await past_first_answer(a)
            await until(lambda: made(server_ahead) >= LEVELS["champion"].simulations)
            await a.play_on(lambda client: prune.call_count > 0 or client.stage == "over")
        assert prune.call_count > 0


@in_loop
async def test_it_thinks_about_a_position_once_and_not_without_end(server_ahead: Server) -> None:
    def thought(cancel: threading.Event) -> int:
        thoughts.append(cancel)
        return 7

    thoughts: list[threading.Event] = []
    with instead(thought):
        async with guests(server_ahead, "Ann") as (ann,):
            (a,) = await begun(ann, bots=["champion"], game="bali")
            await past_first_answer(a)
            await until(lambda: thoughts)
            before = len(thoughts)
            live = server_ahead.registry.tables[a.at.id]
            for _ in range(5):
                server_ahead.loop.call_soon_threadsafe(live.drive)
                await a.do("ping")
            assert len(thoughts) <= before + 1 and made(server_ahead) <= 7 * (before + 1)


@pytest.mark.parametrize("level", ["expert", "greedy"])
@in_loop
async def test_other_levels_stay_as_strong_as_they_are(server_ahead: Server, level: str) -> None:
    async with guests(server_ahead, "Ann") as (ann,):
        (a,) = await begun(ann, bots=[level], game="bali")
        await past_first_answer(a)
        assert made(server_ahead) == 0


@in_loop
async def test_where_several_people_play_nobody_thinks_ahead(server_ahead: Server) -> None:
    async with guests(server_ahead, "Ann", "Bob") as (ann, bob):
        a, b = await begun(ann, bob, bots=["champion"], game="bali")
        for _ in range(6):
            for each in (a, b):
                await each.play_on(lambda each=each: not each.my_turn)
        assert made(server_ahead) == 0


@in_loop
async def test_it_stops_as_soon_as_a_move_comes(server_ahead: Server) -> None:
    def until_cancelled(cancel: threading.Event) -> int:
        thinks.set()
        stopped.append(cancel.wait(10))
        return 1

    thinks, stopped = threading.Event(), list[bool]()
    with instead(until_cancelled):
        async with guests(server_ahead, "Ann") as (ann,):
            (a,) = await begun(ann, bots=["champion"], game="bali")
            await past_first_answer(a)
            await until(thinks.is_set)
            began = time.perf_counter()
            await a.play_on(lambda client: client.play["at"] > 20)
            assert stopped and all(stopped) and time.perf_counter() - began < 10


@in_loop
async def test_a_bot_that_does_not_stop_is_not_waited_for(server_ahead: Server) -> None:
    def deaf(cancel: threading.Event) -> int:
        thinks.set()
        release.wait(30)
        return 1

    thinks, release = threading.Event(), threading.Event()
    try:
        with instead(deaf):
            async with guests(server_ahead, "Ann") as (ann,):
                (a,) = await begun(ann, bots=["champion"], game="bali")
                await past_first_answer(a)
                await until(thinks.is_set)
                at = a.play["at"]
                await a.play_on(lambda client: client.play["at"] > at + 8)  # others have answered in its place
    finally:
        release.set()
