"""A quiet position of Basari as a seat's prospects see it: numbers about one in size, for a net to judge."""

import numpy as np

from pasar.games.basari.box import (
    COLOURS,
    FIRST_GEM,
    GEM_PRIZES,
    POINTS,
    STAGES,
    WORKERS,
    WORKERS_NEEDED,
    WORKERS_PRIZE,
)
from pasar.games.basari.counting import most_of
from pasar.kernel.jit import kernel
from pasar.kernel.seats import MOST_SEATS

FEATURES = 57
STAGES_TOLD = 3  # apart: as many as the printed game has, from which the net was made
CLOSE = 5  # points of lead that a last round can still turn round
REACH = 4  # workers that one more card can bring
LARGEST_LEAD = 6  # gems by which one can be ahead before more makes little difference


@kernel
def features(s, seat, out):
    at = _table(s, seat, out)
    at = _seat(s, seat, out, at)
    at = _card(s, seat, out, at)
    for colour in range(COLOURS):
        at = _colour(s, seat, colour, out, at)
    _payday(s, seat, out, at)


@kernel
def _most_workers(s, seat):
    most = 0
    for other in range(int(s.players)):
        if other != seat:
            most = max(most, int(s.workers[other]))
    return most


@kernel
def _table(s, seat, out):
    for stage in range(STAGES_TOLD):
        out[stage] = s.stage == stage
    most = max(_most_workers(s, seat), int(s.workers[seat]))
    out[STAGES_TOLD] = most / WORKERS_NEEDED
    return STAGES_TOLD + 1


@kernel
def _seat(s, seat, out, at):
    best = -1000
    for other in range(int(s.players)):
        if other != seat:
            best = max(best, int(s.points[other]))
    mine = int(s.workers[seat])
    lead = (int(s.points[seat]) - best) / 20
    out[at] = lead
    out[at + 1] = lead * (s.stage == 1)
    out[at + 2] = lead * (s.stage == STAGES - 1)
    out[at + 3] = mine / WORKERS_NEEDED
    out[at + 4] = (mine - _most_workers(s, seat)) / 6
    out[at + 5] = mine >= WORKERS_NEEDED
    out[at + 6] = s.points[seat] / 60
    return at + 7


@kernel
def _card(s, seat, out, at):
    card = int(s.current[seat])
    gems = 0
    prizes = 0
    for colour in range(COLOURS):
        count = min(int(s.cards[card, FIRST_GEM + colour]), int(s.stock[colour]))
        gems += count
        prizes += count * GEM_PRIZES[colour]
    out[at] = s.cards[card, POINTS] / 6
    out[at + 1] = s.cards[card, WORKERS] / 3
    out[at + 2] = gems / 4
    out[at + 3] = prizes / 30
    return at + 4


@kernel
def _colour(s, seat, colour, out, at):
    most = 0
    for other in range(int(s.players)):
        if other != seat:
            most = max(most, int(s.gems[other, colour]))
    mine = int(s.gems[seat, colour])
    lead = max(-LARGEST_LEAD, min(LARGEST_LEAD, mine - most))
    near = max(-2, min(2, lead))
    out[at] = mine / 6
    out[at + 1] = lead / LARGEST_LEAD
    out[at + 2] = near / 2
    out[at + 3] = lead > 0
    out[at + 4] = lead == 0
    out[at + 5] = s.cards[int(s.current[seat]), FIRST_GEM + colour] / 2
    out[at + 6] = near / 2 * max(_most_workers(s, seat), int(s.workers[seat])) / WORKERS_NEEDED
    return at + 7


@kernel
def _payday(s, seat, out, at):
    """How all would stand if the stage were counted now, which comes for certain after a round that ends it."""
    players = int(s.players)
    paid = np.zeros(MOST_SEATS, np.int64)
    _count(s, paid)
    mine = int(s.points[seat]) + paid[seat]
    most_paid, best, others = 0, -1000, 0
    for other in range(players):
        if other != seat:
            total = int(s.points[other]) + paid[other]
            most_paid, best, others = max(most_paid, paid[other]), max(best, total), others + total
    workers = int(s.workers[seat])
    most = max(_most_workers(s, seat), workers)
    ending = 1.0 if most >= WORKERS_NEEDED else 0.0
    final = ending if s.stage == STAGES - 1 else 0.0
    gems = 0
    for colour in range(COLOURS):
        gems += int(s.gems[seat, colour])
    lead = (mine - best) / 20
    close = max(-CLOSE, min(CLOSE, mine - best)) / CLOSE
    out[at] = paid[seat] / 20
    out[at + 1] = (paid[seat] - most_paid) / 20
    out[at + 2] = lead
    out[at + 3] = lead * most / WORKERS_NEEDED
    out[at + 4] = lead * (s.stage == STAGES - 1)
    out[at + 5] = lead * ending
    out[at + 6] = lead * final
    out[at + 7] = close * final
    out[at + 8] = final
    out[at + 9] = ending
    out[at + 10] = (mine - others / (players - 1)) / 20
    out[at + 11] = gems / 16
    out[at + 12] = ending * (workers >= WORKERS_NEEDED - REACH and workers < WORKERS_NEEDED)
    out[at + 13] = ending * (workers >= WORKERS_NEEDED)


@kernel
def _count(s, paid):
    """What the end of the stage would pay everybody now."""
    for colour in range(COLOURS):
        most, leaders = most_of(s, colour)
        if most > 0:
            for seat in range(int(s.players)):
                if s.gems[seat, colour] == most:
                    paid[seat] += GEM_PRIZES[colour] // leaders
    for seat in range(int(s.players)):
        if s.workers[seat] >= WORKERS_NEEDED:
            paid[seat] += WORKERS_PRIZE
