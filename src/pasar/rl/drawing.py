"""A table as a text and as a picture, drawn from what a spectator may see: any game's, knowing none of them."""

import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from pasar.errors import BadRules, PasarError
from pasar.games.contract import Game, State
from pasar.rl.extras import needed

if TYPE_CHECKING:
    from PIL.ImageDraw import ImageDraw

PAPER, PANEL, INK, FAINT, EDGE, CARD = "#f7f1e3", "#fbf7ec", "#2b2a33", "#7d776b", "#cfc4ac", "#fffdf6"
SEAT_COLOURS = ("#b5533c", "#3f6f8f", "#5b7f3b", "#c08a1e", "#7a4f8a")
WIDTH, MARGIN, LINE, PAD, CHIP, STRIPE, ROUND = 1200, 16, 30, 10, 22, 6, 8
SIDE_BY_SIDE = 2  # seats
SEAT_WIDTH = (WIDTH - (SIDE_BY_SIDE + 1) * MARGIN) // SIDE_BY_SIDE
FONT, TITLE = 15, 20
LABEL_WIDTH, GRID = 130, 110
TABLE_CHIPS, SEAT_CHIPS = 9, 5  # in a line


RENDER_MODES = ("human", "ansi", "rgb_array")  # printed, a text, a picture


def check_mode(mode: str | None) -> None:
    if mode is not None and mode not in RENDER_MODES:
        raise BadRules(f"there is no render_mode {mode!r:.40} (there are: {', '.join(RENDER_MODES)})")


def rendered(mode: str | None, title: str, game: Game, state: State) -> Any:
    """A table as a spectator sees it, in the way that was asked for when the environment was made."""
    if mode is None:
        raise PasarError(f"say how to render when you make it: render_mode one of {', '.join(RENDER_MODES)}")
    shown = Shown(title, game.view(state, None, False), game.to_act(state))
    if mode == "rgb_array":
        return picture(shown)
    if mode == "ansi":
        return text(shown)
    sys.stdout.write(text(shown))
    return None


@dataclass(frozen=True)
class Shown:
    """What is drawn: a title, a spectator's view, and the seats that are to act."""

    title: str
    view: Mapping[str, Any]
    to_act: tuple[int, ...]

    @property
    def table(self) -> Iterator[tuple[str, Any]]:
        return ((name, value) for name, value in self.view.items() if name != "seats" and _says_something(value))

    @property
    def seats(self) -> list[Mapping[str, Any]]:
        return list(self.view["seats"])


def _says_something(value: Any) -> bool:
    return value is not None and value != [] and value != {}


def phrase(value: Any) -> str:
    """A value of a view in a few words."""
    if isinstance(value, Mapping):
        return ", ".join(f"{_word(name)} {phrase(part)}" for name, part in value.items() if _says_something(part))
    if isinstance(value, list):
        between = " / " if any(isinstance(part, list | Mapping) for part in value) else ", "
        return between.join(phrase(part) for part in value)
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "-" if value is None else str(value)


def _word(name: str) -> str:
    return name.replace("_", " ")


def text(shown: Shown) -> str:
    """Some lines for a terminal, the seats that are to act marked with `>`."""
    lines = [shown.title, *(f"  {_word(name)}: {phrase(value)}" for name, value in shown.table)]
    for seat, stall in enumerate(shown.seats):
        lines.append(f"{'>' if seat in shown.to_act else ' '} player_{seat}")
        lines += [f"    {_word(name)}: {phrase(value)}" for name, value in stall.items() if _says_something(value)]
    return "\n".join(lines) + "\n"


# --- A picture --------------------------------------------------------------------------------------------------------


