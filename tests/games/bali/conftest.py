"""Positions of Bali for tests: a started game whose parts are laid out by hand, then played by move texts."""

from typing import Any

import pytest

from pasar.games.bali import GAME, box, state
from pasar.games.events import Told, read
from pasar.kernel.rng import generator
from pasar.kernel.story import blank_story, told


def numbers(names: tuple[str, ...], tokens: list[str]) -> list[int]:
    return [names.index(token) for token in tokens]


class Table:
    """A started game. Whatever a test does not lay out is as the deal left it."""

    def __init__(self, players: int = 3, seed: int = 1, **options: bool) -> None:
        self.state = GAME.deal(GAME.check(players, **options), generator(seed))
        self.events: list[Told] = []
        self._hear(GAME.compiled.start)

    @property
    def s(self) -> Any:
        return self.state[0]

    @property
    def actor(self) -> int:
        (seat,) = GAME.to_act(self.state)
        return seat

    @property
    def phase(self) -> str:
        return state.PHASES[self.s.phase]

    def _hear(self, door: Any, *arguments: Any) -> None:
        story = blank_story()
        door(self.state, *arguments, story)
        self.events += [read(GAME, row, None, all_seeing=True) for row in told(story)]

    def heard(self, *names: str) -> list[Told]:
        return [event for event in self.events if event.name in names]

    def seat(self, seat: int, stone: int | None = None, points: int | None = None, **cards: dict[str, int]) -> "Table":
        """Set a seat's stone and points, and any of its `hand`, `front` and `goods`, given by name."""
        if stone is not None:
            self.s.stone[seat] = stone
        if points is not None:
            self.s.points[seat] = points
        for pile, counts in cards.items():
            names = box.GOOD_NAMES if pile == "goods" else box.KIND_NAMES
            self.s[pile][seat] = 0
            for name, count in counts.items():
                self.s[pile][seat, names.index(name)] = count
        if "hand" in cards:
            self.s.taken[seat] = self.s.hand[seat]
        return self

    def at(self, phase: str, seat: int = 0) -> "Table":
        """The seat is active and to act in this phase."""
        self.s.phase = state.PHASES.index(phase)
        self.s.active = self.s.actor = seat
        return self

    def row(self, row: int, *kinds: str) -> "Table":
        """Row `row` (1 is the leftmost) from the top to the bottom."""
        self.s.row_size[row - 1] = len(kinds)
        self.s.offer[row - 1, : len(kinds)] = numbers(box.KIND_NAMES, list(kinds))
        return self

    def pile(self, *kinds: str) -> "Table":
        """The cards left in the pile, in the order drawn."""
        self.s.drawn, self.s.pile_size = 0, len(kinds)
        self.s.pile[: len(kinds)] = numbers(box.KIND_NAMES, list(kinds))
        return self

    def altar(self, *goods: str) -> "Table":
        """The altar from the bottom to the top; a name in brackets lies face down: `(rice)`."""
        for place, good in enumerate(goods):
            down = state.FACE_DOWN if good.startswith("(") else 0
            self.s.altar[place] = box.GOOD_NAMES.index(good.strip("()")) + down
        self.s.height = len(goods)
        return self

    def on_altar(self) -> list[str]:
        cards = self.s.altar[: self.s.height].tolist()
        names = [box.GOOD_NAMES[card % state.FACE_DOWN] for card in cards]
        return [f"({name})" if card >= state.FACE_DOWN else name for name, card in zip(names, cards, strict=True)]

    def supply(self, **goods: int) -> "Table":
        for name, count in goods.items():
            self.s.supply[box.GOOD_NAMES.index(name)] = count
        return self

    def goods(self, seat: int) -> dict[str, int]:
        return dict(zip(box.GOOD_NAMES, self.s.goods[seat].tolist(), strict=True))

    def open(self) -> list[str]:
        return GAME.spoken.menu(self.state, self.actor).texts

    def play(self, *texts: str) -> "Table":
        """Play these moves, each by whoever is to act; every one must be open."""
        for text in texts:
            action = GAME.spoken.action(self.state, text)
            assert GAME.compiled.is_open(self.state, self.actor, action), f"{text} is not open: {self.open()}"
            self._hear(GAME.compiled.apply, self.actor, action)
        return self

    def points(self) -> list[int]:
        return GAME.points(self.state, int(self.s.players))

    def winners(self) -> tuple[int, ...]:
        return GAME.winners(self.state)


@pytest.fixture
def table() -> type[Table]:
    return Table
