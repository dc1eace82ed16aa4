"""Real servers, killed, starved and stopped in the middle of their work: nothing that was acknowledged is lost.

PASAR_TEST_TABLES says at how many tables is played; figures are logged (`--log-cli-level=info`).
"""

import asyncio
import itertools
import logging
import os
import secrets
import signal
import subprocess
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from support.between import Between, before_postgres, before_server
from support.databases import Postgres, in_loop, opened, until
from support.survival_crowd import Crowd
from support.survival_house import Deaf, House, fill, houses, kill_postgres, mounted
from support.tables import At, Client, Guest, begun, guests, moves_of, play_out

from pasar.kernel.jit import ENABLED
from pasar.match.record import replay
from pasar.server.table.rows import folded, row_of
from pasar.store.contract import Append

TABLES = int(os.environ.get("PASAR_TEST_TABLES", "3"))
KILLS = 3
EVERY = 10 * TABLES  # moves between two blows; a game has about 70 moves of people
FEW = max(3, TABLES // 4)  # tables, for whoever is only kept waiting
WAITING = 0.8  # seconds, too short for anybody to give up

ways: list[Between] = []  # from the second of two servers to its database
log = logging.getLogger("survival")
pytestmark = pytest.mark.skipif(not ENABLED, reason="these servers are meant to be fast: they need compiled rules")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[House]]:
    with houses(tmp_path_factory.mktemp("one")) as running:
        yield running


@pytest.fixture(scope="module")
def two(tmp_path_factory: pytest.TempPathFactory, postgres: Postgres) -> Iterator[list[House]]:
    folder, database = tmp_path_factory.mktemp("two"), postgres.make()
    ways.append(before_postgres(tmp_path_factory.mktemp("way"), database))
    with houses(folder, database=database) as here, houses(folder, database=ways[-1].url) as there:
        yield [*here, *there]
    ways.pop().close()
    postgres.drop(database)


@pytest.fixture
def house(site: list[House]) -> House:
    """A server on SQLite, whatever an earlier test did to it."""
    return site[0].alive()


@pytest.fixture
def pair(two: list[House]) -> list[House]:
    """Two servers of one site, on PostgreSQL."""
    return [house.alive() for house in two]


# --- Killed -----------------------------------------------------------------------------------------------------------


@in_loop
async def test_a_server_that_is_killed_again_and_again(house: House) -> None:
    crowd = Crowd([house.url])
    await crowd.sit_down(TABLES)

    await crowd.play(house.kill_and_start, KILLS, EVERY)

    found = await crowd.check(house.database)
    log.info("killed %d times: %s; started in %.1f s at most", KILLS, found, max(house.starts))


@in_loop
async def test_servers_on_postgresql_that_are_killed_again_and_again(pair: list[House]) -> None:
    crowd = Crowd([house.url for house in pair])
    await crowd.sit_down(TABLES)
    orders = itertools.cycle([pair, pair[::-1]])

    async def blow() -> None:
        """One for which the other makes up, but not for long: the games would be over before the last blow."""
        first, second = next(orders)
        first.process.kill()
        await asyncio.sleep(0.1)
        second.process.kill()
        await asyncio.gather(asyncio.to_thread(first.start), asyncio.to_thread(second.start))

    await crowd.play(blow, KILLS, EVERY)

    log.info("two servers on PostgreSQL killed %d times: %s", KILLS, await crowd.check(pair[0].database))


@in_loop
async def test_postgresql_killed_under_two_servers(pair: list[House], postgres: Postgres) -> None:
    crowd = Crowd([house.url for house in pair])
    await crowd.sit_down(TABLES)
    ways = iter([postgres.crash, lambda: kill_postgres(postgres), postgres.crash])

    async def blow() -> None:
        await asyncio.to_thread(next(ways))
        await asyncio.sleep(0.2)
        await asyncio.to_thread(postgres.start)

    await crowd.play(blow, 3, EVERY)

    log.info("PostgreSQL killed 3 times: %s", await crowd.check(pair[0].database))


