"""A full disk: one clear line, nothing half written, and it goes on by itself once there is room."""

import asyncio
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from support.databases import Postgres, an_append, opened
from support.survival_house import fill, mounted

from pasar.store.contract import StoreDown
from pasar.store.store import Store


@pytest.fixture
def small_disk(request: pytest.FixtureRequest) -> Iterator[Path]:
    """A disk with little room, and no more; where PostgreSQL finds it, which is another user here."""
    with tempfile.TemporaryDirectory(prefix="pasar-disk-", ignore_cleanup_errors=True) as home:
        Path(home).chmod(0o755)
        folder = Path(home) / "small"
        if not mounted(folder, megabytes=request.param):
            pytest.skip("a small disk cannot be mounted here: that needs to be root")
        yield folder
        subprocess.run(["umount", "--lazy", folder], check=True)


async def append_until_refused(store: Store) -> None:
    for believed in range(1, 100):
        await store.append(an_append("t", believed, about={"text": "x" * 20_000}))


@pytest.mark.parametrize("small_disk", [2], indirect=True)
def test_a_full_disk(small_disk: Path) -> None:
    asyncio.run(fill_and_make_room(f"sqlite:///{small_disk / 'pasar.sqlite3'}", small_disk))


@pytest.mark.parametrize("small_disk", [14], indirect=True)
def test_a_full_disk_of_postgresql(small_disk: Path, postgres: Postgres) -> None:
    with postgres.on(small_disk) as url:
        asyncio.run(fill_and_make_room(url, small_disk))


async def fill_and_make_room(url: str, small_disk: Path) -> None:
    async with opened(url) as store:
        await store.append(an_append("t"))
        filling = fill(small_disk)
        begun = time.monotonic()
        with pytest.raises(StoreDown, match="disk is full") as fault:
            await append_until_refused(store)
        assert not fault.value.uncertain and time.monotonic() - begun < 30
        row, stored = await store.row("t"), len(await store.entries("t"))
        assert row is not None and row.version == stored

        filling.unlink()
        await store.healthy()
        await asyncio.gather(*(store.append(an_append(f"other{number}")) for number in range(10)))
        await store.append(an_append("t", stored))
        assert [entry.number for entry in await store.entries("t")] == list(range(1, stored + 2))
