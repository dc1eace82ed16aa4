"""Analyses of games (`pasar.coach`) as one HTML page that needs no other file."""

from collections.abc import Sequence
from html import escape

from pasar.coach.analysis import Analysis
from pasar.coach.decisions import Z95
from pasar.coach.telling import Coach
from pasar.games.words import words
from pasar.lab import page as frame
from pasar.lab.plots import Band, band_plot

ASIDE = ' class="soft"'


def page(parts: Sequence[str], language: str) -> str:
    title = words("pasar.coach", language).say("table", "title")
    return frame.whole(title, parts, language=language)


def part(said: Coach) -> str:
    """One game."""
    analysis = said.analysis
    errors = [f"{escape(first)}<br>{' '.join(map(escape, rest))}" for first, *rest in said.errors()]
    found = [
        *(f"<p>{escape(said.headline(seat))}</p>" for seat in range(len(said.names))),
        f'<div class="scroll">{frame.table(*said.table())}</div>',
        frame.section(said.say("curve"), band_plot(_bands(said), _marks(analysis)) + _csv(said)),
        frame.section(said.say("turning"), _list([escape(line) for line in said.turning_points()])),
        frame.section(said.say("errors"), _list(errors or [escape(said.say("no_errors"))])),
    ]
    if unknown := said.unknown():
        found.append(frame.section(said.say("unknown"), _list([escape(line) for line in unknown])))
    found.append(frame.section(said.say("luck_of"), frame.table(*said.luck_table())))
    found += [f"<p{ASIDE}>{escape(line)}</p>" for line in said.reading()]
    return "\n".join(found)


def _list(lines: Sequence[str]) -> str:
    return "<ul>" + "".join(f"<li>{line}</li>\n" for line in lines) + "</ul>"


def _bands(said: Coach) -> list[Band]:
    chances = said.analysis.chances
    shares, errors = chances.curve / chances.whole, Z95 * chances.errors / chances.whole
    return [
        Band(name, shares[:, seat].tolist(), (shares[:, seat] - errors[:, seat]).clip(0, 1).tolist(),
             (shares[:, seat] + errors[:, seat]).clip(0, 1).tolist())
        for seat, name in enumerate(said.names)
    ]  # fmt: skip


def _marks(analysis: Analysis) -> list[int]:
    """The positions after each turning point."""
    return [change.stride + 1 for change in analysis.turning_points]


def _csv(said: Coach) -> str:
    rows: list[Sequence[str | float]] = [("position", *said.names)]
    chances = said.analysis.chances
    for place, shares in enumerate((chances.curve / chances.whole).tolist()):
        rows.append((place, *shares))
    return frame.csv_link("curve", rows)
