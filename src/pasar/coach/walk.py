"""A finished game as steps: a decision that somebody made alone, or those that several made at once."""

from dataclasses import dataclass

from pasar.coach.judge import Line
from pasar.games.contract import State
from pasar.match.match import Match


@dataclass(frozen=True)
class Turn:
    """One seat's part of a step."""

    move: int  # its number in the record, from 1
    seat: int
    text: str
    line: Line  # the actions that the move consists of


@dataclass(frozen=True)
class Stride:
    """From one position to the next."""

    before: State
    after: State
    turns: tuple[Turn, ...]

    @property
    def together(self) -> bool:
        return len(self.turns) > 1

    @property
    def line(self) -> Line:
        return tuple(step for turn in self.turns for step in turn.line)

    def line_with(self, seat: int, other: Line) -> Line:
        """The same step, if one seat had decided otherwise."""
        return tuple(step for turn in self.turns for step in (other if turn.seat == seat else turn.line))


def strides(match: Match) -> list[Stride]:
    """All steps of a match. Moves that were made at once are one step, in whatever order they came in."""
    walk = Match.resumed(match, _started(match))
    found: list[Stride] = []
    moves = list(enumerate(match.moves, 1))
    while moves:
        before, acting = walk.state, set(walk.to_act)
        turns = []
        while acting and moves and moves[0][1][0] in acting:
            number, (seat, text) = moves.pop(0)
            turns.append(Turn(number, seat, text, line_of(walk, seat, text)))
            walk.play(text, seat)
            acting.discard(seat)
        found.append(Stride(before, walk.state, tuple(turns)))
    return found


def _started(match: Match) -> State:
    state = match.game.copy(match.dealt)
    match.game.compiled.start(state, None)
    return state


def line_of(match: Match, seat: int, text: str) -> Line:
    """The actions of a move; of one that is made of several decisions, those that are really asked."""
    parts = match.game.spoken.parts(text)
    if len(parts) == 1:
        return ((seat, int(parts[0])),)
    game, state, line = match.game, match.game.copy(match.state), []
    moves = int(state["moves"][0])
    while int(state["moves"][0]) == moves:
        action = int(parts[game.moves.part(state[0])])
        line.append((seat, action))
        game.compiled.apply(state, seat, action, None)
    return tuple(line)
