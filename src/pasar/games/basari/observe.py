"""What a seat of Basari may know, as a fixed number of small integers to learn from."""

from itertools import accumulate

from pasar.games.basari import bidding, rules
from pasar.games.basari.box import ACTION_NAMES, CARD_NUMBERS, CARD_WORKERS, CARDS, COLOURS, SEATS, WORKERS
from pasar.games.basari.state import CHOOSE, NONE_YET, PHASES
from pasar.kernel.jit import kernel
from pasar.kernel.seats import places_to, seat_after

_BY_SEAT = "by seat, the observer first"
OBSERVATION = (
    ("phase", len(PHASES), "one-hot: " + ", ".join(PHASES)),
    ("players", 1, "number of players"),
    ("stage", 1, "0, 1, 2"),
    ("round", 1, "of this stage, from 1"),
    ("pile", len(CARD_WORKERS), "cards still in this stage's pile that have 1, 2, 3, 4 workers"),
    ("stock", COLOURS, "gems in the stock by colour"),
    ("points", SEATS, f"points, {_BY_SEAT}"),
    ("workers", SEATS, f"workers in this stage, {_BY_SEAT}"),
    ("gems", SEATS * COLOURS, f"gems by colour, {_BY_SEAT}"),
    ("card", SEATS * CARD_NUMBERS, f"current card (workers, points, gems by colour), {_BY_SEAT}"),
    ("chosen", SEATS, f"1 if the seat has chosen, {_BY_SEAT}"),
    ("choice", SEATS * len(ACTION_NAMES), f"one-hot action if the observer may know it, {_BY_SEAT}"),
    ("to_act", SEATS, f"1 if the seat has to decide, {_BY_SEAT}"),
    ("action", len(ACTION_NAMES), "one-hot: the action being carried out"),
    ("place", SEATS, f"place in the queue of those who chose it, from 1, {_BY_SEAT}"),
    ("turns", SEATS, f"how often the seat stands in the queue, {_BY_SEAT}"),
    ("standing", COLOURS, "the bid to answer, by colour"),
    ("bid", COLOURS, "the observer's own bid in the making, by colour"),
    ("asked", COLOURS, "one-hot: the colour that the observer is asked for"),
)
_ENDS = tuple(accumulate(count for _, count, _ in OBSERVATION))
(
    _PLAYERS, _STAGE, _ROUND, _PILE, _STOCK, _POINTS, _WORKERS, _GEMS, _CARD, _CHOSEN, _CHOICE, _TO_ACT, _ACTION,
    _PLACE, _TURNS, _STANDING, _BID, _ASKED, _,
) = _ENDS  # fmt: skip
_LETTERS = len(ACTION_NAMES)
_COUNT_BITS = 8
_LARGEST_COUNT = 2**_COUNT_BITS - 1


@kernel
def observe(s, seat, out):
    """Fill `out` with what `seat` may see, in the layout of OBSERVATION."""
    out[:] = 0
    out[int(s.phase)] = 1
    out[_PLAYERS] = s.players
    out[_STAGE] = s.stage
    out[_ROUND] = s.rounds
    _observe_middle(s, out)
    for place in range(int(s.players)):
        _observe_seat(s, seat_after(seat, place, int(s.players)), place, out)
    _observe_choices(s, seat, out)
    _observe_queue(s, seat, out)
    _observe_bids(s, seat, out)


@kernel
def _observe_middle(s, out):
    pile = 0  # four counts in one number, so that they stay in a register
    for card in range(CARDS):
        pile += (1 if s.owner[card] == NONE_YET else 0) << (int(s.cards[card, WORKERS]) - 1) * _COUNT_BITS
    for workers in range(_STOCK - _PILE):
        out[_PILE + workers] = pile >> workers * _COUNT_BITS & _LARGEST_COUNT
    for colour in range(COLOURS):
        out[_STOCK + colour] = s.stock[colour]
    if s.action != NONE_YET:
        out[_ACTION + int(s.action)] = 1


@kernel
def _observe_seat(s, seat, place, out):
    out[_POINTS + place] = s.points[seat]
    out[_WORKERS + place] = s.workers[seat]
    out[_TO_ACT + place] = rules.acts(s, seat)
    for colour in range(COLOURS):
        out[_GEMS + place * COLOURS + colour] = s.gems[seat, colour]
    if s.current[seat] != NONE_YET:
        for number in range(CARD_NUMBERS):
            out[_CARD + place * CARD_NUMBERS + number] = s.cards[s.current[seat], number]


@kernel
def _observe_choices(s, seat, out):
    shown = s.phase != CHOOSE
    for place in range(int(s.players)):  # 0 is written where nothing is to see: not having to guess is faster
        choice = int(s.choices[seat_after(seat, place, int(s.players))])
        chosen = choice != NONE_YET
        out[_CHOSEN + place] = chosen
        out[_CHOICE + place * _LETTERS + max(0, choice)] = chosen & (shown | (place == 0))


@kernel
def _observe_queue(s, seat, out):
    for position in range(SEATS):
        if s.queue[position] != NONE_YET:
            place = places_to(seat, int(s.queue[position]), int(s.players))
            out[_TURNS + place] += 1
            if out[_PLACE + place] == 0:
                out[_PLACE + place] = position + 1


@kernel
def _observe_bids(s, seat, out):
    for colour in range(COLOURS):
        out[_STANDING + colour] = s.standing[colour]
        if seat == s.actor:
            out[_BID + colour] = s.bid[colour]
    if seat == s.actor and bidding.is_bidding(s):
        out[_ASKED + int(s.colour)] = 1
