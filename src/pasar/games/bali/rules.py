"""The rules of Bali, in the order of the rulebook. Compiled functions over one record `s`; all work in place.

"B7" and the like are the rulings; `docs/play/bali.md` tells them to players. Numbers live in `box.py`, and how things
are counted in `counting.py`.
"""

import numpy as np

from pasar.games.bali import events
from pasar.games.bali.box import (
    CARD_COUNTS,
    CARDS,
    EXTRA,
    FARMER,
    FIRST_STONE,
    GOOD_PRICE,
    GOODS,
    GOODS_OF_A_TYPE,
    HAND,
    KINDS,
    MASON,
    MOST_FARMERS,
    OFFER,
    ORACLE,
    ORACLE_ALTAR,
    ORACLE_DEPTH,
    ORACLES,
    PILE,
    PRIEST,
    ROW,
    ROWS,
    SHRINE,
    SHRINE_PRICE,
    STARTING_GOODS,
)
from pasar.games.bali.counting import altar_count, majority, points, value, winners
from pasar.games.bali.state import (
    ADD,
    ADDED,
    BUY,
    FACE_DOWN,
    GAINED,
    GAVE,
    GIFTED,
    GIVE,
    KEEP,
    KEPT,
    NO_DEMON,
    OVER,
    PICK,
    PLAY,
    REWARD,
    TAKE,
    note,
)
from pasar.games.bali.state import ORACLE as ASK_ORACLE
from pasar.kernel.bits import NONE, bit, first, single, span
from pasar.kernel.jit import kernel
from pasar.kernel.rng import shuffle
from pasar.kernel.story import NOBODY, tell

__all__ = ["points", "winners"]  # these, too, are part of what a game's rules offer

# The numbered actions. A block belongs to a phase; the number within it is a good, a row, a place or a count.
PASS = 0
BUY_GOOD = 1
PLAY_MASON = BUY_GOOD + GOODS
PLAY_PRIEST = PLAY_MASON + 1
PLAY_SHRINE = PLAY_PRIEST + 1
PLAY_FARMERS = PLAY_SHRINE + 1  # + good * MOST_FARMERS + (count - 1)
BOX_SHRINE = PLAY_FARMERS + GOODS * MOST_FARMERS
GIVE_GOOD = BOX_SHRINE + 1
ADD_GOOD = GIVE_GOOD + GOODS
TAKE_ROW = ADD_GOOD + GOODS
LOOK = TAKE_ROW + ROWS
SKIP = LOOK + 1
KEEP_PLACE = SKIP + 1
POINTS = KEEP_PLACE + ORACLE_DEPTH
STONE = POINTS + 1
PICK_GOOD = STONE + 1
ACTIONS = PICK_GOOD + GOODS

DEAL_WORDS = (GOODS - 1) + (CARDS - 1) + (PILE - 1) + (GOODS - 1)
LONGEST = 1000


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
        s.stone[seat] = FIRST_STONE + seat
        s.front[seat, MASON] = 1
        for good in range(GOODS):
            s.goods[seat, good] = STARTING_GOODS
    _begin_turn(s, 0, story)
    _answer_forced(s, story)


@kernel
def _begin_turn(s, seat, story):
    s.active = seat
    s.actor = seat
    s.phase = BUY
    tell(story, events.TURN, seat)


# --- Deciding ---------------------------------------------------------------------------------------------------------


@kernel
def over(s):
    return s.phase == OVER


@kernel
def to_act(s):
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
            _skip(s, story)
        elif single(actions):
            _decide(s, seat, first(actions), story)
        else:
            break


@kernel
def open_actions(s, seat):
    if seat != s.actor:
        return NONE
    phase = s.phase
    if phase == TAKE:
        return _open_rows(s)
    if phase == BUY:
        return _open_buys(s, seat)
    if phase == PLAY:
        return _open_plays(s, seat)
    if phase == GIVE:
        return _open_gifts(s, seat)
    if phase == ADD:
        return _open_supply(s, ADD_GOOD)
    if phase == PICK:
        return _open_supply(s, PICK_GOOD)
    if phase == KEEP:
        return span(KEEP_PLACE, oracle_depth(s))
    if phase == ASK_ORACLE:
        return bit(LOOK) | bit(SKIP)
    if phase == REWARD:
        return bit(POINTS) | bit(STONE)
    return NONE


