"""Positions to solve: taken from games between bots, each with the proof that one move is clearly the best.

A position counts only if in fresh worlds that its player could not tell apart the best move leads every other one by
more than `CLEAR`, at the bottom of an interval of `SURE` standard errors, and a long search would make it as well.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import sqrt
from typing import Any

import numpy as np

from pasar.bots import stamped
from pasar.bots.contract import Budget as Thinking
from pasar.bots.contract import Position
from pasar.bots.search import STRONG, SearchBot
from pasar.coach.decisions import SECOND, Candidate, candidates
from pasar.coach.judge import Court, find_judge
from pasar.coach.playouts import KNOWN
from pasar.coach.walk import Stride, strides
from pasar.coach.why import reasons
from pasar.errors import PasarError
from pasar.games.contract import Game
from pasar.kernel.rng import generator
from pasar.lab.bot_match import play_match
from pasar.match.match import Match

FORMAT = "pasar-positions/1"
CLEAR = 0.05  # of the victory by which the best move surely leads
SURE = 3.0  # standard errors: of hundreds of positions not one should be wrong by chance
LOOKS_CLEAR = 0.08  # of the victory, in the first short look
SHORT, LONG = 40, 1024  # worlds of the first look, and of the proof
SEARCH = 3000  # simulations of the search that has to agree
EXPLAINED = 256  # worlds in which moves are compared by where points come from
NAMED = 3  # sources of points that are named
FEWEST_MOVES = 3  # to choose from
OF_ONE_GAME = 4
MOST_GAMES = 50  # for each position asked for
APART = 6  # moves between two positions of one game
SHARE_OF_KIND = 0.4  # of all positions that may be of one phase, or of one difficulty
SHARE_LATER = 0.9  # the same when half as many games have been played as positions are asked for
EASY, MEDIUM, HARD = 1, 2, 3
FAR = 0.15  # of the victory: a lead that is seen from afar
BOTS = ("easy", "greedy", "easy", "random")  # who play: positions are to be of all kinds, not those of good play alone
SIFTING, PROVING, EXPLAINING, SEARCHING = 11, 12, 13, 14  # questions with worlds of their own

Progress = Callable[[int], None]  # so many are found


@dataclass(frozen=True)
class Proof:
    """What each move loses against the best one, as shares of the victory: best first."""

    moves: tuple[Candidate, ...]
    losses: tuple[float, ...]
    surely: float  # what every other move surely loses


def make(game: Game, count: int, seed: int, report: Progress = lambda found: None) -> dict[str, Any]:
    """As many positions as asked for. The same seed gives the same ones."""
    records: list[dict[str, Any]] = []
    found: list[dict[str, Any]] = []
    kinds: Counter[str | int] = Counter()
    for number in range(MOST_GAMES * count):
        match = _played(game, seed, number)
        taken: list[dict[str, Any]] = []
        share = SHARE_OF_KIND if number < count // 2 else SHARE_LATER
        for position in _of_game(match, seed + number, kinds, share * count):
            taken.append({"record": len(records), **position})
            report(len(found) + len(taken))
            if len(taken) == OF_ONE_GAME or len(found) + len(taken) == count:
                break
        if taken:
            records.append(_beginning(match, max(each["moves"] for each in taken)))
            found += taken
        if len(found) == count:
            return _sheet(game, seed, records, found)
    raise PasarError(f"{game.name}: only {len(found)} clear positions in {MOST_GAMES * count} games")


def _sheet(game: Game, seed: int, records: list[dict[str, Any]], found: list[dict[str, Any]]) -> dict[str, Any]:
    order = sorted(found, key=lambda each: (each["difficulty"], each["theme"], -each["surely"]))
    return {"format": FORMAT, "game": game.name, "version": game.version, "seed": seed, "records": records,
            "positions": order}  # fmt: skip


def _played(game: Game, seed: int, number: int) -> Match:
    seats = game.seats
    match = Match.new(game.name, players=seats[number % len(seats)], seed=seed + number)
    bots = [BOTS[(number + seat) % len(BOTS)] for seat in range(match.players)]
    play_match(match, bots, [1000 * number + seat for seat in range(match.players)])
    return match


def _beginning(match: Match, moves: int) -> dict[str, Any]:
    record = match.record()
    return {key: record[key] for key in ("rules", "setup")} | {"moves": record["moves"][:moves]}


def _of_game(match: Match, seed: int, kinds: Counter[str | int], most: float) -> Iterator[dict[str, Any]]:
    """Clear positions of one game, from anywhere in it, of kinds of which there are not enough yet."""
    game = match.game
    court = Court(game, match.players, find_judge("thumb"), seed)
    steps, dice, taken = strides(match), np.random.default_rng(seed), [-APART]
    for place in dice.permutation(len(steps)).tolist():
        step = steps[place]
        before = step.turns[0].move - 1
        theme = game.state.PHASES[int(step.before["phase"][0])]
        if kinds[theme] >= most or min(abs(before - other) for other in taken) < APART:
            continue
        seat = step.turns[int(dice.integers(len(step.turns)))].seat
        proof = _proof(court, step, seat, place)
        difficulty = _difficulty(court, step, seat, proof) if proof else EASY
        if proof is not None and kinds[difficulty] < most:
            kinds.update((theme, difficulty))
            taken.append(before)
            position = {"moves": before, "seat": seat, "theme": theme, "difficulty": difficulty}
            yield position | _answers(court, step, seat, place, proof)


def _proof(court: Court, step: Stride, seat: int, stride: int) -> Proof | None:
    turn = next(turn for turn in step.turns if turn.seat == seat)
    found = candidates(court, step.before, turn)
    if len(found) < FEWEST_MOVES or all(len(each.line) > 1 for each in found):
        return None
    first = _shares(court, step, seat, found, SHORT, court.seed_for(SIFTING, stride, seat)).mean(axis=1)
    order = np.argsort(-first, kind="stable")
    if first[order[0]] - first[order[1]] < LOOKS_CLEAR:
        return None
    best = found[int(order[0])]
    if len(best.line) > 1:
        return None  # of moves with several parts only some are judged: one of the others may be as good
    shares = _shares(court, step, seat, found, LONG, court.seed_for(PROVING, stride, seat))
    apart = shares[int(order[0])] - shares
    losses, errors = apart.mean(axis=1), apart.std(axis=1) / sqrt(LONG)
    surely = np.delete(losses - SURE * errors, int(order[0])).min()
    if surely <= CLEAR or not _search_agrees(court, step, seat, stride, best):
        return None
    by_loss = np.argsort(losses, kind="stable").tolist()
    return Proof(tuple(found[k] for k in by_loss), tuple(float(losses[k]) for k in by_loss), float(surely))


def _shares(court: Court, step: Stride, seat: int, moves: list[Candidate], worlds: int, seed: int) -> np.ndarray:
    lines = [each.line for each in moves]
    return court.shares(step.before, KNOWN, lines, worlds, seat=seat, seed=seed)[:, :, seat] / court.unit


def _search_agrees(court: Court, step: Stride, seat: int, stride: int, best: Candidate) -> bool:
    position = Position.at(court.game, {"players": court.players}, step.before, seat)
    bot = SearchBot(STRONG, court.seed_for(SEARCHING, stride, seat) % 2**32)
    found = bot.decide(position, Thinking(simulations=SEARCH)).expected
    return found[0].move == best.text and (len(found) < 2 or found[0].share - found[1].share >= SECOND)


def _answers(court: Court, step: Stride, seat: int, stride: int, proof: Proof) -> dict[str, Any]:
    """The best move, and of every other one what it loses, and why."""
    lines = [each.line for each in proof.moves]
    found = reasons(court, step.before, seat, lines, EXPLAINED, court.seed_for(EXPLAINING, stride, seat))
    others = {
        move.text: {
            "lost": round(100 * loss, 1),
            "points": round(reason.points.value, 1),
            "parts": [[part.source, part.ruling, round(part.points.value, 1)] for part in reason.parts[:NAMED]],
        }
        for move, loss, reason in zip(proof.moves[1:], proof.losses[1:], found, strict=True)
    }
    return {
        "best": proof.moves[0].text,
        "surely": round(100 * proof.surely, 1),
        "others": others,
    }


def _difficulty(court: Court, step: Stride, seat: int, proof: Proof) -> int:
    """Hard is what rules of thumb get wrong, easy what they get right and what is seen from afar."""
    action = int(stamped.policy(court.game).decide(step.before, seat, 0.0, generator(0)))
    if action != proof.moves[0].line[0][1]:
        return HARD
    return EASY if proof.losses[1] >= FAR else MEDIUM
