"""One process at a time for the tables in a SQLite file. PostgreSQL has many writers and needs no such lock.

The system holds the lock on a file beside the database and takes it back when the process ends, however it ends. What
the file says (who holds it, and at which address) is only for people. It is never removed: whoever waited for an older
file of that name would hold another lock than the next who comes.
"""

import errno
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import orjson

from pasar.files import shown, why_not
from pasar.store.contract import BadDatabase
from pasar.store.database import sqlite_file

_HELD = {errno.EAGAIN, errno.EACCES, errno.EWOULDBLOCK, errno.EDEADLK}
_FAR = 1 << 30  # Windows keeps others from reading what is locked: this lies behind all that is written


class InUse(BadDatabase):
    """Another process holds the lock."""


class Lock:
    """Held until the process ends or the block does. Without a file there is nothing to hold."""

    def __init__(self, fd: int | None = None) -> None:
        self._fd = fd

    def note(self, what: str, address: str = "") -> None:
        """Say who holds it, for those who come later. A full disk is no reason not to start."""
        if self._fd is not None:
            with suppress(OSError):
                os.ftruncate(self._fd, 0)
                os.pwrite(self._fd, orjson.dumps({"what": what, "pid": os.getpid(), "address": address}), 0)


@contextmanager
def locked(url: str, what: str) -> Iterator[Lock]:
    """Hold the lock of a database, as `what`. Raises InUse if somebody else does, and BadDatabase if nobody can."""
    database = sqlite_file(url)
    if database is None:
        yield Lock()
        return
    file = lock_file(database)
    fd = _opened(file)
    try:
        _take(fd, file)
        lock = Lock(fd)
        lock.note(what)
        yield lock
    finally:
        os.close(fd)


def lock_file(database: Path) -> Path:
    """The same for all names of a database that lead to one place."""
    real = database.resolve()
    return real.with_name(real.name + ".lock")


def _opened(file: Path) -> int:
    try:
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        return os.open(file, os.O_RDWR | os.O_CREAT, 0o600)
    except OSError as fault:
        raise BadDatabase(f"{shown(file)} cannot be opened: {why_not(fault)}; choose another place") from fault


def _take(fd: int, file: Path) -> None:
    try:
        _lock(fd)
    except OSError as fault:
        if fault.errno in _HELD:
            raise InUse(f"the tables in {shown(file.parent)} are in use by {_holder(file)}") from None
        raise BadDatabase(
            f"{shown(file.parent)} cannot be locked ({why_not(fault)}), as on some network drives, and SQLite would "
            "lose tables there: choose a folder on a disk of this machine, or PostgreSQL"
        ) from fault


def _lock(fd: int) -> None:
    if sys.platform == "win32":
        import msvcrt

        os.lseek(fd, _FAR, os.SEEK_SET)
        msvcrt.locking(fd, msvcrt.LK_NBLCK, 1)
    else:
        import fcntl

        fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)


def _holder(file: Path) -> str:
    try:
        said = orjson.loads(file.read_bytes())
        at = f" at {said['address']}" if said["address"] else ""
        return f"{said['what']} (process {said['pid']}){at}"
    except (OSError, ValueError, KeyError, TypeError):  # it has only just begun, and has not written it yet
        return "another process"
