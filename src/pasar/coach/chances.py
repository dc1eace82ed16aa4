"""Everybody's chances from the deal to the end, and what changed them: the seat, cards, guesses, decisions.

All amounts are whole numbers: units of the victory, summed over the same playouts of every position. Nothing is
rounded, so the changes add up from an even share to the result, to the last digit.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import sqrt

import numpy as np

from pasar.coach.judge import Court
from pasar.coach.playouts import AFTER, BEFORE, DEALT
from pasar.coach.walk import Stride
from pasar.games.contract import State
from pasar.kernel.rng import generator

SEAT, DEAL, CARDS, GUESS, PLAY = "seat", "deal", "cards", "guess", "play"  # what changes chances
LUCK = (SEAT, DEAL, CARDS, GUESS)
OTHER_ORDERS = 8  # of what nobody knows, which tell whether a step shows anything of it


@dataclass(frozen=True)
class Shift:
    """Something that changed everybody's chances."""

    kind: str
    stride: int  # the step in which it came, -1 before the first one
    seat: int  # whose decision it was, -1 if nobody's
    amounts: tuple[int, ...]  # by seat
    errors: tuple[float, ...]  # the standard error of each, in the same units


@dataclass(frozen=True)
class Chances:
    """One game's."""

    whole: int  # what all seats have together
    curve: np.ndarray  # by position and seat, from the deal to the end
    errors: np.ndarray  # their standard errors
    changes: tuple[Shift, ...]

    @property
    def players(self) -> int:
        return int(self.curve.shape[1])

    @property
    def even(self) -> int:
        return self.whole // self.players

    def part(self, seat: int, kind: str, by: Sequence[int] | None = None) -> int:
        """All that changes of one kind gave a seat, if `by` is given only those that these seats decided."""
        return sum(
            change.amounts[seat]
            for change in self.changes
            if change.kind == kind and (by is None or change.seat in by)
        )  # fmt: skip

    def luck(self, seat: int) -> int:
        return sum(self.part(seat, kind) for kind in LUCK)

    def own_play(self, seat: int) -> int:
        return self.part(seat, PLAY, [seat])

    def others_play(self, seat: int) -> int:
        return self.part(seat, PLAY, [other for other in range(self.players) if other != seat])

    def result(self, seat: int) -> int:
        return int(self.curve[-1, seat])


def chances_of(
    court: Court, dealt: State, steps: Sequence[Stride], playouts: int, report: Callable[[int], None]
) -> Chances:
    """Judge every position of a game, and what lay between each two."""
    before = court.shares(dealt, DEALT, [()], playouts)[0]
    even = np.full_like(before, court.unit // court.players)
    positions = [court.shares(steps[0].before, AFTER, [()], playouts)[0]]
    changes = [_change(SEAT, -1, -1, before - even), _change(DEAL, -1, -1, positions[0] - before)]
    for number, step in enumerate(steps):
        after = court.shares(step.after, AFTER, [()], playouts)[0]
        changes += _changes(court, number, step, positions[-1], after)
        positions.append(after)
        report(number + 1)
    return Chances(
        court.unit * playouts,
        np.array([shares.sum(axis=0) for shares in positions]),
        np.array([_errors(shares) for shares in positions]),
        tuple(change for change in changes if any(change.amounts)),
    )


def luck_of(court: Court, dealt: State, steps: Sequence[Stride], playouts: int) -> np.ndarray:
    """The luck of every seat with the deal and with cards, in units over all playouts: what `chances_of` finds.

    Only steps that show something are judged, so this takes a fraction of the time. Guesses are left out: whoever
    plays, the mean of this is zero, and theirs is only if everybody chooses as the judge does.
    """
    first = court.shares(steps[0].before, AFTER, [()], playouts)[0]
    luck: np.ndarray = (first - court.shares(dealt, DEALT, [()], playouts)[0]).sum(axis=0)
    for step in steps:
        if _shows_something(court, step):
            after = court.shares(step.after, AFTER, [()], playouts)[0]
            decided = court.shares(step.before, BEFORE, [step.line], playouts)[0]
            luck += (after - decided).sum(axis=0)
    return luck


def _changes(court: Court, number: int, step: Stride, before: np.ndarray, after: np.ndarray) -> list[Shift]:
    """What the decisions of a step were worth on average over what was to come, and then what came."""
    shown = _shows_something(court, step)
    decided = court.shares(step.before, BEFORE, [step.line], len(before))[0] if shown else after
    alone = [decided]
    if step.together:
        alone = list(court.shares(step.before, BEFORE, [turn.line for turn in step.turns], len(before)))
    found = [
        _change(PLAY, number, turn.seat, own - before) for turn, own in zip(step.turns, alone, strict=True)
    ]  # fmt: skip
    if step.together:
        met = decided - before - sum(own - before for own in alone)
        found.append(_change(GUESS, number, -1, met))
    if shown:
        found.append(_change(CARDS, number, -1, after - decided))
    return found


def _shows_something(court: Court, step: Stride) -> bool:
    """Whether a step shows anything that nobody knew: then it could have led elsewhere."""
    game = court.game
    for order in range(OTHER_ORDERS):
        earlier, later = game.copy(step.before), game.copy(step.after)
        court.kernels.reshuffle(earlier, generator(order))
        for seat, action in step.line:
            game.compiled.apply(earlier, seat, action, None)
        court.kernels.reshuffle(later, generator(order))
        if earlier.tobytes() != later.tobytes():
            return True
    return False


def _change(kind: str, stride: int, seat: int, shares: np.ndarray) -> Shift:
    return Shift(kind, stride, seat, tuple(shares.sum(axis=0).tolist()), tuple(_errors(shares).tolist()))


def _errors(shares: np.ndarray) -> np.ndarray:
    """The standard error of each sum over worlds."""
    errors: np.ndarray = shares.std(axis=0) * sqrt(len(shares))
    return errors
