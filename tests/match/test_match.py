"""One game in progress, through the door that everybody uses."""

import json

import pytest

import pasar
from pasar.errors import BadMove, BadRules, MoveNotOpen, NotYourMove, PasarError, UnknownGame, UnreadableMove
from pasar.games.basari import actions


def finished(match):
    while not match.over:
        seat = match.to_act[0]
        match.play(match.open(seat)[0], seat)
    return match


def test_a_new_match_says_who_is_to_act_and_what_is_open():
    match = pasar.new("bali", players=3, oracle=True, seed=7)
    assert (match.players, match.over, match.to_act, match.moves, match.winners) == (3, False, (0,), (), ())
    assert match.rules == {"players": 3, "oracle": True, "demon": False}
    assert match.open() and match.open() == match.open(0)
    assert match.is_open(match.open()[0]) and not match.is_open("keep 1") and not match.is_open("nonsense")


def test_the_same_seed_gives_the_same_deal_and_none_another_each_time():
    assert pasar.new("basari", seed=3).setup() == pasar.new("basari", seed=3).setup()
    assert pasar.new("basari", seed=3).setup() != pasar.new("basari", seed=4).setup()
    assert pasar.new("bali").setup() != pasar.new("bali").setup()


@pytest.mark.parametrize("seed", [2**63, -(2**63) - 1, 2**64 + 1, 1.5, "7", [1, 2]])
def test_a_seed_that_would_mean_the_same_as_another_is_refused(seed):
    with pytest.raises(PasarError, match=r"a seed (lies between|is a whole number)"):
        pasar.new("bali", seed=seed)


@pytest.mark.parametrize("seat", [-1, 2, 9, "0"])
def test_there_is_no_view_from_a_seat_that_is_not_there(seat):
    with pytest.raises(PasarError, match="there is no seat"):
        pasar.new("bali", players=2, seed=1).view(seat)


def test_a_move_is_noted_and_told():
    match = pasar.new("bali", seed=1)
    first = match.open()[0]
    match.play(first)
    assert match.moves == ((0, first),)
    assert match.story(move=1)[0].seat == 0


def test_several_seats_choose_at_once_in_any_order():
    match = pasar.new("basari", players=3, seed=1)
    assert match.to_act == (0, 1, 2)
    with pytest.raises(NotYourMove, match="say for which seat"):
        match.play("A")
    match.play("B", 2)
    assert match.to_act == (0, 1)
    with pytest.raises(NotYourMove, match="seat 2 has nothing to decide"):
        match.play("A", 2)
    match.play("A", 0)
    match.play("C", 1)
    other = pasar.new("basari", players=3, seed=1)
    for seat, letter in enumerate("ACB"):
        other.play(letter, seat)
    assert other.state.tobytes() == match.state.tobytes()


@pytest.mark.parametrize(
    ("text", "seat", "error"),
    [
        ("plya rice", 0, UnreadableMove),
        ("", 0, UnreadableMove),
        (None, 0, UnreadableMove),
        (7, 0, UnreadableMove),
        (["take 1"], 0, UnreadableMove),
        ("take 1", 1, NotYourMove),
        ("take 1", -1, NotYourMove),
        ("take 1", "0", NotYourMove),
        ("take 1", 2, NotYourMove),
        ("keep 4", 0, MoveNotOpen),
        ("play shrine", 0, MoveNotOpen),
    ],
)
def test_each_wrong_move_has_its_own_error_and_changes_nothing(text, seat, error):
    match = pasar.new("bali", players=2, seed=1)
    before = match.state.tobytes(), match.moves, match.story(0)
    with pytest.raises(error) as refused:
        match.play(text, seat)
    assert type(refused.value) is error and isinstance(refused.value, BadMove)
    assert "\n" not in str(refused.value) and str(refused.value)
    assert (match.state.tobytes(), match.moves, match.story(0)) == before


def test_a_refused_move_lists_the_open_ones():
    match = pasar.new("bali", players=2, seed=1)
    with pytest.raises(MoveNotOpen) as refused:
        match.play("keep 4")
    assert refused.value.reason == "other_phase" and refused.value.values == {"phase": "play"}
    assert all(text in str(refused.value) for text in match.open())


