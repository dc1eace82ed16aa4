"""Every ruling of Bali, and every example of the rulebook. A test's name begins with its ruling."""

import collections

import numpy as np
import pytest

from pasar.errors import BadRules
from pasar.games.bali import GAME, box, counting, playing
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
    dealt = GAME.moves.setup(GAME.deal(GAME.check(4, oracle=oracle), generator(3)))
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
        hands = GAME.moves.setup(GAME.deal(GAME.check(3), generator(seed)))["hands"]
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
    game = table().seat(0, stone=0, hand={"rice": 2, "shrine": 1}, front={})
    game.seat(0, hand={"rice": 1, "banana": 1, "shrine": 1}).at("play")
    assert game.open() == ["play rice", "play banana"]


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


# --- B9, B10: scoring -------------------------------------------------------------------------------------------------


def score(table, kind, *fronts, active=0, **options):
    """Scores `kind` at the end of a turn of `active`, everybody having that many of it in front."""
    game = table(len(fronts), **options)
    for seat, count in enumerate(fronts):
        game.seat(seat, stone=0, points=0, front={kind: count}, goods={})
    game.seat(active, hand={"mason": 2}).at("take", seat=active).row(1, kind, "priest")
    return game.play("take 1")


def test_b9_the_row_of_the_last_card_is_scored(table):
    game = table().seat(0, hand={"rice": 1}).at("take").row(1, "shrine", "rice").row(3, "mason", "banana")
    game.play("take 1", "take 3")
    assert [event.values["kind"] for event in game.heard("scored")] == ["mason"]


def test_b9_a_new_row_is_scored_as_it_now_lies(table):
    game = table().seat(0, hand={"rice": 2}).at("take").row(1, "shrine").pile("rice", "rice", "rice", "priest", "rice")
    game.play("take 1")
    assert [event.values["kind"] for event in game.heard("scored")] == ["priest"]


def test_b9_without_oracles_the_new_row_ends_in_the_card_above(table):
    game = table(oracle=True).seat(0, hand={"rice": 2}).at("take").row(1, "shrine")
    game.pile("rice", "rice", "priest", "oracle", "rice").play("take 1", "skip")
    assert [event.values["kind"] for event in game.heard("scored")] == ["priest"]


def test_b10_example_stonemasons_3_1_0(table):
    """Robert 2, Kenny 1, Jessica none: Robert alone has the most and gets one more."""
    assert score(table, "mason", 2, 1, 0).s.stone[:3].tolist() == [3, 1, 0]


def test_b10_example_priests_2_2_1_without_extra(table):
    assert score(table, "priest", 2, 2, 1).s.points[:3].tolist() == [2, 2, 1]


def test_b10_majority_needs_at_least_two(table):
    assert score(table, "mason", 1, 0, 0).s.stone[:3].tolist() == [1, 0, 0]


def test_b10_majority_behind_a_tie_of_lower_seats(table):
    assert score(table, "mason", 2, 2, 3).s.stone[:3].tolist() == [2, 2, 4]


# --- B11: shrines -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("choice", "stone", "points"), [("stone", 4, 0), ("points", 0, 4)])
def test_b11_example_three_shrines_4_stone_or_4_points(table, choice, stone, points):
    game = score(table, "shrine", 3, 0, 0).play(choice)
    assert game.s.stone[0] == stone
    assert game.s.points[0] == points


def test_b11_active_player_first_then_clockwise(table):
    game = score(table, "shrine", 1, 1, 1, active=1)
    asked = []
    while game.phase == "reward":
        asked.append(game.actor)
        game.play("points")
    assert asked == [1, 2, 0]
    assert game.s.active == 2


def test_b11_who_has_no_shrine_is_not_asked(table):
    assert score(table, "shrine", 0, 1, 0).actor == 1
    assert score(table, "shrine", 0, 0, 0).phase in ("buy", "play")


# --- B12: farmers -----------------------------------------------------------------------------------------------------


def test_b12_example_single_rice_farmer_without_extra(table):
    game = score(table, "rice", 0, 1, 0)
    assert [game.goods(seat)["rice"] for seat in range(3)] == [0, 1, 0]


