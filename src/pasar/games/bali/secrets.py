"""Who may know what in Bali (B18): redrawing what a seat cannot know. What it can know: `sight.py` and `observe.py`.

Hidden from a seat are the order of the pile, the starting farmers that others have not yet shown, the goods that others
gave face down, which card others kept from the oracle, and the order of the oracle's first four cards. All else it
could have remembered. What is redrawn must fit everything it saw: nobody ever gave a good that they did not have,
the top of the altar looked as it did, and the oracle showed what it showed.
"""

import numpy as np

from pasar.games.bali.box import (
    ALTAR,
    FARMER,
    GOODS,
    KINDS,
    ORACLE,
    ORACLE_DEPTH,
    ORACLES,
    SEATS,
    STARTING_GOODS,
)
from pasar.games.bali.rules import open_actions
from pasar.games.bali.state import (
    ADDED,
    FACE_DOWN,
    GAINED,
    GAVE,
    GIFTED,
    GIVE,
    KEEP,
    KEPT,
    OVER,
    PLAY,
    noted,
    noted_number,
    noted_seat,
)
from pasar.kernel.bits import single
from pasar.kernel.jit import inner, kernel
from pasar.kernel.rng import below, shuffle
from pasar.kernel.seats import seat_after

UNKNOWN = -1
NOTHING = -2  # the look of an empty altar
FACE_DOWN_CARD = 64  # added to a card's number in a stack if it lies face down; there are fewer cards than that


@kernel
def resample(s, seat, source):
    """Replace all that the seat cannot know by something that it could not tell from the truth."""
    if s.phase == OVER:  # all cards are on the table
        return
    redraw_pile(s, source)
    redraw_hands(s, seat, source)
    _redraw_goods(s, seat, source)


@inner
def redraw_pile(s, source):
    """The cards left in the pile are known from those that were seen; their order is not."""
    counts = np.zeros(ORACLE + 1, np.int64)
    for place in range(int(s.drawn), int(s.pile_size)):
        counts[s.pile[place]] += 1
    place = int(s.drawn)
    for kind in range(ORACLE + 1):
        for _ in range(counts[kind]):
            s.pile[place] = kind
            place += 1
    shuffle(source, s.pile, int(s.drawn), int(s.pile_size))


@inner
def redraw_hands(s, seat, source):
    """Others hold what they took from the offer, and the rest of a starting set that fits what they showed of it."""
    sets = np.empty(GOODS, np.int64)
    sets[0] = _own_lack(s, seat)
    others = 1
    for good in range(GOODS):
        if good != sets[0]:
            sets[others] = good
            others += 1
    fits = False
    while not fits:
        shuffle(source, sets, 1, GOODS)
        fits = True
        for away in range(1, int(s.players)):
            fits = fits and _hold(s, seat_after(seat, away, int(s.players)), sets[away])


@kernel
def _own_lack(s, seat):
    """The type of farmer that the seat's own starting set lacks."""
    for good in range(GOODS):
        shown = s.proven[seat] >> good & 1
        if not shown and s.hand[seat, FARMER + good] == s.taken[seat, FARMER + good]:
            return good
    return UNKNOWN


@kernel
def _hold(s, seat, lacks):
    """Give the seat a hand from the starting set that lacks this type; False if it cannot be."""
    if s.proven[seat] >> lacks & 1:
        return False
    for kind in range(KINDS):
        s.hand[seat, kind] = s.taken[seat, kind]
    for good in range(GOODS):
        if good != lacks and not s.proven[seat] >> good & 1:
            s.hand[seat, FARMER + good] += 1
    # T1: who is asked what to play has two open plays. Two rice farmers without stone to play both are one play.
    asked = s.phase == PLAY and s.actor == seat
    return not asked or not single(open_actions(s, seat))


@kernel
def _redraw_goods(s, seat, source):
    """Tell the altar's history again, as it could have been, until one telling contradicts nothing that was seen."""
    tops = np.empty(ORACLES, np.int8)
    seen = np.empty((ORACLES, ORACLE_DEPTH), np.int8)
    cards = np.empty(ALTAR, np.int8)  # the goods in the order in which they were laid
    stack = np.empty(ALTAR, np.int8)  # which of them lie on the altar, from the bottom to the top
    kept = np.empty((ORACLES, 2), np.int8)  # for each use of the oracle the card and its place
    goods = np.empty((SEATS, GOODS), np.int8)
    watch(s, seat, tops, seen)
    fits = False
    while not fits:
        fits = guess_altar(s, seat, source, tops, seen, cards, stack, kept)
        if fits:
            guess_dealt(s, source, cards)
            fits = _guess_goods(s, seat, source, cards, kept, goods)
    write_down(s, cards, stack, kept, goods)


