"""Chapters that are found by playing the same deals with something changed."""

from typing import Any

from pasar.games.experiment import settings
from pasar.lab.balance.chapters import ReportChapter, ReportTable, plain, ranges
from pasar.lab.balance.experiments import Evening, Experiments, Worth
from pasar.lab.balance.figures import Dots, Figure, LinePlot
from pasar.lab.balance.moments import Moments
from pasar.lab.balance.saying import NO_DIFFERENCE, SURE, Naming, chance, change, listed, number
from pasar.lab.balance.study import Study
from pasar.lab.balance.whatif import variants

EVENING = "What start would make the seats even?"


def trials(study: Study, chance_of_equal_seats: float) -> tuple[list[ReportChapter], Evening | None]:
    """Seats are evened out if they differ: whoever corrects chance makes things worse."""
    experiments = Experiments(study)
    p = experiments.chance_of_equal_seats() if study.stand_in else chance_of_equal_seats
    things = study.plan.found.ledger.THINGS
    found = experiments.evening() if p < SURE and things else None
    even = _even_already(study, p) if p >= SURE else _no_gift(p)
    chapters = [
        even if found is None else _evening(study, found),
        *([_worths(study, experiments.worths())] if set(things) - {"points"} else []),
        *([variants(study, played)] if (played := experiments.variants()) else []),
    ]
    return chapters, found


# --- Even seats -------------------------------------------------------------------------------------------------------


def _evening(study: Study, found: Evening) -> ReportChapter:
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
        f"has chosen what looked best, so the shares above are from deals that it has not seen{study.played_by}."
    )
    findings = [said, proof] if given else [said]
    return ReportChapter("evening", EVENING, findings, numbers, [figure], notes=[note])


def _whole_start(study: Study, found: Evening) -> str:
    """The same with what the rulebook gives, where it gives different seats different amounts."""
    setting = settings(study.plan.game).get(f"start_{found.thing}")
    if setting is None or not isinstance(setting.printed, tuple):
        return ""
    printed = setting.printed[: len(found.amounts)]
    whole = [str(given + more) for given, more in zip(printed, found.amounts, strict=True)]
    return f". With the printed start that is {listed(whole)} instead of {listed(list(map(str, printed)))}"


def _even_already(study: Study, p: float) -> ReportChapter:
    said = f"The seats show no difference ({chance(p)}){study.played_by}: there is nothing to even out."
    return ReportChapter("evening", EVENING, [said], {"chance_if_equal": p})


def _no_gift(p: float) -> ReportChapter:
    said = f"The seats differ ({chance(p)}), and the game's ledger names nothing that a seat could be given."
    return ReportChapter("evening", EVENING, [said], {"chance_if_equal": p})


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


def _worths(study: Study, found: list[Worth]) -> ReportChapter:
    naming = Naming(study.plan.found)
    things = list(dict.fromkeys(each.thing for each in found))
    stages = max(each.stage for each in found)
    best = max((each for each in found if each.thing != "points"), key=lambda each: each.points.value)
    when = f"at the beginning of stage {best.stage}" if stages > 1 else "at the start"
    said = f"Worth most: {naming.thing(best.thing)} {when}, {number(best.points, True)} points at the end for one more."
    if not best.points.is_clear:
        said = f"One thing more{' at any stage' if stages > 1 else ' at the start'}: {change(best.points, 'points')}."
    ordered = sorted(found, key=lambda each: -each.points.value)
    figure: Figure
    if stages > 1:
        lines = [(naming.thing(thing), [(each.stage, each.points.value, each.points.interval) for each in found
                                        if each.thing == thing]) for thing in things if thing != "points"]  # fmt: skip
        figure = LinePlot(said, "given at the beginning of stage", "points at the end", lines, 0.0, False)
    else:
        figure = Dots(said, "points at the end for one more at the start",
                      ranges({naming.thing(each.thing): each.points for each in ordered}), 0.0)  # fmt: skip
    numbers = {f"{each.thing}_stage_{each.stage}": {"points": each.points.as_json(), "share": each.share.as_json()}
               for each in found}  # fmt: skip
    note = (
        f"Each is {study.gift_games:,} deals played with and without the gift, every seat in its part of the deals, "
        f"compared deal by deal{study.played_by}; points are among the gifts as a check. {len(found)} comparisons: "
        "about one in twenty intervals misses the truth by chance."
    )
    return ReportChapter(
        "worth", "What is one more worth?", [said], numbers, [figure], [_worth_table(naming, found)], [note]
    )


def _worth_table(naming: Naming, found: list[Worth]) -> ReportTable:
    """A line for each thing, with a column for each stage."""
    rows = {each.thing: [naming.thing(each.thing)] for each in found}
    stages = range(1, max(each.stage for each in found) + 1)
    for each in found:
        rows[each.thing].append(number(each.points, True))
    if len(stages) > 1:
        return ReportTable(("One more", *(f"Points, stage {stage}" for stage in stages)), list(rows.values()))
    for each in found:
        rows[each.thing].append(number(each.share.times(100), True))
    return ReportTable(("One more", "Points at the end", "Victories, percentage points"), list(rows.values()))
