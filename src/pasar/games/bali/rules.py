"""The rules of Bali: the setup, what is open when, and what a decision leads to. Compiled functions over a record `s`.

The phases of a turn are chapters of their own, in the rulebook's order: `playing`, `sacrificing`, `taking`, `scoring`;
the end is counted in `counting`. "B7" and the like are the rulings, which the rules' pages tell to players. Every
number of the rulebook has its name in `box.py`.
"""

import numpy as np

from pasar.games.bali.actions import (
    ACTIONS,
    ADD_GOOD,
    GIVE_GOOD,
    KEEP_PLACE,
    LOOK,
    PASS,
    PICK_GOOD,
    PLAY_MASON,
    POINTS,
    SKIP,
    STONE,
    TAKE_ROW,
)
from pasar.games.bali.box import (
    CARD_COUNTS,
    CARDS,
    FARMER,
    GOODS,
    GOODS_OF_A_TYPE,
    KINDS,
    MASON,
    OFFER,
    ORACLE,
    ORACLE_ALTAR,
    ORACLES,
    PILE,
    ROW,
    ROWS,
    START_STONE,
    STARTING_GOODS,
    STARTING_MASONS,
)
from pasar.games.bali.counting import points, winners
from pasar.games.bali.pieces import begin_turn, open_supply
from pasar.games.bali.playing import buy, open_buys, open_plays, play
from pasar.games.bali.sacrificing import add, give, next_giver, open_gifts
from pasar.games.bali.scoring import pick, reward_shrines
from pasar.games.bali.state import ADD, ASK, BUY, FACE_DOWN, GIVE, KEEP, OVER, PHASES, PICK, PLAY, REWARD, TAKE
from pasar.games.bali.taking import ask_oracle, keep, open_rows, oracle_depth, take
from pasar.kernel.bits import NONE, bit, first, has, single, span
from pasar.kernel.jit import kernel
from pasar.kernel.rng import shuffle
from pasar.kernel.story import tell_answer

__all__ = [
    "ACTIONS", "DEAL_NUMBERS", "LONGEST", "apply", "deal", "is_open", "open_actions", "over", "phase_actions", "points",
    "start", "to_act", "winners",
]  # fmt: skip

# The turn, in the rulebook's order: each phase has a block of actions, from one number up to another.
# fmt: off
TURN = (
    # phase, its actions                who decides                          what it leads to
    (BUY, PASS, PLAY_MASON),          # the active player                    PLAY
    (PLAY, PLAY_MASON, GIVE_GOOD),    # the active player                    GIVE after a shrine, else TAKE
    (GIVE, GIVE_GOOD, ADD_GOOD),      # each, from the builder's left (B7)   GIVE, after the builder ADD
    (ADD, ADD_GOOD, TAKE_ROW),        # the active player                    TAKE
    (TAKE, TAKE_ROW, LOOK),           # the active player                    TAKE (full hand: scoring), ASK, OVER (B8)
    (ASK, LOOK, KEEP_PLACE),          # the active player (B16)              KEEP, or as after TAKE
    (KEEP, KEEP_PLACE, POINTS),       # the active player                    as after TAKE
    (REWARD, POINTS, PICK_GOOD),      # each with shrines (B11)              REWARD, then the next player's BUY
    (PICK, PICK_GOOD, ACTIONS),       # each owed a good that ran out (B12)  PICK, then the next player's BUY
)
# fmt: on
_BLOCKS = np.zeros(len(PHASES), np.uint64)
for _phase, _first, _end in TURN:
    _BLOCKS[_phase] = (1 << _end) - (1 << _first)

DEAL_NUMBERS = (GOODS - 1) + (CARDS - 1) + (PILE - 1) + (GOODS - 1)
LONGEST = 1000  # whole games of random play have about a hundred


# --- Setup ------------------------------------------------------------------------------------------------------------


@kernel
def deal(s, source):
    """Everything left to chance (T2): starting sets (B3), offer and pile (B2, B15), the oracle's altar (B15)."""
    sets = np.arange(GOODS)
    shuffle(source, sets, 0, GOODS)
    for seat in range(int(s.players)):
        for good in range(GOODS):
            s.hand[seat, FARMER + good] = 1 if good != sets[seat] else 0
    _deal_cards(s, source)
    if s.oracle:
        for good in range(GOODS):
            s.altar_dealt[good] = good + FACE_DOWN
        shuffle(source, s.altar_dealt, 0, GOODS)


