"""What the rules of Basari tell while they run: a code each, with the ruling it comes from."""

from pasar.games.basari import box
from pasar.games.contract import Event

(
    STAGE, ROUND, CARD_DEALT, CHOSE, SHOWED, FORFEITED,
    HAGGLED, FREE, BID, ACCEPTED,
    DREW, PILE_EMPTY, SCORED, TOOK, TOOK_NOTHING,
    RETURNED, GAINED, STOCK_EMPTY,
    PILE_SHORT, STAGE_ENDED, LED, SHARED, NOBODY_LED, WORKERS_PAID, ENDED,
    CARD_GEMS,
) = range(26)  # fmt: skip

EVENTS = {
    STAGE: Event("stage", "S3", ("stage",), heading=True),
    ROUND: Event("round", "S4", ("round",), heading=True),
    CARD_DEALT: Event("card_dealt", "S4", ("card", "workers", "points"), reveals="table"),
    CHOSE: Event("chose", "S4", ("action",), secret=("action",)),
    SHOWED: Event("showed", "S4", ("action",), reveals="own", uncovers=True),
    FORFEITED: Event("forfeited", "S5", ("action", "count")),
    HAGGLED: Event("haggled", "S7", ("action", "other")),
    FREE: Event("free", "S9", ("action", "other")),
    BID: Event("bid", "S8", bundle=box.GEM_NAMES),
    ACCEPTED: Event("accepted", "S8", bundle=box.GEM_NAMES),
    DREW: Event("drew", "S6", ("card", "workers", "count"), reveals="table"),
    PILE_EMPTY: Event("pile_empty", "S14"),
    SCORED: Event("scored", "S6", ("points",)),
    TOOK: Event("took", "S10", bundle=box.GEM_NAMES),
    TOOK_NOTHING: Event("took_nothing", "S10"),
    RETURNED: Event("returned", "S13", ("gem",)),
    GAINED: Event("gained", "S13", ("gem",)),
    STOCK_EMPTY: Event("stock_empty", "S13"),
    PILE_SHORT: Event("pile_short", "S14"),
    STAGE_ENDED: Event("stage_ended", "S11", ("stage",)),
    LED: Event("led", "S11", ("gem", "points", "returned")),
    SHARED: Event("shared", "S11", ("gem", "points", "returned", "leaders")),
    NOBODY_LED: Event("nobody_led", "S11", ("gem",)),
    WORKERS_PAID: Event("workers_paid", "S11", ("workers", "points")),
    ENDED: Event("ended", "S12"),
    CARD_GEMS: Event("card_gems", "S4", bundle=box.GEM_NAMES, reveals="table"),
}

TOKENS = {"gem": box.GEM_NAMES, "action": box.ACTION_NAMES, "standing": box.GEM_NAMES}
