"""From a study, or from a file of rows, to a report."""

from collections.abc import Generator, Iterable
from dataclasses import dataclass
from time import perf_counter

from pasar.lab import parquet
from pasar.lab.balance import outliers
from pasar.lab.balance.changed import changed_rows, games_compared, whole
from pasar.lab.balance.chapters import ReportChapter
from pasar.lab.balance.comparing import pairs
from pasar.lab.balance.grid import told
from pasar.lab.balance.report import BalanceReport, rows_chapters
from pasar.lab.balance.study import Study
from pasar.lab.balance.tally import Tally
from pasar.lab.balance.trials import trials
from pasar.lab.balance.verdict import verdict
from pasar.lab.balance.whatif import changed_text, what_if
from pasar.lab.rows import Columns, Plan, places

SLICE = 4096  # rows of a file that are looked at together
NOT_PLAYED = (
    "Redrawn from a file of rows: what start would make the seats even, what one more is worth and what variants "
    "change are found by playing, and a file does not hold that. Run `pasar balance` without --from for it."
)


def rows_of(study: Study, path: str | None) -> Generator[Columns, None, None]:
    """The games of a study, written to a file on the way if there is a path."""
    chunks = study.rows()
    return parquet.write(path, study.plan, chunks) if path else chunks


def tallied(plan: Plan, chunks: Iterable[Columns]) -> Tally:
    tally = Tally(plan)
    for columns in chunks:
        tally.add(columns)
    return tally


@dataclass(frozen=True)
class Provenance:
    """What the report says about how it came to be."""

    command: str
    began: float


def played(tally: Tally, study: Study, asked: Provenance) -> BalanceReport:
    """The report of games that are tallied; the experiments are played now."""
    compared = [_what_if(study)] if study.grid else []
    seats, *others = rows_chapters(tally)
    (evening, *more), start = trials(study, tally.chance_of_equal_seats())
    chapters = [*compared, seats, evening, *others, *more]
    changed = changed_text(study) if study.grid else ""
    said = verdict(tally, start, study, compared[0] if compared else None)
    return _report(tally, said, chapters, asked, changed, str(study.pool))


def _what_if(study: Study) -> ReportChapter:
    plan = study.experimental
    printed = whole(study.trial(plan, 0, games_compared(study)))
    return what_if(study, {told(changes): pairs(plan, rows, printed) for changes, rows in changed_rows(study)})


def redrawn(path: str, asked: Provenance) -> BalanceReport:
    """The report of a file's rows. Only the remarkable games are played once more, for their records."""
    plan, columns = parquet.read(path)
    missing = [place.name for place in places(plan) if place.name not in columns]
    if missing:
        raise parquet.NotRows(f"{path} has no column {missing[0]}: another version of pasar wrote it")
    games = len(columns["number"])
    slices = ({name: column[at : at + SLICE] for name, column in columns.items()} for at in range(0, games, SLICE))
    tally = tallied(plan.with_games(games), slices)
    left_out = ReportChapter("left_out", "What is not here", [NOT_PLAYED], {})
    said = verdict(tally, None, None)
    return _report(tally, said, [*rows_chapters(tally), left_out], asked, "", "from a file")


def _report(
    tally: Tally, said: list[str], chapters: list[ReportChapter], asked: Provenance, changed: str, pool: str
) -> BalanceReport:  # fmt: skip
    found = outliers.found_in(tally)
    return BalanceReport(tally, said, chapters, found, asked.command, changed, perf_counter() - asked.began, pool)