@kernel
def _deal_cards(s, source):
    """The offer is laid first, the rest is the pile (B2); then the oracles are shuffled into it (B15)."""
    cards = np.empty(CARDS, np.int8)
    size = 0
    for kind in range(KINDS):
        for _ in range(CARD_COUNTS[kind]):
            cards[size] = kind
            size += 1
    shuffle(source, cards, 0, CARDS)
    for card in range(OFFER):
        s.offer[card // ROW, card % ROW] = cards[card]
    size = CARDS - OFFER
    for card in range(size):
        s.pile[card] = cards[OFFER + card]
    if s.oracle:
        for card in range(size, size + ORACLES):
            s.pile[card] = ORACLE
        size += ORACLES
        shuffle(source, s.pile, 0, size)


@kernel
def start(s, story):
    """What is the same in every game (B2-B4, B15, B17), then the first turn."""
    players = int(s.players)
    s.pile_size = CARDS - OFFER + (ORACLES if s.oracle else 0)
    for row in range(ROWS):
        s.row_size[row] = ROW
    altar = ORACLE_ALTAR if s.oracle else 0
    s.height = GOODS * altar
    for card in range(GOODS * altar):
        s.altar[card] = s.altar_dealt[card]
    for good in range(GOODS):
        s.supply[good] = GOODS_OF_A_TYPE - STARTING_GOODS * players - altar
    for seat in range(players):
        s.stone[seat] = START_STONE[seat]
        s.front[seat, MASON] = STARTING_MASONS
        for good in range(GOODS):
            s.goods[seat, good] = STARTING_GOODS
    begin_turn(s, 0, story)
    _answer_forced(s, story)


# --- Deciding ---------------------------------------------------------------------------------------------------------


@kernel
def over(s):
    """B8: the moment the pile is empty."""
    return s.phase == OVER


@kernel
def to_act(s):
    """One player at a time: in a sacrifice (B7) and at rewards (B11, B12) each in turn."""
    return 0 if s.phase == OVER else 1 << int(s.actor)


@kernel
def apply(s, seat, action, story):
    """Make an open decision, then all that have only one answer (T1)."""
    _decide(s, seat, action, story)
    _answer_forced(s, story)


@kernel
def _answer_forced(s, story):
    """T1: one answer is no question, and a decision with none is skipped."""
    while s.phase != OVER:
        seat = int(s.actor)
        actions = open_actions(s, seat)
        if actions == NONE:
            _skip(s)
        elif single(actions):
            tell_answer(story, seat)
            _decide(s, seat, first(actions), story)
        else:
            break


@kernel
def open_actions(s, seat):
    """What the phase lets the seat do: B5, B6, B7, B8 with B16, then B11 or B12."""
    if seat != s.actor:
        return NONE
    phase = s.phase
    if phase == TAKE:
        return open_rows(s)
    if phase == BUY:
        return open_buys(s, seat)
    if phase == PLAY:
        return open_plays(s, seat)
    if phase == GIVE:
        return open_gifts(s, seat)
    if phase == ADD:
        return open_supply(s, ADD_GOOD)
    if phase == PICK:
        return open_supply(s, PICK_GOOD)
    if phase == KEEP:
        return span(KEEP_PLACE, oracle_depth(s))
    if phase == ASK:
        return bit(LOOK) | bit(SKIP)
    if phase == REWARD:
        return bit(POINTS) | bit(STONE)
    return NONE


@kernel
def is_open(s, seat, action):
    """The same for one action (B5 to B12)."""
    return 0 <= action < ACTIONS and has(open_actions(s, seat), action)


@kernel
def phase_actions(s):
    """The block of actions that belongs to the present phase, in the order of a turn (B5 to B12)."""
    return _BLOCKS[s.phase]


@kernel
def _decide(s, seat, action, story):
    """Make one decision and go on to the next point at which something could be decided (T1)."""
    s.moves += 1
    phase = s.phase
    if phase == BUY:
        buy(s, seat, action, story)
    elif phase == PLAY:
        play(s, seat, action, story)
    elif phase == TAKE:
        take(s, seat, action - TAKE_ROW, story)
    elif phase == GIVE:
        give(s, seat, action - GIVE_GOOD, story)
    elif phase == ADD:
        add(s, seat, action - ADD_GOOD, story)
    elif phase == ASK:
        ask_oracle(s, seat, action, story)
    elif phase == KEEP:
        keep(s, seat, action - KEEP_PLACE, story)
    elif phase == REWARD:
        reward_shrines(s, seat, action, story)
    else:
        pick(s, seat, action - PICK_GOOD, story)


@kernel
def _skip(s):
    """Nobody could answer (T1): no good to give, or none left to add (B7)."""
    if s.phase == GIVE:
        next_giver(s)
    else:
        s.phase = TAKE
