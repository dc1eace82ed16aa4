"""What the store keeps, and what it promises.

A table is a **log**: entries numbered from 1 without a gap, each written once and never changed, but for one reason:
who wants to be forgotten is taken out of it (`Rewrite`). Everything else about a table (who sits where, whose turn it
is, every card) follows from its log. The store reads none of the JSON it keeps.

Beside its log a table has a **row** to find it by: whether it is listed, who belongs to it, when it has to be looked
at. Rows are written together with the entries that change them, in one transaction. Only a move's may be written later,
where one process alone writes the tables (SQLite): when anybody asks for rows, each second, and when the process ends.
What a killed process has left undone is done after the next start, from the log.

An **append** is an optimistic lock: it says which version (number of entries) the writer believed in. If the table has
moved on, nothing is written and `Conflict` is raised: of two processes that want the same number, one gets it. When
`append` returns, the entries are on the disk.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from pasar.errors import PasarError

Json = Mapping[str, Any]


class StoreFault(Exception):
    """The store could not do it. Nothing was written unless `uncertain`."""

    uncertain = False


class Conflict(StoreFault):
    """The optimistic lock failed: the table is not at the version that the writer believed in (or it is gone)."""


class StoreDown(StoreFault):
    """The database does not answer, or the disk is full. The text says which, without addresses or passwords."""

    def __init__(self, message: str, uncertain: bool = False) -> None:
        super().__init__(message)
        self.uncertain = uncertain  # the connection broke while committing: it may be written or not


class BadDatabase(PasarError):
    """A database that cannot be opened: a wrong address, nobody answers there, or it is newer than this program."""


class BadBackup(PasarError):
    """A file that is no whole backup, or one that may not be restored here. Nothing has changed."""


# Every move makes one of each of these, and a frozen dataclass takes four times as long to make.
class LogEntry(NamedTuple):
    """One thing that happened at a table."""

    number: int  # from 1
    at: float  # seconds since 1970
    kind: str
    body: Json
    mark: str  # random, chosen by the writer: tells one's own entry from another's of the same number


class Row(NamedTuple):
    """What a table is found by."""

    id: str
    game: str
    stage: str  # "lobby", "playing", "over", "closed"
    listed: bool  # shown to everybody in the lobby
    version: int  # number of entries
    changed: float  # when the last entry was written
    due: float | None  # when somebody has to look at it although nobody asks: a bot's turn, a clock
    about: Json  # for lists: names, options, whose turn it is
    people: tuple[str, ...] = ()  # who belongs to it (persons' ids)


@dataclass(frozen=True)
class Notice:
    """Something a person is to be told outside the table, once."""

    key: str  # unique: the same notice from two processes is one
    person: str
    send_at: float
    body: Json


class Append(NamedTuple):
    """New entries of one table, and its row as it is after them."""

    row: Row  # `row.version` counts the new entries
    entries: Sequence[LogEntry]
    people_changed: bool = False  # whether `row.people` has to be written
    notices: Sequence[Notice] = ()
    opens: "Append | None" = None  # the beginning of another table: both are written, or neither

    @property
    def believed(self) -> int:
        """The version that the writer believed in; 0 for a table that does not exist yet."""
        return self.row.version - len(self.entries)


@dataclass(frozen=True)
class Person:
    id: str
    name: str
    made_at: float
    seen_at: float
    contact: Json = field(default_factory=dict)  # webhook, e-mail, language; the store does not read it
    blocked_at: float | None = None  # since when the server's keeper does not let them in


@dataclass(frozen=True)
class Token:
    """A secret that speaks for a person. Only its hash is kept."""

    id: str  # public part, to look it up by
    person: str
    kind: str  # "program", "device", "email"
    hash: bytes
    label: str
    made_at: float
    expires_at: float | None


@dataclass(frozen=True)
class AuditLine:
    """One change that a server's keeper made, or that people made to all that is kept about them."""

    number: int  # from 1, in the order of the commits
    at: float
    who: str
    what: str  # "table.close", "person.forget", ...
    subject: str  # the id of what was changed
    body: Json = field(default_factory=dict)


@dataclass(frozen=True)
class NewAuditLine:
    """An audit line that is yet to be written, together with what it tells of."""

    at: float
    who: str
    what: str
    subject: str
    body: Json = field(default_factory=dict)


@dataclass(frozen=True)
class Erasure:
    """A person who is being taken out of all tables; gone itself when that is done."""

    person: str
    alias: str  # an id that leads to nobody, in the place of the person's
    name: str  # in the place of the person's
    asked_at: float


@dataclass(frozen=True)
class Rewrite:
    """What a table's log says without a person. It takes one entry more, so that everybody reads the table anew."""

    append: Append
    bodies: Mapping[int, Json]  # of the entries that change
    notices: Mapping[str, Json]  # bodies of those that are still to be sent
    person: str
    alias: str


@dataclass(frozen=True)
class Sizes:
    """Bytes on the disk by what they are for, and the rows of each table."""

    bytes: Mapping[str, int]
    rows: Mapping[str, int]