def test_b12_exactly_one_good_whatever_the_number_and_one_for_the_majority(table):
    game = score(table, "rice", 3, 1, 0)
    assert [game.goods(seat)["rice"] for seat in range(3)] == [2, 1, 0]


def test_b12_who_comes_too_late_picks_another(table):
    game = table(3).supply(rice=1)
    for seat in range(3):
        game.seat(seat, goods={}, stone=0, front={"rice": 1})
    game.seat(0, hand={"mason": 2}).at("take").row(1, "rice", "priest").play("take 1")
    assert game.actor == 1
    assert game.open() == ["pick peanut", "pick banana", "pick pepper"]
    game.play("pick pepper", "pick banana")
    assert [game.goods(seat) for seat in range(3)] == [
        {"rice": 1, "peanut": 0, "banana": 0, "pepper": 0},
        {"rice": 0, "peanut": 0, "banana": 0, "pepper": 1},
        {"rice": 0, "peanut": 0, "banana": 1, "pepper": 0},
    ]


def test_b12_the_extra_comes_last(table):
    """The last rice goes to the player who is next in turn; the majority must pick another good."""
    game = table(2).supply(rice=2)
    game.seat(0, goods={}, stone=0, front={"rice": 2}, hand={"mason": 2}).seat(1, goods={}, front={"rice": 1})
    game.at("take").row(1, "rice", "priest").play("take 1")
    assert [game.goods(seat)["rice"] for seat in range(2)] == [1, 1]
    assert game.phase == "pick"
    assert game.actor == 0


def test_b12_nothing_left_gives_nothing(table):
    game = table(2).supply(rice=0, peanut=0, banana=0, pepper=0)
    game.seat(0, goods={}, front={"rice": 2}, hand={"mason": 2}).at("take").row(1, "rice", "priest").play("take 1")
    assert sum(game.goods(0).values()) == 0
    assert game.s.active == 1


# --- B13, B14: the end ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("counts", "values"),
    [
        ((5, 4, 4, 3), (3, 2, 2, 1)),
        ((5, 5, 5, 3), (3, 3, 3, 2)),
        ((5, 5, 3, 3), (3, 3, 2, 2)),
        ((4, 4, 4, 4), (3, 3, 3, 3)),
        ((6, 5, 4, 2), (3, 2, 1, 0)),
        ((6, 5, 0, 0), (3, 2, 0, 0)),
        ((0, 0, 0, 0), (0, 0, 0, 0)),
        ((2, 6, 4, 5), (0, 3, 1, 2)),
    ],
)
def test_b13_values(counts, values):
    counted = np.array(counts, dtype=np.int64)
    assert tuple(counting.value_of(counted, good) for good in range(box.GOODS)) == values


def test_b13_example_face_down_cards_count_like_the_others(table):
    """5 peppers, 4 bananas, 4 peanuts, 3 rice: worth 3, 2, 2, 1."""
    altar = ["pepper"] * 3 + ["(pepper)"] * 2 + ["banana"] * 4 + ["(peanut)"] * 4 + ["rice"] * 3
    game = table().altar(*altar)
    assert counting.values(game.state) == [1, 2, 2, 3]


def test_b14_example_final_score_of_22(table):
    """2 at 3, 3 at 2, 3 at 1, 1 at 2, one shrine and 5 stone: 6 + 6 + 3 + 2 + 4 + 1."""
    game = table().altar(*["pepper"] * 5, *["banana"] * 4, *["peanut"] * 4, *["rice"] * 3)
    goods = {"pepper": 2, "banana": 3, "rice": 3, "peanut": 1}
    game.seat(0, stone=5, points=0, front={"shrine": 1}, goods=goods)
    assert game.points()[0] == 22
    parts = GAME.moves.breakdown(game.state)[0]
    assert parts == {"points": 0, "shrines": 4, "stone": 1, "rice": 3, "peanut": 2, "banana": 6, "pepper": 6}


def test_b14_a_full_five_stone_and_no_card_in_hand(table):
    game = table().seat(0, stone=9, points=7, front={}, goods={}, hand={"shrine": 3})
    assert game.points()[0] == 8


