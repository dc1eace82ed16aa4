"""Rules of thumb for Basari: about how many points a decision is worth to the seat that makes it.

They look one decision ahead and no further, and use only what the seat is given (see `pasar.games.contract`).
"""

import numpy as np

from pasar.games.basari.actions import ACCEPT, BID_COUNT, CHOOSE_ACTION, GAIN_GEM, RETURN_GEM
from pasar.games.basari.bidding import rival
from pasar.games.basari.box import (
    CARD_WORKERS,
    CARDS,
    COLOURS,
    FIRST_GEM,
    GEM_PRIZES,
    GEMS_OF_A_COLOUR,
    POINTS,
    STAGES,
    WORKERS_NEEDED,
    WORKERS_PRIZE,
    A,
    B,
    C,
    D,
)
from pasar.games.basari.features import FEATURES, features
from pasar.games.basari.rules import choices
from pasar.games.basari.state import CHOOSE, NONE_YET
from pasar.kernel.jit import inner, kernel

__all__ = ["FEATURES", "features", "quiet", "reopen", "weigh"]

MEAN_WORKERS = (CARD_WORKERS[0] + CARD_WORKERS[-1]) / 2
LEAD_SCALE = 2.0  # gems of lead that change the odds of staying in front by a factor e
WORKER_SCALE = 3.0  # the same for workers
LATER_STAGE = 0.4  # of a gem's worth is left for each stage after this one: leaders give half of theirs back
RIVAL_SHARE = 0.55  # of an action's worth remains if one other seems to want it too
STEPS = 2  # of a table of odds to a gem or worker: means are halves
FAIR_SHARE = 0.5  # of what the action is worth to the rival is a bid that may be accepted


def _table(most: int, scale: float) -> np.ndarray:
    """The odds to stay in front for leads from `-most` to `most`: looked up, because they are asked for so often."""
    leads = np.arange(-most * STEPS, most * STEPS + 1) / STEPS
    table: np.ndarray = 1 / (1 + np.exp(-leads / scale))
    return table


MOST_GEMS = 2 * GEMS_OF_A_COLOUR
MOST_WORKERS = CARD_WORKERS[-1] * CARDS
GEM_ODDS = _table(MOST_GEMS, LEAD_SCALE)
WORKER_ODDS = _table(MOST_WORKERS, WORKER_SCALE)


# --- What things are worth --------------------------------------------------------------------------------------------


@kernel
def _gem_odds(lead):
    return GEM_ODDS[(lead + MOST_GEMS) * STEPS]


@kernel
def _worker_odds(lead):
    return WORKER_ODDS[int((lead + MOST_WORKERS) * STEPS)]


@inner
def gem_worth(s, seat, colour, count):
    """What so many more (or, below 0, fewer) gems of a colour change in the prizes to be expected."""
    most = 0
    for other in range(int(s.players)):
        if other != seat:
            most = max(most, int(s.gems[other, colour]))
    lead = int(s.gems[seat, colour]) - most
    later = 1.0 + LATER_STAGE * (STAGES - 1 - int(s.stage))
    return later * GEM_PRIZES[colour] * (_gem_odds(lead + count) - _gem_odds(lead))


@inner
def worker_worth(s, seat, count):
    """The same for workers: who has enough when the stage ends is paid."""
    short = int(s.workers[seat]) - WORKERS_NEEDED
    return WORKERS_PRIZE * (_worker_odds(short + count) - _worker_odds(short))


@inner
def action_worth(s, seat, action):
    """What carrying out an action brings the seat, in points."""
    card = int(s.current[seat])
    if action == A:
        return worker_worth(s, seat, MEAN_WORKERS)
    if action == B:
        return float(s.cards[card, POINTS])
    worth = 0.0
    if action == C:
        for colour in range(COLOURS):
            gems = min(int(s.cards[card, FIRST_GEM + colour]), int(s.stock[colour]))
            if gems > 0:
                worth += gem_worth(s, seat, colour, gems)
        return worth
    for colour in range(COLOURS):
        worth = max(worth, gem_worth(s, seat, colour, 1))
    return worth


