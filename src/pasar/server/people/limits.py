"""Rate limits: how often things may be done, by one person and from one address.

Each is a token bucket, which fills at a steady rate. The least recently used buckets are dropped when there are many,
so that the memory is bounded however many addresses somebody has.
"""

import math
from collections import OrderedDict
from dataclasses import dataclass
from functools import lru_cache
from http import HTTPStatus
from ipaddress import IPv6Address, ip_address
from typing import NamedTuple

from pasar.server.base.clock import DAY, HOUR, MINUTE, Clock
from pasar.server.base.refusals import Refused

MOST_BUCKETS = 50_000  # about 10 MB
IPV6_NETWORK = 64  # bits: what one household gets, so addresses in it count as one


class Rate(NamedTuple):
    """So many at once, and so many in `per` seconds in the long run."""

    burst: float
    often: float
    per: float

    @property
    def each_second(self) -> float:
        return self.often / self.per


@dataclass(frozen=True)
class Limit:
    """Many people may share an address (a school, a café), so an address may do more than a person."""

    person: Rate | None
    address: Rate


RATES: dict[str, Limit] = {
    "guests": Limit(None, Rate(60, 120, HOUR)),
    "tables": Limit(Rate(20, 60, HOUR), Rate(100, 300, HOUR)),
    "commands": Limit(Rate(60, 20, 1), Rate(600, 200, 1)),
    "reads": Limit(Rate(60, 20, 1), Rate(600, 200, 1)),
    "files": Limit(None, Rate(3000, 300, 1)),  # of the web client; a page asks for some twenty
    "replays": Limit(Rate(10, 30, MINUTE), Rate(60, 300, MINUTE)),
    "analyses": Limit(Rate(10, 60, HOUR), Rate(60, 300, HOUR)),  # each is some ten seconds of a processor
    "chat": Limit(Rate(10, 30, MINUTE), Rate(60, 300, MINUTE)),
    "reactions": Limit(Rate(6, 20, MINUTE), Rate(60, 200, MINUTE)),
    "sockets": Limit(Rate(30, 60, MINUTE), Rate(300, 1200, MINUTE)),
    "imports": Limit(Rate(5, 30, HOUR), Rate(20, 120, HOUR)),
    "hints": Limit(Rate(10, 12, MINUTE), Rate(60, 120, MINUTE)),
    "links": Limit(Rate(10, 30, HOUR), Rate(60, 300, HOUR)),
    "exports": Limit(Rate(3, 6, HOUR), Rate(10, 60, HOUR)),  # of all that is kept about a person
    "wrong_keys": Limit(None, Rate(10, 60, HOUR)),  # guesses at the admin's token
    "mails": Limit(Rate(3, 10, DAY), Rate(10, 50, DAY)),
}


class Limited(Refused):
    """Too many of something in too short a time."""

    def __init__(self, what: str, retry_after: float) -> None:
        seconds = math.ceil(retry_after)
        super().__init__(
            "too_many",
            f"That was too often; try again in {seconds} second{'s' if seconds != 1 else ''}.",
            HTTPStatus.TOO_MANY_REQUESTS,
            limit=what,
            retry_after=seconds,
        )


class Limits:
    """The buckets of one process. `scale` multiplies every rate; 0 switches all limits off."""

    def __init__(self, clock: Clock, scale: float = 1.0, most: int = MOST_BUCKETS) -> None:
        self._clock, self._scale, self._most = clock, scale, most
        self._buckets: OrderedDict[tuple[str, str], tuple[float, float]] = OrderedDict()  # tokens left, and when

    def __len__(self) -> int:
        return len(self._buckets)

    def take(self, what: str, *, person: str | None = None, address: str | None = None) -> None:
        """Do it once more, or raise `Limited`. What is refused costs nothing."""
        if self._scale == 0:
            return
        limit, now, wait = RATES[what], self._clock.now(), 0.0
        taken: list[tuple[tuple[str, str], float]] = []
        for key, rate in ((person, limit.person), (address and network(address), limit.address)):
            if key and rate is not None:
                left = self._left((what, key), rate, now)
                wait = max(wait, (1 - left) / (rate.each_second * self._scale))
                taken.append(((what, key), left - 1))
        if wait > 0:
            raise Limited(what, wait)
        for bucket, tokens in taken:
            self._keep(bucket, tokens, now)

    def _left(self, key: tuple[str, str], rate: Rate, now: float) -> float:
        most = max(1.0, rate.burst * self._scale)
        tokens, at = self._buckets.get(key, (most, now))
        if at > now:  # the clock was set back: that gives nothing, and nobody waits until it has caught up
            self._buckets[key] = (tokens, now)
            return min(most, tokens)
        return min(most, tokens + (now - at) * rate.each_second * self._scale)

    def _keep(self, key: tuple[str, str], tokens: float, now: float) -> None:
        self._buckets[key] = (tokens, now)
        self._buckets.move_to_end(key)
        while len(self._buckets) > self._most:
            self._buckets.popitem(last=False)


@lru_cache(MOST_BUCKETS)
def network(address: str) -> str:
    """What counts as one address. Text that is none stands for itself."""
    try:
        known = ip_address(address)
    except ValueError:
        return address
    if isinstance(known, IPv6Address):
        if known.ipv4_mapped is not None:
            return str(known.ipv4_mapped)
        return f"{IPv6Address(int(known) >> IPV6_NETWORK << IPV6_NETWORK)}/{IPV6_NETWORK}"
    return str(known)
