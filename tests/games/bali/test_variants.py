"""Rulings B15 to B18 of Bali: the oracle, the demon, and who may know what."""

from pasar.games.bali import GAME
from pasar.kernel.rng import generator

# --- B15, B16: the oracle ---------------------------------------------------------------------------------------------


def test_b15_one_good_of_each_type_lies_face_down(table):
    game = table(2, oracle=True)
    assert sorted(game.on_altar()) == ["(banana)", "(peanut)", "(pepper)", "(rice)"]
    assert game.s.supply.tolist() == [22, 22, 22, 22]


def test_b15_oracles_are_in_the_pile_only():
    for seed in range(20):
        dealt = GAME.deals.setup(GAME.deal(GAME.check(2, oracle=True), generator(seed)))
        assert dealt["deck"].count("oracle") == 8
        assert all("oracle" not in row for row in dealt["offer"])


def test_b15_the_altar_is_shuffled():
    deals = [GAME.deals.setup(GAME.deal(GAME.check(2, oracle=True), generator(seed))) for seed in range(300)]
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
    shown = GAME.view(game.state, 0)
    assert shown["seats"][1]["goods"] == 4
    game.seat(1, goods={"banana": 4})
    assert GAME.view(game.state, 0) == shown


def test_b18_a_hand_shows_only_its_size(table):
    game = table(2).seat(1, hand={"shrine": 3})
    assert GAME.view(game.state, 0)["seats"][1]["hand"] == 3
    assert GAME.view(game.state, 0)["seats"][1]["room"] == 0
    assert "shrine" not in str(GAME.view(game.state, 0)["seats"][1])


def test_b18_only_an_open_top_of_the_altar_shows(table):
    game = table(2, oracle=True)
    assert GAME.view(game.state, 0)["altar"] == {"height": 4, "top": None}
    game.altar("rice", "peanut")
    assert GAME.view(game.state, None)["altar"] == {"height": 2, "top": "peanut"}


def test_b18_only_who_looks_sees_what_the_oracle_shows(table):
    game = oracle_row(table, "rice", "oracle", "mason", "banana").play("look")
    assert GAME.view(game.state, 0)["own"]["oracle"] == ["rice", "pepper", "banana", "peanut"]
    assert "oracle" not in GAME.view(game.state, 1)["own"]


def test_b18_memory_shows_what_was_once_public(table):
    game = table(2).seat(1, stone=20).row(1, "mason", "shrine").row(2, "mason", "banana")
    game.seat(1, hand={"rice": 2}).at("take", seat=1).play("take 1")
    assert "remembered" not in GAME.view(game.state, 0)
    before = GAME.view(game.state, 0, memory=True)["remembered"]["seats"][1]
    assert before["taken"]["shrine"] == 1
    game.at("buy", seat=1).play("buy banana")
    after = GAME.view(game.state, 0, memory=True)["remembered"]["seats"][1]
    assert after["goods"] == {"rice": 1, "peanut": 1, "banana": 2, "pepper": 1}


def test_b18_memory_does_not_know_a_face_down_gift(table):
    game = table(2).seat(0, stone=7, hand={"shrine": 1, "rice": 2}).at("play")
    game.play("play shrine", "give rice", "give rice")
    assert GAME.view(game.state, 1, memory=True)["remembered"]["laid"]["rice"] == 1
    assert GAME.view(game.state, 1, memory=True)["remembered"]["seats"][0]["gave_unseen"] == 1
    assert GAME.view(game.state, 0, memory=True)["remembered"]["laid"]["rice"] == 2
