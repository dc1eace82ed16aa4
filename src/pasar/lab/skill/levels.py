"""Levels of bots: each alone at the table, and each against the one below it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from math import sqrt

from pasar.bots.roster import COMPILED, find_bot
from pasar.errors import PasarError
from pasar.lab.arena import GameResult, Tournament, outcomes
from pasar.lab.balance.moments import Estimate
from pasar.lab.balance.study import Study
from pasar.lab.balance.tally import Tally
from pasar.lab.rating import Ranking, Rating, ratings, share_interval
from pasar.lab.rows import Plan
from pasar.lab.skill.luck import luck_share
from pasar.lab.spread import worker_pool

Progress = Callable[[int], None]  # is told of so many more games


@dataclass(frozen=True)
class Climb:
    """A level at one seat, the one below at all others, everybody on every seat of the same deals."""

    upper: str
    lower: str
    share: float
    interval: tuple[float, float]
    games: int
    players: int

    @property
    def among_two(self) -> tuple[float, float, float]:
        """The share with its interval, as two of these strengths alone would have it (Plackett-Luce)."""
        low, high = self.interval
        return as_among_two(self.share, self.players), as_among_two(low, self.players), as_among_two(high, self.players)


def as_among_two(share: float, players: int) -> float:
    """A share of one against equals on all other seats, as what it would win against one of them."""
    odds = (players - 1) * share
    return odds / (odds + 1 - share) if share < 1 else 1.0


@dataclass(frozen=True)
class Ladder:
    alone: dict[str, Tally]
    climbs: Sequence[Climb]
    strengths: dict[str, Rating]
    luck: dict[str, Estimate]  # how much of a result is luck between bots of a level; empty where nobody can say
    luck_games: dict[str, int]  # from so many games


@dataclass(frozen=True)
class LadderPlan:
    """What is to be played: the levels from the weakest to the strongest, and how many games those that think play."""

    plan: Plan
    levels: tuple[str, ...]
    thinking: int
    workers: int
    report: Progress = lambda games: None
    luck_of: int = 0  # games of each level whose luck is measured, if it does not think

    def games(self, *levels: str) -> int:
        return self.plan.games if all(level in COMPILED for level in levels) else min(self.thinking, self.plan.games)


def check_levels(names: Sequence[str]) -> tuple[str, ...]:
    """Raises PasarError for fewer than two, for one named twice and for bots that there are not."""
    levels = tuple(find_bot(name).name for name in names)
    if len(levels) < 2 or len(set(levels)) < len(levels):
        raise PasarError("skill needs two levels or more, each once, the weakest first: --levels random,greedy,medium")
    return levels


def simulations(level: str) -> int | None:
    """What a level thinks, if that is counted in simulations."""
    return find_bot(level).budget.simulations


def ladder(asked: LadderPlan) -> Ladder:
    alone = {level: _alone(asked, level) for level in asked.levels}
    climbs, rankings = [], []
    for place, upper in enumerate(asked.levels[1:], 1):
        lower = asked.levels[place - 1]
        played = against(asked, upper, lower)
        climbs.append(climb_of(upper, lower, played))
        rankings += [_ranking(asked, each) for each in played]
    strengths = ratings(rankings, len(asked.levels))
    measured = asked.levels if asked.luck_of and asked.plan.found.coach is not None else ()
    lucky = {level: _with_luck(asked, level) for level in measured}
    return Ladder(
        alone, climbs, dict(zip(asked.levels, strengths, strict=True)),
        {level: luck_share(played) for level, played in lucky.items()},
        {level: len(played) for level, played in lucky.items()},
    )  # fmt: skip


def _alone(asked: LadderPlan, level: str) -> Tally:
    plan = replace(asked.plan, bots=(level,) * asked.plan.players, games=asked.games(level))
    study = Study(plan, worker_pool(None, asked.workers, plan.compiled), asked.workers, report=asked.report)
    tally = Tally(plan)
    for columns in study.rows():
        tally.add(columns)
    return tally


def against(asked: LadderPlan, upper: str, lower: str) -> list[GameResult]:
    plan = asked.plan
    bots = (upper, *(lower,) * (plan.players - 1))
    return _finished(
        asked, Tournament(plan.game, plan.rules, bots, asked.games(upper, lower), plan.seed, asked.workers)
    )


def _with_luck(asked: LadderPlan, level: str) -> list[GameResult]:
    """A level alone at the table, every deal once: whoever changes seats with their like changes nothing."""
    plan, players = asked.plan, asked.plan.players
    games = players * min(asked.luck_of, asked.games(level))
    match = Tournament(plan.game, plan.rules, (level,) * players, games, plan.seed, asked.workers, adjusted=True)
    return _finished(asked, match, [number for number in range(games) if number % players])


def _finished(asked: LadderPlan, match: Tournament, left_out: Sequence[int] = ()) -> list[GameResult]:
    played = []
    for outcome in outcomes(match, left_out):
        if outcome.fault is not None:
            raise PasarError(f"{outcome.fault['bot']} on seat {outcome.fault['seat']}: {outcome.fault['message']}")
        asked.report(1)
        played.append(outcome)
    return played


def climb_of(upper: str, lower: str, played: Sequence[GameResult]) -> Climb:
    shares = [outcome.shares[outcome.seating.index(upper)] for outcome in played]
    deals = [outcome.number // len(outcome.seating) for outcome in played]
    return Climb(
        upper, lower, sum(shares) / len(shares), share_interval(shares, deals), len(played), len(played[0].seating)
    )


def _ranking(asked: LadderPlan, outcome: GameResult) -> Ranking:
    """Deals of different pairs are the same deals: they are one piece of luck."""
    groups = [[asked.levels.index(outcome.seating[seat]) for seat in group] for group in outcome.groups()]
    return Ranking(groups, outcome.number // len(outcome.seating))


def spread_of_points(tally: Tally) -> float:
    """The standard deviation of a seat's points, between games and seats."""
    names, moments = [f"points_{seat}" for seat in range(tally.plan.players)], tally.moments
    count = moments.games * len(names)
    mean = sum(moments.total(name) for name in names) / count
    squares = sum(float(moments.products[moments.place[name], moments.place[name]]) for name in names) / count
    return sqrt(max(0.0, squares - mean**2))