@in_loop
async def test_what_a_killed_process_was_about_to_do_is_done_by_another(pair: list[House]) -> None:
    async with guests(pair[0], "Ann") as (ann,):
        (here,) = await begun(ann, bots=["expert"], game="bali")
        await here.play_on(until=lambda client: 1 in client.waiting)
        async with entered(pair[1], ann, here.at) as elsewhere:
            version, killed = elsewhere.version, time.monotonic()

            pair[0].process.kill()  # while its bot thinks

            await elsewhere.wait_for(lambda: elsewhere.version > version)
            log.info("a bot whose process was killed moved after %.1f s", time.monotonic() - killed)


# --- Cut off and suspended --------------------------------------------------------------------------------------------


async def cut_off(way: Between) -> None:
    """Nothing that either side says gets through, and neither is told."""
    way.silent = True
    await asyncio.sleep(WAITING)
    way.silent = False


async def suspended(house: House) -> None:
    house.process.popen.send_signal(signal.SIGSTOP)
    await asyncio.sleep(WAITING)
    house.process.popen.send_signal(signal.SIGCONT)


@in_loop
async def test_people_cut_off_from_their_server(house: House) -> None:
    way = before_server(house.port)
    crowd = Crowd([way.url])
    await crowd.sit_down(FEW)

    await crowd.play(lambda: cut_off(way), KILLS, 10 * FEW)

    log.info("people cut off %d times: %s", KILLS, await crowd.check(house.database))
    way.close()


@in_loop
async def test_a_server_cut_off_from_its_database(pair: list[House]) -> None:
    crowd = Crowd([house.url for house in pair])
    await crowd.sit_down(FEW)

    await crowd.play(lambda: cut_off(ways[-1]), KILLS, 10 * FEW)

    log.info("cut off from the database %d times: %s", KILLS, await crowd.check(pair[0].database))


@pytest.mark.parametrize("servers", [1, 2])
@in_loop
async def test_a_suspended_server(request: pytest.FixtureRequest, servers: int) -> None:
    running = [request.getfixturevalue("house")] if servers == 1 else request.getfixturevalue("pair")
    crowd = Crowd([house.url for house in running])
    await crowd.sit_down(FEW)

    await crowd.play(lambda: suspended(running[-1]), KILLS, 10 * FEW)

    log.info("one of %d suspended %d times: %s", servers, KILLS, await crowd.check(running[0].database))


# --- Stopped ----------------------------------------------------------------------------------------------------------


@in_loop
async def test_a_server_that_is_told_to_stop(house: House) -> None:
    async with guests(house.url, "Ann", "Bob") as people:
        clients = await begun(*people, bots=["expert"], game="basari")
        await asyncio.gather(*(client.move_somehow() for client in clients if client.my_turn))
        kept, begun_at = max(client.version for client in clients), time.monotonic()

        code = await asyncio.to_thread(house.process.end)

        log.info("stopped in %.1f s", time.monotonic() - begun_at)
        await until(lambda: all(client.closed for client in clients))
        assert code == 0 and [client.closed[0] for client in clients if client.closed] == [1012, 1012]
        await asyncio.to_thread(house.start)
        assert (await people[0].look(clients[0].at))["version"] >= kept


# --- Two processes ----------------------------------------------------------------------------------------------------


@asynccontextmanager
async def entered(house: House, guest: Guest, at: At) -> AsyncIterator[Client]:
    """The same person at another server of the site."""
    other = Guest(house.url)
    other.http.cookies = guest.http.cookies
    try:
        yield await other.enter(at)
    finally:
        await other.leave()


@in_loop
async def test_of_two_moves_at_two_processes_one_is_accepted(pair: list[House]) -> None:
    async with guests(pair[0], "Ann") as (ann,):
        (here,) = await begun(ann, bots=["greedy"], game="bali")
        async with entered(pair[1], ann, here.at) as there:
            races = 0
            while here.stage != "over":
                await here.wait_for(lambda: here.stage == "over" or 0 in here.waiting)
                await there.wait_for(lambda: there.version == here.version)
                races += await raced(here, there)
            log.info("%d moves were wanted at two processes at once", races)
            await there.wait_for(lambda: there.version == here.version)
            assert races > 10 and there.play == here.play
        assert replay(await ann.get(f"/api/tables/{here.at.id}/record", here.at)).over


