"""Whether the coach is right, measured on games of bots: `python bench/coach.py luck|errors|blunders GAME ...`.

Without arguments a short look at all three.

luck       that luck has mean zero, and by how much less the adjusted result varies than the raw one
errors     the mean error a decision of bots of known order
blunders   how many planted blunders are named, and how many of a long search's own moves are
"""

import argparse
from collections.abc import Iterator
from dataclasses import replace
from math import sqrt
from time import process_time

import numpy as np

from pasar.bots.contract import Budget as Thinking
from pasar.bots.contract import Position
from pasar.bots.search import STRONG, SearchBot
from pasar.coach.chances import luck_of
from pasar.coach.decisions import judge
from pasar.coach.judge import BUDGETS, JUDGES, Court
from pasar.coach.walk import Stride, Turn, line_of, strides
from pasar.games import find
from pasar.lab.bot_match import play_match
from pasar.match.match import Match

Z95 = 1.96
LARGE = 0.20  # of the victory that a planted blunder loses
WIDE = replace(STRONG, prior=0.0, exploration=0.7)  # tries bad moves often enough to know them
ENOUGH = 40  # simulations of a move, for a search to know that


def games(asked: argparse.Namespace, bots: list[str]) -> Iterator[Match]:
    for number in range(asked.games):
        match = Match.new(asked.game, players=asked.players, seed=asked.seed + number)
        seats = [bots[(seat + number) % len(bots)] for seat in range(match.players)]
        play_match(match, seats, [1000 * number + seat for seat in range(match.players)])
        yield match


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
    print(f"  variance shrinks by {factor(raw, lucky):.2f} ({low:.2f} to {high:.2f})", flush=True)


def factor(raw: np.ndarray, lucky: np.ndarray) -> float:
    """Of all seats together."""
    return float(raw.var(axis=0).sum() / (raw - lucky).var(axis=0).sum())


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


def blunders(asked: argparse.Namespace) -> None:
    """Positions of games; in each a long search says which move is best, and which ones lose a lot."""
    dice = np.random.default_rng(asked.seed)
    planted = found = own = alarms = 0
    for number, match in enumerate(games(asked, asked.bots)):
        steps = strides(match)
        for place in dice.choice(len(steps), min(asked.positions, len(steps)), replace=False).tolist():
            step = steps[place]
            seat = step.turns[0].seat
            best, bad = searched(match, step, seat, asked.simulations, number)
            own += 1
            alarms += named(asked, match, step, seat, best, number, place)
            for text in bad[-1:]:
                planted += 1
                found += named(asked, match, step, seat, text, number, place)
    print(f"{asked.game}, {asked.players} players, {','.join(asked.bots)}, search of {asked.simulations}: "
          f"{found} of {planted} planted blunders named ({interval(found, planted)}); "
          f"{alarms} of {own} own moves of the search named ({interval(alarms, own)})", flush=True)  # fmt: skip


def searched(match: Match, step: Stride, seat: int, simulations: int, seed: int) -> tuple[str, list[str]]:
    """The move that a long search makes, and those that it knows to lose a lot."""
    position = Position.at(match.game, match.rules, step.before, seat)
    strong, wide = (
        SearchBot(settings, seed).decide(position, Thinking(simulations=simulations)).expected
        for settings in (STRONG, WIDE)
    )
    known = [each for each in wide if each.visits >= ENOUGH]
    top = max((each.share for each in known), default=0.0)
    return strong[0].move, [each.move for each in known if top - each.share >= LARGE]


def named(asked: argparse.Namespace, match: Match, step: Stride, seat: int, text: str, seed: int, place: int) -> bool:
    turn = Turn(1, seat, text, line_of(Match.resumed(match, step.before), seat, text))
    verdict, _ = judge(court_of(asked, seed), BUDGETS[asked.budget], step.before, turn, place)
    return bool(verdict.name)


def interval(part: int, of: int) -> str:
    """Wilson's, at 95 %."""
    if not of:
        return "none"
    share, z = part / of, Z95
    middle, half = share + z * z / (2 * of), z * sqrt(share * (1 - share) / of + z * z / (4 * of * of))
    return f"{(middle - half) / (1 + z * z / of):.1%} to {(middle + half) / (1 + z * z / of):.1%}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", nargs="?", choices=("luck", "errors", "blunders"))
    parser.add_argument("game", nargs="?", default="bali")
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--bots", default="greedy", type=lambda text: text.split(","))
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--playouts", type=int, default=256)
    parser.add_argument("--positions", type=int, default=5, help="of each game, for blunders")
    parser.add_argument("--simulations", type=int, default=4000)
    parser.add_argument("--budget", choices=BUDGETS, default="normal")
    parser.add_argument("--judge", choices=JUDGES, default="thumb")
    parser.add_argument("--seed", type=int, default=0)
    asked = parser.parse_args()
    if asked.what is None:
        asked.players, asked.games = 2, 20
    for name, measure in (("luck", luck), ("errors", errors), ("blunders", blunders)):
        if asked.what in (None, name):
            measure(asked)


if __name__ == "__main__":
    main()
