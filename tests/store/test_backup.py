"""Backup and restore: one moment of a database that goes on, whole files only, and from either kind to either."""

import asyncio
import gzip
import hashlib
import json
import stat
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from support.databases import NOW, an_append, check_filled, fill, in_loop, opened, until

from pasar.errors import PasarError
from pasar.store import migrations
from pasar.store.backup import backup
from pasar.store.contract import BadBackup, BadDatabase, Conflict, Json
from pasar.store.restore import restore
from pasar.store.store import Store


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "saved"


@pytest.fixture(params=["sqlite", "postgresql"])
def target_url(request: pytest.FixtureRequest, tmp_path: Path) -> Any:
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path / 'target.sqlite3'}"
    else:
        postgres = request.getfixturevalue("postgres")
        url = postgres.make()
        yield url
        postgres.drop(url)


async def filled(url: str) -> None:
    async with opened(url) as store:
        await fill(store)


def rewritten(file: Path, change: Callable[[list[Any]], None]) -> None:
    """The file with other lines and a checksum that is right for them."""
    lines = [json.loads(line) for line in gzip.decompress(file.read_bytes()).splitlines()][:-1]
    change(lines)
    data = "".join(json.dumps(line) + "\n" for line in lines).encode()
    end = {"lines": len(lines), "sha256": hashlib.sha256(data).hexdigest()}
    file.write_bytes(gzip.compress(data + json.dumps(end).encode() + b"\n"))


@in_loop
async def test_from_either_kind_to_either(database_url: str, target_url: str, file: Path) -> None:
    await filled(database_url)
    async with opened(database_url) as store:
        for body in ({"old": 1}, {"new": 2}):  # the newer one counts
            assert await store.keep_analysis("playing", NOW, body) and await store.keep_practice("p1", NOW, body)
        assert not await store.keep_analysis("nowhere", NOW, {}) and not await store.keep_practice("nobody", NOW, {})
    counts = backup(database_url, file)
    held = {"meta": 0, "tables": 2, "entries": 4, "members": 3, "people": 2, "tokens": 2, "notices": 2}
    assert counts == {**held, "audit": 0, "erasures": 0, "analyses": 1, "practice": 1}
    assert restore(target_url, file) == counts
    async with opened(target_url) as store:
        await check_filled(store)
        assert await store.analysis("playing") == await store.practice("p1") == {"new": 2}


@in_loop
async def test_a_backup_is_one_moment_of_a_database_that_goes_on(
    database_url: str, sqlite_url: str, tmp_path: Path, file: Path
) -> None:
    stop = asyncio.Event()

    async def play(store: Store, table: str) -> None:
        version = 0
        while not stop.is_set():
            await store.append(an_append(table, version, count=2, people=("p",), about={"at": version + 2}))
            version += 2

    async with opened(database_url) as store:
        playing = [asyncio.create_task(play(store, f"t{number}")) for number in range(20)]
        await asyncio.sleep(0.3)
        counts = await asyncio.to_thread(backup, database_url, file)
        stop.set()
        await asyncio.gather(*playing)
    target = f"sqlite:///{tmp_path / 'target.sqlite3'}"
    restore(target, file)
    async with opened(target) as store:
        rows = await store.listed(stage="playing")
        assert len(rows) == 20 and sum(row.version for row in rows) == counts["entries"]
        for row in rows:
            assert [entry.number for entry in await store.entries(row.id)] == list(range(1, row.version + 1))
            assert row.about == {"at": row.version} and row.people == ("p",)


@in_loop
async def test_a_database_that_holds_something_is_replaced_only_on_demand(target_url: str, file: Path) -> None:
    await filled(target_url)
    backup(target_url, file)
    async with opened(target_url) as store:
        await store.append(an_append("playing", 3))
        await store.append(an_append("new"))
    with pytest.raises(BadBackup, match="already holds 3 tables and 2 people: choose another, or say --replace"):
        restore(target_url, file)
    async with opened(target_url) as store:
        assert len(await store.entries("playing")) == 4
    restore(target_url, file, replace=True)
    async with opened(target_url) as store:
        await check_filled(store)
        assert await store.row("new") is None


