"""`pasar play`: a table in the terminal."""

import click

from pasar.cli import options
from pasar.files import check_new
from pasar.games.contract import Game, Rules


@click.command("play")
@options.table
@click.option("--seat", "seats", type=int, multiple=True, metavar="S",
              help="A seat that a person plays, counted from 0; several share the keyboard. [default: 0]")  # fmt: skip
@click.option("--bots", metavar="A,B,...",
              help="Who plays the other seats: first, learner, casual, club, strong, expert, champion, file.py:Class "
                   "of your own; the last one also takes the seats that are left. [default: learner]")  # fmt: skip
@options.seed
@options.language
@click.option(
    "--save", type=click.Path(), metavar="FILE", help="Where to write the game down at its end, or when you leave."
)
@options.overwrite
def command(
    game: Game, rules: Rules, seats: tuple[int, ...], bots: str | None, seed: int | None, lang: str, save: str | None,
    overwrite: bool,
) -> None:  # fmt: skip
    """Play GAME in the terminal against bots.

    The table says what there is to decide, lists the moves with their prices, and tells what the others did. Type ? at
    any time to see what is open, ? MOVE to learn why a move is not, hint for advice, and help for the rest.

    \b
    Examples:
      pasar play bali --players 3 --bots strong,learner
      pasar play bali --players 2 --seat 0 --seat 1      two people at one keyboard
      pasar play basari --lang de --save evening.json    to tell it again: pasar replay evening.json
    """
    people = sorted(set(seats)) or [0]
    for seat in people:
        options.check_seat(seat, rules["players"])
    if save is not None:
        check_new(save, overwrite)
    _play(game, rules, people, bots, options.drawn(seed), lang, save)


def _play(
    game: Game, rules: Rules, people: list[int], bots: str | None, seed: int, language: str, save: str | None
) -> None:
    from pasar.cli.opponents import name_bots, seat_bots
    from pasar.cli.prompt import reader
    from pasar.cli.session import LeaveGame, Session
    from pasar.cli.warm import warm_bots, warm_match
    from pasar.match.match import Match

    game.blank(rules)  # a deck file that cannot be used is named before anything is compiled
    entries = seat_bots(bots, rules["players"], people)
    warm_match(game)
    warm_bots(game)
    match = Match.new(game.name, seed=seed, **rules)
    name_bots(match, entries)
    session = Session(match, entries, seed, language, reader())
    say = session.teller.say
    names = " + ".join(session.teller.names[seat] for seat in people)
    title = session.teller.words.name("game")
    session.print(say("welcome", game=title, count=match.players, people=names, seed=seed), "bold")
    session.print(say("how"), "dim")
    try:
        session.play()
    except LeaveGame:
        session.print(say("bye"))
    if save is not None:
        session.save(save)
    else:
        session.print(say("keep_hint", seed=seed), "dim")
