"""Standing orders: what a person leaves word about is done without asking, and nobody else hears of it."""

from typing import Any

import pytest
from support.databases import in_loop
from support.tables import Client, Server, begun, guests, moves_of, play_out


def asked(client: Client) -> list[dict[str, Any]]:
    """Every position in which the client had to decide something."""
    plays = [message["play"] for message in client.messages if message.get("play")]
    return [play for play in plays if play["menu"] and client.own[0] in play["waiting"]]


def is_buying(play: dict[str, Any]) -> bool:
    return bool(play["view"]["phase"] == "buy")


def is_haggling(play: dict[str, Any]) -> bool:
    return play["menu"]["build"] is not None


async def whole_story(client: Client) -> list[dict[str, Any]]:
    story = await client.guest.get(f"/api/tables/{client.at.id}/story", client.at, count=500)
    return list(story["story"])


@in_loop
async def test_buying_is_passed_over_always(table_server: Server) -> None:
    async with guests(table_server, "Ann", "Bob") as (ann, bob):
        a, b = await begun(ann, bob, game="bali")
        await a.do("orders", seat=0, orders={"skip_buying": "always"})
        assert a.play["orders"] == {"skip_buying": "always"}
        a.leaves_to_orders = is_buying
        await play_out([a, b])
        passed = [told for told in await whole_story(a) if told["by"] == "order"]
        assert passed and all(told["seat"] == 0 and told["events"][0]["event"] == "passed" for told in passed)
        assert all(
            event["event"] != "bought" or event["seat"] for told in a.seen.story.values() for event in told["events"]
        )


@in_loop
async def test_nobody_is_asked_to_buy_when_nothing_is_affordable(table_server: Server) -> None:
    async with guests(table_server, "Ann", "Bob") as (ann, bob):
        a, b = await begun(ann, bob, game="bali")
        await play_out([a, b])
        menus = [play["menu"] for play in asked(a) + asked(b) if is_buying(play)]
        assert menus and all(len(menu["open"]) > 1 for menu in menus)


@in_loop
async def test_a_ceiling_and_a_floor_haggle_for_a_person(table_server: Server) -> None:
    async with guests(table_server, "Ann", "Bob", "Cy") as people:
        a, b, c = await begun(*people, game="basari")
        await a.do("orders", seat=0, orders={"ceiling": 4, "floor": 3})
        a.leaves_to_orders = is_haggling
        await play_out([a, b, c])
        # What a move is about it tells first; an answer that the rules give themselves (T1) comes after that.
        first = [(told["by"], told["events"][0]) for told in await whole_story(a) if told["seat"] == 0]
        haggled = [(by, event) for by, event in first if event["event"] in ("bid", "accepted")]
        assert haggled and {by for by, _ in haggled} == {"order"}
        bids = [sum(count for count, _ in event["bundle"]) for _, event in haggled if event["event"] == "bid"]
        assert bids and max(bids) <= 4


@in_loop
async def test_others_notice_nothing_of_orders(table_server: Server) -> None:
    async with guests(table_server, "Ann", "Bob") as (ann, bob):
        a, b = await begun(ann, bob, game="bali")
        heard, version = len(b.raw), b.version
        lines = await bob.get("/api/me/tables")
        table_server.clock.advance(5)
        await a.do("orders", seat=0, orders={"skip_buying": "always"})
        await b.do("ping")
        assert len(b.raw) == heard + 1 and b.version == version == a.version
        assert await bob.get("/api/me/tables") == lines
        assert (await bob.look(a.at))["play"]["orders"] == {}
        a.leaves_to_orders = is_buying
        await play_out([a, b])
        assert {told["by"] for told in await whole_story(b)} == {None, "person"}


@pytest.mark.parametrize(
    ("name", "orders"),
    [
        ("bali", {"ceiling": 3}),
        ("bali", {"skip_buying": "sometimes"}),
        ("basari", {"floor": 0}),
        ("basari", {"ceiling": True}),
        ("basari", {"ceiling": 2.5}),
    ],
)
@in_loop
async def test_orders_that_the_game_does_not_have_are_refused(
    table_server: Server, name: str, orders: dict[str, Any]
) -> None:
    async with guests(table_server, "Ann") as (ann,):
        (a,) = await begun(ann, bots=["greedy"] * 2, game=name)
        assert await a.refused("orders", seat=0, orders=orders) == "bad_orders"
        assert await a.refused("orders", seat=1, orders={}) == "not_your_seat"
        assert a.play["orders"] == {}


@in_loop
async def test_orders_are_kept_and_can_be_withdrawn(table_server: Server) -> None:
    async with guests(table_server, "Ann", "Bob") as (ann, bob):
        a, b = await begun(ann, bob, game="bali")
        await a.do("orders", seat=0, orders={"skip_buying": "always"})
        again = await ann.enter(a.at)
        assert again.play["orders"] == {"skip_buying": "always"}
        await again.do("orders", seat=0, orders={})
        await play_out([a, b])
        assert [play for play in asked(a) if is_buying(play) and len(moves_of(play["menu"])) > 1]
