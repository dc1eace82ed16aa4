"""Positions of Basari for tests: a started game whose fields are set directly, then played by move texts."""

from collections.abc import Sequence
from typing import Any

import pytest

from pasar.games.basari import GAME, box
from pasar.games.events import Told, read
from pasar.kernel.rng import generator
from pasar.kernel.story import blank_story, told


class Table:
    """A started game. Gems are set for all seats at once, so that the stock always has the rest."""

    def __init__(self, players: int = 3, seed: int = 1, **options: Any) -> None:
        self.players = players
        self.state = GAME.deal(GAME.check(players, **options), generator(seed))
        self.events: list[tuple[int, ...]] = []
        self._tell(GAME.compiled.start)

    @property
    def s(self) -> Any:
        return self.state[0]

    def _tell(self, door: Any, *arguments: Any) -> None:
        story = blank_story()
        door(self.state, *arguments, story)
        self.events += told(story)

    def told(self, *names: str) -> list[tuple[str, int]]:
        """The events of these names so far, each with its seat."""
        return [(event.name, event.seat) for event in self._heard() if event.name in names]

    def forced(self) -> list[str]:
        """The events so far that somebody had no other answer than (T1)."""
        return [event.name for event in self._heard() if event.forced]

    def _heard(self) -> list[Told]:
        return [read(GAME, row, None, all_seeing=True) for row in self.events]

    def hold(self, *gems: Sequence[int]) -> "Table":
        """Everybody's gems, by seat and colour."""
        for seat, own in enumerate(gems):
            self.s.gems[seat] = own
        self.s.stock[:] = box.GEMS_OF_A_COLOUR - self.s.gems.sum(axis=0)
        return self

    def card(self, seat: int, workers: int, points: int, *gems: int) -> "Table":
        """The numbers on a seat's current card; the workers in front stay as they are."""
        self.s.cards[self.s.current[seat]] = (workers, points, *gems)
        return self

    def choose(self, letters: str) -> "Table":
        for seat, letter in enumerate(letters):
            self.move(seat, letter)
        return self

    def move(self, seat: int, text: str) -> "Table":
        """Make a whole move; a bid takes several actions."""
        before = int(self.s.moves)
        while self.s.moves == before:
            action = GAME.spoken.action(self.state, text)
            assert GAME.compiled.is_open(self.state, seat, action), f"{text} of seat {seat} is not open"
            self._tell(GAME.compiled.apply, seat, action)
        return self

    def open(self, seat: int) -> list[str]:
        return GAME.spoken.menu(self.state, seat).texts

    def to_act(self) -> tuple[int, ...]:
        return GAME.to_act(self.state)

    def gems(self, seat: int) -> list[int]:
        return self.s.gems[seat].tolist()

    def points(self) -> list[int]:
        return self.s.points[: self.players].tolist()

    def finish_round(self, letters: str | None = None) -> "Table":
        """Choose, then let everybody accept, bid, return and gain the first thing that is open."""
        self.choose(letters or "AAABB"[: self.players])
        while self.s.phase not in (GAME.state.CHOOSE, GAME.state.OVER):
            (seat,) = self.to_act()
            self.move(seat, self.open(seat)[0])
        return self


@pytest.fixture
def table() -> type[Table]:
    return Table
