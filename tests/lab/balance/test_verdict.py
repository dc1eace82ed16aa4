"""The first sentence of a report is a verdict, and says between whom."""

from dataclasses import replace

import numpy as np
import pytest

from pasar.games import find
from pasar.lab.balance.experiments import Evening
from pasar.lab.balance.moments import Estimate, Moments
from pasar.lab.balance.study import Study
from pasar.lab.balance.tally import Tally
from pasar.lab.balance.verdict import grade, verdict, worth
from pasar.lab.rows import Plan, play
from pasar.lab.spread import Threads

PLAN = Plan.of(find("bali"), find("bali").check(), 300, 5, ("greedy",) * 2)


def tally(plan: Plan, share: float) -> Tally:
    """Real games, with the victories given to seat 1 in this part of them."""
    columns = play(plan, 0, plan.games)
    won = (np.arange(plan.games) < share * plan.games).astype(np.float32)
    found = Tally(plan)
    found.add(columns | {"share_0": 1 - won, "share_1": won})
    return found


def even(amounts: tuple[int, ...]) -> Evening:
    shares = Moments(["share_0", "share_1"])
    shares.add({"share_0": np.tile([60, 0], 50), "share_1": np.tile([0, 60], 50)})
    return Evening("stone", amounts, shares, shares, 3)


def test_the_first_sentence_names_the_seat_the_players_and_the_way_out() -> None:
    said = verdict(tally(PLAN, 0.40), even((0, 1)), Study(PLAN, Threads(1)))
    assert said[0].startswith("Uneven: the ") and " of two seats wins " in said[0]
    assert said[0].endswith("between greedy bots; start stone 2/4 (printed: 2/3) would even it out.")
    assert "greedy plays “rules of thumb, one decision ahead”" in said[1]


def test_seats_that_do_not_differ_are_fair_as_far_as_one_can_tell() -> None:
    said = verdict(tally(PLAN, 0.5), None, None)
    assert said[0].startswith("Fair, as far as 300 games between greedy bots can tell: no seat of two wins more")


@pytest.mark.parametrize(("share", "said"), [(0.55, "Nearly fair"), (0.65, "Uneven"), (0.75, "Far from fair")])
def test_grades_are_by_how_far_a_seat_is_from_its_even_share(share: float, said: str) -> None:
    assert grade([Estimate(share, 0.01), Estimate(1 - share, 0.01)]) == said


def test_what_it_is_worth_depends_on_who_played() -> None:
    assert "nothing about how people" in worth(("random",) * 3)
    assert "400 simulations a move; they plan ahead" in worth(("search:400sims",) * 2)
    assert "between random bots" in verdict(tally(replace(PLAN, bots=("random",) * 2), 0.9), None, None)[0]
