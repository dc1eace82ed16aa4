"""What was decided in a match as a seat knows it: a way that a thinker can go through its tree.

A move of several decisions is told as those that somebody was asked for, without those that had one answer (T1). A
decision is hidden from others if what they are told of it lacks something (`Event.secret`), until an event uncovers it.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from pasar.games.contract import Game, State
from pasar.kernel.story import unpacked


class PathMove(NamedTuple):
    """One move."""

    seat: int
    actions: tuple[int, ...]  # the decisions it consists of; none if the onlooker does not know them
    first: int  # the number of the first move of those that were decided at the same time; its own if it was alone
    together: int  # how many those are


@dataclass(frozen=True)
class Path:
    """All moves of a match so far. It is never changed, so copies of a match share it."""

    game: Game
    state: State  # after them
    steps: tuple[PathMove, ...] = ()
    hidden: frozenset[int] = frozenset()  # the numbers of those that only their own seats know

    def further(self, moves: Iterable[tuple[int, str]], told: Iterable[bytes]) -> "Path":
        """The same after more moves, each with the story it caused."""
        state, steps, hidden = self.game.copy(self.state), list(self.steps), set(self.hidden)
        for (seat, text), story in zip(moves, told, strict=True):
            first, together = _group(steps, len(self.game.to_act(state)))
            steps.append(PathMove(seat, _actions(self.game, state, seat, text), first, together))
            for row in unpacked(story):
                event = self.game.events.EVENTS[row[0]]
                if event.secret and row[1] == seat:
                    hidden.add(len(steps) - 1)
                if event.uncovers:
                    hidden.discard(max((each for each in hidden if steps[each].seat == row[1]), default=-1))
        return replace(self, state=state, steps=tuple(steps), hidden=frozenset(hidden))

    def seen_by(self, seat: int) -> tuple[PathMove, ...]:
        if not self.hidden:
            return self.steps
        unknown = {each for each in self.hidden if self.steps[each].seat != seat}
        return tuple(step._replace(actions=()) if number in unknown else step for number, step in enumerate(self.steps))


def _group(steps: Sequence[PathMove], acting: int) -> tuple[int, int]:
    """Where the decisions begin that are made at the same time as the next one, and how many they are."""
    if steps and len(steps) - steps[-1].first < steps[-1].together:
        return steps[-1].first, steps[-1].together
    return len(steps), acting


def _actions(game: Game, state: State, seat: int, text: str) -> tuple[int, ...]:
    """What a move asks for, made on `state`."""
    parts, before, actions = game.spoken.parts(text), int(state["moves"][0]), []
    while int(state["moves"][0]) == before and not game.compiled.over(state):
        actions.append(int(parts[game.moves.part(state[0])] if len(parts) > 1 else parts[0]))
        game.compiled.apply(state, seat, actions[-1], None)
    return tuple(actions)


# --- For thinkers -----------------------------------------------------------------------------------------------------


def before_secrets(path: tuple[PathMove, ...]) -> tuple[PathMove, ...]:
    """Without decisions that are made at the same time as others that are still to come."""
    pending = bool(path) and len(path) - path[-1].first < path[-1].together
    return path[: path[-1].first] if pending else path


def goes_on(path: tuple[PathMove, ...], before: tuple[PathMove, ...]) -> bool:
    """Whether one path goes on from another: nothing was taken back. What was hidden then may be known now."""
    same = all(old == new or not old.actions for old, new in zip(before, path, strict=False))
    return len(path) > len(before) and same


def in_order(steps: Iterable[PathMove]) -> list[PathMove]:
    """As a search goes through them: of decisions made at the same time, the lowest seat's is the first."""
    return sorted(steps, key=lambda step: (step.first, step.seat))
