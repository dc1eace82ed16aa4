"""Structured logs: one JSON object a line on stderr, or a readable line if stderr is a terminal.

A log never holds a cookie, a token, a query string, a table's key, a body, a chat line or a name. So nothing is
written as it comes: own lines have an event and named fields, some names are refused, and of an exception only its type
and the places are kept, because its text may quote anything. Other packages' lines are cut to their first one.
"""

import logging
import sys
import time
import traceback
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import IO, Any

import orjson

OWN = logging.getLogger("pasar.server")
LONGEST = 200  # characters of a line that another package wrote
LEFT_OUT = "(left out)"
SECRET = frozenset(
    (
        "authorization", "body", "chat", "contact", "cookie", "email", "key", "link", "message", "name", "names",
        "password", "query", "salt", "secret", "text", "token", "url", "webhook",
    )
)  # fmt: skip
QUIET = ("httpx", "httpcore", "aiosmtplib", "sqlalchemy", "multipart", "uvicorn.access", "websockets")
TIME = "%Y-%m-%dT%H:%M:%S.%fZ"


def event(name: str, level: int = logging.INFO, /, **fields: Any) -> None:
    """Write one line: `event("started", port=8000)`."""
    if OWN.isEnabledFor(level):
        OWN.log(level, name, extra={"fields": fields})


def fault(name: str, exception: BaseException, /, **fields: Any) -> None:
    """Write that something went wrong which nobody expected, and where."""
    OWN.error(name, extra={"fields": fields}, exc_info=exception)


class Seldom:
    """Writes of the same event at most one line in so many seconds: thousands may be refused for one reason."""

    def __init__(self, seconds: float) -> None:
        self._seconds, self._at = seconds, -seconds

    def event(self, name: str, level: int = logging.INFO, /, **fields: Any) -> None:
        if (now := time.monotonic()) - self._at >= self._seconds:
            self._at = now
            event(name, level, **fields)


def configure(level: str = "info", as_json: bool | None = None, stream: IO[str] | None = None) -> None:
    """Send the lines of this process to stderr. Give uvicorn `log_config=None`, so that its own go the same way."""
    target = stream if stream is not None else sys.stderr
    handler = logging.StreamHandler(target)
    readable = target.isatty() if as_json is None else not as_json
    handler.setFormatter(_Readable() if readable else _Json())
    handler.addFilter(_no_addresses)
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level.upper())
    for quiet in QUIET:
        logging.getLogger(quiet).setLevel(logging.WARNING)


def _no_addresses(record: logging.LogRecord) -> bool:
    """uvicorn writes every WebSocket's address with its query string, and a line for each that opens or closes."""
    return not (record.name.startswith("uvicorn") and record.levelno <= logging.INFO and not _tells_of_start(record))


def _tells_of_start(record: logging.LogRecord) -> bool:
    return str(record.msg).startswith(("Started server", "Uvicorn running", "Shutting down", "Finished server"))


class _Json(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        return orjson.dumps(_facts(record), default=str, option=orjson.OPT_NON_STR_KEYS).decode()


class _Readable(logging.Formatter):
    """The same for eyes: `12:30:01 info started port=8000`."""

    def format(self, record: logging.LogRecord) -> str:
        facts = _facts(record)
        at, level, name = facts.pop("time")[11:19], facts.pop("level"), facts.pop("event")
        stack = "".join(f"\n    {line}" for line in facts.pop("stack", ()))
        return " ".join([at, level, name, *(f"{key}={value}" for key, value in facts.items())]) + stack


def _facts(record: logging.LogRecord) -> dict[str, Any]:
    fields: Mapping[str, Any] = getattr(record, "fields", {})
    own = record.name == OWN.name
    facts = {
        "time": datetime.fromtimestamp(record.created, UTC).strftime(TIME),
        "level": record.levelname.lower(),
        "event": record.msg if own else record.name,
    }
    if not own:
        facts["line"] = record.getMessage().partition("\n")[0][:LONGEST]
    facts |= {name: LEFT_OUT if name in SECRET else value for name, value in fields.items()}
    if record.exc_info and record.exc_info[1] is not None:
        facts |= _places(record.exc_info[1])
    return facts


def _places(exception: BaseException) -> dict[str, Any]:
    frames = traceback.extract_tb(exception.__traceback__)
    below = exception.__cause__ or exception.__context__
    return {
        "exception": type(exception).__name__,
        **({"because_of": type(below).__name__} if below is not None else {}),
        "stack": [f"{frame.filename}:{frame.lineno} {frame.name}" for frame in frames],
    }
