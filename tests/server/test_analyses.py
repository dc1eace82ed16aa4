"""Analyses: of finished games, for those who may see the replay, made once and kept with the table."""

import asyncio
import sys
from types import SimpleNamespace
from typing import Any

import pytest
from support.databases import in_loop
from support.tables import At, Guest, Server, begun, guests, play_out

from pasar.match.match import Match
from pasar.server.live import analysing
from pasar.server.live.analysing import JUDGE, Analysing


async def analysed(guest: Guest, at: At) -> dict[str, Any]:
    path = f"/api/tables/{at.id}/analysis"
    state = await guest.post(path, {}, at)
    while state["state"] == "working":
        await asyncio.sleep(0.1)
        state = await guest.get(path, at)
    return state


@in_loop
async def test_a_finished_game_is_analysed_and_its_parts_add_up(
    table_server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(analysing, "BUDGET", "quick")
    async with guests(table_server, "Ann", "Eve") as (ann, eve):
        (a,) = await begun(ann, bots=["random"], game="bali")
        path = f"/api/tables/{a.at.id}/analysis"
        assert await ann.refused("POST", path, {}, at=a.at) == (409, "not_over")
        assert await ann.refused("GET", path, at=a.at) == (409, "not_over")
        await play_out([a])
        assert (await ann.get(path, a.at))["state"] == "none"
        assert (await eve.refused("GET", path))[1] == (await eve.refused("POST", path, {}))[1] == "by_link_only"
        state = await analysed(ann, a.at)
        assert state["state"] == "done"
        for seat in state["analysis"]["seats"]:
            assert seat["even"] + seat["luck"] + seat["own_play"] + seat["others_play"] == seat["result"]
        assert len(state["analysis"]["curve"]) > 10
        assert await eve.get(path, a.at) == state


# In the place of `pasar.coach.at_work`: whoever waits for an idle processor gets none, as if others kept it.
KEPT_WAITING = """
import sys, time
if sys.argv[1] == "idle":
    time.sleep(600)
print('{"analysis": {"format": "none", "judge": null}}')
"""


@in_loop
async def test_who_is_not_let_work_begins_again_with_the_smallest_turns(
    table_server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(analysing, "PATIENT", 0.2)  # seconds
    begun_as, create = [], asyncio.create_subprocess_exec

    async def noted(*command: Any, **options: Any) -> Any:
        begun_as.append(command[-1])
        return await create(sys.executable, "-c", KEPT_WAITING, command[-1], **options)

    monkeypatch.setattr(asyncio, "create_subprocess_exec", noted)
    async with guests(table_server, "Ann") as (ann,):
        (a,) = await begun(ann, bots=["random"], game="bali")
        await play_out([a])
        assert (await analysed(ann, a.at))["state"] == "none"  # kept, but not by today's judge
    assert begun_as == ["idle", "nice"]


@in_loop
async def test_only_one_game_is_analysed_at_a_time(table_server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    working = most = 0

    async def slowly(self: Analysing, record: Any, work: Any) -> dict[str, Any]:
        nonlocal working, most
        working += 1
        most = max(most, working)
        await asyncio.sleep(0.01)
        working -= 1
        return {"format": "none", "judge": None}

    monkeypatch.setattr(Analysing, "_analysed", slowly)
    async with guests(table_server, "Ann") as (ann,):
        ended = [(await begun(ann, bots=["random"], game="bali"))[0] for _ in range(3)]
        for one in ended:
            await play_out([one])
        states = await asyncio.gather(*(ann.post(f"/api/tables/{one.at.id}/analysis", {}, one.at) for one in ended))
        assert {state["state"] for state in states} == {"working"}
        for one in ended:
            while (state := await ann.get(f"/api/tables/{one.at.id}/analysis", one.at))["state"] == "working":
                await asyncio.sleep(0.01)
            assert state["state"] == "none"  # kept, but not by today's judge
    assert most == 1


@in_loop
async def test_an_analysis_by_another_judge_is_made_anew(table_server: Server) -> None:
    kept = {"format": "pasar-analysis/1", "judge": {"name": JUDGE.name, "version": 0, "game": 1}}

    async def analysis(table: str) -> dict[str, Any]:
        return kept

    here, match = (
        Analysing(SimpleNamespace(store=SimpleNamespace(analysis=analysis)), allowed=False),
        Match.new("bali", seed=0),
    )
    assert await here.kept("t", match) is None
    kept["judge"] = {"name": JUDGE.name, "version": JUDGE.version, "game": match.game.version}
    assert await here.kept("t", match) == kept
    assert not here.analyses(match)
