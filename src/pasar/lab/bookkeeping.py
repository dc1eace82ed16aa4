"""Whole games in one compiled loop, with everything that the ledger wants to know. Stamped for each game.

A game is played by seats that decide by chance or by rules of thumb, or after a log of decisions that others have made.
"""

from typing import Any

import numpy as np

from pasar.games.contract import LedgerModule, RulesModule
from pasar.games.ledger import (
    BY_CONTEXT,
    BY_SIDE,
    CONTEXT_WHO,
    FIRST_ARGUMENT,
    LOOKED_AT,
    NEVER,
    NO_ENTRY,
    ONE_EACH,
    WHO,
    WHO_BEFORE,
    WHOLE_BUNDLE,
)
from pasar.kernel.bits import lowest_seat
from pasar.kernel.jit import kernel
from pasar.kernel.rng import game_seed
from pasar.kernel.story import ARGUMENTS, COLUMNS, LONGEST

rules: RulesModule  # the game's rules.py
policy: Any  # pasar.bots.policy, stamped for the game
ledger: LedgerModule  # the game's ledger.py

COURSE = (
    4  # numbers about how a game went: turns, changes of the lead, turns led by the winner, the turn it was decided
)
MOST_TURNS = 1024
TIED = -1


@kernel
def booked_games(blank, seed, first, chances, gifts, entries, points, winners, decisions, course, sources, counts):
    """Play games `first`, `first` + 1, ... of a run and write each into a row."""
    states = blank.copy()
    source = np.empty(1, np.uint64)
    story = np.zeros((LONGEST, COLUMNS), np.int16)
    leaders = np.zeros(MOST_TURNS, np.int64)
    for row in range(len(winners)):
        source[0] = game_seed(seed, first + row)
        states[0] = blank[0]
        rules.deal(states[0], source)
        decisions[row] = _book_game(
            states[0], source, chances, None, gifts, entries, story, leaders, points[row], course[row], counts[row]
        )
        _close(states[0], leaders, points[row], winners[row : row + 1], course[row], sources[row])


@kernel
def booked_log(states, log, gifts, entries, points, winners, course, sources, counts):
    """The same for one game that is dealt already and whose decisions, rows of (seat, action), were made elsewhere."""
    story = np.zeros((LONGEST, COLUMNS), np.int16)
    leaders = np.zeros(MOST_TURNS, np.int64)
    source = np.zeros(1, np.uint64)
    chances = np.zeros(1, np.float64)
    _book_game(states[0], source, chances, log, gifts, entries, story, leaders, points, course, counts)
    _close(states[0], leaders, points, winners, course, sources)


@kernel
def _book_game(s, source, chances, log, gifts, entries, story, leaders, points, course, counts):
    """Play a dealt game to its end; returns the number of decisions."""
    event = np.zeros(LOOKED_AT, np.int64)
    event[ONE_EACH] = 1
    story[0, :] = 0
    rules.start(s, story)
    stage = _book(s, story, entries, gifts, event, 0, leaders, points, course, counts)
    decisions = 0
    while not rules.over(s):
        if log is None:
            seat = lowest_seat(rules.to_act(s))
            action = policy.pick(s, seat, rules.open_actions(s, seat), chances[seat], source)
        else:
            seat = int(log[decisions, 0])
            action = int(log[decisions, 1])
        story[0, :] = 0
        rules.apply(s, seat, action, story)
        stage = _book(s, story, entries, gifts, event, stage, leaders, points, course, counts)
        decisions += 1
    return decisions


@kernel
def _book(s, story, entries, gifts, event, stage, leaders, points, course, counts):
    """Count what was told; returns in which stage the game is now. `gifts` has rows (seat, thing, amount, stage)."""
    for row in range(1, int(story[0, 0]) + 1):
        code = int(story[row, 0])
        _count(story, row, entries, code, event, counts)
        if code == ledger.CONTEXT_EVENT:
            event[BY_CONTEXT] = story[row, 2]
            event[CONTEXT_WHO] = story[row, 1]
        if code == ledger.TURN:
            _look(s, leaders, points, course)
        begins = stage == 0 if ledger.STAGE == NEVER else code == ledger.STAGE
        if begins:
            stage += 1
            _give(s, gifts, stage)
    return stage


@kernel
def _give(s, gifts, stage):
    for gift in range(len(gifts)):
        if gifts[gift, 3] == stage:
            ledger.grant(s, gifts[gift, 0], gifts[gift, 1], gifts[gift, 2])


@kernel
def _count(story, row, entries, code, event, counts):
    """Entries say where in `event` to look, so that nothing is decided here: that took most of the time."""
    event[WHO_BEFORE] = event[WHO]
    event[WHO] = story[row, 1]
    event[BY_SIDE] = 2 * event[BY_CONTEXT] + (1 if event[WHO] == event[CONTEXT_WHO] else 0)
    bundle = 0
    for argument in range(ARGUMENTS):
        event[FIRST_ARGUMENT + argument] = story[row, 2 + argument]
        bundle += int(story[row, 2 + argument])
    event[WHOLE_BUNDLE] = bundle
    for entry in range(entries.shape[1]):
        offset = entries[code, entry, 0]
        if offset == NO_ENTRY:
            break
        place = offset + entries[code, entry, 1] * event[entries[code, entry, 2]] + event[entries[code, entry, 3]]
        counts[place] += event[entries[code, entry, 4]]


@kernel
def _look(s, leaders, points, course):
    """Who would win if the game ended now."""
    rules.points(s, points)
    leader = _leader(points)
    turn = int(course[0])
    if turn < MOST_TURNS:
        leaders[turn] = leader
        course[0] = turn + 1


@kernel
def _leader(points):
    """The seat that has more than anybody else, or TIED."""
    leader = 0
    tied = False
    for seat in range(1, len(points)):
        if points[seat] > points[leader]:
            leader = seat
            tied = False
        elif points[seat] == points[leader]:
            tied = True
    return TIED if tied else leader


@kernel
def _close(s, leaders, points, winners, course, sources):
    """What is known only at the end. A tie neither changes the lead nor counts as being ahead."""
    rules.points(s, points)
    winners[0] = rules.winners(s)
    ledger.sources(s, sources)
    last = TIED
    for turn in range(int(course[0])):
        leader = leaders[turn]
        if leader != TIED and last != TIED and leader != last:
            course[1] += 1
        if leader != TIED:
            last = leader
        if leader != TIED and (int(winners[0]) >> leader) & 1:
            course[2] += 1
        else:
            course[3] = turn + 1
