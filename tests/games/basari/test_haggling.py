"""Rulings S7 to S9 of Basari, with every example of the rulebook: who bids, and what beats what."""

import pytest

import pasar
from pasar.games.basari.state import CHOOSE, OPEN
from pasar.match.match import Match

# --- S7: who bids first -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("gems", "points", "workers", "first"),
    [
        ([(1, 0, 0, 0), (2, 0, 0, 0)], (9, 0), (9, 0), 1),  # red before all else
        ([(0, 9, 9, 9), (1, 0, 0, 1)], (0, 0), (0, 0), 1),
        ([(1, 1, 9, 9), (1, 2, 0, 0)], (0, 0), (0, 0), 1),  # then yellow
        ([(1, 1, 1, 9), (1, 1, 2, 0)], (0, 0), (0, 0), 1),  # then green
        ([(1, 1, 1, 1), (1, 1, 1, 2)], (9, 0), (9, 0), 1),  # then blue
        ([(1, 1, 1, 1), (1, 1, 1, 1)], (4, 5), (9, 0), 1),  # then points
        ([(1, 1, 1, 1), (1, 1, 1, 1)], (5, 5), (3, 4), 1),  # then workers
        ([(1, 1, 1, 1), (1, 1, 1, 1)], (5, 5), (4, 4), 0),  # then the lower seat
    ],
)
def test_s7_who_bids_first(table, gems, points, workers, first):
    t = table(3).hold(*gems, (0, 0, 0, 0))
    t.s.points[:2] = points
    t.s.workers[:2] = workers
    t.choose("BBC")
    assert (t.s.phase, t.to_act()) == (OPEN, (first,))


def test_s7_the_workers_of_this_rounds_card_count_too(table):
    t = next(t for t in (table(3, seed) for seed in range(9)) if t.s.workers[1] > t.s.workers[0])
    t.choose("BBC")
    assert t.to_act() == (1,)


# --- S8: bids ---------------------------------------------------------------------------------------------------------


def test_s8_rulebook_example_one_red_three_blue_beats_four_yellow(table):
    t = table(3).hold((4, 4, 0, 0), (3, 0, 0, 3), (0, 0, 0, 0)).choose("BBC").move(0, "bid y4")
    assert "bid r1b3" in t.open(1)
    u = table(3).hold((4, 4, 0, 3), (3, 4, 0, 3), (0, 0, 0, 0)).choose("BBC").move(0, "bid r1b3")
    assert "bid y4" not in u.open(1)


def test_s8_rulebook_example_max_and_hanna(table):
    """Max offers 1 yellow, Hanna 1 red, and so on until Hanna's 3 blue, which Max accepts."""
    t = table(3).hold((3, 3, 3, 3), (2, 3, 3, 3), (0, 0, 0, 0)).card(1, 1, 5, 0, 0, 1, 1)
    max_, hanna = 0, 1
    t.choose("BBA").move(max_, "bid y1").move(hanna, "bid r1").move(max_, "bid r2").move(hanna, "bid b3")
    t.move(max_, "accept")
    assert t.gems(max_) == [3, 3, 3, 6]
    assert t.gems(hanna) == [2, 3, 3, 0]
    assert t.points()[:2] == [0, 5]


def test_s8_a_bid_has_at_least_one_gem(table):
    t = table(3).hold((1, 0, 0, 1), (0, 0, 0, 1), (0, 0, 0, 0)).choose("BBC")
    assert t.open(0) == ["bid b1", "bid r1", "bid r1b1"]


def test_s8_bids_come_from_ones_own_gems(table):
    t = table(3).hold((2, 1, 0, 0), (1, 0, 0, 3), (0, 0, 0, 0)).choose("BBC")
    assert t.open(0) == ["bid y1", "bid r1", "bid r1y1", "bid r2", "bid r2y1"]


def test_s8_a_raise_has_more_gems_or_as_many_and_more_worth(table):
    t = table(3).hold((1, 1, 0, 1), (1, 1, 1, 1), (0, 0, 0, 0)).choose("BBC")
    assert t.to_act() == (1,)
    t.move(1, "bid y1g1")
    assert t.open(0) == ["accept", "bid r1b1", "bid r1y1", "bid r1y1b1"]


def test_s8_equal_red_then_yellow_green_blue(table):
    t = table(3).hold((2, 2, 2, 2), (1, 2, 2, 2), (0, 0, 0, 0)).choose("BBC").move(0, "bid r1g1b1")
    raises_of_three = [text for text in t.open(1) if sum(int(digit) for digit in text if digit.isdigit()) == 3]
    assert raises_of_three == ["bid r1g2", "bid r1y1b1", "bid r1y1g1", "bid r1y2"]


def test_s8_a_raise_need_not_contain_the_old_bid(table):
    t = table(3).hold((2, 0, 0, 4), (1, 0, 0, 4), (0, 0, 0, 0)).choose("BBC").move(0, "bid r1").move(1, "bid b2")
    assert "bid b3" in t.open(0)


def test_s8_earlier_bids_cost_nothing(table):
    t = table(3).hold((3, 3, 0, 0), (2, 0, 0, 3), (0, 0, 0, 0)).choose("BBA").move(0, "bid y1").move(1, "bid b2")
    t.move(0, "bid y3").move(1, "accept")
    assert t.gems(0) == [3, 0, 0, 0]
    assert t.gems(1) == [2, 3, 0, 3]


def test_s8_who_accepts_does_not_act(table):
    t = table(3).hold((3, 3, 3, 3), (2, 3, 3, 3), (3, 3, 3, 3)).choose("AAC").move(0, "bid b1").move(1, "accept")
    assert t.told("drew") == [("drew", 0)]


# --- S9: no gems ------------------------------------------------------------------------------------------------------


def test_s9_an_opener_without_gems_leaves_the_action_to_the_other(table):
    t = table(3).hold((0, 0, 0, 0), (0, 0, 0, 0), (3, 3, 3, 3)).card(1, 1, 6, 0, 0, 1, 1)
    t.s.points[0] = 1
    t.choose("BBA")
    assert t.points() == [1, 6, 0]
    assert t.told("free") == [("free", 1)]


def test_s9_who_cannot_raise_accepts(table):
    t = table(3).hold((2, 0, 0, 0), (0, 0, 0, 1), (0, 0, 0, 0)).card(0, 1, 6, 0, 0, 1, 1).choose("BBA")
    t.move(0, "bid r1")
    assert t.s.phase == CHOOSE
    assert t.told("accepted") == [("accepted", 1)]
    assert t.gems(1) == [1, 0, 0, 1]


def test_s9_the_only_bid_there_is_needs_no_question(table):
    t = table(3).hold((0, 0, 1, 0), (0, 0, 0, 0), (3, 3, 3, 3)).choose("BBA")
    assert t.told("bid", "accepted") == [("bid", 0), ("accepted", 1)]
    assert t.s.moves == 5
    assert t.forced()[:2] == ["bid", "accepted"]


@pytest.mark.parametrize(
    ("gems", "bid"), [((1, 0, 1, 0), "bid r1"), ((0, 2, 0, 0), "bid y2"), ((1, 0, 2, 2), "bid g1b1")]
)
def test_t1_a_bid_with_a_choice_in_it_is_not_forced(table, gems, bid):
    match = Match.resumed(
        pasar.new("basari", players=3), table(3).hold(gems, (0, 0, 0, 0), (3, 3, 3, 3)).choose("BBA").state
    )
    match.play(bid, 0)
    assert [(event.name, event.forced) for event in match.story(all_seeing=True)][:2] == [
        ("bid", False),
        ("accepted", True),
    ]
