"""Plots as SVG text, with colours that work on light and dark paper."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from html import escape

COLOURS = ("#2f7ed8", "#d9822b", "#3a9d5d", "#b5487a", "#7a5fc0")
WIDTH = 800
LABELS = 190  # room for names on the left
MARGIN = 40
ROW = 34
HEIGHT = 260  # of a plot over games
MOST_STEPS = 400  # points of a line

Scale = Callable[[float], float]  # from a value to its place on the paper


@dataclass(frozen=True)
class Range:
    """A value with where it may lie."""

    name: str
    value: float
    interval: tuple[float, float]


@dataclass(frozen=True)
class Band:
    """A line with where it may lie, from position to position."""

    name: str
    values: Sequence[float]
    low: Sequence[float]
    high: Sequence[float]


def _svg(height: float, body: Sequence[str]) -> str:
    return f'<svg viewBox="0 0 {WIDTH} {height:g}" role="img">' + "".join(body) + "</svg>"


def _text(x: float, y: float, text: str, anchor: str = "start", soft: bool = False) -> str:
    kind = ' class="soft"' if soft else ""
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"{kind}>{escape(text)}</text>'


def _line(x1: float, y1: float, x2: float, y2: float, style: str) -> str:
    return f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" {style}/>'


def range_plot(
    ranges: Sequence[Range], form: str, limits: tuple[float, float] | None = None, even: float | None = None
) -> str:
    """A row for each value, with a bar from one end of its interval to the other; `even` is marked if given."""
    low, high = limits or _limits(ranges)
    bottom = ROW * len(ranges) + 10

    def at(value: float) -> float:
        return LABELS + (value - low) / (high - low) * (WIDTH - LABELS - MARGIN)

    body = []
    for step in range(5):
        value = low + (high - low) * step / 4
        body.append(_line(at(value), 5, at(value), bottom, 'class="grid"'))
        body.append(_text(at(value), bottom + 18, form.format(value), "middle", soft=True))
    if even is not None:
        body.append(_line(at(even), 5, at(even), bottom, 'stroke="#999" stroke-dasharray="4 4"'))
    for row, each in enumerate(ranges):
        body += _range_row(each, 10 + ROW * (row + 0.5), at, COLOURS[row % len(COLOURS)], form)
    return _svg(bottom + 26, body)


def _range_row(each: Range, y: float, at: Scale, colour: str, form: str) -> list[str]:
    left, right = at(each.interval[0]), at(each.interval[1])
    title = f"<title>{escape(each.name)}: {form.format(each.value)}</title>"
    return [
        _text(LABELS - 12, y + 4, each.name if len(each.name) < 26 else each.name[:24] + "...", "end"),
        _line(left, y, right, y, f'stroke="{colour}" stroke-width="6" stroke-linecap="round" opacity="0.45"'),
        f'<circle cx="{at(each.value):.1f}" cy="{y:.1f}" r="6" fill="{colour}">{title}</circle>',
    ]


def _limits(ranges: Sequence[Range]) -> tuple[float, float]:
    low = min(each.interval[0] for each in ranges)
    high = max(each.interval[1] for each in ranges)
    margin = 0.05 * (high - low) or 1.0
    return low - margin, high + margin


def band_plot(bands: Sequence[Band], marks: Sequence[int] = ()) -> str:
    """Shares from 0 to 1 over positions, each line with its band; `marks` are positions to look at."""
    positions = len(bands[0].values)
    across, up = _axes(positions)
    body = _shares_grid(up)
    for mark in marks:
        body.append(_line(across(mark), up(0), across(mark), up(1), 'stroke="#999" stroke-dasharray="4 4"'))
    for index, band in enumerate(bands):
        upper = [f"{across(place):.1f},{up(value):.1f}" for place, value in enumerate(band.high)]
        lower = [f"{across(place):.1f},{up(value):.1f}" for place, value in enumerate(band.low)]
        colour = COLOURS[index % len(COLOURS)]
        body.append(f'<polygon points="{" ".join(upper + lower[::-1])}" fill="{colour}" opacity="0.2"/>')
        body += _course(band.name, band.values, index, across, up)
    return _svg(HEIGHT + 22 * ((len(bands) + 2) // 3), body)


def _axes(positions: int) -> tuple[Scale, Scale]:
    bottom = HEIGHT - 30

    def across(place: float) -> float:
        return MARGIN + place / max(1, positions - 1) * (WIDTH - 2 * MARGIN)

    def up(share: float) -> float:
        return bottom - share * (bottom - 15)

    return across, up


def _shares_grid(up: Scale) -> list[str]:
    body = []
    for step in range(5):
        body.append(_line(MARGIN, up(step / 4), WIDTH - MARGIN, up(step / 4), 'class="grid"'))
        body.append(_text(MARGIN - 6, up(step / 4) + 4, f"{step / 4:.0%}", "end", soft=True))
    return body


def course_plot(course: Mapping[str, Sequence[float]], even: float) -> str:
    """How each share settled, game by game."""
    games = max(len(values) for values in course.values())
    across, up = _axes(games)
    body = _shares_grid(up)
    body.append(_line(MARGIN, up(even), WIDTH - MARGIN, up(even), 'stroke="#999" stroke-dasharray="4 4"'))
    body.append(_text(WIDTH - MARGIN, HEIGHT - 8, f"{games} games", "end", soft=True))
    for index, (name, values) in enumerate(course.items()):
        body += _course(name, values, index, across, up)
    return _svg(HEIGHT + 22 * ((len(course) + 2) // 3), body)


def _course(name: str, values: Sequence[float], index: int, across: Scale, up: Scale) -> list[str]:
    colour = COLOURS[index % len(COLOURS)]
    step = max(1, len(values) // MOST_STEPS)
    points = " ".join(f"{across(game):.1f},{up(values[game]):.1f}" for game in range(0, len(values), step))
    x, y = MARGIN + 250 * (index % 3), HEIGHT + 14 + 22 * (index // 3)
    return [
        f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2"/>',
        f'<rect x="{x}" y="{y - 11}" width="12" height="12" rx="2" fill="{colour}"/>',
        _text(x + 18, y, name),
    ]
