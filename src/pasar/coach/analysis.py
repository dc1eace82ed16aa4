"""A finished game, analysed: what was luck, what was play, and where it turned."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from pasar.coach import scale
from pasar.coach.chances import CARDS, DEAL, GUESS, PLAY, SEAT, Chances, Shift, chances_of, luck_of
from pasar.coach.decisions import Z95, Hindsight, ShareEstimate, Verdict, hindsight, judge
from pasar.coach.judge import Court, Judge, PlayoutBudget, find_budget, find_judge
from pasar.coach.walk import Stride, strides
from pasar.coach.why import Explanation, why
from pasar.errors import PasarError
from pasar.match.match import Match
from pasar.match.record import replay

FORMAT = "pasar-analysis/1"
DIGITS = 4  # of shares in JSON; amounts that add up are whole numbers
TURNING = 0.10  # of the victory that somebody gains or loses at a turning point
MOST_TURNING = 5
LUCK_PLAYOUTS = 512  # where only luck is asked for

Progress = Callable[[int, int], None]  # so much of so much is done


@dataclass(frozen=True)
class JudgedDecision:
    """One decision, with why it was an error if it was one."""

    verdict: Verdict
    reason: Explanation | None
    hindsight: Hindsight | None


@dataclass(frozen=True)
class Analysis:
    match: Match
    judge: Judge
    budget: PlayoutBudget
    seed: int
    steps: list[Stride]
    chances: Chances
    decisions: list[JudgedDecision]

    def of(self, seat: int) -> list[JudgedDecision]:
        return [each for each in self.decisions if each.verdict.turn.seat == seat]

    def accuracy(self, seat: int) -> float | None:
        """From 0 to 100, on Lichess' scale."""
        weighing = scale.weights((self.chances.curve[:, seat] / self.chances.whole).tolist())
        own = [each.verdict for each in self.of(seat)]
        return scale.game_accuracy([scale.accuracy(v.lost) for v in own], [weighing[v.stride] for v in own])

    def error_rate(self, seat: int) -> float | None:
        """Points of chance lost a decision."""
        return scale.error_rate([each.verdict.error for each in self.of(seat)])

    @property
    def turning_points(self) -> list[Shift]:
        """What changed somebody's chances most, in the order in which it happened."""
        bar = TURNING * self.chances.whole
        large = [change for change in self.chances.changes if change.kind != SEAT and _sure(change) >= bar]
        large.sort(key=lambda change: -max(map(abs, change.amounts)))
        return sorted(large[:MOST_TURNING], key=self.chances.changes.index)

    def adjusted(self, seat: int) -> float:
        """The result without the luck of deal and cards, as a share of the victory (see `luck`)."""
        luck = self.chances.part(seat, DEAL) + self.chances.part(seat, CARDS)
        return (self.chances.result(seat) - luck) / self.chances.whole

    def as_json(self) -> dict[str, Any]:
        match = self.match
        return {
            "format": FORMAT,
            "game": match.game.name,
            "rules": match.game.written(match.rules),
            "judge": {"name": self.judge.name, "version": self.judge.version, "game": match.game.version},
            "budget": self.budget.name,
            "seed": self.seed,
            "result": {"points": match.points, "winners": list(match.winners)},
            "whole": self.chances.whole,
            "seats": [self._seat_json(seat) for seat in range(match.players)],
            "curve": [self._position_json(place) for place in range(len(self.chances.curve))],
            "turning_points": [self._change_json(change) for change in self.turning_points],
            "decisions": [_decision_json(each) for each in self.decisions],
        }

    def told(self) -> dict[str, Any]:
        """The same for whoever looks at the game: of decisions only those of which there is something to say."""
        whole = self.as_json()
        said = [each for each in whole["decisions"] if each["name"] or each["could_not_know"]]
        return {**whole, "decisions": said}

    def _seat_json(self, seat: int) -> dict[str, Any]:
        chances, accuracy, rate = self.chances, self.accuracy(seat), self.error_rate(seat)
        return {
            "result": chances.result(seat),
            "even": chances.even,
            "luck": chances.luck(seat),
            "own_play": chances.own_play(seat),
            "others_play": chances.others_play(seat),
            "luck_of": {kind: chances.part(seat, kind) for kind in (SEAT, DEAL, CARDS, GUESS)},
            "play_of": [chances.part(seat, PLAY, [other]) for other in range(chances.players)],
            "adjusted": _round(self.adjusted(seat)),
            "decisions": len(self.of(seat)),
            "accuracy": None if accuracy is None else round(accuracy, 1),
            "error_rate": None if rate is None else round(rate, 2),
            "level": None if rate is None else scale.level(rate),
        }

    def _position_json(self, place: int) -> dict[str, Any]:
        chances = self.chances
        moves = max(turn.move for turn in self.steps[place - 1].turns) if place else 0
        shares, band = chances.curve[place] / chances.whole, Z95 * chances.errors[place] / chances.whole
        return {"moves": moves, "shares": _rounded(shares), "band": _rounded(band)}

    def _change_json(self, change: Shift) -> dict[str, Any]:
        turns = self.steps[change.stride].turns if change.stride >= 0 else ()
        moves = [turn.move for turn in turns if change.seat in (-1, turn.seat)]
        return {
            "moves": moves,
            "kind": change.kind,
            "seat": change.seat if change.seat >= 0 else None,
            "amounts": list(change.amounts),
        }


