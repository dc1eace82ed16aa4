"""Steps many games at once, in place. Stamped for each game and each opponent (`pasar.rl.opponents`)."""

from typing import Any, NamedTuple

import numpy as np

from pasar.games.contract import ObserveModule, RulesModule
from pasar.kernel.bits import has, lowest_seat
from pasar.kernel.jit import kernel
from pasar.kernel.rng import any_of, game_seed
from pasar.rl.illegal import RAISE, RANDOM
from pasar.rl.rewards import POINTS, at_end, gained

rules: RulesModule  # the game's rules.py
observing: ObserveModule  # the game's observe.py
opponent: Any  # whoever decides for the seats that nobody steps: a stamped module with `choose(s, seat, source)`

ALL_OPEN = -1  # what `first_refused` says if it found nothing
NOBODY = -1  # the seat that acts when a game is over


class Batch(NamedTuple):
    """The arrays of a batch: a row a game."""

    blank: np.ndarray  # one state, before it is dealt
    states: np.ndarray
    sources: np.ndarray  # random numbers: of the deal, then of the opponents
    numbers: np.ndarray  # which game of the run it is
    open: np.ndarray  # the open actions of the seat that acts, as a set
    seats: np.ndarray  # the seat that acts
    observations: np.ndarray
    masks: np.ndarray  # the open actions, 1 or 0 each
    rewards: np.ndarray  # of every seat, since the last step
    own: np.ndarray  # of the seat that made the last one
    scores: np.ndarray  # points of every seat as last rewarded
    tally: np.ndarray  # room to count them
    finals: np.ndarray  # what the seat that acted last saw at the end of the last game that ended here
    terminations: np.ndarray  # whether the last step ended a game
    points: np.ndarray  # how the last game that ended here did end
    winners: np.ndarray  # and who won it, as a set of seats
    lengths: np.ndarray  # steps of the game so far
    ended_after: np.ndarray  # steps of the last game that ended here


@kernel
def begin(batch, seed, learners, first, last):
    """Deal games `first` to `last` - 1 anew."""
    for row in range(first, last):
        batch.numbers[row] = row
        batch.terminations[row] = False
        batch.rewards[row, :] = 0.0
        batch.own[row] = 0.0
        _deal(batch, row, seed, learners)
        _show(batch.states[row], row, batch.seats, batch.open, batch.observations, batch.masks)


@kernel
def first_refused(batch, actions):
    """The first row whose action is not open."""
    for row in range(len(actions)):
        if not _is_in(batch.open[row], int(actions[row])):
            return row
    return ALL_OPEN


@kernel
def step(batch, actions, seed, learners, kind, illegal, illegal_reward, waits, first, last):
    """One action in each of the games `first` to `last` - 1; what ends is dealt anew at once, or if it waits next time.

    Arrays are taken out of the batch before the loop, and rows out of arrays only where there is no other way: each
    time counts a reference, which takes as long as making the mask.
    """
    states, sources, seats, ends, lengths = batch.states, batch.sources, batch.seats, batch.terminations, batch.lengths
    open_sets, observations, masks, rewards, own = batch.open, batch.observations, batch.masks, batch.rewards, batch.own
    for row in range(first, last):
        s = states[row]
        begins = waits and ends[row]  # in a step of its own, in which nobody acts
        if begins:
            ends[row] = False
            own[row] = 0.0
            rewards[row, :] = 0.0
        else:
            seat, action = int(seats[row]), int(actions[row])
            forfeited = illegal != RAISE and not _is_in(open_sets[row], action)  # or else it was refused before
            if forfeited and illegal == RANDOM:
                action, forfeited = int(any_of(sources[row], open_sets[row])), False
            if not forfeited:
                rules.apply(s, seat, action, None)
                _play_others(s, sources, row, learners)
            lengths[row] += 1
            ended = forfeited or rules.over(s)
            ends[row] = ended
            if (ended or kind == POINTS) and not forfeited:
                _reward(s, kind, ended, batch.tally[row], batch.scores[row], rewards[row])
            else:
                for other in range(rewards.shape[1]):
                    rewards[row, other] = 0.0
                if forfeited:
                    rewards[row, seat] = illegal_reward
            own[row] = rewards[row, seat]
            if ended:
                _keep_result(batch, row, seat, forfeited)
                if waits:
                    _show_end(batch, row)
                    continue
                begins = True
        if begins:  # dealt and shown in one place: what is compiled twice takes twice the room beside the rules
            batch.numbers[row] += len(states)
            _deal(batch, row, seed, learners)
        _show(s, row, seats, open_sets, observations, masks)


