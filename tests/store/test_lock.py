"""One process at a time for a SQLite file, and what others are told meanwhile."""

import errno
import fcntl
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from pasar.store.contract import BadDatabase
from pasar.store.lock import InUse, lock_file, locked

HOLDS = """
import sys, time
from pasar.store.lock import locked
with locked(sys.argv[1], "pasar serve") as lock:
    lock.note("pasar serve", "http://localhost:8123")
    print("held", flush=True)
    time.sleep(60)
"""


@pytest.fixture
def url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'data' / 'pasar.sqlite3'}"


def test_a_second_holder_is_told_of_the_first_and_killing_that_is_enough(url: str, tmp_path: Path) -> None:
    with subprocess.Popen([sys.executable, "-c", HOLDS, url], stdout=subprocess.PIPE) as first:
        assert first.stdout is not None and first.stdout.readline() == b"held\n"
        with pytest.raises(InUse) as refused, locked(url, "pasar restore"):
            pass
        first.send_signal(signal.SIGKILL)
    told = f"the tables in {tmp_path / 'data'} are in use by pasar serve (process {first.pid}) at http://localhost:8123"
    assert str(refused.value) == told
    with locked(url, "pasar serve"):
        pass


def test_it_is_one_lock_whatever_way_leads_to_the_file(url: str, tmp_path: Path) -> None:
    with locked(url, "pasar serve"):
        (tmp_path / "link").symlink_to(tmp_path / "data")
        with (
            pytest.raises(InUse, match=f"process {os.getpid()}"),
            locked(f"sqlite:///{tmp_path}/link/pasar.sqlite3", ""),
        ):
            pass
        with locked(url.replace("pasar.sqlite3", "other.sqlite3"), ""):  # another database is nobody else's business
            pass


def test_who_has_not_said_anything_yet_holds_it_all_the_same(url: str, tmp_path: Path) -> None:
    with locked(url, "pasar serve"):
        lock_file(tmp_path / "data" / "pasar.sqlite3").write_bytes(b"")
        with pytest.raises(InUse, match="by another process"), locked(url, ""):
            pass


def test_postgresql_is_for_many(tmp_path: Path) -> None:
    many = "postgresql://pasar@nowhere/pasar"
    with locked(many, "pasar serve") as one, locked(many, "pasar serve"):
        one.note("pasar serve", "http://localhost:8000")


def test_a_drive_without_locks_is_named(url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def unknown(fd: int, how: int) -> None:
        raise OSError(errno.ENOLCK, os.strerror(errno.ENOLCK))

    monkeypatch.setattr(fcntl, "flock", unknown)
    with (
        pytest.raises(BadDatabase, match=r"cannot be locked \(no locks available.*PostgreSQL") as refused,
        locked(url, ""),
    ):
        pass
    assert str(tmp_path / "data") in str(refused.value) and not isinstance(refused.value, InUse)