@inner
def dealt(s):
    return GOODS if s.oracle else 0


@inner
def watch(s, seat, tops, seen):
    """What was to be seen at each use of the oracle: by all the altar's top after it, by its user the cards shown."""
    altar = np.empty(ALTAR, np.int8)
    height = dealt(s)
    for card in range(height):
        altar[card] = s.altar_dealt[card]
    uses = 0
    for place in range(int(s.entries)):
        entry = s.diary[place]
        if noted(entry) == KEPT:
            if noted_seat(entry) == seat:
                for depth in range(min(ORACLE_DEPTH, height)):
                    seen[uses, depth] = altar[height - 1 - depth]
            height = take_out(altar, height, noted_number(entry))
            tops[uses] = NOTHING if height == 0 else min(FACE_DOWN, int(altar[height - 1]))
            uses += 1
        elif noted(entry) != GAINED:
            altar[height] = noted_number(entry) + (FACE_DOWN if noted(entry) == GIFTED else 0)
            height += 1


@inner
def take_out(stack, height, place):
    """Remove the element with `place` above it; returns the new height."""
    for above in range(height - 1 - place, height - 1):
        stack[above] = stack[above + 1]
    return height - 1


@inner
def guess_altar(s, seat, source, tops, seen, cards, stack, kept):
    """Choose which cards others kept, and learn from what the seat was shown; False if that cannot have been."""
    laid = dealt(s)
    for card in range(laid):
        cards[card] = UNKNOWN
        stack[card] = card + FACE_DOWN_CARD
    height = laid
    uses = 0
    for place in range(int(s.entries)):
        entry = s.diary[place]
        if noted(entry) == KEPT:
            own = noted_seat(entry) == seat
            if own and not _learn(s, cards, stack, height, seen[uses]):
                return False
            taken = noted_number(entry) if own else _guess_place(source, cards, stack, height, tops[uses])
            if taken == UNKNOWN:
                return False
            kept[uses, 0] = stack[height - 1 - taken] % FACE_DOWN_CARD
            kept[uses, 1] = taken
            height = take_out(stack, height, taken)
            uses += 1
        elif noted(entry) != GAINED:
            secret = noted(entry) == GIFTED
            cards[laid] = UNKNOWN if secret and noted_seat(entry) != seat else noted_number(entry)
            stack[height] = laid + (FACE_DOWN_CARD if secret else 0)
            laid += 1
            height += 1
    return s.phase != KEEP or s.actor != seat or _learn_now(s, cards, stack, height)


@kernel
def _look(cards, stack, height):
    """What the top of the altar shows to everybody."""
    if height == 0:
        return NOTHING
    card = int(stack[height - 1])
    return FACE_DOWN if card >= FACE_DOWN_CARD else int(cards[card])


@kernel
def _guess_place(source, cards, stack, height, top):
    """A place from which somebody else may have kept a card, given the altar's top afterwards."""
    depth = min(ORACLE_DEPTH, height)
    first = 0 if _look(cards, stack, height - 1) == top else 1
    last = depth if _look(cards, stack, height) == top else 1
    return first + below(source, last - first) if first < last else UNKNOWN


@kernel
def _learn(s, cards, stack, height, shown):
    """The oracle showed these cards from the top down; False if the altar as told so far cannot have had them."""
    for depth in range(min(ORACLE_DEPTH, height)):
        lies_down, card = divmod(int(stack[height - 1 - depth]), FACE_DOWN_CARD)
        shown_down, good = divmod(int(shown[depth]), FACE_DOWN)
        if lies_down != shown_down:
            return False
        if cards[card] == UNKNOWN:
            if card < dealt(s) and _is_placed(cards, good):
                return False
            cards[card] = good
        elif cards[card] != good:
            return False
    return True


