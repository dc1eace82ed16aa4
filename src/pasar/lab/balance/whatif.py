"""Chapters that compare a game with a changed one over the same seeds: other numbers of the rulebook, and variants."""

from collections.abc import Mapping, Sequence
from math import isfinite
from typing import Any

from pasar.games.contract import Game
from pasar.games.experiment import Changes, settings, shown
from pasar.lab.balance.chapters import ReportChapter, ReportTable, ranges
from pasar.lab.balance.comparing import BAR, LARGEST, Difference, PairedSums, judged, largest
from pasar.lab.balance.experiments import Variant
from pasar.lab.balance.figures import Dots, Figure, LinePlot
from pasar.lab.balance.grid import Grid, told
from pasar.lab.balance.moments import Estimate
from pasar.lab.balance.saying import NO_DIFFERENCE, Naming, capital, listed, number
from pasar.lab.balance.study import Study

DEALS = {
    True: "the same deals with and without it, compared deal by deal",
    False: "the same seeds, but it changes what is dealt, so the deals are not the same",
}
UNSURE = "A dot (·) marks what does not hold."
MOST_COLUMNS = 6  # of a table side by side; with more, each change is a line
MOST_CURVES = 5  # besides those of the seats


def holm_note(comparisons: int) -> str:
    return (
        f"{comparisons:,} numbers were compared: every column of the rows, for each seat and for all together. What is "
        f"called a difference holds after Holm’s correction for so many: the chance that any of them is none is below "
        f"{BAR:g}, a bar of ours. The largest are so in standard deviations between games without the change; a ± is "
        "for each number alone."
    )


# --- In words ---------------------------------------------------------------------------------------------------------


def tell(naming: Naming, each: Difference) -> str:
    """`cards played: KIND +0.475 (± 0.040) a game`"""
    found = each.change.times(100) if naming.in_percent(each.what) else each.change
    unit = " percentage points" if naming.in_percent(each.what) else " a game"
    return f"{named(naming, each)} {number(found, signed=True)}{unit}"


def named(naming: Naming, each: Difference) -> str:
    return naming.quantity(each.what) + ("" if each.seat is None else f", seat {each.seat}")


def sentence(naming: Naming, start: str, differences: Sequence[Difference]) -> str:
    found = largest(differences)[:LARGEST]
    if not found:
        return f"{start}: {NO_DIFFERENCE}."
    held = sum(each.holds for each in differences)
    which = f"the largest of {held:,} differences are" if held > len(found) else "what differs is"
    return f"{start}, {which} {listed([tell(naming, each) for each in found])}."


def changes_text(game: Game, changes: Changes) -> str:
    known = settings(game.name)
    return listed([f"{name}={shown(value)} (printed: {shown(known[name].printed)})" for name, value in changes.items()])


def changed_text(study: Study) -> str:
    """What was changed, before all: each number, its values, and what it is."""
    known = settings(study.plan.game)
    values: dict[str, list[str]] = {}
    for point in study.grid.points:
        for name, value in point.items():
            values.setdefault(name, [])
            values[name] += [shown(value)] if shown(value) not in values[name] else []
    return "; ".join(
        f"{name} is {' or '.join(each)} instead of {shown(known[name].printed)} ({known[name].what})"
        for name, each in values.items()
    )


# --- Tables -----------------------------------------------------------------------------------------------------------


def _cells(naming: Naming, each: Difference) -> list[str]:
    """One difference as a line: what, before, after, the change, its size."""
    scale = 100.0 if naming.in_percent(each.what) else 1.0
    unit = " %" if naming.in_percent(each.what) else ""
    after = each.printed + each.change.value
    size = f"{each.size:.2f}" if isfinite(each.size) else "never varied"
    return [capital(named(naming, each)), f"{each.printed * scale:.2f}{unit}", f"{after * scale:.2f}{unit}",
            number(each.change.times(scale), True), size]  # fmt: skip


def _table(naming: Naming, caption: str, found: Sequence[Difference]) -> list[ReportTable]:
    headings = ("A game", "Printed", "Changed", "Difference", "In deviations")
    return [ReportTable(headings, [_cells(naming, each) for each in found], caption)] if found else []


def _cell(naming: Naming, each: Difference) -> str:
    return number(each.change.times(100.0 if naming.in_percent(each.what) else 1.0), True) + (
        "" if each.holds else " ·"
    )


def _side_by_side(naming: Naming, judgements: Mapping[str, Sequence[Difference]]) -> ReportTable:
    """What any of the changes does most, and the seats: a line each, or a column each where there are many changes."""
    shown_series = _shown(judgements)
    at = {label: {(each.what, each.seat): each for each in found} for label, found in judgements.items()}
    first = next(iter(at.values()))
    names = [capital(named(naming, first[series])) for series in shown_series]
    if len(at) <= MOST_COLUMNS:
        rows = [[name, *(_cell(naming, found[series]) for found in at.values())]
                for name, series in zip(names, shown_series, strict=True)]  # fmt: skip
        return ReportTable(("Change of", *at), rows)
    rows = [[label, *(_cell(naming, found[series]) for series in shown_series)] for label, found in at.items()]
    return ReportTable(("With", *names), rows)


