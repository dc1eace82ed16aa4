"""Chapters that follow from the rows alone: seats, sources, length, course, and what goes with winning."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from pasar.lab.balance.figures import Dots, Figure, Histogram, LinePlot, Stack
from pasar.lab.balance.moments import Estimate
from pasar.lab.balance.saying import NO_DIFFERENCE, SURE, Naming, capital, chance, listed, number, percent
from pasar.lab.balance.tally import BINS, Tally
from pasar.lab.plots import Range

FEWEST_GAMES = 30  # in which a count came up, before its share of the victories is shown
# The best and the worst of so many seats differ that much more by chance than two that nobody picked (Tukey).
PICKED = {
    2: 1.0, 3: 1.2, 4: 1.31, 5: 1.4, 6: 1.45, 7: 1.5, 8: 1.55, 9: 1.58, 10: 1.61, 11: 1.64, 12: 1.67, 13: 1.69,
    14: 1.71, 15: 1.73, 16: 1.75,
}  # fmt: skip
MOST_EFFECTS = 18  # in the figure; the numbers have all


@dataclass(frozen=True)
class ReportTable:
    headings: Sequence[str]
    rows: Sequence[Sequence[str]]
    caption: str = ""


@dataclass(frozen=True)
class ReportChapter:
    key: str
    title: str
    findings: Sequence[str]
    numbers: dict[str, Any]
    figures: Sequence[Figure] = ()
    tables: Sequence[ReportTable] = ()
    notes: Sequence[str] = field(default_factory=tuple)


def ranges(named: dict[str, Estimate]) -> list[Range]:
    return [Range(name, found.value, found.interval) for name, found in named.items()]


def plain(named: dict[str, Estimate]) -> dict[str, Any]:
    return {name: found.as_json() for name, found in named.items()}


# --- Seats ------------------------------------------------------------------------------------------------------------


def seats(tally: Tally) -> ReportChapter:
    players = tally.plan.players
    shares = {f"Seat {seat}": tally.share(seat) for seat in range(players)}
    points = {f"Seat {seat}": tally.moments.mean(f"points_{seat}") for seat in range(players)}
    p = tally.chance_of_equal_seats()
    said = seats_sentence(shares, p)
    best = max(points, key=lambda name: points[name].value)
    worst = min(points, key=lambda name: points[name].value)
    gap = tally.moments.mean({f"points_{best[5:]}": 1, f"points_{worst[5:]}": -1})
    in_points = _gap_sentence(best, worst, gap, PICKED[players])
    figures = [
        Dots(said, "share of the victories", ranges(shares), 1 / players, True),
        Dots(in_points, "points", ranges(points)),
    ]
    return ReportChapter(
        "seats",
        "Does the seat matter?",
        [said, in_points],
        {"shares": plain(shares), "points": plain(points), "chance_if_equal": p},
        figures,
    )


def seats_sentence(shares: dict[str, Estimate], p: float) -> str:
    even = 1 / len(shares)
    if p >= SURE:
        widest = max(found.half for found in shares.values())
        return (
            f"No difference between seats that this many games could show ({chance(p)}): each seat’s share is "
            f"known to ± {widest * 100:.1f} percentage points or better."
        )
    name, found = max(shares.items(), key=lambda each: abs(each[1].value - even))
    away = abs(found.value - even) * 100
    side = "more" if found.value > even else "less"
    won = f"{name} wins {percent(found)} of the games"
    return f"{won}, {away:.1f} percentage points {side} than an even share ({chance(p)})."


def _gap_sentence(best: str, worst: str, gap: Estimate, picked: float) -> str:
    if abs(gap.value) <= picked * gap.half:
        return "In points, no difference between seats that this many games could show."
    return f"{best} makes {number(gap)} points more than {worst[:1].lower() + worst[1:]}."


# --- Points by source -------------------------------------------------------------------------------------------------


def sources(tally: Tally) -> ReportChapter:
    naming, players = Naming(tally.plan.found), tally.plan.players
    names = tally.plan.found.ledger.SOURCES
    found = {name: tally.moments.mean(tally.all_seats(f"from_{name}")).times(1 / players) for name in names}
    total = tally.moments.mean(tally.all_seats("points")).times(1 / players)
    largest = sorted((name for name in names if found[name].value), key=lambda name: -found[name].value)
    said = f"A player ends with {number(total)} points"
    if largest:
        said += f": {listed([f'{number(found[name])} from {naming.source(name)}' for name in largest])}"
    said += "."
    rows = [f"Seat {seat}" for seat in range(players)]
    parts = [
        (naming.source(name), [tally.moments.mean(f"from_{name}_{seat}").value for seat in range(players)])
        for name in names
        if found[name].value
    ]
    return ReportChapter(
        "sources",
        "Where do points come from?",
        [said],
        {"a_player": plain(found), "points": total.as_json()},
        [Stack(said, "points", rows, parts)],
    )


# --- Length and course ------------------------------------------------------------------------------------------------


def length(tally: Tally) -> ReportChapter:
    turns, decisions = tally.moments.mean("turns"), tally.moments.mean("decisions")
    low, high = quantiles(tally.histograms["turns"], (0.05, 0.95))
    unit = Naming(tally.plan.found).turns
    said = (
        f"A game takes {number(turns)} {unit} and {number(decisions)} decisions; "
        f"nine of ten games have {low} to {high} {unit}."
    )
    figures = [_histogram(said, unit, tally.histograms["turns"])]
    return ReportChapter(
        "length",
        "How long is a game?",
        [said],
        {"turns": turns.as_json(), "decisions": decisions.as_json(), "turns_5_to_95": [low, high]},
        figures,
    )


def course(tally: Tally) -> ReportChapter:
    changes, margin = tally.moments.mean("lead_changes"), tally.moments.mean("margin")
    ahead, undecided = (tally.moments.mean(name).times(1 / 1000) for name in ("ahead", "open"))
    close, shared = (int(tally.histograms["margin"][:most].sum()) / tally.games for most in (4, 1))
    turns = Naming(tally.plan.found).turns
    lead = (
        f"The lead changes {number(changes)} times a game; the winner is alone in front at the beginning of "
        f"{percent(ahead)} of the {turns} and stays in front for good after {percent(undecided)} of the game."
    )
    end = (
        f"The winner is {number(margin)} points ahead at the end; {close * 100:.1f} % of the games end within 3 "
        f"points, {shared * 100:.1f} % with a shared victory or equal points."
    )
    parts = tally.parts["open"] / tally.games
    at = [(place + 0.5) / BINS for place in range(BINS)]
    heights = [*parts[: BINS - 1].tolist(), float(parts[BINS - 1 :].sum())]
    figures: list[Figure] = [
        Histogram(lead, "part of the game until the winner led for good", at, heights, 1 / BINS, True),
        _histogram(end, "points ahead", tally.histograms["margin"]),
    ]  # fmt: skip
    numbers = {"lead_changes": changes, "margin": margin, "turns_led_by_winner": ahead, "until_led_for_good": undecided}
    return ReportChapter(
        "course", "How close is it?", [lead, end], plain(numbers) | {"within_3_points": close}, figures
    )


def quantiles(histogram: np.ndarray, parts: Sequence[float]) -> list[int]:
    running = np.cumsum(histogram)
    return [int(np.searchsorted(running, part * running[-1])) for part in parts]


def _histogram(alt: str, axis: str, histogram: np.ndarray) -> Histogram:
    """Without the last of a thousand games on either side, which would only make the rest narrow."""
    low, high = quantiles(histogram, (0.001, 0.999))
    step = max(1, (high - low) // 40)
    starts = range(low, high + 1, step)
    heights = [float(histogram[start : start + step].sum() / histogram.sum()) for start in starts]
    return Histogram(alt, axis, [start + (step - 1) / 2 for start in starts], heights, step)


# --- What goes with winning -------------------------------------------------------------------------------------------


def winning(tally: Tally) -> ReportChapter:
    naming = Naming(tally.plan.found)
    effects = {thing: found for thing in tally.things if (found := tally.effect(thing)) is not None}
    ranked = sorted(effects, key=lambda thing: -abs(effects[thing].value))
    shown = {naming.column(thing): effects[thing] for thing in ranked[:MOST_EFFECTS]}
    said = _winning_sentence(naming, ranked, effects)
    figures: list[Figure] = []
    if shown:
        figures.append(Dots(said, "victories for one standard deviation more", ranges(shown), 0.0, True))
    figures += _by_count(tally, naming, ranked)
    numbers = {
        thing: {"one_deviation_more": effects[thing].as_json(), "by_count": _counts(tally, thing)} for thing in ranked
    }
    note = (
        f"A relation, not a cause: whoever is winning can also afford more. {len(effects)} numbers were looked at; "
        "about one in twenty intervals misses the truth by chance. Shares by count are shown where enough games had it."
    )
    return ReportChapter("winning", "What goes with winning?", [said], numbers, figures, notes=[note])


def _winning_sentence(naming: Naming, ranked: Sequence[str], effects: dict[str, Estimate]) -> str:
    clear = [thing for thing in ranked if effects[thing].is_clear][:3]
    if not clear:
        return "Nothing that was counted goes with winning clearly enough for this many games to show it."
    parts = [f"{naming.meaning(thing)} {number(effects[thing].times(100), True)}" for thing in clear]
    return (
        "What goes most with winning, in percentage points of the victories for one standard deviation more of it: "
        f"{listed(parts)}."
    )


def _counts(tally: Tally, thing: str) -> list[dict[str, Any]]:
    return [
        {"count": count, "share": round(share, 6), "interval": [round(end, 6) for end in ends], "games": games}
        for count, share, ends, games in tally.by_count(thing, FEWEST_GAMES)
    ]


def _by_count(tally: Tally, naming: Naming, ranked: Sequence[str]) -> list[Figure]:
    """One figure for each column that is counted, with a line for each kind."""
    figures: list[Figure] = []
    for column in tally.plan.found.ledger.COLUMNS:
        things = [thing for thing in tally.things if thing in ranked and naming.column_of(thing) == column.name]
        lines = {thing: points for thing in things if len(points := _points(tally, thing)) > 1}
        if lines:
            most = min(lines, key=ranked.index)
            said = _line_sentence(naming.meaning(most, ", "), lines[most])
            named = [(naming.kind(thing), points) for thing, points in lines.items()]
            figures.append(LinePlot(said, column.help, "victories", named, 1 / tally.plan.players))
    return figures


Line = list[tuple[float, float, tuple[float, float]]]  # (how many, share of the victory, its interval)


def _line_sentence(what: str, points: Line) -> str:
    """Of the thing that goes most with winning: its ends, and whether they differ."""
    (fewest, low, low_ends), (most, high, high_ends) = points[0], points[-1]
    apart = low_ends[1] < high_ends[0] or high_ends[1] < low_ends[0]
    told = [
        f"{count:g} wins {share * 100:.1f} % ({ends[0] * 100:.1f} to {ends[1] * 100:.1f})"
        for count, share, ends in ((fewest, low, low_ends), (most, high, high_ends))
    ]
    unsure = "" if apart else f": {NO_DIFFERENCE}"
    return f"{capital(what)}: who has {told[0]} of the games, who has {told[1]}{unsure}."


def _points(tally: Tally, thing: str) -> Line:
    fewest = max(FEWEST_GAMES, tally.games // 500)
    return [(count, share, ends) for count, share, ends, _ in tally.by_count(thing, fewest)]
