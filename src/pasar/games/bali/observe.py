"""What a seat of Bali may know, as a fixed number of small integers to learn from. Includes all it could remember."""

from pasar.games.bali.box import GOODS, KINDS, ORACLE_DEPTH, ROW, ROWS, SEATS, STARTING_GOODS
from pasar.games.bali.state import (
    FACE_DOWN,
    GAINED,
    GAVE,
    GIFTED,
    KEEP,
    KEPT,
    NO_DEMON,
    PHASES,
    PICK,
    REWARD,
    noted,
    noted_number,
    noted_seat,
)
from pasar.games.bali.taking import oracle_depth
from pasar.kernel.jit import kernel

UNKNOWN = -1
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


@kernel
def observe(s, seat, out):
    """Fill `out` in the layout of OBSERVATION."""
    out[:] = 0
    at = _observe_turn(s, seat, out, 0)
    at = _observe_table(s, out, at)
    at = _observe_altar(s, seat, out, at)
    at = _observe_seats(s, seat, out, at)
    _observe_own(s, seat, out, at)


@kernel
def _mark(out, at, choice, choices):
    """One-hot: 1 at the choice, if there is one."""
    if 0 <= choice < choices:
        out[at + choice] = 1
    return at + choices


@kernel
def _away(s, seat, other):
    """How many seats after `seat` the other one sits; -1 if there is none."""
    return UNKNOWN if other < 0 else (int(other) - seat) % int(s.players)


@kernel
def _observe_turn(s, seat, out, at):
    out[at] = s.players
    out[at + 1] = s.oracle
    at = _mark(out, at + 2, int(s.phase), len(PHASES))
    at = _mark(out, at, _away(s, seat, s.active), SEATS)
    at = _mark(out, at, _away(s, seat, s.actor), SEATS)
    rewarding = s.phase in (REWARD, PICK)
    return _mark(out, at, int(s.scored) if rewarding else UNKNOWN, KINDS)


@kernel
def _observe_table(s, out, at):
    at = _mark(out, at, int(s.demon) if s.demon != NO_DEMON else UNKNOWN, ROWS)
    out[at] = int(s.pile_size) - int(s.drawn)
    at += 1
    for row in range(ROWS):
        for up in range(ROW):
            below_top = int(s.row_size[row]) - 1 - up
            at = _mark(out, at, int(s.offer[row, below_top]) if below_top >= 0 else UNKNOWN, KINDS)
    for good in range(GOODS):
        out[at + good] = s.supply[good]
    return at + GOODS


@kernel
def _observe_altar(s, seat, out, at):
    out[at] = s.height
    top = UNKNOWN if s.height == 0 else min(FACE_DOWN, int(s.altar[s.height - 1]))
    laid = _mark(out, at + 1, top, CARDS_SHOWN)
    unseen = laid + GOODS
    for good in range(GOODS if s.oracle else 0):
        out[laid + good] = 1
    for place in range(int(s.entries)):
        entry = s.diary[place]
        what = noted(entry)
        if what == GIFTED and noted_seat(entry) != seat:
            out[unseen] += 1
        elif what != GAINED and what != KEPT:
            out[laid + noted_number(entry)] += 1
    return unseen + 1


@kernel
def _observe_seats(s, seat, out, at):
    players = int(s.players)
    stone, points, front = at, at + SEATS, at + 2 * SEATS
    held = front + SEATS * KINDS
    owned, taken = held + SEATS, held + 2 * SEATS
    proven = taken + SEATS * KINDS
    gained = proven + SEATS * GOODS
    for away in range(players):
        other = (seat + away) % players
        out[stone + away] = s.stone[other]
        out[points + away] = s.points[other]
        for kind in range(KINDS):
            out[front + away * KINDS + kind] = s.front[other, kind]
            out[taken + away * KINDS + kind] = s.taken[other, kind]
            out[held + away] += s.hand[other, kind]
        for good in range(GOODS):
            out[owned + away] += s.goods[other, good]
            out[proven + away * GOODS + good] = int(s.proven[other]) >> good & 1
            out[gained + away * GOODS + good] = STARTING_GOODS
    kept = gained + SEATS * GOODS
    _observe_diary(s, seat, out, gained, kept)
    return kept + SEATS


@kernel
def _observe_diary(s, seat, out, gained, kept):
    for place in range(int(s.entries)):
        entry = s.diary[place]
        away = _away(s, seat, noted_seat(entry))
        if noted(entry) == GAINED:
            out[gained + away * GOODS + noted_number(entry)] += 1
        elif noted(entry) == GAVE:
            out[gained + away * GOODS + noted_number(entry)] -= 1
        elif noted(entry) == KEPT:
            out[kept + away] += 1


@kernel
def _observe_own(s, seat, out, at):
    for kind in range(KINDS):
        out[at + kind] = s.hand[seat, kind]
    at += KINDS
    for good in range(GOODS):
        out[at + good] = s.goods[seat, good]
    at += GOODS
    if s.phase == KEEP and s.actor == seat:
        for depth in range(oracle_depth(s)):
            at = _mark(out, at, int(s.altar[s.height - 1 - depth]) % FACE_DOWN, GOODS)
