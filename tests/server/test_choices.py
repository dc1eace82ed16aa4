"""Choices that are made in secret at once: sealed, changeable until the last is in, shown together."""

import json
import threading
from collections.abc import Callable
from typing import Any
from unittest import mock

from support.databases import in_loop
from support.tables import Client, Server, begun, forgotten, guests, serving

from pasar.bots.contract import Budget, Decision, Position
from pasar.bots.levels import LevelBot
from pasar.server.base.settings import Settings


async def settled(*clients: Client) -> None:
    """Everything that was on its way has come in."""
    for client in clients:
        await client.do("ping")


@in_loop
async def test_others_see_only_who_has_chosen(table_server: Server) -> None:
    async with guests(table_server, "Ann", "Bob", "Cy", "Eve") as (ann, bob, cy, eve):
        a, b, c = await begun(ann, bob, cy, game="basari")
        watcher = await eve.enter(a.at)
        await a.move("B")
        await settled(b, c, watcher)
        assert a.play["choice"] == "B"
        for other in (b, c, watcher):
            assert other.play["chosen"] == [0] and other.play["choice"] is None
            assert other.waiting == [1, 2] and other.play["view"]["seats"][0]["choice"] is None
        await b.move("A")
        await c.move("C")
        await settled(a, b, c, watcher)
        for client in (a, b, c, watcher):
            shown = [
                event for told in client.seen.story.values() for event in told["events"] if event["event"] == "showed"
            ]
            assert [(event["seat"], event["action"]) for event in shown] == [(0, "B"), (1, "A"), (2, "C")]


async def heard_of_choice(server: Server, first: str, second: str) -> dict[str, list[str]]:
    """Every byte that others get while somebody chooses, and changes it; without what differs by table."""
    async with guests(server, "Ann", "Bob", "Cy", "Eve") as (ann, bob, cy, eve):
        a, b, c = await begun(ann, bob, cy, game="basari")
        watcher = await eve.enter(a.at)
        onlookers = {"b": b, "c": c, "watcher": watcher}
        await settled(*onlookers.values())
        before = {name: len(client.raw) for name, client in onlookers.items()}
        for move in (first, second):
            await a.move(move)
        await settled(*onlookers.values())
        heard = {name: client.raw[before[name] : -1] for name, client in onlookers.items()}
        return {name: [_without_deal(raw) for raw in raws] for name, raws in heard.items()}


def _without_deal(raw: str) -> str:
    """The cards differ from table to table; all else is kept byte by byte."""
    message = json.loads(raw)
    for seat in message["play"]["view"]["seats"]:
        seat["card"], seat["cards"], seat["workers"] = None, None, None
    if message["play"]["menu"]:
        message["play"]["menu"] = sorted(message["play"]["menu"]["open"])
    return json.dumps(message)


@in_loop
async def test_no_byte_tells_others_what_was_chosen_or_that_it_was_changed(table_server: Server) -> None:
    worlds = [await heard_of_choice(table_server, *choices) for choices in (("A", "A"), ("A", "B"), ("C", "B"))]
    assert worlds[0] == worlds[1] == worlds[2]
    assert all(len(messages) == 1 for messages in worlds[0].values())


@in_loop
async def test_a_choice_can_be_changed_until_the_last_is_in(table_server: Server) -> None:
    async with guests(table_server, "Ann", "Bob", "Cy") as people:
        a, b, c = await begun(*people, game="basari")
        await a.move("A")
        await b.move("B")
        await a.move("C")
        assert a.play["choice"] == "C" and a.waiting == [2]
        assert await a.refused("move", move="D", at=0) in ("not_open", "unreadable_move")
        assert a.play["choice"] == "C"
        await c.move("A")
        await a.wait_for(lambda: a.play["at"] == 3)
        assert await a.refused("move", move="A", at=0) == "stale"
        record_like = [told["events"][0] for move, told in sorted(b.seen.story.items()) if move]
        assert [event["seat"] for event in record_like] == [0, 1, 2]
        assert a.seen.story[1]["events"][0]["action"] == "C"


@in_loop
async def test_people_bots_and_another_tab_choose_at_once(table_server: Server) -> None:
    async with guests(table_server, "Ann", "Bob") as (ann, bob):
        a, b = await begun(ann, bob, bots=["greedy"], game="basari")
        other_tab = await ann.enter(a.at)
        await other_tab.move("A")
        await a.wait_for(lambda: a.play["choice"] == "A")  # one's own choice is seen in every tab
        await a.move("B")
        await other_tab.wait_for(lambda: other_tab.play["choice"] == "B")
        assert a.play["chosen"] in ([0], [0, 2])
        await b.move("C")
        await a.wait_for(lambda: a.play["at"] >= 3)


@in_loop
async def test_sealed_choices_survive_a_restart(table_server: Server) -> None:
    async with guests(table_server, "Ann", "Bob", "Cy") as people:
        a, b, c = await begun(*people, game="basari")
        await a.move("B")
        await b.move("A")
        await b.move("C")
        for client in (a, b, c):
            await client.close()
        await forgotten(table_server, a.at)
        again = await people[1].enter(a.at)
        assert again.play["choice"] == "C" and again.play["chosen"] == [0, 1] and again.version == b.version
        last = await people[2].enter(a.at)
        await last.move("A")
        await again.wait_for(lambda: again.play["at"] == 3)


@in_loop
async def test_bots_that_choose_at_the_same_time_think_at_the_same_time(
    settings: Callable[..., Settings], clock: Any
) -> None:
    """Each in a thread of its own, if the host has given them two."""
    both, think = threading.Barrier(2, timeout=60), LevelBot.decide

    def meet(bot: LevelBot, position: Position, budget: Budget) -> Decision:
        if position.game.to_act(position.state) != (position.seat,) and len(met) < 2:
            met.append(both.wait())
        return think(bot, position, budget)

    met: list[int] = []
    with serving(settings(limits_scale=0, bot_threads=2), clock) as server, mock.patch.object(LevelBot, "decide", meet):
        async with guests(server, "Ann") as (ann,):
            (a,) = await begun(ann, bots=["learner", "learner"], game="basari")
            await a.wait_for(lambda: a.play["chosen"] == [1, 2])
    assert sorted(met) == [0, 1]
