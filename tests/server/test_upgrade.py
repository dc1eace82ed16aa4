"""A server of this version on the data of a released one: games in progress are played on, and all is found again."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from support.databases import in_loop
from support.tables import At, Guest, Server, play_out, serving

from pasar.server.base.settings import Settings
from pasar.server.people.people import COOKIE
from pasar.store.database import Database
from pasar.store.migrations import SCHEMA, migrate
from pasar.store.restore import _fill, check

RELEASED = Path(__file__).parents[1] / "store" / "released"


def put_back(url: str, number: int) -> None:
    """A database of that schema, with what a server of that time had written."""
    file = RELEASED / f"games-{number}.gz"
    database = Database(url)
    with database.writing() as connection:
        migrate(connection, number)
        _fill(connection, check(file), file)
    database.close()


def returning(server: Server, name: str) -> Guest:
    """Somebody who kept the cookie."""
    ((person, _),) = server.run(server.services.store.hosts.people(find=name))
    guest = Guest(server.url)
    guest.http.cookies.set(COOKIE, server.services.people.sign_in(person.id))
    return guest


@pytest.mark.parametrize("number", range(1, SCHEMA))
@in_loop
async def test_games_in_progress_go_on(
    settings: Callable[..., Settings], clock: Any, database_url: str, number: int
) -> None:
    put_back(database_url, number)
    with serving(settings(limits_scale=0, database=database_url), clock) as server:
        ann, bob, cem = people = [returning(server, name) for name in ("Ann", "Bob", "Cem")]
        tables = {(line["game"], line["stage"]): line for line in (await ann.get("/api/me/tables"))["tables"]}
        assert sorted(tables) == [("bali", "over"), ("bali", "playing"), ("basari", "playing")]
        bali, basari = (At(tables[game, "playing"]["table"]) for game in ("bali", "basari"))
        at_bali = [await ann.enter(bali, rng=1), await bob.enter(bali, rng=2)]
        at_basari = [await guest.enter(basari, rng=at) for at, guest in enumerate(people)]
        assert at_bali[0].play["moves"] == 12 and at_bali[0].seen.chat[0]["text"] == "Hello Ann"
        assert at_basari[1].play["chosen"] == [0]  # sealed before, and still
        await asyncio.gather(play_out(at_bali), play_out(at_basari))
        replay = await ann.get(f"/api/tables/{tables['bali', 'over']['table']}/replay", eyes="all")
        assert replay["frames"][-1]["points"]
        assert len((await ann.get("/api/me/tokens"))["tokens"]) == 1
        assert len((await cem.get("/api/tables"))["tables"]) == 1  # Bob waits there
        for guest in people:
            await guest.leave()
