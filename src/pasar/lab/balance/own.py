"""Chapters that only some games have: a game says which columns they are about (see `pasar.games.chapters`)."""

from collections.abc import Iterator
from typing import Any

from pasar.games import chapters as asked
from pasar.games.chapters import lab_of
from pasar.lab.balance.chapters import ReportChapter, plain, ranges
from pasar.lab.balance.figures import Dots
from pasar.lab.balance.moments import Estimate
from pasar.lab.balance.saying import Naming, listed, number, percent
from pasar.lab.balance.tally import Tally


def own_chapters(tally: Tally) -> list[ReportChapter]:
    return [_chapter(tally, chapter) for chapter in lab_of(tally.plan.found).chapters]


def _chapter(tally: Tally, chapter: asked.Chapter) -> ReportChapter:
    findings, numbers, figures = [], {}, []
    for finding in chapter.findings:
        told = _by_token(tally, finding) if finding.tokens else _by_seat(tally, finding)
        if told.said:
            findings.append(told.said)
        numbers[finding.key] = told.numbers
        if told.drawn and told.said:
            figures.append(Dots(told.said, finding.axis, ranges(told.drawn), finding.even, finding.is_share))
    return ReportChapter(chapter.key, chapter.title, findings, numbers, figures)


class _Told:
    """What came of a finding."""

    def __init__(self, said: str, drawn: dict[str, Estimate], numbers: dict[str, Any]) -> None:
        self.said, self.drawn, self.numbers = said, drawn, numbers


def _by_token(tally: Tally, finding: asked.Finding) -> _Told:
    naming = Naming(tally.plan.found)
    found = {naming.thing(token): each for token, each in _ratios(tally, finding) if each.value}
    parts = [finding.each.format(name=name, value=_value(finding, each)) for name, each in found.items()]
    return _Told(finding.said.format(listed(parts)) if parts else finding.never, found, plain(found))


def _ratios(tally: Tally, finding: asked.Finding) -> Iterator[tuple[str, Estimate]]:
    assert isinstance(finding.over, tuple)
    for token in finding.tokens:
        if _columns(tally, finding.of.format(token)):  # a table may do without this one
            below: dict[str, float] = {}
            for column in finding.over:
                below |= _columns(tally, column.format(token))
            ratio = tally.moments.ratio(_columns(tally, finding.of.format(token)), below)
            if ratio is not None:
                yield token, ratio


def _columns(tally: Tally, name: str) -> dict[str, float]:
    if name in tally.moments:
        return {name: 1.0}
    return tally.all_seats(name) if f"{name}_0" in tally.moments else {}


def _by_seat(tally: Tally, finding: asked.Finding) -> _Told:
    assert isinstance(finding.over, int)
    seats = range(tally.plan.players)
    anybody = tally.moments.mean(tally.all_seats(finding.of)).times(1 / (finding.over * len(seats)))
    found = {f"Seat {seat}": tally.moments.mean(f"{finding.of}_{seat}").times(1 / finding.over) for seat in seats}
    numbers = {"a_seat": anybody.as_json(), "by_seat": plain(found)}
    return _Told(finding.said.format(_value(finding, anybody)), found, numbers)


def _value(finding: asked.Finding, found: Estimate) -> str:
    return percent(found) if finding.is_share else number(found)
