"""One decision, judged by what its seat could know: every move in the same worlds, and how sure that is."""

from dataclasses import dataclass, replace
from functools import cached_property
from math import hypot, sqrt

import numpy as np

from pasar.bots import stamped
from pasar.bots.contract import Budget as Thinking
from pasar.bots.contract import Expectation, Position
from pasar.bots.search import STRONG, SearchBot
from pasar.coach.judge import Court, Line, PlayoutBudget
from pasar.coach.playouts import AFTER, KNOWN
from pasar.coach.walk import Stride, Turn
from pasar.games.contract import State, actions_in
from pasar.kernel.rng import generator

Z95 = 1.96
FEW = 4  # moves that are judged more closely
LOOKS_WRONG = 0.03  # of the victory: from here on an error is looked at again
THRESHOLDS = (("blunder", 0.15), ("mistake", 0.10), ("inaccuracy", 0.05))  # Lichess' names and bars
SECOND = 0.02  # of the victory by which a search must prefer its own move, to agree that another was an error
ACCUSED = 0.10  # of the victory: an error that only a search sees must surely be larger
CLOSELY = 2  # times the simulations, for a move of which it thinks so
RIGHT = 0.02  # of the victory: a move that loses less was right
UNKNOWABLE = 0.10  # of the victory that a right move must have lost by what was hidden, to be told
JUDGING, HINDSIGHT, SEARCHING = 1, 2, 4  # questions that have worlds of their own (see also `why`)
MOST_SPREAD = 0.5  # of a share of the victory, whatever it comes from


@dataclass(frozen=True)
class Candidate:
    text: str
    line: Line


@dataclass(frozen=True)
class ShareEstimate:
    """A share of the victory, or a difference of two."""

    value: float
    error: float  # standard

    @property
    def low(self) -> float:
        return self.value - Z95 * self.error

    @property
    def high(self) -> float:
        return self.value + Z95 * self.error

    def less(self, other: "ShareEstimate") -> "ShareEstimate":
        """Of two that have nothing to do with each other."""
        return ShareEstimate(self.value - other.value, hypot(self.error, other.error))


@dataclass(frozen=True)
class Hindsight:
    """A choice that was right for what was known, and wrong for what was true."""

    better: str
    loss: ShareEstimate


@dataclass(frozen=True)
class Verdict:
    """What became of judging one decision."""

    turn: Turn
    stride: int
    best: Candidate
    loss: ShareEstimate  # best less played; one that was found best loses nothing, and `high` says how sure that is
    expected: tuple[tuple[str, float], ...]  # the moves that were judged more closely, the best first
    open: int  # how many moves were judged at all
    agreed: bool = True  # whether a search, too, prefers another move; if not, it is not called an error
    by_search: bool = False  # whether it is the search that is sure of an error, and not the playouts

    @property
    def error(self) -> float:
        """Of the victory. Below 0 where a move that looked better turned out worse in fresh worlds."""
        return 0.0 if self.is_best else self.loss.value

    @property
    def lost(self) -> float:
        return max(0.0, self.error)

    @property
    def is_best(self) -> bool:
        return self.best.text == self.turn.text

    @property
    def name(self) -> str:
        """A name only if the interval lies above its bar, and a second opinion agrees."""
        if self.is_best or not self.agreed:
            return ""
        return next((name for name, bar in THRESHOLDS if self.loss.low > bar), "")


def judge(
    court: Court, budget: PlayoutBudget, state: State, turn: Turn, number: int
) -> tuple[Verdict, list[Candidate]]:
    """The verdict on one decision, and the moves that were judged more closely.

    Depends on nothing that the seat could not know: worlds and candidates are drawn from its own point of view.
    """
    verdict, few = _by_playouts(court, budget, state, turn, number)
    return _with_second_opinion(court, budget, state, verdict, few)


def _by_playouts(
    court: Court, budget: PlayoutBudget, state: State, turn: Turn, number: int
) -> tuple[Verdict, list[Candidate]]:
    seat, seed = turn.seat, court.seed_for(JUDGING, number, turn.seat)
    found = candidates(court, state, turn)

    def own(chosen: list[Candidate], worlds: int, first: int) -> np.ndarray:
        lines = [each.line for each in chosen]
        shares = court.shares(state, KNOWN, lines, worlds, seat=seat, seed=seed, first=first)
        return shares[:, :, seat] / court.unit

    sifted = own(found, budget.sift, 0)
    kept = _few(found, sifted.mean(axis=1), turn)
    closely = np.concatenate([sifted[kept], own([found[k] for k in kept], budget.choose, budget.sift)], axis=1)
    means = closely.mean(axis=1)
    order = sorted(range(len(kept)), key=lambda place: (-means[place], found[kept[place]].text != turn.text))
    few = [found[kept[place]] for place in order]
    expected = tuple((found[kept[place]].text, float(means[place])) for place in order)
    best = few[0]
    played = next(each for each in few if each.text == turn.text)
    if best.text == turn.text:
        loss = _difference(closely[order[1]], closely[order[0]])
        return Verdict(turn, number, best, loss, expected, len(found)), few
    fresh = own([best, played], budget.confirm, budget.sift + budget.choose)
    if float((fresh[0] - fresh[1]).mean()) > LOOKS_WRONG:
        more = own([best, played], budget.doubt, budget.sift + budget.choose + budget.confirm)
        fresh = np.concatenate([fresh, more], axis=1)
    return Verdict(turn, number, best, _difference(*fresh), expected, len(found)), few


# --- A second opinion -------------------------------------------------------------------------------------------------


