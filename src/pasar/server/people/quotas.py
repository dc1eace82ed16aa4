"""Quotas: how much one person, and one address, may have at the same time. How often is in `limits`.

Addresses are kept in memory alone, and each process counts its own: nothing of them is ever written down.
"""

from collections import Counter, OrderedDict
from collections.abc import AsyncIterator, Iterable, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from http import HTTPStatus

from pasar.server.base.refusals import Refused
from pasar.server.base.settings import Settings
from pasar.server.people.limits import network
from pasar.store.store import Store

UNFINISHED = ("lobby", "playing")
MOST_ADDRESSES = 20_000  # whose tables are remembered


class Quotas:
    """Those of one process. With the limits switched off there are none; a quota of 0 is none either."""

    def __init__(self, settings: Settings, store: Store) -> None:
        self._settings, self._store = settings, store
        self._sockets: Counter[str] = Counter()
        self._tables: OrderedDict[str, set[str]] = OrderedDict()  # opened from an address, by this process
        self._opening: Counter[str] = Counter()  # tables that are being opened, which nobody can count yet

    def _most(self, chosen: int) -> float:
        """What was chosen in the settings; 0 there is any number."""
        return chosen if chosen and self._settings.limits_scale else float("inf")

    # --- Tables -------------------------------------------------------------------------------------------------------

    @asynccontextmanager
    async def opening(self, person: str, address: str | None = None) -> AsyncIterator[None]:
        """Raises Refused if the person, or the address, has as many unfinished tables as one may.

        Whoever asks for many at once is counted in the order of asking.
        """
        keys = _keys(person, address)
        ahead = {whom: self._opening[key] for key, whom in keys.items()}
        with _counted(self._opening, keys):
            await self._check_tables(person, address, ahead)
            yield

    async def _check_tables(self, person: str, address: str | None, ahead: Mapping[str, int]) -> None:
        most = self._most(self._settings.tables_per_person)
        if await self._store.count_of(person, UNFINISHED) + ahead["person"] >= most:
            raise _too_many_tables(f"you have {most} unfinished tables")
        most = self._most(self._settings.tables_per_address)
        if address is not None and await self._from(network(address), most) + ahead["address"] >= most:
            raise _too_many_tables(f"{most} unfinished tables were opened from your network")

    async def _from(self, address: str, most: float) -> int:
        """How many are unfinished. Which those are is asked only when it matters."""
        known = self._tables.get(address, set())
        if len(known) >= most:
            known.intersection_update(await self._store.unfinished(sorted(known), UNFINISHED))
        return len(known)

    def opened(self, table: str, address: str | None) -> None:
        if address is None or self._most(self._settings.tables_per_address) == float("inf"):
            return
        self._tables.setdefault(network(address), set()).add(table)
        self._tables.move_to_end(network(address))
        while len(self._tables) > MOST_ADDRESSES:
            self._tables.popitem(last=False)

    # --- Sockets and streams ------------------------------------------------------------------------------------------

    def check_sockets(self, person: str | None, address: str | None) -> None:
        """Raises Refused if the person, or the address, has as many open connections as one may."""
        chosen = {"person": self._settings.sockets_per_person, "address": self._settings.sockets_per_address}
        for key, whom in _keys(person, address).items():
            most = self._most(chosen[whom])
            if self._sockets[key] >= most:
                whose = "you have" if whom == "person" else "your network has"
                message = f"{whose} {most} open connections, which is the most; close some of them first"
                raise Refused("too_many_sockets", message, HTTPStatus.TOO_MANY_REQUESTS)

    def connect(self, person: str | None, address: str | None) -> None:
        """Count a connection. Raises Refused likewise: between a look and this somebody else may have come."""
        self.check_sockets(person, address)
        self._sockets.update(list(_keys(person, address)))

    def disconnect(self, person: str | None, address: str | None) -> None:
        _take_off(self._sockets, _keys(person, address))

    @contextmanager
    def connected(self, person: str | None, address: str | None) -> Iterator[None]:
        self.connect(person, address)
        try:
            yield
        finally:
            self.disconnect(person, address)


@contextmanager
def _counted(counter: Counter[str], keys: Iterable[str]) -> Iterator[None]:
    counter.update(list(keys))
    try:
        yield
    finally:
        _take_off(counter, keys)


def _take_off(counter: Counter[str], keys: Iterable[str]) -> None:
    """Nothing is left behind."""
    for key in keys:
        counter[key] -= 1
        if counter[key] <= 0:
            del counter[key]


def _keys(person: str | None, address: str | None) -> dict[str, str]:
    named = {f"person {person}": "person"} if person is not None else {}
    return named | ({f"address {network(address)}": "address"} if address is not None else {})


def _too_many_tables(which: str) -> Refused:
    return Refused("too_many_tables", f"{which}; finish or leave some of them first", HTTPStatus.CONFLICT)