@kernel
def is_open(s, seat, action):
    """The same for one action, without listing all."""
    if seat != s.actor or s.phase == OVER:
        return False
    if action < PLAY_MASON:
        return s.phase == BUY and (action == PASS or (action > PASS and can_buy(s, seat, action - BUY_GOOD)))
    if action < GIVE_GOOD:
        return s.phase == PLAY and _can_lay(s, seat, action)
    if action < ADD_GOOD:
        return s.phase == GIVE and s.goods[seat, action - GIVE_GOOD] > 0
    if action < TAKE_ROW:
        return s.phase == ADD and s.supply[action - ADD_GOOD] > 0
    if action < LOOK:
        return s.phase == TAKE and action - TAKE_ROW != s.demon
    if action < KEEP_PLACE:
        return s.phase == ASK_ORACLE
    if action < POINTS:
        return s.phase == KEEP and action - KEEP_PLACE < oracle_depth(s)
    if action < PICK_GOOD:
        return s.phase == REWARD
    return action < ACTIONS and s.phase == PICK and s.supply[action - PICK_GOOD] > 0


@kernel
def _decide(s, seat, action, story):
    """Make one decision and go on to the next point at which something could be decided."""
    s.moves += 1
    if action < PLAY_MASON:
        _buy(s, seat, action, story)
    elif action < GIVE_GOOD:
        _play(s, seat, action, story)
    elif action < ADD_GOOD:
        _give(s, seat, action - GIVE_GOOD, story)
    elif action < TAKE_ROW:
        _add(s, seat, action - ADD_GOOD, story)
    elif action < LOOK:
        _take(s, seat, action - TAKE_ROW, story)
    elif action < KEEP_PLACE:
        _ask_oracle(s, seat, action, story)
    elif action < POINTS:
        _keep(s, seat, action - KEEP_PLACE, story)
    elif action < PICK_GOOD:
        _reward_shrines(s, seat, action, story)
    else:
        _pick(s, seat, action - PICK_GOOD, story)


@kernel
def _skip(s, story):
    """Nobody could answer: no good to give, or none left to add."""
    if s.phase == GIVE:
        _next_giver(s)
    else:
        s.phase = TAKE


# --- 1. Take a sacrifice card -----------------------------------------------------------------------------------------


@kernel
def price(s, seat, good):
    return price_with(int(s.front[seat, FARMER + good]))


@kernel
def price_with(farmers):
    """B5: each own farmer of the type in front makes a good one cheaper."""
    return max(0, GOOD_PRICE - farmers)


@kernel
def can_buy(s, seat, good):
    return s.supply[good] > 0 and price(s, seat, good) <= s.stone[seat]


@kernel
def _open_buys(s, seat):
    actions = bit(PASS)
    for good in range(GOODS):
        if can_buy(s, seat, good):
            actions |= bit(BUY_GOOD + good)
    return actions


@kernel
def _buy(s, seat, action, story):
    if action != PASS:
        good = action - BUY_GOOD
        cost = price(s, seat, good)
        s.stone[seat] -= cost
        tell(story, events.BOUGHT, seat, good, cost)
        _gain_good(s, seat, good)
    elif story is not None and not single(_open_buys(s, seat)):
        tell(story, events.PASSED, seat)
    s.phase = PLAY


# --- 2a. Play cards ---------------------------------------------------------------------------------------------------


@kernel
def _must_box(s, seat):
    """B6: the one hand that cannot be played."""
    return s.hand[seat, SHRINE] == HAND and s.stone[seat] < SHRINE_PRICE


@kernel
def _can_lay(s, seat, action):
    """B6: the cards are in hand and can be paid."""
    if action == BOX_SHRINE:
        return _must_box(s, seat)
    if action == PLAY_SHRINE:
        return s.hand[seat, SHRINE] > 0 and s.stone[seat] >= SHRINE_PRICE
    if action < PLAY_FARMERS:
        return s.hand[seat, action - PLAY_MASON] > 0
    good, extra = divmod(action - PLAY_FARMERS, MOST_FARMERS)
    return s.hand[seat, FARMER + good] > extra and s.stone[seat] >= extra


@kernel
def _open_plays(s, seat):
    actions = NONE
    for action in range(PLAY_MASON, PLAY_FARMERS):
        if s.hand[seat, action - PLAY_MASON] > 0 and _can_lay(s, seat, action):
            actions |= bit(action)
    for good in range(GOODS):
        most = min(int(s.hand[seat, FARMER + good]), 1 + int(s.stone[seat]))
        if most > 0:
            actions |= span(PLAY_FARMERS + good * MOST_FARMERS, most)
    return bit(BOX_SHRINE) if _must_box(s, seat) else actions


@kernel
def _play(s, seat, action, story):
    if action == BOX_SHRINE:
        _leave_hand(s, seat, SHRINE, 1)
        tell(story, events.BOXED, seat)
        s.phase = TAKE
    elif action == PLAY_SHRINE:
        _lay(s, seat, SHRINE, 1, SHRINE_PRICE, story)
        _begin_sacrifice(s)
    elif action < PLAY_FARMERS:
        _lay(s, seat, action - PLAY_MASON, 1, 0, story)
        if action == PLAY_PRIEST:
            _move_demon(s, story)
        s.phase = TAKE
    else:
        good, extra = divmod(action - PLAY_FARMERS, MOST_FARMERS)
        _lay(s, seat, FARMER + good, 1 + extra, extra, story)
        s.phase = TAKE


