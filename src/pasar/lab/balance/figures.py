"""Figures of a report: what each shows, and how it is drawn as SVG that takes its ink from the page around it."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape
from io import StringIO
from itertools import cycle
from typing import Any

from pasar.errors import PasarError
from pasar.extras import how_to_install
from pasar.lab.plots import COLOURS, Range

WIDTH = 5.6  # inches
ROW = 0.34
INK, SOFT, LINE = "#010203", "#040506", "#070809"  # stand for the page's own, which differ by day and night
GREY = "#8a8f98"
MORE_COLOURS = (*COLOURS, GREY, "#c2a13a", "#4aa3a2", "#a0522d")
MOST_TICKS = 6
TALL = 5.0  # inches
LEGEND_SIGNS = 56  # that fit beside each other
PAGE_INK = {INK: "var(--ink)", SOFT: "var(--soft)", LINE: "var(--line)"}


Row = tuple[str | float, ...]  # of a CSV


class NoPlots(PasarError):
    """Matplotlib is not installed."""


@dataclass(frozen=True)
class Dots:
    """Values with their intervals, a row each; `even` is where nothing would differ."""

    alt: str
    axis: str
    ranges: Sequence[Range]
    even: float | None = None
    percent: bool = False
    before: str = ""  # names that end so are how it was: drawn in grey

    def rows(self) -> list[Row]:
        """What is drawn, as a program reads it: headings first."""
        return [("name", "value", "low", "high"), *((each.name, each.value, *each.interval) for each in self.ranges)]

    @property
    def height(self) -> float:
        return ROW * len(self.ranges) + 0.8

    def draw(self, axes: Any, own: Mapping[str, str]) -> None:
        for row, each in enumerate(self.ranges):
            low, high = each.interval
            colour = GREY if self.before and each.name.endswith(self.before) else COLOURS[0]
            axes.plot([low, high], [row, row], color=colour, linewidth=5, alpha=0.4, solid_capstyle="round")
            axes.plot([each.value], [row], "o", color=colour, markersize=6)
            axes.annotate(_written(each.value, each.interval, self.percent), (high, row), (6, 0),
                          textcoords="offset points", va="center", color=INK, fontsize="small")  # fmt: skip
        axes.margins(x=0.12)
        if self.even is not None:
            axes.axvline(self.even, color=SOFT, linestyle="--", linewidth=1)
        axes.set_yticks(range(len(self.ranges)), [each.name for each in self.ranges])
        axes.set_ylim(len(self.ranges) - 0.4, -0.6)
        axes.grid(axis="x", color=LINE)
        _name_axis(axes, axes.xaxis, self.axis, self.percent)


@dataclass(frozen=True)
class Stack:
    """Bars made of parts, a row each."""

    alt: str
    axis: str
    rows_named: Sequence[str]
    parts: Sequence[tuple[str, Sequence[float]]]

    def rows(self) -> list[Row]:
        found = [(row, name, value) for name, values in self.parts
                 for row, value in zip(self.rows_named, values, strict=True)]  # fmt: skip
        return [("row", "part", "value"), *found]

    @property
    def height(self) -> float:
        return ROW * (len(self.rows_named) + _legend_rows([name for name, _ in self.parts])) + 0.9

    def draw(self, axes: Any, own: Mapping[str, str]) -> None:
        ends = [0.0] * len(self.rows_named)
        colours = _colours([name for name, _ in self.parts], own)
        for (name, values), colour in zip(self.parts, colours, strict=True):
            axes.barh(range(len(self.rows_named)), values, left=ends, label=name, color=colour, height=0.6)
            ends = [end + value for end, value in zip(ends, values, strict=True)]
        axes.set_yticks(range(len(self.rows_named)), self.rows_named)
        axes.set_ylim(len(self.rows_named) - 0.5, -0.5)
        _legend(axes)
        axes.grid(axis="x", color=LINE)
        _name_axis(axes, axes.xaxis, self.axis, False)


@dataclass(frozen=True)
class Histogram:
    """Which part of the games had which number."""

    alt: str
    axis: str
    at: Sequence[float]
    parts: Sequence[float]
    width: float = 1.0
    percent: bool = False
    height: float = 2.3
    up: str = "games"

    def rows(self) -> list[Row]:
        return [("at", f"part_of_the_{self.up}"), *zip(self.at, self.parts, strict=True)]

    def draw(self, axes: Any, own: Mapping[str, str]) -> None:
        axes.bar(self.at, self.parts, width=self.width * 0.92, color=COLOURS[0])
        axes.grid(axis="y", color=LINE)
        _name_axis(axes, axes.xaxis, self.axis, self.percent)
        _name_axis(axes, axes.yaxis, self.up, True)


@dataclass(frozen=True)
class LinePlot:
    """A value over another, with a band for its interval; several lines, each with its name."""

    alt: str
    axis: str
    up: str
    lines: Sequence[tuple[str, Sequence[tuple[float, float, tuple[float, float]]]]]
    even: float | None = None
    percent: bool = True
    doubling: bool = False  # each step to the right is twice as much

    def rows(self) -> list[Row]:
        found = [(name, at, value, *interval) for name, points in self.lines for at, value, interval in points]
        return [("line", "at", "value", "low", "high"), *found]

    @property
    def height(self) -> float:
        return 2.6 + 0.22 * _legend_rows([name for name, _ in self.lines])

    def draw(self, axes: Any, own: Mapping[str, str]) -> None:
        colours = _colours([name for name, _ in self.lines], own)
        for (name, points), colour in zip(self.lines, colours, strict=True):
            across = [point[0] for point in points]
            axes.plot(across, [point[1] for point in points], "-o", markersize=4, color=colour, label=name)
            lows, highs = zip(*(point[2] for point in points), strict=True)
            axes.fill_between(across, lows, highs, color=colour, alpha=0.2, linewidth=0)
        if self.even is not None:
            axes.axhline(self.even, color=SOFT, linestyle="--", linewidth=1)
        if len(self.lines) > 1:
            _legend(axes)
        if self.doubling:
            axes.set_xscale("log", base=2)
            axes.set_xticks(sorted({point[0] for _, points in self.lines for point in points}))
            axes.xaxis.set_major_formatter(lambda value, _: f"{value:g}")
        else:
            axes.xaxis.get_major_locator().set_params(integer=True)
        axes.grid(axis="y", color=LINE)
        _name_axis(axes, axes.xaxis, self.axis, False)
        _name_axis(axes, axes.yaxis, self.up, self.percent)


def _written(value: float, interval: tuple[float, float], percent: bool) -> str:
    """A value beside its dot, with as many digits as it is sure of."""
    size = 100 if percent else 1
    width = (interval[1] - interval[0]) * size
    digits = 0 if width >= 20 and not percent else 1 if width >= 0.2 else 2
    return f"{value * size:.{digits}f}{' %' * percent}"


def _colours(names: Sequence[str], own: Mapping[str, str]) -> list[str]:
    """What has a colour looks like it, in every figure; everything else takes colours in order."""
    taken = [next((own[word] for word in name.split() if word in own), None) for name in names]
    free = cycle([colour for colour in MORE_COLOURS if colour not in taken])
    return [colour or next(free) for colour in taken]


def _legend_columns(names: Sequence[str]) -> int:
    longest = max(map(len, names)) + len("-- ") + 2
    return next(columns for columns in (4, 3, 2, 1) if columns * longest <= LEGEND_SIGNS or columns == 1)


def _legend_rows(names: Sequence[str]) -> int:
    return -(-len(names) // _legend_columns(names))


def _legend(axes: Any) -> None:
    names = axes.get_legend_handles_labels()[1]
    axes.figure.legend(loc="outside upper left", ncols=_legend_columns(names), frameon=False, labelcolor=INK,
                       handlelength=1.2)  # fmt: skip


Figure = Dots | Stack | Histogram | LinePlot


def _name_axis(axes: Any, axis: Any, name: str, percent: bool) -> None:
    axis.set_label_text(name, color=SOFT)
    if axis.get_major_locator().__class__.__name__ == "AutoLocator":
        axis.get_major_locator().set_params(nbins=MOST_TICKS)
    if percent:
        axis.set_major_formatter(lambda value, _: f"{100 * value:.3g} %")
    axes.tick_params(colors=INK, length=0)
    axes.set_axisbelow(True)
    for side in axes.spines.values():
        side.set_visible(False)


def svg(figure: Figure, name: str, own: Mapping[str, str]) -> str:
    """A figure as SVG text; the same numbers give the same text. `own` are the game's colours by word."""
    from_matplotlib = _matplotlib()
    settings = {"svg.fonttype": "none", "svg.hashsalt": name, "font.size": 12.0, "savefig.transparent": True}
    with from_matplotlib.rc_context(settings):
        from matplotlib.figure import Figure as Paper

        paper = Paper(figsize=(WIDTH, figure.height), layout="constrained")
        figure.draw(paper.subplots(), own)
        written = StringIO()
        paper.savefig(written, format="svg", metadata={"Date": None, "Creator": None})
    return _for_page(written.getvalue(), figure.alt, name)


