"""Who judges: a fixed policy, playouts by it, and how many of them. Part of every analysis, by name and version."""

from dataclasses import dataclass
from math import lcm
from types import ModuleType
from typing import TypeVar

import numpy as np

from pasar.bots import stamped
from pasar.errors import PasarError, did_you_mean
from pasar.games.contract import Game, State
from pasar.kernel.rng import game_seed
from pasar.kernel.stamp import stamp

SeatAction = tuple[int, int]  # a seat and its action
Line = tuple[SeatAction, ...]
Kind = TypeVar("Kind")
NO_PARTS = np.zeros((0, 0, 0, 0), dtype=np.int64)


@dataclass(frozen=True)
class Judge:
    """Everybody decides by rules of thumb from here on, more or less strictly (`by_lot`; 0: always the best)."""

    name: str
    version: int  # rises whenever the same seed could give another answer
    alone: float  # the heat of decisions that a seat makes alone
    heat: float  # and of those that several make in secret at once

    @property
    def shown(self) -> str:
        return f"{self.name}/{self.version}"


@dataclass(frozen=True)
class PlayoutBudget:
    """Playouts: of a position in the curve, and of each move in the rounds of judging one decision."""

    name: str
    curve: int
    sift: int  # all candidates
    choose: int  # the best few
    confirm: int  # the best and the move that was made, in fresh worlds
    doubt: int  # the same again, if that looks like an error
    second: int  # simulations of the search that is asked for a second opinion


# Strictly by rules of thumb whoever decides can be foreseen: right for games between bots that do just that, and too
# sure of itself for all others.
JUDGES = {
    judge.name: judge for judge in (Judge("thumb", 6, alone=0.7, heat=2.0), Judge("strict", 6, alone=0.0, heat=2.0))
}
BUDGETS = {
    budget.name: budget
    for budget in (
        PlayoutBudget("quick", curve=128, sift=24, choose=48, confirm=96, doubt=192, second=200),
        PlayoutBudget("normal", curve=384, sift=40, choose=112, confirm=256, doubt=512, second=600),
        PlayoutBudget("deep", curve=2048, sift=256, choose=768, confirm=1536, doubt=4096, second=4000),
    )
}


def find_judge(name: str) -> Judge:
    return _found(name, JUDGES, "judge")


def find_budget(name: str) -> PlayoutBudget:
    return _found(name, BUDGETS, "budget")


def _found(name: str, known: dict[str, Kind], what: str) -> Kind:
    if name not in known:
        raise PasarError(f"there is no {what} {name!r:.40}{did_you_mean(name, known)} (there is: {', '.join(known)})")
    return known[name]


def playouts_of(game: Game) -> ModuleType:
    """`pasar.coach.playouts`, stamped for a game that can be analysed."""
    return stamp(
        "pasar.coach.playouts", game.name, rules=game.rules, secrets=game.secrets, greedy=game.greedy,
        ledger=game.ledger, chance=game.coach, policy=stamped.policy(game),
    )  # fmt: skip


class Court:
    """A judge at work on one game; all its random numbers come from one seed."""

    def __init__(self, game: Game, players: int, judge: Judge, seed: int) -> None:
        if game.coach is None:
            raise PasarError(
                f"{game.name} cannot be analysed: it does not say what nobody can know (coach.py, see docs/coach.md)"
            )
        self.game, self.players, self.judge = game, players, judge
        self.heats = np.array([judge.alone, judge.heat])
        self.word = np.uint64(seed % 2**64)
        self.unit = lcm(*range(1, players + 1))  # a victory in units, so that any number of winners can share it
        self.sources = len(game.ledger.SOURCES)
        self.kernels = playouts_of(game)

    def seed_for(self, *numbers: int) -> int:
        """A seed of its own for each question, the same in every analysis with the same seed."""
        word = self.word
        for number in numbers:
            word = np.uint64(game_seed(word, number))
        return int(word)

    def shares(
        self, state: State, mode: int, lines: list[Line], worlds: int, *, seat: int = -1, seed: int | None = None,
        first: int = 0,
    ) -> np.ndarray:  # fmt: skip
        """Units of the victory by line, world and seat."""
        return self._played(state, mode, lines, worlds, seat, seed, first, NO_PARTS)

    def shares_and_parts(
        self, state: State, mode: int, lines: list[Line], worlds: int, seat: int, seed: int
    ) -> tuple[np.ndarray, np.ndarray]:
        """The same, and where everybody's points come from: by line, world, seat and source."""
        parts = np.zeros((len(lines), worlds, self.players, self.sources), dtype=np.int64)
        return self._played(state, mode, lines, worlds, seat, seed, 0, parts), parts

    def _played(
        self, state: State, mode: int, lines: list[Line], worlds: int, seat: int, seed: int | None, first: int,
        parts: np.ndarray,
    ) -> np.ndarray:  # fmt: skip
        shares = np.zeros((len(lines), worlds, self.players), dtype=np.int64)
        word = self.word if seed is None else np.uint64(seed)
        self.kernels.play_on(
            state, mode, seat, _written(lines), word, first, self.heats, self.unit, shares, parts
        )  # fmt: skip
        return shares


def _written(lines: list[Line]) -> np.ndarray:
    longest = max(1, *(len(line) for line in lines))
    written = np.full((len(lines), longest, 2), -1, dtype=np.int64)
    for row, line in enumerate(lines):
        for place, step in enumerate(line):
            written[row, place] = step
    return written