@kernel
def any_open(batch, source, out):
    """An open action for every game, all equally likely."""
    for row in range(len(out)):
        out[row] = any_of(source, batch.open[row])


# --- One game alone: `states` has one element -------------------------------------------------------------------------


@kernel
def start(states):
    """Begin a dealt game; returns the seat that acts first."""
    rules.start(states[0], None)
    return next_seat(states)


@kernel
def advance(states, seat, action):
    """Make a decision if it is open; returns whether it was."""
    if not rules.is_open(states[0], seat, action):
        return False
    rules.apply(states[0], seat, action, None)
    return True


@kernel
def play_others(states, sources, learners):
    """Let the opponent decide for all but the learners, until it is a learner's turn or nobody's."""
    _play_others(states[0], sources, 0, learners)


@kernel
def next_seat(states):
    """The seat that acts: the lowest, where several choose at once."""
    seats = rules.to_act(states[0])
    return lowest_seat(seats) if seats != 0 else NOBODY


@kernel
def look_at(states, seat, observation, mask):
    """What the seat sees, and what is open to it."""
    observing.observe(states[0], seat, observation)
    _fill_mask(rules.open_actions(states[0], seat), mask)


@kernel
def fill_masks(states, masks):
    """What is open to each seat, a row a seat."""
    for seat in range(len(masks)):
        _fill_mask(rules.open_actions(states[0], seat), masks[seat])


@kernel
def reward(states, kind, ended, tally, scores, rewards):
    _reward(states[0], kind, ended, tally, scores, rewards)


# --- The parts of a step ----------------------------------------------------------------------------------------------


@kernel
def _is_in(actions, action):
    """Whether any number at all is one of a set of actions."""
    return 0 <= action < rules.ACTIONS and has(actions, action)


@kernel
def _deal(batch, row, seed, learners):
    """The row's next game, up to the first decision that somebody steps."""
    batch.lengths[row] = 0
    batch.scores[row, :] = 0
    batch.states[row] = batch.blank[0]
    batch.sources[row, 0] = game_seed(seed, int(batch.numbers[row]))
    rules.deal(batch.states[row], batch.sources[row])
    rules.start(batch.states[row], None)
    _play_others(batch.states[row], batch.sources, row, learners)


@kernel
def _play_others(s, sources, row, learners):
    """Let the opponents decide until it is the turn of a learner, or nobody's."""
    while not rules.over(s):
        seat = lowest_seat(rules.to_act(s))
        if learners >> seat & 1:
            return
        rules.apply(s, seat, opponent.choose(s, seat, sources[row]), None)


@kernel
def _keep_result(batch, row, seat, forfeited):
    """How the row's game has ended, for whoever asks after the next one is dealt. Nobody wins what is forfeited."""
    observing.observe(batch.states[row], seat, batch.finals[row])
    rules.points(batch.states[row], batch.points[row])
    batch.winners[row] = 0 if forfeited else rules.winners(batch.states[row])
    batch.ended_after[row] = batch.lengths[row]


@kernel
def _reward(s, kind, ended, tally, scores, rewards):
    """What every seat has gained since the last step; `scores` keeps the points that it was paid for."""
    rewards[:] = 0.0
    if ended or kind == POINTS:
        rules.points(s, tally)
    if kind == POINTS:
        gained(scores, tally, rewards)
    elif ended:
        at_end(kind, tally, rules.winners(s), rewards)


@kernel
def _show(s, row, seats, open_sets, observations, masks):
    """Whose turn it is, what that seat sees, and what is open to it."""
    seat = lowest_seat(rules.to_act(s))
    seats[row] = seat
    observing.observe(s, seat, observations[row])
    actions = rules.open_actions(s, seat)
    open_sets[row] = actions
    for action in range(masks.shape[1]):
        masks[row, action] = has(actions, action)


@kernel
def _show_end(batch, row):
    """What was seen last; any action may come, for it is not made."""
    batch.observations[row] = batch.finals[row]
    batch.masks[row, :] = True
    batch.open[row] = (1 << rules.ACTIONS) - 1


@kernel
def _fill_mask(actions, out):
    """A set of actions as an array of 1 and 0."""
    for action in range(len(out)):
        out[action] = has(actions, action)
