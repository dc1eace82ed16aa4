"""The rules of Basari, in the order of the rulebook. Compiled functions over one record `s`; all work in place.

This page is the course of the game. What the actions A, B and C give is in `acting.py`, D in `exchanging.py`, bids are
in `bidding.py`, the end of a stage in `counting.py`, numbers in `box.py`. "S7" and the like are the rulings; the rules'
pages tell them to players.
"""

from pasar.games.basari import events
from pasar.games.basari.acting import act, draw, pile_size, tell_gems
from pasar.games.basari.actions import ACCEPT, ACTIONS, BID_COUNT, CHOOSE_ACTION, GAIN_GEM, RETURN_GEM
from pasar.games.basari.bidding import goes_first, hand_over, held, open_counts, put_in, rival
from pasar.games.basari.box import (
    CARDS,
    CHOICES,
    CHOICES_WITH_D,
    COLOURS,
    GEMS_OF_A_COLOUR,
    POINTS,
    RIVALS,
    SEATS,
    SEATS_FOR_D,
    STAGES,
    STARTING_GEMS,
    WORKERS,
    WORKERS_NEEDED,
    A,
    D,
)
from pasar.games.basari.counting import count_stage
from pasar.games.basari.exchanging import begin_exchange, gain_gem, open_gains, open_returns, return_gem
from pasar.games.basari.state import ANSWER, CHOOSE, NONE_YET, OPEN, OVER, RETURN
from pasar.kernel.bits import NONE, bit, first, has, single, span
from pasar.kernel.jit import kernel
from pasar.kernel.rng import shuffle
from pasar.kernel.story import NOBODY, tell, tell_answer

__all__ = [
    "ACTIONS", "DEAL_NUMBERS", "LONGEST", "answer_forced", "apply", "choices", "deal", "decide", "is_open",
    "open_actions", "over", "points", "start", "to_act", "winners",
]  # fmt: skip

# The round, in the rulebook's order.
#
#   phase    who decides                             by                      what it leads to
#   CHOOSE   all at once, in secret (S4)             an action, D: S1        all show; A, B, C, D are carried out (S5)
#   OPEN     of two with the same, the first (S7)    a bid, gems by colour   ANSWER
#   ANSWER   the one who was bid (S8)                accept, or a higher bid the bidder acts; or ANSWER of the other
#   RETURN   who chose D alone (S13)                 a gem for the stock     GAIN
#   GAIN     who chose D, in the order of S7 (S13)   a gem from the stock    GAIN, while there is a gem
#
# After the last action comes the next round; before it a stage that is over is counted (S11), the third ends the game.

DEAL_NUMBERS = STAGES * (CARDS - 1)
LONGEST = 4000  # of 3 million random games none had 400; players who raise by the least come near it


# --- Setup ------------------------------------------------------------------------------------------------------------


@kernel
def deal(s, source):
    """Everything that is left to chance (T2): the three shuffles (S3)."""
    for stage in range(STAGES):
        pile = s.piles[stage]
        for card in range(CARDS):
            pile[card] = card
        shuffle(source, pile, 0, CARDS)


@kernel
def start(s, story):
    """What is the same in every game (S3), then the first round (S4)."""
    players = int(s.players)
    for colour in range(COLOURS):
        s.stock[colour] = GEMS_OF_A_COLOUR - STARTING_GEMS * players
        for seat in range(players):
            s.gems[seat, colour] = STARTING_GEMS
    _begin_stage(s, 0, story)
    _next_round(s, story)


@kernel
def _begin_stage(s, stage, story):
    """S3: all cards lie in a new pile, and nobody has workers. Gems and points stay."""
    s.stage = stage
    s.rounds = 0
    for card in range(CARDS):
        s.owner[card] = NONE_YET
    for seat in range(SEATS):
        s.workers[seat] = 0
        s.current[seat] = NONE_YET
    tell(story, events.STAGE, NOBODY, stage + 1)


# --- Deciding ---------------------------------------------------------------------------------------------------------


