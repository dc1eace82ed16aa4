"""Who may know what: choices until all have chosen, a bid until it is made, the order of the piles."""

import json

import numpy as np

import pasar
from pasar.games.basari import GAME, actions
from pasar.kernel.rng import generator


def looks(state, seat):
    """Everything that a seat can see of a state."""
    return GAME.view(state, seat, True), GAME.observation(state, seat).tolist()


def bidding(table):
    """Seat 0 has to open, seat 1 is its rival, seat 2 looks on."""
    return table(3).hold((3, 3, 3, 3), (2, 3, 3, 3), (0, 0, 0, 0)).choose("BBC")


def test_a_choice_is_shown_to_nobody_else(table):
    one, other = table(3).move(1, "A"), table(3).move(1, "B")
    for seat in (0, 2):
        assert looks(one.state, seat) == looks(other.state, seat)
    assert GAME.view(one.state, None, True) == GAME.view(other.state, None, True)
    assert looks(one.state, 1) != looks(other.state, 1)
    assert GAME.view(one.state, 1, False)["seats"][1]["choice"] == "A"


def test_all_choices_are_shown_once_all_have_chosen(table):
    seats = GAME.view(bidding(table).state, 2, False)["seats"]
    assert [stall["choice"] for stall in seats] == ["B", "B", "C"]


def test_a_bid_in_the_making_is_shown_to_nobody_else(table):
    before, after = bidding(table), bidding(table)
    GAME.compiled.apply(after.state, 0, actions.BID_COUNT + 2, None)
    for seat in (1, 2):
        assert looks(before.state, seat) == looks(after.state, seat)
        resampled = [GAME.resampled(t.state, seat, generator(3)).tobytes() for t in (before, after)]
        assert resampled[0] == resampled[1]
    assert GAME.view(after.state, 0, False)["haggle"]["making"] == {"r": 2}
    assert GAME.view(after.state, 0, False)["haggle"]["asked"] == "y"


def test_resampling_takes_back_a_bid_only_as_far_as_there_was_a_choice(table):
    t = table(3).hold((0, 3, 3, 0), (0, 2, 3, 3), (0, 0, 0, 0)).choose("BBC")
    asked = t.s.colour
    GAME.compiled.apply(t.state, 0, actions.BID_COUNT + 1, None)
    other = GAME.resampled(t.state, 1, generator(3))
    assert other[0].colour == asked == 1
    assert other[0].moves == t.s.moves


def test_resampling_redraws_the_others_choices(table):
    t = table(5).move(0, "A").move(1, "B").move(2, "C")
    drawn = [GAME.resampled(t.state, 0, generator(seed))[0].choices.tolist() for seed in range(200)]
    assert {choices[0] for choices in drawn} == {0}
    assert {choices[1] for choices in drawn} == {choices[2] for choices in drawn} == {0, 1, 2, 3}
    assert {tuple(choices[3:]) for choices in drawn} == {(-1, -1)}


def test_drawn_cards_stay_and_the_rest_is_shuffled(table):
    t = table(3).choose("BBB")
    piles = [GAME.resampled(t.state, 0, generator(seed))[0].piles for seed in range(50)]
    assert all((pile[0][:6] == t.s.piles[0][:6]).all() for pile in piles)
    assert all((np.sort(pile, axis=1) == np.arange(39)).all() for pile in piles)
    assert len({int(pile[0][6]) for pile in piles}) > 20


def test_a_view_is_json_and_tells_the_table(table):
    view = GAME.view(bidding(table).move(0, "bid r1b2").state, 1, False)
    assert json.loads(json.dumps(view)) == view
    assert (view["phase"], view["stage"], view["round"], view["pile"]) == ("answer", 1, 1, 36)
    assert view["haggle"] == {
        "seats": [0, 1], "standing": {"r": 1, "b": 2}, "bidder": 0, "making": {}, "asked": "r",
    }  # fmt: skip
    assert view["seats"][0]["gems"] == {"r": 3, "y": 3, "g": 3, "b": 3}
    assert view["seats"][0]["cards"] == [view["seats"][0]["card"]]


def test_the_view_of_a_finished_game_has_its_result(table):
    t = table(3).hold((1, 0, 0, 0), (0, 0, 0, 0), (0, 0, 0, 0))
    for _ in range(3):
        t.s.workers[1] = 15
        t.choose("BBB")
    result = GAME.view(t.state, None, False)["result"]
    assert result["points"] == GAME.points(t.state, 3)
    assert result["winners"] == [1]
    assert result["breakdown"] == GAME.breakdown(t.state)


def test_an_observation_has_the_observer_first(table):
    t = table(4)
    t.s.points[:4] = (1, 2, 3, 4)
    layout = {}
    start = 0
    for name, count, _ in GAME.observe.OBSERVATION:
        layout[name] = slice(start, start + count)
        start += count
    seen = GAME.observation(t.state, 2)
    assert len(seen) == start
    assert seen[layout["points"]].tolist() == [3, 4, 1, 2, 0]
    assert seen[layout["to_act"]].tolist() == [1, 1, 1, 1, 0]
    assert seen[layout["card"]][:6].tolist() == t.s.cards[t.s.current[2]].tolist()
    assert seen[layout["phase"]].tolist() == [0, 1, 0, 0, 0, 0, 0]
    assert seen[layout["pile"]].sum() == 35


def test_s4_a_choice_is_told_to_its_seat_alone():
    match = pasar.new("basari", players=3, seed=1)
    match.play("A", 1)
    (own,), *others = ([event.values for event in match.story(seat, 1)] for seat in (1, 0, 2, None))
    assert own == {"action": "A"} and others == [[{}], [{}], [{}]]
