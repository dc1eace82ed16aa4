"""What the server's tests share: a clock that stands still, and servers that run (`living`, `tables` of `support`)."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from fastapi import FastAPI
from support.databases import database_url, postgres, postgres_url, sqlite_url
from support.living import FakeClock, Living, living, services_running
from support.tables import Server, serving

from pasar.server.base.settings import Settings

__all__ = ["database_url", "postgres", "postgres_url", "sqlite_url"]


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()


@pytest.fixture
def settings(tmp_path: Path) -> Callable[..., Settings]:
    """Settings in a folder of the test's own; nothing comes from the environment."""
    return lambda **given: Settings.read({}, data=tmp_path / "data", **given)


@pytest.fixture
def serve(settings: Callable[..., Settings], clock: Any) -> Iterator[Callable[..., Any]]:
    """`serve(app, port=..., ...)` serves an app behind the guard until the test is over."""
    with ExitStack() as stack:
        yield lambda app=None, **given: stack.enter_context(living(app or FastAPI(), settings(**given), clock))


@pytest.fixture
def house(settings: Callable[..., Settings], clock: Any) -> Iterator[Any]:
    """Services without a network: `house.run(coroutine)`."""
    with services_running(settings(), clock) as (loop, services):
        yield Living(loop, services, 0)


@pytest.fixture
def table_server(settings: Callable[..., Settings], clock: Any) -> Iterator[Server]:
    """The whole server without limits, in a thread, on SQLite; its `clock` stands still."""
    with serving(settings(limits_scale=0), clock) as server:
        yield server
