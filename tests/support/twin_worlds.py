"""Two games that one onlooker cannot tell from each other, whatever else differs between them.

The second begins with another deal, and in it others decide otherwise, wherever the onlooker cannot know. Whether two
positions are the same to a seat is not asked of what the server shows, but of the game's `resample`, which (as the
contract suite proves) gives the same for two states exactly if the seat could not tell them apart.
"""

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from pasar.errors import PasarError
from pasar.games.contract import Game
from pasar.kernel.rng import generator
from pasar.match.match import Match

GAMES, CANDIDATES = 8, 5  # games that are tried, and second worlds for each of them
CHANGES = 16  # in the deal of a second world, of which those are kept that the onlooker cannot notice
RARE = 50  # so many steps is a hidden move worth, or another hidden part, when worlds are chosen
QUIET_ORDERS = {"bali": {"skip_buying": "ask"}, "basari": {"floor": 40}}  # standing orders that never answer anything


@dataclass(frozen=True)
class Step:
    """What somebody does at a table. What is private must not be noticed by anybody else at all."""

    seat: int
    at: int  # the position it is done in
    move: str | None = None
    orders: dict[str, Any] | None = None
    private: bool = False


@dataclass
class World:
    match: Match
    setup: dict[str, Any]
    steps: list[Step] = field(default_factory=list)
    differs: int = 0  # steps after which something is hidden that is otherwise in the other world
    parts: set[str] = field(default_factory=set)  # of the state, that were so
    hidden_moves: int = 0  # moves that are others than in the other world


def twins(deal: Callable[[int], Match], onlooker: int, most: int, count: int) -> list[tuple[World, World]]:
    """Games of at most `most` moves, each with a twin that the onlooker cannot tell from it; the most different.

    Each of the `count` pairs differs in something in which those before it did not, if such a pair was found.
    """
    tries = []
    for seed in range(GAMES):
        match = deal(seed)
        game = _played(match, random.Random(seed), most)
        tries += [_Pair(match, onlooker, random.Random(number)).go(game) for number in range(CANDIDATES)]
    pairs: list[tuple[World, World]] = []
    for _ in range(count):
        known = {part for _, two in pairs for part in two.parts}
        tries.sort(key=lambda pair, known=known: _news(pair[1], known))
        pairs.append(tries.pop())
    return pairs


def _news(world: World, known: set[str]) -> int:
    return world.differs + RARE * (world.hidden_moves + 10 * len(world.parts - known))


# --- The first world --------------------------------------------------------------------------------------------------

Group = list[tuple[int, str]]  # moves that are made at once (in this order), or a single one


def _played(first: Match, rng: random.Random, most: int) -> list[Group]:
    walk, groups = first.fork(), []
    while not walk.over and len(walk.moves) < most:
        group = [(seat, rng.choice(some_moves(walk, seat))) for seat in walk.to_act]
        for seat, move in group:
            walk.play(move, seat)
        rng.shuffle(group)
        groups.append(group)
    return groups


def some_moves(match: Match, seat: int) -> list[str]:
    menu = match.menu(seat)
    return [*menu.open, *([menu.build.least] if menu.build else [])]


# --- The second world -------------------------------------------------------------------------------------------------


