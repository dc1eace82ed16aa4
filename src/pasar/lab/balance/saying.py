"""Numbers in sentences: with their uncertainty, and right for every outcome."""

from collections.abc import Sequence

from pasar.games.contract import Game
from pasar.games.words import words
from pasar.lab.balance.moments import Estimate

SURE = 0.01  # chance below which a difference between several seats is called one
QUANTITIES = {  # the columns of every game
    "decisions": "decisions", "turns": "turns", "lead_changes": "changes of the lead",
    "margin": "points of lead at the end",
    "led": "turns led by the winner", "decided": "turns until the winner leads for good", "points": "points",
    "share": "share of the victories", "open": "part of the game until the winner leads for good",
}  # fmt: skip
NO_DIFFERENCE = "no difference that this many games could show"


def percent(share: Estimate) -> str:
    """33.1 % (± 0.2)"""
    digits = _digits(share.half * 100)
    return f"{share.value * 100:.{digits}f} % (± {share.half * 100:.{digits}f})"


def number(found: Estimate, signed: bool = False) -> str:
    """8.14 (± 0.05)"""
    digits = _digits(found.half)
    return f"{found.value:{'+' if signed else ''}.{digits}f} (± {found.half:.{digits}f})"


def _digits(half: float) -> int:
    """As many as the uncertainty deserves."""
    return 4 if 0 < half < 0.001 else 3 if half < 0.01 else 2 if half < 0.1 else 1


def change(found: Estimate, unit: str, in_percent: bool = False) -> str:
    """`+0.52 (± 0.03) points`, or that nothing can be said."""
    if not found.is_clear:
        return f"{NO_DIFFERENCE} in {unit}"
    return f"{number(found.times(100) if in_percent else found, signed=True)} {unit}"


def listed(parts: Sequence[str]) -> str:
    """a, b and c"""
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}"


def chance(p: float) -> str:
    return "p < 0.0001" if p < 0.0001 else f"p = {p:.4f}" if p < 0.01 else f"p = {p:.2f}"


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]


class Naming:
    """What columns and things of a game are called in figures."""

    def __init__(self, game: Game) -> None:
        self._words = words(game.package, "en")
        self._columns = sorted((column.name for column in game.ledger.COLUMNS), key=len, reverse=True)
        self._helps: dict[str, str] = {column.name: column.help for column in game.ledger.COLUMNS}
        self.turns: str = f"{game.events.EVENTS[game.ledger.TURN].name}s"

    def thing(self, token: str) -> str:
        return self._words.name(token)

    def source(self, name: str) -> str:
        return self._words.tables["sources"].get(name, name)

    def quantity(self, name: str) -> str:
        """Any column of the rows, without its seat, as a person would say it."""
        source = name.removeprefix("from_")
        return QUANTITIES.get(name) or (f"points from {self.source(source)}" if source != name else self.meaning(name))

    def in_percent(self, name: str) -> bool:
        """Whether a quantity is a part of something."""
        return name in ("share", "open")

    def column_of(self, name: str) -> str:
        """The column of the ledger that `bought_KIND` is part of."""
        return next((column for column in self._columns if f"{name}_".startswith(column + "_")), name)

    def column(self, name: str) -> str:
        """`bought_KIND` as `bought: KIND`."""
        said, kind = self.column_of(name).replace("_", " "), self.kind(name)
        return f"{said}: {kind}" if kind else said

    def meaning(self, name: str, between: str = ": ") -> str:
        """`bought_KIND` as `goods bought: KIND`."""
        column, kind = self.column_of(name), self.kind(name)
        return between.join(part for part in (self._helps.get(column, column), kind) if part)

    def kind(self, name: str) -> str:
        """`bought_KIND` as `KIND`; nothing for a column that tells nothing apart."""
        token = name[len(self.column_of(name)) + 1 :]
        return self.thing(token) if token else ""
