"""Quotas: how much one person, and one address, may have at the same time. How often is in `limits`.

Addresses are kept in memory alone, and each process counts its own: nothing of them is ever written down.
"""

from collections import Counter, OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
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

    def _most(self, name: str) -> float:
        chosen: int = getattr(self._settings, name)
        return chosen if chosen and self._settings.limits_scale else float("inf")

    # --- Tables -------------------------------------------------------------------------------------------------------

    async def check_tables(self, person: str, address: str | None = None) -> None:
        """Raises Refused if the person, or the address, has as many unfinished tables as one may."""
        most = self._most("tables_per_person")
        if await self._store.count_of(person, UNFINISHED) >= most:
            raise _too_many_tables(f"you have {most} unfinished tables")
        most = self._most("tables_per_address")
        if address is not None and await self._from(network(address), most) >= most:
            raise _too_many_tables(f"{most} unfinished tables were opened from your network")

    async def _from(self, address: str, most: float) -> int:
        """How many are unfinished. Which those are is asked only when it matters."""
        known = self._tables.get(address, set())
        if len(known) >= most:
            known.intersection_update(await self._store.unfinished(sorted(known), UNFINISHED))
        return len(known)

    def opened(self, table: str, address: str | None) -> None:
        if address is None or self._most("tables_per_address") == float("inf"):
            return
        self._tables.setdefault(network(address), set()).add(table)
        self._tables.move_to_end(network(address))
        while len(self._tables) > MOST_ADDRESSES:
            self._tables.popitem(last=False)

    # --- Sockets and streams ------------------------------------------------------------------------------------------

    def check_sockets(self, person: str | None, address: str | None) -> None:
        """Raises Refused if the person, or the address, has as many open connections as one may."""
        for key, name in _keys(person, address).items():
            most = self._most(name)
            if self._sockets[key] >= most:
                whose = "you have" if name.endswith("person") else "your network has"
                message = f"{whose} {most} open connections, which is the most; close some of them first"
                raise Refused("too_many_sockets", message, HTTPStatus.TOO_MANY_REQUESTS)

    def connect(self, person: str | None, address: str | None) -> None:
        self._sockets.update(_keys(person, address).keys())

    def disconnect(self, person: str | None, address: str | None) -> None:
        for key in _keys(person, address):
            self._sockets[key] -= 1
            if self._sockets[key] <= 0:
                del self._sockets[key]

    @contextmanager
    def connected(self, person: str | None, address: str | None) -> Iterator[None]:
        self.connect(person, address)
        try:
            yield
        finally:
            self.disconnect(person, address)


def _keys(person: str | None, address: str | None) -> dict[str, str]:
    named = {f"person {person}": "sockets_per_person"} if person is not None else {}
    return named | ({f"address {network(address)}": "sockets_per_address"} if address is not None else {})


def _too_many_tables(which: str) -> Refused:
    return Refused("too_many_tables", f"{which}; finish or leave some of them first", HTTPStatus.CONFLICT)