def _shown(judgements: Mapping[str, Sequence[Difference]]) -> list[tuple[str, int | None]]:
    """The largest of every change in turn, each number once, and every seat's part of the victories."""
    ranked = [largest(found) for found in judgements.values()]
    best: dict[str, tuple[str, int | None]] = {}
    for each in sorted((each for found in ranked for each in found[:LARGEST]), key=lambda each: -each.size):
        best.setdefault(each.what, (each.what, each.seat))
    seats = [(each.what, each.seat) for each in next(iter(judgements.values())) if each.what == "share"]
    return [*(series for series in list(best.values())[:MOST_CURVES] if series not in seats), *seats]


def _numbers(differences: Sequence[Difference]) -> dict[str, Any]:
    """By number and seat; `all` is all seats together, or what is no seat's."""
    found: dict[str, Any] = {}
    for each in differences:
        found.setdefault(each.what, {})["all" if each.seat is None else str(each.seat)] = each.as_json()
    return {"comparisons": len(differences), "hold": sum(each.holds for each in differences), "differences": found}


def _seat_changes(said: str, differences: Sequence[Difference], what: str) -> Dots:
    shares = {f"Seat {each.seat}": each.change for each in differences if each.what == "share"}
    return Dots(said, f"change of the share of the victories, {what}", ranges(shares), 0.0, True)


def _sizes(naming: Naming, said: str, found: Sequence[Difference]) -> list[Figure]:
    """Of different things, so in deviations."""
    drawn = {named(naming, each): _in_deviations(each) for each in found if isfinite(each.size)}
    return [Dots(said, "standard deviations between printed games", ranges(drawn), 0.0)] if drawn else []


def _in_deviations(each: Difference) -> Estimate:
    return each.change.times(each.size / abs(each.change.value))


# --- One other number, or several -------------------------------------------------------------------------------------


def what_if(study: Study, found: Mapping[str, PairedSums]) -> ReportChapter:
    """`found` has a comparison for each point of the study's grid, by how it is typed."""
    judgements = judged(found)
    return _sweep(study, judgements, found) if study.grid.axes else _one(study, judgements, found)


def _note(study: Study, found: Mapping[str, PairedSums], judgements: Mapping[str, Sequence[Difference]]) -> str:
    games = next(iter(found.values())).games
    by = study.played_by
    every = sum(map(len, judgements.values()))
    return f"{games:,} games each way over the same seeds, compared game by game{by}. {holm_note(every)}"


def _one(
    study: Study, judgements: Mapping[str, Sequence[Difference]], found: Mapping[str, PairedSums]
) -> ReportChapter:
    naming, (differences,) = Naming(study.plan.found), judgements.values()
    said = sentence(naming, f"With {changes_text(study.plan.found, study.grid.points[0])}", differences)
    ranked = largest(differences)
    tables = [
        *_table(naming, "The largest", ranked[:LARGEST]),
        *_table(naming, "All others that hold", ranked[LARGEST:]),
    ]
    figures = [*_sizes(naming, said, ranked[:LARGEST]), _seat_changes(said, differences, "changed less printed")]
    numbers = {"changes": dict(study.grid.points[0]), "largest": [_told(each) for each in ranked[:LARGEST]]}
    return ReportChapter(
        "what_if",
        "What if?",
        [f"Changed: {changed_text(study)}.", said],
        numbers | _numbers(differences),
        figures,
        tables,
        [_note(study, found, judgements)],
    )


def _told(each: Difference) -> dict[str, Any]:
    return {"what": each.what, "seat": each.seat} | each.as_json()


# --- Sweeps -----------------------------------------------------------------------------------------------------------


def _sweep(
    study: Study, judgements: Mapping[str, Sequence[Difference]], found: Mapping[str, PairedSums]
) -> ReportChapter:
    naming = Naming(study.plan.found)
    findings = [f"Changed: {changed_text(study)}."]
    findings += [sweep_sentence(study, judgements)] if len(judgements) > 1 else []
    findings += [sentence(naming, f"With {label}", each) for label, each in judgements.items()]
    shown_series = _shown(judgements)
    if len(study.grid.axes) == 1:  # then there is room for all seats in one figure
        shown_series = [series for series in shown_series if series[0] != "share"]
    figures = [_curves(study, naming, judgements, series) for series in shown_series]
    if len(study.grid.axes) == 1:
        figures.insert(0, _seat_curves(study, judgements))
    numbers = {label: {"changes": dict(point)} | _numbers(judgements[label])
               for label, point in zip(judgements, study.grid.points, strict=True)}  # fmt: skip
    note = (
        f"{_note(study, found, judgements)} Curves are the printed game’s mean and the differences from it, and their "
        f"bands are about the difference: the printed point has none. {UNSURE}"
    )
    return ReportChapter(
        "what_if", "What if?", findings, {"points": numbers}, figures, [_side_by_side(naming, judgements)], [note]
    )


