"""The strangest games of a run: their numbers, and their records to open with `pasar replay`."""

import base64
import json
from dataclasses import dataclass
from html import escape
from typing import Any

from pasar.errors import PasarError
from pasar.lab.balance.tally import Outlier, Tally
from pasar.lab.rows import Plan, played_match

ABOUT = {
    "closest": "the closest: the fewest points between first and second, and the most points",
    "clearest": "the clearest: the most points between first and second",
    "highest": "the most points of one seat",
    "longest": "the most turns",
}


@dataclass(frozen=True)
class RemarkableGame:
    """One of them. Bots that think by the clock do not play the same game twice: then there is no record."""

    kind: str
    found: Outlier
    record: dict[str, Any] | None

    def as_json(self) -> dict[str, Any]:
        found = self.found
        told = {"game": found.number, "points": found.points, "turns": found.turns, "decisions": found.decisions}
        return told | {"record": self.record}

    @property
    def link(self) -> str:
        """A file that the page itself holds."""
        if self.record is None:
            return "not the same twice"
        line = json.dumps(self.record, separators=(",", ":")) + "\n"
        data = base64.b64encode(line.encode()).decode()
        name = f"{self.kind}-{self.found.number}.json"
        return f'<a download="{name}" href="data:application/json;base64,{data}">{name}</a>'


def found_in(tally: Tally) -> list[RemarkableGame]:
    return [RemarkableGame(kind, tally.outliers[kind], _record(tally.plan, tally.outliers[kind])) for kind in ABOUT]


def _record(plan: Plan, found: Outlier) -> dict[str, Any] | None:
    """Played once more from its number."""
    try:
        match = played_match(plan, found.number)
    except PasarError:
        return None
    return match.record() if tuple(match.points) == found.points else None


def table(games: list[RemarkableGame]) -> str:
    rows = "".join(map(_row, games))
    heads = "".join(
        f'<th scope="col">{head}</th>' for head in ("Game", "Number", "Points by seat", "Turns", "Decisions", "Record")
    )
    return f"<table><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table>"


def _row(game: RemarkableGame) -> str:
    found = game.found
    points = ", ".join(map(str, found.points))
    cells = (escape(ABOUT[game.kind]), found.number, points, found.turns, found.decisions, game.link)
    return "<tr>" + "".join(f"<td>{cell}</td>" for cell in cells) + "</tr>\n"