@inner
def is_favourite(s, seat, action):
    """Whether the seat would like this action best if it were alone; of several that are as good, the first."""
    worth = action_worth(s, seat, action)
    for other in range(choices(s)):
        if other != action:
            against = action_worth(s, seat, other)
            if against > worth or (against == worth and other < action):
                return False
    return True


# --- Decisions --------------------------------------------------------------------------------------------------------


@kernel
def weigh(s, seat, action):
    """About how many points an open decision is worth to the seat; only differences between open ones count."""
    if action < BID_COUNT:
        return _weigh_choice(s, seat, action - CHOOSE_ACTION)
    if action < ACCEPT:
        return _weigh_bid(s, seat, action - BID_COUNT)
    if action == ACCEPT:
        return _bundle_worth(s, seat, s.standing, 1)
    if action < GAIN_GEM:
        return gem_worth(s, seat, action - RETURN_GEM, -1)
    return gem_worth(s, seat, action - GAIN_GEM, 1)


@kernel
def _weigh_choice(s, seat, action):
    """The action's worth, less where others would like it too: one must be paid off, two spoil it."""
    worth = action_worth(s, seat, action)
    if action == D:
        return worth
    for other in range(int(s.players)):
        if other != seat and is_favourite(s, other, action):
            worth *= RIVAL_SHARE
    return worth


@kernel
def _bundle_worth(s, seat, gems, sign):
    """What gaining (1) or giving away (-1) these gems changes for the seat."""
    worth = 0.0
    for colour in range(COLOURS):
        if gems[colour] > 0:
            worth += gem_worth(s, seat, colour, sign * int(gems[colour]))
    return worth


@kernel
def _weigh_bid(s, seat, count):
    """What is left of the action's worth after paying, if the rival takes the bid: too mean a bid will be raised."""
    other = rival(s, seat)
    paid = 0.0
    offered = 0.0
    for colour in range(COLOURS):
        gems = _gems_of_bid(s, seat, colour, count)
        if gems > 0:
            paid -= gem_worth(s, seat, colour, -gems)
            offered += gem_worth(s, other, colour, gems)
    action = int(s.action)
    mean = max(0.0, FAIR_SHARE * action_worth(s, other, action) - offered)
    return action_worth(s, seat, action) - paid - mean


@kernel
def _gems_of_bid(s, seat, colour, count):
    """The gems of a colour in the bid being made, if the colour now asked gets `count` and cheap gems fill the rest."""
    asked = int(s.colour)
    if colour < asked:
        return int(s.bid[colour])
    if colour == asked:
        return count
    lacking = _needed(s, count)
    for later in range(COLOURS - 1, colour, -1):
        lacking -= min(lacking, int(s.gems[seat, later]))
    return min(lacking, int(s.gems[seat, colour]))


@kernel
def _needed(s, count):
    """Gems still to be added after `count` of the colour now asked, for the bid to beat the standing one (S8)."""
    lacking = 0
    better = 0
    for colour in range(COLOURS):
        standing = int(s.standing[colour])
        lacking += standing
        if colour <= s.colour:
            mine = count if colour == s.colour else int(s.bid[colour])
            lacking -= mine
            if better == 0:
                better = mine - standing
    return max(0, lacking if better > 0 else lacking + 1)


# --- For thinkers -----------------------------------------------------------------------------------------------------


@kernel
def quiet(s):
    """Whether the position can be judged as it stands: a round begins, nothing is half done."""
    if s.phase != CHOOSE:
        return False
    for seat in range(int(s.players)):
        if s.choices[seat] != NONE_YET:
            return False
    return True


@kernel
def reopen(s, seat):
    """Take back what the others have chosen in secret, so that a thinker can decide for all at once."""
    if s.phase == CHOOSE:
        for other in range(int(s.players)):
            if other != seat:
                s.choices[other] = NONE_YET
