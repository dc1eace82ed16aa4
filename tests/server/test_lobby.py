"""The lobby, private links, and one's own tables."""

import httpx
from support.attacks import end_of
from support.databases import in_loop
from support.tables import Server, begun, guests, play_out, seated


@in_loop
async def test_a_public_table_is_found_in_the_lobby_and_sat_down_at_without_a_link(table_server: Server) -> None:
    async with guests(table_server, "Ann", "Bob") as (ann, bob):
        at = await ann.open(game="bali", players=2, public=True)
        (line,) = (await bob.get("/api/tables"))["tables"]
        assert line["table"] == at.id and line["yours"] == [] and not line["host"]
        assert [seat["name"] for seat in line["seats"]] == ["Ann", ""]
        assert (await bob.get("/api/tables", game="basari"))["tables"] == []
        table = await bob.enter(at.without_key)
        await table.do("sit", seat=1)
        assert table.own == [1] and table.seen.you["key"] == at.key  # who sits there may pass the link on


@in_loop
async def test_a_private_table_is_seen_and_sat_down_at_by_its_link_only(table_server: Server) -> None:
    async with guests(table_server, "Ann", "Bob") as (ann, bob):
        at = await ann.open(game="bali", players=2)
        assert (await bob.get("/api/tables"))["tables"] == []
        path, sit = f"/api/tables/{at.id}", {"type": "sit", "seat": 1}
        assert await bob.refused("GET", path) == (403, "by_link_only")
        assert await bob.refused("POST", f"{path}/commands", sit) == (403, "by_link_only")
        outside = await bob.enter(at.without_key)
        assert outside.messages[-1]["error"]["code"] == "by_link_only" and outside.closed[0] == 4000
        assert await bob.command(at, "sit", seat=1)
        assert (await bob.look(at.without_key))["you"]["seats"] == [1]  # who sits there needs no link any more


@in_loop
async def test_a_table_made_private_takes_nobody_without_its_link_any_more(table_server: Server) -> None:
    async with guests(table_server, "Ann", "Bob", "Cy") as (ann, bob, cy):
        at = await ann.open(game="bali", players=3, public=True)
        host, by_lobby, by_link = await ann.enter(at), await bob.enter(at.without_key), await cy.enter(at)
        await host.do("options", options={"public": False})
        assert await end_of(by_lobby) == (4003, "by_link_only")
        await by_link.do("sit", seat=1)


@in_loop
async def test_seats_are_taken_once_and_given_back(table_server: Server) -> None:
    async with guests(table_server, "Ann", "Bob") as (ann, bob):
        a, b = await seated(ann, bob, players=3)
        assert await b.refused("sit", seat=0) == "seat_taken"
        assert await b.refused("sit", seat=9) == "no_such_seat"
        assert await b.refused("stand", seat=0) == "not_your_seat"
        await b.do("stand", seat=1)
        await a.wait_for(lambda: not a.table["seats"][1]["taken"])
        await a.do("bot", seat=1, level="easy")
        assert await b.refused("sit", seat=1) == "seat_taken"


@in_loop
async def test_the_host_frees_the_seat_of_a_person(table_server: Server) -> None:
    async with guests(table_server, "Ann", "Bob") as (ann, bob):
        a, b = await seated(ann, bob)
        await a.do("bot", seat=1)
        await b.wait_for(lambda: b.own == [])
        assert b.seen.you["eyes"] is None


@in_loop
async def test_my_tables_say_whose_turn_it_is(table_server: Server) -> None:
    async with guests(table_server, "Ann", "Bob", "Eve") as (ann, bob, eve):
        a, b = await begun(ann, bob, game="bali")
        waiting = await ann.open(game="basari", players=3)
        mine = {line["table"]: line for line in (await ann.get("/api/me/tables"))["tables"]}
        assert set(mine) == {a.at.id, waiting.id} and mine[waiting.id]["stage"] == "lobby"
        for guest, client in ((ann, a), (bob, b)):
            (line,) = (await guest.get("/api/me/tables", stage="playing"))["tables"]
            assert line["your_turn"] == client.my_turn and line["yours"] == client.own
            assert line["waiting"] == client.waiting
        assert (await eve.get("/api/me/tables"))["tables"] == []
        await play_out([a, b])
        (line,) = (await bob.get("/api/me/tables"))["tables"]
        assert line["stage"] == "over" and not line["your_turn"] and line["result"]["points"]


@in_loop
async def test_my_games_are_those_that_i_have_finished_and_nobody_elses(table_server: Server) -> None:
    async with guests(table_server, "Ann", "Bob", "Eve") as (ann, bob, eve):
        a, b = await begun(ann, bob, game="basari", players=3, bots=["random"])
        await begun(ann, bots=["random"])  # goes on
        await play_out([a, b])
        (line,) = (await ann.get("/api/me/tables", stage="over"))["tables"]
        for guest, client in ((ann, a), (bob, b)):
            told = await guest.get("/api/me/games")
            (game,) = told["games"]
            assert told["before"] is None and game["yours"] == client.own and game["bots"] == [None, None, "random"]
            assert game["table"] == a.at.id and game["game"] == "basari" and game["switches"] == []
            assert {"points": game["points"], "winners": game["winners"]} == line["result"]
        assert await eve.get("/api/me/games") == {"games": [], "before": None}
        async with httpx.AsyncClient(base_url=table_server.url, verify=False) as stranger:
            assert (await stranger.get("/api/me/games")).status_code == 401
            assert (await stranger.get(f"/api/tables/{a.at.id}/replay")).status_code == 403


@in_loop
async def test_games_that_anybody_may_watch_are_listed_and_no_others(table_server: Server) -> None:
    async with guests(table_server, "Ann", "Bob") as (ann, bob):
        for watch in ("anyone", "link", "nobody"):
            await begun(ann, bots=["greedy"], public=True, watch=watch)
        lines = (await bob.get("/api/tables", stage="playing"))["tables"]
        assert [line["options"]["watch"] for line in lines] == ["anyone"]


@in_loop
async def test_lists_and_tables_never_show_who_somebody_is(table_server: Server) -> None:
    async with guests(table_server, "Ann", "Bob") as (ann, bob):
        ids = {(await guest.get("/api/me"))["id"] for guest in (ann, bob)}
        a, b = await begun(ann, bob, public=True, watch="anyone")
        await b.do("chat", text="hello")
        table = f"/api/tables/{a.at.id}"
        pages = ("/api/tables?stage=playing", "/api/me/tables", table, f"{table}/record", f"{table}/story")
        texts = [*a.raw, *b.raw, *[(await bob.http.get(path)).text for path in pages]]
        assert not [text for text in texts if any(id in text for id in ids)]


@in_loop
async def test_names_and_chat_are_data(table_server: Server) -> None:
    async with guests(table_server, "<b>Ann</b>", "Bob") as (ann, bob):
        a, b = await seated(ann, bob)
        await a.do("chat", text="<script>alert(1)</script>\u202e\x07")
        await b.wait_for(lambda: b.seen.chat)
        assert b.seen.chat[0]["text"] == "<script>alert(1)</script>" and b.seen.chat[0]["name"] == "<b>Ann</b>"
        answer = await bob.http.get(f"/api/tables/{a.at.id}")
        assert answer.headers["content-type"] == "application/json" and answer.headers["x-content-type-options"]
