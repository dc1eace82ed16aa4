"""Rulings S1 to S6 and S13 of Basari, with every example of the rulebook, and how T1 and T2 show there."""

import collections
import itertools

import pytest

from pasar.errors import BadRules
from pasar.games.basari import GAME, box
from pasar.games.basari.deck import project_deck
from pasar.games.basari.state import ANSWER, CHOOSE, GAIN, NONE_YET, OPEN, RETURN
from pasar.kernel.rng import generator

# --- S1, S2: players and deck -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 6])
def test_s1_three_to_five_players(players):
    with pytest.raises(BadRules, match="3 to 5"):
        GAME.check(players)


@pytest.mark.parametrize(("players", "letters"), [(3, "ABC"), (4, "ABC"), (5, "ABCD")])
def test_s1_action_d_needs_five(table, players, letters):
    assert table(players).open(0) == list(letters)


def test_s2_deck_is_within_the_limits_of_the_box():
    cards = project_deck()
    assert len(cards) == 39
    assert {card[0] for card in cards} == {1, 2, 3, 4}
    assert {card[1] for card in cards} == {4, 5, 6, 7}


def test_s2_deck_has_all_pairs_all_triples_but_three_reds_and_ten_fours():
    gems = collections.Counter(card[2:] for card in project_deck())
    by_size = {size: [bundle for bundle in gems.elements() if sum(bundle) == size] for size in (2, 3, 4)}
    for size in (2, 3):
        picks = itertools.combinations_with_replacement(range(4), size)
        bundles = {tuple(pick.count(colour) for colour in range(4)) for pick in picks}
        assert sorted(by_size[size]) == sorted(bundles - {(3, 0, 0, 0)})
    assert len(by_size[4]) == 10


# --- S3, S4: stages and rounds ----------------------------------------------------------------------------------------


def test_s3_setup_gives_three_of_each_colour_and_the_rest_to_the_stock(table):
    t = table(4)
    assert [t.gems(seat) for seat in range(4)] == [[3, 3, 3, 3]] * 4
    assert t.s.stock.tolist() == [10, 10, 10, 10]
    assert t.points() == [0, 0, 0, 0]


def test_s3_a_stage_starts_without_workers_and_keeps_points(table):
    t = table(3)
    t.s.points[:3] = (30, 20, 10)
    t.s.workers[0] = 15
    t.hold((2, 0, 0, 0), (0, 0, 0, 0), (0, 0, 0, 0)).choose("BBB")
    dealt = t.s.piles[1][:3].tolist()
    assert (t.s.stage, t.s.rounds, t.s.phase) == (1, 1, CHOOSE)
    assert t.s.current[:3].tolist() == dealt
    assert t.s.workers[:3].tolist() == [int(t.s.cards[card, box.WORKERS]) for card in dealt]
    assert t.points() == [30 + 14 + 12, 20, 10]
    assert t.gems(0) == [1, 0, 0, 0]


def test_s3_every_stage_has_its_own_shuffle_of_all_cards():
    state = GAME.deal(GAME.check(3), generator(3))
    piles = state[0].piles.tolist()
    assert [sorted(pile) for pile in piles] == [list(range(39))] * 3
    assert piles[0] != piles[1] != piles[2]


def test_s4_one_card_each_from_seat_0_on(table):
    t = table(4)
    assert t.s.current[:4].tolist() == t.s.piles[0][:4].tolist()
    t.choose("BBBC")
    assert t.s.current[:4].tolist() == t.s.piles[0][4:8].tolist()


def test_s4_choices_are_shown_when_all_have_chosen(table):
    t = table(3).move(2, "B").move(0, "C")
    assert t.to_act() == (1,)
    assert t.told("showed") == []
    t.move(1, "A")
    assert t.told("showed") == [("showed", 0), ("showed", 1), ("showed", 2)]


def test_s4_the_order_of_choosing_does_not_matter(table):
    one = table(4).move(0, "A").move(1, "B").move(2, "C").move(3, "C")
    other = table(4).move(3, "C").move(1, "B").move(0, "A").move(2, "C")
    assert one.state.tobytes() == other.state.tobytes()


