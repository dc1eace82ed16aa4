"""What the rules of Bali tell while they run: a code each, with the ruling it comes from."""

from pasar.games.bali import box
from pasar.games.bali.state import PHASES
from pasar.games.contract import Event

(
    TURN, PASSED, BOUGHT, PLAYED, BOXED, DEMON_MOVED,
    GAVE, GIFTED, ADDED,
    TOOK, REFILLED, ORACLE_CALLED, LOOKED, SKIPPED, KEPT,
    SCORED, STONE_GAINED, POINTS_GAINED, GOOD_GAINED, MAJORITY, ENDED, VALUED,
) = range(22)  # fmt: skip

EVENTS = {
    TURN: Event("turn", "B1", heading=True),
    PASSED: Event("passed", "B5"),
    BOUGHT: Event("bought", "B5", ("good", "price")),
    PLAYED: Event("played", "B6", ("kind", "count", "price"), reveals="own"),
    BOXED: Event("boxed", "B6", reveals="own"),
    DEMON_MOVED: Event("demon_moved", "B17", ("row",)),
    GAVE: Event("gave", "B7", ("good",), reveals="own"),
    # Reveals: who had to give what they gave had no other good, though nobody sees which.
    GIFTED: Event("gifted", "B7", ("good",), secret=("good",), reveals="own"),
    ADDED: Event("added", "B7", ("good",)),
    TOOK: Event("took", "B8", ("kind", "row")),
    REFILLED: Event("refilled", "B8", ("row", "count"), reveals="table"),
    ORACLE_CALLED: Event("oracle_called", "B16", ("row", "count"), reveals="table"),
    LOOKED: Event("looked", "B16", ("count",), reveals="table"),
    SKIPPED: Event("skipped", "B16"),
    KEPT: Event("kept", "B16", ("good", "place"), secret=("good", "place")),
    SCORED: Event("scored", "B9", ("kind", "row")),
    STONE_GAINED: Event("stone_gained", "B10", ("count",)),
    POINTS_GAINED: Event("points_gained", "B10", ("count",)),
    GOOD_GAINED: Event("good_gained", "B12", ("good",)),
    MAJORITY: Event("majority", "B10", ("kind",)),
    ENDED: Event("ended", "B8", reveals="table"),
    VALUED: Event("valued", "B13", ("good", "count", "value")),
}

# A farmer is named apart from its good where people read it; a move text calls both by the good.
KIND_TOKENS = (*box.KIND_NAMES[: box.FARMER], *(f"{good}_farmer" for good in box.GOOD_NAMES), "oracle")

TOKENS = {"good": box.GOOD_NAMES, "kind": KIND_TOKENS, "phase": PHASES}
