"""Basari's table: everybody's stall with gems, workers and card, the stock and the prizes, and the haggle."""

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from pasar.cli import screen
from pasar.cli.telling import SEAT_STYLES
from pasar.games import find
from pasar.games.words import Words, words

if TYPE_CHECKING:
    from rich.console import Console, RenderableType
    from rich.text import Text

GEM_STYLES = {"r": "bright_red", "y": "bright_yellow", "g": "bright_green", "b": "bright_blue"}

View = dict[str, Any]


def board(view: View, names: Sequence[str], language: str, console: "Console") -> "RenderableType":
    from rich.console import Group
    from rich.text import Text

    own, game = words(__name__, language), words(find("basari").package, language)
    heading = own.say("labels", "where", stage=view["stage"], round=view["round"], count=view["pile"])
    parts: list[RenderableType] = [Text(heading, "bold"), _stalls(view, names, own, console)]
    if view["haggle"] is not None:
        parts.append(_haggle(view, names, own, game))
    return Group(*parts)


def hint(view: View, text: str, language: str) -> str:
    """What a move brings, as far as the person can see it."""
    own, game = words(__name__, language), words(find("basari").package, language)
    stall = view["seats"][view["seat"]]
    word, _, thing = text.partition(" ")
    if word in ("A", "B", "C", "D"):
        gems = _bundle(stall["card"]["gems"], game).plain
        return own.say("hints", word, points=stall["card"]["points"], bundle=gems)
    if word == "accept":
        haggle = view["haggle"]
        return own.say("hints", "accept", bundle=_bundle(haggle["standing"], game).plain, action=view["action"])
    if word == "return":
        return own.say("hints", "return", gem=game.name(thing), count=stall["gems"][thing])
    if word == "gain":
        return own.say("hints", "gain", gem=game.name(thing), count=view["stock"][thing])
    if word == "bid":
        return _bundle({gem: int(count) for gem, count in re.findall(r"(\D)(\d+)", thing)}, game).plain
    return ""


# --- The parts of the table -------------------------------------------------------------------------------------------


def _stalls(view: View, names: Sequence[str], own: Words, console: "Console") -> "RenderableType":
    """A line for each player, then one for the stock and one for what each majority pays."""
    from rich.table import Table

    workers = own.say("labels", "workers", needed=view["workers_needed"])
    stalls = [_stall(view, seat, stall, names[seat], own) for seat, stall in enumerate(view["seats"])]
    stock, prizes = _stock_and_prizes(view, own)
    if screen.is_narrow(console):
        labels = [own.say("labels", label) for label in ("player", "points", "card", "choice")]
        return screen.listed([*labels[:2], *GEM_STYLES, workers, *labels[2:]], [*stalls, stock, prizes])
    table = Table(box=screen.frame(console), show_edge=False, pad_edge=False)
    table.add_column(own.say("labels", "player"), no_wrap=True)
    table.add_column(own.say("labels", "points"), justify="right")
    for gem, style in GEM_STYLES.items():
        table.add_column(gem, justify="right", header_style=style, style=style)
    table.add_column(workers, no_wrap=True)
    table.add_column(own.say("labels", "card"), no_wrap=True)
    table.add_column(own.say("labels", "choice"), justify="center")
    for row in stalls:
        table.add_row(*row, end_section=row is stalls[-1])
    table.add_row(*stock, style="dim")
    table.add_row(*prizes, style="dim")
    return table


def _stock_and_prizes(view: View, own: Words) -> tuple[list[str], list[str]]:
    stock, prizes = view["stock"], view["prizes"]
    return (
        [own.say("labels", "stock"), "", *(str(stock[gem]) for gem in GEM_STYLES)],
        [own.say("labels", "prizes"), "", *(str(prizes[gem]) for gem in GEM_STYLES), str(prizes["workers"])],
    )


def _stall(view: View, seat: int, stall: View, name: str, own: Words) -> "list[str | Text]":
    from rich.text import Text

    mark = "> " if seat == view["seat"] else "  "
    gems = [str(stall["gems"][gem]) for gem in GEM_STYLES]
    choice = stall["choice"] or (own.say("labels", "chosen") if stall["chosen"] else "")
    return [
        Text(mark + name, SEAT_STYLES[seat]), str(stall["points"]), *gems,
        _track(stall["workers"], view["workers_needed"]), _card(stall["card"], own), choice,
    ]  # fmt: skip


def _track(workers: int, needed: int) -> "Text":
    """Workers as a number and as a bar of which three make one sign."""
    from rich.text import Text

    signs = needed // 3
    full = min(workers // 3, signs)
    return Text(f"{workers:2} ") + Text("#" * full, "bright_cyan") + Text("." * (signs - full), "dim")


def _card(card: View | None, own: Words) -> "Text":
    from rich.text import Text

    if card is None:
        return Text("-", "dim")
    return Text(own.say("labels", "on_card", points=card["points"], workers=card["workers"])) + _signs(card["gems"])


def _signs(gems: Mapping[str, int]) -> "Text":
    """Gems as move texts write them: r2 b1."""
    from rich.text import Text

    return Text(" ").join(Text(f"{gem}{count}", GEM_STYLES[gem]) for gem, count in gems.items() if count)


def _bundle(gems: Mapping[str, int] | None, game: Words) -> "Text":
    from rich.text import Text

    shown = [Text(f"{count} {game.name(gem)}", GEM_STYLES[gem]) for gem, count in (gems or {}).items() if count]
    return Text(", ").join(shown) if shown else Text("-", "dim")


def _haggle(view: View, names: Sequence[str], own: Words, game: Words) -> "Text":
    from rich.text import Text

    haggle = view["haggle"]
    one, other = (names[seat] for seat in haggle["seats"])
    line = Text(own.say("labels", "haggle", one=one, other=other, action=game.name(view["action"])), "bold")
    if haggle["standing"] is None:
        return line
    return (
        line
        + Text(" " + own.say("labels", "standing", bidder=names[haggle["bidder"]]))
        + _bundle(haggle["standing"], game)
    )
