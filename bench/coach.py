"""Whether the coach is right, measured on games of bots: `python bench/coach.py luck|errors|blunders|time GAME ...`.

Without arguments a short look at all four.

luck       that luck has mean zero, and by how much less the adjusted result varies than the raw one
errors     the mean error a decision of bots of known order
blunders   how many planted blunders are named, and how many of a long search's own moves are
time       how long a whole game takes
"""

import argparse
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from math import sqrt
from time import perf_counter, process_time

import numpy as np

from pasar.bots import stamped
from pasar.bots.contract import Budget as Thinking
from pasar.bots.contract import Expectation, Position
from pasar.bots.search import STRONG, SearchBot, SearchSettings
from pasar.coach import analyse
from pasar.coach.chances import luck_of
from pasar.coach.decisions import MOST_SPREAD, ShareEstimate, judge
from pasar.coach.judge import BUDGETS, JUDGES, Court, Line
from pasar.coach.walk import Stride, Turn, line_of, strides
from pasar.games import find
from pasar.kernel.rng import generator
from pasar.lab.bot_match import play_match
from pasar.match.match import Match

Z95 = 1.96
OWN = "own"  # in the place of a bot: the judge's own policy
LARGE = 0.20  # of the victory that a planted blunder loses
WIDE = replace(STRONG, prior=0.0, exploration=0.7)  # tries bad moves often enough to know them
SCREENING = 1500  # simulations that say whether it is worth a long look


def games(asked: argparse.Namespace, bots: list[str]) -> Iterator[Match]:
    for number in range(asked.games):
        switches = dict.fromkeys(asked.switches, True)
        match = Match.new(asked.game, players=asked.players, seed=asked.seed + number, **switches)
        if bots == [OWN]:
            play_by_judge(match, court_of(asked, asked.seed + number))
        else:
            seats = [bots[(seat + number) % len(bots)] for seat in range(match.players)]
            play_match(match, seats, [1000 * number + seat for seat in range(match.players)])
        yield match


def play_by_judge(match: Match, court: Court) -> None:
    """As playouts go on: whoever decides alone by lot with one heat, those who decide at once with another."""
    source, policy = generator(court.seed_for(0)), stamped.policy(match.game)
    while not match.over:
        seats = match.to_act
        heat = court.judge.heat if len(seats) > 1 else court.judge.alone
        for seat in seats:
            if heat:
                action = court.kernels.draw(match.state, seat, heat, source)
            else:
                action = policy.decide(match.state, seat, 0.0, source)
            match.act(seat, int(action))


def mean(values: np.ndarray) -> str:
    return f"{values.mean():+.4f} +- {Z95 * values.std(ddof=1) / sqrt(len(values)):.4f}"


def court_of(asked: argparse.Namespace, seed: int) -> Court:
    return Court(find(asked.game), asked.players, JUDGES[asked.judge], seed)


# --- Luck -------------------------------------------------------------------------------------------------------------


def luck(asked: argparse.Namespace) -> None:
    raw, lucky, began = [], [], process_time()
    for number, match in enumerate(games(asked, asked.bots)):
        court = court_of(asked, 7_000_000 + number)
        found = luck_of(court, match.dealt, strides(match), asked.playouts)
        lucky.append(found / (court.unit * asked.playouts))
        raw.append([(seat in match.winners) / len(match.winners) for seat in range(match.players)])
        if number + 1 in (50, 200, asked.games) or (number + 1) % 500 == 0:
            tell_luck(asked, np.array(raw), np.array(lucky), process_time() - began)


def tell_luck(asked: argparse.Namespace, raw: np.ndarray, lucky: np.ndarray, seconds: float) -> None:
    print(f"{asked.game}, {asked.players} players, {','.join(asked.bots)}, judge {asked.judge}: {len(raw)} games, "
          f"{asked.playouts} playouts, {seconds / len(raw):.2f} s a game", flush=True)  # fmt: skip
    for seat in range(raw.shape[1]):
        both = np.corrcoef(raw[:, seat], lucky[:, seat])[0, 1]
        print(f"  seat {seat}: luck {mean(lucky[:, seat])}, raw {mean(raw[:, seat])}, adjusted "
              f"{mean(raw[:, seat] - lucky[:, seat])}, spread {lucky[:, seat].std():.2f}, r {both:.2f}")  # fmt: skip
    drawn = np.random.default_rng(0).integers(0, len(raw), (400, len(raw)))
    factors = [factor(raw[chosen], lucky[chosen]) for chosen in drawn]
    low, high = np.quantile(factors, (0.025, 0.975))
    best = factor(raw, fitted(raw, lucky))
    print(f"  variance shrinks by {factor(raw, lucky):.2f} ({low:.2f} to {high:.2f}), by {best:.2f} with luck times "
          "what fits the other half of the games", flush=True)  # fmt: skip
    for place, bot in enumerate(asked.bots if len(asked.bots) > 1 else ()):
        seats = (place - np.arange(len(raw))) % len(asked.bots)  # its first one in each game
        own, luck = raw[np.arange(len(raw)), seats], lucky[np.arange(len(raw)), seats]
        print(f"  {bot}: luck {mean(luck)}, raw {mean(own)}, adjusted {mean(own - luck)}", flush=True)