@in_loop
async def test_a_running_server_notices_that_it_was_restored(target_url: str, file: Path) -> None:
    heard: list[Json] = []
    await filled(target_url)
    backup(target_url, file)
    async with opened(target_url, heard.append) as store:
        for believed in range(3, 10):
            await store.append(an_append("playing", believed))
            assert await store.row("playing")
        await asyncio.to_thread(restore, target_url, file, replace=True)
        with pytest.raises(Conflict):
            await store.append(an_append("playing", 10))
        await check_filled(store)
        await store.append(an_append("playing", 3))
        if store.shared:
            await until(lambda: heard == [{"lost": True}])


@in_loop
async def test_restoring_among_writers(target_url: str, file: Path) -> None:
    await filled(target_url)
    backup(target_url, file)
    stop = asyncio.Event()

    async def play(store: Store, table: str) -> None:
        while not stop.is_set():
            row = await store.row(table)
            version = row.version if row else 0
            await asyncio.gather(store.append(an_append(table, version)), return_exceptions=True)

    async with opened(target_url) as store:
        playing = [asyncio.create_task(play(store, f"t{number}")) for number in range(10)]
        for _ in range(3):
            await asyncio.to_thread(restore, target_url, file, replace=True)
        stop.set()
        await asyncio.gather(*playing)
        assert len(await store.entries("over")) == 1
        for row in await store.listed(stage="playing"):
            assert [entry.number for entry in await store.entries(row.id)] == list(range(1, row.version + 1))


