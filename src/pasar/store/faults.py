"""What a driver's exception means for us: is it worth trying again, and what may a person be told about it."""

from dataclasses import dataclass

from sqlalchemy.exc import DBAPIError, IntegrityError, SQLAlchemyError

FULL = "the disk is full: nothing was written; make room, and it goes on by itself"
GONE = "the database does not answer"
BUSY = "the database is locked by another program"
BROKEN = "the database reports a fault of its own: {}"

_FULL_SQLITE = {"SQLITE_FULL", "SQLITE_IOERR_SHMSIZE"}  # the second: no room for the write-ahead log's index
_BUSY_SQLITE = {"SQLITE_BUSY", "SQLITE_LOCKED"}
_FULL_POSTGRES = "53100"
# Too many connections, out of memory, deadlock, serialization, a statement or lock that took too long.
_BUSY_POSTGRES = {"53300", "53200", "40P01", "40001", "57014", "55P03"}
# Shutting down or starting up; connection faults; a session that was ended because its process stood still.
_STOPPING_POSTGRES = ("57P0", "08", "25P03")


@dataclass(frozen=True)
class Trouble:
    """The database's fault, not the caller's."""

    text: str  # one line without addresses or passwords
    passing: bool  # it may be over in a moment
    unsure: bool = False  # if it struck while committing, nobody knows whether it is written


def trouble(fault: BaseException) -> Trouble | None:
    """The trouble that an exception tells of; none if it was the caller's doing (a conflict, a value that is none)."""
    if not isinstance(fault, SQLAlchemyError) or isinstance(fault, IntegrityError):
        return None
    if not isinstance(fault, DBAPIError):
        return Trouble(BUSY, passing=True) if "timeout" in type(fault).__name__.lower() else None
    if isinstance(name := getattr(fault.orig, "sqlite_errorname", None), str):
        return _of_sqlite(name)
    state = getattr(fault.orig, "sqlstate", None)
    if state is None:
        lost = fault.connection_invalidated or type(fault).__name__ == "OperationalError"
        return Trouble(GONE, passing=True, unsure=True) if lost else None
    return _of_postgres(state)


def _of_sqlite(name: str) -> Trouble | None:
    if name in _FULL_SQLITE:
        return Trouble(FULL, passing=False)
    if name.startswith(tuple(_BUSY_SQLITE)):
        return Trouble(BUSY, passing=True)
    known_ours = ("SQLITE_ERROR", "SQLITE_CONSTRAINT", "SQLITE_MISMATCH", "SQLITE_RANGE", "SQLITE_TOOBIG")
    return None if name.startswith(known_ours) else Trouble(BROKEN.format(name), passing=False, unsure=True)


def _of_postgres(state: str) -> Trouble | None:
    if state == _FULL_POSTGRES:
        return Trouble(FULL, passing=False)
    if state in _BUSY_POSTGRES:
        return Trouble(BUSY, passing=True)
    if state.startswith(_STOPPING_POSTGRES):
        return Trouble(GONE, passing=True, unsure=True)
    return (
        Trouble(BROKEN.format(state), passing=False, unsure=True)
        if state.startswith(("58", "XX", "25", "53"))
        else None
    )
