"""Limits: so many at once, so many in the long run, by person and by address."""

from typing import Any

import pytest

from pasar.server.people.limits import RATES, Limited, Limits, network


def taken(limits: Limits, what: str, most: int = 10_000, **by: str) -> int:
    """How often it can be done now."""
    for done in range(most):
        try:
            limits.take(what, **by)
        except Limited:
            return done
    return most


@pytest.mark.parametrize("what", RATES)
def test_a_burst_is_let_through_and_then_a_steady_rate(clock: Any, what: str) -> None:
    limits, rate = Limits(clock), RATES[what].address
    assert taken(limits, what, address="192.0.2.1") == rate.burst
    assert taken(limits, what, address="192.0.2.1") == 0
    with pytest.raises(Limited) as refused:
        limits.take(what, address="192.0.2.1")
    assert refused.value.code == "too_many" and refused.value.status == 429
    clock.advance(refused.value.details["retry_after"])
    limits.take(what, address="192.0.2.1")
    clock.advance(100 * rate.per)
    assert taken(limits, what, address="192.0.2.1") == rate.burst


def test_people_and_addresses_are_counted_apart(clock: Any) -> None:
    limits = Limits(clock)
    assert taken(limits, "tables", person="ann", address="192.0.2.1") == 20
    assert taken(limits, "tables", person="ben", address="192.0.2.1") == 20
    assert taken(limits, "chat", person="ann", address="192.0.2.1") > 0


def test_one_address_cannot_be_many_people(clock: Any) -> None:
    limits = Limits(clock)
    done = sum(taken(limits, "tables", person=f"guest {number}", address="192.0.2.1") for number in range(100))
    assert done == RATES["tables"].address.burst


def test_what_is_refused_costs_nothing(clock: Any) -> None:
    limits = Limits(clock)
    taken(limits, "tables", person="ann", address="192.0.2.1")
    assert taken(limits, "tables", address="192.0.2.1") == 100 - 20


def test_memory_is_bounded_and_the_oldest_go_first(clock: Any) -> None:
    limits = Limits(clock, most=100)
    for number in range(1000):
        limits.take("guests", address=f"10.0.{number // 256}.{number % 256}")
        if number % 50 == 0:
            limits.take("guests", address="192.0.2.1")
    assert len(limits) == 100
    assert taken(limits, "guests", address="192.0.2.1") == RATES["guests"].address.burst - 20


def test_scale_makes_limits_wider_or_switches_them_off(clock: Any) -> None:
    assert taken(Limits(clock, scale=2), "chat", person="ann") == 20
    assert taken(Limits(clock, scale=0.001), "chat", person="ann") == 1
    off = Limits(clock, scale=0)
    assert taken(off, "chat", person="ann") == 10_000 and len(off) == 0


def test_a_clock_that_is_set_back_gives_nothing_and_blocks_nobody(clock: Any) -> None:
    limits = Limits(clock)
    taken(limits, "chat", person="ann")
    clock.advance(-3600)
    assert taken(limits, "chat", person="ann") == 0
    clock.advance(3)
    assert taken(limits, "chat", person="ann") == 1


def test_a_household_counts_as_one_address() -> None:
    assert network("2001:db8:1:2::5") == network("2001:db8:1:2:ffff::1") != network("2001:db8:1:3::5")
    assert network("::ffff:192.0.2.1") == network("192.0.2.1") != network("192.0.2.2")
    assert network("") == "" and network("a socket") == "a socket"