def _with_second_opinion(
    court: Court, budget: PlayoutBudget, state: State, verdict: Verdict, few: list[Candidate]
) -> tuple[Verdict, list[Candidate]]:
    """What the bots' search says of it, which thinks ahead and judges by a net.

    Playouts by rules of thumb do not see everything: without its consent nothing is called an error, and what it is
    quite sure of is one whatever they say.
    """
    search = _Search(court, budget, state, verdict.turn, verdict.stride)
    if search.prefers(verdict.turn.text) < SECOND:
        return replace(verdict, agreed=False), few
    if verdict.name or search.prefers(verdict.turn.text) < ACCUSED:
        return verdict, few
    found = candidates(court, state, verdict.turn)
    best = next((each for each in found if each.text == search.expected[0].move), None)
    if best is None:  # one of thousands of bids
        return verdict, few
    both = [best, next(each for each in few if each.text == verdict.turn.text)]
    worths = [search.worth(each.line) for each in both]
    loss = worths[0].less(worths[1])
    if loss.low <= ACCUSED:
        return verdict, few
    expected = tuple((each.text, worth.value) for each, worth in zip(both, worths, strict=True))
    return replace(verdict, best=best, loss=loss, expected=expected, by_search=True), both


class _Search:
    """A search of one decision by what its seat knows."""

    def __init__(self, court: Court, budget: PlayoutBudget, state: State, turn: Turn, number: int) -> None:
        self.position = Position.at(court.game, {"players": court.players}, state, turn.seat)
        self.budget = Thinking(simulations=budget.second)
        self.seed = court.seed_for(SEARCHING, number, turn.seat)

    @cached_property
    def expected(self) -> tuple[Expectation, ...]:
        return SearchBot(STRONG, self.seed).decide(self.position, self.budget).expected

    def prefers(self, text: str) -> float:
        """Of the victory that its own move brings more than this one; a whole one if it has not tried it."""
        best = self.expected[0]
        return next((best.share - each.share for each in self.expected if each.move == text), 1.0)

    def worth(self, line: Line) -> ShareEstimate:
        thinking = replace(self.budget, simulations=CLOSELY * (self.budget.simulations or 0))
        share, visits = SearchBot(STRONG, self.seed).worth(self.position, [action for _, action in line], thinking)
        return ShareEstimate(share, MOST_SPREAD / sqrt(visits))


def _few(found: list[Candidate], means: np.ndarray, turn: Turn) -> list[int]:
    best = np.argsort(-means, kind="stable")[:FEW].tolist()
    played = next(place for place, each in enumerate(found) if each.text == turn.text)
    return best if played in best else [*best, played]


def _difference(one: np.ndarray, other: np.ndarray) -> ShareEstimate:
    apart = one - other
    return ShareEstimate(float(apart.mean()), float(apart.std()) / sqrt(len(apart)))


# --- What could have been done ----------------------------------------------------------------------------------------


def candidates(court: Court, state: State, turn: Turn) -> list[Candidate]:
    """The moves that are judged: all that are one action; of those of several parts the plausible ones, and `turn`'s.

    Looked for in a world that the seat could not tell from the true one.
    """
    game, seat = court.game, turn.seat
    here = game.resampled(state, seat, generator(0))
    game.greedy.reopen(here[0], seat)
    source = generator(court.seed_for(JUDGING, seat))
    found: dict[str, Line] = {turn.text: turn.line}
    for action in actions_in(game.compiled.open_actions(here, seat)):
        text = game.spoken.text(here, seat, action)
        if text is not None:
            found[text] = ((seat, action),)
        else:
            for heat in (0.0, court.judge.heat):
                composed = _completed(court, here, seat, action, heat, source)
                found[composed.text] = composed.line
    return [Candidate(text, line) for text, line in sorted(found.items())]


def _completed(court: Court, state: State, seat: int, action: int, heat: float, source: np.ndarray) -> Candidate:
    """A move of several decisions that begins with this one and goes on by rules of thumb, or by lot."""
    game, here, line = court.game, court.game.copy(state), []
    policy = stamped.policy(game)
    while True:
        text = game.spoken.text(here, seat, action)
        line.append((seat, action))
        if text is not None:
            return Candidate(text, tuple(line))
        game.compiled.apply(here, seat, action, None)
        if heat:
            action = int(court.kernels.draw(here, seat, heat, source))
        else:
            action = int(policy.decide(here, seat, 0.0, source))


# --- What could not be known ------------------------------------------------------------------------------------------


def hindsight(
    court: Court, budget: PlayoutBudget, step: Stride, verdict: Verdict, few: list[Candidate]
) -> Hindsight | None:
    """What a right move lost by hidden cards, by those that were to come, and by what others chose at the same time."""
    if verdict.lost > RIGHT or len(few) < 2:
        return None
    seat = verdict.turn.seat
    seed = court.seed_for(HINDSIGHT, verdict.stride, seat)

    def own(chosen: list[Candidate], worlds: int, first: int) -> np.ndarray:
        lines = [step.line_with(seat, each.line) for each in chosen]
        shares = court.shares(step.before, AFTER, lines, worlds, seed=seed, first=first)
        return shares[:, :, seat] / court.unit

    played = next(each for each in few if each.text == verdict.turn.text)
    means = own(few, budget.sift, 0).mean(axis=1)
    better = few[int(means.argmax())]
    if means.max() - means[few.index(played)] <= UNKNOWABLE:
        return None
    loss = _difference(*own([better, played], budget.confirm, budget.sift))
    return Hindsight(better.text, loss) if loss.low > UNKNOWABLE else None
