"""What time it is. Everything on the server that depends on the time asks a clock that it was given."""

import time
from typing import Protocol

MINUTE, HOUR, DAY = 60.0, 3600.0, 86400.0  # seconds


class Clock(Protocol):
    def now(self) -> float:
        """Seconds since 1970."""
        ...


class SystemClock:
    def now(self) -> float:
        return time.time()
