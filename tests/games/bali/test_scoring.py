"""Rulings B9 to B14 of Bali, with every example of the rulebook: what a turn scores, and the end."""

import numpy as np
import pytest

from pasar.games.bali import GAME, box, counting

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
    values = np.zeros(box.GOODS, dtype=np.int64)
    counting.fill_values(game.state[0], values)
    assert values.tolist() == [1, 2, 2, 3]


def test_b14_example_final_score_of_22(table):
    """2 at 3, 3 at 2, 3 at 1, 1 at 2, one shrine and 5 stone: 6 + 6 + 3 + 2 + 4 + 1."""
    game = table().altar(*["pepper"] * 5, *["banana"] * 4, *["peanut"] * 4, *["rice"] * 3)
    goods = {"pepper": 2, "banana": 3, "rice": 3, "peanut": 1}
    game.seat(0, stone=5, points=0, front={"shrine": 1}, goods=goods)
    assert game.points()[0] == 22
    parts = GAME.breakdown(game.state)[0]
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
