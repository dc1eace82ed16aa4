"""Rulings B1 to B8 of Bali, with every example of the rulebook, and how T1 and T2 show there."""

import collections

import pytest

from pasar.errors import BadRules
from pasar.games.bali import GAME, box, playing
from pasar.kernel.rng import generator

FARMERS = {"rice", "peanut", "banana", "pepper"}


# --- B1-B4: setup -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [1, 5])
def test_b1_two_to_four_players(players):
    with pytest.raises(BadRules, match="2 to 4"):
        GAME.check(players)


def test_b1_seat_0_starts_and_play_goes_round(table):
    game = table(3)
    assert game.actor == 0
    seats = []
    for _ in range(4):
        seats.append(game.actor)
        turn = int(game.s.active)
        while game.s.active == turn:
            game.play(game.open()[0])
    assert seats == [0, 1, 2, 0]


@pytest.mark.parametrize(("oracle", "deck"), [(False, 34), (True, 42)])
def test_b2_box(oracle, deck):
    dealt = GAME.deals.setup(GAME.deal(GAME.check(4, oracle=oracle), generator(3)))
    cards = collections.Counter(card for row in dealt["offer"] for card in row) + collections.Counter(dealt["deck"])
    expected = {"mason": 12, "priest": 9, "shrine": 9, **dict.fromkeys(FARMERS, 5)}
    assert cards == expected | ({"oracle": 8} if oracle else {})
    assert len(dealt["deck"]) == deck


def test_b2_goods_are_25_of_each_type(table):
    game = table(4, oracle=True)
    for good in range(box.GOODS):
        held = game.s.goods[:, good].sum()
        assert game.s.supply[good] + held + 1 == 25
        assert held == 4


def test_b3_starting_sets_lack_another_farmer_each():
    lacking = set()
    for seed in range(30):
        hands = GAME.deals.setup(GAME.deal(GAME.check(3), generator(seed)))["hands"]
        lacks = [next(iter(FARMERS - set(hand))) for hand in hands]
        assert [len(hand) for hand in hands] == [3, 3, 3]
        assert len(set(lacks)) == 3
        lacking.add(tuple(lacks))
    assert len(lacking) > 10


def test_b3_a_mason_lies_in_front(table):
    game = table(2)
    assert game.s.front[:2, box.MASON].tolist() == [1, 1]


def test_b4_seat_k_starts_with_two_and_k_stone(table):
    assert table(4).s.stone.tolist() == [2, 3, 4, 5]


def test_b4_stone_never_runs_out(table):
    game = table(2).seat(0, stone=200, front={"mason": 12}).at("take").seat(0, hand={"priest": 2})
    game.row(1, "rice", "mason", "priest").play("take 1")
    assert game.s.stone[0] == 213


# --- B5: buying -------------------------------------------------------------------------------------------------------


def test_b5_example_banana_for_one_stone_with_four_farmers(table):
    game = table().seat(0, stone=1, front={"banana": 4}).at("buy")
    game.play("buy banana")
    assert game.s.stone[0] == 0
    assert game.goods(0)["banana"] == 2


@pytest.mark.parametrize(("farmers", "price"), [(0, 5), (1, 4), (4, 1), (5, 0), (7, 0)])
def test_b5_price_falls_with_own_farmers_to_nothing(table, farmers, price):
    game = table().seat(0, front={"rice": farmers})
    assert playing.price(game.s, 0, box.RICE) == price


def test_b5_at_most_one_good_a_turn(table):
    game = table().seat(0, stone=50).at("buy").play("buy rice")
    assert game.phase == "play"


def test_b5_price_must_be_paid_in_full(table):
    game = table().seat(0, stone=4, front={"peanut": 1}).at("buy")
    assert game.open() == ["pass", "buy peanut"]


def test_b5_type_must_be_in_the_supply(table):
    game = table().seat(0, stone=9).supply(rice=0, pepper=0).at("buy")
    assert game.open() == ["pass", "buy peanut", "buy banana"]


# --- B6: playing ------------------------------------------------------------------------------------------------------


def test_b6_example_two_rice_farmers_for_one_stone(table):
    game = table().seat(0, stone=3, front={"rice": 1}, hand={"rice": 2, "mason": 1}).at("play").play("play rice*2")
    assert game.s.stone[0] == 2
    assert game.s.front[0, box.FARMER + box.RICE] == 3


def test_b6_three_farmers_cost_two_stone(table):
    game = table().seat(0, stone=2, hand={"pepper": 3}).at("play")
    assert game.open() == ["play pepper", "play pepper*2", "play pepper*3"]
    assert game.play("play pepper*3").s.stone[0] == 0


def test_b6_what_cannot_be_paid_is_not_open(table):
    game = table().seat(0, stone=0, hand={"rice": 2, "shrine": 1, "banana": 1}).at("play")
    assert game.open() == ["play rice", "play banana"]
    assert game.seat(0, stone=1).open() == ["play rice", "play rice*2", "play banana"]


def test_b6_mason_and_priest_are_free_one_at_a_time(table):
    game = table().seat(0, stone=0, hand={"mason": 2, "priest": 1}).at("play")
    assert game.open() == ["play mason", "play priest"]
    assert game.play("play mason").s.front[0, box.MASON] == 2