def tied(table, *seats):
    """Seats given as (shrines, stone, points), with no goods."""
    game = table(len(seats))
    for seat, (shrines, stone, points) in enumerate(seats):
        game.seat(seat, stone=stone, points=points, front={"shrine": shrines}, goods={})
    return game


@pytest.mark.parametrize(
    ("seats", "winners"),
    [
        (((0, 0, 8), (1, 0, 5), (0, 0, 7)), (1,)),  # most points
        (((0, 0, 8), (1, 0, 4), (2, 0, 0)), (2,)),  # more shrines
        (((1, 2, 0), (1, 4, 0), (0, 4, 4)), (1,)),  # as many shrines, more stone
        (((1, 4, 0), (1, 4, 0), (0, 4, 4)), (0, 1)),  # shared
    ],
)
def test_b14_ties(table, seats, winners):
    assert tied(table, *seats).winners() == winners


# --- B15, B16: the oracle ---------------------------------------------------------------------------------------------


def test_b15_one_good_of_each_type_lies_face_down(table):
    game = table(2, oracle=True)
    assert sorted(game.on_altar()) == ["(banana)", "(peanut)", "(pepper)", "(rice)"]
    assert game.s.supply.tolist() == [22, 22, 22, 22]


def test_b15_oracles_are_in_the_pile_only():
    for seed in range(20):
        dealt = GAME.moves.setup(GAME.deal(GAME.check(2, oracle=True), generator(seed)))
        assert dealt["deck"].count("oracle") == 8
        assert all("oracle" not in row for row in dealt["offer"])


def test_b15_the_altar_is_shuffled():
    deals = [GAME.moves.setup(GAME.deal(GAME.check(2, oracle=True), generator(seed))) for seed in range(300)]
    assert len({tuple(dealt["altar"]) for dealt in deals}) == 24


def oracle_row(table, *drawn, hand=2, altar=("rice", "peanut", "banana", "(pepper)", "rice")):
    """Seat 0 empties row 1 and these cards are drawn for it."""
    game = table(2, oracle=True).altar(*altar).seat(0, hand={"mason": hand}, goods={}).at("take").row(1, "priest")
    return game.pile(*drawn, "mason", "mason", "mason", "mason", "mason").play("take 1")


def test_b16_oracles_leave_the_row_and_are_not_replaced(table):
    game = oracle_row(table, "rice", "oracle", "oracle", "banana")
    assert game.s.row_size[0] == 2
    assert game.phase == "oracle"
    assert game.open() == ["look", "skip"]


def test_b16_four_oracles_draw_four_more(table):
    game = oracle_row(table, "oracle", "oracle", "oracle", "oracle", "rice", "oracle", "priest", "banana")
    assert game.s.row_size[0] == 3
    assert game.s.drawn == 8


def test_b16_one_use_for_a_row_however_many_oracles(table):
    game = oracle_row(table, "rice", "oracle", "oracle", "oracle").play("look", "keep 1")
    assert game.s.active == 1


def test_b16_at_once_before_the_next_card(table):
    game = oracle_row(table, "rice", "oracle", "mason", "banana", hand=1)
    assert game.phase == "oracle"
    assert game.play("skip").phase == "take"


def test_b16_keep_one_of_the_top_four_the_rest_as_they_lay(table):
    game = oracle_row(table, "rice", "oracle", "mason", "banana")
    game.play("look")
    assert game.open() == ["keep 1", "keep 2", "keep 3", "keep 4"]
    game.play("keep 2")
    assert game.goods(0) == {"rice": 0, "peanut": 0, "banana": 0, "pepper": 1}
    assert game.on_altar() == ["rice", "peanut", "banana", "rice"]


def test_b16_fewer_than_four_cards_are_all_shown(table):
    game = oracle_row(table, "rice", "oracle", "mason", "banana", altar=("rice", "(peanut)")).play("look")
    assert game.open() == ["keep 1", "keep 2"]


def test_b16_who_looks_must_keep_even_the_only_card(table):
    game = oracle_row(table, "rice", "oracle", "mason", "mason", altar=("(peanut)",)).play("look")
    assert game.goods(0)["peanut"] == 1
    assert game.s.height == 0


