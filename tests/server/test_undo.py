"""Taking decisions back: freely, by consent, or not at all."""

import json
import random
from collections.abc import Iterator

import pytest
from support.databases import in_loop
from support.tables import Client, Guest, Server, begun, guests, match_at, moves_of, play_out

from pasar.kernel.rng import generator
from pasar.match.match import Match
from pasar.server.base.clock import MINUTE
from pasar.server.table import deciding


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
async def test_all_people_have_to_agree_also_who_is_away(table_server: Server) -> None:
    async with guests(table_server, "Ann", "Bob", "Cy") as people:
        a, b, c = await begun(*people, game="basari")
        await c.do("leave")
        for client in (a, b):
            await client.do("move", move="A", at=0)
        await a.wait_for(lambda: a.play["at"] >= 3)  # sealed choices have been shown, a bot chose for the third
        await a.do("undo")
        await b.wait_for(lambda: b.table["asked"])
        assert await b.refused("undo") == "already_asked"
        await b.do("consent", yes=True)
        await a.wait_for(lambda: (a.table["asked"] or {}).get("agreed") == [1])
        assert a.play["moves"] >= 3
        await c.do("consent", yes=True)
        await a.wait_for(lambda: a.play["moves"] == 0)


@pytest.mark.parametrize("by_clock", [False, True])
@in_loop
async def test_absence_is_no_consent(table_server: Server, by_clock: bool) -> None:
    """Neither after leaving nor when the clock has put the seat away: it would give the whole game back, deal known."""
    async with guests(table_server, "Ann", "Bob") as (ann, bob):
        first, second = await begun(ann, bob, game="bali", clock=2)
        if not second.my_turn:
            first, second = second, first
        seat = second.own[0]
        if by_clock:
            table_server.clock.advance(2 * MINUTE)
        else:
            await second.do("leave")
        await first.wait_for(lambda: first.table["seats"][seat]["away"] and first.my_turn)
        await first.play_on(lambda client: not client.my_turn)
        await first.wait_for(lambda: first.my_turn)
        made = first.play["moves"]
        await first.do("undo")
        await first.wait_for(lambda: first.table["asked"])
        assert first.play["moves"] == made and await first.refused("undo") == "already_asked"


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


# --- What is free ----------------------------------------------------------------------------------------------------


def free_decisions(name: str, games: int, **options: int) -> Iterator[tuple[Match, int, str]]:
    """Positions of random games with a seat's decision that it could take back freely."""
    chance = random.Random(name)
    for seed in range(games):
        match = Match.new(name, seed=seed, **options)
        while not match.over:
            before, seat = match.fork(), chance.choice(match.to_act)
            move = chance.choice(moves_of(json.loads(match.menu_json(seat))))
            match.play(move, seat)
            if deciding._is_free(match, seat, len(match) - 1):
                yield before, seat, move


def shown_by(match: Match, seat: int, move: str, world: int | None) -> tuple:
    """All that the seat notices of its move, in this world or in another that it could imagine."""
    state = match.state if world is None else match.game.resampled(match.state, seat, generator(world))
    other = Match.resumed(match, state)
    other.play(move, seat)
    menu = other.menu_json(seat) if seat in other.to_act else None
    return other.sight(seat, memory=True), other.to_act, menu, other.story(seat)


@pytest.mark.parametrize(
    ("name", "games", "options"),
    [("bali", 25, {}), ("bali", 25, {"oracle": True, "demon": True}), ("basari", 25, {"players": 5})],
)
def test_what_is_taken_back_freely_shows_nothing_that_is_hidden(name: str, games: int, options: dict) -> None:
    """Whatever is hidden is exchanged: the decision must look the same. Once the next is to act, it does not always."""
    checked = 0
    for before, seat, move in free_decisions(name, games, **options):
        truth = shown_by(before, seat, move, None)
        assert all(shown_by(before, seat, move, world) == truth for world in range(4)), (move, truth)
        checked += 1
    assert checked > 40


def test_once_the_next_seat_is_asked_a_decision_is_not_free() -> None:
    """Seat 1 is asked what to play: so it has more than one play, which is a secret of its hand."""
    match = Match.new("bali", seed=0)
    while match.to_act == (0,):
        match.play(match.open()[0])
    assert not deciding._is_free(match, 0, len(match) - 1)
