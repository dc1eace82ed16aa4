"""A new name reaches the tables where the old one stands."""

from support.databases import in_loop
from support.tables import Server, guests


@in_loop
async def test_a_new_name_is_seen_at_the_table_and_in_what_is_said_from_then_on(table_server: Server) -> None:
    async with guests(table_server, "Ann", "Bob") as (ann, bob):
        at = await ann.open(game="bali", players=3)
        table, other = await ann.enter(at), await bob.enter(at)
        await table.do("sit", seat=1, name="Ann's cat")
        await ann.http.patch("/api/me", json={"name": "Anna"})
        await other.wait_for(lambda: other.seen.table["seats"][0]["name"] == "Anna")
        assert other.seen.table["seats"][1]["name"] == "Ann's cat"  # that is not hers
        await table.do("chat", text="It is me.")
        await other.wait_for(lambda: other.seen.chat and other.seen.chat[-1]["name"] == "Anna")