def check_installed() -> None:
    """Say before the games, not after them, that nothing can be drawn."""
    _matplotlib()


def _matplotlib() -> Any:
    try:
        import matplotlib
    except ImportError as fault:
        raise NoPlots(f"reports need matplotlib: {how_to_install('lab')}") from fault
    matplotlib.use("svg")
    return matplotlib


def _for_page(text: str, alt: str, name: str) -> str:
    """Only the drawing, with the page's ink and letters, and a sentence for whoever cannot see it."""
    drawing = text[text.index("<svg") :]
    box = re.search(r'viewBox="[^"]+"', drawing)
    assert box is not None
    inside = re.sub(r"<metadata>.*?</metadata>", "", drawing[drawing.index(">") + 1 :], flags=re.DOTALL)
    for stand_in, ink in PAGE_INK.items():
        inside = inside.replace(stand_in, ink)
    inside = re.sub(r"font: ([0-9.]+px)[^;\"]*", r"font: \1 system-ui, sans-serif", inside)
    inside = re.sub(r'(id="|url\(#|href="#)', rf"\g<1>{name}-", inside)
    return f'<svg {box[0]} role="img" aria-label="{escape(alt, quote=True)}">{inside}'.strip()


def is_tall(figure: Figure) -> bool:
    """Whether two others fit beside it."""
    return figure.height > TALL
