"""Once more, with the same people and bots."""

from support.databases import in_loop
from support.tables import At, Server, begun, guests, play_out


@in_loop
async def test_a_rematch_is_offered_found_and_played(table_server: Server) -> None:
    async with guests(table_server, "Ann", "Bob", "Eve") as (ann, bob, eve):
        a, b = await begun(ann, bob, bots=["greedy"], game="basari", clock=7, memory=True)
        watcher = await eve.enter(a.at)
        assert await a.refused("rematch") == "not_over"
        await play_out([a, b])
        assert await watcher.refused("rematch") == "no_seat"
        await a.do("rematch")
        await b.wait_for(lambda: b.table["rematch"])
        again = At(b.table["rematch"])
        table = await bob.enter(again)  # who has played is invited, without a link
        assert table.table["options"] == a.table["options"] and table.stage == "lobby"
        assert [seat["bot"] for seat in table.table["seats"]] == [None, None, "greedy"]
        assert [seat["name"] for seat in table.table["seats"]] == ["Ann", "", "greedy"]
        assert table.table["fair"]["commitment"] != a.table["fair"]["commitment"]
        await table.do("sit", seat=1)
        host = await ann.enter(again)
        assert host.seen.you["host"]
        await host.do("start")
        await play_out([host, table])


@in_loop
async def test_there_is_one_rematch_however_many_offer_it(table_server: Server) -> None:
    async with guests(table_server, "Ann", "Bob") as (ann, bob):
        a, b = await begun(ann, bob, game="bali")
        await play_out([a, b])
        await b.do("rematch")
        answer = await a.ask("rematch")
        assert answer["error"]["code"] == "already_offered" and answer["error"]["table"] == a.table["rematch"]
        assert (await ann.look(a.at))["table"]["rematch"] == b.table["rematch"]


@in_loop
async def test_strangers_do_not_get_into_a_private_rematch(table_server: Server) -> None:
    async with guests(table_server, "Ann", "Eve") as (ann, eve):
        (a,) = await begun(ann, bots=["random"], game="bali")
        await play_out([a])
        await a.do("rematch")
        await a.wait_for(lambda: a.table["rematch"])
        assert (await eve.refused("GET", f"/api/tables/{a.table['rematch']}"))[1] == "by_link_only"