def _sure(change: Shift) -> float:
    """The largest amount that the change surely has, in either direction."""
    return max(abs(amount) - Z95 * error for amount, error in zip(change.amounts, change.errors, strict=True))


def _round(share: float) -> float:
    return round(share, DIGITS) + 0.0  # no -0.0


def _rounded(shares: np.ndarray) -> list[float]:
    return [_round(share) for share in shares.tolist()]


def _decision_json(decision: JudgedDecision) -> dict[str, Any]:
    verdict, reason, unknown = decision.verdict, decision.reason, decision.hindsight
    return {
        "move": verdict.turn.move,
        "seat": verdict.turn.seat,
        "played": verdict.turn.text,
        "best": verdict.best.text,
        "error": _round(verdict.error),
        "interval": [_round(max(0.0, verdict.loss.low)), _round(max(0.0, verdict.loss.high))],
        "name": verdict.name or None,
        "accuracy": round(scale.accuracy(verdict.lost), 1),
        "judged": verdict.open,
        "expected": [{"move": text, "share": _round(share)} for text, share in verdict.expected],
        "why": None if reason is None else reason.as_json(),
        "could_not_know": None
        if unknown is None
        else {"better": unknown.better, "lost": _round(unknown.loss.value), "interval": _interval(unknown.loss)},
    }


def _interval(estimate: ShareEstimate) -> list[float]:
    return [_round(estimate.low), _round(estimate.high)]


# --- Luck alone -------------------------------------------------------------------------------------------------------


def luck(match: Match, seed: int = 0, judge: str = "thumb", playouts: int = LUCK_PLAYOUTS) -> list[float]:
    """The luck of every seat with the deal and with cards in a finished game, as shares of the victory.

    Its mean is zero whoever plays, so a result without it has the same mean.
    """
    court = Court(match.game, match.players, find_judge(judge), seed)
    units = luck_of(court, match.dealt, strides(match), playouts)
    return [int(each) / (court.unit * playouts) for each in units]


# --- Analysing --------------------------------------------------------------------------------------------------------


def analyse(
    record: dict[str, Any] | Match, judge: str = "thumb", budget: str | PlayoutBudget = "normal", seed: int = 0,
    report: Progress = lambda done, of: None,
) -> Analysis:  # fmt: skip
    """The analysis of a finished game. The same record, judge, budget and seed give the same answer.

    Raises BadRecord for a record that does not replay, PasarError for a game that is not over or cannot be judged.
    """
    match = record if isinstance(record, Match) else replay(record)
    chosen, spending = find_judge(judge), budget if isinstance(budget, PlayoutBudget) else find_budget(budget)
    court = Court(match.game, match.players, chosen, seed)
    if not match.over:
        raise PasarError(f"after {len(match)} moves the game is not over: only finished games are analysed")
    steps = strides(match)
    if not steps:
        raise PasarError("nobody had anything to decide in this game: there is nothing to analyse")
    every = len(steps) + sum(len(step.turns) for step in steps)
    found = chances_of(court, match.dealt, steps, spending.curve, lambda done: report(done, every))
    decisions = []
    for done, decision in enumerate(_decided(court, spending, steps), len(steps) + 1):
        decisions.append(decision)
        report(done, every)
    return Analysis(match, chosen, spending, seed, steps, found, decisions)


def _decided(court: Court, budget: PlayoutBudget, steps: list[Stride]) -> Iterator[JudgedDecision]:
    for number, step in enumerate(steps):
        for turn in step.turns:
            verdict, few = judge(court, budget, step.before, turn, number)
            played = next(each for each in few if each.text == turn.text)
            reason = why(court, budget, step.before, verdict, played) if verdict.name else None
            if reason is not None and verdict.by_search and reason.points.value <= 0.0:
                reason = None  # played on by rules of thumb it brings no more: they cannot say why
            yield JudgedDecision(verdict, reason, hindsight(court, budget, step, verdict, few))
