"""Going round a table. A remainder would say the same; dividing takes several times as long as comparing."""

from pasar.kernel.jit import kernel

MOST_SEATS = 16  # in any game


@kernel
def seat_after(seat, places, players):
    """The seat so many places on, at most once around."""
    other = seat + places
    return other - players if other >= players else other


@kernel
def places_to(seat, other, players):
    """How many places on from `seat` the other one sits."""
    places = other - seat
    return places + players if places < 0 else places
