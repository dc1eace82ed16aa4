"""An arena's standings as one HTML page that needs no other file: tables, and plots drawn as SVG."""

from collections.abc import Sequence
from html import escape

from pasar.lab.plots import Range, course_plot, range_plot
from pasar.lab.standings import FAULTS_LISTED, Standings

STYLE = """
:root { color-scheme: light dark; --ink: #1d2733; --paper: #fcfbf8; --line: #d9d4c8; --soft: #6b7280; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6e4de; --paper: #16191d; --line: #3a3f47; --soft: #9aa3af; } }
body { font: 16px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper); max-width: 60rem;
  margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.6rem; } h2 { font-size: 1.15rem; margin-top: 2rem; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
th, td { border-bottom: 1px solid var(--line); padding: .35rem .6rem; text-align: right; }
th:first-child, td:first-child { text-align: left; }
.soft { color: var(--soft); } .scroll { overflow-x: auto; } svg { width: 100%; height: auto; }
svg text { font: 13px system-ui, sans-serif; fill: var(--ink); } svg .soft { fill: var(--soft); }
svg .grid { stroke: var(--line); } code { overflow-wrap: anywhere; }
"""


HEAD = """<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title><style>{style}</style>"""


def page(found: Standings) -> str:
    """The whole page."""
    plan = found.plan
    title = f"{plan.game}: {', '.join(plan.names)}"
    parts = [
        f"<h1>{escape(title)}</h1>",
        _summary(found),
        _section("Standings", _standings_table(found)),
        _section(
            "Ratings", range_plot([Range(b.name, b.rating.value, b.rating.interval) for b in found.bots], "{:+.0f}")
        ),
        _section("Share of the victories", range_plot(_shares(found), "{:.0%}", (0.0, 1.0), 1 / plan.players)),
        _section("By seat", _seat_table(found)),
        _section("Share after each game", course_plot(found.course, 1 / plan.players)),
        _faults(found),
        _reading(),
    ]
    head = HEAD.format(title=escape(title), style=STYLE)
    return f'<!doctype html>\n<html lang="en"><head>{head}</head><body>\n' + "\n".join(parts) + "\n</body></html>\n"


def _summary(found: Standings) -> str:
    plan = found.plan
    switches = "".join(f", {escape(name)}" for name, value in plan.rules.items() if value is True)
    games = f"{found.games} games of {plan.deals} deals, each with every bot on every seat"
    return f"<p>{plan.players} players{switches}; {games}; seed {plan.seed}; {_speed(found)}.</p>"


def _section(heading: str, body: str) -> str:
    return f'<h2>{escape(heading)}</h2>\n<div class="scroll">{body}</div>'


def _speed(found: Standings) -> str:
    if not found.seconds:
        return "no time measured"
    return f"{found.games / found.seconds:.2f} games/s on {found.plan.workers} worker{'s' * (found.plan.workers > 1)}"


def _shares(found: Standings) -> list[Range]:
    return [Range(bot.name, bot.share, bot.share_interval) for bot in found.bots]


def _table(headings: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    head = "".join(f"<th>{escape(heading)}</th>" for heading in headings)
    body = "".join("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>\n" for row in rows)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def _standings_table(found: Standings) -> str:
    rows = [
        (
            bot.name,
            f"{bot.rating.value:+.0f}",
            "{:+.0f} to {:+.0f}".format(*bot.rating.interval),
            f"{bot.share:.1%}",
            "{:.1%} to {:.1%}".format(*bot.share_interval),
            f"{bot.points.mean:.1f}",
            "-" if bot.points.sd is None else f"{bot.points.sd:.1f}",
            str(bot.games),
            str(bot.faults),
        )
        for bot in found.bots
    ]
    return _table(("Bot", "Rating", "95 %", "Victories", "95 %", "Points", "Deviation", "Seats", "Faults"), rows)


def _seat_table(found: Standings) -> str:
    seats = range(found.plan.players)
    rows = [(bot.name, *("-" if share is None else f"{share:.1%}" for share in bot.by_seat)) for bot in found.bots]
    rows.append(("any bot", *(f"{share:.1%}" for share, _ in found.seats)))
    rows.append(("any bot, 95 %", *("{:.1%} to {:.1%}".format(*interval) for _, interval in found.seats)))
    return _table(("Victories", *(f"Seat {seat}" for seat in seats)), rows)


def _faults(found: Standings) -> str:
    if not found.faults:
        return ""
    rows = [
        (str(fault["game"]), fault["bot"], str(fault["seat"]), fault["kind"], fault["message"])
        for fault in found.faults[:FAULTS_LISTED]
    ]
    more = len(found.faults) - len(rows)
    note = f'<p class="soft">and {more} more in the results file</p>' if more > 0 else ""
    return _section("Games lost by a fault", _table(("Game", "Bot", "Seat", "Fault", "What happened"), rows) + note)


def _reading() -> str:
    return (
        '<h2>How to read this</h2><p class="soft">Ratings are fitted to the order in which everybody finished '
        "(Plackett-Luce); 400 more is ten times the strength, and their mean is 0. A shared victory counts in parts. "
        "Intervals hold the true value in 95 of 100 runs; games of one deal are counted as one piece of luck.</p>"
    )
