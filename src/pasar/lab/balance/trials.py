"""Chapters that are found by playing the same deals with something changed."""

from typing import Any

from pasar.games.contract import Game
from pasar.games.experiment import Changes, settings, shown
from pasar.lab.balance.chapters import Chapter, Table, plain, ranges
from pasar.lab.balance.experiments import COMPARED, Evening, Experiments, Variant, Worth
from pasar.lab.balance.figures import Dots, Figure, Lines
from pasar.lab.balance.moments import Estimate, Moments
from pasar.lab.balance.saying import NO_DIFFERENCE, SURE, Naming, capital, chance, change, listed, number
from pasar.lab.balance.study import Study
from pasar.lab.balance.tally import PARTS

UNITS = {"turns": "turns", "decisions": "decisions", "lead_changes": "changes of the lead", "margin": "points of lead",
         "points": "points for everybody together",
         "open": "percentage points of the game until the winner leads for good"}  # fmt: skip

SCALES = {"open": 0.1}  # from per mille to percentage points

EVENING = "What start would make the seats even?"
DEALS = {
    True: "the same deals with and without it, compared deal by deal",
    False: "the same seeds, but it changes what is dealt, so the deals are not the same",
}


def trials(study: Study, chance_of_equal_seats: float) -> list[Chapter]:
    """Seats are evened out if they differ: whoever corrects chance makes things worse."""
    experiments = Experiments(study)
    p = experiments.chance_of_equal_seats() if study.stand_in else chance_of_equal_seats
    things = study.plan.found.ledger.THINGS
    return [
        _even_already(study, p) if p >= SURE else _evening(study, experiments.evening()) if things else _no_gift(p),
        *([_worths(study, experiments.worths())] if set(things) - {"points"} else []),
        *([_variants(study, found)] if (found := experiments.variants()) else []),
    ]


def _played_by(study: Study) -> str:
    return f", played by {study.stand_in} in place of {study.plan.bots[0]}" if study.stand_in else ""


# --- Even seats -------------------------------------------------------------------------------------------------------


def _evening(study: Study, found: Evening) -> Chapter:
    before, after = found.shares(found.before), found.shares(found.after)
    given = [f"{amount} more for seat {seat}" for seat, amount in enumerate(found.amounts) if amount]
    if given:
        said = (
            f"Of what was tried, the most even start gives {found.thing}: {listed(given)}{_whole_start(study, found)}."
        )
    else:
        said = f"No gift of {found.thing} that was tried made the seats more even than they are."
    proof = _proof(study, found)
    rows = {f"{name}, {how}": part[name] for name in before for how, part in (("now", before), ("with gifts", after))}
    figure = Dots(proof if given else said, "share of the victories", ranges(rows if given else before),
                  1 / len(before), True, ", now")  # fmt: skip
    numbers: dict[str, Any] = {
        "thing": found.thing, "amounts": list(found.amounts), "before": plain(before), "after": plain(after),
        "chance_if_equal": {"before": _chance(found.before), "after": _chance(found.after)},
    }  # fmt: skip
    note = (
        f"Found by playing: {found.steps} tries of {study.search_games:,} games, always the same deals, first as far "
        "as one more seems to carry, then with one more for the weakest seat or one less for the strongest. The search "
        f"has chosen what looked best, so the shares above are from deals that it has not seen{_played_by(study)}."
    )
    findings = [said, proof] if given else [said]
    return Chapter("evening", EVENING, findings, numbers, [figure], notes=[note])


def _whole_start(study: Study, found: Evening) -> str:
    """The same with what the rulebook gives, where it gives different seats different amounts."""
    setting = settings(study.plan.game).get(f"start_{found.thing}")
    if setting is None or not isinstance(setting.printed, tuple):
        return ""
    printed = setting.printed[: len(found.amounts)]
    whole = [str(given + more) for given, more in zip(printed, found.amounts, strict=True)]
    return f". With the printed start that is {listed(whole)} instead of {listed(list(map(str, printed)))}"


def _even_already(study: Study, p: float) -> Chapter:
    said = f"The seats show no difference ({chance(p)}){_played_by(study)}: there is nothing to even out."
    return Chapter("evening", EVENING, [said], {"chance_if_equal": p})


def _no_gift(p: float) -> Chapter:
    said = f"The seats differ ({chance(p)}), and the game's ledger names nothing that a seat could be given."
    return Chapter("evening", EVENING, [said], {"chance_if_equal": p})


def _proof(study: Study, found: Evening) -> str:
    shares = [found.shares(part).values() for part in (found.before, found.after)]
    now, then = (max(each.value for each in part) - min(each.value for each in part) for part in shares)
    widest, p = max(each.half for each in shares[1]), _chance(found.after)
    left = "more than chance" if p < SURE else NO_DIFFERENCE
    return (
        f"On {study.proof_games:,} other deals the best and the worst seat are then {then * 100:.1f} percentage "
        f"points apart instead of {now * 100:.1f}, each share ± {widest * 100:.1f} or less; what is left is {left} "
        f"({chance(p)})."
    )


def _chance(found: Moments) -> float:
    return found.chance_of_equal(list(found.place))


# --- Gifts ------------------------------------------------------------------------------------------------------------