@kernel
def over(s):
    """S12: after the third stage."""
    return s.phase == OVER


@kernel
def to_act(s):
    """Everybody who has not chosen yet (S4), else the one who is asked."""
    if s.phase != CHOOSE:
        return 0 if s.actor == NONE_YET else 1 << int(s.actor)
    seats = 0
    for seat in range(int(s.players)):
        seats |= int(acts(s, seat)) << seat
    return seats


@kernel
def acts(s, seat):
    """Whether a seat of this table has to decide (S4). Both cases are worked out: guessing which it is takes longer."""
    choosing = s.phase == CHOOSE
    return (choosing & (s.choices[seat] == NONE_YET)) | ((not choosing) & (s.actor == seat))


@kernel
def apply(s, seat, action, story):
    """Make an open decision, then all that have only one answer (T1)."""
    decide(s, seat, action, story)
    answer_forced(s, story)


@kernel
def answer_forced(s, story):
    """T1: one answer is no question. A decision without any answer never comes up.

    What is left of a bid that somebody has begun belongs to their choice, even if there is only one way to end it.
    """
    while s.actor != NONE_YET:
        seat = int(s.actor)
        actions = open_actions(s, seat)
        if not single(actions):
            break
        if s.colour == 0:
            tell_answer(story, seat)
        decide(s, seat, first(actions), story)


@kernel
def open_actions(s, seat):
    """What the phase lets the seat do: choose (S4), bid or accept (S8), give back or gain a gem (S13)."""
    phase = s.phase
    if phase == CHOOSE:
        return span(CHOOSE_ACTION, choices(s)) if 0 <= seat < s.players and acts(s, seat) else NONE
    if seat != s.actor or seat == NONE_YET:
        return NONE
    if phase == OPEN:
        return open_counts(s, seat, BID_COUNT)
    if phase == ANSWER:
        answers = bit(ACCEPT) if s.colour == 0 else NONE
        return answers | open_counts(s, seat, BID_COUNT)
    return open_returns(s, seat) if phase == RETURN else open_gains(s)


@kernel
def is_open(s, seat, action):
    """The same for one action (S4, S8, S13). All blocks are spans, so asking for one costs what asking for all does."""
    return 0 <= action < ACTIONS and has(open_actions(s, seat), action)


@kernel
def decide(s, seat, action, story):
    """Make one decision and go on to the next point at which something can be decided (T1)."""
    if action < BID_COUNT:
        _choose(s, seat, action - CHOOSE_ACTION, story)
    elif action < ACCEPT:
        put_in(s, seat, action - BID_COUNT, story)
    elif action == ACCEPT:
        _accept(s, seat, story)
    elif action < GAIN_GEM:
        return_gem(s, seat, action - RETURN_GEM, story)
    elif not gain_gem(s, seat, action - GAIN_GEM, story):
        _carry_on(s, int(s.action) + 1, story)


# --- I. Each player receives a bazaar card ----------------------------------------------------------------------------


@kernel
def _next_round(s, story):
    """Deal a round; if the stage is over, count it first (S11). The third stage's end is the game's (S12)."""
    s.action = NONE_YET
    _clear_queue(s)
    while _stage_is_over(s, story):
        count_stage(s, story)
        if s.stage + 1 == STAGES:
            _end(s, story)
            return
        _begin_stage(s, int(s.stage) + 1, story)
    _deal_round(s, story)


@kernel
def _deal_round(s, story):
    """S4: one card each, face up, seat 0 first."""
    s.rounds += 1
    tell(story, events.ROUND, NOBODY, int(s.rounds))
    for seat in range(int(s.players)):
        card = draw(s, seat)
        s.current[seat] = card
        s.choices[seat] = NONE_YET
        tell(story, events.CARD_DEALT, seat, card, int(s.cards[card, WORKERS]), int(s.cards[card, POINTS]))
        tell_gems(s, seat, card, story)
    s.phase = CHOOSE


