"""What the lab writes down of a game of Basari (see `pasar.games.ledger`)."""

from pasar.games.basari import box, events
from pasar.games.basari.box import COLOURS, GEM_NAMES
from pasar.games.basari.state import PRIZES
from pasar.games.ledger import ALL, BEFORE, COLOUR, CONTEXT, CONTEXT_SIDE, NOBODY, Column
from pasar.kernel.jit import kernel

TURN = events.ROUND
STAGE, STAGES = events.STAGE, box.STAGES

CONTEXT_EVENT, CONTEXT_KEY = events.HAGGLED, "action"

COLUMNS = (
    Column("chose", events.SHOWED, "choices of an action", key="action"),
    Column("collided", events.FORFEITED, "rounds in which too many wanted an action", key="action", of=NOBODY),
    Column("haggles", events.HAGGLED, "haggles for an action", key="action", of=NOBODY),
    Column("opened", events.HAGGLED, "haggles for an action, with the first offer", key="action"),
    Column("free", events.FREE, "actions had for nothing because the other had no gem", key="action"),
    Column("bids", events.BID, "offers made in haggles"),
    Column("won", events.ACCEPTED, "haggles won, by the action", key=CONTEXT, of=BEFORE),
    Column(
        "price", events.ACCEPTED, "gems paid for winning haggles, by the action", key=CONTEXT, amount=ALL, of=BEFORE
    ),
    Column("won_by", events.ACCEPTED, "haggles won by either side, by the action", key=CONTEXT_SIDE, of=NOBODY),
    Column("received", events.ACCEPTED, "gems received for giving way in haggles", key=COLOUR),
    Column("drew", events.DREW, "cards from action A"),
    Column("scored", events.SCORED, "points from action B", amount="points"),
    Column("took", events.TOOK, "gems from action C", key=COLOUR),
    Column("led", events.LED, "points for having the most of a colour alone", key="gem", amount="points"),
    Column("shared", events.SHARED, "points for sharing the most of a colour", key="gem", amount="points"),
    Column("leads", events.LED, "stages that ended with the most of a colour", key="gem"),
    Column("workers_paid", events.WORKERS_PAID, "stages that ended with enough workers"),
)

SOURCES = ("action_b", "red", "yellow", "green", "blue", "workers")
THINGS = (*GEM_NAMES, "points", "worker")  # a worker counts until the stage ends


@kernel
def sources(s, out):
    """Where everybody's points come from: `out` has a row for each seat, in the order of SOURCES."""
    for seat in range(int(s.players)):
        prizes = 0
        for source in range(PRIZES):
            out[seat, 1 + source] = s.prizes[seat, source]
            prizes += int(s.prizes[seat, source])
        out[seat, 0] = int(s.points[seat]) - prizes


@kernel
def grant(s, seat, thing, amount):
    """Give a seat so many of THINGS; gems come from nowhere, so that the stock lasts as long as ever."""
    if thing < COLOURS:
        s.gems[seat, thing] = int(s.gems[seat, thing]) + amount
    elif thing == COLOURS:
        s.points[seat] = int(s.points[seat]) + amount
    else:
        s.workers[seat] = int(s.workers[seat]) + amount
