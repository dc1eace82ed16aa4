"""What is found by playing the same deals once more, with something changed."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise

import numpy as np

from pasar.games.chapters import lab_of
from pasar.games.contract import Option
from pasar.lab.balance.comparing import PairedSums
from pasar.lab.balance.moments import Estimate, Moments
from pasar.lab.balance.study import Study
from pasar.lab.balance.tally import PARTS
from pasar.lab.rows import Columns, Gift, Plan, played_match

PROBE = 4  # of what is given, to see how much a seat gains by one
GENTLEST = 0.002  # of the victories for one more: a smaller gain is taken for this
LEAPS, STEPS = 4, 4  # of the search for even seats: over all seats at once, then one more or less for one seat
MOST_GIVEN = 40
DEALS_LOOKED_AT = 3


def headline(columns: Columns, players: int) -> Columns:
    """What gifts change of a game: few columns, so that they can be kept."""
    seats = range(players)
    shares = {f"share_{seat}": np.rint(columns[f"share_{seat}"] * PARTS).astype(np.int64) for seat in seats}
    return shares | {f"points_{seat}": columns[f"points_{seat}"].astype(np.int64) for seat in seats}


def joined(chunks: Iterable[Columns], players: int) -> Columns:
    parts = [headline(chunk, players) for chunk in chunks]
    return {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}


@dataclass(frozen=True)
class Evening:
    """Amounts by seat that make seats as even as whole amounts can, and how even that is on other deals."""

    thing: str
    amounts: tuple[int, ...]
    before: Moments
    after: Moments
    steps: int

    def shares(self, found: Moments) -> dict[str, Estimate]:
        seats = range(len(self.amounts))
        return {f"Seat {seat}": found.mean(f"share_{seat}").times(1 / PARTS) for seat in seats}


@dataclass(frozen=True)
class Worth:
    """What one thing more at the beginning of a stage changes, for the seat that gets it."""

    thing: str
    stage: int
    points: Estimate
    share: Estimate


@dataclass(frozen=True)
class Variant:
    """A switch, turned on (or off, if it is on): differences of on less off."""

    name: str
    was_on: bool
    same_deals: bool
    pairs: PairedSums


class Experiments:
    def __init__(self, study: Study) -> None:
        self.study = study
        self.players = study.plan.players

    @cached_property
    def base(self) -> Columns:
        """The first games of the plan, as they are without any change."""
        games = max(self.study.search_games, self.study.gift_games)
        return self._played(self.study.experimental, 0, games)

    def _played(self, plan: Plan, first: int, games: int) -> Columns:
        return joined(self.study.trial(plan, first, games), self.players)

    # --- Even seats ---------------------------------------------------------------------------------------------------

    @property
    def currency(self) -> str:
        """What seats are evened out with."""
        return lab_of(self.study.plan.found).evening

    def chance_of_equal_seats(self) -> float:
        found = _shares_of(self.base, self.players)
        return found.chance_of_equal(list(found.place))

    def evening(self) -> Evening:
        """Search over whole amounts, on the same deals all the time, for shares that differ least."""
        nothing = (0,) * self.players
        tried = {nothing: self._shares(self.base)}
        gain = self._gain(tried)
        for _ in range(LEAPS):
            best = _evenest(tried)
            leap = _leap(best, tried[best], gain)
            if leap in tried:
                break
            tried[leap] = self._try(leap)
            gain *= 1 if _evenest(tried) == leap else 2  # it leapt too far
        for _ in range(STEPS):
            best = _evenest(tried)
            steps = [each for each in _neighbours(best, tried[best]) if each not in tried]
            if not steps:
                break
            tried[steps[0]] = self._try(steps[0])
        return self._proven(_evenest(tried), len(tried) - 1)

    def _gain(self, tried: "Tried") -> float:
        """What one more brings a seat, compared with the others."""
        nothing = next(iter(tried))
        weakest = int(tried[nothing].argmin())
        probe = _given(nothing, weakest, PROBE)
        tried[probe] = self._try(probe)
        gained = float(tried[probe][weakest] - tried[nothing][weakest]) / PROBE
        return max(gained, GENTLEST) * self.players / (self.players - 1)

    def _try(self, amounts: Sequence[int]) -> np.ndarray:
        return self._shares(self._played(self._with(amounts), 0, self.study.search_games))

    def _with(self, amounts: Sequence[int]) -> Plan:
        return self.study.given(*(Gift(seat, self.currency, n) for seat, n in enumerate(amounts) if n))

    def _shares(self, rows: Columns) -> np.ndarray:
        games = self.study.search_games
        return np.array([rows[f"share_{seat}"][:games].mean() / PARTS for seat in range(self.players)])

    def _proven(self, amounts: tuple[int, ...], steps: int) -> Evening:
        """On deals that the search has not seen: it has chosen what looked best on its own."""
        first, games = self.study.plan.games, self.study.proof_games
        before, after = (
            _shares_of(self._played(plan, first, games), self.players)
            for plan in (self.study.experimental, self._with(amounts))
        )
        return Evening(self.currency, amounts, before, after, steps)

    # --- Gifts --------------------------------------------------------------------------------------------------------

    def worths(self) -> list[Worth]:
        ledger = self.study.plan.found.ledger
        return [self._worth(thing, stage) for thing in ledger.THINGS for stage in range(1, ledger.STAGES + 1)]

    def _worth(self, thing: str, stage: int) -> Worth:
        """Every seat gets it in its part of the deals."""
        found = Moments(("points", "share"))
        for seat, (first, games) in enumerate(_parts(self.study.gift_games, self.players)):
            rows = self._played(self.study.given(Gift(seat, thing, 1, stage)), first, games)
            same = {name: column[first : first + games] for name, column in self.base.items()}
            names = {"points": f"points_{seat}", "share": f"share_{seat}"}
            found.add({name: rows[column] - same[column] for name, column in names.items()})
        return Worth(thing, stage, found.mean("points"), found.mean("share").times(1 / PARTS))

    # --- Variants -----------------------------------------------------------------------------------------------------

    def variants(self) -> list[Variant]:
        switches = [option for option in self.study.plan.found.options if not option.is_file]
        return [self._variant(switch) for switch in switches]

    def _variant(self, switch: Option) -> Variant:
        plan, was_on = self.study.experimental, bool(self.study.plan.rules.get(switch.name))
        other = replace(plan, rules={**plan.rules, switch.name: not was_on})
        found = PairedSums(plan)
        for one, changed in zip(*(self.study.trial(each, 0, self.study.variant_games) for each in (plan, other)),
                                strict=True):  # fmt: skip
            found.add(*((one, changed) if was_on else (changed, one)))
        return Variant(switch.name, was_on, _same_deals(plan, other, switch.name), found)


Tried = dict[tuple[int, ...], np.ndarray]  # shares of the victories, by amounts


def _evenest(tried: Tried) -> tuple[int, ...]:
    return min(tried, key=lambda amounts: _unevenness(tried[amounts]))


def _leap(amounts: Sequence[int], shares: np.ndarray, gain: float) -> tuple[int, ...]:
    missing = (shares.mean() - shares) / gain
    return _from_nothing([amount + round(float(more)) for amount, more in zip(amounts, missing, strict=True)])


def _neighbours(amounts: Sequence[int], shares: np.ndarray) -> list[tuple[int, ...]]:
    """One more for the weakest seat, one less for the strongest."""
    return [_given(amounts, int(shares.argmin()), 1), _given(amounts, int(shares.argmax()), -1)]


def _given(amounts: Sequence[int], seat: int, more: int) -> tuple[int, ...]:
    return _from_nothing([amount + more * (place == seat) for place, amount in enumerate(amounts)])


def _from_nothing(amounts: Sequence[int]) -> tuple[int, ...]:
    """Only differences between seats matter, so somebody always has nothing."""
    return tuple(min(amount - min(amounts), MOST_GIVEN) for amount in amounts)


def _unevenness(shares: np.ndarray) -> float:
    return float(((shares - shares.mean()) ** 2).sum())


def _shares_of(rows: Columns, players: int) -> Moments:
    found = Moments([f"share_{seat}" for seat in range(players)])
    found.add(rows)
    return found


def _parts(games: int, players: int) -> Iterator[tuple[int, int]]:
    """Consecutive deals for each seat: (the first, how many)."""
    bounds = [games * part // players for part in range(players + 1)]
    yield from ((low, high - low) for low, high in pairwise(bounds) if high > low)


def _same_deals(one: Plan, other: Plan, switch: str) -> bool:
    """Whether a switch leaves everything that is dealt as it was."""
    for number in range(DEALS_LOOKED_AT):
        dealt, again = (played_match(plan, number).dealt for plan in (one, other))
        names = [name for name in dealt.dtype.names if name != switch]
        if any(not np.array_equal(dealt[name], again[name]) for name in names):
            return False
    return True
