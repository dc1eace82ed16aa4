"""What levels and decisions say about skill, as chapters, a page and JSON."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import log2
from typing import Any

import numpy as np

from pasar.lab.balance.chapters import ReportChapter, ReportTable, plain, ranges
from pasar.lab.balance.figures import Dots, Figure, Histogram, LinePlot
from pasar.lab.balance.report import chapters_json, paper, run_facts, versions
from pasar.lab.balance.saying import chance, listed, number, percent
from pasar.lab.balance.tally import Tally
from pasar.lab.plots import Range
from pasar.lab.rows import Plan
from pasar.lab.skill.deciding import LOOKED_AT, MATTERS, WORLDS, Decisions, estimate
from pasar.lab.skill.levels import Climb, Ladder, simulations, spread_of_points
from pasar.lab.statistics import Interval

MOST_ANSWERS = 40  # in the figure
NO_LUCK = "How much of a result is luck is not here: this game does not say what nobody can know (its coach.py)."
READING = (
    "Every ± and every bar holds the true value in 95 of 100 runs, with each game, or each deal where bots change "
    "seats on it, as one piece of luck. Levels are bots, not people: a game may reward what none of them does. "
    "Ratings are fitted to the order in which everybody finished (Plackett-Luce); 400 more is ten times the strength. "
    "Beside every figure are its numbers as CSV."
)


@dataclass(frozen=True)
class SkillReport:
    plan: Plan
    ladder: Ladder
    decisions: Decisions
    command: str
    pool: str
    seconds: float

    @property
    def title(self) -> str:
        switches = "".join(f", {name}" for name, value in self.plan.rules.items() if value is True)
        return f"{self.plan.game.capitalize()}, {self.plan.players} players{switches}: does it reward skill?"

    @property
    def verdict(self) -> list[str]:
        return [_verdict(self.plan, self.ladder), _decisions_sentence(self.decisions), _luck_sentence(self.ladder)]

    @property
    def chapters(self) -> list[ReportChapter]:
        return [_climbing(self.plan, self.ladder), _thinking(self.ladder), *_alone(self.plan, self.ladder),
                *_lucky(self.ladder), _branching(self.decisions), _hidden(self.decisions),
                _mattering(self.decisions)]  # fmt: skip

    def about(self) -> dict[str, str]:
        games = {level: tally.games for level, tally in self.ladder.alone.items()}
        return {"Plan": ", ".join(f"{level}: {count:,} games" for level, count in games.items()),
                "Seed": str(self.plan.seed), "Command": self.command, "Versions": versions()}  # fmt: skip

    def run(self) -> dict[str, str]:
        return run_facts(self.pool, self.seconds)

    def as_json(self) -> dict[str, Any]:
        plan = self.plan
        return {"title": self.title, "verdict": self.verdict, "game": plan.game,
                "rules": plan.found.written(plan.rules), "levels": list(self.ladder.alone), "seed": plan.seed,
                "about": self.about(), "run": self.run(), "chapters": chapters_json(self.chapters)}  # fmt: skip

    def html(self) -> str:
        made = {**self.about(), **self.run()}
        return paper(self.plan.found, self.title, self.verdict, self.chapters, [], (READING,), made)


# --- Levels against each other ----------------------------------------------------------------------------------------


def _verdict(plan: Plan, found: Ladder) -> str:
    even, last = 1 / plan.players, found.climbs[-1]
    better = [each for each in found.climbs if each.interval[0] > even]
    top = _climb_text(last)
    if len(better) == len(found.climbs):
        return f"Skill pays at every level: each beats the one below it, and even {top}, where chance gives {even:.0%}."
    if not better:
        return f"No level beats the one below it in so many games: {top}, where chance gives {even:.0%}."
    most = better[-1]
    return (f"Skill pays up to {most.upper}: {_climb_text(most)}, where chance gives {even:.0%}; beyond that no level "
            "beats the one below it in so many games." if most is not last else
            f"Skill pays, though not at every step: {top}, where chance gives {even:.0%}.")  # fmt: skip


def _climb_text(climb: Climb) -> str:
    low, high = climb.interval
    return f"{climb.upper} wins {climb.share:.1%} ({low:.1%} to {high:.1%}) against {climb.lower}"


def _climbing(plan: Plan, found: Ladder) -> ReportChapter:
    said = f"{listed([_climb_text(each) for each in found.climbs])}."
    drawn = [Range(each.upper, each.share, each.interval) for each in found.climbs]
    numbers = {f"{each.upper} against {each.lower}": {"share": each.share, "interval": each.interval,
                                                      "games": each.games} for each in found.climbs}  # fmt: skip
    note = "One seat for the level, all others for the one below it; every deal is played once from every seat."
    return ReportChapter(
        "climbing",
        "Does a better player win?",
        [said],
        numbers,
        [Dots(said, "share of the victories against the level below", drawn, 1 / plan.players, True)],
        notes=[note],
    )


def _thinking(found: Ladder) -> ReportChapter:
    base = next(iter(found.strengths))
    zero = found.strengths[base].value
    drawn = [Range(level, each.value - zero, _moved(each.interval, -zero)) for level, each in found.strengths.items()]
    said = f"Rated above {base}: {listed([f'{each.name} {each.value:+.0f}' for each in drawn[1:]])}."
    figures: list[Figure] = [Dots(said, f"rating above {base}", drawn, 0.0)]
    points = [(float(count), each.value, each.interval) for each in drawn if (count := simulations(each.name))]
    findings = [said]
    if len(points) > 1:
        findings.append(_doubling(points))
        figures.append(LinePlot(findings[1], "simulations a move", f"rating above {base}", [("search", points)], None,
                             False, doubling=True))  # fmt: skip
    numbers = {each.name: {"rating": each.value, "interval": each.interval} for each in drawn}
    return ReportChapter("thinking", "What does thinking bring?", findings, numbers, figures)


def _moved(interval: Interval, by: float) -> Interval:
    return interval[0] + by, interval[1] + by


def _doubling(points: Sequence[tuple[float, float, Interval]]) -> str:
    (few, low, _), (many, high, _) = points[0], points[-1]
    each = (high - low) / log2(many / few)
    return (f"From {few:g} to {many:g} simulations a move, each doubling of thinking brings {each:+.0f} rating points "
            "on average.")  # fmt: skip


# --- Levels alone -----------------------------------------------------------------------------------------------------


def _alone(plan: Plan, found: Ladder) -> list[ReportChapter]:
    first = {level: tally.share(0) for level, tally in found.alone.items()}
    chances = {level: tally.chance_of_equal_seats() for level, tally in found.alone.items()}
    said = f"The first seat wins {listed([f'{percent(each)} between {level}' for level, each in first.items()])}."
    seats = ReportChapter(
        "seats",
        "Does the seat matter more or less to better players?",
        [said],
        {"first_seat": plain(first), "chance_if_equal": chances},
        [Dots(said, "share of the victories of the first seat", ranges(first), 1 / plan.players, True)],
        [_seat_table(plan, found.alone, chances)],
    )
    return [seats, _lengths(found)]


def _seat_table(plan: Plan, alone: dict[str, Tally], chances: dict[str, float]) -> ReportTable:
    rows = [[level, *(percent(tally.share(seat)) for seat in range(plan.players)), chance(chances[level])]
            for level, tally in alone.items()]  # fmt: skip
    return ReportTable(("All seats", *(f"Seat {seat}" for seat in range(plan.players)), "Chance if equal"), rows)


def _lengths(found: Ladder) -> ReportChapter:
    means = {name: {level: tally.moments.mean(name) for level, tally in found.alone.items()}
             for name in ("decisions", "turns", "lead_changes", "margin")}  # fmt: skip
    spreads = {level: spread_of_points(tally) for level, tally in found.alone.items()}
    length = f"Decisions a game: {listed([f'{number(each)} between {k}' for k, each in means['decisions'].items()])}."
    close = (
        f"Points between first and second: {listed([f'{number(e)} between {k}' for k, e in means['margin'].items()])}."
    )
    rows = [[level, *(number(means[name][level]) for name in means), f"{spreads[level]:.1f}"] for level in found.alone]
    table = ReportTable(
        ("All seats", "Decisions", "Turns", "Changes of the lead", "Lead at the end", "Spread of points"), rows
    )
    figures = [Dots(length, "decisions a game", ranges(means["decisions"])),
               Dots(close, "points between first and second", ranges(means["margin"]))]  # fmt: skip
    numbers = {name: plain(each) for name, each in means.items()} | {"spread_of_points": spreads}
    return ReportChapter(
        "lengths",
        "How do better players’ games differ?",
        [length, close],
        numbers,
        figures,
        [table],
        ["The spread is the standard deviation of a seat’s points."],
    )


def _luck_sentence(found: Ladder) -> str:
    if not found.luck:
        return NO_LUCK
    shares = listed([f"{percent(each)} between {level}" for level, each in found.luck.items()])
    return f"Of what makes equal players’ results differ, luck with the deal and the cards is {shares}."


def _lucky(found: Ladder) -> list[ReportChapter]:
    if not found.luck:
        return []
    said = _luck_sentence(found)
    note = (
        "Luck is what the deal and cards that nobody could know gave a seat: by how much they moved its chances, "
        "judged by playing on many times by rules of thumb (docs/coach.md). Its part is its covariance with the "
        "result over the result’s variance; the rest is play, and guesses where several choose in secret. The "
        "judge is no better than rules of thumb, which makes luck look smaller in games of those who play otherwise. "
        f"Games: {listed([f'{count:,} between {level}' for level, count in found.luck_games.items()])}."
    )
    numbers = {level: {**each.as_json(), "games": found.luck_games[level]} for level, each in found.luck.items()}
    figures: list[Figure] = [Dots(said, "part of what results differ by", ranges(found.luck), 0.0, True)]
    return [ReportChapter("luck", "How much of a result is luck?", [said], numbers, figures, notes=[note])]


# --- Decisions --------------------------------------------------------------------------------------------------------


def _decisions_sentence(found: Decisions) -> str:
    matters, best = percent(found.mean("matters")), percent(found.mean("best"))
    return (f"A decision has {float(found.answers.mean()):.1f} answers on average; {matters} of the decisions matter, "
            f"by {MATTERS:.0%} of the victory or more between the best and the worst answer (a bar of ours), and the "
            f"best brings {best} of the victory more than any at random.")  # fmt: skip


def _branching(found: Decisions) -> ReportChapter:
    mean = estimate(found.answers_by_game)
    most = int(found.answers.max())
    said = (f"A decision has {number(mean)} answers on average, {int(np.median(found.answers))} in the middle and "
            f"{most} at most; forced answers are played by the rules and are none.")  # fmt: skip
    counts = [int((found.answers == count).sum()) for count in range(2, min(most, MOST_ANSWERS) + 1)]
    at = [float(count) for count in range(2, len(counts) + 2)]
    figure = Histogram(said, "answers that a decision has", at, [count / len(found.answers) for count in counts],
                       up="decisions")  # fmt: skip
    return ReportChapter(
        "branching",
        "How many answers has a decision?",
        [said],
        {"answers": mean.as_json(), "most": most, "decisions": len(found.answers)},
        [figure],
    )


def _hidden(found: Decisions) -> ReportChapter:
    hidden, secret = found.mean("hidden"), found.mean("secrets")
    said = (f"Whoever decides cannot know {percent(hidden)} of the numbers in play; {percent(secret)} are known to "
            "somebody else at the table, the rest to nobody.")  # fmt: skip
    note = ("Numbers in play are those of a game’s record that differ between positions; hidden is what differs "
            "between worlds that look the same to the seat, with all that it could have remembered.")  # fmt: skip
    return ReportChapter(
        "hidden",
        "How much is hidden?",
        [said],
        {"hidden": hidden.as_json(), "secrets": secret.as_json()},
        [Dots(said, "part of the numbers in play", ranges({"hidden": hidden, "secrets of others": secret}), 0.0, True)],
        notes=[note],
    )


def _mattering(found: Decisions) -> ReportChapter:
    matters, best, apart = found.mean("matters"), found.mean("best"), found.mean("apart")
    said = (f"{percent(matters)} of the decisions matter; choosing the best answer brings {percent(best)} of the "
            f"victory more than any at random, and {percent(apart)} more than the worst.")  # fmt: skip
    parts = [(at * 100, each.value, each.interval) for at, each in found.by_part()]
    over = "What the best answer brings over any at random, by how much of the game is played."
    note = (
        f"{len(found.looks):,} decisions, {LOOKED_AT} of a game, by lot, between greedy bots. Every answer is played "
        f"on in {2 * WORLDS} worlds that the seat could be in, by greedy bots with the same luck for all answers: half "
        f"of the worlds choose the best and the worst answer, the others say how much they differ. A decision matters "
        f"from {MATTERS:.0%} of the victory on, if that is surely more than nothing: a bar of ours."
    )
    numbers: dict[str, Any] = {"matter": matters.as_json(), "best_over_random": best.as_json(),
                               "best_over_worst": apart.as_json()}  # fmt: skip
    figures: list[Figure] = [LinePlot(over, "percent of the decisions made", "victories", [("best", parts)], 0.0)]
    return ReportChapter("mattering", "Which decisions matter?", [said], numbers, figures, notes=[note])
