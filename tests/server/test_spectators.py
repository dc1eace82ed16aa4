"""Who may watch, and what there is to see: the public view, and nothing that belongs to a seat."""

from typing import Any

import orjson
import pytest
from support.attacks import end_of
from support.databases import in_loop
from support.tables import Server, begun, guests, match_at, play_out, seated


@pytest.mark.parametrize("name", ["bali", "basari"])
@in_loop
async def test_spectators_see_the_public_view_only(table_server: Server, name: str) -> None:
    async with guests(table_server, "Ann", "Bob", "Cy", "Eve") as (*people, eve):
        clients = await begun(*people, game=name, memory=True)
        watcher = await eve.enter(clients[0].at)
        for _ in range(8):
            mover = next(client for client in clients if client.my_turn)
            await mover._one_turn()
            await watcher.wait_for(lambda mover=mover: watcher.version == mover.version)
            for client in clients:
                await client.wait_for(lambda client=client: client.version == watcher.version)
            public = match_at(table_server, watcher.at).sight(None, memory=True)
            assert watcher.play["view"] == _as_json(public) and "own" not in public
            assert watcher.play["menu"] is watcher.play["choice"] is watcher.play["orders"] is None
        assert watcher.own == [] and watcher.seen.you == {"seats": [], "host": False, "eyes": None, "key": None}


def _as_json(value: Any) -> Any:
    return orjson.loads(orjson.dumps(value))


@in_loop
async def test_spectators_change_nothing_but_may_chat(table_server: Server) -> None:
    async with guests(table_server, "Ann", "Eve") as (ann, eve):
        (a,) = await begun(ann, bots=["greedy"])
        watcher = await eve.enter(a.at)
        codes = {
            await watcher.refused("move", move="play rice", at=0), await watcher.refused("undo"),
            await watcher.refused("eyes", seat=0), await watcher.refused("orders", seat=0, orders={}),
            await watcher.refused("hint"), await watcher.refused("what_if", move="play rice"),
            await watcher.refused("start"), await watcher.refused("rematch"),
        }  # fmt: skip
        assert codes == {"no_seat", "not_your_seat", "not_your_turn", "begun", "not_over"}
        await watcher.do("chat", text="nice")
        await a.wait_for(lambda: a.seen.chat)
        assert a.seen.chat[0].items() >= {"name": "Eve", "text": "nice", "seats": []}.items()


@in_loop
async def test_who_may_watch(table_server: Server) -> None:
    async with guests(table_server, "Ann", "Eve") as (ann, eve):
        for public, watch, by_link, without in (
            (True, "anyone", True, True), (True, "link", True, False), (True, "nobody", False, False),
            (False, "anyone", True, False), (False, "link", True, False), (False, "nobody", False, False),
        ):  # fmt: skip
            (a,) = await begun(ann, bots=["greedy"], public=public, watch=watch)
            for at, allowed in ((a.at, by_link), (a.at.without_key, without)):
                answer = await eve.http.get(f"/api/tables/{at.id}", headers={"pasar-key": at.key} if at.key else {})
                assert (answer.status_code == 200) == allowed, (public, watch, at.key)
                watcher = await eve.enter(at)
                assert (watcher.closed is None) == allowed
                for path in ("record", "story", "stream"):
                    if not allowed:
                        no_link_helps = watch == "nobody" and (public or at.key is not None)
                        code = "no_watching" if no_link_helps else "by_link_only"
                        assert (await eve.refused("GET", f"/api/tables/{at.id}/{path}", at=at))[1] == code


@in_loop
async def test_who_only_looked_into_the_lobby_is_sent_away_when_nobody_may_watch(table_server: Server) -> None:
    async with guests(table_server, "Ann", "Bob", "Eve") as (ann, bob, eve):
        host, other = await seated(ann, bob, public=True, watch="nobody")
        curious = await eve.enter(host.at)
        await host.do("start")
        assert await end_of(curious) == (4003, "by_link_only")
        assert curious.play is None and not any(message.get("play") for message in curious.messages)
        await host.wait_for(lambda: host.seen.presence["watchers"] == 0)
        await other.wait_for(lambda: other.stage == "playing")


@in_loop
async def test_everybody_sees_who_is_there(table_server: Server) -> None:
    async with guests(table_server, "Ann", "Bob", "Eve") as (ann, bob, eve):
        a, b = await seated(ann, bob, bots=["greedy"])
        watcher = await eve.enter(a.at)
        await a.wait_for(lambda: a.seen.presence == {"seats": [True, True, False], "watchers": 1})
        second_tab = await bob.enter(a.at)
        await b.close()
        await second_tab.do("ping")
        assert watcher.seen.presence["seats"] == [True, True, False]
        await second_tab.drop()
        await a.wait_for(lambda: a.seen.presence["seats"] == [True, False, False])
        await watcher.close()
        await a.wait_for(lambda: a.seen.presence["watchers"] == 0)


@in_loop
async def test_the_whole_game_is_open_to_those_who_watched_when_it_is_over(table_server: Server) -> None:
    async with guests(table_server, "Ann", "Bob", "Eve") as (ann, bob, eve):
        clients = await begun(ann, bob)
        watcher = await eve.enter(clients[0].at)
        await play_out(clients)
        await watcher.wait_for(lambda: watcher.stage == "over")
        frames = (await eve.get(f"/api/tables/{watcher.at.id}/replay", watcher.at, eyes="all"))["frames"]
        assert len(frames) == watcher.play["moves"] + 1 and all(len(frame["own"]) == 2 for frame in frames)
