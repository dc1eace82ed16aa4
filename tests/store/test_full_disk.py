"""A full disk: one clear line, nothing half written, and it goes on by itself once there is room."""

import asyncio
import contextlib
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from support.databases import an_append, in_loop, opened

from pasar.store.contract import StoreDown
from pasar.store.store import Store


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """Two megabytes and no more."""
    folder = tmp_path / "small"
    folder.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=2m", "tmpfs", folder], capture_output=True, check=False
    )
    if mounted.returncode != 0:
        pytest.skip("a small disk cannot be mounted here: that needs to be root")
    yield folder
    subprocess.run(["umount", folder], check=True)


def fill(folder: Path) -> Path:
    """Take all the room that is left."""
    filling = folder / "filling"
    with filling.open("wb", buffering=0) as file, contextlib.suppress(OSError):
        while file.write(b"x" * 4096):
            pass
    return filling


async def append_until_refused(store: Store) -> None:
    for believed in range(1, 100):
        await store.append(an_append("t", believed, about={"text": "x" * 20_000}))


@in_loop
async def test_a_full_disk(small_disk: Path) -> None:
    async with opened(f"sqlite:///{small_disk / 'pasar.sqlite3'}") as store:
        await store.append(an_append("t"))
        filling = fill(small_disk)
        begun = time.monotonic()
        with pytest.raises(StoreDown, match="disk is full") as fault:
            await append_until_refused(store)
        assert not fault.value.uncertain and time.monotonic() - begun < 5
        row, stored = await store.row("t"), len(await store.entries("t"))
        assert row is not None and row.version == stored

        filling.unlink()
        await store.healthy()
        await asyncio.gather(*(store.append(an_append(f"other{number}")) for number in range(10)))
        await store.append(an_append("t", stored))
        assert [entry.number for entry in await store.entries("t")] == list(range(1, stored + 2))