@in_loop
async def test_an_older_schema_is_restored_and_then_migrated(
    sqlite_url: str, target_url: str, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await filled(sqlite_url)
    backup(sqlite_url, file)
    later = ("ALTER TABLE people ADD COLUMN hue TEXT", "UPDATE people SET hue = 'green', name = name || '!'")
    monkeypatch.setattr(migrations, "STEPS", (*migrations.STEPS, dict.fromkeys(("sqlite", "postgresql"), later)))
    monkeypatch.setattr(migrations, "SCHEMA", migrations.SCHEMA + 1)
    restore(target_url, file)
    async with opened(target_url) as store:
        person = await store.person("p1")
        assert person is not None and person.name == "Änne!"


@in_loop
async def test_the_file_is_private_and_takes_the_place_of_an_older_one(sqlite_url: str, file: Path) -> None:
    await filled(sqlite_url)
    file.write_bytes(gzip.compress(b'{"format":"pasar-backup/0"}\n'))
    file.chmod(0o644)
    backup(sqlite_url, file)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    header = json.loads(gzip.decompress(file.read_bytes()).splitlines()[0])
    assert (header["format"], header["schema"], header["counts"]["tables"]) == ("pasar-backup/1", migrations.SCHEMA, 2)
    assert [one.name for one in file.parent.iterdir() if "saved" in one.name] == ["saved"]


@pytest.mark.parametrize(
    "content",
    [b"", b"a key of 32 bytes", gzip.compress(b'{"game":"bali"}'), b"\x1f\x8b"],
    ids=["empty", "a key", "something else compressed", "cut off"],
)
@in_loop
async def test_no_other_file_gives_way_to_a_backup(sqlite_url: str, file: Path, content: bytes) -> None:
    """It wrote over the database of a running server, and over its key."""
    await filled(sqlite_url)
    file.write_bytes(content)
    for place in (file, Path(sqlite_url.removeprefix("sqlite:///"))):
        before = place.read_bytes()
        with pytest.raises(BadBackup, match="is there already, and no backup: name another file"):
            backup(sqlite_url, place)
        assert place.read_bytes() == before


def test_nothing_to_back_up(tmp_path: Path, file: Path, postgres_url: str) -> None:
    with pytest.raises(BadDatabase, match="there is no database"):
        backup(f"sqlite:///{tmp_path / 'none.sqlite3'}", file)
    with pytest.raises(BadDatabase, match="empty: there is nothing to back up"):
        backup(postgres_url, file)
    assert list(tmp_path.iterdir()) == []


def cut(data: bytes) -> bytes:
    return data[:-40]


def foreign(_: bytes) -> bytes:
    return gzip.compress(b'{"game": "bali"}\n')


def changed(data: bytes) -> bytes:
    return gzip.compress(gzip.decompress(data).replace(b"playing", b"plaYing", 1))


def without_end(data: bytes) -> bytes:
    return gzip.compress(b"".join(gzip.decompress(data).splitlines(keepends=True)[:-1]))


FAULTY: list[tuple[Callable[[bytes], bytes], str]] = [
    (cut, "cut off"),
    (without_end, "cut off"),
    (changed, "checksum is wrong"),
    (foreign, "no backup made by pasar"),
    (lambda data: b"", "cut off"),
    (lambda data: b"Dear Anna", "damaged, or no backup"),
    (lambda data: data[:30] + b"\x00\xff\x00" + data[33:], "damaged"),
    (lambda data: gzip.compress(b"[]\n"), "no backup made by pasar"),
    (lambda data: gzip.compress(b"\xff\n"), "no JSON"),
]


@pytest.mark.parametrize(("fault", "said"), FAULTY, ids=[said for _, said in FAULTY])
@in_loop
async def test_a_file_that_is_no_whole_backup_changes_nothing(
    sqlite_url: str, file: Path, fault: Callable[[bytes], bytes], said: str
) -> None:
    await filled(sqlite_url)
    backup(sqlite_url, file)
    file.write_bytes(fault(file.read_bytes()))
    with pytest.raises(BadBackup, match=said) as refused:
        restore(sqlite_url, file, replace=True)
    assert str(refused.value).startswith(str(file)) and "\n" not in str(refused.value)
    async with opened(sqlite_url) as store:
        await check_filled(store)


CHANGES: list[tuple[Callable[[list[Any]], None], str]] = [
    (lambda lines: lines[0].update(schema=99), "made by a newer version"),
    (lambda lines: lines[0].update(format="pasar-backup/2"), "made by a newer version"),
    (lambda lines: lines[0].update(schema=0), "says too little"),
    (lambda lines: lines[0].pop("counts"), "says too little"),
    (lambda lines: lines[0]["columns"]["people"].__setitem__(0, "id; DROP TABLE people"), "its own schema"),
    (lambda lines: lines[0]["counts"].update(people=3), "as many rows"),
    (lambda lines: lines.pop(), "as many rows"),
    (lambda lines: lines[1][1].append(1), "no row of"),
    (lambda lines: lines[1][1].__setitem__(0, [1]), "no row of"),
    (lambda lines: lines[1].__setitem__(0, "sqlite_schema"), "no row of"),
    (lambda lines: lines.insert(1, 5), "is no row"),
    (lambda lines: lines[1][1].__setitem__(1, None), "its own schema"),
]


@pytest.mark.parametrize(("change", "said"), CHANGES, ids=[f"{at}-{said}" for at, (_, said) in enumerate(CHANGES)])
@in_loop
async def test_a_file_with_a_right_checksum_and_wrong_lines(
    database_url: str, file: Path, change: Callable[[list[Any]], None], said: str
) -> None:
    await filled(database_url)
    backup(database_url, file)
    rewritten(file, change)
    with pytest.raises(PasarError, match=said):
        restore(database_url, file, replace=True)
    async with opened(database_url) as store:
        await check_filled(store)


@in_loop
async def test_many_rows(sqlite_url: str, tmp_path: Path, file: Path) -> None:
    async with opened(sqlite_url) as store:
        await store.append(an_append("t", count=2_500, changed=NOW))
        expected = await store.entries("t")
    backup(sqlite_url, file)
    target = f"sqlite:///{tmp_path / 'target.sqlite3'}"
    restore(target, file)
    async with opened(target) as store:
        assert await store.entries("t") == expected
