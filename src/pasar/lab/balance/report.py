"""A report of a study: the same numbers as one HTML page and as JSON."""

import platform
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from html import escape
from importlib.metadata import version
from typing import Any

from pasar import __version__
from pasar.games.chapters import lab_of
from pasar.games.contract import Game
from pasar.lab import page
from pasar.lab.balance import outliers
from pasar.lab.balance.chapters import ReportChapter, course, length, seats, sources, winning
from pasar.lab.balance.figures import is_tall, svg
from pasar.lab.balance.own import own_chapters
from pasar.lab.balance.tally import Tally
from pasar.lab.balance.verdict import BARS

STYLE = """
.figures { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 22rem), 1fr)); gap: 1rem 1.5rem; }
.figures svg { max-width: 32rem; }
.verdict { font-size: 1.3rem; line-height: 1.4; } .finding { font-size: 1.05rem; }
.tall { grid-row: span 2; } dl { display: grid; gap: .1rem 1rem;
  grid-template-columns: max-content 1fr; } dt { color: var(--soft); } dd { margin: 0; overflow-wrap: anywhere; }
.figures + .scroll { margin-top: 1rem; } figure { margin: 0; } figcaption { font-size: .9rem; }
dd code { font-size: .85rem; }
@media print { .figures { grid-template-columns: 1fr 1fr; gap: .6rem 1rem; } .verdict { font-size: 13pt; }
  .finding { font-size: 10.5pt; break-after: avoid; } figcaption { font-size: 8.5pt; } }
"""
READING = (
    "Games are counted, not what happens in them: every ± and every bar holds the true value in 95 of 100 runs, with "
    "each game as one piece of luck. A shared victory counts in parts. Seats count from 0, in the order of play. "
    "Many numbers are looked at, so a few bars miss by chance, except where Holm’s correction is named. All of it is "
    "about how these bots play. Beside every figure are its numbers as CSV."
)


@dataclass(frozen=True)
class BalanceReport:
    """Everything that was found. `command` repeats it."""

    tally: Tally
    verdict: Sequence[str]
    chapters: Sequence[ReportChapter]
    outliers: Sequence[outliers.RemarkableGame]
    command: str
    changed: str
    seconds: float
    pool: str

    @property
    def title(self) -> str:
        plan = self.tally.plan
        switches = "".join(f", {name}" for name, value in plan.rules.items() if value is True)
        return f"{plan.game.capitalize()}, {plan.players} players{switches}: is it balanced?"

    def about(self) -> dict[str, str]:
        plan = self.tally.plan
        told = {
            "Plan": f"{self.tally.games:,} games by {', '.join(dict.fromkeys(plan.bots))}",
            "Seed": str(plan.seed),
            "Changed": self.changed,
            "Command": self.command,
            "Versions": versions(),
        }
        return {name: text for name, text in told.items() if text}

    def run(self) -> dict[str, str]:
        """What another run with the same plan does not repeat."""
        return run_facts(self.pool, self.seconds)

    def as_json(self) -> dict[str, Any]:
        plan = self.tally.plan
        return {
            "title": self.title,
            "verdict": list(self.verdict),
            "game": plan.game,
            "rules": plan.found.written(plan.rules),
            "bots": list(plan.bots),
            "games": self.tally.games,
            "seed": plan.seed,
            "about": self.about(),
            "run": self.run(),
            "chapters": chapters_json(self.chapters),
            "outliers": {game.kind: game.as_json() for game in self.outliers},
        }

    def html(self) -> str:
        made = {**self.about(), **self.run()}
        game = self.tally.plan.found
        return paper(game, self.title, self.verdict, self.chapters, [self._outliers()], (READING, BARS), made)

    def _outliers(self) -> str:
        hint = (
            '<p class="soft screen">Save one and read it with <code>pasar replay FILE</code>, or bring it to “Open a '
            "record” in the browser (<code>pasar serve --open</code>).</p>"
        )
        return page.section("Remarkable games", outliers.table(list(self.outliers)) + hint)


def versions() -> str:
    return (f"pasar {__version__}, NumPy {version('numpy')}, Numba {version('numba')}, "
            f"Python {platform.python_version()}")  # fmt: skip


def run_facts(pool: str, seconds: float) -> dict[str, str]:
    now = datetime.now(UTC).strftime("%Y-%m-%d %H:%M UTC")
    return {"Date": now, "Machine": f"{platform.machine()}, {sys.platform}, {pool}", "Time": f"{seconds:.1f} s"}


def chapters_json(chapters: Sequence[ReportChapter]) -> dict[str, Any]:
    return {each.key: {"title": each.title, "findings": list(each.findings), "numbers": each.numbers}
            for each in chapters}  # fmt: skip


def paper(
    game: Game, title: str, verdict: Sequence[str], chapters: Sequence[ReportChapter], more: Sequence[str],
    reading: Sequence[str], made: dict[str, str],
) -> str:  # fmt: skip
    """A report's page: the verdict first, how it was made last."""
    said = [f'<p class="verdict">{escape(verdict[0])}</p>', *(f"<p>{escape(each)}</p>" for each in verdict[1:])]
    colours = lab_of(game).colours
    told = [_chapter(each, colours, f"{game.name}-{each.key}") for each in chapters]
    end = ["<h2>How to read this</h2>", *(f'<p class="soft">{escape(each)}</p>' for each in reading),
           "<h2>How this was made</h2>", _facts(made)]  # fmt: skip
    return page.whole(title, [*said, *told, *more, *end], STYLE)


def _facts(facts: dict[str, str]) -> str:
    """A line each, so that two reports of one plan differ in few lines."""
    lines = [
        f"<dt>{escape(name)}</dt><dd>{f'<code>{escape(text)}</code>' if name == 'Command' else escape(text)}</dd>"
        for name, text in facts.items()
    ]
    return "<dl>\n" + "\n".join(lines) + "\n</dl>"


def _chapter(chapter: ReportChapter, colours: Mapping[str, str], name: str) -> str:
    drawn = "\n".join(_figure(chapter, place, colours, name) for place in range(len(chapter.figures)))
    parts = [
        f"<h2>{escape(chapter.title)}</h2>",
        *(f'<p class="finding">{escape(finding)}</p>' for finding in chapter.findings),
        f'<div class="figures">{drawn}</div>' if drawn else "",
        *(
            f'<div class="scroll">{page.table(table.headings, table.rows, table.caption)}</div>'
            for table in chapter.tables
        ),
        *(f'<p class="soft">{escape(note)}</p>' for note in chapter.notes),
    ]
    return "\n".join(part for part in parts if part)


def _figure(chapter: ReportChapter, place: int, colours: Mapping[str, str], name: str) -> str:
    """With its finding below, unless that stands above already."""
    figure = chapter.figures[place]
    said = "" if figure.alt in chapter.findings else escape(figure.alt)
    link = page.csv_link(f"{name}-{place}", figure.rows())
    tall = ' class="tall"' if is_tall(figure) else ""
    return (
        f"<figure{tall}>{svg(figure, f'{chapter.key}-{place}', colours)}<figcaption>{said} {link}</figcaption></figure>"
    )


def rows_chapters(tally: Tally) -> list[ReportChapter]:
    """What the rows alone say."""
    chapters: Sequence[Callable[[Tally], ReportChapter]] = (seats, sources, length, course, winning)
    return [*(chapter(tally) for chapter in chapters), *own_chapters(tally)]
