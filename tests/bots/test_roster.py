"""Bots by name, and bots of somebody's own."""

import textwrap
import time
from dataclasses import replace

import pytest

from pasar.bots.contract import Budget, Position
from pasar.bots.levels import LEVELS
from pasar.bots.own import BotFault, UnknownBot
from pasar.bots.roster import BOTS, find_bot, read_budget
from pasar.games import find
from pasar.match.match import Match

OWN = """
    class First:
        def choose(self, view, open_moves, budget):
            assert view["seat"] == view["to_act"][0] and "remembered" in view
            return open_moves[0]

    class Broken(First):
        def choose(self, view, open_moves, budget):
            return open_moves[len(open_moves)]

    class Cheat(First):
        def choose(self, view, open_moves, budget):
            return "win"

    class Asleep(First):
        def choose(self, view, open_moves, budget):
            while True:
                try:
                    while True:
                        pass
                except Exception:
                    pass

    class Leaver(First):
        def choose(self, view, open_moves, budget):
            raise SystemExit

    class Needy(First):
        def __init__(self, weights):
            self.weights = weights

    class Mute:
        pass
"""


@pytest.fixture
def own(tmp_path):
    path = tmp_path / "own.py"
    path.write_text(textwrap.dedent(OWN))
    return str(path)


def decide(name: str):
    entry = find_bot(name)
    return entry.make(0).decide(Position.of(Match.new("bali", seed=1), 0, with_view=True), entry.budget)


@pytest.mark.parametrize("name", BOTS)
def test_every_level_decides(name):
    match = Match.new("bali", seed=1)
    bot = BOTS[name].make(0)
    assert bot.decide(Position.of(match, 0, bot.wants_view), Budget(simulations=2)).move in match.open(0)


def test_a_level_may_be_given_another_budget():
    assert find_bot("expert:200ms").budget == Budget(seconds=0.2)
    assert find_bot("search:400sims").budget == Budget(simulations=400)
    assert find_bot("plain:1.5s").budget == Budget(seconds=1.5)


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("expret", "there are: first, learner, casual"),
        ("", "there is no bot ''"),
        (":Bot", "there is no bot"),
        ("greedy:100ms", "takes no budget"),
        ("search:fast", "200ms, 1.5s or 400sims"),
        ("search:0sims", "whole number from 1 up"),
        ("search:0ms", "from 1ms"),
        ("search:200ms:1s", "one budget at most"),
        ("json:JSONDecoder:1s:2s", "one budget at most, like json:JSONDecoder:50ms"),
        ("nowhere.py:Bot", "no file nowhere.py"),
        ("no_such_module_here:Bot", "cannot be loaded: ModuleNotFoundError"),
        ("json:Missing", "json has no class 'Missing'"),
        ("json:JSONDecoder", "it has no method choose"),
    ],
)
def test_an_unknown_bot_is_named_with_the_way_out(name, said):
    with pytest.raises(UnknownBot) as fault:
        find_bot(name)
    assert said in str(fault.value)
    assert "\n" not in str(fault.value)


def test_a_file_says_which_bots_it_has(own):
    with pytest.raises(UnknownBot, match=r"no class 'Missing' .bots there: First, Broken, Cheat, Asleep, Leaver"):
        find_bot(f"{own}:Missing")
    with pytest.raises(UnknownBot, match=r"no class 'Firstt' \(did you mean First\?\)"):
        find_bot(f"{own}:Firstt")
    with pytest.raises(UnknownBot, match="no method choose"):
        find_bot(f"{own}:Mute")


def test_a_bot_that_cannot_be_made_is_named_before_a_game_begins(own):
    with pytest.raises(UnknownBot, match=r"own:Needy cannot be made without arguments \(missing .*weights.\)"):
        find_bot(f"{own}:Needy")


def test_a_file_that_breaks_is_one_line(tmp_path):
    path = tmp_path / "broken.py"
    path.write_text("import json\nnonsense\n")
    with pytest.raises(UnknownBot, match=r"broken.py cannot be loaded: NameError: .* \(broken.py, line 2\)"):
        find_bot(f"{path}:Bot")


def test_an_own_bot_plays(own):
    assert decide(f"{own}:First").move == Match.new("bali", seed=1).open(0)[0]


@pytest.mark.parametrize(
    ("name", "fault_kind"),
    [("Broken", "exception"), ("Cheat", "illegal move"), ("Leaver", "exception"), ("Asleep:50ms", "timeout")],
)
def test_a_fault_of_an_own_bot_is_told_by_kind(own, name, fault_kind):
    began = time.perf_counter()
    with pytest.raises(BotFault) as fault:
        decide(f"{own}:{name}")
    assert fault.value.kind == fault_kind
    assert time.perf_counter() - began < 30


def test_budgets_are_read():
    assert read_budget("50ms") == Budget(seconds=0.05)


def test_a_level_is_as_its_game_says_for_so_many_players():
    bali = find("bali")
    own = bali.levels["2"]["learner"]
    found = LEVELS["learner"].for_game(bali, 2)
    assert (found.simulations, found.settings.sight) == (own["simulations"], own["sight"])
    assert LEVELS["learner"].for_game(replace(bali, package="pasar.kernel"), 2) == LEVELS["learner"]


@pytest.mark.parametrize("name", ["bali", "basari"])
def test_levels_think_the_more_the_higher_they_are(name):
    game = find(name)
    for players in game.seats:
        thought = [level.for_game(game, players).simulations for level in list(LEVELS.values())[3:]]
        assert thought == sorted(set(thought))


def test_a_level_thinks_as_long_as_it_does_unless_told_otherwise():
    position = Position.of(Match.new("basari", players=3, seed=1), 0)
    own, told = find_bot("strong"), find_bot("strong:30sims")
    expected = LEVELS["strong"].for_game(position.game, 3).simulations
    assert own.make(0).decide(position, own.budget).simulations == expected
    assert told.make(0).decide(position, told.budget).simulations == 30
