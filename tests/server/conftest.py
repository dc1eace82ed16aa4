"""What the server's tests share: a clock that stands still, and servers that run (living.py, table_helpers.py)."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from databases import database_url, postgres, postgres_url, sqlite_url
from fastapi import FastAPI
from table_helpers import Server, serving

from pasar.server.base.settings import Settings

__all__ = ["database_url", "postgres", "postgres_url", "sqlite_url"]


@pytest.fixture
def living_page(page: Callable[..., ModuleType]) -> ModuleType:
    return page("server", "living.py")


@pytest.fixture
def clock(living_page: ModuleType) -> Any:
    return living_page.FakeClock()


@pytest.fixture
def settings(tmp_path: Path) -> Callable[..., Settings]:
    """Settings in a folder of the test's own; nothing comes from the environment."""
    return lambda **given: Settings.read({}, data=tmp_path / "data", **given)


@pytest.fixture
def serve(living_page: ModuleType, settings: Callable[..., Settings], clock: Any) -> Iterator[Callable[..., Any]]:
    """`serve(app, port=..., ...)` serves an app behind the guard until the test is over."""
    with ExitStack() as stack:
        yield lambda app=None, **given: stack.enter_context(
            living_page.living(app or FastAPI(), settings(**given), clock)
        )


@pytest.fixture
def house(living_page: ModuleType, settings: Callable[..., Settings], clock: Any) -> Iterator[Any]:
    """Services without a network: `house.run(coroutine)`."""
    with living_page.services_running(settings(), clock) as (loop, services):
        yield living_page.Living(loop, services, 0)


@pytest.fixture
def table_server(settings: Callable[..., Settings], clock: Any) -> Iterator[Server]:
    """The whole server without limits, in a thread, on SQLite; its `clock` stands still."""
    with serving(settings(limits_scale=0), clock) as server:
        yield server
