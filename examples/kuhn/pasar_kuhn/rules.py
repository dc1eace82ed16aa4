"""Kuhn poker, all of it: the state, the rules, what is told and seen, and who may know what.

K1  Of a jack, a queen and a king everybody gets one in secret. Both have two chips and put one into the pot.
K2  The first player checks or bets their other chip. After a check the second player checks or bets.
K3  A bet is answered: fold, and the other takes the pot, or call with one's other chip.
K4  If nobody has folded, both show their cards, and the higher one takes the pot. The most chips win.

    phase     asked           leads to
    ACT       check or bet    after a check the other's ACT, after two OVER, after a bet the other's ANSWER
    ANSWER    fold or call    OVER
"""

import numpy as np

from pasar.games.contract import Event
from pasar.games.layout import Each, Group, Layout, Number, Tokens
from pasar.kernel.bits import NONE, span
from pasar.kernel.jit import kernel
from pasar.kernel.record import Record
from pasar.kernel.rng import below, shuffle
from pasar.kernel.story import tell

SEATS, CARDS, CHIPS, HIDDEN = 2, 3, 2, -1
CARD_NAMES = ("jack", "queen", "king")  # from the lowest up

# --- State ------------------------------------------------------------------------------------------------------------

PHASES = ("act", "answer", "over")
ACT, ANSWER, OVER = range(3)

FIELDS = [
    ("moves", "u4"),  # made so far
    ("players", "i1"),  # always two
    ("phase", "i1"),
    ("actor", "i1"),  # the seat that decides
    ("shown", "i1"),  # whether both have shown their cards
    ("pot", "i1"),  # chips in it
    ("chips", "i1", SEATS),  # by seat
    ("cards", "i1", CARDS),  # of seat 0, of seat 1, and the one that nobody gets
]
STATE = np.dtype((Record, FIELDS))

# --- Moves and events -------------------------------------------------------------------------------------------------

TEXTS = ("check", "bet", "fold", "call")
CHECK, BET, FOLD, CALL = range(4)  # the actions, and the events that tell them
GOT, SHOWED, WON = range(4, 7)
EVENTS = {
    CHECK: Event("checked", "K2"),
    BET: Event("bet", "K2"),
    FOLD: Event("folded", "K3"),
    CALL: Event("called", "K3"),
    GOT: Event("got", "K1", ("card",), secret=("card",)),
    SHOWED: Event("showed", "K4", ("card",), reveals="own"),
    WON: Event("won", "K4", ("chips",)),
}
TOKENS = {"card": CARD_NAMES}

# --- Rules ------------------------------------------------------------------------------------------------------------

ACTIONS = len(TEXTS)
DEAL_NUMBERS = CARDS - 1  # random numbers that a shuffle draws
LONGEST = 4  # more decisions than a game can have


@kernel
def deal(s, source):
    for card in range(CARDS):
        s.cards[card] = card
    shuffle(source, s.cards, 0, CARDS)


@kernel
def start(s, story):
    s.pot = SEATS
    for seat in range(SEATS):
        s.chips[seat] = CHIPS - 1
        tell(story, GOT, seat, int(s.cards[seat]))


@kernel
def to_act(s):
    return 0 if s.phase == OVER else 1 << int(s.actor)


@kernel
def open_actions(s, seat):
    if s.phase == OVER or seat != s.actor:
        return NONE
    return span(CHECK, 2) if s.phase == ACT else span(FOLD, 2)


@kernel
def apply(s, seat, action, story):
    s.moves += 1
    s.actor = 1 - seat
    tell(story, action, seat)
    if action in (BET, CALL):
        s.chips[seat] -= 1
        s.pot += 1
    if action == BET:
        s.phase = ANSWER
    elif action == FOLD:
        _end(s, 1 - seat, story)
    elif action == CALL or seat == 1:
        s.shown = 1
        for owner in range(SEATS):
            tell(story, SHOWED, owner, int(s.cards[owner]))
        _end(s, 0 if s.cards[0] > s.cards[1] else 1, story)


@kernel
def _end(s, winner, story):
    s.phase = OVER
    tell(story, WON, winner, int(s.pot))
    s.chips[winner] += s.pot
    s.pot = 0


@kernel
def points(s, out):
    for seat in range(SEATS):
        out[seat] = s.chips[seat]


# --- Who may know what ------------------------------------------------------------------------------------------------

SIGHT = Layout(
    phase=Number(tokens=Tokens("Phase", PHASES)),
    pot=Number(),
    seats=Each(SEATS, Group(chips=Number(), card=Number(tokens=Tokens("Card", CARD_NAMES), none=HIDDEN))),
)


@kernel
def see(s, seat, out):
    out.phase, out.pot = s.phase, s.pot
    for owner in range(SEATS):
        out.seats_chips[owner] = s.chips[owner]
        out.seats_card[owner] = s.cards[owner] if owner == seat or s.shown else HIDDEN


@kernel
def resample(s, seat, source):
    """The two cards that the seat has not seen may lie the other way round."""
    low, high = min(s.cards[1 - seat], s.cards[SEATS]), max(s.cards[1 - seat], s.cards[SEATS])
    if not s.shown:
        s.cards[1 - seat], s.cards[SEATS] = (low, high) if below(source, 2) == 0 else (high, low)
