"""Taking decisions back: freely, by consent, or not at all."""

from databases import in_loop
from table_helpers import Client, Guest, Server, begun, guests, match_at, play_out


async def two_at_bali(ann: Guest, bob: Guest) -> tuple[Client, Client]:
    """Whoever is to act, and the other."""
    a, b = await begun(ann, bob, game="bali")
    return (a, b) if a.my_turn else (b, a)


def position(client: Client) -> dict:
    """What the game looks like, without the number that says how it came there."""
    return {**client.play, "at": None}


@in_loop
async def test_a_decision_that_showed_nothing_is_taken_back_freely(table_server: Server) -> None:
    async with guests(table_server, "Ann", "Bob") as (ann, bob):
        first, second = await two_at_bali(ann, bob)
        before, at = position(first), first.play["at"]
        move = first.menu["open"][0]
        await first.move(move)
        assert first.my_turn and position(first) != before
        await first.do("undo")
        assert position(first) == before and 1 not in first.seen.story
        await second.wait_for(lambda: second.play["moves"] == 0)
        assert await first.refused("move", move=move, at=at) == "stale"  # a number is never used twice
        assert await first.refused("move", move=move, at=at + 1) == "stale"
        await first.move(move)


@in_loop
async def test_there_may_be_nothing_to_take_back(table_server: Server) -> None:
    async with guests(table_server, "Ann", "Bob", "Eve") as (ann, bob, eve):
        first, second = await two_at_bali(ann, bob)
        watcher = await eve.enter(first.at)
        await first.move_somehow()
        assert await second.refused("undo") == "nothing_to_undo"
        assert await watcher.refused("undo") == "no_seat"
        assert await second.refused("consent", yes=True) == "nothing_asked"


async def others_turn(first: Client, second: Client) -> None:
    """The first makes moves until the second has made one too."""
    while first.my_turn:
        await first._one_turn()
    await second.wait_for(lambda: second.my_turn)
    await second.move_somehow()
    await first.wait_for(lambda: first.play["moves"] == second.play["moves"])


async def wishing(ann: Guest, bob: Guest) -> tuple[Client, Client]:
    """Somebody who would like to take a decision back, and the other, who has acted since and has heard of it."""
    first, second = await two_at_bali(ann, bob)
    await others_turn(first, second)
    await first.do("undo")
    await second.wait_for(lambda: second.table["asked"])
    return first, second


@in_loop
async def test_when_somebody_else_has_acted_it_takes_their_consent(table_server: Server) -> None:
    async with guests(table_server, "Ann", "Bob") as (ann, bob):
        first, second = await wishing(ann, bob)
        made = second.play["moves"]
        assert second.table["asked"] == {"seat": first.own[0], "to": made - 2, "agreed": []}
        assert first.play["moves"] == made  # nothing happens before
        assert await first.refused("consent", yes=True) == "not_asked"
        await second.do("consent", yes=True)
        await first.wait_for(lambda: first.play["moves"] == made - 2)
        assert first.my_turn and first.table["asked"] is None and max(first.seen.story) == made - 2


@in_loop
async def test_one_who_declines_is_enough(table_server: Server) -> None:
    async with guests(table_server, "Ann", "Bob") as (ann, bob):
        first, second = await wishing(ann, bob)
        made = first.play["moves"]
        await second.do("consent", yes=False)
        await first.wait_for(lambda: first.table["asked"] is None)
        assert first.play["moves"] == made
        assert await second.refused("consent", yes=True) == "nothing_asked"


@in_loop
async def test_a_wish_is_forgotten_when_the_game_goes_on(table_server: Server) -> None:
    async with guests(table_server, "Ann", "Bob") as (ann, bob):
        first, second = await wishing(ann, bob)
        acting = first if first.my_turn else second
        await acting.move_somehow()
        assert await second.refused("consent", yes=True) == "nothing_asked"
        for client in (first, second):
            again = await client.guest.look(client.at)
            assert again["table"]["asked"] is None


@in_loop
async def test_what_has_been_revealed_is_taken_back_by_consent_only(table_server: Server) -> None:
    """A card was turned over by the move, and nobody else has acted since."""
    async with guests(table_server, "Ann", "Bob") as (ann, bob):
        first, second = await two_at_bali(ann, bob)
        while True:
            mover, other = (first, second) if first.my_turn else (second, first)
            await mover._one_turn()
            await other.wait_for(lambda other=other, mover=mover: other.version == mover.version)
            match = match_at(table_server, first.at)
            if match.revealed(len(match.moves)):
                break
        await mover.do("undo")
        await other.wait_for(lambda: other.table["asked"])
        await other.do("consent", yes=True)
        await mover.wait_for(lambda: mover.table["asked"] is None and mover.my_turn)


@in_loop
async def test_all_people_have_to_agree_and_nobody_waits_for_who_is_away(table_server: Server) -> None:
    async with guests(table_server, "Ann", "Bob", "Cy", "Dan") as people:
        a, b, c, d = await begun(*people, game="basari")
        await d.do("leave")
        for client in (a, b, c):
            await client.do("move", move="A", at=0)
        await a.wait_for(lambda: a.play["at"] >= 4)  # sealed choices have been shown, a bot chose for the fourth
        await a.do("undo")
        await b.wait_for(lambda: b.table["asked"])
        assert await b.refused("undo") == "already_asked"
        await b.do("consent", yes=True)
        await c.wait_for(lambda: (c.table["asked"] or {}).get("agreed") == [1])
        assert await d.refused("consent", yes=True) == "not_asked"
        await c.do("consent", yes=True)
        await a.wait_for(lambda: a.play["moves"] == 0)


@in_loop
async def test_alone_with_bots_everything_can_be_taken_back(table_server: Server) -> None:
    async with guests(table_server, "Ann") as (ann,):
        (a,) = await begun(ann, bots=["greedy", "greedy"], game="basari")
        await a.move("A")
        await a.wait_for(lambda: a.play["moves"] >= 3)
        await a.do("undo")
        await a.wait_for(lambda: a.play["moves"] == 0 or a.waiting == [0])
        assert a.my_turn


@in_loop
async def test_after_the_end_nothing_is_taken_back(table_server: Server) -> None:
    async with guests(table_server, "Ann", "Bob") as (ann, bob):
        clients = await begun(ann, bob, game="bali")
        await play_out(clients)
        assert await clients[0].refused("undo") == "over"
        assert await clients[1].refused("consent", yes=True) == "over"
