"""Phase 3 of a turn of Bali: take cards; new rows, the oracle in them, and the end of the game. Compiled."""

from pasar.games.bali import events
from pasar.games.bali.actions import LOOK, TAKE_ROW
from pasar.games.bali.box import GOODS, HAND, ORACLE, ORACLE_DEPTH, ROW, ROWS
from pasar.games.bali.counting import altar_counts, cards_held, cards_left, value_of
from pasar.games.bali.pieces import bottom_card, remove_from_altar, write
from pasar.games.bali.scoring import score
from pasar.games.bali.state import ASK, FACE_DOWN, KEEP, KEPT, NO_DEMON, OVER, TAKE
from pasar.kernel.bits import bit, span
from pasar.kernel.jit import inner, kernel
from pasar.kernel.story import NOBODY, tell


@inner
def open_rows(s):
    """B8, B17: the bottom card of any row but the demon's. No row is ever empty."""
    actions = span(TAKE_ROW, ROWS)
    if s.demon != NO_DEMON:
        actions &= ~bit(TAKE_ROW + int(s.demon))
    return actions


@inner
def take(s, seat, row, story):
    """B8: the bottom card of a row, which is refilled when empty. B16: oracles in the new row offer a look."""
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
        s.phase = ASK
        tell(story, events.ORACLE_CALLED, seat, row + 1, oracles)
    else:
        _go_on_taking(s, seat, story)


@kernel
def _refill(s, row, story):
    """B8: four new cards at once; the game ends when the pile is empty. B16: oracles leave; returns how many did."""
    oracles = 0
    while s.row_size[row] == 0:
        drawn = min(ROW, cards_left(s))
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
            end_game(s, story)
            return 0
    return oracles


@kernel
def _go_on_taking(s, seat, story):
    """B8: until the hand is full; then comes phase 4."""
    if cards_held(s, seat) < HAND:
        s.phase = TAKE
    else:
        score(s, story)


@inner
def oracle_depth(s):
    """B16: the top four cards, or all if there are fewer."""
    return min(ORACLE_DEPTH, int(s.height))


@inner
def ask_oracle(s, seat, action, story):
    """B16: the use is optional; who looks must keep one."""
    if action == LOOK:
        tell(story, events.LOOKED, seat, oracle_depth(s))
        s.phase = KEEP
    else:
        tell(story, events.SKIPPED, seat)
        _go_on_taking(s, seat, story)


@inner
def keep(s, seat, place, story):
    """B16: one of the cards seen becomes an own good; the others stay in order, each facing as it lay."""
    good = remove_from_altar(s, place) % FACE_DOWN
    s.goods[seat, good] += 1
    s.kept[seat] += 1
    write(s, KEPT, seat, place)
    tell(story, events.KEPT, seat, good, place + 1)
    _go_on_taking(s, seat, story)


@inner
def end_game(s, story):
    """B8: at once, without the oracle and without phase 4."""
    s.phase = OVER
    s.actor = NOBODY
    if story is not None:
        tell(story, events.ENDED, NOBODY)
        counts = altar_counts(s)
        for good in range(GOODS):
            tell(story, events.VALUED, NOBODY, good, counts[good], value_of(counts, good))
