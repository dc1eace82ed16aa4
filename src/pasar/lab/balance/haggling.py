"""Chapters for games that know haggles, and for prizes that some stages pay: asked of the columns, not of the game."""

from pasar.games.ledger import SIDES
from pasar.lab.balance.chapters import Chapter, plain, ranges
from pasar.lab.balance.figures import Dots
from pasar.lab.balance.moments import Estimate
from pasar.lab.balance.saying import Naming, listed, number, percent
from pasar.lab.balance.tally import Tally


def haggling(tally: Tally) -> list[Chapter]:
    chapters = [_collisions(tally), _prices(tally)] if tally.haggled else []
    return chapters + ([_workers(tally)] if "workers_paid_0" in tally.moments else [])


def _named(tally: Tally, found: dict[str, Estimate | None]) -> dict[str, Estimate]:
    naming = Naming(tally.plan.found)
    return {naming.thing(action): each for action, each in found.items() if each is not None and each.value}


def _collisions(tally: Tally) -> Chapter:
    moments = tally.moments
    two = _named(tally, {action: moments.ratio(f"haggles_{action}", "turns") for action in tally.haggled})
    more = _named(tally, {action: moments.ratio(f"collided_{action}", "turns") for action in tally.haggled})
    findings = [_collision_sentence(two, "two players want the same action and haggle"),
                _collision_sentence(more, "three or more want the same action and nobody gets it")]  # fmt: skip
    drawn = ((two, findings[0], "two collide"), (more, findings[1], "three or more collide"))
    figures = [Dots(text, f"rounds in which {what}", ranges(found), 0.0, True) for found, text, what in drawn if found]
    return Chapter(
        "collisions", "How often do players collide?", findings, {"two": plain(two), "more": plain(more)}, figures
    )


def _collision_sentence(found: dict[str, Estimate], what: str) -> str:
    if not found:
        return f"It never happened that {what}."
    parts = [f"{name} in {percent(each)} of the rounds" for name, each in found.items()]
    return f"How often {what}: {listed(parts)}."


def _prices(tally: Tally) -> Chapter:
    moments = tally.moments
    price = _named(tally, {
        action: moments.ratio(tally.all_seats(f"price_{action}"), tally.all_seats(f"won_{action}"))
        for action in tally.haggled
    })  # fmt: skip
    opener = _named(tally, {
        action: moments.ratio(f"won_by_{action}_opener", {f"won_by_{action}_{side}": 1.0 for side in SIDES})
        for action in tally.haggled
    })  # fmt: skip
    paid = [f"{number(each)} gems for {name}" for name, each in price.items()]
    findings = [f"The winner of a haggle pays {listed(paid)}." if paid else "No haggle was won for gems."]
    figures = [Dots(findings[0], "gems paid by the winner of a haggle", ranges(price), 0.0)] if price else []
    if opener:
        said = [f"{percent(each)} of the haggles for {name}" for name, each in opener.items()]
        findings.append(f"Whoever makes the first offer ends up with the action in {listed(said)}.")
        figures.append(Dots(findings[1], "haggles won by whoever opens", ranges(opener), 0.5, True))
    return Chapter("prices", "Who wins haggles, and at what price?", findings,
                   {"gems": plain(price), "opener_wins": plain(opener)}, figures)  # fmt: skip


def _workers(tally: Tally) -> Chapter:
    stages = tally.plan.found.ledger.STAGES
    paid = tally.moments.mean(tally.all_seats("workers_paid")).times(1 / (stages * tally.plan.players))
    seats = {f"Seat {seat}": tally.moments.mean(f"workers_paid_{seat}").times(1 / stages)
             for seat in range(tally.plan.players)}  # fmt: skip
    said = f"A player has enough workers for the prize at the end of {percent(paid)} of the stages."
    numbers = {"a_seat_and_stage": paid.as_json(), "by_seat": plain(seats)}
    return Chapter("workers", "How often do workers pay?", [said], numbers,
                   [Dots(said, "stages that paid for workers", ranges(seats), None, True)])  # fmt: skip
