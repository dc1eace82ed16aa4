"""What time it is. Everything on the server that depends on the time asks a clock that it was given."""

import time
from typing import Protocol

MINUTE, HOUR, DAY = 60.0, 3600.0, 86400.0  # seconds


JUMP = 15.0  # seconds that are no mere correction any more


class Clock(Protocol):
    def now(self) -> float:
        """Seconds since 1970. They pass evenly, until `jumped` is asked."""
        ...

    def jumped(self) -> float:
        """To be asked every second: by how many seconds the time has leapt since; 0 if it has passed evenly."""
        ...


class SystemClock:
    """Counts with the monotonic clock from what the system's clock says, and takes over what that says when asked."""

    def __init__(self) -> None:
        self._asked = time.monotonic()
        self._began = time.time() - self._asked  # what the system's clock said when the monotonic one was 0

    def now(self) -> float:
        return self._began + time.monotonic()

    def jumped(self) -> float:
        """Somebody set the clock; or the machine was asleep, or this process stopped, and nobody could be served."""
        monotonic = time.monotonic()
        began, self._began = self._began, time.time() - monotonic
        asked, self._asked = self._asked, monotonic
        leaps = (self._began - began, monotonic - asked)
        return next((leap for leap in leaps if abs(leap) > JUMP), 0.0)
