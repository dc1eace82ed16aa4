"""What an arena's games say about its bots: ratings, shares of victory, points, by bot and by seat."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from pasar.lab.arena import GameResult, Tournament
from pasar.lab.rating import Ranking, Rating, mean_interval, ratings, share_interval
from pasar.lab.statistics import Interval, Sums

FAULTS_LISTED = 20  # of many, the first; all are in the results file
SHOWN = ("Bot", "Rating", "95 %", "Victories", "95 %", "Points")  # the headings of what a table shows of a bot
ADJUSTED = ("Without luck", "95 %")  # and more of them, if luck was measured


@dataclass(frozen=True)
class Standing:
    """One bot's part."""

    name: str
    rating: Rating
    games: int  # seats it has played
    share: float  # of the victories
    share_interval: Interval
    points: Sums
    by_seat: list[float | None]  # share of the victories at each seat; None if it never sat there
    faults: int
    adjusted: float | None = None  # its share without luck, if that was asked for
    adjusted_interval: Interval | None = None

    @property
    def shown_adjusted(self) -> tuple[str, ...]:
        """A cell for each of the headings `ADJUSTED`, if luck was measured."""
        if self.adjusted is None or self.adjusted_interval is None:
            return ()
        return f"{self.adjusted:.1%}", "{:.1%} to {:.1%}".format(*self.adjusted_interval)

    @property
    def shown(self) -> tuple[str, ...]:
        """A cell for each of the headings `SHOWN`."""
        return (
            self.name,
            f"{self.rating.value:+.0f}",
            "{:+.0f} to {:+.0f}".format(*self.rating.interval),
            f"{self.share:.1%}",
            "{:.1%} to {:.1%}".format(*self.share_interval),
            f"{self.points.mean:.1f}",
        )


@dataclass(frozen=True)
class Standings:
    plan: Tournament
    games: int
    decisions: int
    seconds: float  # of playing, as a clock on the wall saw it
    bots: list[Standing]  # the best first
    seats: list[tuple[float, Interval]]  # share of the victories, whoever sat there
    faults: list[dict[str, Any]]
    course: dict[str, list[float]]  # by bot: its share after each game

    def as_json(self) -> dict[str, Any]:
        return {
            "game": self.plan.game,
            "rules": self.plan.rules,
            "seed": self.plan.seed,
            "workers": self.plan.workers,
            "games": self.games,
            "decisions": self.decisions,
            "seconds": self.seconds,
            "games_per_s": self.games / self.seconds if self.seconds else None,
            "bots": [_bot_json(bot) for bot in self.bots],
            "seats": [{"seat": seat, "win_share": share, "win_interval": interval}
                      for seat, (share, interval) in enumerate(self.seats)],
            "faults": self.faults[:FAULTS_LISTED],
        }  # fmt: skip


def _bot_json(bot: Standing) -> dict[str, Any]:
    return {
        "bot": bot.name,
        "rating": bot.rating.value,
        "rating_interval": bot.rating.interval,
        "games": bot.games,
        "win_share": bot.share,
        "win_interval": bot.share_interval,
        "points_mean": bot.points.mean,
        "points_sd": bot.points.sd,
        "win_share_by_seat": bot.by_seat,
        "faults": bot.faults,
        **({} if bot.adjusted is None
           else {"adjusted_share": bot.adjusted, "adjusted_interval": bot.adjusted_interval}),
    }  # fmt: skip


def standings(plan: Tournament, played: Sequence[GameResult], seconds: float) -> Standings:
    """The sum of some games of a plan; their order makes no difference."""
    games = sorted(played, key=lambda outcome: outcome.number)
    names = plan.names
    found = ratings([_ranking(plan, outcome) for outcome in games], len(names))
    bots = [_standing(plan, games, name, rating) for name, rating in zip(names, found, strict=True)]
    return Standings(
        plan,
        len(games),
        sum(outcome.decisions for outcome in games),
        seconds,
        sorted(bots, key=lambda bot: -bot.rating.value),
        [_seat(plan, games, seat) for seat in range(plan.players)],
        [outcome.fault | {"game": outcome.number} for outcome in games if outcome.fault is not None],
        {name: _course(games, name) for name in names},
    )


def _ranking(plan: Tournament, outcome: GameResult) -> Ranking:
    names = plan.names
    groups = [[names.index(outcome.seating[seat]) for seat in group] for group in outcome.groups()]
    return Ranking(groups, outcome.number // plan.players)


def _standing(plan: Tournament, games: Sequence[GameResult], name: str, rating: Rating) -> Standing:
    shares: list[float] = []
    deals: list[int] = []
    seats: list[int] = []
    adjusted: list[float] = []
    points = Sums()
    for outcome in games:
        for seat, bot in enumerate(outcome.seating):
            if bot == name:
                shares.append(outcome.shares[seat])
                adjusted.append(outcome.adjusted[seat])
                deals.append(outcome.number // plan.players)
                seats.append(seat)
                points.add(Sums(1, outcome.points[seat], outcome.points[seat] ** 2))
    by_seat = [[share for share, at in zip(shares, seats, strict=True) if at == seat] for seat in range(plan.players)]
    faults = sum(outcome.fault is not None and outcome.fault["bot"] == name for outcome in games)
    return Standing(
        name,
        rating,
        len(shares),
        sum(shares) / len(shares),
        share_interval(shares, deals),
        points,
        [sum(each) / len(each) if each else None for each in by_seat],
        faults,
        *((sum(adjusted) / len(adjusted), mean_interval(adjusted, deals)) if plan.adjusted else ()),
    )


def _seat(plan: Tournament, games: Sequence[GameResult], seat: int) -> tuple[float, Interval]:
    shares = [outcome.shares[seat] for outcome in games]
    deals = [outcome.number // plan.players for outcome in games]
    return sum(shares) / len(shares), share_interval(shares, deals)


def _course(games: Sequence[GameResult], name: str) -> list[float]:
    """The share of the victories up to each game, for one seat of the bot's."""
    course, total, count = [], 0.0, 0
    for outcome in games:
        for seat, bot in enumerate(outcome.seating):
            if bot == name:
                total += outcome.shares[seat]
                count += 1
        course.append(total / count if count else 0.0)
    return course