def factor(raw: np.ndarray, lucky: np.ndarray) -> float:
    """Of all seats together."""
    return float(raw.var(axis=0).sum() / (raw - lucky).var(axis=0).sum())


def fitted(raw: np.ndarray, lucky: np.ndarray) -> np.ndarray:
    """Luck times what makes results vary least, found in the other half of the games, so that its mean stays zero."""
    halves = np.arange(len(raw)) % 2
    found = np.empty_like(lucky)
    for half in (0, 1):
        others = halves != half
        apart = lucky[others] - lucky[others].mean(axis=0)
        found[~others] = lucky[~others] * (apart * raw[others]).sum() / (apart**2).sum()
    return found


# --- Errors -----------------------------------------------------------------------------------------------------------


def errors(asked: argparse.Namespace) -> None:
    for bot in asked.bots:
        rates, named, count = [], 0, 0
        for number, match in enumerate(games(asked, [bot])):
            court, found = court_of(asked, number), []
            for place, step in enumerate(strides(match)):
                for turn in step.turns:
                    verdict, _ = judge(court, BUDGETS[asked.budget], step.before, turn, place)
                    found.append(verdict.error)
                    named += bool(verdict.name)
            count += len(found)
            rates.append(100 * np.mean(found))
        print(f"{asked.game}, {asked.players} players, {bot}: {len(rates)} games, {count} decisions, error a decision "
              f"{mean(np.array(rates))} points of chance; {100 * named / count:.1f} % named", flush=True)  # fmt: skip


# --- Blunders ---------------------------------------------------------------------------------------------------------


@dataclass
class Count:
    """How many of some moves the coach gave a name, and which."""

    moves: int = 0
    names: Counter[str] = field(default_factory=Counter)

    def add(self, name: str) -> None:
        self.moves += 1
        if name:
            self.names[name] += 1

    def __str__(self) -> str:
        each = ", ".join(f"{count} {name}" for name, count in self.names.most_common())
        named = self.names.total()
        return f"{named} of {self.moves} ({interval(named, self.moves)}{'; ' if each else ''}{each})"


def blunders(asked: argparse.Namespace) -> None:
    """Positions of games; in each a very long search says which move it makes, and which one loses a lot for sure."""
    dice, began = np.random.default_rng(asked.seed), process_time()
    planted, own = Count(), Count()
    for number, match in enumerate(games(asked, asked.bots)):
        steps = strides(match)
        for place in dice.choice(len(steps), min(asked.positions, len(steps)), replace=False).tolist():
            step = steps[place]
            at = Place(asked, match, step, step.turns[0].seat, number, place)
            if own.moves < asked.own:
                own.add(at.named(at.best()))
            bad = at.blunder() if planted.moves < asked.planted else None
            if bad is not None:
                planted.add(at.named(bad))
        if planted.moves >= asked.planted and own.moves >= asked.own:
            break
    print(f"{asked.game}, {asked.players} players, {','.join(asked.bots)}, search of {asked.simulations}, seed "
          f"{asked.seed}, {number + 1} games, {process_time() - began:.0f} s: planted blunders named {planted}; "
          f"own moves of the search named {own}", flush=True)  # fmt: skip