@kernel
def _lay(s, seat, kind, count, cost, story):
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


# --- 2b. Sacrifice phase ----------------------------------------------------------------------------------------------


@kernel
def _begin_sacrifice(s):
    """B7: first the player to the left of the builder."""
    s.phase = GIVE
    s.step = 0
    _next_giver(s)


@kernel
def _next_giver(s):
    s.step += 1
    if s.step > s.players:
        s.phase = ADD
    else:
        s.actor = (int(s.active) + int(s.step)) % int(s.players)


@kernel
def _open_gifts(s, seat):
    actions = NONE
    for good in range(GOODS):
        if s.goods[seat, good] > 0:
            actions |= bit(GIVE_GOOD + good)
    return actions


@kernel
def _give(s, seat, good, story):
    """B7: the others lay an own good open, the builder one face down."""
    s.goods[seat, good] -= 1
    if seat == s.active:
        _put_on_altar(s, good + FACE_DOWN)
        _write(s, GIFTED, seat, good)
        tell(story, events.GIFTED, seat, good)
    else:
        _put_on_altar(s, good)
        _write(s, GAVE, seat, good)
        tell(story, events.GAVE, seat, good)
    _next_giver(s)


@kernel
def _open_supply(s, block):
    actions = NONE
    for good in range(GOODS):
        if s.supply[good] > 0:
            actions |= bit(block + good)
    return actions


@kernel
def _add(s, seat, good, story):
    s.supply[good] -= 1
    _put_on_altar(s, good)
    _write(s, ADDED, seat, good)
    tell(story, events.ADDED, seat, good)
    s.phase = TAKE


@kernel
def _put_on_altar(s, card):
    s.altar[s.height] = card
    s.height += 1


@kernel
def _write(s, what, seat, number):
    """Note in the diary that a good changed place: who was there could remember it (B18)."""
    s.diary[s.entries] = note(what, seat, number)
    s.entries += 1


@kernel
def _gain_good(s, seat, good):
    """A good from the supply, seen by all."""
    s.supply[good] -= 1
    s.goods[seat, good] += 1
    _write(s, GAINED, seat, good)


# --- 3. Take cards ----------------------------------------------------------------------------------------------------


@kernel
def _open_rows(s):
    """B8, B17: the bottom card of any row but the demon's. No row is ever empty."""
    actions = span(TAKE_ROW, ROWS)
    if s.demon != NO_DEMON:
        actions &= ~bit(TAKE_ROW + int(s.demon))
    return actions


@kernel
def bottom_card(s, row):
    return int(s.offer[row, s.row_size[row] - 1])


@kernel
def _take(s, seat, row, story):
    kind = bottom_card(s, row)
    s.row_size[row] -= 1
    s.hand[seat, kind] += 1
    s.taken[seat, kind] += 1
    s.last_row = row
    tell(story, events.TOOK, seat, kind, row + 1)
    oracles = _refill(s, row, story) if s.row_size[row] == 0 else 0
    if s.phase == OVER:
        return
    if oracles > 0 and s.height > 0:
        s.phase = ASK_ORACLE
        tell(story, events.ORACLE_CALLED, seat, row + 1, oracles)
    else:
        _go_on_taking(s, seat, story)


@kernel
def _refill(s, row, story):
    """B8: four new cards at once; the game ends when the pile is empty. B16: oracles leave; returns how many did."""
    oracles = 0
    while s.row_size[row] == 0:
        drawn = min(ROW, int(s.pile_size) - int(s.drawn))
        for _ in range(drawn):
            card = int(s.pile[s.drawn])
            s.drawn += 1
            if card == ORACLE:
                oracles += 1
            else:
                s.offer[row, s.row_size[row]] = card
                s.row_size[row] += 1
        tell(story, events.REFILLED, NOBODY, row + 1, int(s.row_size[row]))
        if s.drawn == s.pile_size:
            _end(s, story)
            return 0
    return oracles


@kernel
def _go_on_taking(s, seat, story):
    held = 0
    for kind in range(KINDS):
        held += s.hand[seat, kind]
    if held < HAND:
        s.phase = TAKE
    else:
        _score(s, story)


# --- The oracle (variant) ---------------------------------------------------------------------------------------------


@kernel
def oracle_depth(s):
    """B16: the top four cards, or all if there are fewer."""
    return min(ORACLE_DEPTH, int(s.height))


@kernel
def _ask_oracle(s, seat, action, story):
    if action == LOOK:
        tell(story, events.LOOKED, seat, oracle_depth(s))
        s.phase = KEEP
    else:
        tell(story, events.SKIPPED, seat)
        _go_on_taking(s, seat, story)