def test_a_refused_action_lists_the_open_moves():
    match = pasar.new("bali", players=2, seed=1)
    with pytest.raises(MoveNotOpen, match=r"^action 63 is not open to seat 0 \(open: ") as refused:
        match.act(0, 63)
    assert match.open()[-1] in str(refused.value)


def test_moves_that_are_put_together_are_described_by_the_lowest_in_a_message():
    match = pasar.new("basari", players=3, seed=1)
    for seat, letter in enumerate("AAB"):
        match.play(letter, seat)
    with pytest.raises(MoveNotOpen, match=r"\(open: bid b1 or higher\)"):
        match.play("accept")


def test_a_bid_in_parts_is_noted_as_one_move():
    match = pasar.new("basari", players=3, seed=1)
    for seat, letter in enumerate("AAB"):
        match.play(letter, seat)
    (seat,) = match.to_act
    counts = actions.BID_COUNT
    for count in (0, 2, 0):
        match.act(seat, counts + count)
        assert len(match.moves) == 3
    assert match.open() == ["bid y2", "bid y2b1", "bid y2b2", "bid y2b3"]
    with pytest.raises(MoveNotOpen, match="already settled"):
        match.play("bid r1")
    match.act(seat, counts + 1)
    assert match.moves[-1] == (seat, "bid y2b1")
    assert match.undo() == (seat, "bid y2b1")


def test_nothing_can_be_played_when_the_game_is_over():
    match = finished(pasar.new("bali", players=2, seed=5))
    assert match.over and match.to_act == () and match.winners
    for call in (match.open, lambda: match.play("pass"), lambda: match.play("pass", 0), lambda: match.act(0, 0)):
        with pytest.raises(NotYourMove, match="over"):
            call()


def test_the_parts_of_a_score_add_up_and_the_best_has_won(kind):
    match = finished(kind.match(11))
    assert [sum(parts.values()) for parts in match.breakdown] == match.points
    best = max(match.points)
    assert match.winners and all(match.points[seat] == best for seat in match.winners)


def test_views_are_json_and_say_whose_they_are(kind):
    match = kind.match(11)
    for seat in (None, *range(kind.players)):
        view = match.view(seat)
        assert json.loads(json.dumps(view)) == view
        assert (view["game"], view["seat"], view["over"]) == (kind.game.name, seat, False)
        assert view["to_act"] == list(match.to_act)
        assert view["open"] == (match.open(seat) if seat in match.to_act else [])
        assert "remembered" not in view and "remembered" in match.view(seat, memory=True)


def test_there_is_nothing_before_the_first_move():
    match = pasar.new("bali", seed=1)
    for call in (match.undo, lambda: match.at(1), lambda: match.at(-1)):
        with pytest.raises(PasarError, match="there is no move"):
            call()


def test_a_match_knows_every_state_that_it_went_through():
    match = finished(pasar.new("bali", players=2, seed=5))
    assert match.at(0).moves == () and match.at(0).setup() == match.setup()
    assert match.at(10).moves == match.moves[:10]
    assert match.at(len(match.moves)).points == match.points


@pytest.mark.parametrize(
    ("name", "options", "error"),
    [
        ("chess", {}, UnknownGame),
        ("", {}, UnknownGame),
        (None, {}, UnknownGame),
        ([], {}, UnknownGame),
        ("Bali", {}, UnknownGame),
        ("bali", {"players": 1}, BadRules),
        ("bali", {"players": 5}, BadRules),
        ("bali", {"players": "3"}, BadRules),
        ("bali", {"players": True}, BadRules),
        ("bali", {"players": 3.0}, BadRules),
        ("bali", {"deck": "x.csv"}, BadRules),
        ("bali", {"oracle": "yes"}, BadRules),
        ("bali", {"oracle": 1}, BadRules),
        ("basari", {"players": 2}, BadRules),
        ("basari", {"oracle": True}, BadRules),
        ("basari", {"players": 10**30}, BadRules),
    ],
)
def test_a_table_that_cannot_be_is_refused_with_one_line(name, options, error):
    with pytest.raises(error) as refused:
        pasar.new(name, **options)
    assert "\n" not in str(refused.value)
    assert str(name) in str(refused.value)