class _Pair:
    def __init__(self, first: Match, onlooker: int, rng: random.Random) -> None:
        self.onlooker, self.rng = onlooker, rng
        self.one = World(first.fork(), first.setup())
        self.two = self._dealt_otherwise(first)

    def _dealt_otherwise(self, first: Match) -> World:
        """A deal like the first, in which things have changed places that the onlooker does not see."""
        setup = first.setup()
        best = World(first.fork(), setup)
        for _ in range(CHANGES):
            changed = _changed(setup, self.rng)
            match = _begun(first, changed)
            if match is not None and self.same(first, match):
                best, setup = World(match, changed), changed
        return best

    def same(self, one: Match, two: Match) -> bool:
        if one.to_act != two.to_act or one.over or two.over:
            return False
        worlds = [match.game.resampled(match.state, self.onlooker, generator(5)) for match in (one, two)]
        return worlds[0].tobytes() == worlds[1].tobytes()

    def go(self, game: Sequence[Group]) -> tuple[World, World]:
        for group in game:
            after = self._both_after(group)
            if after is None:
                break
            if len(group) > 1:
                self._choose(group)
            else:
                self._move(group[0], after[2])
            self.one.match, self.two.match = after[:2]
            parts = _different(self.one.match, self.two.match)
            self.two.parts |= parts
            self.two.differs += bool(parts)
        return self.one, self.two

    def _both_after(self, group: Group) -> tuple[Match, Match, Group] | None:
        """Both worlds after a group of moves; in the second others move otherwise where it is not noticed."""
        one = _after(self.one.match, group)
        for other in [*self._otherwise(group), group]:
            two = _after(self.two.match, other)
            if one is not None and two is not None and self.same(one, two):
                return one, two, other
        return None

    def _otherwise(self, group: Group) -> Iterator[Group]:
        ((seat, move), *more) = group
        if not more and seat != self.onlooker:
            others = [each for each in some_moves(self.two.match, seat) if each != move]
            self.rng.shuffle(others)
            yield from ([(seat, other)] for other in others)

    def _move(self, move: tuple[int, str], other: Group) -> None:
        at = len(self.one.match.moves)
        self._whisper(at)
        self.one.steps.append(Step(move[0], at, move[1]))
        self.two.steps.append(Step(move[0], at, other[0][1]))
        self.two.hidden_moves += other[0] != move

    def _choose(self, group: Group) -> None:
        """In the second world others choose something else first, and come back to it when nobody looks."""
        at = len(self.one.match.moves)
        for seat, move in group:
            self._whisper(at)
            self.one.steps.append(Step(seat, at, move))
            feint = self.rng.choice(some_moves(self.two.match, seat))
            if seat == self.onlooker or (seat, move) == group[-1]:
                self.two.steps.append(Step(seat, at, move))
            else:
                self.two.steps += [Step(seat, at, feint), Step(seat, at, move, private=True)]
                self.two.differs += feint != move

    def _whisper(self, at: int) -> None:
        """Now and then somebody leaves orders in the second world."""
        others = [seat for seat in range(self.one.match.players) if seat != self.onlooker]
        if self.rng.random() < 0.1:
            orders = QUIET_ORDERS[self.one.match.game.name]
            self.two.steps.append(Step(self.rng.choice(others), at, orders=orders, private=True))


def _different(one: Match, two: Match) -> set[str]:
    """The parts of the state that are not the same."""
    names = one.state.dtype.names
    return {name for name in names if one.state[0][name].tobytes() != two.state[0][name].tobytes()}


def _after(match: Match, group: Group) -> Match | None:
    after = match.fork()
    try:
        for seat, move in sorted(group):
            after.play(move, seat)
    except PasarError:
        return None
    return after


def _begun(first: Match, setup: dict[str, Any]) -> Match | None:
    game: Game = first.game
    try:
        return Match(game, first.rules, game.deals.load(first.rules, setup))
    except PasarError:
        return None


def _changed(setup: dict[str, Any], rng: random.Random) -> dict[str, Any]:
    """A copy in which two things in a list have changed places, or one has become another. It may be impossible."""
    copy = _copied(setup)
    rows = [each for each in _lists(copy[rng.choice(list(copy))]) if len(each) > 1]
    if not rows:
        return copy
    row = rng.choice(rows)
    one, other = rng.sample(range(len(row)), 2)
    if rng.random() < 0.5:
        row[one], row[other] = row[other], row[one]
    else:
        row[one] = _copied(rng.choice(rng.choice(rows)))
    return copy


def _copied(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _copied(part) for name, part in value.items()}
    return [_copied(part) for part in value] if isinstance(value, list) else value


def _lists(value: Any) -> Iterator[list[Any]]:
    if isinstance(value, dict):
        for part in value.values():
            yield from _lists(part)
    if isinstance(value, list):
        yield value
        for part in value:
            yield from _lists(part)