@kernel
def _keep(s, seat, place, story):
    """B16: one of the cards seen becomes an own good; the others stay in order, each facing as it lay."""
    good = remove_from_altar(s, place) % FACE_DOWN
    s.goods[seat, good] += 1
    _write(s, KEPT, seat, place)
    tell(story, events.KEPT, seat, good, place + 1)
    _go_on_taking(s, seat, story)


@kernel
def remove_from_altar(s, place):
    """Take out the card that has `place` cards above it, and close the gap."""
    index = int(s.height) - 1 - place
    card = int(s.altar[index])
    for above in range(index, int(s.height) - 1):
        s.altar[above] = s.altar[above + 1]
    s.height -= 1
    s.altar[s.height] = 0
    return card


# --- 4. Scoring -------------------------------------------------------------------------------------------------------


@kernel
def _score(s, story):
    """B9: the bottom card, as it now lies, of the row that the last card came from."""
    kind = bottom_card(s, int(s.last_row))
    s.scored = kind
    s.step = 0
    tell(story, events.SCORED, int(s.active), kind, int(s.last_row) + 1)
    if kind == SHRINE:
        _next_shrine_reward(s, story)
    elif kind >= FARMER:
        _reward_farmers(s, story)
    else:
        _reward_each_card(s, kind, story)
        _end_turn(s, story)


@kernel
def _reward_size(s, seat, kind):
    """One for each card in front, and the extra for the majority."""
    return int(s.front[seat, kind]) + (EXTRA if majority(s, kind) == seat else 0)


@kernel
def _reward_each_card(s, kind, story):
    """Masons bring stone, priests points."""
    for step in range(int(s.players)):
        seat = (int(s.active) + step) % int(s.players)
        count = _reward_size(s, seat, kind)
        if count > 0:
            _tell_majority(s, seat, kind, story)
            _gain_tokens(s, seat, kind == PRIEST, count, story)


@kernel
def _tell_majority(s, seat, kind, story):
    if story is not None and majority(s, kind) == seat:
        tell(story, events.MAJORITY, seat, kind)


@kernel
def _gain_tokens(s, seat, as_points, count, story):
    if as_points:
        s.points[seat] += count
        tell(story, events.POINTS_GAINED, seat, count)
    else:
        s.stone[seat] += count
        tell(story, events.STONE_GAINED, seat, count)


@kernel
def _next_shrine_reward(s, story):
    """B11: whoever has shrines is asked, the active player first, then clockwise."""
    while s.step < s.players:
        seat = (int(s.active) + int(s.step)) % int(s.players)
        if s.front[seat, SHRINE] > 0:
            s.phase = REWARD
            s.actor = seat
            return
        s.step += 1
    _end_turn(s, story)


@kernel
def _reward_shrines(s, seat, action, story):
    """B11: one choice for the whole reward."""
    _tell_majority(s, seat, SHRINE, story)
    _gain_tokens(s, seat, action == POINTS, _reward_size(s, seat, SHRINE), story)
    s.step += 1
    _next_shrine_reward(s, story)


@kernel
def _receiver(s):
    """B12: who is to get a good at this step: each with such a farmer in turn, last of all the majority."""
    if s.step == s.players:
        return majority(s, int(s.scored))
    seat = (int(s.active) + int(s.step)) % int(s.players)
    return seat if s.front[seat, s.scored] > 0 else NOBODY


@kernel
def _reward_farmers(s, story):
    """B12: hand out goods of the type; who comes too late picks another, if there is any."""
    good = int(s.scored) - FARMER
    while s.step <= s.players:
        seat = _receiver(s)
        if seat != NOBODY:
            if s.supply[good] > 0:
                _receive(s, seat, good, story)
            elif _open_supply(s, PICK_GOOD) != NONE:
                s.phase = PICK
                s.actor = seat
                return
        s.step += 1
    _end_turn(s, story)


@kernel
def _receive(s, seat, good, story):
    if s.step == s.players:
        tell(story, events.MAJORITY, seat, int(s.scored))
    _gain_good(s, seat, good)
    tell(story, events.GOOD_GAINED, seat, good)


@kernel
def _pick(s, seat, good, story):
    _receive(s, seat, good, story)
    s.step += 1
    _reward_farmers(s, story)


@kernel
def _end_turn(s, story):
    """B1: the next player clockwise."""
    _begin_turn(s, (int(s.active) + 1) % int(s.players), story)


# --- Game end and final scoring ---------------------------------------------------------------------------------------


@kernel
def _end(s, story):
    """B8: at once, without the oracle and without phase 4."""
    s.phase = OVER
    s.actor = NOBODY
    if story is not None:
        tell(story, events.ENDED, NOBODY)
        for good in range(GOODS):
            tell(story, events.VALUED, NOBODY, good, altar_count(s, good), value(s, good))