def _curves(study: Study, naming: Naming, judgements: Mapping[str, Sequence[Difference]],
            series: tuple[str, int | None]) -> LinePlot:  # fmt: skip
    """One number over the longest axis, with a line for everything else that was swept."""
    at = {label: next(each for each in found if (each.what, each.seat) == series)
          for label, found in judgements.items()}  # fmt: skip
    first = next(iter(at.values()))
    across, lines = curves(study.plan.game, study.grid, at, first.printed)
    said = f"{capital(named(naming, first))}, over {across}."
    return LinePlot(said, across, "a game", lines, None, naming.in_percent(first.what))


def _seat_curves(study: Study, judgements: Mapping[str, Sequence[Difference]]) -> LinePlot:
    lines, across = [], study.grid.axes[0][0]
    for seat in range(study.plan.players):
        at = {label: next(each for each in found if (each.what, each.seat) == ("share", seat))
              for label, found in judgements.items()}  # fmt: skip
        ((_, points),) = curves(study.plan.game, study.grid, at, next(iter(at.values())).printed)[1]
        lines.append((f"seat {seat}", points))
    return LinePlot(f"Share of the victories by seat, over {across}.", across, "victories", lines, 1 / len(lines))


def sweep_sentence(study: Study, judgements: Mapping[str, Sequence[Difference]]) -> str:
    """Of all changes: which of those that move the seats makes them most even, and which one changes most."""
    said = f"Of {len(judgements)} changes, {_evenest(judgements)}"
    changed = {label: found[0] for label, all_of in judgements.items() if (found := largest(all_of))}
    if not changed:
        return f"{said}; for everything else {NO_DIFFERENCE}."
    most = max(changed, key=lambda label: changed[label].size)
    return f"{said}; {most} changes most, above all {tell(Naming(study.plan.found), changed[most])}."


def _evenest(judgements: Mapping[str, Sequence[Difference]]) -> str:
    """A change that moves no seat for sure is not praised for it."""
    shares = {label: [each for each in found if each.what == "share"] for label, found in judgements.items()}
    printed = _gap([each.printed for each in next(iter(shares.values()))])
    gaps = {label: _gap([each.printed + each.change.value for each in found]) for label, found in shares.items()
            if any(each.holds for each in found)}  # fmt: skip
    if not gaps or min(gaps.values()) >= printed:
        return "none surely brings the seats closer together"
    best = min(gaps, key=lambda label: gaps[label])
    return (f"{best} brings the seats closest together: the best and the worst are {gaps[best] * 100:.1f} percentage "
            f"points of the victories apart (printed: {printed * 100:.1f})")  # fmt: skip


def _gap(shares: Sequence[float]) -> float:
    return max(shares) - min(shares)


Curve = list[tuple[float, float, tuple[float, float]]]


def curves(game: str, grid: Grid, at: Mapping[str, Difference], printed: float) -> tuple[str, list[tuple[str, Curve]]]:
    """The name of the axis, and a line for each combination of the other swept numbers."""
    known = settings(game)
    axis, values = max(grid.axes, key=lambda each: len(each[1]))
    lines: dict[str, Curve] = {}
    for label, point in [*([("", {})] if grid.has_printed else []), *((told(point), point) for point in grid.points)]:
        value = shown(point.get(axis, known[axis].printed))
        others = [(name, shown(point.get(name, known[name].printed))) for name, _ in grid.axes if name != axis]
        place = float(value) if "," not in value else float(values.index(value))
        mean, interval = _placed(at[label].change if label else Estimate(0.0, 0.0), printed)
        lines.setdefault(" ".join(f"{name}={each}" for name, each in others), []).append((place, mean, interval))
    return axis, [(name or axis, sorted(points)) for name, points in lines.items()]


def _placed(change: Estimate, printed: float) -> tuple[float, tuple[float, float]]:
    low, high = change.interval
    return printed + change.value, (printed + low, printed + high)


# --- Variants ---------------------------------------------------------------------------------------------------------


def variants(study: Study, found: Sequence[Variant]) -> ReportChapter:
    naming = Naming(study.plan.found)
    judgements = judged({variant.name: variant.pairs for variant in found})
    findings = {name: sentence(naming, f"With the {name}", each) for name, each in judgements.items()}
    numbers = {each.name: _numbers(judgements[each.name]) | {"same_deals": each.same_deals} for each in found}
    figures: list[Figure] = []
    for name, each in judgements.items():
        figures += [*_sizes(naming, findings[name], largest(each)[:LARGEST]),
                    _seat_changes(findings[name], each, f"with the {name}")]  # fmt: skip
    notes = [f"{capital(variant.name)}: {DEALS[variant.same_deals]}." for variant in found]
    notes.append(f"{study.variant_games:,} games each way{study.played_by}. {UNSURE}")
    notes.append(holm_note(sum(map(len, judgements.values()))))
    return ReportChapter(
        "variants",
        "What does each variant change?",
        list(findings.values()),
        numbers,
        figures,
        [_side_by_side(naming, judgements)],
        [" ".join(notes)],
    )