@dataclass(frozen=True)
class Place:
    """One decision in a game, as its seat knew it."""

    asked: argparse.Namespace
    match: Match
    step: Stride
    seat: int
    number: int
    place: int

    def best(self) -> str:
        """The move that a very long search makes."""
        return self._searched(STRONG, self.asked.simulations, 1)[0].move

    def blunder(self) -> str | None:
        """The worst move, if very long searches show that it loses a lot."""
        short = self._searched(WIDE, SCREENING, 2)
        best, worst = max(short, key=lambda each: each.share), min(short, key=lambda each: each.share)
        if best.share - worst.share < LARGE:
            return None
        top, bad = (self._worth(each.move) for each in (best, worst))
        return worst.move if top.low - bad.high >= LARGE else None

    def _searched(self, settings: SearchSettings, simulations: int, seed: int) -> tuple[Expectation, ...]:
        return (
            SearchBot(settings, 10 * self.number + seed)
            .decide(self._position, Thinking(simulations=simulations))
            .expected
        )

    @property
    def _position(self) -> Position:
        return Position.at(self.match.game, self.match.rules, self.step.before, self.seat)

    def _worth(self, text: str) -> ShareEstimate:
        """A very long search in which the seat makes this move, whatever it looks like."""
        actions, thinking = [action for _, action in self._line(text)], Thinking(simulations=self.asked.simulations)
        share, visits = SearchBot(STRONG, 10 * self.number + 3).worth(self._position, actions, thinking)
        return ShareEstimate(share, MOST_SPREAD / sqrt(visits))

    def _line(self, text: str) -> Line:
        return line_of(Match.resumed(self.match, self.step.before), self.seat, text)

    def named(self, text: str) -> str:
        """What the coach calls a move."""
        turn = Turn(1, self.seat, text, self._line(text))
        court = court_of(self.asked, self.number)
        verdict, _ = judge(court, BUDGETS[self.asked.budget], self.step.before, turn, self.place)
        if self.asked.verbose:
            print(f"  game {self.number}, step {self.place}, {text}: {verdict.name or 'nothing'}, "
                  f"loss {verdict.loss.value:.3f} from {verdict.loss.low:.3f}, agreed {verdict.agreed}")  # fmt: skip
        return verdict.name


# --- Time -------------------------------------------------------------------------------------------------------------


def time(asked: argparse.Namespace) -> None:
    """Whole games, each analysed once; the first one is left out: compiled code is read in it."""
    taken, decisions = [], []
    for match in games(asked, asked.bots):
        began = perf_counter(), process_time()
        found = analyse(match, budget=asked.budget, seed=1)
        taken.append((perf_counter() - began[0], process_time() - began[1]))
        decisions.append(len(found.decisions))
    seconds, busy = np.array(taken[1:]).T
    print(f"{asked.game}, {asked.players} players, {','.join(asked.switches)}, {len(seconds)} games of {decisions[1:]} "
          f"decisions, budget {asked.budget}: {np.median(seconds):.1f} s at the median, {seconds.max():.1f} at most; "
          f"processor {np.median(busy):.1f} and {busy.max():.1f} s", flush=True)  # fmt: skip


def interval(part: int, of: int) -> str:
    """Wilson's, at 95 %."""
    if not of:
        return "none"
    share, z = part / of, Z95
    middle, half = share + z * z / (2 * of), z * sqrt(share * (1 - share) / of + z * z / (4 * of * of))
    return f"{(middle - half) / (1 + z * z / of):.1%} to {(middle + half) / (1 + z * z / of):.1%}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", nargs="?", choices=("luck", "errors", "blunders", "time"))
    parser.add_argument("game", nargs="?", default="bali")
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--bots", default="greedy", type=lambda text: text.split(","))
    parser.add_argument("--switches", default=(), type=lambda text: text.split(","), help="variants")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--playouts", type=int, default=256)
    parser.add_argument("--positions", type=int, default=5, help="of each game, for blunders")
    parser.add_argument("--simulations", type=int, default=20_000, help="of a very long search")
    parser.add_argument("--planted", type=int, default=100, help="blunders at most")
    parser.add_argument("--own", type=int, default=400, help="own moves of the search at most")
    parser.add_argument("--verbose", action="store_true", help="tell every verdict on a blunder or own move")
    parser.add_argument("--budget", choices=BUDGETS, default="normal")
    parser.add_argument("--judge", choices=JUDGES, default="thumb")
    parser.add_argument("--seed", type=int, default=0)
    asked = parser.parse_args()
    if asked.what is None:
        asked.players, asked.games = 2, 20
    for name, measure in (("luck", luck), ("errors", errors), ("blunders", blunders), ("time", time)):
        if asked.what in (None, name):
            measure(asked)


if __name__ == "__main__":
    main()