# --- II. Each player lays down an action card -------------------------------------------------------------------------


@kernel
def choices(s):
    """S1: D exists only with five players."""
    return CHOICES_WITH_D if s.players == SEATS_FOR_D else CHOICES


@kernel
def _choose(s, seat, action, story):
    """S4: in secret, until the last one is in."""
    s.moves += 1
    s.choices[seat] = action
    tell(story, events.CHOSE, seat, action)
    if to_act(s) == 0:
        for each in range(int(s.players)):
            tell(story, events.SHOWED, each, int(s.choices[each]))
        _carry_on(s, A, story)


# --- III. Carrying out the actions ------------------------------------------------------------------------------------


@kernel
def _carry_on(s, action, story):
    """S5: A, then B, then C, then D, as far as nobody has to decide anything; after the last, the next round."""
    s.actor = NONE_YET
    while action < choices(s):
        s.action = action
        if _must_ask(s, action, story):
            return
        action += 1
    _next_round(s, story)


@kernel
def _must_ask(s, action, story):
    """S5: one chooser acts, two haggle, more get nothing. Returns whether somebody has to decide."""
    choosers = _line_up(s, action)
    if choosers == 0:
        return False
    if action == D:
        return begin_exchange(s, choosers, story)
    if choosers == RIVALS:
        return _begin_haggle(s, action, story)
    if choosers == 1:
        act(s, int(s.queue[0]), action, story)
    else:
        tell(story, events.FORFEITED, NOBODY, action, choosers)
    return False


@kernel
def _line_up(s, action):
    """Everybody who chose the action into the queue, in the order of S7; returns how many."""
    _clear_queue(s)
    size = 0
    for seat in range(int(s.players)):
        if s.choices[seat] == action:
            place = size
            while place > 0 and goes_first(s, seat, int(s.queue[place - 1])):
                s.queue[place] = s.queue[place - 1]
                place -= 1
            s.queue[place] = seat
            size += 1
    return size


@kernel
def _clear_queue(s):
    """Nobody waits for an action any more (S5)."""
    for place in range(SEATS):
        s.queue[place] = NONE_YET


# --- Negotiating ------------------------------------------------------------------------------------------------------


@kernel
def _begin_haggle(s, action, story):
    """The first of the queue opens; S9: without gems, the other acts for nothing."""
    opener = int(s.queue[0])
    other = int(s.queue[1])
    tell(story, events.HAGGLED, opener, action, other)
    if held(s, opener) == 0:
        tell(story, events.FREE, other, action, opener)
        act(s, other, action, story)
        return False
    s.phase = OPEN
    s.actor = opener
    return True


@kernel
def _accept(s, seat, story):
    """S8: the bidder acts."""
    s.moves += 1
    bidder = rival(s, seat)
    hand_over(s, bidder, seat, story)
    act(s, bidder, int(s.action), story)
    _carry_on(s, int(s.action) + 1, story)


# --- End of a stage & recording the score -----------------------------------------------------------------------------


@kernel
def _stage_is_over(s, story):
    """S11: somebody has workers enough. S14: or the pile is too small for another round."""
    for seat in range(int(s.players)):
        if s.workers[seat] >= WORKERS_NEEDED:
            return True
    if pile_size(s) < s.players:
        tell(story, events.PILE_SHORT, NOBODY)
        return True
    return False


@kernel
def _end(s, story):
    """S12: the game is over."""
    s.phase = OVER
    s.actor = NONE_YET
    tell(story, events.ENDED, NOBODY)


@kernel
def points(s, out):
    """S12: those that were collected, and nothing else."""
    for seat in range(int(s.players)):
        out[seat] = int(s.points[seat])


@kernel
def winners(s):
    """S12: most points; equal points share the victory."""
    best = int(s.points[0])
    for seat in range(1, int(s.players)):
        best = max(best, int(s.points[seat]))
    seats = 0
    for seat in range(int(s.players)):
        if s.points[seat] == best:
            seats |= 1 << seat
    return seats
