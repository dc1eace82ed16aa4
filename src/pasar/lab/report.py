"""An arena's standings as one HTML page that needs no other file: tables, and plots drawn as SVG."""

from html import escape

from pasar.lab import page as frame
from pasar.lab.plots import Range, course_plot, range_plot
from pasar.lab.standings import ADJUSTED, FAULTS_LISTED, SHOWN, Standings


def page(found: Standings) -> str:
    """The whole page."""
    plan = found.plan
    title = f"{plan.game}: {', '.join(plan.names)}"
    parts = [
        _summary(found),
        frame.section("Standings", _standings_table(found)),
        frame.section("Ratings", range_plot(_ratings(found), "{:+.0f}") + _csv("ratings", _ratings(found))),
        frame.section(
            "Share of the victories",
            range_plot(_shares(found), "{:.0%}", (0.0, 1.0), 1 / plan.players) + _csv("shares", _shares(found)),
        ),
        frame.section("By seat", _seat_table(found)),
        frame.section("Share after each game", course_plot(found.course, 1 / plan.players) + _course_csv(found)),
        _faults(found),
        _reading(),
    ]
    return frame.whole(title, parts)


def _summary(found: Standings) -> str:
    plan = found.plan
    switches = "".join(f", {escape(name)}" for name, value in plan.rules.items() if value is True)
    games = f"{found.games} games of {plan.deals} deals, each with every bot on every seat"
    return f"<p>{plan.players} players{switches}; {games}; seed {plan.seed}; {_speed(found)}.</p>"


def _speed(found: Standings) -> str:
    if not found.seconds:
        return "no time measured"
    return f"{found.games / found.seconds:.2f} games/s on {found.plan.workers} worker{'s' * (found.plan.workers > 1)}"


def _shares(found: Standings) -> list[Range]:
    return [Range(bot.name, bot.share, bot.share_interval) for bot in found.bots]


def _ratings(found: Standings) -> list[Range]:
    return [Range(bot.name, bot.rating.value, bot.rating.interval) for bot in found.bots]


def _csv(name: str, ranges: list[Range]) -> str:
    rows = [(each.name, each.value, *each.interval) for each in ranges]
    return frame.csv_link(name, [("bot", "value", "low", "high"), *rows])


def _course_csv(found: Standings) -> str:
    rows = [(game, *shares) for game, shares in enumerate(zip(*found.course.values(), strict=True), 1)]
    return frame.csv_link("course", [("game", *found.course), *rows])


def _standings_table(found: Standings) -> str:
    rows = [
        (
            *bot.shown,
            *bot.shown_adjusted,
            "-" if bot.points.sd is None else f"{bot.points.sd:.1f}",
            str(bot.games),
            str(bot.faults),
        )
        for bot in found.bots
    ]
    more = ADJUSTED if found.plan.adjusted else ()
    return frame.table((*SHOWN, *more, "Deviation", "Seats", "Faults"), rows)


def _seat_table(found: Standings) -> str:
    seats = range(found.plan.players)
    rows = [(bot.name, *("-" if share is None else f"{share:.1%}" for share in bot.by_seat)) for bot in found.bots]
    rows.append(("any bot", *(f"{share:.1%}" for share, _ in found.seats)))
    rows.append(("any bot, 95 %", *("{:.1%} to {:.1%}".format(*interval) for _, interval in found.seats)))
    return frame.table(("Victories", *(f"Seat {seat}" for seat in seats)), rows)


def _faults(found: Standings) -> str:
    if not found.faults:
        return ""
    rows = [
        (str(fault["game"]), fault["bot"], str(fault["seat"]), fault["kind"], fault["message"])
        for fault in found.faults[:FAULTS_LISTED]
    ]
    more = len(found.faults) - len(rows)
    note = f'<p class="soft">and {more} more in the results file</p>' if more > 0 else ""
    return frame.section(
        "Games lost by a fault", frame.table(("Game", "Bot", "Seat", "Fault", "What happened"), rows) + note
    )


def _reading() -> str:
    return (
        '<h2>How to read this</h2><p class="soft">Ratings are fitted to the order in which everybody finished '
        "(Plackett-Luce); 400 more is ten times the strength, and their mean is 0. A shared victory counts in parts. "
        "Intervals hold the true value in 95 of 100 runs; games of one deal are counted as one piece of luck.</p>"
    )
