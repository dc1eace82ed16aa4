"""`pasar benchmark`: the standing benchmark for learners."""

import json
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import click

from pasar.cli import options, screen
from pasar.errors import PasarError
from pasar.files import check_writable, write_lines

if TYPE_CHECKING:
    from pasar.benchmark.judge import EntryResult


@click.command("benchmark", short_help="Judge a learner against opponents that stay as they are.")
@click.argument("entry", metavar="FILE.py:CLASS")
@click.option("--budget", default="none", show_default=True, metavar="none|small|medium|large",
              help="How much it may learn of each task before it is judged.")  # fmt: skip
@click.option("--tasks", metavar="A,B,...", help="Some tasks only, such as bali-2; all of them if not given.")
@click.option("--opponents", metavar="A,B,...", help="Some opponents only: random, easy, greedy, frozen-1, medium.")
@click.option("--deals", type=click.IntRange(min=2), metavar="N",
              help="So many deals of each task, every deal from every seat; 250 if not given.")  # fmt: skip
@click.option("--out", metavar="FILE.json", help="Write the result to a file, to send it in.")
@options.as_json
def command(
    entry: str, budget: str, tasks: str | None, opponents: str | None, deals: int | None, out: str | None, as_json: bool
) -> None:
    """Let a learner of your own learn every task with a fixed budget, play it against fixed opponents over fixed
    deals, and score it: 0 is as good as its opponents, 1 wins every game.

    A class of your own is made with a task, has act(observations, masks), and may have learn(budget); the docs have
    an example (benchmark). The name of a bot, such as greedy, judges that bot.

    \b
    Examples:
      pasar benchmark examples/benchmark_entry.py:Learner --budget small --out mine.json
      pasar benchmark greedy --tasks bali-2 --opponents random,easy
    """
    from pasar.benchmark.budget import BUDGETS, find_budget
    from pasar.benchmark.judge import DEALS, check_opponents, judged
    from pasar.benchmark.players import entry_of
    from pasar.benchmark.tasks import chosen

    if out is not None:
        check_writable(out)
    asked, against = chosen(options.names(tasks)), check_opponents(options.names(opponents))
    find_budget(budget, asked[0])
    learner = entry_of(entry, asked[0])[1]
    if budget != "none" and not hasattr(learner, "learn"):
        raise PasarError(f"{entry!r:.60} cannot learn, so it takes no budget ({', '.join(BUDGETS)}): leave it out")
    result = judged(entry, asked, against, budget, deals or DEALS, lambda said: click.echo(said, err=True))
    if out is not None:
        write_lines(out, [json.dumps(_signed(result), indent=1)])
    if as_json:
        click.echo(json.dumps(_signed(result)))
    else:
        _print(result)


def _signed(result: "EntryResult") -> dict[str, object]:
    """With when and on what it was measured."""
    from pasar.lab.measure import machine

    return {**result.as_json(), "machine": machine(), "date": datetime.now(UTC).date().isoformat()}


def _print(result: "EntryResult") -> None:
    from rich.table import Table

    console = screen.console()
    names = list(dict.fromkeys(cell.opponent for cell in result.cells))
    table = Table("Task", box=screen.frame(console))
    for name in names:
        table.add_column(f"against {name}", justify="right")
    for task in dict.fromkeys(cell.task for cell in result.cells):
        cells = {cell.opponent: cell for cell in result.cells if cell.task == task}
        table.add_row(task, *(f"{cells[name].share:.1%}" for name in names))
    console.print(table)
    low, high = result.interval
    console.print(
        f"score {result.score:.3f} (95 %: {low:.3f} to {high:.3f}), 0 is as good as the opponents", markup=False
    )
    if result.learned:
        steps, seconds = (sum(getattr(each, what) for each in result.learned) for what in ("steps", "seconds"))
        console.print(f"learned from {steps:,} decisions in {seconds:.0f} processor seconds")
