"""`pasar skill`: a report on whether a game rewards skill."""

import json
import shlex
from time import perf_counter
from typing import TYPE_CHECKING, Any

import click

from pasar.cli import options, screen
from pasar.cli.warm import warm, warm_bots, warm_coach, warm_match
from pasar.files import check_writable, write_lines
from pasar.games.contract import Game, Rules

if TYPE_CHECKING:
    from pasar.lab.skill.levels import LadderPlan
    from pasar.lab.skill.report import SkillReport

GAMES, THINKING, LOOKED_INTO, LUCK = 2_000, 60, 100, 200
LEVELS = "random,easy,greedy,search:25sims,search:100sims,search:400sims"


@click.command("skill")
@options.table
@click.option("--levels", default=LEVELS, show_default=True, metavar="A,B,...", help="Bots, the weakest first.")
@click.option("--games", type=click.IntRange(min=2), default=GAMES, show_default=True, metavar="N",
              help="Games of each level that does not think.")  # fmt: skip
@click.option("--thinking", type=click.IntRange(min=2), default=THINKING, show_default=True, metavar="N",
              help="Games of each level that thinks.")  # fmt: skip
@click.option("--decisions-of", type=click.IntRange(min=2), default=LOOKED_INTO, show_default=True, metavar="N",
              help="Games whose decisions are looked into.")  # fmt: skip
@click.option("--luck-of", type=click.IntRange(min=2), default=LUCK, show_default=True, metavar="N",
              help="Games of each level whose luck is measured.")  # fmt: skip
@options.seed
@click.option("--workers", type=click.IntRange(1, options.MOST_WORKERS), metavar="N",
              help="How many share the games; one a core if not given.")  # fmt: skip
@click.option("--out", metavar="FILE.html", help="Where the report goes (skill-GAME.html); it needs no other file.")
@options.as_json
def command(**given: Any) -> None:
    """Find out whether GAME rewards skill, and write a report of it.

    Each level against the one below it, and alone at the table: seats, length, spread and luck by level; strength
    against thinking; how many answers decisions have, what is hidden, and which decisions matter.

    \b
    Examples:
      pasar skill bali
      pasar skill basari --players 4 --levels random,greedy,search:50sims --thinking 40
    """
    run(**given)


def run(
    game: Game, rules: Rules, levels: str, games: int, thinking: int, decisions_of: int, luck_of: int,
    seed: int | None, workers: int | None, out: str | None, as_json: bool,
) -> None:  # fmt: skip
    from pasar.games.experiment import require_printed
    from pasar.lab.rows import Plan
    from pasar.lab.simulate import available_cores
    from pasar.lab.skill.levels import LadderPlan, check_levels

    require_printed("a report")
    path = out or (None if as_json else f"skill-{game.name}.html")
    if path is not None:
        from pasar.lab.balance.figures import check_installed

        check_writable(path)
        check_installed()
    game.blank(rules)
    plan = Plan.of(game, rules, games, options.drawn(seed), ("greedy",) * rules["players"])
    asked = LadderPlan(
        plan, check_levels(options.names(levels)), thinking, workers or available_cores(), luck_of=luck_of
    )
    _hand_over(_played(asked, decisions_of), path, as_json)


def _played(asked: "LadderPlan", decisions_of: int) -> "SkillReport":
    from dataclasses import replace

    from pasar.lab.rows import play
    from pasar.lab.skill.deciding import look_at
    from pasar.lab.skill.levels import ladder
    from pasar.lab.skill.report import SkillReport

    game, began = asked.plan.found, perf_counter()
    warm_match(game)
    warm(game, "rows", lambda: play(asked.plan, 0, 1))
    warm_bots(game)
    warm(game, "skill", lambda: look_at(asked.plan, 0, 1))
    if game.coach is not None:
        warm_coach(game)
    with screen.progress("games", None) as advance:
        found = ladder(replace(asked, report=screen.counting(advance)))
    decisions = look_at(asked.plan, 0, decisions_of)
    workers = f"{asked.workers} worker{'s' * (asked.workers > 1)}"
    return SkillReport(asked.plan, found, decisions, _command(asked, decisions_of), workers, perf_counter() - began)


def _command(asked: "LadderPlan", decisions_of: int) -> str:
    plan = asked.plan
    words = ["pasar", "skill", plan.game, "--players", str(plan.players)]
    for name, value in plan.rules.items():
        if name != "players" and value:
            words += [f"--{name}"] if value is True else [f"--{name}", str(value)]
    words += ["--levels", ",".join(asked.levels), "--games", str(plan.games), "--thinking", str(asked.thinking)]
    return shlex.join(
        [*words, "--decisions-of", str(decisions_of), "--luck-of", str(asked.luck_of), "--seed", str(plan.seed)]
    )


def _hand_over(report: "SkillReport", path: str | None, as_json: bool) -> None:
    if as_json:
        click.echo(json.dumps(report.as_json()))
    else:
        console = screen.console()
        console.print(report.title, style="bold", markup=False)
        for said in report.verdict:
            console.print(said, markup=False)
        for chapter in report.chapters:
            console.print(f"\n{chapter.title}", style="bold", markup=False)
            for finding in chapter.findings:
                console.print(finding, markup=False)
    if path is not None:
        write_lines(path, [report.html().rstrip("\n")])
        if not as_json:
            click.echo(f"Report: {path}")
