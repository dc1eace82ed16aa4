"""What a seat of Basari, or a spectator, may see and could have remembered, built up from nothing. Compiled.

Secret are the choices until all have chosen (S4), a bid until it is made, and the order of the piles.
"""

from pasar.games.basari import ledger
from pasar.games.basari.acting import pile_size
from pasar.games.basari.box import (
    ACTION_NAMES,
    CARDS,
    COLOURS,
    FIRST_GEM,
    GEM_NAMES,
    GEM_PRIZES,
    POINTS,
    RIVALS,
    SEATS,
    WORKERS,
    WORKERS_NEEDED,
    WORKERS_PRIZE,
)
from pasar.games.basari.rules import winners
from pasar.games.basari.state import ANSWER, CHOOSE, NONE_YET, OPEN, OVER, PHASES
from pasar.games.layout import Counts, Each, Entry, Flag, Group, Hidden, Layout, Number, Optional, Tokens
from pasar.kernel.jit import inner, kernel

GEM = Tokens("Gem", GEM_NAMES)
ACTION = Tokens("Action", ACTION_NAMES)
PRIZE = Tokens("Prize", (*GEM_NAMES, "workers"))
SOURCE = Tokens("Source", ledger.SOURCES)

DECK = Hidden(Each(CARDS, Group(id=Number(), workers=Number("u1"), points=Number("u1"), gems=Counts(GEM, zeros=False))))

SIGHT = Layout(
    phase=Number(tokens=Tokens("Phase", PHASES)),
    stage=Number(add=1),
    round=Number(),
    pile=Number(),  # cards left in this stage
    stock=Counts(GEM),
    prizes=Counts(PRIZE),
    workers_needed=Number("i2"),
    actor=Number(none=NONE_YET),  # who decides alone
    action=Number(tokens=ACTION, none=NONE_YET),  # being carried out
    players=Hidden(Number()),
    deck=DECK,
    queue=Each(SEATS, Number(), sized=True),  # who has chosen the action, in the order of S7
    seats=Each(
        SEATS,
        Group(
            points=Number("i2"),
            gems=Counts(GEM),
            workers=Number("u1"),
            card=Entry("deck"),  # dealt in this round
            cards=Each(CARDS, Entry("deck"), sized=True),  # of this stage, in the order they came
            chosen=Flag(),
            choice=Number(tokens=ACTION, none=NONE_YET),
        ),
        count="players",
    ),
    result=Optional(
        Group(
            points=Each(SEATS, Number("i2"), count="players"),
            winners=Each(SEATS, Number(), sized=True),
            breakdown=Each(SEATS, Counts(SOURCE, "i2"), count="players"),
        ),
        null=True,
    ),
    haggle=Optional(
        Group(
            seats=Each(RIVALS, Number()),
            standing=Optional(Counts(GEM, zeros=False), null=True),  # the bid to answer
            bidder=Number(none=NONE_YET),  # whose it is
            making=Optional(Counts(GEM, zeros=False), null=True),  # one's own bid, before it is made
            asked=Number(tokens=GEM, none=NONE_YET),  # the colour of it that is asked next
        ),
        null=True,
    ),
)

MEMORY = Layout(deck=DECK, pile=Each(CARDS, Entry("deck"), sized=True))  # the cards still in the pile, in no order


@inner
def see(s, seat, out):
    """S4: everything lies open but the choices of others and a bid in the making."""
    _see_middle(s, out)
    _see_deck(s, out)
    for owner in range(int(s.players)):
        _see_stall(s, owner, out)
        may_know = s.phase != CHOOSE or owner == seat
        out.seats_choice[owner] = s.choices[owner] if may_know else NONE_YET
    _see_cards(s, out)
    if s.phase == OPEN or s.phase == ANSWER:
        _see_haggle(s, seat, out)
    if s.phase == OVER:
        _see_result(s, out)


@kernel
def _see_middle(s, out):
    out.phase, out.stage, out.round, out.pile = s.phase, s.stage, s.rounds, pile_size(s)
    out.actor, out.action, out.players = s.actor, s.action, s.players
    out.workers_needed = WORKERS_NEEDED
    for colour in range(COLOURS):
        out.stock[colour] = s.stock[colour]
        out.prizes[colour] = GEM_PRIZES[colour]
    out.prizes[COLOURS] = WORKERS_PRIZE
    for place in range(SEATS):
        if s.queue[place] != NONE_YET:
            out.queue[out.queue_size] = s.queue[place]
            out.queue_size += 1


@kernel
def _see_deck(s, out):
    """The cards by id: what others of this record are shown as."""
    for card in range(CARDS):
        out.deck_id[card] = card
        out.deck_workers[card] = s.cards[card, WORKERS]
        out.deck_points[card] = s.cards[card, POINTS]
        for colour in range(COLOURS):
            out.deck_gems[card, colour] = s.cards[card, FIRST_GEM + colour]


@kernel
def _see_stall(s, owner, out):
    out.seats_points[owner], out.seats_workers[owner] = s.points[owner], s.workers[owner]
    out.seats_card[owner], out.seats_chosen[owner] = s.current[owner], s.choices[owner] != NONE_YET
    for colour in range(COLOURS):
        out.seats_gems[owner, colour] = s.gems[owner, colour]


@kernel
def _see_cards(s, out):
    for place in range(int(s.dealt[s.stage])):
        card = int(s.piles[s.stage, place])
        owner = int(s.owner[card])
        if owner != NONE_YET:
            out.seats_cards[owner, out.seats_cards_size[owner]] = card
            out.seats_cards_size[owner] += 1


@kernel
def _see_haggle(s, seat, out):
    """The two at it, the bid to answer if there is one; the bid in the making only for the one who makes it."""
    out.has_haggle = 1
    for rival in range(RIVALS):
        out.haggle_seats[rival] = s.queue[rival]
    out.has_haggle_standing = s.phase == ANSWER
    out.haggle_bidder = NONE_YET
    if s.phase == ANSWER:
        out.haggle_bidder = s.queue[0] if s.queue[1] == s.actor else s.queue[1]
    out.has_haggle_making = seat == s.actor
    out.haggle_asked = s.colour if seat == s.actor else NONE_YET
    for colour in range(COLOURS):
        out.haggle_standing[colour] = s.standing[colour]
        out.haggle_making[colour] = s.bid[colour] if seat == s.actor else 0


@kernel
def _see_result(s, out):
    out.has_result = 1
    won = winners(s)
    ledger.sources(s, out.result_breakdown)
    for seat in range(int(s.players)):
        out.result_points[seat] = s.points[seat]
        if won >> seat & 1:
            out.result_winners[out.result_winners_size] = seat
            out.result_winners_size += 1


@inner
def remember(s, seat, out):
    """Every card lies open once drawn, so what is left in the pile is the deck without those."""
    _see_deck(s, out)
    for card in range(CARDS):
        if s.owner[card] == NONE_YET:
            out.pile[out.pile_size] = card
            out.pile_size += 1
