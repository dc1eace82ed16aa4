"""Bali's table: the offer, the altar and the supply, everybody's display, the own hand."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from pasar.cli import screen
from pasar.cli.telling import SEAT_STYLES
from pasar.games import find
from pasar.games.words import Words, words

if TYPE_CHECKING:
    from rich.console import Console, RenderableType
    from rich.table import Table
    from rich.text import Text

STYLES = {
    "mason": "bright_white", "priest": "bright_magenta", "shrine": "bold bright_yellow", "rice": "bright_green",
    "peanut": "orange3", "banana": "yellow", "pepper": "bright_red",
}  # fmt: skip

NUMBERS = ("stone", "points", "goods")  # of what everybody sees of a player

View = dict[str, Any]


def board(view: View, names: Sequence[str], language: str, console: "Console") -> "RenderableType":
    from rich.console import Group
    from rich.table import Table

    own, game = _own(language), _game(language)
    displays, mine = _displays(view, names, own, console), _mine(view, own, game)
    if screen.is_narrow(console):
        return Group(_offer_listed(view, own), _middle(view, own, game), displays, mine)
    middle = Table.grid(padding=(0, 2))
    middle.add_row(_offer(view, own, console), _middle(view, own, game))
    return Group(middle, displays, mine)


def hint(view: View, text: str, language: str) -> str:
    """What a move costs and brings, as far as the person can see it."""
    own, game = _own(language), _game(language)
    word, _, thing = text.partition(" ")
    kind, _, count = thing.partition("*")
    if word == "buy":
        return own.say("hints", "buy", price=view["seats"][view["seat"]]["prices"][thing])
    if word == "play":
        key = kind if kind in ("mason", "priest", "shrine") else "farmer"
        return own.say("hints", key, extra=int(count or 1) - 1, good=game.name(kind))
    if word == "take":
        return _take_hint(view["offer"][int(thing) - 1], own, game)
    if word == "keep":
        return game.name(view["own"]["oracle"][int(thing) - 1])
    if word in ("give", "add", "pick"):
        stock = view["own"]["goods"] if word == "give" else view["supply"]
        return own.say("hints", word, good=game.name(thing), count=stock[thing])
    return own.tables["hints"].get(word, "")


def _take_hint(row: Sequence[str], own: Words, game: Words) -> str:
    """The card that is taken, and the one that lies at the bottom afterwards: it is scored if this was the last."""
    if len(row) == 1:
        return own.say("hints", "take_last", card=_card_name(row[-1], game))
    return own.say("hints", "take", card=_card_name(row[-1], game), next=_card_name(row[-2], game))


def _own(language: str) -> Words:
    return words(__name__, language)


def _game(language: str) -> Words:
    return words(find("bali").package, language)


def _card_name(kind: str, game: Words) -> str:
    farmer = f"{kind}_farmer"
    return game.name(farmer if farmer in game.tables["names"] else kind)


def _counts(things: Mapping[str, int], names: Mapping[str, str]) -> "Text":
    """Things with their numbers: rice 2, pepper 1."""
    from rich.text import Text

    parts = [Text(f"{names[thing]} {count}", STYLES[thing]) for thing, count in things.items() if count]
    return Text(", ").join(parts) if parts else Text("-", "dim")


# --- The parts of the table -------------------------------------------------------------------------------------------


def _offer(view: View, own: Words, console: "Console") -> "Table":
    """Four rows as columns, each from the top down; the bottom card, the one that can be taken, is marked."""
    from rich.table import Table

    rows = view["offer"]
    table = Table(box=screen.frame(console), show_edge=False)
    for label in _row_labels(view, own):
        table.add_column(label, no_wrap=True)
    for depth in range(max(len(row) for row in rows)):
        table.add_row(*(_offered(row, depth, own) if depth < len(row) else "" for row in rows))
    return table


def _offer_listed(view: View, own: Words) -> "Text":
    """The same with a line for each row: the card that can be taken comes last."""
    from rich.text import Text

    lines = []
    for label, row in zip(_row_labels(view, own), view["offer"], strict=True):
        cards = Text(",").join(_offered(row, depth, own) for depth in range(len(row)))
        lines.append(label + Text(": ") + cards)
    return Text("\n").join(lines)


def _row_labels(view: View, own: Words) -> "list[Text]":
    from rich.text import Text

    places = range(1, len(view["offer"]) + 1)
    return [
        Text(own.say("labels", "demon_row", row=place), "bright_red")
        if view["demon"] == place
        else Text(own.say("labels", "row", row=place), "bold")
        for place in places
    ]


def _offered(row: Sequence[str], depth: int, own: Words) -> "Text":
    from rich.text import Text

    mark = ">" if depth == len(row) - 1 else " "
    return Text(mark + own.tables["cards"][row[depth]], STYLES[row[depth]])


def _middle(view: View, own: Words, game: Words) -> "RenderableType":
    from rich.text import Text

    prices = view["seats"][view["seat"]]["prices"]
    goods = (
        Text(own.say("labels", "good", count=f"{count:2}", good=game.name(good), price=prices[good]), STYLES[good])
        for good, count in view["supply"].items()
    )
    return Text("\n").join([_stacks(view, own, game), Text(own.say("labels", "supply"), "bold"), *goods])


def _stacks(view: View, own: Words, game: Words) -> "Text":
    """How much is left in the pile, and what can be seen of the altar."""
    from rich.text import Text

    altar = view["altar"]
    pile = own.say("labels", "pile", count=view["pile"])
    if not altar["height"]:
        return Text(f"{pile}\n{own.say('labels', 'no_altar')}")
    top = game.name(altar["top"]) if altar["top"] else own.say("labels", "face_down")
    return Text(f"{pile}\n{own.say('labels', 'altar', count=altar['height'], top=top)}")


def _displays(view: View, names: Sequence[str], own: Words, console: "Console") -> "RenderableType":
    """A line for each player. Hands are left out: whoever is not at turn has three cards."""
    from rich.table import Table

    headings = [own.say("labels", label) for label in ("player", *NUMBERS, "front")]
    rows = [_display(view, seat, names[seat], own) for seat in range(len(view["seats"]))]
    if screen.is_narrow(console):
        return screen.listed(headings, rows)
    table = Table(box=None, pad_edge=False, header_style="bold underline")
    table.add_column(headings[0], no_wrap=True)
    for heading in headings[1:-1]:
        table.add_column(heading, justify="right")
    table.add_column(headings[-1])
    for row in rows:
        table.add_row(*row)
    return table


def _display(view: View, seat: int, name: str, own: Words) -> "list[str | Text]":
    from rich.text import Text

    shown, mark = view["seats"][seat], "> " if seat == view["turn"] else "  "
    numbers = [str(shown[label]) for label in NUMBERS]
    return [Text(mark + name, SEAT_STYLES[seat]), *numbers, _counts(shown["front"], own.tables["cards"])]


def _mine(view: View, own: Words, game: Words) -> "RenderableType":
    from rich.text import Text

    mine = view["own"]
    lines = [
        Text(own.say("labels", "my_hand"), "bold") + _counts(mine["hand"], own.tables["cards"]),
        Text(own.say("labels", "my_goods"), "bold") + _counts(mine["goods"], game.tables["names"]),
    ]
    if "oracle" in mine:
        shown = Text(", ").join(_card_of_altar(place, good, game) for place, good in enumerate(mine["oracle"], 1))
        lines.append(Text(own.say("labels", "oracle"), "bold") + shown)
    return Text("\n").join(lines)


def _card_of_altar(place: int, good: str, game: Words) -> "Text":
    from rich.text import Text

    return Text(f"{place} {game.name(good)}", STYLES[good])
