"""Options that several commands share. Those of the games come from the games themselves."""

import secrets
from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar

import click

from pasar.errors import PasarError
from pasar.games import find, games
from pasar.games.words import LANGUAGES
from pasar.match.seeds import LEAST, MOST

MOST_WORKERS = 256
DRAWN_SEEDS = 2**31  # short enough to be typed again

Command = TypeVar("Command", bound=Callable[..., Any])


def table(command: Command) -> Callable[..., Any]:
    """GAME, --players and every option of any game; the command is given `game` and its checked `rules`."""

    @wraps(command)
    def checked(game: str, players: int | None, **others: Any) -> Any:
        options = {name: others.pop(name) for name in _game_options()}
        found = find(game)
        rules = found.check(players, **{name: value for name, value in options.items() if value})
        return command(game=found, rules=rules, **others)

    decorated: Callable[..., Any] = checked
    for option in reversed([_players(), *_game_options().values()]):
        decorated = option(decorated)
    return click.argument("game", metavar="GAME", shell_complete=starting_so)(decorated)


def starting_so(ctx: click.Context, parameter: click.Parameter, typed: str) -> list[str]:
    return [name for name in games() if name.startswith(typed)]


def _players() -> Callable[[Command], Command]:
    fewest = ", ".join(f"{game.name} {game.seats_shown}" for game in games().values())
    return click.option("--players", type=int, metavar="N", help=f"How many play ({fewest}); the fewest if not given.")


def _game_options() -> dict[str, Callable[[Any], Any]]:
    """By name the options of all games; one name that several games have is one option."""
    helps: dict[str, list[str]] = {}
    files = set()
    for game in games().values():
        for option in game.options:
            helps.setdefault(option.name, []).append(f"{game.name}: {option.help}.")
            files |= {option.name} if option.is_file else set()
    return {name: _game_option(name, " ".join(lines), name in files) for name, lines in helps.items()}


def _game_option(name: str, text: str, is_file: bool) -> Callable[[Any], Any]:
    text = text[:1].upper() + text[1:]
    if is_file:
        return click.option(f"--{name}", type=click.Path(), metavar="FILE", help=text)
    return click.option(f"--{name}", is_flag=True, help=text)


def language(command: Command) -> Command:
    return click.option("--lang", type=click.Choice(LANGUAGES), default=LANGUAGES[0], show_default=True,
                        help="The language to tell it in.")(command)  # fmt: skip


def as_json(command: Command) -> Command:
    return click.option("--json", "as_json", is_flag=True, help="Print JSON for a program to read.")(command)


def seed(command: Command) -> Command:
    kind, text = click.IntRange(LEAST, MOST), "A whole number that fixes all chance; drawn if not given."
    return click.option("--seed", type=kind, metavar="S", help=text)(command)


def drawn(seed: int | None) -> int:
    """The seed that was given, or one for this run alone."""
    return secrets.randbelow(DRAWN_SEEDS) if seed is None else seed


def names(listed: str | None) -> list[str]:
    """The names in `A,B,...`."""
    parts = (listed or "").split(",")
    found = [name for name in parts if name]
    if found and len(found) < len(parts):
        raise PasarError(f"a name is missing in {listed!r:.60}: write them as A,B,C")
    return found


def overwrite(command: Command) -> Command:
    text = "Let a file that is written take the place of one that is there already."
    return click.option("--overwrite", is_flag=True, help=text)(command)


def on(command: Command) -> Command:
    """A Ray cluster, looked at before anything is compiled; see `pasar.lab.spread.worker_pool`."""

    def checked(context: click.Context, parameter: click.Parameter, address: str | None) -> str | None:
        if address is None:
            return None
        from pasar.lab.cluster import check_address

        return check_address(address)

    text = "Spread the games over a Ray cluster: one on this machine, or one elsewhere."
    return click.option("--on", metavar="ray|ray://HOST:PORT", callback=checked, help=text)(command)


def check_seat(seat: int | None, players: int) -> None:
    if seat is not None and not 0 <= seat < players:
        raise PasarError(f"there is no seat {seat}: with {players} players the seats are 0 to {players - 1}")