def picture(shown: Shown) -> np.ndarray:
    """The same as an image: height, width, and red, green, blue from 0 to 255. The table above, the seats in pairs."""
    image = needed("PIL.Image", "rl")
    table, seats = _table(shown), _seats(shown)
    pairs = [seats[first : first + SIDE_BY_SIDE] for first in range(0, len(seats), SIDE_BY_SIDE)]
    heights = [max(panel.height for panel in pair) for pair in pairs]
    canvas = image.new("RGB", (WIDTH, table.height + sum(heights) + (2 + len(pairs)) * MARGIN), PAPER)
    pen = _Pen(needed("PIL.ImageDraw", "rl").Draw(canvas), needed("PIL.ImageFont", "rl"))
    at = MARGIN
    pen.panel(table, MARGIN, at, WIDTH - 2 * MARGIN, table.height)
    at += table.height + MARGIN
    for pair, height in zip(pairs, heights, strict=True):
        for column, panel in enumerate(pair):
            pen.panel(panel, MARGIN + column * (SEAT_WIDTH + MARGIN), at, SEAT_WIDTH, height)
        at += height + MARGIN
    return np.asarray(canvas, dtype=np.uint8)


Lines = list[tuple[str, ...]]  # chips, in lines that lie below each other


@dataclass(frozen=True)
class _Panel:
    """A heading with its colour, and rows of a label and chips."""

    heading: str
    colour: str
    rows: list[tuple[str, Lines]]

    @property
    def height(self) -> int:
        return LINE * (1 + sum(len(lines) for _, lines in self.rows)) + 2 * PAD


def _table(shown: Shown) -> _Panel:
    return _Panel(shown.title, INK, [(_word(name), _chips(value, TABLE_CHIPS)) for name, value in shown.table])


def _seats(shown: Shown) -> list[_Panel]:
    panels = []
    for seat, stall in enumerate(shown.seats):
        heading = f"player_{seat}" + (" (to act)" if seat in shown.to_act else "")
        rows = [(_word(name), _chips(value, SEAT_CHIPS)) for name, value in stall.items() if _says_something(value)]
        panels.append(_Panel(heading, SEAT_COLOURS[seat % len(SEAT_COLOURS)], rows))
    return panels


def _chips(value: Any, most: int) -> Lines:
    """A chip for each thing, at most so many in a line; lists of lists as columns, the last of each lowest."""
    if isinstance(value, list) and value and all(isinstance(part, list) for part in value):
        tallest = max(len(part) for part in value)
        return [tuple(str(part[line]) if line < len(part) else "" for part in value) for line in range(tallest)]
    if isinstance(value, Mapping):
        chips = [f"{_word(name)} {phrase(part)}" for name, part in value.items() if _says_something(part)]
    else:
        chips = [phrase(part) for part in value] if isinstance(value, list) else [phrase(value)]
    if isinstance(value, list) and any(isinstance(part, Mapping) for part in value):
        most = 1  # a sentence each
    return [tuple(chips[first : first + most]) for first in range(0, len(chips), most)]


class _Pen:
    def __init__(self, draw: "ImageDraw", fonts: Any) -> None:
        self.draw = draw
        self.font = fonts.load_default(FONT)
        self.title = fonts.load_default(TITLE)

    def panel(self, panel: _Panel, left: int, top: int, width: int, height: int) -> None:
        self.draw.rounded_rectangle((left, top, left + width, top + height), ROUND, PANEL, EDGE)
        self.draw.rounded_rectangle((left, top, left + STRIPE, top + height), STRIPE // 2, panel.colour)
        left += STRIPE + PAD
        self.draw.text((left, top + PAD // 2), panel.heading, panel.colour, self.title)
        at = top + LINE + PAD
        for label, lines in panel.rows:
            self.draw.text((left, at + 5), label, FAINT, self.font)
            is_grid = len(lines) > 1 and {len(line) for line in lines} == {max(len(lines[0]), 2)}
            for line in lines:
                self.chips(line, left + LABEL_WIDTH, at, is_grid)
                at += LINE

    def chips(self, chips: tuple[str, ...], left: int, at: int, is_grid: bool) -> None:
        """Small cards with a word or two; as a grid all of the same width, with gaps where nothing lies."""
        for chip in chips:
            width = GRID if is_grid else int(self.draw.textlength(chip, self.font)) + 2 * PAD
            if chip:
                self.draw.rounded_rectangle((left, at + 2, left + width, at + 4 + CHIP), 5, CARD, EDGE)
                self.draw.text((left + PAD, at + 5), chip, INK, self.font)
            left += width + 6