# --- S5, S6: carrying out the actions ---------------------------------------------------------------------------------


def test_s5_rulebook_example_three_single_actions(table):
    """Sarah's A brings her to 5 workers, Hanna's B 5 points, Max's C 2 red and 1 blue gem."""
    t = table(3)
    hanna, max_, sarah = range(3)
    t.s.workers[sarah] = 3
    t.s.cards[t.s.piles[0][3]] = (2, 6, 2, 0, 0, 0)
    t.card(hanna, 1, 5, 0, 3, 0, 0).card(max_, 3, 4, 2, 0, 0, 1)
    t.s.workers[[hanna, max_]] = 0
    for seat, letter in ((hanna, "B"), (max_, "C"), (sarah, "A")):
        t.move(seat, letter)
    next_card = int(t.s.cards[t.s.current[sarah], box.WORKERS])
    assert t.s.workers[sarah] - next_card == 5
    assert t.points() == [5, 0, 0]
    assert t.gems(max_) == [5, 3, 3, 4]


def test_s5_a_then_b_then_c(table):
    t = table(3).choose("CBA")
    assert t.told("drew", "scored", "took") == [("drew", 2), ("scored", 1), ("took", 0)]


def test_s5_d_comes_last(table):
    t = table(5).choose("DCBAC")
    assert t.s.phase == OPEN and t.s.action == box.C
    t.move(t.to_act()[0], "bid b1").move(t.to_act()[0], "accept")
    assert t.to_act() == (0,) and t.s.phase == RETURN


def test_s5_two_haggle_and_the_winner_acts(table):
    t = table(3).hold((3, 3, 3, 3), (2, 3, 3, 3), (3, 3, 3, 3)).card(0, 1, 6, 0, 0, 1, 1)
    t.choose("BBC").move(0, "bid b1").move(1, "accept")
    assert t.points()[:2] == [6, 0]
    assert t.gems(1) == [2, 3, 3, 4]


def test_s5_two_haggles_are_held_in_order(table):
    t = table(4).choose("BABA")
    assert t.to_act() == (1,)
    t.move(1, "bid b1").move(3, "accept")
    assert t.to_act() == (0,) and t.s.action == box.B


@pytest.mark.parametrize("letters", ["BBBA", "BBBB"])
def test_s5_three_or_more_get_nothing(table, letters):
    t = table(4).choose(letters)
    assert t.points() == [0, 0, 0, 0]
    assert t.told("forfeited") != []


def test_s6_the_extra_card_is_not_the_current_one(table):
    t = table(4)
    current = int(t.s.current[0])
    t.choose("ABBC")
    assert t.told("drew") == [("drew", 0)]
    assert t.s.current[0] == current
    assert t.s.owner[t.s.piles[0][4]] == 0


def test_s6_the_workers_of_all_cards_count(table):
    t = table(3).choose("ABC")
    for seat in range(3):
        own = [int(t.s.cards[card, box.WORKERS]) for card in range(39) if t.s.owner[card] == seat]
        assert len(own) == (3 if seat == 0 else 2)
        assert t.s.workers[seat] == sum(own)


def test_s6_b_and_c_use_the_card_of_this_round(table):
    t = table(3).choose("BCC")
    t.move(t.to_act()[0], "bid b1").move(t.to_act()[0], "accept")
    before = t.points()[0]
    t.card(0, 1, 7, 0, 0, 1, 1).card(1, 1, 4, 0, 0, 4, 0).hold(*[(1, 1, 1, 1)] * 3)
    t.choose("BCA")
    assert t.points()[0] == before + 7
    assert t.gems(1) == [1, 1, 5, 1]


# --- S13: action D ----------------------------------------------------------------------------------------------------


def alone(t):
    """Only seat 0 chooses D, and no gem moves before."""
    return t.choose("DBBBA")


def test_s13_alone_one_gem_back_and_two_of_choice(table):
    t = alone(table(5))
    assert t.open(0) == ["return r", "return y", "return g", "return b"]
    t.move(0, "return b")
    assert t.open(0) == ["gain r", "gain y", "gain g", "gain b"]
    t.move(0, "gain r").move(0, "gain y")
    assert t.gems(0) == [4, 4, 3, 2]
    assert t.s.phase == CHOOSE


