"""What a seat of Bali may know, as a fixed number of small integers to learn from. Includes all it could remember."""

from itertools import accumulate

from pasar.games.bali.box import GOODS, KINDS, ORACLE_DEPTH, ROW, ROWS, SEATS, STARTING_GOODS
from pasar.games.bali.counting import cards_left, laid_openly
from pasar.games.bali.state import FACE_DOWN, KEEP, NO_DEMON, PHASES, PICK, REWARD
from pasar.games.bali.taking import oracle_depth
from pasar.kernel.jit import kernel
from pasar.kernel.seats import places_to, seat_after

CARDS_SHOWN = GOODS + 1  # how the altar's top can look: a good, or face down

OBSERVATION = (
    ("players", 1, "number of players"),
    ("oracle", 1, "1 with the oracle variant"),
    ("phase", len(PHASES), "what is waited for, one-hot in the order of state.PHASES"),
    ("active", SEATS, "whose turn it is, one-hot, counted from the observer on"),
    ("actor", SEATS, "who decides now, one-hot, counted from the observer on"),
    ("scored", KINDS, "the kind being scored, one-hot, while a reward is chosen or picked"),
    ("demon", ROWS, "the demon's row, one-hot; all 0 without the variant"),
    ("pile", 1, "cards left in the pile"),
    ("offer", ROWS * ROW * KINDS, "per row from the left, per card from the bottom up, its kind one-hot"),
    ("supply", GOODS, "goods in the supply by type"),
    ("height", 1, "cards on the altar"),
    ("top", CARDS_SHOWN, "the altar's top: a good or face down, one-hot"),
    (
        "laid",
        GOODS,
        "goods by type that the observer knows to have been laid on the altar, whether still there or kept",
    ),
    ("unseen", 1, "goods that others laid face down on the altar"),
    ("stone", SEATS, "stone, seats counted from the observer on (so for all that follow)"),
    ("points", SEATS, "point tokens"),
    ("front", SEATS * KINDS, "cards laid out, per seat by kind"),
    ("held", SEATS, "cards in hand"),
    ("owned", SEATS, "number of goods"),
    ("taken", SEATS * KINDS, "cards in hand that everybody saw being taken, per seat by kind"),
    ("proven", SEATS * GOODS, "starting farmers that were seen on the table, per seat by type"),
    ("gained", SEATS * GOODS, "goods by type that each seat got openly less those it gave openly; may be below 0"),
    ("kept", SEATS, "cards that each seat kept from the oracle"),
    ("hand", KINDS, "the observer's own hand by kind"),
    ("goods", GOODS, "the observer's own goods by type"),
    ("shown", ORACLE_DEPTH * GOODS, "what the oracle is showing to the observer, from the top, each one-hot"),
)
_ENDS = tuple(accumulate(count for _, count, _ in OBSERVATION))
(
    _ORACLE, _PHASE, _ACTIVE, _ACTOR, _SCORED, _DEMON, _PILE, _OFFER, _SUPPLY, _HEIGHT, _TOP, _LAID, _UNSEEN, _STONE,
    _POINTS, _FRONT, _HELD, _OWNED, _TAKEN, _PROVEN, _GAINED, _KEPT, _HAND, _GOODS, _SHOWN, _,
) = _ENDS  # fmt: skip


@kernel
def observe(s, seat, out):
    """Fill `out` in the layout of OBSERVATION."""
    out[:] = 0
    _observe_turn(s, seat, out)
    _observe_table(s, out)
    unseen = 0
    for away in range(int(s.players)):
        unseen += _observe_seat(s, seat_after(seat, away, int(s.players)), away, out)
    out[_UNSEEN] = unseen
    _observe_own(s, seat, out)


@kernel
def _observe_turn(s, seat, out):
    players = int(s.players)
    out[0] = players
    out[_ORACLE] = s.oracle
    out[_PHASE + int(s.phase)] = 1
    out[_ACTIVE + places_to(seat, int(s.active), players)] = 1
    if s.actor >= 0:  # nobody's when the game is over
        out[_ACTOR + places_to(seat, int(s.actor), players)] = 1
    out[_SCORED + int(s.scored)] = (s.phase == REWARD) | (s.phase == PICK)
    if s.demon != NO_DEMON:
        out[_DEMON + int(s.demon)] = 1


@kernel
def _observe_table(s, out):
    out[_PILE] = cards_left(s)
    for row in range(ROWS):
        bottom = int(s.row_size[row]) - 1
        for place in range(ROW):  # from the bottom up, and 0 where no card is: not having to guess is faster
            out[_OFFER + (row * ROW + place) * KINDS + int(s.offer[row, max(0, bottom - place)])] = place <= bottom
    height = int(s.height)
    out[_HEIGHT] = height
    if height > 0:
        out[_TOP + min(FACE_DOWN, int(s.altar[height - 1]))] = 1
    for good in range(GOODS):
        out[_SUPPLY + good] = s.supply[good]


@kernel
def _observe_seat(s, other, away, out):
    """Returns how many goods it laid face down that the observer has not seen."""
    out[_STONE + away] = s.stone[other]
    out[_POINTS + away] = s.points[other]
    held = 0  # counted along the way: a loop of its own is slower
    for kind in range(KINDS):
        out[_FRONT + away * KINDS + kind] = s.front[other, kind]
        out[_TAKEN + away * KINDS + kind] = s.taken[other, kind]
        held += int(s.hand[other, kind])
    out[_HELD + away] = held
    owned, gifted, proven = 0, 0, int(s.proven[other])
    for good in range(GOODS):
        owned += int(s.goods[other, good])
        out[_PROVEN + away * GOODS + good] = proven >> good & 1
        out[_GAINED + away * GOODS + good] = STARTING_GOODS + int(s.openly[other, good])
        gifted += int(s.gifted[other, good])
    out[_OWNED + away] = owned
    out[_KEPT + away] = s.kept[other]
    return gifted if away > 0 else 0


@kernel
def _observe_own(s, seat, out):
    for kind in range(KINDS):
        out[_HAND + kind] = s.hand[seat, kind]
    for good in range(GOODS):
        out[_GOODS + good] = s.goods[seat, good]
        out[_LAID + good] = laid_openly(s, good) + int(s.gifted[seat, good])
    if s.phase == KEEP and s.actor == seat:
        for depth in range(oracle_depth(s)):
            out[_SHOWN + depth * GOODS + int(s.altar[s.height - 1 - depth]) % FACE_DOWN] = 1
