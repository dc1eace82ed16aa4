"""Decisions of a game, looked at one by one: how many answers they have, what is hidden, and what the answer is worth.

The numbers are those that TAG, a framework for tabletop games, reports of games: branching, hidden information, and how
many decisions matter. Forced answers are played by the rules (T1), so every decision here has two answers at least.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from pasar.bots import stamped
from pasar.bots.roster import COMPILED
from pasar.games.contract import State, actions_in
from pasar.kernel.rng import game_seed, generator
from pasar.kernel.stamp import stamp
from pasar.lab.balance.moments import Estimate
from pasar.lab.rows import Plan
from pasar.lab.statistics import Z95

LOOKED_AT = 4  # decisions of each game
WORLDS = 128  # for choosing the best and the worst answer, and as many others for how much they differ
SUPPOSED = 8  # worlds that say what is hidden
MATTERS = 0.05  # of the victory between the best and the worst answer; a bar of ours
PARTS = 4  # of a game


@dataclass(frozen=True)
class DecisionSeen:
    """One decision."""

    game: int
    when: float  # the part of the game's decisions that was made before it
    answers: int
    hidden: float  # part of the numbers in play that the deciding seat cannot know
    secrets: float  # part of them that another seat knows
    best: float  # what the best answer brings more than any at random, in parts of the victory
    apart: float  # what it brings more than the worst
    matters: bool  # whether that is `MATTERS` or more, and surely more than nothing


@dataclass(frozen=True)
class Decisions:
    """Of many games."""

    looks: Sequence[DecisionSeen]
    answers: np.ndarray  # of every decision, looked at or not
    answers_by_game: Sequence[float]  # their mean

    def mean(self, name: str, looks: Sequence[DecisionSeen] | None = None) -> Estimate:
        """Games are the pieces of luck: decisions of one game count as one."""
        games: dict[int, list[float]] = {}
        for look in self.looks if looks is None else looks:
            games.setdefault(look.game, []).append(float(getattr(look, name)))
        return estimate([sum(each) / len(each) for each in games.values()])

    def by_part(self) -> list[tuple[float, Estimate]]:
        """What the best answer brings, by the part of the game it is asked in."""
        parts: dict[int, list[DecisionSeen]] = {}
        for look in self.looks:
            parts.setdefault(min(PARTS - 1, int(look.when * PARTS)), []).append(look)
        return [((part + 0.5) / PARTS, self.mean("best", looks)) for part, looks in sorted(parts.items())]


def estimate(values: Sequence[float]) -> Estimate:
    spread = float(np.std(values, ddof=1)) if len(values) > 1 else float("inf")
    return Estimate(float(np.mean(values)), Z95 * spread / len(values) ** 0.5)


# --- Looking ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Asked:
    """A decision that is to be looked at."""

    game: int
    when: float
    state: State
    seat: int


def look_at(plan: Plan, first: int, count: int) -> Decisions:
    """Decisions of games `first` to `first + count - 1` of a plan of bots that decide by chance or rules of thumb."""
    asked: list[_Asked] = []
    answers: list[list[int]] = []
    for number in range(first, first + count):
        states, found = _walked(plan, number)
        answers.append(found)
        source = generator(int(game_seed(plan.word, number)))
        asked += [_Asked(number, place / len(states), *states[place]) for place in _some(len(states), source)]
    in_play = _varying([each.state for each in asked])
    looks = [_look(plan, each, in_play) for each in asked]
    return Decisions(looks, np.array([each for game in answers for each in game]), [float(np.mean(a)) for a in answers])


def _walked(plan: Plan, number: int) -> tuple[list[tuple[State, int]], list[int]]:
    """A game: every decision with its state and seat, and how many answers each has."""
    game, policy = plan.found, stamped.policy(plan.found)
    source = generator(int(game_seed(plan.word, number)))
    state = game.deal(plan.checked, source)
    game.compiled.start(state, None)
    states, answers = [], []
    while acting := game.to_act(state):
        seat = acting[0]
        states.append((state.copy(), seat))
        answers.append(int(game.compiled.open_actions(state, seat)).bit_count())
        action = int(policy.decide(state, seat, COMPILED[plan.bots[seat]], source))
        game.compiled.apply(state, seat, action, None)
    return states, answers


def _some(count: int, source: np.ndarray) -> list[int]:
    """Places drawn by lot, in order."""
    drawn = np.random.Generator(np.random.PCG64(int(source[0]))).permutation(count)
    return sorted(drawn[:LOOKED_AT].tolist())


def _look(plan: Plan, asked: _Asked, in_play: np.ndarray) -> DecisionSeen:
    hidden, secret = _hidden(plan, asked, in_play)
    open_actions = np.array(list(actions_in(plan.found.compiled.open_actions(asked.state, asked.seat))), dtype=np.int64)
    best, apart = worth_of_choosing(plan, asked.state, asked.seat, open_actions, asked.game)
    matters = apart.value >= MATTERS and apart.is_clear
    return DecisionSeen(asked.game, asked.when, len(open_actions), hidden, secret, best, apart.value, matters)


def worth_of_choosing(plan: Plan, state: State, seat: int, actions: np.ndarray, seed: int) -> tuple[float, Estimate]:
    """What the best action brings more than a random one, and than the worst: chosen in some worlds, seen in others."""
    game = plan.found
    loop = stamp("pasar.lab.skill.outlook", game.name, rules=game.rules, secrets=game.secrets,
                 policy=stamped.policy(game))  # fmt: skip
    shares = np.zeros((len(actions), 2 * WORLDS))
    loop.play_on(state, seat, actions, np.uint64(seed), 0.0, shares)
    chosen, seen = shares[:, :WORLDS].mean(axis=1), shares[:, WORLDS:]
    best, worst = seen[chosen.argmax()], seen[chosen.argmin()]
    return float(best.mean() - seen.mean()), estimate((best - worst).tolist())


# --- What is hidden ---------------------------------------------------------------------------------------------------


def _numbers(state: State) -> np.ndarray:
    return np.concatenate([np.asarray(state[name][0]).ravel().astype(np.int64) for name in state.dtype.names])


def _varying(states: Sequence[State]) -> np.ndarray:
    """Which numbers of a state are in play at all: they are not the same in all that were seen."""
    every = np.stack([_numbers(state) for state in states])
    varying: np.ndarray = (every != every[0]).any(axis=0)
    return varying


def _hidden(plan: Plan, asked: _Asked, in_play: np.ndarray) -> tuple[float, float]:
    """Parts of the numbers in play: what the seat cannot know, and what of it another seat does know."""
    unknown = [_unknown(plan, asked.state, seat) & in_play for seat in range(plan.players)]
    of_all = np.logical_and.reduce(unknown)
    count = max(1, int(in_play.sum()))
    return float(unknown[asked.seat].sum()) / count, float((unknown[asked.seat] & ~of_all).sum()) / count


def _unknown(plan: Plan, state: State, seat: int) -> np.ndarray:
    """What differs between worlds that look the same to a seat."""
    worlds = [_numbers(plan.found.resampled(state, seat, generator(world))) for world in range(SUPPOSED)]
    unknown: np.ndarray = (np.stack(worlds) != _numbers(state)).any(axis=0)
    return unknown
