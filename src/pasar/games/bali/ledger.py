"""What the lab writes down of a game of Bali (see `pasar.games.ledger`)."""

from pasar.games.bali import events
from pasar.games.bali.box import GOOD_NAMES, GOODS, KINDS, SHRINE, SHRINE_POINTS, STONE_FOR_A_POINT
from pasar.games.bali.counting import altar_counts, value_of
from pasar.games.ledger import NEVER, NOBODY, Column
from pasar.kernel.jit import kernel

TURN = events.TURN
STAGE, STAGES = NEVER, 1
CONTEXT_EVENT, CONTEXT_KEY = NEVER, ""

COLUMNS = (
    Column("bought", events.BOUGHT, "goods bought", key="good"),
    Column("paid_for_goods", events.BOUGHT, "stone paid for goods", amount="price"),
    Column("played", events.PLAYED, "cards played", key="kind", amount="count"),
    Column("paid_for_cards", events.PLAYED, "stone paid for cards", amount="price"),
    Column("boxed", events.BOXED, "shrines put back into the box"),
    Column("gave", events.GAVE, "goods laid openly on the altar", key="good"),
    Column("gifted", events.GIFTED, "goods laid face down on the altar", key="good"),
    Column("added", events.ADDED, "goods added to the altar from the supply", key="good"),
    Column("took", events.TOOK, "cards taken from the offer", key="kind"),
    Column("demon_moved", events.DEMON_MOVED, "moves of the demon", of=NOBODY),
    Column("looked", events.LOOKED, "looks into the altar"),
    Column("kept", events.KEPT, "cards kept from the altar"),
    Column("scored", events.SCORED, "scorings of a kind", key="kind", of=NOBODY),
    Column("stone_gained", events.STONE_GAINED, "stone from scorings", amount="count"),
    Column("points_gained", events.POINTS_GAINED, "points from scorings", amount="count"),
    Column("good_gained", events.GOOD_GAINED, "goods from scorings", key="good"),
    Column("majority", events.MAJORITY, "extra rewards for a majority", key="kind"),
    Column("value", events.VALUED, "what a good was worth at the end", key="good", amount="value", of=NOBODY),
    Column("altar", events.VALUED, "goods on the altar at the end", key="good", amount="count", of=NOBODY),
)

SOURCES = ("points", "shrines", "stone", *GOOD_NAMES)
# Cards as they lie in front. One more in hand would be one less to take: a hand is filled up to so many.
THINGS = ("stone", "points", *GOOD_NAMES, *events.KIND_TOKENS[:KINDS])
_STONE, _POINTS, _FIRST_GOOD = range(3)
_FIRST_KIND = _FIRST_GOOD + GOODS


@kernel
def sources(s, out):
    """Where everybody's points come from: `out` has a row for each seat, in the order of SOURCES."""
    counts = altar_counts(s)
    for seat in range(int(s.players)):
        out[seat, 0] = s.points[seat]
        out[seat, 1] = SHRINE_POINTS * int(s.front[seat, SHRINE])
        out[seat, 2] = int(s.stone[seat]) // STONE_FOR_A_POINT
        for good in range(GOODS):
            out[seat, 3 + good] = value_of(counts, good) * int(s.goods[seat, good])


@kernel
def grant(s, seat, thing, amount):
    """Give a seat so many of THINGS. They come from nowhere, so that the supply and the pile last as long as ever."""
    if thing == _STONE:
        s.stone[seat] = int(s.stone[seat]) + amount
    elif thing == _POINTS:
        s.points[seat] = int(s.points[seat]) + amount
    elif thing >= _FIRST_KIND:
        s.front[seat, thing - _FIRST_KIND] = int(s.front[seat, thing - _FIRST_KIND]) + amount
    else:
        s.goods[seat, thing - _FIRST_GOOD] = int(s.goods[seat, thing - _FIRST_GOOD]) + amount