async def raced(here: Client, there: Client) -> bool:
    """Whether there was a move to be made. Each asks for one at the same moment, and exactly one gets it."""
    if here.play is None or here.menu is None:
        return False
    at, moves = here.play["at"], moves_of(here.menu)
    answers = await asyncio.gather(here.ask("move", move=moves[0], at=at), there.ask("move", move=moves[-1], at=at))
    assert sorted(answer["type"] for answer in answers) == ["ack", "refused"], answers
    assert {answer["error"]["code"] for answer in answers if "error" in answer} <= {"stale", "over"}, answers
    for client in (here, there):
        await client.wait_for(lambda client=client: client.stage == "over" or client.play["at"] > at)
    return True


@in_loop
async def test_who_is_there_and_what_happens_is_known_at_both_processes(pair: list[House]) -> None:
    async with guests(pair[0], "Ann", "Bob") as (ann, bob):
        here, bob_here = await begun(ann, bob, game="bali")
        await bob_here.close()
        await here.wait_for(lambda: here.seen.presence["seats"] == [True, False])

        async with entered(pair[1], bob, here.at) as there:
            await here.wait_for(lambda: here.seen.presence["seats"] == [True, True])
            await there.wait_for(lambda: there.seen.presence["seats"] == [True, True])
            await there.do("chat", text="hello")
            await here.wait_for(lambda: here.seen.chat)
            await play_out([here, there])

        await here.wait_for(lambda: here.seen.presence["seats"] == [True, False])


# --- No room ----------------------------------------------------------------------------------------------------------


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    folder = tmp_path / "data"
    if not mounted(folder, megabytes=12):
        pytest.skip("a small disk cannot be mounted here: that needs to be root")
    yield folder
    subprocess.run(["umount", "--lazy", folder], check=True)


@in_loop
async def test_a_full_disk(small_disk: Path) -> None:
    with houses(small_disk.parent) as (house,):
        async with guests(house.url, "Ann", "Bob") as (ann, bob):
            await fill_and_make_room(small_disk, house, ann, bob)


async def fill_and_make_room(small_disk: Path, house: House, ann: Guest, bob: Guest) -> None:
    people = await begun(ann, bob, game="bali")
    (alone,) = await begun(ann, bots=["expert"], game="bali")
    thoughts, filling = await filled_while_a_bot_thinks(small_disk, house, alone)
    said = await talk_until_refused(people[0])
    before = await ann.look(people[0].at)
    for client in (client for client in people if client.my_turn):
        assert await any_move(client) == "store_down"
    await check_calm(house, thoughts)
    assert await ann.look(people[0].at) == before and len(before["chat"]) == said
    assert await asyncio.to_thread(house.ready) == 503

    filling.unlink()

    await until(lambda: house.ready() == 200)
    await play_out(people)
    await alone.wait_for(lambda: 0 in alone.waiting)  # the bot made up for it
    await check_whole(house, ann, people[0].at)


async def filled_while_a_bot_thinks(small_disk: Path, house: House, alone: Client) -> tuple[float, Path]:
    """How many thoughts had come to their end, and what fills the disk. A bot that was faster is let go on."""
    while True:
        await alone.play_on(until=lambda client: 1 in client.waiting)
        version, thoughts, filling = alone.version, house.metric("pasar_bot_seconds_count"), fill(small_disk)
        if (await alone.guest.look(alone.at))["version"] == version:
            return thoughts, filling
        filling.unlink()


async def check_calm(house: House, thoughts: float) -> None:
    """A bot whose move could not be kept does not think about it again and again.

    It may have thought to its end just before the disk was full, so it is not waited for that it does: a thought takes
    less than these seconds.
    """
    await asyncio.sleep(5)
    assert house.metric("pasar_bot_seconds_count") <= thoughts + 2


async def any_move(client: Client) -> str:
    assert client.play is not None and client.menu is not None
    return await client.refused("move", move=moves_of(client.menu)[0], at=client.play["at"])


async def talk_until_refused(client: Client) -> int:
    """How much of it was acknowledged."""
    for said in range(200):
        answer = await client.ask("chat", text="x" * 500)
        if answer["type"] == "refused":
            assert answer["error"]["code"] == "store_down", answer
            assert answer["error"]["uncertain"] is False, answer
            return said
    raise AssertionError("the disk did not fill up")