@kernel
def _is_placed(cards, good):
    """Whether a good is already known among the oracle's first four cards, of which no two are alike."""
    for card in range(GOODS):
        if cards[card] == good:
            return True
    return False


@kernel
def _learn_now(s, cards, stack, height):
    """The same for the cards that the seat is looking at."""
    shown = np.empty(ORACLE_DEPTH, np.int8)
    for depth in range(min(ORACLE_DEPTH, height)):
        shown[depth] = s.altar[height - 1 - depth]
    return _learn(s, cards, stack, height, shown)


@inner
def guess_dealt(s, source, cards):
    """The oracle's first cards that were never seen: one of each type that is missing among them, in any order."""
    missing = np.empty(GOODS, np.int8)
    count = 0
    for good in range(dealt(s)):
        if not _is_placed(cards, good):
            missing[count] = good
            count += 1
    shuffle(source, missing, 0, count)
    for card in range(dealt(s)):
        if cards[card] == UNKNOWN:
            count -= 1
            cards[card] = missing[count]


@kernel
def _guess_goods(s, seat, source, cards, kept, goods):
    """Choose what others gave face down, and count everybody's goods; False if somebody gave what they had not."""
    goods[:] = STARTING_GOODS
    laid = dealt(s)
    uses = 0
    for place in range(int(s.entries)):
        entry = s.diary[place]
        what = noted(entry)
        who = noted_seat(entry)
        if what == GAINED:
            goods[who, noted_number(entry)] += 1
        elif what == KEPT:
            goods[who, cards[kept[uses, 0]]] += 1
            uses += 1
        else:
            if what == GIFTED and cards[laid] == UNKNOWN:
                cards[laid] = _guess_gift(s, source, goods[who], who, place)
            if what != ADDED:
                if cards[laid] == UNKNOWN or goods[who, cards[laid]] == 0:
                    return False
                goods[who, cards[laid]] -= 1
            laid += 1
    return s.phase != GIVE or s.actor == seat or types_of(goods[s.actor]) > 1


@inner
def types_of(goods):
    count = 0
    for good in range(GOODS):
        if goods[good] > 0:
            count += 1
    return count


@kernel
def _guess_gift(s, source, goods, who, place):
    """Any good that somebody could spare at this entry of the diary."""
    spare = spare_goods(s, goods, who, place)
    types = types_of(spare)
    if types == 0:
        return UNKNOWN
    choice = below(source, types)
    for good in range(GOODS):
        if spare[good] > 0:
            if choice == 0:
                return good
            choice -= 1
    return UNKNOWN


@inner
def spare_goods(s, goods, who, place):
    """The goods that somebody could spare at this entry of the diary: they had them, and later gifts do not need them.

    Only up to their next use of the oracle: what they kept there may have filled the gap.
    """
    now = goods.copy()
    spare = goods.copy()
    for later in range(place + 1, int(s.entries)):
        entry = s.diary[later]
        if noted_seat(entry) == who:
            if noted(entry) == KEPT:
                break
            if noted(entry) == GAINED:
                now[noted_number(entry)] += 1
            elif noted(entry) == GAVE:
                now[noted_number(entry)] -= 1
                spare[noted_number(entry)] = min(spare[noted_number(entry)], now[noted_number(entry)])
    return spare


@inner
def write_down(s, cards, stack, kept, goods):
    """Make the guessed history the state's own."""
    for card in range(dealt(s)):
        s.altar_dealt[card] = cards[card] + FACE_DOWN
    for height in range(int(s.height)):
        card = int(stack[height])
        down = FACE_DOWN if card >= FACE_DOWN_CARD else 0
        s.altar[height] = cards[card % FACE_DOWN_CARD] + down
    for seat in range(int(s.players)):
        for good in range(GOODS):
            s.goods[seat, good] = goods[seat, good]
            s.gifted[seat, good] = 0
    laid = dealt(s)
    uses = 0
    for place in range(int(s.entries)):
        entry = int(s.diary[place])
        if noted(entry) == KEPT:
            s.diary[place] = entry - noted_number(entry) + kept[uses, 1]
            uses += 1
        elif noted(entry) != GAINED:
            s.diary[place] = entry - noted_number(entry) + cards[laid]
            if noted(entry) == GIFTED:
                s.gifted[noted_seat(entry), cards[laid]] += 1
            laid += 1
