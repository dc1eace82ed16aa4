"""Phases 1 and 2a of a turn of Bali: buy a good, play cards. Compiled."""

from pasar.games.bali import events
from pasar.games.bali.actions import BOX_SHRINE, BUY_GOOD, PASS, PLAY_FARMERS, PLAY_MASON
from pasar.games.bali.box import (
    FARMER,
    FARMER_PRICE,
    GOOD_PRICE,
    GOODS,
    HAND,
    MOST_FARMERS,
    PRIEST,
    ROWS,
    SHRINE,
    SHRINE_PRICE,
)
from pasar.games.bali.pieces import gain_good
from pasar.games.bali.sacrificing import begin_sacrifice
from pasar.games.bali.state import NO_DEMON, PLAY, TAKE
from pasar.kernel.bits import NONE, bit, single
from pasar.kernel.jit import inner, kernel
from pasar.kernel.story import NOBODY, tell


@inner
def price(s, seat, good):
    """B5: what a good costs the seat now."""
    return price_with(int(s.front[seat, FARMER + good]))


@inner
def price_with(farmers):
    """B5: each own farmer of the type in front makes a good one cheaper."""
    return max(0, GOOD_PRICE - farmers)


@inner
def can_buy(s, seat, good):
    """B5: the supply has one, and the price can be paid in full."""
    return (s.supply[good] > 0) & (price(s, seat, good) <= s.stone[seat])  # `and` would have to guess, which is slower


@inner
def open_buys(s, seat):
    """B5: one good at most, or none."""
    actions = bit(PASS)
    for good in range(GOODS):
        if can_buy(s, seat, good):
            actions |= bit(BUY_GOOD + good)
    return actions


@inner
def buy(s, seat, action, story):
    """B5: at most one, then cards are played."""
    if action != PASS:
        good = action - BUY_GOOD
        cost = price(s, seat, good)
        s.stone[seat] -= cost
        tell(story, events.BOUGHT, seat, good, cost)
        gain_good(s, seat, good)
    elif story is not None and not single(open_buys(s, seat)):
        tell(story, events.PASSED, seat)
    s.phase = PLAY


@kernel
def _must_box(s, seat):
    """B6: the one hand that cannot be played."""
    return s.hand[seat, SHRINE] == HAND and s.stone[seat] < SHRINE_PRICE


@inner
def cards_of(action):
    """The kind that a play lays, and how many of it (B6)."""
    if action < PLAY_FARMERS:
        return action - PLAY_MASON, 1
    good, extra = divmod(action - PLAY_FARMERS, MOST_FARMERS)
    return FARMER + good, 1 + extra


@inner
def play_price(kind, count):
    """B6: a shrine has its price; of equal farmers the first is free; masons and priests cost nothing."""
    return SHRINE_PRICE if kind == SHRINE else (count - 1) * FARMER_PRICE


@inner
def open_plays(s, seat):
    """B6: the cards are in hand and can be paid."""
    if _must_box(s, seat):
        return bit(BOX_SHRINE)
    actions = NONE
    for kind in range(FARMER):
        if _can_play(s, seat, kind, 1):
            actions |= bit(PLAY_MASON + kind)
    for good in range(GOODS):
        for extra in range(MOST_FARMERS):
            if _can_play(s, seat, FARMER + good, 1 + extra):
                actions |= bit(PLAY_FARMERS + good * MOST_FARMERS + extra)
    return actions


@kernel
def _can_play(s, seat, kind, count):
    """B6: what cannot be paid is not open."""
    return (s.hand[seat, kind] >= count) & (play_price(kind, count) <= s.stone[seat])


@inner
def play(s, seat, action, story):
    """B6: a shrine leads to the sacrifice (B7), a priest drives the demon (B17), a boxed shrine lays nothing."""
    s.phase = TAKE
    if action == BOX_SHRINE:
        _leave_hand(s, seat, SHRINE, 1)
        tell(story, events.BOXED, seat)
        return
    kind, count = cards_of(action)
    _lay(s, seat, kind, count, play_price(kind, count), story)
    if kind == SHRINE:
        begin_sacrifice(s)
    elif kind == PRIEST:
        _move_demon(s, story)


@kernel
def _lay(s, seat, kind, count, cost, story):
    """B6: from the hand to the front, paid in stone."""
    _leave_hand(s, seat, kind, count)
    s.front[seat, kind] += count
    s.stone[seat] -= cost
    tell(story, events.PLAYED, seat, kind, count, cost)


@kernel
def _leave_hand(s, seat, kind, count):
    """Cards leave a hand. More than everybody saw being taken proves a starting farmer (B18)."""
    s.hand[seat, kind] -= count
    if count > s.taken[seat, kind]:
        s.proven[seat] |= 1 << (kind - FARMER)
        s.taken[seat, kind] = 0
    else:
        s.taken[seat, kind] -= count


@kernel
def _move_demon(s, story):
    """B17: a priest drives the demon one row to the right, from the last row to the first."""
    if s.demon != NO_DEMON:
        s.demon = (int(s.demon) + 1) % ROWS
        tell(story, events.DEMON_MOVED, NOBODY, int(s.demon) + 1)
