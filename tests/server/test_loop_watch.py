"""Whatever holds the event loop is counted and logged with its kind."""

import asyncio
import importlib
import time
from pathlib import Path
from typing import Any

import pytest
from support.databases import in_loop
from support.tables import Server, begun, guests

from pasar.server.base import loop_watch
from pasar.server.base.loop_watch import watched
from pasar.server.base.metrics import Metrics
from pasar.server.table import views


def compute(seconds: float) -> None:
    end = time.thread_time() + seconds
    while time.thread_time() < end:
        pass


async def busy(seconds: float) -> str:
    await asyncio.sleep(0)
    compute(seconds)
    return "done"


def held(metrics: Metrics, kind: str, cause: str = "processor") -> float:
    return metrics.loop_held.labels(kind, cause)._value.get()


@in_loop
async def test_a_step_that_takes_long_is_counted_by_its_cause(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("INFO")
    metrics = Metrics()
    assert await watched(busy(loop_watch.LONGEST * 1.5), metrics, lambda: "move") == "done"
    assert held(metrics, "move") == 1 and [line.msg for line in caplog.records] == ["loop_held"]
    assert caplog.records[0].fields["kind"] == "move" and caplog.records[0].fields["processor_ms"] > 20

    async def stalls() -> None:
        time.sleep(loop_watch.LONGEST * 1.5)

    await watched(stalls(), metrics, lambda: "move")
    assert held(metrics, "move", "waiting") == 1 and held(metrics, "move") == 1


@in_loop
async def test_waiting_holds_nobody() -> None:
    metrics = Metrics()
    await watched(asyncio.sleep(loop_watch.LONGEST * 2), metrics, lambda: "move")
    assert held(metrics, "move") == 0


@in_loop
async def test_faults_and_cancelling_go_through_as_if_nobody_watched() -> None:
    async def waits(for_what: asyncio.Future[str]) -> str:
        try:
            return await for_what
        except asyncio.CancelledError:
            seen.append("cancelled")
            raise

    seen: list[str] = []
    future: asyncio.Future[str] = asyncio.get_running_loop().create_future()
    task = asyncio.ensure_future(watched(waits(future), Metrics(), lambda: "move"))
    await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert seen == ["cancelled"]
    failed: asyncio.Future[str] = asyncio.get_running_loop().create_future()
    failed.set_exception(ValueError("so"))
    with pytest.raises(ValueError, match="so"):
        await watched(waits(failed), Metrics(), lambda: "move")


@in_loop
async def test_messages_and_requests_are_watched(table_server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    def slow(*given: Any) -> dict[str, Any]:
        compute(loop_watch.LONGEST * 1.5)
        return {"open": True}

    metrics = table_server.services.metrics
    async with guests(table_server, "Ann") as (ann,):
        (client,) = await begun(ann, bots=["greedy"], game="bali")
        await client.wait_for(lambda: client.my_turn)
        monkeypatch.setattr(views, "what_if", slow)
        await client.do("what_if", move="pass")
        await client.do("ping")  # an answer is on its way before its step has ended
        assert held(metrics, "what_if") == 1
        await ann.post(f"/api/tables/{client.at.id}/questions", {"type": "what_if", "move": "pass"})
        await client.do("ping")
        assert held(metrics, "/api/tables/{id}/questions") == 1


def test_the_load_test_ends_with_an_alarm(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.syspath_prepend(str(Path(__file__).parents[2] / "bench"))
    alarm = importlib.import_module("parts.alarm")
    metrics = Metrics()
    metrics.loop_held.labels("/api/me", "processor").inc()
    before = alarm.held(metrics.text().decode())
    metrics.loop_held.labels("move", "waiting").inc()  # somebody else had the processor: not its fault
    alarm.check(before, alarm.held(metrics.text().decode()))
    assert "no message held the event loop" in capsys.readouterr().out
    metrics.loop_held.labels("move", "processor").inc(3)
    with pytest.raises(SystemExit, match=r"ALARM: .* by: move \(3 times\)"):
        alarm.check(before, alarm.held(metrics.text().decode()))
