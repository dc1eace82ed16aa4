"""Going round a table, against remainders."""

from itertools import product

from pasar.kernel.seats import places_to, seat_after


def test_round_a_table_is_a_remainder():
    for players in range(2, 6):
        for seat, other in product(range(players), repeat=2):
            assert seat_after(seat, other, players) == (seat + other) % players
            assert places_to(seat, other, players) == (other - seat) % players
