"""Moves as texts, and why they are not open."""

import pytest

from pasar.errors import UnreadableMove
from pasar.games.basari import GAME, actions
from pasar.games.words import LANGUAGES, words


def test_s8_a_first_bid_is_built_also_by_a_seat_without_red(table):
    t = table(3).hold([0, 3, 3, 4], [0, 3, 4, 4], [5, 0, 0, 0]).choose("AAB")
    (seat,) = t.to_act()
    menu = GAME.spoken.menu(t.state, seat)
    assert menu.open == () and menu.build is not None
    assert (sum(menu.build.beats.values()), menu.build.least) == (0, "bid b1")


def test_a_text_is_readable_whether_open_or_not(table):
    t = table(3)
    for text in ("A", "D", "accept", "return r", "gain b", "bid r22", "bid r1y2g3b4"):
        assert 0 <= GAME.spoken.action(t.state, text) < actions.ACTIONS


@pytest.mark.parametrize(
    "text",
    ["", "a", "E", "AB", "A ", " A", "Accept", "accept ", "bid", "bid ", "bid r", "bid r0", "bid r01", "bid r23",
     "bid r100", "bid b1r2", "bid r1r1", "bid R1", "bid r1 b2", "bid  r1", "bid r1p1", "bid 2", "bid r-1", "bid r²",
     "bid r1\n", "return", "return x", "return rr", "return  r", "gain", "gain red", "gain r y", "pass", None, 7],
)  # fmt: skip
def test_an_unreadable_text_is_refused(table, text):
    with pytest.raises(UnreadableMove) as refusal:
        GAME.spoken.action(table(3).state, text)
    assert "\n" not in str(refusal.value)


def test_a_bid_goes_colour_by_colour(table):
    t = table(3).hold((3, 3, 3, 3), (2, 0, 0, 0), (0, 0, 0, 0)).choose("BBC")
    first = GAME.spoken.action(t.state, "bid r2b1")
    assert first == actions.BID_COUNT + 2
    assert GAME.spoken.text(t.state, 0, first) is None
    GAME.compiled.apply(t.state, 0, first, None)
    assert GAME.spoken.action(t.state, "bid r2b1") == actions.BID_COUNT
    assert GAME.spoken.why(t.state, 0, "bid r1b1").code == "bid_begun"


def test_a_count_that_leaves_one_way_completes_the_bid(table):
    t = table(3).hold((3, 0, 0, 0), (2, 0, 0, 0), (0, 0, 0, 0)).choose("BBC")
    assert GAME.spoken.text(t.state, 0, actions.BID_COUNT + 2) == "bid r2"


@pytest.mark.parametrize("text", ["bid r4", "bid g1", "bid y3b1"])
def test_a_bid_that_is_not_legal_as_a_whole_is_never_open(table, text):
    t = table(3).hold((3, 3, 0, 0), (2, 3, 0, 9), (0, 0, 0, 0)).choose("BBC").move(0, "bid r1y1").move(1, "bid b4")
    assert GAME.spoken.why(t.state, 0, text) is not None


# --- Reasons ----------------------------------------------------------------------------------------------------------


def reason(t, seat, text):
    """The reason, after checking that the move is indeed not open and that all languages can say it."""
    assert text not in t.open(seat)
    refusal = GAME.spoken.why(t.state, seat, text)
    for language in LANGUAGES:
        assert "{" not in words(GAME.package, language).say("reasons", refusal.code, **refusal.values)
    return refusal.code, refusal.values


def test_reasons_while_choosing(table):
    t = table(3)
    assert reason(t, 0, "D")[0] == "no_action_d"
    assert reason(t, 0, "accept") == ("now_choose", {})
    assert reason(t.move(0, "A"), 0, "B") == ("already_chosen", {"action": "A"})
    assert reason(t, 0, "bid r1") == ("not_your_turn", {})


def test_reasons_while_haggling(table):
    t = table(3).hold((3, 3, 0, 0), (2, 3, 0, 9), (0, 0, 0, 0)).choose("BBC")
    assert reason(t, 0, "accept") == ("nothing_to_accept", {})
    assert reason(t, 0, "A") == ("now_open", {})
    assert reason(t, 1, "accept") == ("not_your_turn", {})
    t.move(0, "bid r2")
    standing = [[2, "r"], [0, "y"], [0, "g"], [0, "b"]]
    assert reason(t, 1, "bid r3") == ("not_enough_gems", {"gem": "r", "have": 2, "asked": 3})
    assert reason(t, 1, "bid r1") == ("too_few", {"count": 1, "needed": 2, "standing": standing})
    assert reason(t, 1, "bid r1y1") == ("too_low", {"standing": standing})
    assert reason(t, 1, "gain r") == ("now_answer", {})
    GAME.compiled.apply(t.state, 1, actions.BID_COUNT + 1, None)
    assert reason(t, 1, "bid r2y1") == ("bid_begun", {"gem": "y"})
    assert reason(t, 1, "accept") == ("bid_begun", {"gem": "y"})


def test_reasons_for_action_d(table):
    t = table(5).hold((2, 2, 0, 0), (0, 0, 0, 22), *[(0, 0, 0, 0)] * 3).choose("DBBBA")
    assert reason(t, 0, "return g") == ("no_such_gem", {"gem": "g"})
    assert reason(t, 0, "gain g") == ("now_return", {})
    t.move(0, "return y")
    assert reason(t, 0, "gain b") == ("gem_gone", {"gem": "b"})
    assert reason(t, 0, "return r") == ("now_gain", {})


def test_the_reason_at_the_end(table):
    t = table(3)
    for _ in range(3):
        t.s.workers[0] = 15
        t.choose("BBB")
    assert reason(t, 0, "A") == ("over", {})
