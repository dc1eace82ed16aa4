"""What was luck in a finished game, and what was play: for those who may see its replay, once it is over."""

from http import HTTPStatus
from typing import Literal

from fastapi import APIRouter, Request
from pydantic import BaseModel, Field

from pasar.match.match import Match
from pasar.server.base.refusals import Refused, refusals
from pasar.server.http.routes.tables import Key, visited
from pasar.server.http.services import services_of
from pasar.server.live.analysing import AnalysisUnderWay, Told
from pasar.server.live.live_table import LiveTable
from pasar.server.live.registry import registry_of
from pasar.server.table import wire
from pasar.server.table.table import OVER

router = APIRouter(prefix="/api", tags=["analyses"])

Kind = Literal["seat", "deal", "cards", "guess", "play"]


class AnalysisJudge(BaseModel):
    name: str = Field(examples=["thumb"])
    version: int = Field(examples=[1])
    game: int = Field(description="the version of the game's rules", examples=[1])


class AnalysedSeat(BaseModel):
    """Amounts are units, of which all seats have `whole` together: even + luck + own_play + others_play = result."""

    result: int = Field(examples=[4608])
    even: int = Field(examples=[1152])
    luck: int = Field(examples=[415])
    own_play: int = Field(examples=[-645])
    others_play: int = Field(examples=[3686])
    decisions: int = Field(examples=[31])
    accuracy: float | None = Field(description="from 0 to 100, on Lichess' scale", examples=[91.3])
    error_rate: float | None = Field(description="points of chance lost a decision", examples=[1.1])
    level: str | None = Field(examples=["good"])


class AnalysedPosition(BaseModel):
    """Everybody's share of the victory after so many moves, give or take `band` in 95 of 100 cases."""

    moves: int = Field(examples=[12])
    shares: list[float] = Field(examples=[[0.31, 0.69]])
    band: list[float] = Field(examples=[[0.04, 0.04]])


class TurningPoint(BaseModel):
    """What surely moved somebody's chances by ten points: a decision of `seat`, or something that nobody decided."""

    moves: list[int] = Field(examples=[[12]])
    kind: Kind = Field(examples=["play"])
    seat: int | None = Field(examples=[0])
    amounts: list[int] = Field(description="units, by seat", examples=[[-600, 600]])


class WhyPart(BaseModel):
    source: str = Field(examples=["rice"])
    ruling: str = Field(examples=["B13"])
    points: float = Field(examples=[2.4])


class Why(BaseModel):
    """What the better move brings more than the other one, in points at the end, by where they come from."""

    points: float = Field(examples=[3.1])
    interval: list[float] = Field(examples=[[2.2, 4.0]])
    parts: list[WhyPart]
    others: float = Field(description="what it brings each of the others", examples=[-0.4])


class Unknowable(BaseModel):
    """What would have been better as things really lay, which the player could not know."""

    better: str = Field(examples=["take 2"])
    lost: float = Field(examples=[0.21])
    interval: list[float] = Field(examples=[[0.14, 0.28]])


class ExpectedShare(BaseModel):
    move: str = Field(examples=["take 2"])
    share: float = Field(examples=[0.42])


class AnalysedDecision(BaseModel):
    """A decision that was an error by what its player could know (`name`), or that was right and went wrong."""

    move: int = Field(examples=[12])
    seat: int = Field(examples=[0])
    played: str = Field(examples=["take 1"])
    best: str = Field(examples=["take 2"])
    error: float = Field(description="of the victory", examples=[0.17])
    interval: list[float] = Field(examples=[[0.12, 0.22]])
    name: Literal["inaccuracy", "mistake", "blunder"] | None
    expected: list[ExpectedShare]
    why: Why | None
    could_not_know: Unknowable | None


class Analysis(BaseModel):
    """One game's; docs/coach.md says what the numbers mean."""

    format: str = Field(examples=["pasar-analysis/1"])
    judge: AnalysisJudge
    budget: str = Field(examples=["normal"])
    seed: int = Field(examples=[0])
    whole: int = Field(description="units that all seats have together", examples=[4608])
    seats: list[AnalysedSeat]
    curve: list[AnalysedPosition]
    turning_points: list[TurningPoint]
    decisions: list[AnalysedDecision] = Field(description="those of which there is something to say")


class AnalysisState(BaseModel):
    """How far the analysis of a table's game is, and the analysis when it is there."""

    state: Literal["never", "none", "working", "failed", "done"] = Field(
        description="`never`: such games are not analysed here", examples=["working"]
    )
    done: float = Field(description="from 0 to 1", examples=[0.34])
    analysis: Analysis | None


@router.get("/tables/{id}/analysis", responses=refusals(404, 409))
async def look(request: Request, id: wire.TableId, key: Key = None) -> AnalysisState:
    """The analysis of a finished game, or how far it is."""
    live, match = await _finished(request, id, key)
    analysing = registry_of(request).analysing
    return _shown(analysing.work(live.table.id), await analysing.kept(live.table.id, match))


@router.post("/tables/{id}/analysis", responses=refusals(404, 409))
async def begin(request: Request, id: wire.TableId, key: Key = None) -> AnalysisState:
    """Let a finished game be analysed, unless it is already. It is done in the background, one game at a time."""
    live, match = await _finished(request, id, key)
    analysing = registry_of(request).analysing
    if not analysing.analyses(match):
        return AnalysisState(state="never", done=0.0, analysis=None)
    kept = await analysing.kept(live.table.id, match)
    work = analysing.work(live.table.id)
    if kept is None and (work is None or work.failed):
        services_of(request).take("analyses", request, await services_of(request).people.identify(request))
        work = analysing.begin(live.table.id, match)
    return _shown(work, kept)


async def _finished(request: Request, id: str, key: str | None) -> tuple[LiveTable, Match]:
    live, _ = await visited(request, id, key)
    match = live.table.match
    if live.table.stage != OVER or (match is not None and not match.over):
        raise Refused("not_over", "a game can be analysed when it is over", HTTPStatus.CONFLICT)
    if match is None:
        raise Refused("old_rules", f"this game cannot be analysed here: {live.table.frozen}", HTTPStatus.CONFLICT)
    return live, match


def _shown(work: AnalysisUnderWay | None, kept: Told | None) -> AnalysisState:
    if kept is not None:
        return AnalysisState(state="done", done=1.0, analysis=Analysis.model_validate(kept))
    if work is None:
        return AnalysisState(state="none", done=0.0, analysis=None)
    return AnalysisState(state="failed" if work.failed else "working", done=work.done, analysis=None)
