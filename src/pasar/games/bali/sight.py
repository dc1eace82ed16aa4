"""What a seat of Bali, or a spectator, may see and could have remembered (B18), built up from nothing. Compiled.

A secret has to be put in to get out: what is not set here stays blank.
"""

from pasar.games.bali.box import (
    GOOD_NAMES,
    GOODS,
    HAND,
    KIND_NAMES,
    KINDS,
    ORACLE_DEPTH,
    ROW,
    ROWS,
    SEATS,
    STARTING_GOODS,
)
from pasar.games.bali.counting import fill_values, laid_openly
from pasar.games.bali.playing import price
from pasar.games.bali.state import FACE_DOWN, KEEP, NO_DEMON, OVER, PHASES, PICK, REWARD
from pasar.games.bali.taking import oracle_depth
from pasar.games.layout import NONE, Counts, Each, Group, Hidden, Layout, Number, Optional, Tokens
from pasar.kernel.jit import inner, kernel

GOOD = Tokens("Good", GOOD_NAMES)
KIND = Tokens("Kind", KIND_NAMES[:KINDS])  # a farmer is called by its good

SIGHT = Layout(
    phase=Number(tokens=Tokens("Phase", PHASES)),
    turn=Number(),  # the seat whose turn it is
    players=Hidden(Number()),
    pile=Number(),  # cards left
    offer=Each(ROWS, Each(ROW, Number(tokens=KIND), sized=True)),  # each row from the top to the bottom
    demon=Number(none=NO_DEMON, add=1),  # its row, from 1
    supply=Counts(GOOD),
    altar=Group(height=Number(), top=Number(tokens=GOOD, none=NONE)),  # nothing: no card, or it lies face down
    seats=Each(
        SEATS,
        Group(
            stone=Number("i2"),
            points=Number("i2"),
            front=Counts(KIND, zeros=False),
            hand=Number(),
            room=Number(),  # cards that it may still take up
            goods=Number(),
            prices=Counts(GOOD),
        ),
        count="players",
    ),
    scored=Optional(Number(tokens=KIND)),
    values=Optional(Counts(GOOD)),  # at the end
    goods=Optional(Each(SEATS, Counts(GOOD), count="players")),  # at the end
    own=Optional(
        Group(
            hand=Counts(KIND, zeros=False),
            goods=Counts(GOOD),
            oracle=Optional(Each(ORACLE_DEPTH, Number(tokens=GOOD), sized=True)),  # from the top
        )
    ),
)

MEMORY = Layout(
    players=Hidden(Number()),
    seats=Each(
        SEATS,
        Group(
            taken=Counts(KIND, zeros=False),  # cards in hand that came from the offer
            started=Each(GOODS, Number(tokens=GOOD), sized=True),  # starting farmers seen on the table
            goods=Counts(GOOD),
            gave_unseen=Number(),  # gifts that lay face down
            kept_unseen=Number(),  # goods from the oracle
        ),
        count="players",
    ),
    laid=Counts(GOOD),  # on the altar, as far as it was seen
)


@inner
def see(s, seat, out):
    """B18: everything that lies open, and what belongs to `seat` (NOBODY: a spectator)."""
    out.phase, out.turn, out.players = s.phase, s.active, s.players
    _see_middle(s, out)
    for other in range(int(s.players)):
        _see_seat(s, other, out)
    if s.phase == REWARD or s.phase == PICK:
        out.has_scored, out.scored = 1, s.scored
    if s.phase == OVER:
        _see_end(s, out)
    if seat >= 0:
        _see_own(s, seat, out)


@kernel
def _see_middle(s, out):
    out.pile = s.pile_size - s.drawn
    out.demon = s.demon
    for row in range(ROWS):
        out.offer_size[row] = s.row_size[row]
        for place in range(int(s.row_size[row])):
            out.offer[row, place] = s.offer[row, place]
    for good in range(GOODS):
        out.supply[good] = s.supply[good]
    out.altar_height = s.height
    top = int(s.altar[s.height - 1]) if s.height > 0 else FACE_DOWN
    out.altar_top = top if top < FACE_DOWN else NONE


@kernel
def _see_seat(s, seat, out):
    held, goods = 0, 0
    for kind in range(KINDS):
        out.seats_front[seat, kind] = s.front[seat, kind]
        held += int(s.hand[seat, kind])
    for good in range(GOODS):
        goods += int(s.goods[seat, good])
        out.seats_prices[seat, good] = price(s, seat, good)
    out.seats_stone[seat], out.seats_points[seat] = s.stone[seat], s.points[seat]
    out.seats_hand[seat], out.seats_room[seat], out.seats_goods[seat] = held, HAND - held, goods


@kernel
def _see_end(s, out):
    """B13, B14: goods and the altar lie open."""
    out.has_values, out.has_goods = 1, 1
    fill_values(s, out.values)
    for seat in range(int(s.players)):
        for good in range(GOODS):
            out.goods[seat, good] = s.goods[seat, good]


@kernel
def _see_own(s, seat, out):
    out.has_own = 1
    for kind in range(KINDS):
        out.own_hand[kind] = s.hand[seat, kind]
    for good in range(GOODS):
        out.own_goods[good] = s.goods[seat, good]
    if s.phase == KEEP and s.actor == seat:
        out.has_own_oracle, out.own_oracle_size = 1, oracle_depth(s)
        for place in range(oracle_depth(s)):
            out.own_oracle[place] = int(s.altar[int(s.height) - 1 - place]) % FACE_DOWN


@inner
def remember(s, seat, out):
    """B18: cards and goods that the seat saw changing hands, and what it knows to have been laid on the altar."""
    out.players = s.players
    for other in range(int(s.players)):
        _remember_cards(s, other, out)
        _remember_goods(s, other, other == seat, out)
    for good in range(GOODS):
        out.laid[good] = laid_openly(s, good) + (int(s.gifted[seat, good]) if seat >= 0 else 0)


@kernel
def _remember_cards(s, seat, out):
    for kind in range(KINDS):
        out.seats_taken[seat, kind] = s.taken[seat, kind]
    size = 0
    for good in range(GOODS):
        if int(s.proven[seat]) >> good & 1:
            out.seats_started[seat, size] = good
            size += 1
    out.seats_started_size[seat] = size


@kernel
def _remember_goods(s, seat, own, out):
    out.seats_kept_unseen[seat] = 0 if own else s.kept[seat]
    for good in range(GOODS):
        out.seats_goods[seat, good] = s.goods[seat, good] if own else STARTING_GOODS + int(s.openly[seat, good])
        out.seats_gave_unseen[seat] += 0 if own else s.gifted[seat, good]
