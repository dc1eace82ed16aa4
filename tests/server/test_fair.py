"""Fair deals: promised before the start, mixed with everybody's salts, opened at the end."""

import hashlib

import pytest
from support.databases import in_loop
from support.tables import Server, begun, guests, match_at, play_out, seated

from pasar.errors import BadRecord
from pasar.match import fair


@in_loop
async def test_a_deal_is_promised_salted_and_proved(table_server: Server) -> None:
    async with guests(table_server, "Ann", "Bob") as (ann, bob):
        a, b = await seated(ann, bob, bots=["greedy"], game="basari")
        promised = a.table["fair"]
        assert set(promised) == {"method", "commitment"}
        await a.do("salt", seat=0, salt="my cat")
        await b.do("salt", seat=1, salt="grüße 🎲")
        assert await b.refused("salt", seat=0, salt="not mine") == "not_your_seat"
        assert [seat["salted"] for seat in b.table["seats"]] == [True, True, False]
        assert "my cat" not in "".join(b.raw)  # others' salts are shown when none can be changed any more
        await a.do("start")
        await b.wait_for(lambda: b.stage == "playing")
        assert b.table["fair"] == {**promised, "salts": ["my cat", "grüße 🎲", ""]}
        dealt = match_at(table_server, a.at).setup()
        await play_out([a, b])
        shown = b.table["fair"]
        assert hashlib.sha256(bytes.fromhex(shown["secret"])).hexdigest() == promised["commitment"]
        record = await bob.get(f"/api/tables/{a.at.id}/record", a.at)
        assert record["fair"] == shown and record["setup"] == dealt
        fair.check(record)
        for part, value in (("secret", "11" * 32), ("salts", ["my dog", "grüße 🎲", ""]), ("commitment", "0" * 64)):
            with pytest.raises(BadRecord):
                fair.check({**record, "fair": {**shown, part: value}})


@in_loop
async def test_the_secret_is_told_to_nobody_before_the_end(table_server: Server) -> None:
    async with guests(table_server, "Ann", "Bob", "Eve") as (ann, bob, eve):
        a, b = await begun(ann, bob, game="bali")
        watcher = await eve.enter(a.at)
        secret = table_server.registry.tables[a.at.id].table.secret.hex()
        clients = [a, b, watcher]
        await play_out([a, b])
        await watcher.wait_for(lambda: watcher.stage == "over")
        for client in clients:
            told = [message for message, raw in zip(client.messages, client.raw, strict=True) if secret in raw]
            assert told and all(message["table"]["stage"] == "over" for message in told)


@in_loop
async def test_a_salt_can_be_given_with_the_seat_and_other_salts_give_another_deal(table_server: Server) -> None:
    async with guests(table_server, "Ann", "Bob") as (ann, bob):
        at = await ann.open(game="bali", players=2)
        table = await bob.enter(at)
        await table.do("sit", seat=1, salt="first")
        host = await ann.enter(at)
        await host.do("start")
        match, kept = match_at(table_server, at), table_server.registry.tables[at.id].table
        assert fair.deal(match.game, match.rules, kept.secret, ["", "first"]).tobytes() == match.dealt.tobytes()
        assert fair.deal(match.game, match.rules, kept.secret, ["", "second"]).tobytes() != match.dealt.tobytes()
