"""An analysis in words, in three languages: the same lines for the terminal and for a page."""

from collections.abc import Sequence

from pasar.coach import scale
from pasar.coach.analysis import Analysis, JudgedDecision
from pasar.coach.chances import CARDS, DEAL, GUESS, PLAY, SEAT, Shift
from pasar.coach.why import Explanation
from pasar.games.events import read
from pasar.games.spoken import Made
from pasar.games.words import words
from pasar.kernel.story import unpacked

LUCK_OF = (SEAT, DEAL, CARDS, GUESS)
PARTS = ("even", "luck", "own", "others")  # which add up to the result
MUCH = 20  # tenths of a point, from which somebody was lucky or unlucky
MINUS = "\N{MINUS SIGN}"


def adding_up(amounts: Sequence[int], whole: int, total: int | None = None) -> list[int]:
    """Amounts in tenths of a point of chance, rounded so that they add up to their rounded sum, or to `total`."""
    exact = [1000 * amount for amount in amounts]
    tenths = [amount // whole for amount in exact]
    lacking = (round(sum(exact) / whole) if total is None else total) - sum(tenths)
    step = 1 if lacking > 0 else -1
    by_rest = sorted(range(len(exact)), key=lambda place: -step * (exact[place] % whole))
    for place in by_rest[: abs(lacking)]:
        tenths[place] += step
    return tenths


class Coach:
    """Tells one analysis in one language to players of these names."""

    def __init__(self, analysis: Analysis, language: str, names: Sequence[str]) -> None:
        self.analysis, self.names = analysis, names
        self.own, self.game = words("pasar.coach", language), words(analysis.match.game.package, language)

    def heading(self, key: str) -> str:
        return self.own.say("table", key)

    def say(self, key: str, **values: object) -> str:
        return self.own.say("said", key, **values)

    def points(self, tenths: int, signed: bool = True) -> str:
        sign = MINUS if tenths < 0 else "+" if signed and tenths > 0 else ""
        return f"{sign}{abs(tenths) // 10}{self.heading('decimal')}{abs(tenths) % 10}"

    def rounded(self, value: float, signed: bool = True) -> str:
        return self.points(round(10 * value), signed)

    # --- What it came to ----------------------------------------------------------------------------------------------

    def parts(self, seat: int) -> list[int]:
        """Even share, luck, own play, others' play, in tenths of a point."""
        chances = self.analysis.chances
        amounts = (chances.even, chances.luck(seat), chances.own_play(seat), chances.others_play(seat))
        return adding_up(amounts, chances.whole)

    def headline(self, seat: int) -> str:
        _, luck, own, others = self.parts(seat)
        key = "neither" if abs(luck) < MUCH else "lucky" if luck > 0 else "unlucky"
        return self.say(
            key, seat=self.names[seat], luck=self.points(luck), own=self.points(own), others=self.points(others)
        )

    def table(self) -> tuple[list[str], list[list[str]]]:
        """The headings, and a row for each seat."""
        keys = ("player", *PARTS, "result", "decisions", "accuracy", "rate", "level")
        return [self.heading(key) for key in keys], [self._row(seat) for seat in range(len(self.names))]

    def _row(self, seat: int) -> list[str]:
        even, *rest = parts = self.parts(seat)
        accuracy, rate = self.analysis.accuracy(seat), self.analysis.error_rate(seat)
        graded = ("", "") if rate is None else (self.rounded(rate, signed=False), self.own.name(scale.level(rate)))
        return [
            self.names[seat], self.points(even, signed=False), *map(self.points, rest),
            self.points(sum(parts), signed=False),
            str(len(self.analysis.of(seat))), "" if accuracy is None else f"{accuracy:.0f}", *graded,
        ]  # fmt: skip

    def luck_table(self) -> tuple[list[str], list[list[str]]]:
        rows = []
        for seat, name in enumerate(self.names):
            chances = self.analysis.chances
            parts = adding_up([chances.part(seat, kind) for kind in LUCK_OF], chances.whole, self.parts(seat)[1])
            rows.append([name, *map(self.points, parts), self.points(sum(parts))])
        return [self.heading(key) for key in ("player", *LUCK_OF, "total")], rows

    # --- Where it turned ----------------------------------------------------------------------------------------------

    def turning_points(self) -> list[str]:
        return [self.turning_point(change) for change in self.analysis.turning_points] or [self.say("nothing_turned")]

    def turning_point(self, change: Shift) -> str:
        changes = ", ".join(
            f"{name} {self.points(tenths)}"
            for name, tenths in zip(self.names, self._tenths(change), strict=True)
            if tenths
        )  # fmt: skip
        if change.stride < 0:
            return self.say("by_deal", changes=changes)
        turns = self.analysis.steps[change.stride].turns
        if change.kind == PLAY:
            turn = next(turn for turn in turns if turn.seat == change.seat)
            sentence = self.move(change.stride, change.seat, turn.text)
            return self.say("by_play", move=turn.move, sentence=sentence, changes=changes)
        key = "by_cards" if change.kind == CARDS else "by_guess"
        return self.say(key, move=max(turn.move for turn in turns), changes=changes)

    def _tenths(self, change: Shift) -> list[int]:
        return adding_up(change.amounts, self.analysis.chances.whole)

    def move(self, stride: int, seat: int, text: str) -> str:
        """A move as a sentence: what is told of it first."""
        match = self.analysis.match
        made = match.game.spoken.decide(self.analysis.steps[stride].before, seat, text)
        assert isinstance(made, Made)  # it was played or judged, so it is open
        row = next(row for row in unpacked(made.story) if row[1] == seat)
        told = read(match.game, row, None, all_seeing=True)
        values = dict(told.values)
        other = values.get("other")
        if isinstance(other, int):
            values["other"] = self.names[other]
        return self.game.say("events", told.sentence, seat=self.names[seat], **values)

    # --- What could have been better ----------------------------------------------------------------------------------

    def errors(self) -> list[list[str]]:
        """For each error what it was, and why."""
        return [self._error(each) for each in self.analysis.decisions if each.verdict.name]

    def _error(self, decision: JudgedDecision) -> list[str]:
        verdict = decision.verdict
        turn, loss = verdict.turn, verdict.loss
        error = self.say(
            "error", move=turn.move, name=verdict.name, played=self.move(verdict.stride, turn.seat, turn.text),
            best=self.move(verdict.stride, turn.seat, verdict.best.text),
            lost=self.rounded(100 * loss.value, signed=False),
            low=self.rounded(100 * loss.low, signed=False), high=self.rounded(100 * loss.high, signed=False),
        )  # fmt: skip
        return [error, *([] if decision.reason is None else [self._why(decision.reason)])]

    def _why(self, reason: Explanation) -> str:
        parts = [
            self.say("part", source=self.game.say("sources", part.source), points=self.rounded(part.points.value),
                     ruling=part.ruling)
            for part in reason.parts
        ]  # fmt: skip
        if not parts or abs(round(10 * reason.rest)) > 0:
            parts.append(self.say("rest", points=self.rounded(reason.rest)))
        key = "why" if reason.points.value > 0 else "why_less"
        said = self.say(key, points=self.rounded(reason.points.value), parts=", ".join(parts))
        return f"{said} {self.say('why_others', others=self.rounded(reason.others.value))}"

    def unknown(self) -> list[str]:
        """Choices that were right for what was known, and wrong for what was true."""
        said = []
        for decision in self.analysis.decisions:
            verdict, found = decision.verdict, decision.hindsight
            if found is not None:
                seat = verdict.turn.seat
                said.append(self.say(
                    "could_not_know", move=verdict.turn.move, seat=self.names[seat],
                    played=self.move(verdict.stride, seat, verdict.turn.text),
                    best=self.move(verdict.stride, seat, found.better), lost=self.rounded(100 * found.loss.value),
                ))  # fmt: skip
        return said

    # --- How to read it -----------------------------------------------------------------------------------------------

    def reading(self) -> list[str]:
        analysis = self.analysis
        levels = [
            self.say("level_last", name=name)
            if bar == float("inf")
            else self.say("level", name=name, bar=self.rounded(bar, signed=False))
            for name, bar in scale.LEVELS
        ]
        judged = self.say("judged", judge=analysis.judge.shown, count=analysis.budget.curve,
                          budget=analysis.budget.name, seed=analysis.seed)  # fmt: skip
        return [self.say("parts"), self.say("accuracy", levels=", ".join(levels)), judged]