def test_s13_the_colour_given_back_may_be_taken_again(table):
    t = alone(table(5).hold((22, 0, 0, 0), (0, 21, 22, 22), *[(0, 0, 0, 0)] * 3)).move(0, "gain r")
    assert t.told("returned") == [("returned", 0)]
    assert t.gems(0) == [22, 1, 0, 0]
    assert t.told("gained") == [("gained", 0), ("gained", 0)]


def test_s13_without_a_gem_to_give_back_one_gem(table):
    t = alone(table(5).hold((0, 0, 0, 0), *[(3, 3, 3, 3)] * 4))
    assert (t.s.phase, t.to_act()) == (GAIN, (0,))
    t.move(0, "gain g")
    assert t.gems(0) == [0, 0, 1, 0]
    assert t.s.phase == CHOOSE


@pytest.mark.parametrize(("letters", "order"), [("DDBBA", [1, 0]), ("DDDBA", [1, 2, 0]), ("DDDDD", [1, 2, 0, 3, 4])])
def test_s13_two_or_more_gain_one_each_in_the_order_of_s7(table, letters, order):
    t = table(5).hold((3, 0, 0, 0), (4, 0, 0, 0), (3, 1, 0, 0), (2, 0, 0, 0), (0, 9, 9, 9)).choose(letters)
    while t.s.phase != GAIN:
        t.move(t.to_act()[0], t.open(t.to_act()[0])[0])
    for seat in order:
        assert t.to_act() == (seat,)
        t.move(seat, "gain b")
    assert t.s.phase == CHOOSE


def test_s13_the_order_stands_as_it_was_before_the_first_took(table):
    """Red gems of their own do not bring the first two behind or before anybody."""
    t = table(5).hold((3, 0, 0, 0), (3, 2, 0, 0), (3, 1, 0, 0), (0, 0, 0, 0), (0, 0, 0, 0)).choose("DDDBA")
    t.move(1, "gain r")
    assert (t.to_act(), t.s.queue[:3].tolist()) == ((2,), [2, 0, NONE_YET])
    t.move(2, "gain r")
    assert t.to_act() == (0,)


def test_s13_an_empty_stock_gives_nothing(table):
    t = table(5).hold((0, 0, 0, 0), (0, 0, 0, 0), (22, 22, 22, 21), (0, 0, 0, 0), (0, 0, 0, 0))
    t.s.points[0] = 1
    t.choose("DDBBB")
    assert t.told("gained", "stock_empty") == [("gained", 0), ("stock_empty", 1)]


def test_s13_alone_with_an_empty_stock_the_own_gem_comes_back(table):
    t = alone(table(5).hold((1, 0, 0, 0), (21, 22, 22, 22), *[(0, 0, 0, 0)] * 3))
    assert t.gems(0) == [1, 0, 0, 0]
    assert t.told("returned", "gained", "stock_empty") == [("returned", 0), ("gained", 0), ("stock_empty", 0)]


# --- T1, T2 -----------------------------------------------------------------------------------------------------------


def test_t1_an_answer_with_one_raise_is_asked(table):
    t = table(3).hold((0, 0, 0, 1), (0, 0, 0, 2), (0, 0, 0, 0)).choose("BBA")
    assert t.to_act() == (1,)
    t.move(1, "bid b1")
    assert t.told("accepted") == [("accepted", 0)]
    u = table(3).hold((0, 0, 0, 2), (0, 0, 0, 3), (0, 0, 0, 0)).choose("BBA").move(1, "bid b1")
    assert (u.s.phase, u.open(0)) == (ANSWER, ["accept", "bid b2"])


def test_t1_whole_moves_are_counted_forced_ones_too(table):
    t = table(3).hold((2, 0, 0, 0), (0, 0, 0, 1), (0, 0, 0, 0)).choose("BBA").move(0, "bid r1")
    assert t.s.moves == 3 + 1 + 1


def test_t2_the_same_deal_and_moves_give_the_same_game(table):
    one, other = (table(5, seed=4).finish_round("AABBC") for _ in range(2))
    assert one.state.tobytes() == other.state.tobytes()
