"""Rulings S10 to S12 and S14 of Basari: gems that run out, the end of a stage and of the game, the pile."""

import itertools

import pytest

from pasar.games.basari import GAME, box
from pasar.games.basari.deck import project_deck
from pasar.games.basari.state import OPEN, OVER

# --- S10: short stock -------------------------------------------------------------------------------------------------


def test_s10_c_takes_what_the_stock_has(table):
    t = table(3).card(0, 1, 4, 2, 0, 1, 1)
    t.hold((0, 0, 0, 0), (21, 0, 22, 0), (0, 0, 0, 0)).choose("CAB")
    assert t.gems(0) == [1, 0, 0, 1]
    assert t.s.stock.tolist() == [0, 22, 0, 21]


def test_s10_c_may_take_nothing(table):
    t = table(3).card(0, 1, 4, 2, 0, 0, 0).hold((0, 0, 0, 0), (22, 0, 0, 0), (0, 0, 0, 0)).choose("CAB")
    assert t.gems(0) == [0, 0, 0, 0]
    assert t.told("took_nothing") == [("took_nothing", 0)]


def test_s10_gems_come_back_by_scoring_only(table):
    t = table(3).hold((22, 0, 0, 0), (0, 0, 0, 0), (0, 0, 0, 0)).choose("BBB")
    assert t.s.stock[box.RED] == 0
    t.s.workers[1] = 15
    t.choose("BBB")
    assert t.s.stock[box.RED] == 11


# --- S11: end of a stage ----------------------------------------------------------------------------------------------


def end_stage(t, workers=(15,)):
    """Let nobody act, with these workers in front."""
    t.s.workers[: len(workers)] = workers
    return t.choose("BBBBB"[: t.players])


def test_s11_a_lone_leader_gets_all_and_returns_half_rounded_up(table):
    t = end_stage(table(3).hold((5, 0, 0, 0), (4, 6, 0, 0), (0, 5, 1, 2)), (0, 15, 0))
    assert GAME.breakdown(t.state) == [
        {"action_b": 0, "red": 14, "yellow": 0, "green": 0, "blue": 0, "workers": 0},
        {"action_b": 0, "red": 0, "yellow": 12, "green": 0, "blue": 0, "workers": 12},
        {"action_b": 0, "red": 0, "yellow": 0, "green": 10, "blue": 8, "workers": 0},
    ]
    assert [t.gems(seat) for seat in range(3)] == [[2, 0, 0, 0], [4, 3, 0, 0], [0, 5, 0, 1]]


@pytest.mark.parametrize(
    ("leaders", "each"), [(2, [7, 6, 5, 4]), (3, [4, 4, 3, 2]), (4, [3, 3, 2, 2]), (5, [2, 2, 2, 1])]
)
def test_s11_tied_leaders_share_rounded_down_and_return_two(table, leaders, each):
    t = end_stage(table(5).hold(*[(5, 5, 5, 5)] * leaders, *[(0, 0, 0, 0)] * (5 - leaders)))
    assert t.s.prizes[0].tolist() == [*each, 12]
    assert [t.gems(seat) for seat in range(leaders)] == [[3, 3, 3, 3]] * leaders


def test_s11_tied_leaders_with_one_gem_return_that(table):
    t = end_stage(table(3).hold((1, 0, 0, 0), (1, 0, 0, 0), (0, 0, 0, 0)))
    assert t.points() == [7 + 12, 7, 0]
    assert t.gems(0) == t.gems(1) == [0, 0, 0, 0]


def test_s11_a_colour_that_nobody_has_pays_nothing(table):
    t = end_stage(table(3).hold((0, 0, 0, 0), (0, 0, 0, 0), (0, 0, 0, 0)))
    assert t.points() == [12, 0, 0]
    assert len(t.told("nobody_led")) == 4


def test_s11_everyone_with_15_workers_gets_12(table):
    t = end_stage(table(4).hold(*[(0, 0, 0, 0)] * 4), (15, 14, 16, 20))
    assert t.points() == [12, 0, 12, 12]


def test_s11_14_workers_do_not_end_a_stage(table):
    assert end_stage(table(3), (14, 14, 14)).s.stage == 0


def test_s11_the_round_is_played_out_first(table):
    t = table(3).hold((3, 0, 0, 0), (2, 0, 0, 0), (0, 0, 0, 0))
    t.s.workers[:3] = (20, 0, 0)
    t.choose("BBA")
    assert (t.s.stage, t.s.phase) == (0, OPEN)
    t.move(0, "bid r1").move(1, "accept")
    assert t.s.stage == 1


def test_s11_red_pays_first_and_blue_last(table):
    t = end_stage(table(3).hold((1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 2)))
    assert t.told("led", "workers_paid") == [("led", 0), ("led", 1), ("led", 2), ("led", 2), ("workers_paid", 0)]


# --- S12: end of the game ---------------------------------------------------------------------------------------------


def test_s12_the_game_ends_after_the_third_stage(table):
    t = table(3)
    for stage in range(3):
        assert t.s.stage == stage and not GAME.compiled.over(t.state)
        end_stage(t)
    assert GAME.compiled.over(t.state) and t.s.phase == OVER
    assert t.to_act() == ()
    assert t.told("ended") == [("ended", -1)]


def test_s12_most_points_win(table):
    t = table(3)
    t.s.points[:3] = (10, 30, 20)
    assert GAME.winners(t.state) == (1,)


def test_s12_equal_points_share_the_victory(table):
    t = table(4)
    t.s.points[:4] = (30, 10, 30, 29)
    assert GAME.winners(t.state) == (0, 2)
    assert GAME.points(t.state, 4) == [30, 10, 30, 29]


# --- S14: the pile ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [3, 4, 5])
def test_s14_the_projects_deck_cannot_run_out(players):
    """Before a round nobody has 15 workers: so many cards are out at most. It needs one card each and one for A."""
    lightest = itertools.accumulate(sorted(card[box.WORKERS] for card in project_deck()))
    out = sum(1 for workers in lightest if workers <= players * (box.WORKERS_NEEDED - 1))
    assert out + players + 1 <= box.CARDS


def use_up_pile(t, left):
    """Leave so many cards in the pile."""
    t.s.dealt[t.s.stage] = box.CARDS - left
    return t


def test_s14_an_empty_pile_gives_no_card_for_a(table):
    t = use_up_pile(table(3), 0).choose("ABC")
    assert t.told("drew", "pile_empty") == [("pile_empty", 0)]


def test_s14_a_stage_without_cards_for_everybody_ends_and_is_counted(table):
    t = use_up_pile(table(4).hold((1, 0, 0, 0), *[(0, 0, 0, 0)] * 3), 3).choose("BBBB")
    assert (t.s.stage, t.s.rounds) == (1, 1)
    assert t.points() == [14, 0, 0, 0]
    assert t.told("pile_short") == [("pile_short", -1)]


def test_s14_just_enough_cards_are_dealt(table):
    t = use_up_pile(table(4), 4).choose("BBBB")
    assert (t.s.stage, t.s.rounds) == (0, 2)