def _worths(study: Study, found: list[Worth]) -> Chapter:
    naming = Naming(study.plan.found)
    things = list(dict.fromkeys(each.thing for each in found))
    stages = max(each.stage for each in found)
    best = max((each for each in found if each.thing != "points"), key=lambda each: each.points.value)
    when = f"at the beginning of stage {best.stage}" if stages > 1 else "at the start"
    said = f"Worth most: {naming.thing(best.thing)} {when}, {number(best.points, True)} points at the end for one more."
    if not best.points.is_clear:
        said = f"One thing more{' at any stage' if stages > 1 else ' at the start'}: {change(best.points, 'points')}."
    figure: Figure
    if stages > 1:
        lines = [(naming.thing(thing), [(each.stage, each.points.value, each.points.interval) for each in found
                                        if each.thing == thing]) for thing in things if thing != "points"]  # fmt: skip
        figure = Lines(said, "given at the beginning of stage", "points at the end", lines, 0.0, False)
    else:
        figure = Dots(said, "points at the end for one more at the start",
                      ranges({naming.thing(each.thing): each.points for each in found}), 0.0)  # fmt: skip
    numbers = {f"{each.thing}_stage_{each.stage}": {"points": each.points.as_json(), "share": each.share.as_json()}
               for each in found}  # fmt: skip
    note = (
        f"Each is {study.gift_games:,} deals played with and without the gift, every seat in its part of the deals, "
        f"compared deal by deal{_played_by(study)}; points are among the gifts as a check. {len(found)} comparisons: "
        "about one in twenty intervals misses the truth by chance."
    )
    return Chapter("worth", "What is one more worth?", [said], numbers, [figure], [_worth_table(naming, found)], [note])


def _worth_table(naming: Naming, found: list[Worth]) -> Table:
    """A line for each thing, with a column for each stage."""
    rows = {each.thing: [naming.thing(each.thing)] for each in found}
    stages = range(1, max(each.stage for each in found) + 1)
    for each in found:
        rows[each.thing].append(number(each.points, True))
    if len(stages) > 1:
        return Table(("One more", *(f"Points, stage {stage}" for stage in stages)), list(rows.values()))
    for each in found:
        rows[each.thing].append(number(each.share.times(100), True))
    return Table(("One more", "Points at the end", "Victories, percentage points"), list(rows.values()))


# --- Variants and other numbers ---------------------------------------------------------------------------------------


def differences(found: Moments, players: int) -> dict[str, Estimate]:
    shares = {f"share of seat {seat}": found.mean(f"share_{seat}").times(1 / PARTS) for seat in range(players)}
    return {name: found.mean(name).times(SCALES.get(name, 1.0)) for name in COMPARED} | shares


def sentence(start: str, found: dict[str, Estimate]) -> str:
    clear = [change(found[name], UNITS[name]) for name in COMPARED if found[name].is_clear]
    seats = {name: each for name, each in found.items() if name not in COMPARED and each.is_clear}
    if seats:
        name, each = max(seats.items(), key=lambda seat: abs(seat[1].value))
        clear.append(f"{change(each, 'percentage points', True)} for the {name}")
    return f"{start}: {listed(clear)}." if clear else f"{start}: {NO_DIFFERENCE}."


def _cells(found: dict[str, Estimate]) -> list[str]:
    return [number(each if name in UNITS else each.times(100), True) for name, each in found.items()]


def _table(found: dict[str, dict[str, Estimate]], corner: str) -> Table:
    """A line for everything that is compared, with a column for each change."""
    names = [UNITS.get(name, f"percentage points for the {name}") for name in next(iter(found.values()))]
    rows = zip(map(capital, names), *map(_cells, found.values()), strict=True)
    return Table((corner, *found), [list(row) for row in rows])


def _seat_changes(said: str, found: dict[str, Estimate], what: str) -> Dots:
    shares = {capital(name[len("share of ") :]): each for name, each in found.items() if name not in COMPARED}
    return Dots(said, f"change of the share of the victories, {what}", ranges(shares), 0.0, True)


def _variants(study: Study, variants: list[Variant]) -> Chapter:
    found = {variant.name: differences(variant.differences, study.plan.players) for variant in variants}
    findings = {name: sentence(f"With the {name}", each) for name, each in found.items()}
    numbers = {each.name: plain(found[each.name]) | {"same_deals": each.same_deals} for each in variants}
    figures = [_seat_changes(findings[name], each, f"with the {name}") for name, each in found.items()]
    notes = [f"{capital(variant.name)}: {DEALS[variant.same_deals]}." for variant in variants]
    notes.append(f"{study.variant_games:,} games each way{_played_by(study)}.")
    return Chapter("variants", "What does each variant change?", list(findings.values()), numbers, figures,
                   [_table(found, "With less without")], [" ".join(notes)])  # fmt: skip


def what_if(study: Study, found: Moments) -> Chapter:
    told = changes_text(study.plan.found, study.changes)
    named = differences(found, study.plan.players)
    said = sentence(f"With {told}", named)
    note = f"{found.games:,} games each way over the same seeds, compared game by game{_played_by(study)}."
    return Chapter("what_if", "What if?", [said], plain(named) | {"changes": dict(study.changes)},
                   [_seat_changes(said, named, "changed less printed")],
                   [_table({"Difference": named}, "Changed less printed")], [note])  # fmt: skip


def changes_text(game: Game, changes: Changes) -> str:
    printed = settings(game.name)
    return listed(
        [f"{name}={shown(value)} (printed: {shown(printed[name].printed)})" for name, value in changes.items()]
    )
