"""Level against level."""

from click.testing import CliRunner

from pasar.bots.levels import LEVELS
from pasar.bots.roster import find_bot
from pasar.games import find
from pasar.lab.ladder import main, without_clock


def test_levels_have_all_the_time_for_their_simulations():
    bali = find("bali")
    unhurried = find_bot(without_clock("champion", bali, 2))
    assert unhurried.budget.seconds is None
    assert unhurried.budget.simulations == LEVELS["champion"].for_game(bali, 2).simulations


def test_other_bots_keep_their_budget():
    assert without_clock("search:50ms", find("bali"), 2) == "search:50ms"


def test_a_step_is_told_as_it_would_be_among_two():
    asked = ["basari", "--players", "3", "--levels", "first,learner", "--games", "6", "--seed", "3"]
    told = CliRunner().invoke(main, asked).output
    assert told.startswith("basari 3: learner over first:") and "of 6 games, among two" in told
