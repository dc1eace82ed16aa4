"""`pasar replay`: tells a recorded game as a story."""

from typing import TYPE_CHECKING, Any

import click

from pasar.cli import options, screen
from pasar.errors import BadRecord

if TYPE_CHECKING:
    from pasar.match.match import Match


@click.command("replay")
@click.argument("file", type=click.Path(), metavar="FILE")
@click.option("--game", "number", type=click.IntRange(min=1), default=1, show_default=True, metavar="K",
              help="Which record of the file, counted from 1.")  # fmt: skip
@click.option("--seat", type=int, metavar="S", help="Tell only what this seat saw (seats count from 0).")
@options.language
def command(file: str, number: int, seat: int | None, lang: str) -> None:
    """Tell a recorded game as a story.

    At the end of each line stands the ruling behind it (the rules list them). A finished game is told with all its
    secrets unless --seat chooses one player's eyes; of an unfinished one only what everybody saw.

    \b
    Examples:
      pasar replay evening.json
      pasar replay games.jsonl --game 3 --lang fr
      pasar replay games.jsonl --seat 1                  as the player on seat 1 saw it
    """
    from pasar.cli.warm import warm_record
    from pasar.match.record import replay

    line, record = _chosen(file, number)
    warm_record(record)
    try:
        match = replay(record)
    except BadRecord as fault:
        raise BadRecord(f"{file}:{line}: {fault}") from fault
    options.check_seat(seat, match.players)
    _tell(match, seat, lang)


def _chosen(file: str, number: int) -> tuple[int, Any]:
    from pasar.match.record import read

    count = 0
    for count, found in enumerate(read(file), 1):
        if count == number:
            return found
    raise BadRecord(f"{file}: there is no game {number}: the file holds {count}")


def _tell(match: "Match", seat: int | None, language: str) -> None:
    from rich.text import Text

    from pasar.cli.telling import Teller, player_names, score_sheet, verdict

    console = screen.console()
    teller = Teller(match.game, language, player_names(match, language))
    for paragraph in teller.paragraphs(match.story(seat, all_seeing=seat is None and match.over)):
        for told in paragraph:
            line = teller.coloured(teller.sentence(told))
            if told.heading:
                line.stylize("bold")
            else:
                line = Text("  ").append_text(line)
            console.print(line.append(f"  [{told.rule}]", "dim"), soft_wrap=True)
        console.print()
    if not match.over:
        console.print(teller.own.say("score", "unfinished"))
    console.print(score_sheet(match, teller, console))
    if match.over:
        console.print(verdict(match, teller), style="bold", markup=False)
