"""Games in words: who is called what, what happened, and how it was counted."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from pasar.cli import screen
from pasar.games.contract import Game
from pasar.games.events import Told
from pasar.games.words import words
from pasar.match.match import Match

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

LONGEST_NAME = 24
SEAT_STYLES = ("bright_cyan", "bright_magenta", "bright_green", "bright_yellow", "bright_blue")


def player_names(match: Match, language: str) -> list[str]:
    """The names that a record gives its players if they are usable; otherwise Player 1 and so on."""
    own = words("pasar.cli", language)
    names = [own.say("table", "player", number=seat + 1) for seat in range(match.players)]
    given = match.extras.get("names")
    if isinstance(given, list):
        for seat, name in enumerate(given[: match.players]):
            # Control characters could repaint the terminal.
            shown = "".join(sign for sign in name if sign.isprintable()) if isinstance(name, str) else ""
            names[seat] = shown.strip()[:LONGEST_NAME] or names[seat]
    return names


class Teller:
    """Tells events of one game in one language."""

    def __init__(self, game: Game, language: str, names: Sequence[str]) -> None:
        self.words = words(game.package, language)
        self.own = words("pasar.cli", language)
        self.names = names

    def say(self, key: str, **values: object) -> str:
        """A sentence of the table itself, which belongs to no game."""
        return self.own.say("table", key, **values)

    def sentence(self, told: Told) -> str:
        values = dict(told.values)
        other = values.get("other")
        if isinstance(other, int):
            values["other"] = self.names[other]
        seat = self.names[told.seat] if told.seat >= 0 else ""
        return self.words.say("events", told.sentence, seat=seat, **values)

    def coloured(self, sentence: str) -> "Text":
        """A sentence with the players' names in their colours."""
        from rich.text import Text

        text = Text(sentence)
        for name, style in zip(self.names, SEAT_STYLES, strict=False):
            text.highlight_words([name], style)
        return text

    def paragraphs(self, story: Iterable[Told]) -> list[list[Told]]:
        """Each begins with a heading, or with several that follow each other."""
        parts: list[list[Told]] = []
        for told in story:
            if not parts or (told.heading and not parts[-1][-1].heading):
                parts.append([])
            parts[-1].append(told)
        return parts


def score_sheet(match: Match, teller: Teller, console: "Console") -> "Table":
    """Everybody's points by where they come from."""
    from rich.table import Table
    from rich.text import Text

    parts = match.breakdown
    sheet = Table(box=screen.frame(console), show_footer=True)
    sheet.add_column(teller.own.say("score", "title"), teller.own.say("score", "total"), footer_style="bold")
    for seat, name in enumerate(teller.names):
        style = SEAT_STYLES[seat % len(SEAT_STYLES)]
        total = str(match.points[seat]) + (" *" if seat in match.winners else "")
        sheet.add_column(Text(name), total, justify="right", header_style=style, footer_style="bold")
    for source in parts[0]:
        sheet.add_row(teller.words.say("sources", source), *(str(part[source]) for part in parts))
    return sheet


def verdict(match: Match, teller: Teller) -> str:
    """Who has won."""
    names = " + ".join(teller.names[seat] for seat in match.winners)
    return teller.own.say("score", "won" if len(match.winners) == 1 else "shared", names=names)