def test_b6_three_shrines_without_stone_box_one(table):
    """Buying brings the player into that spot; T1 boxes the shrine unasked."""
    game = table().seat(0, stone=7, hand={"shrine": 3}).at("buy").play("buy rice")
    assert game.phase == "take"
    assert game.s.hand[0, box.SHRINE] == 2
    assert game.s.front[0, box.SHRINE] == 0
    assert [event.name for event in game.events[-1:]] == ["boxed"]


def test_b6_three_shrines_with_stone_play_one(table):
    game = table().seat(0, stone=7, hand={"shrine": 3}).at("buy").play("pass")
    assert game.phase == "give"
    assert game.s.front[0, box.SHRINE] == 1
    assert game.s.stone[0] == 0


# --- B7: sacrifice ----------------------------------------------------------------------------------------------------


def test_b7_example_shrine_and_its_four_altar_cards(table):
    """Kenny (0) builds; Robert (1) and Jessica (2) give peanuts, Kenny rice face down, then pepper from the supply."""
    game = table(3).seat(0, stone=8, hand={"shrine": 1, "rice": 2}).at("play").play("play shrine")
    game.play("give peanut", "give peanut", "give rice", "add pepper")
    assert game.on_altar() == ["peanut", "peanut", "(rice)", "pepper"]
    assert game.s.stone[0] == 1
    assert game.phase == "take"
    assert game.actor == 0


def test_b7_goes_round_from_the_builders_left(table):
    game = table(4).seat(2, stone=7, hand={"shrine": 1, "rice": 2}).at("play", seat=2).play("play shrine")
    givers = []
    while game.phase == "give":
        givers.append(game.actor)
        game.play("give rice")
    assert givers == [3, 0, 1, 2]


def test_b7_who_has_no_goods_lays_none(table):
    game = table(3).seat(1, goods={}).seat(0, stone=7, hand={"shrine": 1, "rice": 2}).at("play").play("play shrine")
    assert game.actor == 2
    game.play("give rice", "give rice", "add rice")
    assert game.s.height == 3


def test_b7_empty_supply_gives_none(table):
    game = table(2).supply(rice=0, peanut=0, banana=0, pepper=0)
    game.seat(0, stone=7, hand={"shrine": 1, "rice": 2}).at("play").play("play shrine", "give rice", "give rice")
    assert game.on_altar() == ["rice", "(rice)"]
    assert game.phase == "take"


# --- B8: taking -------------------------------------------------------------------------------------------------------


def test_b8_take_until_three_are_in_hand(table):
    game = table().seat(0, hand={"rice": 1}).at("take")
    game.row(1, "mason", "banana", "shrine").play("take 1")
    assert game.phase == "take"
    game.play("take 1")
    assert game.s.hand[0, box.SHRINE] == 1
    assert game.s.hand[0, box.FARMER + box.BANANA] == 1
    assert game.s.active == 1


def test_b8_emptied_row_is_refilled_at_once_and_may_be_taken_from(table):
    game = table().seat(0, hand={"rice": 1}).at("take").row(2, "priest")
    game.pile("rice", "mason", "peanut", "shrine", "rice").play("take 2")
    assert game.s.offer[1].tolist() == [box.FARMER, box.MASON, box.FARMER + box.PEANUT, box.SHRINE]
    game.play("take 2")
    assert game.s.hand[0, box.SHRINE] == 1


@pytest.mark.parametrize("left", [1, 2, 4])
def test_b8_empty_pile_ends_at_once(table, left):
    """No more taking and no scoring, however few cards were drawn for the row."""
    game = table().seat(0, hand={"rice": 1}, front={"mason": 5}, stone=0).at("take").row(3, "priest")
    game.pile(*["mason"] * left).play("take 3")
    assert game.phase == "over"
    assert GAME.to_act(game.state) == ()
    assert game.s.stone[0] == 0


def test_b8_empty_pile_ends_without_oracle(table):
    game = table(oracle=True).seat(0, hand={"rice": 2}).at("take").row(3, "priest").pile("oracle", "oracle", "rice")
    assert game.play("take 3").phase == "over"


def test_b8_one_card_left_goes_on(table):
    game = table().seat(0, hand={"rice": 2}).at("take").row(3, "priest").pile("rice", "rice", "rice", "mason", "rice")
    assert game.play("take 3").phase != "over"


# --- T1, T2 -----------------------------------------------------------------------------------------------------------


def test_t1_one_answer_is_not_asked(table):
    """Nothing is affordable, so passing is not asked; three masons leave one play, which is made."""
    game = table(2).seat(1, stone=0, hand={"mason": 3}).seat(0, stone=0, hand={"rice": 2}, front={})
    game.at("take").row(1, "peanut", "priest").play("take 1")
    assert game.actor == 1
    assert game.phase == "take"
    assert game.s.front[1, box.MASON] == 2


def test_t1_no_answer_is_skipped(table):
    game = table(2).seat(1, goods={}).seat(0, stone=7, goods={"rice": 1}, hand={"shrine": 1, "rice": 2}).at("play")
    game.play("play shrine")
    assert game.phase == "add"
    assert game.on_altar() == ["(rice)"]


def test_t2_after_the_deal_nothing_is_random():
    def played(seed):
        game = GAME.deal(GAME.check(2, oracle=True, demon=True), generator(seed))
        GAME.compiled.start(game, None)
        while not GAME.compiled.over(game):
            (seat,) = GAME.to_act(game)
            GAME.compiled.apply(game, seat, GAME.spoken.action(game, GAME.spoken.menu(game, seat).texts[-1]), None)
        return game.tobytes()

    assert played(5) == played(5)
    assert played(5) != played(6)