def test_b16_no_use_when_the_altar_is_empty(table):
    assert oracle_row(table, "rice", "oracle", "mason", "mason", altar=()).s.active == 1


# --- B17: the demon ---------------------------------------------------------------------------------------------------


def test_b17_demon_starts_leftmost_and_bars_its_row(table):
    game = table(demon=True).seat(0, hand={"rice": 2}).at("take")
    assert game.s.demon == 0
    assert game.open() == ["take 2", "take 3", "take 4"]


def test_b17_each_priest_moves_it_right_and_round(table):
    game = table(2, demon=True)
    rows = []
    for _ in range(5):
        game.seat(0, hand={"priest": 1, "rice": 2}).at("play").play("play priest")
        rows.append(int(game.s.demon))
    assert rows == [1, 2, 3, 0, 1]


def test_b17_no_demon_without_the_variant(table):
    game = table().seat(0, hand={"priest": 1, "rice": 2}).at("play").play("play priest")
    assert game.open() == ["take 1", "take 2", "take 3", "take 4"]


# --- B18: secrets -----------------------------------------------------------------------------------------------------


def test_b18_goods_of_others_show_only_their_number(table):
    game = table(2).seat(1, goods={"rice": 3, "pepper": 1})
    shown = GAME.secrets.view(game.state, 0)
    assert shown["seats"][1]["goods"] == 4
    game.seat(1, goods={"banana": 4})
    assert GAME.secrets.view(game.state, 0) == shown


def test_b18_a_hand_shows_only_its_size(table):
    game = table(2).seat(1, hand={"shrine": 3})
    assert GAME.secrets.view(game.state, 0)["seats"][1]["hand"] == 3
    assert GAME.secrets.view(game.state, 0)["seats"][1]["room"] == 0
    assert "shrine" not in str(GAME.secrets.view(game.state, 0)["seats"][1])


def test_b18_only_an_open_top_of_the_altar_shows(table):
    game = table(2, oracle=True)
    assert GAME.secrets.view(game.state, 0)["altar"] == {"height": 4, "top": None}
    game.altar("rice", "peanut")
    assert GAME.secrets.view(game.state, None)["altar"] == {"height": 2, "top": "peanut"}


def test_b18_only_who_looks_sees_what_the_oracle_shows(table):
    game = oracle_row(table, "rice", "oracle", "mason", "banana").play("look")
    assert GAME.secrets.view(game.state, 0)["own"]["oracle"] == ["rice", "pepper", "banana", "peanut"]
    assert "oracle" not in GAME.secrets.view(game.state, 1)["own"]


def test_b18_memory_shows_what_was_once_public(table):
    game = table(2).seat(1, stone=20).row(1, "mason", "shrine").row(2, "mason", "banana")
    game.seat(1, hand={"rice": 2}).at("take", seat=1).play("take 1")
    assert "remembered" not in GAME.secrets.view(game.state, 0)
    before = GAME.secrets.view(game.state, 0, memory=True)["remembered"]["seats"][1]
    assert before["taken"]["shrine"] == 1
    game.at("buy", seat=1).play("buy banana")
    after = GAME.secrets.view(game.state, 0, memory=True)["remembered"]["seats"][1]
    assert after["goods"] == {"rice": 1, "peanut": 1, "banana": 2, "pepper": 1}


def test_b18_memory_does_not_know_a_face_down_gift(table):
    game = table(2).seat(0, stone=7, hand={"shrine": 1, "rice": 2}).at("play")
    game.play("play shrine", "give rice", "give rice")
    assert GAME.secrets.view(game.state, 1, memory=True)["remembered"]["laid"]["rice"] == 1
    assert GAME.secrets.view(game.state, 1, memory=True)["remembered"]["seats"][0]["gave_unseen"] == 1
    assert GAME.secrets.view(game.state, 0, memory=True)["remembered"]["laid"]["rice"] == 2


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
        GAME.doors.start(game, None)
        while not GAME.doors.over(game):
            (seat,) = GAME.to_act(game)
            GAME.doors.apply(game, seat, GAME.moves.action(game, seat, GAME.moves.texts(game, seat)[-1]), None)
        return game.tobytes()

    assert played(5) == played(5)
    assert played(5) != played(6)
