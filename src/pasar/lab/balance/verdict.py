"""A report in its first sentences: how fair, between whom, what would even it out, and what that is worth."""

from collections.abc import Sequence

from pasar.bots.roster import COMPILED, find_bot
from pasar.games.experiment import settings
from pasar.lab.balance.chapters import ReportChapter
from pasar.lab.balance.experiments import Evening
from pasar.lab.balance.moments import Estimate
from pasar.lab.balance.saying import SURE, listed, percent
from pasar.lab.balance.study import Study
from pasar.lab.balance.tally import Tally

# How far the seat that is farthest from an even share may be off, in parts of that share. Ours, like `SURE`.
NEARLY, UNEVEN = 0.15, 0.40
BARS = (
    f"Bars of ours: seats are called different if chance alone would do that in less than one of a hundred runs "
    f"(p < {SURE:g}); then a game is nearly fair while no seat is more than {NEARLY:.0%} of its even share away from "
    f"it, uneven up to {UNEVEN:.0%}, and far from fair beyond."
)
WORDS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight")


def verdict(
    tally: Tally, evening: Evening | None, study: Study | None, changed: ReportChapter | None = None
) -> list[str]:
    """The first sentence is the verdict; then what it is worth. With changed numbers, what they do comes first."""
    found = [fairness(tally) + _way_out(study, evening) + ".", worth(tally.plan.bots)]
    return (
        [changed.findings[1], f"The printed game: {found[0][:1].lower()}{found[0][1:]}", found[1]] if changed else found
    )


def fairness(tally: Tally) -> str:
    players, p = tally.plan.players, tally.chance_of_equal_seats()
    shares = [tally.share(seat) for seat in range(players)]
    between = f"between {_bots(tally.plan.bots)}"
    if p >= SURE:
        widest = max(share.half for share in shares) * 100
        return (f"Fair, as far as {tally.games:,} games {between} can tell: no seat of {_word(players)} wins more than "
                f"another, each share known to ± {widest:.1f} percentage points")  # fmt: skip
    seat = max(range(players), key=lambda each: abs(shares[each].value - 1 / players))
    return f"{grade(shares)}: {_seat(seat, players)} wins {percent(shares[seat])} {between}"


def grade(shares: Sequence[Estimate]) -> str:
    """Of shares that differ by more than chance."""
    away = max(abs(share.value * len(shares) - 1) for share in shares)
    return "Nearly fair" if away <= NEARLY else "Uneven" if away <= UNEVEN else "Far from fair"


def _seat(seat: int, players: int) -> str:
    which = {0: "the first", players - 1: "the last"}.get(seat, f"seat {seat}")
    return f"{which} of {_word(players)} seats" if seat in (0, players - 1) else f"{which} of {_word(players)}"


def _word(count: int) -> str:
    return WORDS[count] if count < len(WORDS) else str(count)


def _bots(bots: Sequence[str]) -> str:
    return f"{listed(list(dict.fromkeys(bots)))} bots"


def _way_out(study: Study | None, found: Evening | None) -> str:
    """With what start seats would be even, or as even as whole amounts make them."""
    if study is None or found is None or not any(found.amounts):
        return ""
    even = found.after.chance_of_equal(list(found.after.place)) >= SURE
    return f"; {start(study, found)} would {'even it out' if even else 'bring the seats closest together'}"


def start(study: Study, found: Evening) -> str:
    """`start THING 2/13` where the rulebook gives different seats different amounts, otherwise what is given."""
    setting = settings(study.plan.game).get(f"start_{found.thing}")
    if setting is not None and isinstance(setting.printed, tuple):
        printed = setting.printed[: len(found.amounts)]
        whole = [str(given + more) for given, more in zip(printed, found.amounts, strict=True)]
        return f"start {found.thing} {'/'.join(whole)} (printed: {'/'.join(map(str, printed))})"
    given = [f"{amount} more for seat {seat}" for seat, amount in enumerate(found.amounts) if amount]
    return f"in {found.thing} {listed(given)}"


def worth(bots: Sequence[str]) -> str:
    """What such games say about people."""
    names = list(dict.fromkeys(bots))
    played = listed([f"{name} plays {_how(name)}" for name in names])
    if set(names) == {"random"}:
        end = "that shows what the rules do by themselves, and nothing about how people would play"
    elif all(name in COMPILED for name in names):
        end = "nobody plans ahead, so people who do may find another game; --bot search:100sims asks bots that think"
    else:
        end = "they plan ahead, but people may still find what they do not"
    return f"Worth knowing: {played}; {end}."


def _how(name: str) -> str:
    entry = find_bot(name)
    if entry.budget.simulations is not None:
        return f"with {entry.budget.simulations} simulations a move"
    if entry.budget.seconds is not None:
        return f"with {entry.budget.seconds:g} s of thinking a move"
    return f"“{entry.help}”" if name in COMPILED else entry.help
