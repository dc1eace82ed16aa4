"""Several seats of one person on one screen."""

from support.databases import in_loop
from support.tables import Client, Server, guests


async def sharing(server_guests: list, name: str, players: int) -> Client:
    ann = server_guests[0]
    at = await ann.open(game=name, players=players)
    table = await ann.enter(at)
    for seat in range(1, players):
        await table.do("sit", seat=seat, name=f"Ann's friend {seat}")
    await table.do("start")
    return table


@in_loop
async def test_one_person_plays_all_seats_to_the_end(table_server: Server) -> None:
    async with guests(table_server, "Ann") as people:
        for name, players in (("bali", 2), ("basari", 3)):
            table = await sharing(people, name, players)
            assert table.own == list(range(players))
            assert [seat["name"] for seat in table.table["seats"]][1] == "Ann's friend 1"
            await table.play_on()
            assert table.play["result"]["winners"]


@in_loop
async def test_each_seat_sees_what_is_its_own_and_no_more(table_server: Server) -> None:
    async with guests(table_server, "Ann") as people:
        table = await sharing(people, "bali", 3)
        hands = []
        for seat in range(3):
            await table.do("eyes", seat=seat)
            assert table.seen.you["eyes"] == seat and table.play["view"]["seat"] == seat
            hands.append(table.play["view"]["own"]["hand"])
            assert (table.menu is not None) == (seat in table.waiting)
            assert (await people[0].look(table.at, eyes=seat))["play"] == table.play
        assert len({str(hand) for hand in hands}) == 3  # starting sets differ
        assert await table.refused("eyes", seat=7) == "not_your_seat"


@in_loop
async def test_the_screen_can_show_what_everybody_may_see_while_it_is_passed_on(table_server: Server) -> None:
    async with guests(table_server, "Ann", "Bob") as people:
        table = await sharing(people, "bali", 2)
        await table.do("eyes", seat=None)
        assert "own" not in table.play["view"] and table.menu is None
        seen = len(table.raw)
        await table.do("chat", text="your turn")
        await people[0].command(table.at, "leave")  # changes the table, and what everybody is told of it
        await people[0].command(table.at, "back")
        await table.wait_for(lambda: len([m for m in table.messages[seen:] if m["type"] == "update"]) >= 3)
        assert table.seen.you["eyes"] is None
        assert all("own" not in (m.get("play") or {"view": {}})["view"] for m in table.messages[seen:])


@in_loop
async def test_who_holds_several_seats_that_choose_at_once_says_for_which(table_server: Server) -> None:
    async with guests(table_server, "Ann") as people:
        table = await sharing(people, "basari", 3)
        assert await table.refused("move", move="A", at=0) == "which_seat"
        for seat, move in enumerate("ABC"):
            await table.do("move", move=move, at=0, seat=seat)
        await table.wait_for(lambda: table.play["at"] == 3)


@in_loop
async def test_a_sealed_choice_is_hidden_from_the_other_seats_of_the_same_person(table_server: Server) -> None:
    async with guests(table_server, "Ann") as people:
        table = await sharing(people, "basari", 3)
        await table.do("move", move="B", at=0, seat=0)
        await table.do("eyes", seat=0)
        assert table.play["choice"] == "B"
        await table.do("eyes", seat=1)
        assert table.play["choice"] is None and table.play["chosen"] == [0]


@in_loop
async def test_a_seat_of_somebody_else_is_nobodys_eyes(table_server: Server) -> None:
    async with guests(table_server, "Ann", "Bob") as (ann, bob):
        at = await ann.open(game="bali", players=3)
        a, b = await ann.enter(at), await bob.enter(at, eyes=0)
        assert b.seen.you["eyes"] is None
        await b.do("sit", seat=1)
        await b.wait_for(lambda: b.own == [1])
        await a.do("sit", seat=2)
        await a.do("start")
        await b.wait_for(lambda: b.play)
        assert b.seen.you["eyes"] == 1 and await b.refused("eyes", seat=2) == "not_your_seat"
        asked = await bob.enter(at, eyes=2)
        assert asked.seen.you["eyes"] == 1
        assert (await bob.look(at, eyes=0))["play"]["view"]["seat"] == 1


@in_loop
async def test_a_guest_on_the_hosts_device_is_not_called_host(table_server: Server) -> None:
    async with guests(table_server, "Ann") as people:
        table = await people[0].enter(await people[0].open(game="bali", players=2))
        await table.do("sit", seat=1, name="Ann's friend")
        await table.do("seats", order=[1, 0])
        assert [(seat["name"], seat["host"]) for seat in table.table["seats"]] == [
            ("Ann's friend", False),
            ("Ann", True),
        ]
        assert table.seen.you["host"]