async def check_whole(house: House, guest: Guest, at: At) -> None:
    """A log without a gap, and a record that replays."""
    async with opened(house.database) as store:
        row, entries = await store.row(at.id), await store.entries(at.id)
    assert row is not None and [entry.number for entry in entries] == list(range(1, row.version + 1))
    assert replay(await guest.get(f"/api/tables/{at.id}/record", at)).over


# --- Nobody listens ---------------------------------------------------------------------------------------------------


@in_loop
async def test_somebody_who_reads_nothing(house: House) -> None:
    crowd = Crowd([house.url])
    await crowd.sit_down(6)
    async with guests(house.url, "Ann", "Bob") as (ann, bob):
        clients = await begun(ann, bob, game="bali")
        memory = house.memory()
        deaf = [await asyncio.to_thread(Deaf, house, clients[0].at) for _ in range(4)]
        shouting = asyncio.ensure_future(shout(clients, deaf[0]))

        await crowd.play(asyncio.Event().wait, 0, 0)
        waits = await shouting

        await until(lambda: house.metric("pasar_slow_readers_total") == len(deaf))
        grown = house.memory("VmHWM") - memory
        waits = sorted([*waits, *(wait for player in crowd.players for wait in player.waits)])
        p99 = waits[int(0.99 * len(waits))]
        log.info("others waited %.0f ms (p99), %.0f ms at most; %.0f MB more", 1e3 * p99, 1e3 * waits[-1], grown / 1e6)
        assert p99 < 2 and grown < 64e6  # seconds: a machine with much else to do keeps everybody waiting
        endings = [await asyncio.to_thread(one.ending) for one in deaf]
        log.info("told so at the end: %d of %d", sum(b"too_slow" in ending for ending in endings), len(deaf))
        await crowd.check(house.database)


async def shout(clients: list[Client], deaf: Deaf) -> list[float]:
    """Talk until everybody who does not listen has been dropped; one of them even asks for more. How long it took."""
    waits, line = [], "\U0001f3b2" * 500
    async with httpx.AsyncClient(base_url=clients[0].guest.url, trust_env=False, verify=False) as http:
        for number in range(10_000):
            begun_at = time.monotonic()
            await clients[number % 2].do("chat", text=line)
            waits.append(time.monotonic() - begun_at)
            if number < 200:
                deaf.say('{"type":"snapshot"}')
            if number % 100 == 99 and "pasar_slow_readers_total 4.0" in (await http.get("/metrics")).text:
                return waits
    raise AssertionError("they were never dropped")


# --- Older rules ------------------------------------------------------------------------------------------------------


@in_loop
async def test_a_table_of_older_rules_stays_readable(house: House) -> None:
    async with guests(house.url, "Ann") as (ann,):
        (client,) = await begun(ann, bots=["random"], game="bali")
        await client.move_somehow()
        running = await copied_as_older(house, client.at)
        await client.play_on()
        finished = await copied_as_older(house, client.at)

        shown = await ann.look(running)
        assert "version 0 of the rules" in shown["table"]["frozen"] and shown["play"] is None
        older = await ann.enter(running)
        assert await older.refused("move", move="pass", at=0) == "old_rules"
        await older.do("chat", text="What a pity")
        assert {line["table"] for line in (await ann.get("/api/me/tables"))["tables"]} >= {running.id, finished.id}
        record = await ann.get(f"/api/tables/{finished.id}/record", finished)
        original = await ann.get(f"/api/tables/{client.at.id}/record", client.at)
        assert {**record, "table": client.at.id} == original
        refused = await ann.refused("GET", f"/api/tables/{finished.id}/replay", at=finished)
        assert refused == (409, "old_rules")
        assert await asyncio.to_thread(house.ready) == 200


async def copied_as_older(house: House, at: At) -> At:
    """The same table, as if it had been begun with the rules of an earlier version."""
    copy = At(secrets.token_hex(8), at.key)
    async with opened(house.database) as store:
        entries = await store.entries(at.id)
        older = [entry._replace(body=_of_version_0(entry.kind, entry.body)) for entry in entries]
        await store.append(Append(row_of(folded(copy.id, older)), older, people_changed=True))
    return copy


def _of_version_0(kind: str, body: Any) -> Any:
    return {**body, "version": 0} if kind == "started" else body
